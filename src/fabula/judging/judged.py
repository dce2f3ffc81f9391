"""What every way of judging returns, before replicates are put together."""

from __future__ import annotations

from dataclasses import dataclass, field

from fabula.rubrics.verdict import Verdict


@dataclass(frozen=True, slots=True)
class PieceVerdict:
    """One judgement of one segment: the curve of a book's quality is drawn from these."""

    segment: int
    chapters: tuple[int, ...]
    words: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts on one book by one method, one a replicate, and where there were segments, theirs."""

    verdicts: tuple[Verdict, ...]
    pieces: tuple[PieceVerdict, ...] = field(default=())
