"""The figures that LongStoryEval's paper prints."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

ASPECTS = (
    "plot",
    "characters",
    "writing",
    "world",
    "themes",
    "emotion",
    "enjoyment",
    "expectation",
    "overall",
)
"""The columns in the order of the paper."""
Rows = tuple[tuple[str, str, tuple[float, ...]], ...]


def rows_of(number: int) -> Rows:
    """The rows of one of the paper's tables: part, name and figures."""
    (rows,) = (each["rows"] for each in _file()["tables"] if each["number"] == number)
    return tuple((each["part"], each["name"], tuple(each.get("tau") or each["cost"])) for each in rows)


def published_written() -> dict[str, float]:
    """Appendix B.2: by stars, the mean over books of reviews per rating."""
    return dict(_file()["written"])


@cache
def _file() -> dict[str, Any]:
    source = resources.files("fabula.benchmarks").joinpath("longstoryeval_published.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
