"""The record: the studio's job, the runs of the ledger with their prompts and versions, every call, and what it cost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from fabula.errors import UsageError
from fabula.models.ledger.runs import Run
from fabula.studio.home import read_json
from fabula.studio.jobs import RESULT, UNDER_WAY, Job
from fabula.studio.labels import studio_labels
from fabula.studio.pages.lists import Number, Words, is_found, pages, part
from fabula.studio.refusals import Missing
from fabula.studio.view import Studio, language_of, render, studio_of

router = APIRouter(prefix="/runs")
_JOBS, _RUNS, _CALLS = 30, 50, 25
"""How many a page shows."""
_SHOWN = 6_000
"""Characters of a text that a list of calls shows; the call's own page has the whole."""
_SENT_AT_ONCE = 50
"""Calls of an export that go out together: each sending has its price."""
_KEY = re.compile(r"[0-9a-f]{64}")
_HASH = re.compile(r"[0-9a-f]{12,64}")
_STUDIO = "fabula studio: "
_APART = ("prompts", "signatures")
"""What a run's record tells in tables of their own."""
_STANDINGS: dict[str, tuple[str, ...]] = {
    "under_way": UNDER_WAY,
    "done": ("done",),
    "not_done": ("new", "planned", "stopped", "interrupted", "failed"),
}
"""The states of jobs by what somebody looks for."""
Standing = Literal["any", "under_way", "done", "not_done"]


@router.get("")
def record(
    request: Request, page: Number = 1, jobs: Number = 1, find: Words = "", standing: Standing = "any"
) -> Response:
    """What was done here, and below it every run of the ledger; the latest first. `find` and `standing` choose among the jobs."""
    from fabula.models.ledger.archive import runs
    from fabula.models.ledger.databases import ledger_exists

    studio = studio_of(request)
    all_jobs = studio.jobs.all()
    found = [job for job in all_jobs if job.status in _STANDINGS.get(standing, (job.status,))]
    found = [job for job in found if is_found(find, _called(job), job.form.get("model"))]
    all_runs = runs(studio.ledger) if ledger_exists(studio.ledger) else []
    return render(
        request,
        "runs/front.html.j2",
        jobs=part(found, jobs, _JOBS),
        of={run: job for job in all_jobs for run in job.runs},
        called=_called,
        titled=_titles(request),
        runs=part(all_runs, page, _RUNS),
        pages_of={"jobs": (jobs, pages(len(found), _JOBS)), "page": (page, pages(len(all_runs), _RUNS))},
        counted={"jobs": len(all_jobs), "found": len(found), "runs": len(all_runs)},
        find=find,
        standing=standing,
        standings=("any", *_STANDINGS),
        many=len(all_jobs) > _JOBS,
    )


@router.get("/cost")
def cost(request: Request) -> Response:
    """What was paid for all the answers in the ledger, by model, step and day."""
    from fabula.models.ledger.archive import GroupBy, spending
    from fabula.models.ledger.databases import ledger_exists

    ledger = studio_of(request).ledger
    groups: tuple[GroupBy, ...] = ("model", "step", "day")
    spent = {by: spending(ledger, by) for by in groups} if ledger_exists(ledger) else {}
    return render(request, "runs/cost.html.j2", spent=spent)


@router.get("/{run}")
def one(request: Request, run: str, page: Number = 1) -> Response:
    """One run: what was asked, how, what came of it, and its calls a page at a time."""
    from fabula.models.ledger.archive import page_of_calls

    studio = studio_of(request)
    found = _run(studio, run)
    about = {name: value for name, value in found.about.items() if name not in _APART}
    hashes = {name: value for name, value in about.items() if _hashed(value)}
    calls = page_of_calls(studio.ledger, found.id, (page - 1) * _CALLS, _CALLS)
    return render(
        request,
        "runs/run.html.j2",
        run=found,
        job=next((job for job in studio.jobs.all() if found.id in job.runs), None),
        titled=_titles(request),
        about={name: _told(value) for name, value in about.items() if name not in hashes},
        hashes={name: _told(value) for name, value in hashes.items()},
        calls=calls.calls,
        first=(page - 1) * _CALLS + 1,
        counted=calls.of,
        pages_of={"page": (page, pages(calls.of, _CALLS))},
        shown=_SHOWN,
    )


@router.get("/{run}/calls.jsonl")
def export(request: Request, run: str) -> Response:
    """The lines that `fabula runs export` writes and `replay:FILE` reads."""
    from fabula.models.ledger.archive import recorded_calls

    studio = studio_of(request)
    found = _run(studio, run)

    def lines() -> Iterator[str]:
        waiting: list[str] = []
        for call in recorded_calls(studio.ledger, found.id):
            waiting.append(json.dumps(call, ensure_ascii=True) + "\n")
            if len(waiting) == _SENT_AT_ONCE:
                yield "".join(waiting)
                waiting.clear()
        yield "".join(waiting)

    name = re.sub(r"[^\w-]", "_", found.id, flags=re.ASCII)
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return StreamingResponse(lines(), media_type="application/jsonl", headers=headers)


@router.get("/{run}/calls/{key}")
def call(request: Request, run: str, key: str) -> Response:
    """One call whole, however long."""
    from fabula.models.ledger.archive import recorded_call

    studio = studio_of(request)
    found = _run(studio, run)
    asked = recorded_call(studio.ledger, key) if _KEY.fullmatch(key) else None
    if asked is None:
        raise Missing("no-call")
    return render(request, "runs/call.html.j2", run=found, call=asked)


def _run(studio: Studio, name: str) -> Run:
    from fabula.models.ledger.archive import run_named

    try:
        return run_named(studio.ledger, name)
    except UsageError:
        raise Missing("no-run") from None


def _called(job: Job) -> str:
    """What a job is about; an outline by the title that it found, not by its file."""
    if job.kind == "outline" and job.has_result:
        return str((read_json(job.folder / RESULT) or {}).get("title") or job.about)
    return job.about


def _titles(request: Request) -> Callable[[Run, Job | None], str]:
    """How a run is headed: what was done and with what; one that no job of this studio knows, by its command."""
    say = studio_labels(language_of(request))

    def title(run: Run, job: Job | None) -> str:
        if job is not None:
            return say("frame.titled", what=say(f"job.kind.{job.kind}"), of=_called(job))
        kind = run.command.removeprefix(_STUDIO)
        if kind != run.command:
            return say.known("job.kind", kind)
        return run.command or say("runs.from_python")

    return title


def _hashed(value: Any) -> bool:
    """Whether an input consists of ids and digests alone, which mean nothing to a reader."""
    if isinstance(value, list):
        return bool(value) and all(map(_hashed, value))
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _told(value: Any) -> str:
    """An input as it was noted, in lines."""
    if isinstance(value, dict):
        return "\n".join(f"{name}: {_told(each)}" for name, each in value.items())
    return "\n".join(map(_told, value)) if isinstance(value, list) else str(value)
