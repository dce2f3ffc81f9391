"""STORYSUMM and FABLES: summaries that people labelled as faithful or not, and the labels of several checkers."""

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
    """A summary and its human label: the share of its sentences (in FABLES, of its claims) that are faithful."""

    id: str
    summary: str
    sentences: tuple[str, ...]
    claims: tuple[str, ...]
    faithful: float
    label: int
    """1 if nothing in the summary is unfaithful."""
    story: str = ""
    split: str = ""
    sentence_labels: tuple[int, ...] = ()
    """1 for each sentence that is faithful, where people labelled every one."""
    claim_labels: tuple[int | None, ...] = ()
    """1 for each faithful claim, 0 for a false or half-true one, None for one that cannot be judged."""
    title: str = ""
    """The book, where the data names it."""


@dataclass(frozen=True, slots=True)
class Released:
    """A data set as read, with notes about problems in it."""

    items: tuple[Labelled, ...]
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CheckerScores:
    """One checker's scores for the summaries that its labels fit. The other summaries are listed."""

    checker: str
    scores: Mapping[str, float]
    labels: Mapping[str, int] | None
    """The checker's own yes or no. Without one, a threshold is learned."""
    left_out: tuple[str, ...] = ()
    threshold: float | None = None
    """The threshold published with the checker. None means the best on the validation split."""
    sentences: tuple[tuple[str, float, int], ...] = ()
    """For a checker that scores every sentence or claim: the split, its score, and the human label."""


PUBLISHED = {"unieval": 0.8792}


def storysumm(folder: Path) -> Released:
    """Reads the 96 summaries. Reports and repairs the one known error in the released file; any other is fatal."""
    path = folder / "storysumm.json"
    if not path.is_file():
        raise UsageError(f"--data {folder}: it contains no storysumm.json")
    data, notes = _mended(path.read_text(encoding="utf-8"), path.name)
    items = []
    for key, row in data.items():
        errors = row["errors"]
        if len(errors) != len(row["summary"]):
            notes.append(
                f"summary {key}: {len(row['summary'])} sentences but {len(errors)} labels; its share counts labels"
            )
        if row["label"] != min(errors):
            notes.append(
                f"summary {key}: labelled {row['label']} as a whole but {min(errors)} by its sentences"
            )
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
                tuple(map(int, errors)) if len(errors) == len(row["summary"]) else (),
            )
        )
    return Released(tuple(items), tuple(notes))


def fables(folder: Path) -> Released:
    """Reads the 130 summaries of 26 books with a human label for every claim. The release contains no book texts."""
    path = folder / "FABLES.json"
    if not path.is_file():
        raise UsageError(f"--data {folder}: it contains no FABLES.json")
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
            by_claim = tuple(None if label == "Inapplicable" else int(label == "Yes") for label in labels)
            items.append(
                Labelled(
                    f"{title}/{model}",
                    row["summary"],
                    (),
                    claims,
                    faithful,
                    int(faithful == 1),
                    claim_labels=by_claim,
                    title=title,
                )
            )
    return Released(tuple(items), (), dict(counts))


def recorded_names(folder: Path) -> list[str]:
    """The checkers whose labels were released with STORYSUMM."""
    place = folder / "predicted_labels"
    return sorted(path.relative_to(place).with_suffix("").as_posix() for path in place.rglob("*.json"))


def recorded(folder: Path, name: str, items: tuple[Labelled, ...]) -> CheckerScores:
    """One checker's released labels. Leaves out summaries whose label count differs from their sentences or claims."""
    path = folder / "predicted_labels" / f"{name}.json"
    if not path.is_file():
        known = ", ".join(recorded_names(folder)) or "none"
        raise UsageError(f"--checker recorded:{name}: the data has no such labels; it has {known}")
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
    return CheckerScores(f"recorded:{name}", scores, own, tuple(left_out), PUBLISHED.get(name))


def _lines_up(row: Mapping[str, Any], item: Labelled) -> bool:
    by_sentence, by_claim = row.get("sentence_labels"), row.get("claim_labels")
    return (by_sentence is None or len(by_sentence) == len(item.sentences)) and (
        by_claim is None or len(by_claim) == len(item.claims)
    )


def _score(row: Mapping[str, Any]) -> float:
    """The share of parts called faithful. Without parts, the checker's probability, and without that its yes or no."""
    for parts in ("claim_labels", "sentence_labels"):
        if parts in row:
            return fmean(row[parts])
    stated = row.get("probs")
    if isinstance(stated, float | int) and "label" not in row:
        return float(stated)
    return float(row["label"])


def _mended(text: str, name: str) -> tuple[dict[str, Any], list[str]]:
    """Reads the released file and repairs its one known error: a stray quotation mark at the end of a line."""
    try:
        return json.loads(text), []
    except json.JSONDecodeError as error:
        lines = text.split("\n")
        bad = error.lineno - 1
        line = lines[bad].rstrip()
        if not line.endswith('", "'):
            raise UsageError(f"{name} is not valid JSON at line {error.lineno}: {error.msg}") from None
        lines[bad] = line[:-1].rstrip()
    try:
        data = json.loads("\n".join(lines))
    except json.JSONDecodeError as error:
        raise UsageError(f"{name} is not valid JSON at line {error.lineno}: {error.msg}") from None
    return data, [
        f"{name} as released is not valid JSON at line {bad + 1}: the stray quotation mark after the comma was removed"
    ]
