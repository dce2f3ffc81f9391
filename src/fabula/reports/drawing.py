"""Draws figures as SVG and PNG with vl-convert, without a browser or network."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import vl_convert

from fabula.reports.figure import PAGE, PHONE, spec
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.reports.figure import Figure

PNG_SCALE = 2.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure as used in the page (two widths) and in separate files."""

    figure: Figure
    page: str
    phone: str

    def png(self) -> bytes:
        """The page's width, at twice the pixels."""
        return bytes(vl_convert.svg_to_png(self.page, scale=PNG_SCALE))


def drawn(figures: Sequence[Figure]) -> tuple[Drawn, ...]:
    """Each figure at both widths."""
    return tuple(Drawn(figure, _svg(figure, PAGE), _svg(figure, PHONE)) for figure in figures)


def inlined(svg: str, name: str) -> str:
    """An SVG as part of a page, with unique ids and colours that follow the light and dark themes."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    for role, colour in DAY.items():
        svg = re.sub(rf'(fill|stroke)="{colour}"', rf'\1="var(--{role})"', svg)
    return svg.replace("<svg ", '<svg aria-hidden="true" ', 1)


def _svg(figure: Figure, width: int) -> str:
    return str(vl_convert.vegalite_to_svg(spec(figure, width)))
