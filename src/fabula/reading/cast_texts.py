"""A character analysis, as datasets release it, read back into people.

Lessons for a critic and questions to it then list a cast in one form: `cast_list` of people.
"""

from __future__ import annotations

import re

from fabula.reading.reading import Character

_PART = re.compile(
    r"^[ \t]*[-*•][ \t]*\**(Profile|Overall Experience)\**[ \t]*:[ \t*]*", re.MULTILINE | re.IGNORECASE
)
_PERSON = re.compile(
    r"^[ \t]*\*\*(?!Profile\b|Overall Experience\b)([^*\n]+)\*\*[ \t]*:?[ \t]*", re.MULTILINE
)


def people_of(analysis: str) -> tuple[Character, ...]:
    """The people of a character analysis as released: a bold name, then a profile and an experience.

    A text in another form is one entry, so that nothing of it is lost.
    """
    parts = _PERSON.split(analysis)
    people = tuple(
        _person(name.strip(" :"), body) for name, body in zip(parts[1::2], parts[2::2], strict=True)
    )
    if (people and not parts[0].strip()) or not analysis.strip():
        return people
    return (Character("All", profile=analysis.strip()),)


def _person(name: str, body: str) -> Character:
    parts = _PART.split(body)
    said = {label.lower(): _flat(text) for label, text in zip(parts[1::2], parts[2::2], strict=True)}
    profile = " ".join(part for part in (_flat(parts[0]), said.get("profile", "")) if part)
    return Character(name, profile=profile, experience=said.get("overall experience", ""))


def _flat(text: str) -> str:
    return " ".join(re.sub(r"\*+|^[ \t]*[-•][ \t]+", "", text, flags=re.MULTILINE).split())
