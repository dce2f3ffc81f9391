"""The charts of a report on one book. Each draws itself: no library, no browser, a few milliseconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal

from pydantic import TypeAdapter

from fabula.reports.book_charts import Mood, Panels, Strips
from fabula.reports.figure import PHONE, Figure
from fabula.reports.palette import DAY
from fabula.reports.svg import element, leading, line, long, picture, steps, words


@dataclass(frozen=True, slots=True)
class Dot:
    """One score with its interval and the single answers that it is the mean of."""

    id: str
    label: str
    score: float
    low: float | None
    high: float | None
    single: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Dots:
    """A row for each aspect: the mean as a point, the interval as a bar, single answers as ticks."""

    rows: tuple[Dot, ...]
    low: float
    high: float
    kind: Literal["dots"] = "dots"

    def svg(self, width: int) -> str:
        """The drawing, so many pixels wide."""
        wide = width > PHONE
        size = 13 if wide else 12
        most = 220.0 if wide else 165.0
        left = min(most, max(long(row.label, size) for row in self.rows) + 12)
        right, step = 46.0, 31.0
        foot = 4 + step * len(self.rows)

        def x(score: float) -> float:
            return left + (width - left - right) * (score - self.low) / (self.high - self.low)

        parts = []
        for at in steps(self.low, self.high, 6):
            parts += [line(x(at), 4, x(at), foot), words(f"{at:g}", x(at), foot + 16, text_anchor="middle")]
        for number, row in enumerate(self.rows):
            y = 4 + step * (number + 0.5)
            parts.append(words(row.label, left - 10, y + 4.5, room=left - 10, size=size, colour="ink", text_anchor="end"))  # fmt: skip
            if row.low is not None and row.high is not None:
                parts.append(line(x(row.low), y, x(row.high), y, "band", stroke_width=3))
            parts += [line(x(one), y - 6.5, x(one), y + 6.5, "band", stroke_width=1.5) for one in row.single]
            point = element("circle", cx=x(row.score), cy=y, r=5, fill=DAY["accent"])
            parts.append(leading(f"#aspect-{row.id}", point, row.label))
            parts.append(words(f"{row.score:.1f}", width - right + 8, y + 4.5, size=13, colour="ink", font_weight="bold"))  # fmt: skip
        return picture(width, foot + 24, parts)


@dataclass(frozen=True, slots=True)
class Course:
    """Scores through the book: a thin line for each repeat, a strong one for their mean."""

    parts: tuple[int, ...]
    runs: tuple[tuple[float | None, ...], ...]
    """For each repeat, a score for each part."""
    title: str
    kind: Literal["course"] = "course"

    def svg(self, width: int) -> str:
        """The drawing, so many pixels wide."""
        means = [fmean(known) if known else None for known in map(_known, zip(*self.runs, strict=True))]
        scores = [score for run in self.runs for score in _known(run)]
        spread = max(scores) - min(scores) or 1.0
        low, high = min(scores) - spread / 12, max(scores) + spread / 12
        left, right, top, tall = 38.0, 12.0, 6.0, 150.0

        def x(place: int) -> float:
            return left + (width - left - right) * (place + 0.5) / len(self.parts)

        def y(score: float) -> float:
            return top + tall * (high - score) / (high - low)

        def course(run: tuple[float | None, ...] | list[float | None], colour: str, thick: float) -> str:
            points = " ".join(
                f"{x(n):.1f},{y(score):.1f}" for n, score in enumerate(run) if score is not None
            )
            return element("polyline", points=points, fill="none", stroke=DAY[colour], stroke_width=thick)

        drawn = []
        for at in steps(low, high, 4):
            drawn += [line(left, y(at), width - right, y(at)), words(f"{at:g}", left - 6, y(at) + 4, text_anchor="end")]  # fmt: skip
        drawn += [course(run, "band", 1) for run in self.runs] + [course(means, "accent", 2.2)]
        every = max(1, round(26 * len(self.parts) / (width - left - right) + 0.5))
        for place, (part, mean) in enumerate(zip(self.parts, means, strict=True)):
            if mean is not None:
                drawn.append(element("circle", cx=x(place), cy=y(mean), r=3.2, fill=DAY["accent"]))
            if place % every == 0:
                drawn.append(words(str(part), x(place), top + tall + 16, text_anchor="middle"))
        drawn.append(words(self.title, (left + width - right) / 2, top + tall + 33, text_anchor="middle"))
        return picture(width, top + tall + 38, drawn)


@dataclass(frozen=True, slots=True)
class Shares:
    """A bar for each person's share. The last may be nobody's."""

    names: tuple[str, ...]
    shares: tuple[float, ...]
    named: int
    """How many of them have a name: their bars are strong."""
    kind: Literal["shares"] = "shares"

    def svg(self, width: int) -> str:
        """The drawing, so many pixels wide."""
        left, right, row = (154.0 if width > PHONE else 112.0), 48.0, 24.0
        largest = max(self.shares)
        parts = []
        for number, (name, share) in enumerate(zip(self.names, self.shares, strict=True)):
            y = 4 + row * (number + 0.5)
            wide = (width - left - right) * share / largest
            colour = "accent" if number < self.named else "band"
            parts += [
                words(name, left - 8, y + 4, room=left - 12, colour="ink", text_anchor="end"),
                element("rect", x=left, y=y - 6, width=wide, height=12, fill=DAY[colour]),
                words(f"{share:.0%}", left + wide + 6, y + 4),
            ]
        return picture(width, 8 + row * len(self.names), parts)


@dataclass(frozen=True, slots=True)
class Person:
    """A point of the network, and where its name stands."""

    name: str
    mentions: int
    x: float
    y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class Bond:
    """A line of the network, the thicker the more often two meet."""

    x: float
    y: float
    x2: float
    y2: float
    weight: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """The network in a frame of a size."""

    width: int
    height: int
    people: tuple[Person, ...]
    lines: tuple[Bond, ...]


@dataclass(frozen=True, slots=True)
class Network:
    """Who meets whom, laid out for a wide page and for a phone."""

    page: Drawing
    phone: Drawing
    kind: Literal["network"] = "network"

    def svg(self, width: int) -> str:
        """The drawing for a page or a phone."""
        shown = self.page if width > PHONE else self.phone
        return picture(shown.width, shown.height, _network(shown))


def _network(shown: Drawing) -> Iterator[str]:
    heaviest = max((each.weight for each in shown.lines), default=1.0)
    most = max((each.mentions for each in shown.people), default=1) or 1
    # The layout counts from below, a drawing from above.
    for each in shown.lines:
        thick = 0.6 + 5.4 * (each.weight / heaviest) ** 0.5
        yield line(each.x, shown.height - each.y, each.x2, shown.height - each.y2, "band", stroke_width=thick)
    for person in shown.people:
        radius = 4 + 10 * (person.mentions / most) ** 0.5
        yield element("circle", cx=person.x, cy=shown.height - person.y, r=radius, fill=DAY["accent"], stroke=DAY["ground"], stroke_width=2)  # fmt: skip
    for person in shown.people:
        yield words(
            person.name, person.x, shown.height - person.label_y + 10, size=13, colour="ink", text_anchor="middle",
            stroke=DAY["ground"], stroke_width=4, paint_order="stroke",
        )  # fmt: skip


def _known(scores: tuple[float | None, ...]) -> list[float]:
    return [score for score in scores if score is not None]


BookChart = Dots | Course | Shares | Network | Mood | Panels | Strips
"""Every chart of a report on one book."""


def figures_of(report: Mapping[str, Any]) -> tuple[Figure, ...]:
    """The figures of what a report says, where each is its name, title and words, and the data of its chart."""
    charts: TypeAdapter[BookChart] = TypeAdapter(BookChart)
    return tuple(
        Figure(each["name"], each["title"], each["alt"], charts.validate_python(each["chart"]))
        for each in report["figures"]
    )
