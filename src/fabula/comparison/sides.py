"""One side of a comparison: a saved report, or a book that is evaluated now."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.editing.measured_notes import measured_notes
from fabula.editing.noting import Places
from fabula.editing.result import EditNote
from fabula.errors import UsageError
from fabula.judging.evaluate import run as evaluate
from fabula.judging.request import EvaluateRequest
from fabula.judging.result import EvaluateResult
from fabula.text.book import Book
from fabula.text.files import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.comparison.request import CompareRequest
    from fabula.judging.evaluation import Evaluation
    from fabula.models.door import Door

REPORT = "report.json"
"""The document in a report's folder."""


def saved_side(path: Path) -> EvaluateResult | None:
    """The report in a folder or a file. None if the path is a book. Reports of an older schema raise an error."""
    report = path / REPORT if path.is_dir() and (path / REPORT).is_file() else path
    if report.suffix != ".json" or not report.is_file():
        return None
    books = _books(report)
    if books is None:
        return None
    if len(books) != 1:
        raise UsageError(
            f"{report.name} contains {len(books)} books; a comparison needs a report of one book"
        )
    return EvaluateResult.parse(json.dumps(books[0]).encode(), report.name)


@dataclass(frozen=True, slots=True)
class Side:
    """One side as it was evaluated. A report has neither text nor notes."""

    result: EvaluateResult
    book: Book | None = None
    notes: tuple[EditNote, ...] = ()
    """What was measured, as a report shows it."""
    every: tuple[EditNote, ...] = ()
    """All that was measured: a note may stand lower in the list than the ones shown."""
    by_model: tuple[EditNote, ...] | None = None
    """A model's notes. None if none has read this draft."""


async def opened_side(side: Path | Book) -> EvaluateResult | Book:
    """One side: a report, or a book that has to be evaluated."""
    if isinstance(side, Book):
        return side
    report = await asyncio.to_thread(saved_side, side)
    return report if report is not None else await asyncio.to_thread(read, side)


async def evaluated_side(
    side: EvaluateResult | Book, request: CompareRequest | None, door: Door | None
) -> Side:
    """A report unchanged, or a book evaluated now, without a model unless a method is named."""
    if isinstance(side, EvaluateResult):
        return Side(side)
    method = request.method if request else None
    model = door.model if door is not None and method not in (None, "embedded") else None
    asked = EvaluateRequest(
        book=side,
        method=method or "embedded",
        runs=request.runs if request else None,
        people=request.people if request else None,
    )
    found = (await evaluate(asked.for_model(model), door if model else None)).evaluation
    return await asyncio.to_thread(_noted, found)


def _noted(found: Evaluation) -> Side:
    result = EvaluateResult.of(found)
    if found.measured is None:
        return Side(result, found.book)
    places = Places(found.book, found.measured.cast)
    return Side(
        result,
        found.book,
        measured_notes(found.measured, places),
        measured_notes(found.measured, places, every=True),
    )


def _books(path: Path) -> list[Mapping[str, Any]] | None:
    """The evaluations in a JSON file. None if the JSON is something else, such as a book."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError):
        return None
    if not isinstance(found, dict):
        return None
    if found.get("kind") == EvaluateResult.KIND:
        return [found]
    if isinstance(found.get("books"), list) and "failed" in found:
        return list(found["books"])
    return None
