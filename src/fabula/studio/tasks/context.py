"""What a task works with in its own process: the books, the door to a model, and its progress."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.confined import confined
from fabula.errors import UsageError
from fabula.models.addresses import address
from fabula.models.config import load_config
from fabula.notices import NoticeDocument
from fabula.studio.home import Home, Kind, checked, kept, write_json
from fabula.studio.refusals import NotFound
from fabula.studio.results import result_of

if TYPE_CHECKING:
    from fabula.models.chat import Tally
    from fabula.models.door import Door
    from fabula.models.door_settings import DoorSettings
    from fabula.models.providers import Address
    from fabula.models.several import Doors
    from fabula.notices import Notice
    from fabula.studio.tasks.form import TaskForm
    from fabula.text.book import Book

RUNS = "runs"
"""A file in the job's folder: its runs in the ledger, one per line."""
_BETWEEN_WRITINGS = 0.25


class Progress:
    """How far a job is: written to `state.json` while it runs, and read by the page."""

    def __init__(self, path: Path, status: str) -> None:
        self.tally: Tally | None = None
        self._path = path
        self._state: dict[str, Any] = {
            "status": status,
            "started": time.time(),
            "stage": "starting",
            "planning": status == "planning",
        }
        self._pieces: tuple[str, Sequence[Sequence[int]]] | None = None
        self._told: dict[str, Any] = {}
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._write()
        self._writer = threading.Thread(target=self._keep_writing, daemon=True)
        self._writer.start()

    def earlier(self, cost: float | None) -> None:
        """What earlier runs of this job have paid, before it was stopped and continued. None if a price was unknown."""
        self._state["earlier"] = cost

    def stage(self, name: str, **about: Any) -> None:
        """The current stage, by the name of its label (`stage.NAME`)."""
        if name != self._state["stage"]:
            self._state["stage_since"] = time.time()
        self._state |= {"stage": name, "about": about}

    def expect(self, seconds: float | None) -> None:
        """How long such jobs took before; None if there were none."""
        self._state["expected"] = seconds

    @property
    def paid_for_all(self) -> bool:
        """Whether no answer was there before: only then does its time tell what others will take."""
        return self.tally is None or not self.tally.cached

    @property
    def seconds(self) -> float:
        """How long it has been at work."""
        return time.time() - float(self._state["started"])

    def by_chapter(self, step: str, pieces: Sequence[Sequence[int]]) -> None:
        """Progress by chapter: each answer to `step` has read the chapters of the next piece."""
        self._pieces = (step, pieces)

    def note(self, notices: Sequence[Notice]) -> None:
        """What the user should know of how the model was asked."""
        self._state["notices"] = [notice.document for notice in notices]

    def end(self, status: str, error: str | None = None, **why: float | str | NoticeDocument | None) -> None:
        """Write the final state. `why` tells the page more than the error's one line: `next_call`, `refused_by`."""
        self._over.set()
        self._writer.join()
        self._state |= {"status": status, "error": error, "ended": time.time(), **why}
        self._write()

    def _keep_writing(self) -> None:
        while not self._over.wait(_BETWEEN_WRITINGS):
            self._write()

    def _write(self) -> None:
        with self._lock:
            now = dict(self._state)
            if self.tally is not None:
                if self.tally.calls or self.tally.in_flight:
                    now["asking_since"] = self._state.setdefault("asking_since", time.time())
                now["tally"] = asdict(self.tally)
                now["chapters"] = self._chapters(self.tally)
            if now != self._told:
                write_json(self._path, now)
                self._told = now

    def _chapters(self, tally: Tally) -> dict[str, Any] | None:
        if self._pieces is None:
            return None
        step, pieces = self._pieces
        told = [own for name, own in tally.by_step.items() if name.partition(", ")[0] == step]
        answered = min(len(pieces), sum(own.calls + own.cached for own in told))
        under_way = pieces[answered] if answered < len(pieces) else ()
        done = max((number for piece in pieces[:answered] for number in piece), default=0)
        return {
            "done": done,
            "now": list(under_way),
            "of": max(number for piece in pieces for number in piece),
        }


def main_models(settings: Mapping[str, Any], asked: str) -> tuple[str, ...]:
    """The models that the studio's --base-url and FABULA_API_KEY are for: its --model, else the one of fabula.toml.

    Without any, FABULA_API_KEY is for the model that the visitor chose, but an address is not.
    """
    named = settings.get("model") or load_config().model
    return (named,) if named else () if settings.get("base_url") else (asked,)


