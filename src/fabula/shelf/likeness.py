"""Compares two folded texts: copies of each other, one a part of the other, or neither."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz

SAME = 0.9
"""The ratio (twice the letters in common order, over the letters of both) above which two texts are the same novel."""
PART = 0.85
"""The share of a text's windows that must be in another text for it to count as a part."""
_WHOLE = 300_000
"""Texts of up to this many letters are compared whole. Longer ones are compared by windows, which is much faster."""
_WINDOW = 500
_WINDOWS = 32
_WINDOW_ALIKE = 80.0
_SEEDS = {True: 12, False: 24}


@dataclass(frozen=True, slots=True)
class Likeness:
    """The outcome of comparing two texts."""

    ratio: float
    """The ratio of the whole texts, or 0 if it is too low for the same novel."""
    share: float
    """The share of the shorter text that is in the longer. For copies it is 1 without a comparison."""

    @property
    def same(self) -> bool:
        return self.ratio > SAME

    @property
    def part(self) -> bool:
        return not self.same and self.share >= PART


def likeness(first: str, second: str) -> Likeness:
    """Compares two folded texts."""
    shorter, longer = sorted((first, second), key=len)
    if not shorter:
        return Likeness(0.0, 0.0)
    ratio = _ratio(shorter, longer)
    return Likeness(ratio, 1.0 if ratio > SAME else _found(shorter, longer)[0])


def _ratio(shorter: str, longer: str) -> float:
    best = 2 * len(shorter) / (len(shorter) + len(longer))
    if best <= SAME:
        return 0.0
    if len(longer) <= _WHOLE:
        return float(fuzz.ratio(shorter, longer, score_cutoff=100 * SAME)) / 100
    return min(best, _found(shorter, longer)[1], _found(longer, shorter)[1])


def _found(text: str, other: str) -> tuple[float, float]:
    """The share of a text's evenly spaced windows that are in another, and their mean ratio (0 for missing windows)."""
    size = min(_WINDOW, len(text))
    count = min(_WINDOWS, max(1, len(text) // size))
    starts = [round(n * (len(text) - size) / max(1, count - 1)) for n in range(count)]
    ratios = [_window(text[start : start + size], other) for start in starts]
    alike = sum(ratio >= _WINDOW_ALIKE for ratio in ratios)
    return alike / count, sum(ratios) / count / 100


def _window(window: str, other: str) -> float:
    """The best ratio between a window and the places in the other text that share a few of its letters exactly."""
    run = _SEEDS["一" <= window[len(window) // 2] <= "\u9fff"]
    best = 0.0
    for at in range(0, max(1, len(window) - run), 20):
        place = other.find(window[at : at + run])
        if place >= 0:
            start = max(0, place - at)
            best = max(best, fuzz.ratio(window, other[start : start + len(window)]))
            if best >= _WINDOW_ALIKE:
                break
    return best
