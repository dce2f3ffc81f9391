"""Figures in tests: each is drawn once in a process, and held against Vega-Lite's schema.

Most reports in the tests are of the same few books, and drawing takes longer than judging them. The renderer is the real one.
fabula itself leaves altair's checks out, which take as long as the rest of a specification: here they are made up for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import vl_convert


@contextmanager
def figures_drawn_once() -> Iterator[None]:
    to_svg, to_png = vl_convert.vegalite_to_svg, vl_convert.svg_to_png
    vl_convert.vegalite_to_svg = _once(to_svg)
    vl_convert.svg_to_png = cache(to_png)
    yield
    vl_convert.vegalite_to_svg, vl_convert.svg_to_png = to_svg, to_png


def _once(to_svg: Callable[[dict[str, Any]], str]) -> Callable[[dict[str, Any]], str]:
    drawn: dict[str, str] = {}
    shapes: set[str] = set()

    def draw(spec: dict[str, Any]) -> str:
        key = json.dumps(spec, sort_keys=True)
        if key not in drawn:
            shape = json.dumps(_shape(spec), sort_keys=True)
            if shape not in shapes:
                _valid(spec)
                shapes.add(shape)
            drawn[key] = to_svg(spec)
        return drawn[key]

    return draw


def _shape(value: Any) -> Any:
    """A specification without its data and with types in place of values: what the schema speaks of."""
    if isinstance(value, dict):
        return {name: _shape(each) for name, each in value.items() if name not in ("datasets", "values")}
    if isinstance(value, list):
        return [_shape(each) for each in value if isinstance(each, dict)]
    return type(value).__name__


def _valid(spec: dict[str, Any]) -> None:
    """Raises jsonschema's ValidationError where a figure is not Vega-Lite."""
    import altair

    altair.Chart.from_dict(spec)
