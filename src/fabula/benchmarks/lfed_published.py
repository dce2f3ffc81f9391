"""What the LFED paper prints: read from lfed.toml, and given as rows of our tables."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from fabula.benchmarks.lfed_result import CategoryRow, Cell, OverallRow
from fabula.quiz.classify import names


@cache
def _figures() -> dict[str, Any]:
    return tomllib.loads((files("fabula.benchmarks") / "lfed.toml").read_text(encoding="utf-8"))


def source() -> str:
    """Where the figures stand in print."""
    return str(_figures()["source"])


def novels(attribute: str) -> Mapping[str, int]:
    """Table 3: how many novels are in each group of an attribute."""
    counts: Mapping[str, int] = _figures()["novels"][attribute]
    return counts


def overall() -> tuple[OverallRow, ...]:
    """Table 5."""
    return tuple(
        OverallRow(**_named(row), zero_shot=row["zero"] / 100, few_shot=row["few"] / 100)
        for row in _figures()["row"]
    )


def without_examples() -> tuple[CategoryRow, ...]:
    """Table 6."""
    return tuple(_by_category(row, row["zero_by_category"]) for row in _figures()["row"])


def with_examples() -> tuple[CategoryRow, ...]:
    """Table 7."""
    return tuple(_by_category(row, row["few_by_category"]) for row in _figures()["row"])


def _by_category(row: Mapping[str, Any], figures: Sequence[float]) -> CategoryRow:
    cells = (Cell(value=round(each / 100, 6), low=None, high=None) for each in figures)
    return CategoryRow(**_named(row), by_category=dict(zip(names("en"), cells, strict=True)))


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"model": row["model"], "prompt": row["prompt"], "published": True}
