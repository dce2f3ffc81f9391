"""How alike two folded texts are: copies of one another, one a part of the other, or neither."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz

SAME = 0.9
"""The ratio (twice the letters in common order over the letters of both) above which two texts are one novel."""
PART = 0.85
"""The share of a text's windows that another holds for it to be a part of the other."""
_WHOLE = 300_000
"""Letters up to which two texts are compared whole; longer ones by windows, which takes seconds less."""
_WINDOW = 500
_WINDOWS = 32
_WINDOW_ALIKE = 80.0
_SEEDS = {True: 12, False: 24}


@dataclass(frozen=True, slots=True)
class Likeness:
    """What was found of two texts."""

    ratio: float
    """Of the whole texts; 0 where it is below what makes them one novel."""
    share: float
    """The share of the shorter that stands in the longer; 1 of one novel's copies, unasked."""

    @property
    def same(self) -> bool:
        return self.ratio > SAME

    @property
    def part(self) -> bool:
        return not self.same and self.share >= PART


def likeness(first: str, second: str) -> Likeness:
    """Compare two folded texts."""
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
    """The share of evenly spaced windows of a text that another holds, and their mean ratio (those not found count 0)."""
    size = min(_WINDOW, len(text))
    count = min(_WINDOWS, max(1, len(text) // size))
    starts = [round(n * (len(text) - size) / max(1, count - 1)) for n in range(count)]
    ratios = [_window(text[start : start + size], other) for start in starts]
    alike = sum(ratio >= _WINDOW_ALIKE for ratio in ratios)
    return alike / count, sum(ratios) / count / 100


def _window(window: str, other: str) -> float:
    """The best ratio of a window with the other text where a few of its letters stand word for word."""
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
