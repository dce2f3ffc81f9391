"""The requests about many books: their chapters, their copies, and a clean shelf."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.request import Request, option
from fabula.workers.engines import EngineName

_FOLDER = "A folder of books, or an fsspec URL (s3://...)."
_OUT = "The folder to write to. Use the same folder again to resume."
_ENGINE = "pool: processes here; ray: the cluster of RAY_ADDRESS, or one here."
_WORKERS = "Processes of the pool; default: one for each core."


@dataclass(frozen=True, slots=True)
class CorpusChaptersRequest(Request):
    """Writes every book of a folder, in any format, as JSON with its chapters."""

    folder: str = option(help=_FOLDER, changes_result=True, signed_as="text", argument=True)
    out: Path = option(help=_OUT, changes_result=False, short="-o")
    engine: EngineName = option("pool", help=_ENGINE, changes_result=False)
    workers: int | None = option(None, help=_WORKERS, changes_result=False, minimum=1)


@dataclass(frozen=True, slots=True)
class CorpusDedupRequest(Request):
    """Which books of a folder are the same novel?"""

    folder: str = option(help=_FOLDER, changes_result=True, signed_as="text", argument=True)
    out: Path | None = option(
        None,
        help="A folder for groups.jsonl and the catalogue, so that a later run can resume.",
        changes_result=False,
        short="-o",
    )
    engine: EngineName = option("pool", help=_ENGINE, changes_result=False)
    workers: int | None = option(None, help=_WORKERS, changes_result=False, minimum=1)


@dataclass(frozen=True, slots=True)
class CorpusCleanRequest(Request):
    """Makes a clean shelf from a folder: no copies, no short books, and at most a chosen number."""

    folder: str = option(help=_FOLDER, changes_result=True, signed_as="text", argument=True)
    out: Path = option(help=_OUT, changes_result=False, short="-o")
    fewest_chapters: int = option(
        10, help="Drop books with fewer chapters than this.", changes_result=True, minimum=1
    )
    target: int | None = option(
        None,
        help="Drop authors with the fewest works, down to this many books.",
        changes_result=True,
        minimum=1,
    )
    engine: EngineName = option("pool", help=_ENGINE, changes_result=False)
    workers: int | None = option(None, help=_WORKERS, changes_result=False, minimum=1)