def address_of(settings: Mapping[str, Any], model: str, asked: str) -> Address:
    """Where a model is that takes part in a job for the model that was asked for."""
    return address(model, settings.get("base_url"), load_config(), main_models(settings, asked))


class TaskContext:
    """What a task has at hand."""

    def __init__(
        self, home: Home, folder: Path, progress: Progress, settings: Mapping[str, Any], rehearsing: bool
    ) -> None:
        self.home = home
        self.files = folder / "files"
        """Where the job may write files for the browser."""
        self.rehearsing = rehearsing
        """Only the cost is wanted: answers are made up, so write no files."""
        self.progress = progress
        self._settings = settings
        self._runs = folder / RUNS
        self.files.mkdir(exist_ok=True)

    def path(self, kind: Kind, identifier: str) -> Path:
        """An uploaded file."""
        return kept(self.home, kind, identifier).file

    def result(self, identifier: str) -> Path:
        """A file of results, uploaded or in the owner's folder."""
        folder = self._settings.get("results")
        return result_of(self.home, Path(folder) if folder else None, identifier).file

    def side(self, side: str) -> Path | Book:
        """One side of a comparison: a book of the shelf (`book:ID`), or the report of an evaluation (`job:ID`)."""
        from fabula.comparison.sides import REPORT

        kind, _, identifier = side.partition(":")
        if kind == "book":
            return self.book(identifier)
        report = self.home.jobs / checked(identifier) / "files" / REPORT
        if not report.is_file():
            raise NotFound("one of the two evaluations has no report: finish it first")
        return report

    def book(self, identifier: str) -> Book:
        """A book of the shelf. A file that is made to harm takes no more than its own process may."""
        from fabula.text.files import read

        self.progress.stage("opening")
        path = self.path("books", identifier)
        return confined(read, path, path.name)

    @asynccontextmanager
    async def door(self, form: TaskForm, about: Mapping[str, Any]) -> AsyncIterator[Door]:
        """The door to the chosen model; its calls are shown as progress."""
        from fabula.models.opening import open_door

        model, settings = self._asking(form, about)
        async with open_door(model, settings) as door:
            self._began((door, door.reading))
            yield door
            self.progress.note(door.notices)

    @asynccontextmanager
    async def doors(
        self, form: TaskForm, models: Sequence[str], about: Mapping[str, Any]
    ) -> AsyncIterator[Doors]:
        """Doors to several models under one budget."""
        from fabula.models.opening import open_doors

        async with open_doors(self._asking(form, about)[1], models) as doors:
            self._began([door for model in models for door in (doors.to(model), doors.to(model).reading)])
            yield doors
            self.progress.note(doors.notices)

    def _asking(self, form: TaskForm, about: Mapping[str, Any]) -> tuple[str, DoorSettings]:
        from fabula.models.door_settings import DoorSettings
        from fabula.models.ledger.databases import placed

        if form.model is None:
            raise UsageError("this job asks a model: choose one")
        ledger = self._settings.get("ledger")
        settings = DoorSettings(
            base_url=self._settings.get("base_url"),
            main=main_models(self._settings, form.model),
            reading_model=load_config().reading_model,
            ledger=placed(ledger) if ledger else None,
            max_cost=None if self.rehearsing else form.max_cost,
            rehearsal=self.rehearsing,
            command=f"fabula studio: {type(form).__module__.rpartition('.')[2]}",
            about=about,
            watch=self._watch,
        )
        if not self.rehearsing:
            self.progress.earlier(self._paid_before())
        return form.model, settings

    def _began(self, doors: Sequence[Door]) -> None:
        if not self.rehearsing:
            with self._runs.open("a", encoding="utf-8") as runs:
                for run in dict.fromkeys(door.run.id for door in doors):
                    runs.write(f"{run}\n")

    def _paid_before(self) -> float | None:
        """What the answers of earlier runs of this job cost, whether or not those runs finished."""
        from fabula.models.config import default_ledger, load_config
        from fabula.models.ledger.archive import spending
        from fabula.models.ledger.databases import ledger_exists, placed

        named = self._settings.get("ledger")
        ledger = placed(named) if named else default_ledger(load_config())
        own = set(self._runs.read_text(encoding="utf-8").split()) if self._runs.is_file() else set()
        if not own or not ledger_exists(ledger):
            return 0.0
        costs = [each.cost for each in spending(ledger, "run") if each.of in own]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    def _watch(self, tally: Tally) -> None:
        self.progress.tally = tally
