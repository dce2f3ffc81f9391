"""`corpus chapters|dedup|clean`: reads and compares many books and writes them as a shelf."""

from __future__ import annotations

import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.models.door import Door
from fabula.notices import Notice
from fabula.request import document
from fabula.result import Result
from fabula.shelf.clean import Cleaned, Seen, clean, cut_chapters, duplicates
from fabula.shelf.request import CorpusChaptersRequest, CorpusCleanRequest, CorpusDedupRequest
from fabula.signature import sign
from fabula.workers.engines import engine


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CopyResult(_Part):
    """A copy or part of another book."""

    name: str
    kind: Literal["copy", "part"]
    ratio: float | None
    share: float | None
    length: float


class GroupResult(_Part):
    """One novel that is on the shelf several times."""

    kept: str
    copies: tuple[CopyResult, ...]


class UnreadableFile(_Part):
    """A file that is not a book."""

    book: str
    why: Notice


class CorpusResult(Result):
    """The outcome for a shelf. ledger.jsonl in `out` lists every removed book, and why."""

    files: int
    kept: int
    left: dict[str, int]
    """How many books were removed at each step."""
    out: str


class CorpusChaptersResult(CorpusResult):
    """The document of `corpus chapters`."""

    KIND: ClassVar[str] = "corpus-chapters"

    kind: Literal["corpus-chapters"] = "corpus-chapters"


class CorpusCleanResult(CorpusResult):
    """The document of `corpus clean`."""

    KIND: ClassVar[str] = "corpus-clean"

    kind: Literal["corpus-clean"] = "corpus-clean"


class CorpusDedupResult(Result):
    """The document of `corpus dedup`. Nothing is deleted."""

    KIND: ClassVar[str] = "corpus-dedup"

    kind: Literal["corpus-dedup"] = "corpus-dedup"
    files: int
    groups: tuple[GroupResult, ...]
    unreadable: tuple[UnreadableFile, ...]


@dataclass(frozen=True, slots=True)
class CorpusAnswer:
    """The result and every removed book."""

    result: CorpusResult
    cleaned: Cleaned


@dataclass(frozen=True, slots=True)
class CorpusDedupAnswer:
    """Finds the files of the same novel."""

    result: CorpusDedupResult


def quietly(_what: str, _count: int) -> None:
    """Show no progress."""


async def run_chapters(
    request: CorpusChaptersRequest, door: Door | None = None, seen: Seen = quietly
) -> CorpusAnswer:
    """Writes every book as chapters. Files that are not books are listed in the ledger."""
    del door
    request.validate()
    found = cut_chapters(request.folder, request.out, engine(request.engine, request.workers), seen)
    return _answer(CorpusChaptersResult, "corpus.chapters", request, found)


async def run_clean(
    request: CorpusCleanRequest, door: Door | None = None, seen: Seen = quietly
) -> CorpusAnswer:
    """Reads a shelf; drops copies, short books and authors with the fewest works; splits the rest into chapters."""
    del door
    request.validate()
    workers = engine(request.engine, request.workers)
    found = clean(request.folder, request.out, workers, seen, request.fewest_chapters, request.target)
    return _answer(CorpusCleanResult, "corpus.clean", request, found)


def _answer(
    kind: type[CorpusChaptersResult] | type[CorpusCleanResult],
    method: str,
    request: CorpusChaptersRequest | CorpusCleanRequest,
    found: Cleaned,
) -> CorpusAnswer:
    """What was kept and what was left out, in the result that belongs to the request."""
    result = kind(
        request=document(request),
        signature=sign(request, method, digests={"text": found.text}),
        files=found.files,
        kept=found.kept,
        left=found.by_step(),
        out=str(request.out),
    )
    return CorpusAnswer(result, found)


async def run_dedup(
    request: CorpusDedupRequest, door: Door | None = None, seen: Seen = quietly
) -> CorpusDedupAnswer:
    """Finds copies of the same novel: posted again, edited, in another script or encoding, or shortened."""
    del door
    request.validate()
    with tempfile.TemporaryDirectory() as passing:
        place = request.out or Path(passing)
        found = duplicates(request.folder, place, engine(request.engine, request.workers), seen)
    result = CorpusDedupResult(
        request=document(request),
        signature=sign(request, "corpus.dedup", digests={"text": found.text}),
        files=found.files,
        groups=tuple(GroupResult.model_validate(asdict(group)) for group in found.groups),
        unreadable=tuple(UnreadableFile(book=each.book, why=each.why) for each in found.unreadable),
    )
    return CorpusDedupAnswer(result)
