"""Answers what is asked of a book's history: which drafts there are, and what changed between two of them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from fabula.comparison.history import History, history_of, kept_draft
from fabula.comparison.request import DraftCompareRequest, DraftListRequest
from fabula.comparison.result import Draft, DraftCompareResult, DraftListResult
from fabula.comparison.run import changes
from fabula.comparison.sides import Side, evaluated_side
from fabula.digests import digest
from fabula.errors import UsageError
from fabula.request import document
from fabula.signature import sign


@dataclass(frozen=True, slots=True)
class DraftListAnswer:
    """The drafts of a book."""

    result: DraftListResult


@dataclass(frozen=True, slots=True)
class DraftCompareAnswer:
    """What changed between two drafts."""

    result: DraftCompareResult


async def run_list(request: DraftListRequest, door: None = None) -> DraftListAnswer:  # noqa: ARG001 - as every question
    """The book's drafts, the first first."""
    request.validate()
    history = await asyncio.to_thread(history_of, request.book)
    signature = sign(request, "draft-list", digests={"drafts": digest(each.id for each in history.drafts)})
    return DraftListAnswer(
        DraftListResult(request=document(request), signature=signature, drafts=history.drafts)
    )


async def run_compare(
    request: DraftCompareRequest,
    door: None = None,  # noqa: ARG001 - as every question
) -> DraftCompareAnswer:
    """Compare two drafts: by default the last with the one before it."""
    request.validate()
    history = await asyncio.to_thread(history_of, request.book)
    old, new = _two(history, request)
    before, after = [await _side(request.book, draft) for draft in (old, new)]
    result = DraftCompareResult(
        kind=DraftCompareResult.KIND,
        request=document(request),
        signature=sign(request, "draft-compare", digests={"old": old.id, "new": new.id}),
        old_draft=old,
        new_draft=new,
        **await asyncio.to_thread(changes, before, after),
    )
    return DraftCompareAnswer(result)


def _two(history: History, request: DraftCompareRequest) -> tuple[Draft, Draft]:
    if len(history.drafts) < 2:
        raise UsageError(
            f"{request.book.name} has {len(history.drafts)} of the two drafts that a comparison needs:"
            " add one with `fabula draft add`"
        )
    new = request.new or (len(history.drafts) if request.old != len(history.drafts) else 0)
    old = request.old or new - 1
    if old == new or min(old, new) < 1:
        raise UsageError(
            "name two different drafts with --old and --new: `fabula draft list` has their numbers"
        )
    return history.draft(old), history.draft(new)


async def _side(book: Path, draft: Draft) -> Side:
    kept = await asyncio.to_thread(kept_draft, book, draft)
    return replace(await evaluated_side(kept.book, None, None), by_model=kept.notes)
