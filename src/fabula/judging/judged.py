"""What every method of judging returns, before the replicates are combined."""

from __future__ import annotations

from dataclasses import dataclass, field

from fabula.rubrics.verdict import Verdict


@dataclass(frozen=True, slots=True)
class PieceVerdict:
    """One judgement of one segment. The curve of a book's quality is drawn from these."""

    segment: int
    chapters: tuple[int, ...]
    words: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts on one book by one method: one per replicate, and those of the segments if there are any."""

    verdicts: tuple[Verdict, ...]
    pieces: tuple[PieceVerdict, ...] = field(default=())
