"""Every sentence in which a reader of files says that something looks wrong: a report says each in its own language."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

Cautioned = NewType("Cautioned", str)
"""A warning to the user. Only a Caution makes one, so that none can be written that a report cannot translate."""


class Caution(StrEnum):
    """The sentences; `{n}` and `{m}` are numbers, other fields are taken from the file as they stand there."""

    LANGUAGE = "the file says its language is {stated}; its text reads as {found}"
    DAMAGED = "{n} characters could not be read as {encoding} and stand as {mark}"
    EMPTY_FILE = "{file} is empty"
    NO_TEXT_FILES = "left out of the folder, as no text: {names}"
    MANY_NO_TEXT_FILES = "left out of the folder, as no text: {names} and {n} more"
    MISSING_PAGE = "the reading order names {member}, which is not in the file"

    NO_CHAPTER = "no piece looks like a chapter; all of the text is kept"
    EMPTY_CHAPTER = "chapter {n} (“{title}”) has no text"
    OPENING = "{n} words stand before the first heading: taken as a chapter of their own"
    ONE_HEADING = "only 1 chapter found in {n} words"
    FEW_HEADINGS = "only {m} chapters found in {n} words"
    ONE_CHAPTER = "no chapter headings found: the text is taken as one chapter"
    CUT_AT_BREAKS = "no chapter headings found: cut at large breaks into {n} sections"
    CUT_BY_SIZE = "no chapter headings and no large breaks found: cut by size into {n} sections"
    CUT_AT_BOTH = (
        "no chapter headings found: cut into {n} sections, {m} times at a large break and else by size"
    )

    OUT_OF_ORDER = "“{printed}” (line {n}) is out of order: taken as text, not as a chapter"
    FIRST_NUMBER = "the first chapter found is numbered {n}: “{printed}”"
    FIRST_NUMBER_OF_PART = "the first chapter of its part is numbered {n}: “{printed}”"
    MISSING_CHAPTER = "chapter {n} is missing before “{printed}”"
    MISSING_CHAPTERS = "chapters {n} to {m} are missing before “{printed}”"
    TWICE = "number {n} stands twice: “{last}” and “{printed}” (line {m})"
    AGAIN = "the numbering starts again at “{printed}” (line {n})"
    AFTER = "“{printed}” (line {n}) comes after “{last}”"
    MORE = "and {n} more warnings of this kind"

    def of(self, **fields: object) -> Cautioned:
        """The sentence, filled in."""
        return Cautioned(self.value.format(**fields))
