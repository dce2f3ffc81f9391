"""Headings: how to read one line as a heading, and whether it is a chapter, a part or neither."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PART, CHAPTER, SECTION, BARE = "part", "chapter", "section", "bare"
LONGEST = 240
"""Characters of the longest heading."""
NEVER = r"(?!)"
"""A pattern that matches nothing, for a language without such words."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line read as a heading."""

    level: str
    """What it is by its word: a part above chapters, a chapter, a section within one, or a bare numeral."""
    kind: str
    """The word itself (`chapter`, `letter`, `回`), or how a bare numeral is written."""
    number: int | None
    """None for a prologue and similar."""
    printed: str
    """The line as a title, without ornaments and page numbers."""
    title: str
    """What follows the number on the line."""
    rank: int = 0
    """The rank of parts: volumes above books above parts."""
    parts: tuple[Heading, ...] = ()
    """Parts named on the same line, before the chapter."""

    @property
    def key(self) -> tuple[str, int | str]:
        """A key shared by the same heading in a contents list and in the text."""
        if self.number is None:
            return self.level, self.kind
        return (self.kind if self.level == PART or self.kind == "letter" else CHAPTER), self.number

    def under(self, part: Heading) -> Heading:
        """This heading with a part that the same line names before it."""
        outer = Heading(PART, part.kind, part.number, part.printed, "", part.rank)
        return Heading(
            self.level, self.kind, self.number, self.printed, self.title, self.rank, (outer, *self.parts)
        )


ReadLine = Callable[[str], Heading | None]
"""Reads a line by the rules of every language."""


def _reads_nothing(line: str, any_language: ReadLine) -> Heading | None:  # noqa: ARG001 - called as every reader is
    return None


@dataclass(frozen=True, slots=True)
class HeadingRules:
    """The heading words of a language. Fields of type `str` are case-insensitive patterns.

    Headings are read before the language of a text is known, so lines are matched against all languages with a folder.
    """

    read: Callable[[str, ReadLine], Heading | None] = _reads_nothing
    """The heading that a line would be by this language's words."""
    begins: str = NEVER
    """What a line that may be a heading begins with. In lower case: every line of a text is asked for it."""
    numbered: str = NEVER
    """A whole heading that says it is a chapter, and which one."""
    named: str = NEVER
    """A whole heading that says it is a chapter without a number: a prologue."""
    bare_number: str = NEVER
    """A number and nothing else."""
    part: str = NEVER
    """A whole heading that names a part above chapters."""
    half: str = NEVER
    """Which part of its chapter a heading begins, where several have one number: 第十二章（上）."""
    within: str = NEVER
    """The beginning of a heading where it may stand within a line of text. Its group is the number."""
    extra: str = NEVER
    """A story told after the end, as web novels have it."""
    date: str = NEVER
    """A date as it heads an entry of a diary: `Monday, 12 May 1897`."""
    contents: str = NEVER
    """The title of a list of contents."""
    comes_first: str = NEVER
    """The start of a file name that sorts before all numbered ones: `prologue.txt`."""
    comes_last: str = NEVER
    goes_on: str = NEVER
    """What stands in brackets below the title of a chapter that goes on with the one before: `(Continuation)`."""
    sentence_case: bool = False
    """Whether titles use sentence case."""
    number_in_name: str = NEVER
    """A number in words within the name of a file."""
