"""Compares a graph with annotated relations, in Conan's format (pairs of characters and relation names)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.benchmarks.likeness import bert_f1
from fabula.errors import UsageError
from fabula.jsonl import numbered_lines
from fabula.reading.aliases import tidy
from fabula.text.book import Book, Chapter
from fabula.text.paragraphs import tidy as paragraphs

if TYPE_CHECKING:
    from fabula.models.chat import Embedder
    from fabula.reading.graph import Graph

ALIKE = 0.7
"""The cosine similarity at which a predicate counts as the annotated relation."""
ALIKE_BERT = 0.85
"""The same threshold for BERTScore's F1, which is well above zero even for unrelated words."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """A story and the relations that annotators found in it: subject, relation, object."""

    book: Book
    relations: tuple[tuple[str, str, str], ...]


def annotated(path: Path) -> list[Annotated]:
    """Records with `text` (or `scenes`) and `relations`, each with subject, relation and object."""
    text = path.read_text(encoding="utf-8-sig")
    rows = (
        [json.loads(line) for _, line in numbered_lines(text)]
        if path.suffix == ".jsonl"
        else json.loads(text)
    )
    return [_record(row, path.name, place) for place, row in enumerate(rows, 1)]


def _record(row: Any, file: str, place: int) -> Annotated:
    try:
        texts = row.get("scenes") or [row["text"]]
        chapters = tuple(Chapter(n, "", paragraphs(text)) for n, text in enumerate(texts, 1))
        relations = tuple((one["subject"], one["relation"], one["object"]) for one in row["relations"])
    except (KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"{file}, record {place}: needs `text` and `relations` with subject, relation, object ({error})"
        ) from None
    language = row.get("language", "en")
    return Annotated(Book(str(row.get("title", place)), None, language, chapters), relations)


def matched(
    graph: Graph, truth: Sequence[tuple[str, str, str]], embedder: Embedder | None, bert: Path | None = None
) -> dict[str, Any]:
    """Precision, recall and F1 of relations between the right two people, matched by wording and by meaning."""
    who = {tidy(form): node.id for node in graph.nodes for form in (node.name, *node.aliases)}
    found = [(e.subject, e.predicate.lower(), e.object) for e in graph.edges if e.subject != e.object]
    true = [
        (who.get(tidy(one), one), relation.lower(), who.get(tidy(other), other))
        for one, relation, other in truth
    ]
    same = np.array([[a[0] == b[0] and a[2] == b[2] for b in true] for a in found], dtype=bool).reshape(
        len(found), len(true)
    )
    exact = np.array([[a[1] == b[1] for b in true] for a in found], dtype=bool).reshape(same.shape)
    rows: dict[str, Any] = {"exact": _f1(same & exact), "pairs": _f1(same)}
    if embedder is not None and found and true:
        ours, theirs = (np.asarray(embedder.embed([one[1] for one in each])) for each in (found, true))
        rows["embedding"] = _f1(same & ((ours @ theirs.T) >= ALIKE))
    if bert is not None and found and true:
        predicates, true_predicates = (
            [one[1] for one in found for _ in true],
            [one[1] for _ in found for one in true],
        )
        alike = np.asarray(bert_f1(predicates, true_predicates, bert), dtype=float).reshape(same.shape)
        rows["bertscore"] = _f1(same & (alike >= ALIKE_BERT))
    return rows


def mean(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """The mean over stories; each story counts once."""
    return {
        kind: {
            name: float(np.mean([row[kind][name] for row in rows])) for name in ("precision", "recall", "f1")
        }
        for kind in rows[0]
        if all(kind in row for row in rows)
    }


def _f1(hits: Any) -> dict[str, float]:
    precision = float(hits.any(axis=1).mean()) if hits.shape[0] else 0.0
    recall = float(hits.any(axis=0).mean()) if hits.shape[1] else 0.0
    both = precision + recall
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / both if both else 0.0}
