"""One figure of a report, and how altair draws it at a given width in the report's style."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import altair as alt
from altair.utils.schemapi import debug_mode

from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PAGE, PHONE = 704, 340
"""Widths in pixels, including axes."""
SANS = "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans CJK SC', sans-serif"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its file name, a description, and how altair draws it at a given width."""

    name: str
    title: str
    alt: str
    draw: Callable[[int], Any]


def spec(figure: Figure, width: int) -> dict[str, Any]:
    """The Vega-Lite specification of a figure at a width, in the report's style.

    The tests hold the figures against Vega-Lite's schema. Here altair need not do so again for every part.
    """
    with debug_mode(False):
        return _dressed(figure.draw(width), width)


def _dressed(chart: Any, width: int) -> dict[str, Any]:
    """The style goes into the finished specification: altair copies the whole chart for it."""
    found: dict[str, Any] = chart.to_dict(validate=False)
    view = found.get("config", {}).get("view", {})
    found["config"] = {
        "aria": False,
        "background": DAY["ground"],
        "font": SANS,
        "axis": {
            "labelFont": SANS, "titleFont": SANS, "labelFontSize": 12, "titleFontSize": 12, "labelColor": DAY["muted"],
            "titleColor": DAY["muted"], "titleFontWeight": "normal", "gridColor": DAY["rule"], "domainColor": DAY["rule"],
            "tickColor": DAY["rule"], "tickSize": 4, "labelPadding": 4,
        },
        "legend": {"labelFont": SANS, "labelFontSize": 12, "labelColor": DAY["ink"], "titleColor": DAY["muted"]},
        "header": {"labelFont": SANS, "labelFontSize": 12, "labelColor": DAY["ink"], "labelLimit": width // 2},
        "view": {**view, "stroke": None},
        "text": {"font": SANS, "fontSize": 12, "color": DAY["ink"]},
        "padding": {"left": 2, "right": 8, "top": 4, "bottom": 4},
    }  # fmt: skip
    return found


def inline_data(rows: Sequence[dict[str, Any]]) -> Any:
    """Rows as the data of a chart."""
    return alt.InlineData(values=list(rows))


def fitted(width: int, height: int) -> dict[str, Any]:
    """Give the whole figure, including axes, this width."""
    return {
        "width": width,
        "height": height,
        "autosize": alt.AutoSizeParams(type="fit-x", contains="padding"),
    }
