"""Written books judged as wholes, as a document."""

from __future__ import annotations

from typing import ClassVar, Literal

from fabula.notices import Notice
from fabula.novelists.result_parts import Part
from fabula.result import Result


class AspectScore(Part):
    """One aspect of the verdict."""

    id: str
    label: str
    score: float | None
    critique: str


class Contradiction(Part):
    """A statement of one chapter that an earlier chapter denies."""

    chapter: int
    statement: str
    quotation: str
    earlier: int
    earlier_quotation: str
    reason: str


class WholeBookResult(Part):
    """One written book."""

    writer: str
    story: str
    chapters: int
    words: int
    overall: float | None
    low: float | None
    high: float | None
    assessment: str
    aspects: tuple[AspectScore, ...]
    statements_checked: int
    """What chapters state for good, checked against the chapters before."""
    contradictions: tuple[Contradiction, ...]
    troubles: tuple[Notice, ...]


class WholeResult(Result):
    """The document of `novelist whole`."""

    KIND: ClassVar[str] = "novelist-whole"

    kind: Literal["novelist-whole"] = "novelist-whole"
    books: tuple[WholeBookResult, ...]
    notes: tuple[Notice, ...] = ()
    """What in the stories or the rubric addresses the judge."""
