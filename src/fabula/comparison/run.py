"""Compares two drafts or two reports."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabula.comparison.alignment import align
from fabula.comparison.findings import changed_findings
from fabula.comparison.measures import changed_measures
from fabula.comparison.notes import changed_notes
from fabula.comparison.passages import text_changes
from fabula.comparison.result import ComparedBook, CompareResult
from fabula.comparison.scores import changed_scores
from fabula.comparison.sides import Side, evaluated_side, opened_side
from fabula.digests import digest
from fabula.languages import Language
from fabula.models.bill import usage_total
from fabula.request import document
from fabula.signature import sign

if TYPE_CHECKING:
    from fabula.comparison.request import CompareRequest
    from fabula.judging.result import EvaluateResult
    from fabula.models.door import Door

_NOT_OF_THE_BOOK = {"made_at", "packages", "usage", "request", "fabula_version"}
"""Fields that may differ between two results with the same content."""


@dataclass(frozen=True, slots=True)
class CompareAnswer:
    """Two evaluations and what changed between them."""

    old: EvaluateResult
    new: EvaluateResult
    result: CompareResult


async def run(request: CompareRequest, door: Door | None) -> CompareAnswer:
    """Compare two sides. A side that is a book is evaluated first, without a model unless a method is named."""
    request.validate()
    asked_door = door if request.asks_a_model(with_model=door is not None) else None
    opened = [await opened_side(side) for side in (request.old, request.new)]
    old, new = [await evaluated_side(side, request, asked_door) for side in opened]
    return await asyncio.to_thread(compare, old, new, request, asked_door)


def compare(
    old: Side, new: Side, request: CompareRequest | None = None, door: Door | None = None
) -> CompareAnswer:
    """Compare two evaluations. `request` and `door` record how they were made; text and notes are compared if both
    sides are books."""
    before, after = old.result, new.result
    digests = {"old": _digest(before), "new": _digest(after)}
    signature = (
        sign(request, "compare", digests=digests)
        if door is None
        else door.sign(request, "compare", digests=digests)
    )
    result = CompareResult(
        kind=CompareResult.KIND,
        request=document(request) if request else {"old": before.id, "new": after.id},
        model=door.model_used if door else None,
        signature=signature,
        usage=usage_total(door.tally) if door else None,
        **changes(old, new),
    )
    return CompareAnswer(before, after, result)


def changes(old: Side, new: Side) -> dict[str, Any]:
    """The fields of a result that say what changed."""
    before, after = old.result, new.result
    pairs = align(before.chapters, after.chapters)
    text = text_changes(old.book, new.book, pairs) if old.book and new.book else None
    return {
        "old": _book(before),
        "new": _book(after),
        "scores": tuple(changed_scores(before, after)),
        "measures": tuple(changed_measures(before, after, pairs, text)),
        "chapters": tuple(pairs),
        "text": text,
        "findings": changed_findings(before, after),
        "notes": changed_notes(old, new),
    }


def _book(one: EvaluateResult) -> ComparedBook:
    return ComparedBook(
        id=one.id,
        title=one.title,
        author=one.author,
        language=Language(one.language),
        method=one.method,
        model=one.model.name if one.model else None,
        rubric=one.rubric,
        signature=one.signature,
    )


def _digest(one: EvaluateResult) -> str:
    """A digest of what an evaluation says, regardless of when and at what cost it was made."""
    return digest(json.dumps(one.model_dump(mode="json", exclude=_NOT_OF_THE_BOOK), sort_keys=True))
