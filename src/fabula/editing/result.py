"""The result of `fabula edit`: notes at the line, what was dropped on the way, and the letter."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.languages import Language
from fabula.notices import Notice, worded
from fabula.reading.findings import Severity
from fabula.result import Result

Kind = Literal[
    "plot-hole",
    "continuity",
    "motivation",
    "stakes",
    "pacing",
    "point-of-view",
    "dialogue",
    "exposition",
    "scene-purpose",
    "prose",
    "opening",
    "ending",
    "promise",
    "keep",
]
"""What a note is about. `keep` is for what is good and should survive the next draft."""
Said = str | Notice
"""A model's own words, in the book's language, or a sentence of ours, which the interfaces put into the user's."""
Tone = Literal["warm", "plain", "blunt"]
Depth = Literal["reading", "standard", "thorough"]
PartKind = Literal["about", "works", "matters", "parts", "next"]


def words_of(said: Said, language: Language) -> str:
    """What was said, as the user reads it."""
    return worded(said, language) if isinstance(said, Notice) else said


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Place(_Part):
    """A stretch of the book, word for word: `start` and `end` are offsets into the text of the chapter."""

    chapter: int
    start: int
    end: int
    quotation: str


class EditNote(_Part):
    """One thing that an author should change, look at or keep, tied to the words that show it."""

    id: str
    """Made from kind, chapter and quotation, so that the next run over the same words finds the same note."""
    kind: Kind
    severity: Severity
    chapter: int
    start: int
    end: int
    quotation: str
    what: Said
    """What is there, in one or two sentences."""
    effect: Said = ""
    """What it does to a reader; for a measured note, what it may mean."""
    intended: Said = ""
    """When it is meant to be so, and the note can be put aside."""
    remedy: Said = ""
    source: Literal["model", "measured"]
    measure: str = ""
    """Which measure found it, such as `repeated-passage`. Empty for a model's note."""
    linked: tuple[Place, ...] = ()
    """Other places that belong to it, in the order of the book."""
    people: tuple[str, ...] = ()
    """Who is concerned, by the names of the cast."""
    joined: int = 0
    """How many notes that said the same were joined into this one."""

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(chapter=self.chapter, start=self.start, end=self.end, quotation=self.quotation)


class Dropped(_Part):
    """What did not become a note, or a sentence of the letter."""

    quotations: int = 0
    """Notes whose quotation is not in the book, also after the model was asked once more."""
    asked_again: int = 0
    """Quotations that the model was asked for once more."""
    not_borne_out: int = 0
    """Notes that passages of the book contradict, or about the whole book, do not show."""
    duplicates: int = 0
    """Notes that were joined into another."""
    claims: int = 0
    """Sentences of the letter that no note bears out."""
    unread: int = 0
    """Pieces of the book for which the model gave no usable answer."""


class Claim(_Part):
    """One statement of the letter with the notes that bear it out."""

    text: Said
    notes: tuple[str, ...] = ()
    chapters: tuple[int, ...] = ()
    """For what the book is: the chapters that the reading names."""


class LetterPart(_Part):
    """One part of the letter."""

    kind: PartKind
    claims: tuple[Claim, ...]


class Letter(_Part):
    """The letter to the author."""

    tone: Tone
    source: Literal["model", "measured"]
    parts: tuple[LetterPart, ...]


class EditedChapter(_Part):
    """One chapter of the book that was edited."""

    number: int
    title: str
    words: int
    """Characters in Chinese."""


class EditedBook(_Part):
    """The book that was edited."""

    id: str
    title: str
    author: str | None
    language: Language
    words: int
    text: str
    """The digest of its chapters: the notes' places are in this text."""
    in_sections: bool
    chapters: tuple[EditedChapter, ...]


class EditResult(Result):
    """Notes on a book, the first to be dealt with first. The document of `fabula edit --json`."""

    KIND: ClassVar[str] = "edit"

    kind: str = KIND
    book: EditedBook
    depth: Depth | None
    """How much of the book a model read. None if no model was asked."""
    notes: tuple[EditNote, ...]
    """What to change, in the order in which an author should look at it; then what to keep."""
    dropped: Dropped
    letter: Letter | None
    notices: tuple[Notice, ...] = ()
    """What in the book or its reading addresses the model."""

    @property
    def faults(self) -> tuple[EditNote, ...]:
        """What to look at, the first first."""
        return tuple(note for note in self.notes if note.kind != "keep")

    @property
    def strengths(self) -> tuple[EditNote, ...]:
        """What to keep."""
        return tuple(note for note in self.notes if note.kind == "keep")

    def note(self, id: str) -> EditNote | None:
        """The note of this id."""
        return next((note for note in self.notes if note.id == id), None)
