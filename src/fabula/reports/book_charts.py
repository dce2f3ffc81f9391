"""Charts along a book: it runs from left to right, and a chapter is as wide as it is long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fabula.reports.figure import PHONE
from fabula.reports.palette import DAY
from fabula.reports.svg import element, leading, line, long, picture, steps, words

_RIGHT = 10.0
_NUMBER_ROOM = 26
"""Pixels that the number of a chapter needs."""
_FOOT = 38.0
"""Below a chart: the numbers of the chapters and the title of the axis."""
_PANEL, _BETWEEN, _TITLE = 84.0, 14.0, 22.0
_ROW = 22.0
_FAINTEST = 0.18


@dataclass(frozen=True, slots=True)
class Along:
    """The chapters of a book: where each ends, as a share of the whole, and what each is called."""

    ends: tuple[float, ...]
    names: tuple[str, ...]
    title: str

    def placed(self, left: float, width: float) -> list[tuple[float, float]]:
        """Where each chapter begins, in pixels, and how wide it is. The gap between two is thinner if there are many."""
        across = width - left - _RIGHT
        gap = min(1.0, across / len(self.ends) / 16)
        starts = (0.0, *self.ends[:-1])
        return [
            (left + start * across, max(0.2, (end - start) * across - gap))
            for start, end in zip(starts, self.ends, strict=True)
        ]

    def axis(self, left: float, width: float, y: float, *, titled: bool = True) -> Iterator[str]:
        """The line below a chart, with the numbers of the chapters for which there is room."""
        yield line(left, y, width - _RIGHT, y)
        last = -float(_NUMBER_ROOM)
        for number, (x, wide) in enumerate(self.placed(left, width), 1):
            middle = x + wide / 2
            if middle - last >= _NUMBER_ROOM:
                yield words(str(number), middle, y + 16, text_anchor="middle")
                last = middle
        if titled:
            yield words(self.title, (left + width - _RIGHT) / 2, y + 33, text_anchor="middle")

    def shape(self, chapter: int, *, said: str = "", **attributes: float | str) -> str:
        """A rectangle that stands for a chapter and leads to it."""
        hint = " · ".join(
            part for part in (f"{chapter}. {self.names[chapter - 1]}".rstrip(". "), said) if part
        )
        return leading(f"chapter-{chapter}", element("rect", **attributes), hint)


@dataclass(frozen=True, slots=True)
class Mood:
    """A bar up or down for each chapter, and a line through the whole book."""

    along: Along
    chapters: tuple[float | None, ...]
    curve: tuple[float, ...]
    reach: float
    """How far the axis goes in both directions. What goes beyond is cut off."""
    bright: str
    dark: str
    kind: Literal["mood"] = "mood"

    def svg(self, width: int) -> str:
        """The drawing, so many pixels wide."""
        top, tall = 4.0, 170.0
        left = max(long(self.bright), long(self.dark), long("0")) + 10
        across = width - left - _RIGHT

        def y(mood: float) -> float:
            return top + tall / 2 * (1 - max(-1.0, min(1.0, mood / self.reach)))

        bars = [
            self.along.shape(
                number, said=f"{mood:+.2f}",
                x=x, y=min(y(0), y(mood)), width=wide, height=max(0.5, abs(y(mood) - y(0))), fill=DAY["band"], fill_opacity=0.75,
            )
            for number, ((x, wide), mood) in enumerate(zip(self.along.placed(left, width), self.chapters, strict=True), 1)
            if mood is not None
        ]  # fmt: skip
        points = [
            f"{left + (step + 0.5) / len(self.curve) * across:.1f},{y(mood):.1f}"
            for step, mood in enumerate(self.curve)
        ]
        curve = element("polyline", points=" ".join(points), fill="none", stroke=DAY["accent"], stroke_width=2.2, stroke_linejoin="round")  # fmt: skip
        named = ((self.bright, 0.8), ("0", 0.0), (self.dark, -0.8))
        scale = [words(said, left - 6, y(at * self.reach) + 4, text_anchor="end") for said, at in named]
        foot = self.along.axis(left, width, top + tall)
        return picture(
            width, top + tall + _FOOT, [*scale, *bars, line(left, y(0), width - _RIGHT, y(0)), curve, *foot]
        )


@dataclass(frozen=True, slots=True)
class Panel:
    """One row of bars, a bar for each chapter."""

    title: str
    values: tuple[float, ...]
    form: Literal[".0%", ".0f"]
    colour: str


@dataclass(frozen=True, slots=True)
class Panels:
    """Several measures of each chapter, one below the other."""

    along: Along
    panels: tuple[Panel, ...]
    kind: Literal["panels"] = "panels"

    def svg(self, width: int) -> str:
        """The drawing, so many pixels wide."""
        left, parts, top = 38.0, [], 0.0
        for number, panel in enumerate(self.panels, 1):
            parts.append(words(panel.title, left, top + 14))
            parts += self._bars(panel, left, width, top + _TITLE)
            top += _TITLE + _PANEL
            last = number == len(self.panels)
            parts += self.along.axis(left, width, top, titled=last)
            top += _FOOT if last else _BETWEEN + 18
        return picture(width, top, parts)

    def _bars(self, panel: Panel, left: float, width: int, top: float) -> Iterator[str]:
        highest = max(panel.values, default=0.0) or 1.0
        for at in steps(0, highest, 3):
            y = top + _PANEL * (1 - at / highest)
            yield line(left, y, width - _RIGHT, y)
            yield words(f"{at:{panel.form}}", left - 6, y + 4, text_anchor="end")
        for chapter, ((x, wide), value) in enumerate(
            zip(self.along.placed(left, width), panel.values, strict=True), 1
        ):
            tall = _PANEL * value / highest
            yield self.along.shape(
                chapter, said=f"{value:{panel.form}}",
                x=x, y=top + _PANEL - tall, width=wide, height=tall, fill=DAY[panel.colour], fill_opacity=0.85,
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Strips:
    """One strip for each person along the book. The stronger the colour, the larger the rate."""

    along: Along
    names: tuple[str, ...]
    rates: tuple[tuple[float, ...], ...]
    """For each person, a rate for each chapter; nothing is drawn where it is 0."""
    kind: Literal["strips"] = "strips"

    def svg(self, width: int) -> str:
        """The drawing, so many pixels wide."""
        left = 154.0 if width > PHONE else 112.0
        highest = max((rate for row in self.rates for rate in row), default=0.0) or 1.0
        places = self.along.placed(left, width)
        parts = []
        for number, (name, row) in enumerate(zip(self.names, self.rates, strict=True)):
            top = 4 + number * _ROW
            parts.append(line(left, top + _ROW, width - _RIGHT, top + _ROW))
            parts.append(words(name, left - 8, top + _ROW / 2 + 4, room=left - 12, colour="ink", text_anchor="end"))  # fmt: skip
            parts += [
                self.along.shape(
                    chapter, said=name, x=x, y=top + 2.5, width=wide, height=_ROW - 5,
                    fill=DAY["accent"], fill_opacity=_FAINTEST + (1 - _FAINTEST) * (rate / highest) ** 0.5,
                )
                for chapter, ((x, wide), rate) in enumerate(zip(places, row, strict=True), 1)
                if rate
            ]  # fmt: skip
        foot = 4 + len(self.names) * _ROW
        return picture(width, foot + _FOOT, [*parts, *self.along.axis(left, width, foot)])
