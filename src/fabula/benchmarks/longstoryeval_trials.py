"""LongStoryEval's comparison with live models: strategies, with and without definitions, overall and chapter summaries.

Each book is read once for all its judges. A trial's usage is what this run paid for it; answers that the ledger
already had are counted separately.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from fabula.benchmarks.longstoryeval_material import Material, lost, material_of, renamed
from fabula.benchmarks.longstoryeval_systems import System
from fabula.digests import digest as text_digest
from fabula.errors import FabulaError, UsageError
from fabula.judging.aggregation import judge_by_aggregation
from fabula.judging.by_model import judging_prompts, reading_prompts
from fabula.judging.critique import judge_by_critique
from fabula.judging.from_summary import judge_from_summary
from fabula.judging.incremental import judge_incrementally
from fabula.judging.many import OPEN_BOOKS
from fabula.judging.one_pass import judge_in_one_pass
from fabula.notices import Notice
from fabula.rubrics.files import digest
from fabula.text.segments import SEGMENT_TOKENS

if TYPE_CHECKING:
    from fabula.benchmarks.release import Listed, Shelf
    from fabula.judging.judged import Judged
    from fabula.judging.settings import JudgeSettings, Method, Source
    from fabula.models.door import Door

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trial:
    """One row of the comparison."""

    method: Method
    definitions: bool = True
    source: Source = "overall"
    reader: str | None = None
    """Who else read the books, in place of the model that reads for every judge."""

    @property
    def name(self) -> str:
        """The name in the table."""
        parts = [self.method, *(["chapter summaries"] if self.source == "chapters" else [])]
        parts += [f"read by {self.reader}"] if self.reader else []
        return ", ".join([*parts, *([] if self.definitions else ["no definitions"])])


def trials(methods: Sequence[Method], definitions: Sequence[bool], sources: Sequence[Source]) -> list[Trial]:
    """Every distinct combination. Only judges of summaries can get them chapter by chapter."""
    found = [
        Trial(method, defined, source if method == "summary" else "overall")
        for method in methods
        for defined in definitions
        for source in sources
    ]
    return list(dict.fromkeys(found))


def to_judge(shelf: Shelf, limit: int | None) -> list[Listed]:
    """The test books if the folder names them, otherwise all, limited to books with a rating and something to judge."""
    asked = shelf.tested or shelf.books.keys()
    books = [shelf.books[own] for own in sorted(asked)]
    found = [book for book in books if book.rating is not None and (book.text or book.facts.plot)]
    if not found:
        raise UsageError("no book in this folder has both a rating and a text or plot summary")
    return found[:limit]


@dataclass(slots=True)
class Tried:
    """The results of the trials of one model."""

    systems: list[System] = field(default_factory=list)
    reading: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By reader: the usage for reading the books, before any judging."""
    skipped: list[str] = field(default_factory=list)
    troubles: tuple[Notice, ...] = ()
    """What was lost while the books were read."""
    renaming: tuple[Notice, ...] = ()
    """How the renaming of each book went, if the judge saw other names."""
    left_out: tuple[str, ...] = ()
    """Parameters that the server rejected."""


async def run_trials(
    books: Sequence[Listed],
    wanted: Sequence[Trial],
    settings: JudgeSettings,
    door: Door,
    *,
    anonymous: bool = False,
    also_read_by: Sequence[Door] = (),
) -> Tried:
    """Reads every book once, then judges it in each trial. A book that fails is named and the rest continue.

    With `anonymous`, all characters and books are renamed before the first reading. `also_read_by` read the books too,
    and the judge judges from their summaries as well.
    """
    found = Tried()
    reads = any(trial.method != "one-pass" for trial in wanted)
    with _Meter(door.reading) as meter:
        material = await _each(
            books, lambda book: material_of(book, settings, door, reads, anonymous), door, found.skipped
        )
    found.reading[door.model] = meter.figures
    found.troubles, found.renaming = lost(material), renamed(material)
    for trial in wanted:
        fit = {own: each for own, each in material.items() if _fits(trial, each)}
        if len(fit) < len(material):
            found.skipped.append(f"{trial.name}: {len(material) - len(fit)} books have no text here")
        if fit:
            found.systems.append(await _try(trial, books, fit, settings, door, found.skipped, anonymous))
    for reader in also_read_by:
        if reader.model != door.reading.model:
            await _by_another_reader(reader, books, settings, door, found, anonymous)
    found.left_out = door.left_out
    return found


async def _by_another_reader(
    reader: Door,
    books: Sequence[Listed],
    settings: JudgeSettings,
    door: Door,
    found: Tried,
    anonymous: bool,
) -> None:
    """Judges from the summaries of another reader. Only books whose text is here can be read again."""
    texts = [book for book in books if book.text is not None]
    if not texts:
        found.skipped.append(f"{door.model}, read by {reader.model}: no book has its text here")
        return
    with _Meter(reader) as meter:
        material = await _each(
            texts, lambda book: material_of(book, settings, reader, True, anonymous), door, found.skipped
        )
    found.reading[f"{door.model}, read by {reader.model}"] = meter.figures
    found.troubles += lost(material)
    found.renaming += renamed(material)
    trial = Trial("summary", reader=reader.model)
    found.systems.append(await _try(trial, texts, material, settings, door, found.skipped, anonymous, reader))


