"""A board as the figures of its document."""

from __future__ import annotations

from statistics import fmean

from fabula.measures.refusal import Refused
from fabula.novelists.board import Board, Judges, Row
from fabula.novelists.calibration import HeldOut
from fabula.novelists.differences import PairDifference
from fabula.novelists.results_board import (
    BoardParts,
    BookResult,
    DifferenceResult,
    HeldOutResult,
    JudgePairResult,
    JudgesResult,
    WriterResult,
)


def board_parts(made: Board) -> BoardParts:
    """What `novelist board` and `bench webnovel` save of a board."""
    return BoardParts(
        writers=tuple(_writer(row) for row in made.rows),
        differences=tuple(_difference(one) for one in made.apart),
        judges=_judges(made.judges),
        dimensions=made.dimensions,
        reference=made.reference.source or "no source named",
        judge_cost=made.judge_cost,
        calibrated=not made.cautions,
        cautions=made.cautions,
        held_out=_held_out(made.held_out) if made.held_out else None,
        left_out=made.left_out,
        gauge=made.gauge,
        duels=made.duels,
        genres=made.genres,
    )


def _writer(row: Row) -> WriterResult:
    interval = row.percentile
    return WriterResult(
        writer=row.writer,
        model=row.model,
        setting=row.setting,
        percentile=row.centre,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        normalised=row.normalised,
        above_all=row.above_all,
        dimensions=dict(row.dimensions),
        books=len(row.books),
        chapters=row.chapters,
        unjudged=row.unjudged,
        faults=dict(row.faults),
        words=fmean(row.words) if row.words else None,
        in_bounds=row.in_bounds,
        cost=row.cost,
        judge_cost=row.judge_cost,
        on_paper_scale=row.on_paper_scale,
        duels=row.strength,
        by_book=tuple(
            BookResult(
                story=book.story,
                chapters=book.chapters,
                normalised=book.placement.normalised,
                percentile=book.placement.percentile,
                scores=dict(zip(row.dimensions, book.scores, strict=True)),
            )
            for book in row.books
        ),
    )


def _difference(one: PairDifference) -> DifferenceResult:
    return DifferenceResult(
        first=one.first,
        second=one.second,
        books=one.books,
        difference=one.difference,
        low=one.low,
        high=one.high,
        norm=one.norm,
        p=one.p,
        p_holm=one.corrected,
        holds=one.holds,
        too_few=one.too_few,
    )


def _judges(judges: Judges) -> JudgesResult:
    return JudgesResult(
        names=judges.names,
        alpha=judges.alpha if isinstance(judges.alpha, float) else None,
        alpha_refused=judges.alpha.notice if isinstance(judges.alpha, Refused) else None,
        pairs=tuple(
            JudgePairResult(
                first=first,
                second=second,
                spearman=found if isinstance(found, float) else None,
                refused=found.notice if isinstance(found, Refused) else None,
            )
            for first, second, found in judges.pairs
        ),
        means=dict(judges.means),
    )


def _held_out(found: HeldOut) -> HeldOutResult:
    at = found.percentile
    return HeldOutResult(novels=found.novels, value=at.value, low=at.low, high=at.high)
