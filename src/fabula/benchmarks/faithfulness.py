"""Summaries with people's word on whether they are faithful, and what checkers said of them: STORYSUMM and FABLES."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from fabula.errors import UsageError


@dataclass(frozen=True, slots=True)
class Labelled:
    """A summary and what people found: the share of its sentences (of its claims in FABLES) that are faithful."""

    id: str
    summary: str
    sentences: tuple[str, ...]
    claims: tuple[str, ...]
    faithful: float
    label: int
    """1 where nothing in it is unfaithful."""
    story: str = ""
    split: str = ""


@dataclass(frozen=True, slots=True)
class Released:
    """A data set as read, and what had to be said of it."""

    items: tuple[Labelled, ...]
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """What one checker said of the summaries that its labels line up with; the others are named."""

    checker: str
    scores: Mapping[str, float]
    labels: Mapping[str, int] | None
    """Its own yes or no, where it has one; else a threshold is learned."""
    left_out: tuple[str, ...] = ()
    threshold: float | None = None
    """Published with the checker; None: the best on the validation split."""


PUBLISHED = {"unieval": 0.8792}


def storysumm(folder: Path) -> Released:
    """The 96 summaries. The one fault of the released file is named and mended; anything else is refused."""
    path = folder / "storysumm.json"
    if not path.is_file():
        raise UsageError(f"--data {folder}: there is no storysumm.json in it")
    data, notes = _mended(path.read_text(encoding="utf-8"), path.name)
    items = []
    for key, row in data.items():
        errors = row["errors"]
        if len(errors) != len(row["summary"]):
            notes.append(
                f"summary {key}: {len(row['summary'])} sentences and {len(errors)} labels; its share is of the labels"
            )
        if row["label"] != min(errors):
            notes.append(f"summary {key}: labelled {row['label']} as a whole, {min(errors)} by its sentences")
        items.append(
            Labelled(
                key,
                " ".join(row["summary"]),
                tuple(row["summary"]),
                tuple(row["claims"]),
                fmean(errors),
                int(row["label"]),
                row["story"],
                row["split"],
            )
        )
    return Released(tuple(items), tuple(notes))


def fables(folder: Path) -> Released:
    """The 130 summaries of 26 books with people's labels of every claim. It has no books, and its canary is not read."""
    path = folder / "FABLES.json"
    if not path.is_file():
        raise UsageError(f"--data {folder}: there is no FABLES.json in it")
    books = json.loads(path.read_text(encoding="utf-8"))["FABLES"]
    counts: Counter[str] = Counter()
    items = []
    for title, by_model in books.items():
        for model, row in by_model.items():
            labels = [claim["label"] for claim in row["claims"].values()]
            counts.update(labels)
            judged = [label for label in labels if label != "Inapplicable"]
            faithful = sum(label == "Yes" for label in judged) / len(judged)
            claims = tuple(claim["claim"] for claim in row["claims"].values())
            items.append(
                Labelled(f"{title}/{model}", row["summary"], (), claims, faithful, int(faithful == 1))
            )
    return Released(tuple(items), (), dict(counts))


def recorded_names(folder: Path) -> list[str]:
    """The checkers whose labels were released with STORYSUMM."""
    place = folder / "predicted_labels"
    return sorted(path.relative_to(place).with_suffix("").as_posix() for path in place.rglob("*.json"))


def recorded(folder: Path, name: str, items: tuple[Labelled, ...]) -> Said:
    """One checker's released labels; a summary with another number of labels than sentences or claims is left out."""
    path = folder / "predicted_labels" / f"{name}.json"
    if not path.is_file():
        known = ", ".join(recorded_names(folder)) or "none"
        raise UsageError(f"--checker recorded:{name}: no such labels in the data; there are {known}")
    rows = json.loads(path.read_text(encoding="utf-8"))
    scores: dict[str, float] = {}
    labels: dict[str, int] = {}
    left_out = []
    for item in items:
        row = rows.get(item.id)
        if row is None or not _lines_up(row, item):
            left_out.append(item.id)
            continue
        scores[item.id] = _score(row)
        if "label" in row:
            labels[item.id] = int(row["label"])
    own = labels if len(labels) == len(scores) else None
    return Said(f"recorded:{name}", scores, own, tuple(left_out), PUBLISHED.get(name))


def _lines_up(row: Mapping[str, Any], item: Labelled) -> bool:
    by_sentence, by_claim = row.get("sentence_labels"), row.get("claim_labels")
    return (by_sentence is None or len(by_sentence) == len(item.sentences)) and (
        by_claim is None or len(by_claim) == len(item.claims)
    )


def _score(row: Mapping[str, Any]) -> float:
    """The share of parts called faithful, else the checker's own probability, else its yes or no."""
    for parts in ("claim_labels", "sentence_labels"):
        if parts in row:
            return fmean(row[parts])
    stated = row.get("probs")
    if isinstance(stated, float | int) and "label" not in row:
        return float(stated)
    return float(row["label"])


def _mended(text: str, name: str) -> tuple[dict[str, Any], list[str]]:
    """The released file with its one fault mended: a quotation mark left alone at the end of a line."""
    try:
        return json.loads(text), []
    except json.JSONDecodeError as error:
        lines = text.split("\n")
        bad = error.lineno - 1
        line = lines[bad].rstrip()
        if not line.endswith('", "'):
            raise UsageError(f"{name} is no valid JSON at line {error.lineno}: {error.msg}") from None
        lines[bad] = line[:-1].rstrip()
    try:
        data = json.loads("\n".join(lines))
    except json.JSONDecodeError as error:
        raise UsageError(f"{name} is no valid JSON at line {error.lineno}: {error.msg}") from None
    return data, [
        f"{name} as released is no valid JSON at line {bad + 1}: a stray quotation mark after the comma; it was taken out"
    ]
