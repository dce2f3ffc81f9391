"""Charts that altair describes and vl-convert draws, without a browser or network: those whose shapes are many.

A report on one book needs none of it: its charts draw themselves (`charts.py`), in a hundredth of the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import altair as alt
import vl_convert
from altair.utils.schemapi import debug_mode

from fabula.reports.figure import SANS
from fabula.reports.palette import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Vega:
    """How altair draws a chart at a given width."""

    draw: Callable[[int], Any]

    def svg(self, width: int) -> str:
        """The drawing, in the report's style."""
        return str(vl_convert.vegalite_to_svg(self.spec(width)))

    def spec(self, width: int) -> dict[str, Any]:
        """The Vega-Lite specification.

        The tests hold the figures against Vega-Lite's schema. Here altair need not do so again for every part.
        """
        with debug_mode(False):
            return _dressed(self.draw(width), width)


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
