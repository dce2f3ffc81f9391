"""Figures as they stand in a page, in two widths, and in separate files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from fabula.reports.figure import PAGE, PHONE
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.reports.figure import Figure

PNG_SCALE = 2.0
_ROLES = {colour: role for role, colour in reversed(DAY.items())}
_COLOURS = re.compile(rf'(fill|stroke)="({"|".join(_ROLES)})"')


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure as used in the page (two widths) and in separate files."""

    figure: Figure
    page: str
    phone: str

    def png(self) -> bytes:
        """The page's width, at twice the pixels. It takes as long as measuring a short book: only when it is wanted."""
        import vl_convert

        return bytes(vl_convert.svg_to_png(self.page, scale=PNG_SCALE))


def drawn(figures: Sequence[Figure]) -> tuple[Drawn, ...]:
    """Each figure at both widths."""
    return tuple(Drawn(figure, figure.chart.svg(PAGE), figure.chart.svg(PHONE)) for figure in figures)


def inlined(svg: str, name: str, manuscript: str = "") -> str:
    """An SVG as part of a page, with unique ids and colours that follow the light and dark themes.

    A shape that stands for a chapter leads to it in the manuscript, if there is one. Those links are for the pointer:
    the tables beside the charts have them for the keyboard.
    """
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    svg = _COLOURS.sub(lambda found: f'{found[1]}="var(--{_ROLES[found[2]]})"', svg)
    if manuscript:
        svg = re.sub(
            r'<a data-to="(\w[^"]*)"', rf'<a href="{manuscript}#\1" target="_top" tabindex="-1"', svg
        )
    svg = re.sub(r'<a data-to="(#[^"]+)"', r'<a href="\1" tabindex="-1"', svg)
    return svg.replace("<svg ", '<svg aria-hidden="true" ', 1)


def shown(drawn: Drawn, manuscript: str = "") -> dict[str, Any]:
    """A figure in both widths, ready for a page. `manuscript` is the address of the text that its shapes lead to."""
    name = drawn.figure.name
    return {
        "name": name,
        "title": drawn.figure.title,
        "alt": drawn.figure.alt,
        "page": Markup(inlined(drawn.page, f"{name}-page", manuscript)),
        "phone": Markup(inlined(drawn.phone, f"{name}-phone", manuscript)),
    }
