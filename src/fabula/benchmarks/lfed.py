"""LFED's Tables 5 to 7 for any models: without examples by kind of question, with examples, and by novel."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from fabula.measures.intervals import holm
from fabula.quiz.asking import PromptKind, Setting
from fabula.quiz.results import compared

PROMPTS: tuple[PromptKind, ...] = ("short", "long")


def settings(shots: Sequence[int], language: str, seed: int, asks: int) -> tuple[Setting, ...]:
    """Both prompts without examples, then each number of examples with both: the first stands for the whole."""
    counts = list(dict.fromkeys([0, *shots]))
    return tuple(
        Setting(count, prompt, language, seed=seed, asks=asks) for count in counts for prompt in PROMPTS
    )


def published() -> list[dict[str, Any]]:
    """Figures of the paper for comparison; only those that can be vouched for."""
    text = (files("fabula.benchmarks") / "lfed.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["published"]
    return found


def tables(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The document of `bench lfed`, from one document of `quiz run` for each model."""
    return {
        "set": documents[0]["set"],
        "n": documents[0]["n"],
        "baselines": documents[0]["baselines"],
        "published": published(),
        "table_5": [
            _by_kind(one, row) for one in documents for row in one["by_setting"] if row["shots"] == 0
        ],
        "table_6": [_by_shots(one, prompt) for one in documents for prompt in PROMPTS],
        "table_7": [{"model": one["model"], **one["by_attribute"]} for one in documents],
        "pairs": _pairs(documents),
        "faulty": documents[0]["faulty"],
        "signatures": [one["signature"] for one in documents],
    }


def _by_kind(document: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "model": document["model"],
        "prompt": row["prompt"],
        "accuracy": row["accuracy"],
        "by_category": row["by_category"],
        "unreadable": row["unreadable"],
    }


def _by_shots(document: Mapping[str, Any], prompt: str) -> dict[str, Any]:
    rows = {str(row["shots"]): row["accuracy"] for row in document["by_setting"] if row["prompt"] == prompt}
    return {"model": document["model"], "prompt": prompt, "by_shots": rows}


def _pairs(documents: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """McNemar's test of every two models, corrected for there being several."""
    found = [
        {"first": one["model"], **compared(one, two)}
        for place, one in enumerate(documents)
        for two in documents[place + 1 :]
    ]
    tested = [pair for pair in found if "p" in pair]
    for pair, p in zip(tested, holm([pair["p"] for pair in tested]), strict=True):
        pair["p_holm"] = p
    return found
