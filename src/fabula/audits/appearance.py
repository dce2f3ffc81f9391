"""Does the look of a story move the score: its author's name, its language, its formatting?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.audits.asking import scores
from fabula.audits.design import Asked, Effect, difference
from fabula.errors import UsageError
from fabula.languages import Language
from fabula.text.language import detect
from fabula.text.sentences import sentences

if TYPE_CHECKING:
    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.personas.personal import Story

Score = float | None
_SECTION = 8
"""Sentences under one heading."""


async def audit_author(material: Material, subject: Subject, door: Door) -> Asked:
    """Each story under the name of a woman, of a man and of a famous author."""
    women, men, famous = [
        await scores(
            [_by(story, name(story, at)) for at, story in enumerate(material.stories)], subject, door
        )
        for name in (_named("women"), _named("men"), _named("famous"))
    ]
    return Asked("author", of_names(women, men, famous))


def of_names(women: Sequence[Score], men: Sequence[Score], famous: Sequence[Score]) -> list[Effect]:
    """What a woman's name and a famous one change."""
    unknown = [
        None if one is None or two is None else (one + two) / 2 for one, two in zip(women, men, strict=True)
    ]
    return [difference("woman", "points", women, men), difference("famous", "points", famous, unknown)]


async def audit_language(material: Material, subject: Subject, door: Door) -> Asked:
    """Each story that is given in two languages, in both."""
    both = [story for story in material.stories if story.name in material.translations]
    if not both:
        raise UsageError(
            "audit language needs the same stories in two languages: a table with a column `translation`"
        )
    pairs = [
        sorted((story, material.translations[story.name]), key=lambda each: each.language) for story in both
    ]
    one, two = [await scores([pair[at] for pair in pairs], subject, door) for at in (0, 1)]
    return Asked("language", [difference("language", "points", one, two)])


async def audit_formatting(material: Material, subject: Subject, door: Door) -> Asked:
    """Each story as plain text, and with headings and bold type in Markdown."""
    formatted = [replace(story, text=markdown(story.text)) for story in material.stories]
    one, two = [await scores(each, subject, door) for each in (formatted, material.stories)]
    return Asked("formatting", [difference("formatting", "points", one, two)])


def markdown(text: str) -> str:
    """The same words with a numbered heading for every few sentences, whose first one is bold."""
    language = detect(text)
    parts = [part for start, end in sentences(text, language) if (part := text[start:end].strip())] or [text]
    sections = [parts[at : at + _SECTION] for at in range(0, len(parts), _SECTION)]
    return "\n\n".join(
        f"## {number}\n\n**{own[0]}**{language.joiner}{language.joiner.join(own[1:])}".rstrip()
        for number, own in enumerate(sections, 1)
    )


def _by(story: Story, name: str) -> Story:
    return replace(story, text=f"{Language(story.language).audits.byline.format(name=name)}\n\n{story.text}")


def _named(kind: str) -> Callable[[Story, int], str]:
    def name(story: Story, at: int) -> str:
        names: tuple[str, ...] = getattr(Language(story.language).audits, kind)
        return names[at % len(names)]

    return name
