"""One panel for each unit: cost against size, both as logarithms, with a dashed line where cost is proportional."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10

from fabula.reports.palette import DAY
from fabula.reports.svg import element, line, picture, words

_WIDE, _TALL, _LEFT, _TOP = 440.0, 230.0, 46.0, 30.0
_COLOURS = ("group-1", "group-2", "group-3", "group-4", "group-5", "ink", "muted", "band")


@dataclass(frozen=True, slots=True)
class Grown:
    """What one job took at each size, and the exponent that fits."""

    unit: str
    name: str
    sizes: tuple[int, ...]
    spent: tuple[float, ...]
    exponent: float

    @property
    def line(self) -> str:
        """For the terminal."""
        pairs = zip(self.sizes, self.spent, strict=True)
        figures = "  ".join(f"{size:,}: {seconds:.2f} s" for size, seconds in pairs)
        return f"  {self.unit + ': ' + self.name:<40} {figures}   exponent {self.exponent:.2f}"


def drawn(found: Sequence[Grown]) -> str:
    """All jobs, two panels in a row."""
    units = list(dict.fromkeys(each.unit for each in found))
    most = max(sum(each.unit == unit for each in found) for unit in units)
    tall = _TOP + _TALL + 44 + 18 * most
    parts = []
    for number, unit in enumerate(units):
        own = [each for each in found if each.unit == unit]
        x, y = _WIDE * (number % 2), tall * (number // 2)
        parts.append(element("g", *_panel(unit, own), transform=f"translate({x:g} {y:g})"))
    return picture(2 * _WIDE, tall * ((len(units) + 1) // 2), parts)


def _panel(unit: str, jobs: Sequence[Grown]) -> Iterator[str]:
    sizes = [size for job in jobs for size in job.sizes]
    spent = [max(seconds, 0.001) for job in jobs for seconds in job.spent]
    (west, east), (south, north) = _decades(sizes), _decades(spent)

    def x(size: float) -> float:
        return _LEFT + (_WIDE - _LEFT - 24) * (log10(size) - west) / (east - west)

    def y(seconds: float) -> float:
        return _TOP + _TALL * (north - log10(max(seconds, 0.001))) / (north - south)

    yield words(f"CPU seconds by {unit}", _LEFT, 18, size=14, colour="ink")
    for power in range(south, north + 1):
        yield line(_LEFT, y(10.0**power), _WIDE - 24, y(10.0**power))
        yield words(f"{10.0**power:g}", _LEFT - 6, y(10.0**power) + 4, text_anchor="end")
    for power in range(west, east + 1):
        yield words(f"{10**power:,}", x(10.0**power), _TOP + _TALL + 18, text_anchor="middle")
    run = min(east - west, north - south)
    yield line(x(10.0**west), y(10.0**south), x(10.0 ** (west + run)), y(10.0 ** (south + run)), "muted", stroke_dasharray="4 4")  # fmt: skip
    for number, job in enumerate(jobs):
        colour = DAY[_COLOURS[number % len(_COLOURS)]]
        points = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in zip(job.sizes, job.spent, strict=True))
        yield element("polyline", points=points, fill="none", stroke=colour, stroke_width=2)
        at = _TOP + _TALL + 44 + 18 * number
        yield element("line", x1=_LEFT, y1=at - 4, x2=_LEFT + 20, y2=at - 4, stroke=colour, stroke_width=2)
        yield words(f"{job.name}: exponent {job.exponent:.2f}", _LEFT + 28, at, colour="ink")


def _decades(values: Sequence[float]) -> tuple[int, int]:
    logs = [log10(each) for each in values]
    low, high = int(min(logs) // 1), int(-(-max(logs) // 1))
    return low, max(high, low + 1)
