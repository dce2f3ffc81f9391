"""Does the judge know the story? Asks for the title, and compares choices about known and unknown stories."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel
from rapidfuzz import fuzz

from fabula.audits.asking import firsts, kept, scores, share_of
from fabula.audits.design import Asked, Effect
from fabula.measures.figure import Figure, share
from fabula.measures.intervals import estimate
from fabula.measures.refusal import Refused
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.personas.pairwise import BothOrders, choose
from fabula.personas.personal import shortened
from fabula.personas.questions import anonymous

if TYPE_CHECKING:
    from fabula.audits.material import AskedPair, Material, Subject
    from fabula.models.door import Door
    from fabula.personas.pairwise import PersonalChoice
    from fabula.personas.personal import Story
    from fabula.personas.profiles import Side
    from fabula.rubrics.rubric import Rubric

Version = Literal["raw", "anonymised", "summarised"]
VERSIONS: tuple[Version, ...] = ("raw", "anonymised", "summarised")
KNOWN = ("neither known", "one known", "both known")

_RESAMPLES = 1_000
_ALIKE = 88
"""From this similarity out of 100 on, a guessed title counts as right. A missing article or subtitle is allowed."""


class Recognised(BaseModel):
    """What a judge answers to: which work is this?"""

    reason: str
    recognised: bool
    title: str
    author: str


@dataclass(frozen=True, slots=True)
class VersionAnswers:
    """One version of the material, and whether the judge named each story."""

    version: Version
    known: Mapping[str, bool | None]
    """None if its answer was unusable."""
    choices: Sequence[tuple[AskedPair, PersonalChoice]]
    scores: Mapping[str, float | None] = field(default_factory=dict)
    """The judge's scores of the stories that people scored."""

    def count(self, pair: AskedPair) -> int | None:
        """How many stories of a pair the judge knows, if it answered about both."""
        first, second = (self.known[each.name] for each in (pair.pair.first, pair.pair.second))
        return None if first is None or second is None else first + second


async def audit_memory(
    material: Material, subject: Subject, door: Door, rubric: Rubric, seed: int = 0
) -> Asked:
    """Ask about the raw, the anonymised and the summarised versions: titles, and every pair in both orders."""
    versions = []
    current = {story.name: story for pair in material.pairs for story in (pair.pair.first, pair.pair.second)}
    current |= {story.name: story for story in material.stories}
    for version in VERSIONS:
        current = await _next_version(current, version, door, seed)
        known = await asyncio.gather(*(names(story, door) for story in current.values()))
        pairs = [
            replace(each, pair=replace(each.pair, first=current[each.pair.first.name], second=current[each.pair.second.name]))
            for each in material.pairs
        ]  # fmt: skip
        choices = await asyncio.gather(
            *(choose(each.pair, subject.profile, door, subject.uncut, rubric) for each in pairs)
        )
        scored = [current[story.name] for story in material.stories if story.name in material.people]
        given = await scores(scored, subject, door)
        versions.append(
            VersionAnswers(
                version,
                dict(zip(current, known, strict=True)),
                list(zip(pairs, choices, strict=True)),
                dict(zip((story.name for story in scored), given, strict=True)),
            )
        )
    figures = [
        figure for each in versions for figure in (*_figures(each), *_agreement(each, material.people))
    ]
    lost = sum(known is None for each in versions for known in each.known.values())
    return Asked(
        "memory",
        [favour(versions)],
        figures,
        _findings({figure.label: figure for figure in figures}),
        [Notice.of("audits.titles-unusable", n=lost)] if lost else [],
        {"known": {name: {each.version: each.known[name] for each in versions} for name in current}},
    )


