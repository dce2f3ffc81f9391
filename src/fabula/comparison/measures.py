"""Which measures changed, over the chapters that both drafts have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from fabula.comparison.result import FigureChange, Moved
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.comparison.result import ChapterPair
    from fabula.judging.result import EvaluateResult

FEWEST_CHAPTERS = 6
"""With fewer shared chapters, an interval says nothing."""
_NOTHING = 5e-4
"""Below this change in every chapter, a measure counts as the same, because it would print as zero."""
Measure = Literal["dialogue_share", "sentence_words", "flesch", "mtld", "filter_words"]
MEASURES: tuple[Measure, ...] = ("dialogue_share", "sentence_words", "flesch", "mtld", "filter_words")


def changed_measures(
    old: EvaluateResult, new: EvaluateResult, pairs: Sequence[ChapterPair]
) -> list[FigureChange]:
    """Words and chapters as counted, then the measures of craft and mood."""
    before, after = old.measured, new.measured
    if before is None or after is None:
        return []
    found = [
        _counted("words", before.craft.words, after.craft.words),
        _counted("chapters", len(old.chapters), len(new.chapters)),
    ]
    other = _other_difference(pairs)
    kept = [(pair.old - 1, pair.new - 1) for pair in pairs if pair.old is not None and pair.new is not None]
    for name in MEASURES:
        was = [getattr(chapter, name) for chapter in before.craft_by_chapter]
        now = [getattr(chapter, name) for chapter in after.craft_by_chapter]
        whole = getattr(before.craft, name), getattr(after.craft, name)
        found.append(_paired(name, whole, _common(was, now, kept), other))
    was, now = list(before.mood.by_chapter), list(after.mood.by_chapter)
    found.append(_paired("mood", (_mean(was), _mean(now)), _common(was, now, kept), other))
    return [change for change in found if change.old is not None or change.new is not None]


def _counted(name: str, old: int, new: int) -> FigureChange:
    return FigureChange(id=name, old=old, new=new, moved="counted", why=Notice.of("comparison.counted"))


def _common(
    was: Sequence[float | None], now: Sequence[float | None], kept: Sequence[tuple[int, int]]
) -> list[float]:
    """The change in each chapter that both drafts have."""
    return [b - a for one, other in kept if (a := was[one]) is not None and (b := now[other]) is not None]


def _paired(
    name: str, whole: tuple[float | None, float | None], changes: Sequence[float], other: str
) -> FigureChange:
    """The change in the shared chapters. Added and cut chapters affect the figure of the whole book, not this one."""
    old, new = whole
    if len(changes) < FEWEST_CHAPTERS:
        return FigureChange(id=name, old=old, new=new, why=Notice.of("comparison.few-chapters"))
    interval = mean_interval(changes)
    if isinstance(interval, Refused) or max(map(abs, changes)) < _NOTHING:
        why = Notice.of(f"comparison.same-but-{other}" if other else "comparison.in-chapters-kept")
        return FigureChange(id=name, old=old, new=new, low=0.0, high=0.0, moved="within", why=why)
    moved: Moved = "up" if interval.low > 0 else "down" if interval.high < 0 else "within"
    return FigureChange(
        id=name,
        old=old,
        new=new,
        low=interval.low,
        high=interval.high,
        moved=moved,
        why=Notice.of("comparison.in-chapters-kept"),
    )


def _other_difference(pairs: Sequence[ChapterPair]) -> str:
    """Why two drafts can differ even if their shared chapters are the same."""
    cut, added = any(pair.new is None for pair in pairs), any(pair.old is None for pair in pairs)
    return "cut-and-added" if cut and added else "cut" if cut else "added" if added else ""


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
