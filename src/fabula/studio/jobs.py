"""The jobs of a studio: each runs in its own process and is found again after a restart or a crash."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from anyio import from_thread

from fabula.errors import UsageError
from fabula.models.addresses import api_key
from fabula.models.config import load_config
from fabula.models.local.files import fetched_file
from fabula.models.providers import providers
from fabula.platforms import is_locked
from fabula.studio.home import Home, checked, read_json, saved_job, write_json
from fabula.studio.processes import Process, started
from fabula.studio.refusals import Missing, NotFound, Refused
from fabula.studio.tasks.context import RUNS, address_of
from fabula.studio.tasks.form import TaskForm
from fabula.studio.times import Left, time_left

Status = Literal[
    "new", "planning", "planned", "queued", "running", "done", "stopped", "failed", "interrupted"
]
RESULT = "result.json"
"""The document that a job makes, in its folder."""
UNDER_WAY = ("planning", "queued", "running")
_NOT_OF_THE_QUESTION = {"max_cost"}
_PATIENCE = 20.0
"""Seconds that running jobs are given to finish their open calls when the studio closes."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job and its present state."""

    id: str
    kind: str
    about: str
    """What it is about, for people to read: the book's title."""
    form: Mapping[str, Any]
    at: float
    status: Status
    state: Mapping[str, Any]
    """What the worker wrote last: stage, tally, chapters, error."""
    plan: Mapping[str, Any] | None
    """What it would cost, from a dry run."""
    folder: Path

    @property
    def under_way(self) -> bool:
        return self.status in UNDER_WAY

    @property
    def left(self) -> Left | None:
        """The time until it is done, or its cost is known; None if nobody knows or nothing is under way."""
        at_work = self.status in ("planning", "running")
        return time_left(self.state, self.plan, time.time()) if at_work else None

    @property
    def spent(self) -> float | None:
        """What all its runs have paid so far. None if nothing was started or a price is not known."""
        tally = self.state.get("tally")
        if tally is None or self.status in ("new", "planned") or self.state.get("planning"):
            return None
        earlier = self.state.get("earlier", 0.0)
        return None if earlier is None or tally["cost"] is None else earlier + tally["cost"]

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs of the ledger that were its own."""
        place = self.folder / RUNS
        return tuple(place.read_text(encoding="utf-8").split()) if place.is_file() else ()

    def result(self) -> dict[str, Any]:
        """The document that the job made."""
        try:
            found: dict[str, Any] = json.loads((self.folder / RESULT).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise Missing("no-result") from None
        return found

    @property
    def has_result(self) -> bool:
        """An earlier result stays until a new one replaces it."""
        return (self.folder / RESULT).exists()


@dataclass(slots=True)
class JobQueue:
    """All jobs of one studio. Memory holds only the processes; everything else is on disk."""

    home: Home
    settings: Mapping[str, Any]
    """`model`, `base_url`, `ledger`, `results`: what the command line said."""
    most: int = 2
    """Processes at once; the rest wait their turn."""
    then: Callable[[Job], None] | None = None
    """What follows a job that is done; the studio sets it."""
    _room: asyncio.Semaphore = field(init=False)
    _behind: asyncio.Semaphore = field(init=False)
    """Jobs that nobody asked for take one place at most, so that there is always one for those that somebody did."""
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _processes: dict[str, Process] = field(default_factory=dict)
    _stopped: set[str] = field(default_factory=set)
    """Jobs that the user stopped and that have not ended yet."""

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(self.most)
        self._behind = asyncio.Semaphore(1)

    def add(self, kind: str, form: TaskForm, about: str) -> Job:
        """The job for this form: the existing one, or a new one that waits to be started."""
        for model in form.models:
            self._may_ask(model, form.model or model)
        said = form.model_dump(mode="json")
        question = form.model_dump(mode="json", exclude=_NOT_OF_THE_QUESTION, exclude_defaults=True)
        raw = json.dumps([kind, question], sort_keys=True, ensure_ascii=False)
        identifier = sha256(raw.encode("utf-8", "replace")).hexdigest()[:16]
        folder = self.home.jobs / identifier
        folder.mkdir(exist_ok=True)
        before = saved_job(folder) or {"at": time.time()}
        document = {"kind": kind, "about": about, "form": said, "settings": dict(self.settings)}
        if before != before | document:
            write_json(folder / "job.json", before | document)
        return self.job(identifier)

    def started(self, kind: str, form: TaskForm, about: str, *, behind: bool = False) -> Job:
        """The same, started if it has not been, `behind` what the user asks for. A failed job is not started again just
        because a page shows it."""
        job = self.add(kind, form, about)
        if job.status in ("new", "interrupted"):
            self._launch(job, "run", behind)
            return self.job(job.id)
        return job

    def job(self, identifier: str) -> Job:
        """A job as it is on disk."""
        folder = self.home.jobs / checked(identifier)
        said = saved_job(folder)
        if said is None:
            raise Missing("no-job")
        state = read_json(folder / "state.json") or {}
        status: Status = state.get("status", "new")
        if status in UNDER_WAY and identifier not in self._tasks and not is_locked(folder / "lock"):
            status = "interrupted"
        return Job(
            identifier, said["kind"], said["about"], said["form"], said["at"], status, state, read_json(folder / "plan.json"), folder
        )  # fmt: skip

    def all(self) -> list[Job]:
        """Every job, the latest first."""
        found: list[Job] = []
        for place in self.home.jobs.iterdir():
            with suppress(NotFound):
                found.append(self.job(place.name))
        return sorted(found, key=lambda one: -one.at)

    def plan(self, identifier: str) -> None:
        """Estimate what the job would cost; nothing is sent."""
        self._launch(self.job(identifier), "plan")

    def start(self, identifier: str) -> None:
        """Start the job or continue it. If it is already running, nothing happens."""
        self._launch(self.job(identifier), "run")

    def limit(self, identifier: str, max_cost: float) -> None:
        """Let the job spend so much from its next start on. It stays the same question."""
        folder = self.job(identifier).folder
        said = saved_job(folder) or {}
        write_json(folder / "job.json", said | {"form": {**said["form"], "max_cost": max_cost}})

    async def stop(self, identifier: str) -> None:
        """Ask the job to stop, once. Open calls are waited for, and every answer is kept."""
        checked(identifier)
        process = self._processes.get(identifier)
        if identifier in self._tasks and identifier not in self._stopped:
            self._stopped.add(identifier)
            if process is None:
                self._tasks[identifier].cancel()
            else:
                process.stop()

    def remove(self, identifier: str) -> None:
        """Delete the job and its result. Answers that were paid for stay in the ledger."""
        job = self.job(identifier)
        if job.under_way:
            raise Refused("job-runs")
        shutil.rmtree(job.folder)

    async def close(self) -> None:
        """The studio closes: waiting jobs stay for later, running ones wait for the answers that are paid for."""
        self.then = None
        for identifier, task in self._tasks.items():
            if identifier not in self._processes:
                task.cancel()
        for process in self._processes.values():
            process.leave()
        if self._tasks:
            await asyncio.wait(set(self._tasks.values()), timeout=_PATIENCE)
        for each in self._tasks.values():
            each.cancel()

    def _launch(self, job: Job, purpose: Literal["plan", "run"], behind: bool = False) -> None:
        """On the server's own loop; pages that are rendered in a thread start jobs too."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            from_thread.run_sync(self._launch, job, purpose, behind)
            return
        if self.job(job.id).under_way:
            return
        write_json(
            job.folder / "state.json", {"status": "queued", "stage": "queued", "planning": purpose == "plan"}
        )
        task = asyncio.create_task(self._run(job, purpose, self._tasks.get(job.id), behind))
        self._tasks[job.id] = task
        task.add_done_callback(lambda done: self._forget(job.id, done))

    def _forget(self, identifier: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(identifier) is done:
            del self._tasks[identifier]

    async def _run(self, job: Job, purpose: str, before: asyncio.Task[None] | None, behind: bool) -> None:
        """Wait for a free slot, run the job in a process, and record an end that the process could not record itself.

        A process of `before` has recorded its end and is about to exit.
        """
        code = 0
        try:
            if before is not None:
                await asyncio.wait({before})
            async with self._behind if behind else nullcontext(), self._room:
                process = await started(self.home.root, job.id, purpose, job.folder / "log")
                self._processes[job.id] = process
                code = await process.wait()
        finally:
            self._processes.pop(job.id, None)
            if self._tasks.get(job.id) is asyncio.current_task():
                self._settle(job, code)
        if purpose == "run" and self.then is not None:
            with suppress(NotFound):  # it was removed at once
                done = self.job(job.id)
                if done.status == "done":
                    self.then(done)

    def _settle(self, job: Job, code: int) -> None:
        told_to_stop = job.id in self._stopped
        self._stopped.discard(job.id)
        state = read_json(job.folder / "state.json") or {}
        if state.get("status") not in UNDER_WAY or is_locked(job.folder / "lock"):
            return
        if told_to_stop:
            planning = state["status"] == "planning" or state.get("planning")
            end: dict[str, Any] = {"status": "new" if planning else "stopped"}
        elif code:
            why = f"the process that did this job ended unexpectedly (code {code}); the answers it paid for are kept"
            end = {"status": "failed", "error": why}
        else:
            end = {"status": "interrupted"}
        write_json(job.folder / "state.json", state | end)

    def may_name(self, model: str | None) -> None:
        """A model by its provider's name, or the one this studio was started with; never a file named by a browser."""
        own = self.settings.get("model")
        if model is None or (model == own and model.startswith("replay:")):
            return
        provider, slash, name = model.partition("/")
        known = slash and name.strip() and provider in providers()
        if not known and model not in load_config().models:
            raise UsageError(f"{model}: write PROVIDER/NAME, with one of {', '.join(providers())}")
        if provider == "local" and model != own and ("/" in name or fetched_file(name) is None):
            raise UsageError(f"{model}: here only a fetched model can be named (`fabula models fetch NAME`)")

    def _may_ask(self, model: str, asked: str) -> None:
        """A missing key is reported now, before anyone looks at the cost."""
        self.may_name(model)
        config = load_config()
        for each in dict.fromkeys((model, config.reading_model or model)):
            if not each.startswith("replay:"):
                api_key(address_of(self.settings, each, asked), config)