async def names(story: Story, door: Door) -> bool | None:
    """Can the judge name the story from its events? None if the answer was unusable."""
    prompt = door.prompt("audits", "title", story.language)
    request = ChatRequest(
        "recognising", prompt.messages(story=fence(story.text)), max_tokens=600, expected_tokens=90
    )
    answer = await door.ask(request, Recognised)
    if isinstance(answer, Unusable):
        return None
    return bool(answer.recognised and is_title(answer.title, story.name))


def is_title(guess: str, title: str) -> bool:
    """Does a guessed title match, ignoring case, punctuation, article and subtitle?"""
    one, two = _bare(guess), _bare(title)
    if not one or not two:
        return False
    return one == two or (min(len(one), len(two)) > 3 and fuzz.ratio(one, two) >= _ALIKE)


def _bare(title: str) -> str:
    main = re.split(r"[:：;(（]", unicodedata.normalize("NFKC", title).strip("《》\"'“” "))[0]
    letters = "".join(letter if letter.isalnum() else " " for letter in main.lower())
    return re.sub(r"^(?:the|a|an) ", "", " ".join(letters.split()))


async def _next_version(
    stories: Mapping[str, Story], version: Version, door: Door, seed: int
) -> dict[str, Story]:
    """Make the next version: first the names change, then the text is summarised."""
    if version == "raw":
        return dict(stories)
    if version == "anonymised":
        return {name: replace(each, text=anonymous(each.text, seed)) for name, each in stories.items()}
    texts = await asyncio.gather(*(shortened(each, door) for each in stories.values()))
    return {name: replace(each, text=text) for (name, each), text in zip(stories.items(), texts, strict=True)}


def _figures(answers: VersionAnswers) -> list[Figure]:
    figures = [
        share(
            f"{answers.version}: knows the story",
            [[known] for known in answers.known.values() if known is not None],
        )
    ]
    for count, label in enumerate(KNOWN):
        chosen = [(pair, choice) for pair, choice in answers.choices if answers.count(pair) == count]
        if not chosen:
            continue
        where = f"{answers.version}, {label}"
        asked = [_askings(choice) for _, choice in chosen]
        figures += [
            share(
                f"{where}: share of the pairs",
                [[answers.count(pair) == count] for pair, _ in answers.choices],
            ),
            share(f"{where}: keeps its choice when turned", [kept(each) for each in asked]),
            share(f"{where}: chooses the first", [firsts(each) for each in asked]),
        ]
        if any(pair.truth for pair, _ in chosen):
            figures += [
                share(f"{where}: chooses as people did", [_right(pair, own) for pair, own in chosen]),
                share(
                    f"{where}: people chose the first",
                    [[side == "A" for side in pair.truth.values()] for pair, _ in chosen],
                ),
            ]
        if count == 1:
            figures.append(
                share(f"{where}: chooses the known", [_familiar(answers, *each) for each in chosen])
            )
            if any(pair.truth for pair, _ in chosen):
                figures.append(
                    share(f"{where}: people chose the known", [_people(answers, pair) for pair, _ in chosen])
                )
    return figures


def _agreement(answers: VersionAnswers, people: Mapping[str, float]) -> list[Figure]:
    """Kendall's tau with people's scores, for the stories that the judge knows and for the others (the paper's Table 9)."""
    found = []
    for known, label in ((True, "known"), (False, "unknown")):
        both = [
            (given, people[name])
            for name, given in answers.scores.items()
            if given is not None and answers.known[name] is known
        ]
        if not both:
            continue
        judged, true = ([pair[side] for pair in both] for side in (0, 1))
        tau = estimate(judged, true, "kendall", _RESAMPLES)
        name = f"{answers.version}, {label}: Kendall with people's scores"
        found.append(
            Figure(name, "points", None, n=len(both), why=tau.notice)
            if isinstance(tau, Refused)
            else Figure(name, "points", tau.value, tau.low, tau.high, len(both))
        )
    return found


def _askings(choice: PersonalChoice) -> list[BothOrders]:
    return [asking for aspect in choice.aspects for asking in aspect.repeats]


