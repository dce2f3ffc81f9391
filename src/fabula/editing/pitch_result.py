"""The result of `fabula pitch`: a logline, two synopses and comparable titles, sentence by sentence with what the book
says of each."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.notices import Notice
from fabula.result import Result

PitchKind = Literal["logline", "one-page", "three-pages"]
Borne = Literal["contradicted", "not_found", "unverified", "supported", "unjudged"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PitchSentence(_Part):
    """One sentence with the worst verdict on its facts."""

    text: str
    verdict: Borne
    facts: int
    reason: str = ""
    """Why it is not borne out."""
    quotation: str = ""
    """The line of the book that speaks against it."""
    chapter: int | None = None
    was: str = ""
    """The sentence that was sent back, if this one took its place."""

    @property
    def faulty(self) -> bool:
        """Whether the book contradicts it or does not contain it."""
        return self.verdict in ("contradicted", "not_found")


class PitchText(_Part):
    """One text."""

    kind: PitchKind
    paragraphs: tuple[tuple[PitchSentence, ...], ...]

    @property
    def sentences(self) -> tuple[PitchSentence, ...]:
        """All sentences in order."""
        return tuple(each for paragraph in self.paragraphs for each in paragraph)


class ComparableTitle(_Part):
    """A published book to name beside this one. That it exists is the model's word: it is not checked."""

    title: str
    author: str
    year: int | None
    here: PitchSentence
    """What this book has in common with it, said of this book alone."""
    why: str
    """Why its readers would want this book."""


class PitchedBook(_Part):
    """The book that is offered."""

    id: str
    title: str
    author: str | None
    language: str
    words: int
    """Characters in Chinese."""
    text: str
    """The digest of its chapters."""


class PitchResult(Result):
    """What a query letter needs. The document of `fabula pitch --json`."""

    KIND: ClassVar[str] = "pitch"

    kind: str = KIND
    book: PitchedBook
    texts: tuple[PitchText, ...]
    """A text that the model did not give is missing."""
    comparables: tuple[ComparableTitle, ...]
    notices: tuple[Notice, ...] = ()
    """What in the book or in the reading addressed the model."""
    sent_back: int
    """Sentences that the book did not bear out, sent back once."""

    @property
    def faulty(self) -> int:
        """Sentences that the book does not bear out after all."""
        said = (
            *(each for text in self.texts for each in text.sentences),
            *(each.here for each in self.comparables),
        )
        return sum(each.faulty for each in said)
