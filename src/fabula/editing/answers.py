"""What a model answers while it edits a book."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from fabula.editing.result import Kind
from fabula.reading.findings import Severity


class NoteAnswer(BaseModel):
    """One note on a piece of the book."""

    kind: Kind
    severity: Severity = "medium"
    chapter: int = Field(description="the chapter's number as given with the piece")
    quotation: str = Field(description="words of the piece, copied exactly")
    what: str
    effect: str = ""
    remedy: str = ""
    people: list[str] = []


class ChapterAnswer(BaseModel):
    """The notes on one piece."""

    notes: list[NoteAnswer]


class AcrossAnswer(BaseModel):
    """One note on the whole book."""

    kind: Kind
    severity: Severity = "medium"
    chapters: list[int] = Field(description="the chapters concerned, in order")
    what: str
    effect: str = ""
    remedy: str = ""
    people: list[str] = []


class WholeAnswer(BaseModel):
    """What only the whole shows, which notes say the same, and which come first."""

    across: list[AcrossAnswer] = []
    same: list[list[int]] = Field(default=[], description="groups of note numbers, the best of each first")
    first: list[int] = Field(default=[], description="note numbers, the most important first")


class ShownAnswer(BaseModel):
    """Whether the book bears a note out, and where."""

    quotations: list[str] = []
    verdict: Literal["borne out", "not shown", "contradicted"]


class ClaimAnswer(BaseModel):
    """One claim of the letter."""

    text: str
    notes: list[int] = Field(default=[], description="numbers of the notes that bear it out")
    chapters: list[int] = []


class LetterAnswer(BaseModel):
    """The letter, part by part."""

    about: list[ClaimAnswer] = []
    works: list[ClaimAnswer] = []
    matters: list[ClaimAnswer] = []
    parts: list[ClaimAnswer] = []
    next: list[ClaimAnswer] = []
