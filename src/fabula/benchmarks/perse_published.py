"""The figures that PerSE's paper prints."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

Table = Literal["scores", "reviews", "choices", "without_reviews"]


def rows_of(table: Table) -> dict[str, dict[str, float]]:
    """One of the paper's tables: a system's figures by their names."""
    return _file()[table]


@cache
def _file() -> dict[str, dict[str, dict[str, float]]]:
    source = resources.files("fabula.benchmarks").joinpath("perse_published.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
