"""References as files: the form of the paper's released parameters, with what our own fit adds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from fabula.errors import UsageError
from fabula.novelists.reference import Reference

_DIGITS = 6
PAPER: Mapping[str, tuple[str, ...]] = {
    "judges": ("deepseek-v3",), "prompts": ("WebNovelBench",), "languages": ("zh",),
}  # fmt: skip
"""Who made the paper's reference."""
PAPER_MEAN = (2.524496, 2.786148, 3.319593, 3.220883, 3.597797, 3.120308, 3.51784, 3.288431)
"""By these means the paper's release is known, which says nothing of its judge."""


def write_reference(reference: Reference, path: Path) -> None:
    """Writes a JSON file in the format of the paper's released parameters, with extra fields from the fit."""
    document: dict[str, Any] = {
        "mean": list(reference.mean),
        "std": list(reference.std),
        "weights": list(reference.weights),
        "min_score": reference.minimum,
        "max_score": reference.maximum,
    }
    if reference.novels:
        document["normalized_existing_scores"] = list(reference.novels)
    else:
        document["percentile_table"] = list(reference.quantiles)
    document |= {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in (
            ("explained_variance", reference.explained),
            ("dimensions", reference.dimensions),
            ("source", reference.source),
            ("novels", reference.count),
            ("judges", reference.judges),
            ("prompts", reference.prompts),
            ("languages", reference.languages),
        )
        if value
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read_reference(path: Path) -> Reference:
    """Reads a reference in that format: the paper's release, or your own from `fit`."""
    try:
        return _reference(json.loads(path.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        raise UsageError(f"no reference at {path}; make one with `fabula novelist fit`") from None
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"{path.name} is not a reference: it needs mean, std, weights, min_score, max_score and "
            f"normalized_existing_scores ({type(error).__name__}: {error})"
        ) from None


@cache
def shipped_reference() -> Reference:
    """The paper's 4,332 human web novels, as a table of their percentiles."""
    text = (files("fabula.novelists") / "shipped" / "reference.json").read_text(encoding="utf-8")
    return _reference(json.loads(text))


def tabled(reference: Reference, steps: int = 1_001) -> Reference:
    """The same reference with a table of percentiles instead of every novel, in a few kilobytes."""
    values = np.quantile(np.asarray(reference.novels), np.linspace(0, 1, steps), method="hazen")
    table = tuple(round(float(each), _DIGITS) for each in values)
    return Reference(
        reference.mean, reference.std, reference.weights, reference.minimum, reference.maximum,
        quantiles=table, explained=reference.explained, dimensions=reference.dimensions, source=reference.source,
        count=reference.count, judges=reference.judges, prompts=reference.prompts, languages=reference.languages,
    )  # fmt: skip


def _reference(read: Mapping[str, Any]) -> Reference:
    columns = [tuple(float(each) for each in read[name]) for name in ("mean", "std", "weights")]
    if len({len(column) for column in columns}) != 1:
        raise ValueError("mean, std and weights must have the same length")
    mean, std, weights = columns
    if min(std) <= 0 or float(read["max_score"]) <= float(read["min_score"]):
        raise ValueError("std must be above 0 and max_score above min_score")
    novels = tuple(float(each) for each in read.get("normalized_existing_scores", ()))
    table = tuple(float(each) for each in read.get("percentile_table", ()))
    if not novels and len(table) < 2:
        raise KeyError("normalized_existing_scores")
    return Reference(
        mean, std, weights, float(read["min_score"]), float(read["max_score"]), novels, table,
        tuple(float(each) for each in read.get("explained_variance", ())),
        tuple(str(each) for each in read.get("dimensions", ())), str(read.get("source", "")),
        int(read.get("novels", len(novels))), **_made_by(read),
    )  # fmt: skip


def _made_by(read: Mapping[str, Any]) -> dict[str, Any]:
    """The judges, prompts and languages behind a reference. The paper's own release does not name its judge; we do."""
    of_the_paper = [round(float(each), _DIGITS) for each in read["mean"]] == list(PAPER_MEAN)
    known = PAPER if of_the_paper and "judges" not in read else read
    return {
        name: tuple(str(each) for each in known.get(name, ())) for name in ("judges", "prompts", "languages")
    }
