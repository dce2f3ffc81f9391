"""Results as data frames and as tables in notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from fabula.extras import extra

_SHOWN = 20
"""Rows of a table in a notebook."""
_LONGEST = 160
"""Characters of a cell in a notebook."""


def frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """The rows as a data frame: of pandas if it is installed, else of polars."""
    flat = [dict(_flat(row)) for row in rows]
    if find_spec("pandas") is None and find_spec("polars") is not None:
        return import_module("polars").DataFrame(flat)
    with extra("notebook", "data frames (polars would do too)"):
        import pandas
    return pandas.DataFrame(flat)


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The first rows as an HTML table."""
    flat = [dict(_flat(row)) for row in rows[:_SHOWN]]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    more = f"<p>{_SHOWN} of {len(rows)} rows</p>" if len(rows) > _SHOWN else ""
    head = _row("th", columns)
    return f"<table>{head}{''.join(_row('td', [row.get(name) for name in columns]) for row in flat)}</table>{more}"


def figures(values: Mapping[str, Any]) -> str:
    """Names and values as an HTML table without a head."""
    return f"<table>{''.join(_row('td', [name.replace('_', ' '), value]) for name, value in values.items())}</table>"


def _row(cell: str, values: Iterable[Any]) -> str:
    return f"<tr>{''.join(f'<{cell}>{escape(_text(value))}</{cell}>' for value in values)}</tr>"


def _text(value: Any) -> str:
    text = "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _flat(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """`{"all": {"right": 3}}` as `all.right`. A notice is its sentence."""
    for name, value in row.items():
        if isinstance(value, Mapping) and {"code", "text"} <= set(value):
            yield f"{before}{name}", value["text"]
        elif isinstance(value, Mapping) and value:
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value