def _right(pair: AskedPair, choice: PersonalChoice) -> list[bool]:
    """A choice that flips with the order counts as wrong."""
    return [
        asking.outcome == pair.truth[aspect.aspect]
        for aspect in choice.aspects
        if aspect.aspect in pair.truth
        for asking in aspect.repeats
        if asking.outcome
    ]


def _known_side(answers: VersionAnswers, pair: AskedPair) -> Side:
    return "A" if answers.known[pair.pair.first.name] else "B"


def _familiar(answers: VersionAnswers, pair: AskedPair, choice: PersonalChoice) -> list[bool]:
    known = _known_side(answers, pair)
    return [side == known for each in _askings(choice) for side in (each.as_given, each.swapped) if side]


def favour(versions: Sequence[VersionAnswers]) -> Effect:
    """How much more often the judge chooses the story that it knows than it should.

    If people chose too, it should as often as they did. Otherwise the control is the same pair in a version in which
    the judge knows neither story.
    """
    raw = versions[0]
    pairs = [(at, *each) for at, each in enumerate(raw.choices) if raw.count(each[0]) == 1]
    if any(pair.truth for _, pair, _ in pairs):
        return Effect("known", "share", _less_than_people(raw, [(pair, choice) for _, pair, choice in pairs]))
    by_story: dict[str, list[float]] = {}
    for at, pair, choice in pairs:
        hidden = next((each for each in versions[1:] if each.count(each.choices[at][0]) == 0), None)
        if hidden is None:
            continue
        side = _known_side(raw, pair)
        seen = share_of([each == side for each in _sides(choice)])
        unseen = share_of([each == side for each in _sides(hidden.choices[at][1])])
        if seen is not None and unseen is not None:
            name = (pair.pair.first if side == "A" else pair.pair.second).name
            by_story.setdefault(name, []).append(seen - unseen)
    return Effect("known", "share", tuple(sum(own) / len(own) for own in by_story.values()))


def _sides(choice: PersonalChoice) -> list[Side]:
    return [side for each in _askings(choice) for side in (each.as_given, each.swapped) if side]


def _less_than_people(
    answers: VersionAnswers, chosen: Sequence[tuple[AskedPair, PersonalChoice]]
) -> tuple[float, ...]:
    """Errors in favour of the known story, less errors against it.

    A judge that errs at random errs as often either way. To compare like with like, every pair in which people
    preferred the unknown story is set against pairs in which they preferred the known one. The questions of one pair
    are one observation, because a judge that misreads a story errs in all of them.
    """
    against: list[float] = []
    favour: list[float] = []
    for pair, choice in chosen:
        known = _known_side(answers, pair)
        errors: dict[bool, list[float]] = {True: [], False: []}
        for aspect in choice.aspects:
            truth = pair.truth.get(aspect.aspect)
            sides = [side for each in aspect.repeats for side in (each.as_given, each.swapped) if side]
            if truth and sides:
                errors[truth == known].append(sum(side != truth for side in sides) / len(sides))
        against += [fmean(errors[True])] if errors[True] else []
        favour += [fmean(errors[False])] if errors[False] else []
    units = min(len(against), len(favour))
    return tuple(fmean(favour[at::units]) - fmean(against[at::units]) for at in range(units))


def _people(answers: VersionAnswers, pair: AskedPair) -> list[bool]:
    known = _known_side(answers, pair)
    return [side == known for side in pair.truth.values()]


def _findings(figures: Mapping[str, Figure]) -> list[Notice]:
    raw, renamed, short = (figures[f"{version}: knows the story"] for version in VERSIONS)
    if raw.value is None:
        return [Notice.of("audits.memory-unknown")]
    found = [Notice.of("audits.knows", raw=raw.notice, anonymised=renamed.notice, summarised=short.notice)]
    if raw.above(0.2):
        found.append(Notice.of("audits.may-be-memory"))
    return found
