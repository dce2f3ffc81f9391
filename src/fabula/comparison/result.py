"""The JSON result of a comparison."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.editing.result import EditNote
from fabula.languages import ENGLISH, Language
from fabula.notices import Notice
from fabula.reading.findings import Finding
from fabula.result import Result

Moved = Literal["up", "down", "within", "unsaid", "counted"]
"""`within`: within the noise. `unsaid`: nothing can be said. `counted`: exact, neither better nor worse."""
NoteGroupName = Literal["dealt_with", "rewritten", "remain", "new", "lost"]
Status = Literal["same", "changed", "moved", "added", "cut"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ComparedBook(_Part):
    """One side: which book it is, and how it was judged."""

    id: str
    title: str
    author: str | None
    language: Language
    method: str
    model: str | None
    rubric: str
    signature: str


class FigureChange(_Part):
    """One figure in both books. `low` and `high` bound the change itself."""

    id: str
    label: str | None = None
    """The aspect's name in its rubric. None if the id is clear enough."""
    old: float | None
    new: float | None
    low: float | None = None
    high: float | None = None
    moved: Moved = "unsaid"
    why: Notice | None = None
    """What the verdict rests on."""


class ChapterPair(_Part):
    """One chapter in both drafts, or in one. Numbers count through the book."""

    status: Status
    old: int | None
    new: int | None
    title: str
    likeness: float | None
    """From 0 to 1. None if the text is not known."""


class PassageChange(_Part):
    """One paragraph that is not as it was. Offsets are into the text of its chapter."""

    kind: Literal["rewritten", "moved", "added", "cut"]
    old: str
    new: str
    old_chapter: int | None
    old_start: int | None
    new_start: int | None


class TextChange(_Part):
    """What became of the paragraphs of one chapter, in the order of the new draft."""

    old: int | None
    new: int | None
    title: str
    kept: int
    """Paragraphs that stayed as they were."""
    changes: tuple[PassageChange, ...]


class FindingChanges(_Part):
    """Findings that are gone, and findings that are new."""

    gone: tuple[Finding, ...]
    new: tuple[Finding, ...]
    in_both: int
    only_the_first_are_shown: tuple[str, ...]
    """Kinds of which a report shows only the first few. A finding may have dropped down the list rather than gone."""


class NoteChanges(_Part):
    """What became of the notes on a draft."""

    dealt_with: tuple[EditNote, ...]
    """Faults of the old draft that are not found in the new one."""
    rewritten: tuple[EditNote, ...]
    """A model's notes whose words are not in the new draft, which no model has read: perhaps dealt with."""
    remain: tuple[EditNote, ...]
    """Faults of both drafts, where they stand in the new one."""
    new: tuple[EditNote, ...]
    """Faults that only the new draft has."""
    lost: tuple[EditNote, ...]
    """What was good and is not found in the new draft."""


class Draft(_Part):
    """One draft in a book's history."""

    number: int
    id: str
    """The digest of its text."""
    added: datetime
    file: str
    """The name of the file that it was read from."""
    label: str = ""
    """What the author calls it."""
    language: Language = ENGLISH
    """Of the text. A draft that was kept before this was noted is told of in English."""
    words: int
    """Characters in Chinese."""
    chapters: int
    faults: int
    """Measured notes on it, when it was added."""
    model_notes: int = 0
    """A model's notes on it. 0 also if no model has read it."""
    figures: dict[str, float | None]
    """Measures of craft."""


class CompareResult(Result):
    """Two evaluations compared."""

    KIND: ClassVar[str] = "compare"

    old: ComparedBook
    new: ComparedBook
    scores: tuple[FigureChange, ...]
    measures: tuple[FigureChange, ...]
    chapters: tuple[ChapterPair, ...]
    text: tuple[TextChange, ...] | None = None
    """The changed text. None if a side is a report, which does not hold the text."""
    findings: FindingChanges
    notes: NoteChanges | None = None
    """The notes of both drafts. None if a side is a report."""


class DraftCompareResult(CompareResult):
    """Two drafts of a book's history compared."""

    KIND: ClassVar[str] = "draft-compare"

    old_draft: Draft
    new_draft: Draft


class DraftListResult(Result):
    """The drafts of a book, the first first."""

    KIND: ClassVar[str] = "draft-list"

    kind: str = KIND
    drafts: tuple[Draft, ...]
