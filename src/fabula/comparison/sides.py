"""One side of a comparison: a report that is there, or a book that is measured now."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.judging.evaluate import run
from fabula.judging.request import EvaluateRequest
from fabula.judging.result import EvaluateResult
from fabula.reports.files import DATA

if TYPE_CHECKING:
    from pathlib import Path


def read_side(path: Path) -> dict[str, Any]:
    """The book of a report folder or of a `report.json`; any other file or folder is a book, measured without a model."""
    report = path / DATA if path.is_dir() and (path / DATA).is_file() else path
    if report.suffix == ".json" and report.is_file() and (books := _books(report)) is not None:
        if len(books) != 1:
            raise UsageError(f"{report.name} holds {len(books)} books; a comparison takes a report of one")
        return books[0]
    request = EvaluateRequest(book=path, method="embedded").for_model(None)
    return EvaluateResult.of(asyncio.run(run(request, None))).json_document


def _books(path: Path) -> list[dict[str, Any]] | None:
    """The books of a document of `fabula evaluate`; None where the JSON is something else, such as a book's own."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError):
        return None
    if isinstance(found, dict) and found.get("kind") == EvaluateResult.KIND:
        found = {"books": [found], "failed": []}
    if not isinstance(found, dict) or not isinstance(found.get("books"), list) or "failed" not in found:
        return None
    for book in found["books"]:
        if lacking := {"chapters", "findings", "aspects", "measured", "segments"} - set(book):
            raise UsageError(
                f"{path.name} was written by an older fabula (no {sorted(lacking)[0]}): evaluate the book again"
            )
    return list(found["books"])
