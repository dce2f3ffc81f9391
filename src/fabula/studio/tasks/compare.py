"""Two drafts, or two evaluations, side by side, as `fabula compare` sets them; what was not judged yet is judged here."""

from __future__ import annotations

import asyncio
import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, model_validator

from fabula.errors import UsageError
from fabula.judging.settings import Method
from fabula.studio.home import NotFound, checked
from fabula.studio.labels import LANGUAGES
from fabula.studio.tasks.evaluate import show_chapters
from fabula.studio.tasks.form import TaskForm

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.comparison.comparison import Comparison
    from fabula.studio.tasks.context import TaskContext

Side = Annotated[str, Field(pattern=r"^(book|job):[0-9a-f]{16}$")]
"""A book of the shelf, or the job that evaluated one."""


class Form(TaskForm):
    """The two sides; how books are judged is said once for both."""

    old: Side
    new: Side
    method: Method | None = None
    """How books are read by the model; None measures them without one, as `embedded` does."""
    runs: int | None = Field(default=None, ge=1, le=50)

    @model_validator(mode="after")
    def _two(self) -> Form:
        if self.old == self.new:
            raise UsageError("these are one and the same: choose two different ones")
        return self


async def run(form: Form, context: TaskContext) -> dict[str, Any]:
    """What moved, what is gone and what is new, in both languages; the page of `fabula compare` lies in the files."""
    old, new = await _sides(form, context)
    if context.rehearsing:
        return {}
    context.progress.stage("comparing")
    return await asyncio.to_thread(_compared, old, new, context)


async def _sides(form: Form, context: TaskContext) -> tuple[dict[str, Any], dict[str, Any]]:
    from fabula.judging.evaluate import run as evaluate
    from fabula.judging.request import EvaluateRequest
    from fabula.judging.result import EvaluateResult

    given = [side.partition(":")[::2] for side in (form.old, form.new)]
    known = {at: _evaluated(context, at) for kind, at in given if kind == "job"}
    books = {at: await asyncio.to_thread(context.book, at) for kind, at in given if kind == "book"}
    if books:
        method = form.method or "embedded"
        alone = method == "embedded"
        requests = {
            at: EvaluateRequest(book=book, method=method, runs=form.runs).for_model(
                None if alone else form.model
            )
            for at, book in books.items()
        }
        if not alone:
            show_chapters([*books.values()], next(iter(requests.values())), context)
        context.progress.stage("measuring" if alone else "asking")
        about = {"books": [book.id for book in books.values()], "method": method}
        async with nullcontext() if alone else context.door(form, about) as door:
            for at, request in requests.items():
                known[at] = EvaluateResult.of(await evaluate(request, door)).json_document
    old, new = (known[at] for _, at in given)
    return old, new


def _evaluated(context: TaskContext, identifier: str) -> dict[str, Any]:
    from fabula.comparison.sides import read_side
    from fabula.reports.files import DATA

    report = context.home.jobs / checked(identifier) / "files" / DATA
    if not report.is_file():
        raise NotFound("one of the two evaluations has no report: finish it first")
    return read_side(report)


def _compared(old: dict[str, Any], new: dict[str, Any], context: TaskContext) -> dict[str, Any]:
    from fabula.comparison.comparison import compare, comparison_document, retold
    from fabula.comparison.views import comparison_page, counts, rows
    from fabula.reports.files import write_folder
    from fabula.reports.labels import labels
    from fabula.reports.page import script_hash

    found = compare(old, new)
    document = comparison_document(found)
    data = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    write_folder(context.files, {"compare.json": data, "compare.html": comparison_page(found)})
    told: dict[str, Any] = {}
    for language in LANGUAGES:
        say, said = labels(language), retold(found, language)
        kinds = {one["kind"] for one in (*found.gone, *found.came)}
        told[language] = {
            "scores": rows(said.scores, say),
            "measures": rows(said.measures, say),
            "kinds": {kind: say.known("finding", kind) for kind in kinds},
        }
    return {
        "old": document["old"] | {"language": old["language"]},
        "new": document["new"] | {"language": new["language"]},
        "told": told,
        "critiques": _critiques(found),
        "findings": document["findings"],
        "counts": counts(found.chapters),
        "chapters": [one for one in document["chapters"] if one["status"] != "same"],
        "page": "compare.html",
        "script": script_hash(),
    }


def _critiques(found: Comparison) -> list[dict[str, Any]]:
    """What each judge wrote of an aspect, where one of them wrote something."""

    def said(aspect: Mapping[str, Any] | None) -> dict[str, Any] | None:
        return {"score": aspect["score"], "critique": aspect["critique"]} if aspect else None

    before = {aspect["id"]: aspect for aspect in found.old["aspects"]}
    pairs = [(aspect["label"], before.get(aspect["id"]), aspect) for aspect in found.new["aspects"]]
    return [
        {"label": label, "old": said(old), "new": said(new)}
        for label, old, new in pairs
        if new["critique"] or (old and old["critique"])
    ]