async def _try(
    trial: Trial,
    books: Sequence[Listed],
    material: Mapping[str, Material],
    settings: JudgeSettings,
    door: Door,
    skipped: list[str],
    anonymous: bool,
    reader: Door | None = None,
) -> System:
    asked = replace(settings, definitions=trial.definitions, source=trial.source)

    async def judge(book: Listed) -> Judged:
        return await _judge(material[book.id], trial.method, asked, door)

    with _Meter(door) as meter:
        judged = await _each([book for book in books if book.id in material], judge, door, skipped)
    seen = [material[own] for own in judged]
    signature = _signature(trial, asked, seen, door, anonymous=anonymous, reader=reader)
    about = {
        "model": door.model,
        "method": trial.method,
        "definitions": trial.definitions,
        "source": trial.source,
        "signature": signature,
        "usage": meter.figures,
        "critic": settings.critique is not None,
        "reader": (reader or door.reading).model if any(each.story for each in seen) else None,
        "another_reader": reader is not None,
    }
    if anonymous:
        about["anonymised"] = True
    return System(f"{door.model}: {trial.name}{', anonymised' if anonymous else ''}", judged, about)


def _signature(
    trial: Trial,
    settings: JudgeSettings,
    judged: Sequence[Material],
    door: Door,
    *,
    anonymous: bool,
    reader: Door | None,
) -> str:
    """The signature of a trial, which says of the judge what `fabula evaluate` says of it."""
    languages = sorted({str(each.book.language) for each in judged})
    reads = trial.method != "one-pass" and any(each.story is not None for each in judged)
    return door.sign(
        None,
        f"{settings.rubric.id}.{trial.method}",
        asked={
            "n": settings.runs,
            "T": settings.temperature,
            "definitions": None if trial.definitions else False,
            "from": None if trial.source == "overall" else trial.source,
            "critique": True if settings.critique else None,
            "anonymise": anonymous or None,
            "segment-tokens": None if settings.segment_tokens == SEGMENT_TOKENS else settings.segment_tokens,
        },
        digests={
            "rubric": digest(settings.rubric),
            "text": text_digest(part for each in judged for part in each.texts),
            "read-with": reading_prompts(door, languages, reads=reads, renames=anonymous),
        },
        engines={"reading": reader.signed_name} if reader else None,
        prompts=judging_prompts(door, settings, trial.method, languages),
    )


def _fits(trial: Trial, material: Material) -> bool:
    if trial.method == "summary" and trial.source == "overall":
        return material.reading is not None
    return bool(material.book.chapters)


async def _each(
    books: Sequence[Listed], work: Callable[[Listed], Awaitable[T]], door: Door, skipped: list[str]
) -> dict[str, T]:
    """Does the work for every book. Results in the order of the books. An error that stops the door stops the run; an error in one book is reported."""
    done: dict[str, T] = {}
    room = asyncio.Semaphore(OPEN_BOOKS)

    async def one(book: Listed) -> None:
        async with room:
            try:
                done[book.id] = await work(book)
            except FabulaError as error:
                if door.stopped:
                    raise
                skipped.append(f"{book.id}: {error}")

    tasks = [asyncio.create_task(one(book)) for book in books]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
    return {book.id: done[book.id] for book in books if book.id in done}


async def _judge(material: Material, method: Method, settings: JudgeSettings, door: Door) -> Judged:
    if method == "one-pass":
        return await judge_in_one_pass(material.book, settings, door)
    if method == "summary":
        judge = judge_by_critique if settings.critique else judge_from_summary
        assert material.reading is not None
        return await judge(material.book, material.reading, settings, door)
    assert material.story is not None
    if method == "aggregation":
        return await judge_by_aggregation(material.book, material.story, settings, door)
    return await judge_incrementally(material.book, material.story.steps, settings, door)


class _Meter:
    """The usage of a stretch of work, as the door counts it."""

    _COUNTED = ("calls", "cached", "failed", "input_tokens", "output_tokens", "cost")

    def __init__(self, door: Door) -> None:
        self.door = door
        self.figures: dict[str, Any] = {}

    def __enter__(self) -> _Meter:
        self._before, self._started = self._now(), time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        for name, after in self._now().items():
            before = self._before[name]
            self.figures[name] = None if after is None or before is None else after - before
        self.figures["seconds"] = round(time.monotonic() - self._started, 3)

    def _now(self) -> dict[str, Any]:
        return {name: getattr(self.door.tally, name) for name in self._COUNTED}
