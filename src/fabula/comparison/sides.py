"""One side of a comparison: a saved report, or a book that is evaluated now."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.judging.evaluate import run as evaluate
from fabula.judging.request import EvaluateRequest
from fabula.judging.result import EvaluateResult
from fabula.text.book import Book
from fabula.text.files import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.comparison.request import CompareRequest
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


def book_side(side: Path | Book) -> Book:
    """The book of a side that is not a report."""
    return side if isinstance(side, Book) else read(side)


async def opened_side(side: Path | Book) -> EvaluateResult | Book:
    """One side: a report, or a book that has to be evaluated."""
    if isinstance(side, Path) and (report := await asyncio.to_thread(saved_side, side)) is not None:
        return report
    return await asyncio.to_thread(book_side, side)


async def evaluated_side(
    side: EvaluateResult | Book, request: CompareRequest, door: Door | None
) -> EvaluateResult:
    """A report unchanged, or a book evaluated now, without a model unless a method is named."""
    if isinstance(side, EvaluateResult):
        return side
    model = door.model if door is not None and request.method not in (None, "embedded") else None
    asked = EvaluateRequest(
        book=side, method=request.method or "embedded", runs=request.runs, people=request.people
    )
    return (await evaluate(asked.for_model(model), door if model else None)).result


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
