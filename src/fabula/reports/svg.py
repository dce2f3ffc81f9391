"""The parts of a drawing: elements with their attributes, axes, and words that must fit. Everything is escaped here."""

from __future__ import annotations

from html import escape
from math import floor, log10
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells

from fabula.reports.figure import SANS
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable

SMALL = 12
"""The size of the words along an axis."""
_CELL = 0.52
"""How wide a letter is on average, in sizes of its type. A Chinese character takes two cells."""
_NICE = (1, 2, 2.5, 5, 10)


def element(name: str, *inner: str, **attributes: float | str) -> str:
    """One element. `font_size=12` is written as `font-size="12"`; numbers have at most two decimals."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_said(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{told}>{''.join(inner)}</{name}>" if inner else f"<{name}{told}/>"


def picture(width: float, height: float, parts: Iterable[str]) -> str:
    """A whole drawing on the ground of the page."""
    ground = element("rect", width=width, height=height, fill=DAY["ground"])
    return element(
        "svg", ground, *parts, xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {_said(width)} {_said(height)}", font_family=SANS, font_size=SMALL,
    )  # fmt: skip


def words(said: str, x: float, y: float, *, room: float = 0, size: float = SMALL, colour: str = "muted", **more: float | str) -> str:  # fmt: skip
    """Words on one line, cut off where they have no room."""
    shown = fitted(said, room, size) if room else said
    own: dict[str, float | str] = {} if size == SMALL else {"font_size": size}
    return element("text", escape(shown, quote=False), x=x, y=y, fill=DAY[colour], **own, **more)


def line(x1: float, y1: float, x2: float, y2: float, colour: str = "rule", **more: float | str) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=DAY[colour], **more)


def leading(to: str, shape: str, hint: str) -> str:
    """A shape that leads somewhere, and says where while a pointer is over it. `to` is a chapter of the manuscript
    (`chapter-3`), or a place on the page (`#aspect-plot`). A file has no link: only a page knows where they lead."""
    said = element("title", escape(hint, quote=False)) if hint else ""
    return f'<a data-to="{escape(to)}">{said}{shape}</a>'


def long(said: str, size: float = SMALL) -> float:
    """About how many pixels words take."""
    return cell_len(said) * _CELL * size


def fitted(said: str, room: float, size: float = SMALL) -> str:
    """The words, or as many as fit in so many pixels."""
    if long(said, size) <= room:
        return said
    cells = max(1, int(room / (_CELL * size)) - 1)
    return chop_cells(said, cells)[0].rstrip() + "…"


def steps(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two ends, no more than so many."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(each * power for each in _NICE if each * power >= rough * 0.999)
    first = -floor(-low / step)
    return [round(n * step, 10) for n in range(first, floor(high / step + 1e-9) + 1)]


def _said(value: float | str) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
