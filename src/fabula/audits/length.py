"""Does the judge prefer longer texts? Stories and reviews are padded by repeating their own sentences."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.audits.material import AskedPair
from fabula.audits.order import pair_choices
from fabula.measures.figure import Audit, Figure, leaning, share, shift
from fabula.notices import Notice
from fabula.personas.pairwise import Pair
from fabula.personas.personal import rate
from fabula.personas.profiles import TEN
from fabula.text.language import detect
from fabula.text.sentences import sentences

if TYPE_CHECKING:
    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.personas.pairwise import BothOrders
    from fabula.personas.personal import Story
    from fabula.personas.profiles import Profile
    from fabula.rubrics.rubric import Rubric

LONGER = "chooses the padded story"
STORY = "score of a padded story less that of the story"
REVIEWS = "score with padded reviews less that without"


async def audit_length(material: Material, subject: Subject, door: Door, rubric: Rubric) -> Audit:
    """Compare each story with its padded copy, by choice in both orders and by score. Then pad the reader's reviews."""
    stories = material.stories
    padded = [replace(story, text=pad(story.text)) for story in stories]
    pairs = [AskedPair(Pair(one, two), {}) for one, two in zip(stories, padded, strict=True)]
    asked = await asyncio.gather(*(pair_choices(pair, subject, door, rubric) for pair in pairs))
    chosen = share(LONGER, [_longer(each) for each in asked])
    plain = await _scores(stories, subject.profile, subject, door)
    figures = [chosen, _shift(STORY, plain, await _scores(padded, subject.profile, subject, door))]
    findings = [*leaning(chosen, "longer"), *_moved(figures[1], "story")]
    if any(past.review for past in subject.profile.reviews):
        profile = replace(
            subject.profile,
            reviews=tuple(replace(past, review=pad(past.review)) for past in subject.profile.reviews),
        )
        figures.append(_shift(REVIEWS, plain, await _scores(stories, profile, subject, door)))
        findings += _moved(figures[2], "reviews")
    return Audit("length", tuple(figures), tuple(findings))


def pad(text: str) -> str:
    """A text about twice as long that says nothing new: each sentence is repeated."""
    language = detect(text)
    parts = [text[start:end].strip() for start, end in sentences(text, language)]
    again, joiner = language.audits.again, language.joiner
    return joiner.join(f"{one}{joiner}{again}{one}" for one in parts if one)


def _longer(asked: list[BothOrders]) -> list[bool]:
    return [side == "B" for asking in asked for side in (asking.as_given, asking.swapped) if side]


async def _scores(
    stories: tuple[Story, ...] | list[Story], profile: Profile, subject: Subject, door: Door
) -> list[float | None]:
    rated = await asyncio.gather(*(rate(story, profile, door, subject.uncut) for story in stories))
    return [each.mean for each in rated]


def _shift(label: str, before: list[float | None], after: list[float | None]) -> Figure:
    return shift(
        label,
        [None if one is None or two is None else two - one for one, two in zip(before, after, strict=True)],
    )


def _moved(figure: Figure, padded: str) -> list[Notice]:
    """How padding the story or the reviews changed scores."""
    if figure.value is None:
        return []
    if figure.above(0) or figure.below(0):
        return [Notice.of(f"audits.padded-{padded}-moves", figure=figure.notice, of=f"{TEN.high:g}")]
    if figure.value == figure.low == figure.high == 0:
        return [Notice.of(f"audits.padded-{padded}-nothing")]
    return [Notice.of(f"audits.padded-{padded}-may-move", figure=figure.notice, of=f"{TEN.high:g}")]
