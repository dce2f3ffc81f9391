"""Which books to judge: files, folders, shelves as lists (.jsonl, .parquet), and URLs that fsspec can open."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.jsonl import numbered_lines
from fabula.judging.shelf_folder import books_in, holds_several_books
from fabula.notices import Notice
from fabula.shelf.locations import Location, is_remote, locations, only
from fabula.text.files import named

if TYPE_CHECKING:
    from fabula.judging.request import EvaluateRequest

_LISTS = (".jsonl", ".parquet")
_SHELF = "shelf.jsonl"
"""`corpus clean` writes it."""


class Source(BaseModel):
    """A book to judge, and facts that its file may lack: a line of a shelf, or a file from the command line."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    path: Path
    title: str | None = None
    author: str | None = None
    language: str | None = None
    genres: tuple[str, ...] | None = None
    premise: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One book of a shelf: what is asked about it, and where it is if it must be fetched first."""

    key: str
    """Its name in the results."""
    request: EvaluateRequest
    remote: Location | None = None

    def opened(self) -> EvaluateRequest:
        """The request, with the book itself where it had to be fetched."""
        return self.request if self.remote is None else self.request.but(book=self.remote.book())


@dataclass(slots=True)
class Shelf:
    """The books that the user named, in order, and what to say about how folders were taken."""

    sources: list[tuple[Source, Location | None]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def asked(self, request: EvaluateRequest) -> list[Asked]:
        """The same request for every book. What the request says about a book overrides the shelf's line."""
        return [
            Asked(_key(source, remote), _about(source, request), remote) for source, remote in self.sources
        ]


def sources(typed: Sequence[Path | str]) -> Shelf:
    """The books behind these names."""
    shelf = Shelf()
    for name in typed:
        if is_remote(str(name)):
            shelf.sources += _behind_url(str(name))
        else:
            shelf.sources += [(source, None) for source in _at(named(Path(name)), shelf.notices)]
    return shelf


def _at(path: Path, notices: list[Notice]) -> list[Source]:
    if path.suffix.lower() in _LISTS and not path.is_dir():
        return _listed(path, path.parent)
    if not path.is_dir():
        return [Source(path=path)]
    if (path / _SHELF).is_file():
        notices.append(Notice.of("shelf.taken-by-list", folder=path.name, file=_SHELF))
        return _listed(path / _SHELF, path)
    if not holds_several_books(path):
        notices.append(Notice.of("shelf.taken-as-one-book", folder=path.name))
        return [Source(path=path)]
    found = books_in(path)
    notices.append(Notice.of("shelf.taken-as-books", folder=path.name, n=len(found)))
    return [Source(path=each) for each in found]


def _behind_url(url: str) -> list[tuple[Source, Location | None]]:
    """The books behind a URL: one file, a list whose paths are relative to it, or all files below a folder."""
    suffix = Path(url).suffix.lower()
    if suffix not in _LISTS:
        return [(Source(path=Path(each.name)), each) for each in only(url) or locations(url)]
    root, _, name = url.rpartition("/")
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder) / name
        Location(root, name, "").fetch(here)
        listed = _listed(here, Path())
    return [(each, Location(root, each.path.as_posix(), "")) for each in listed]


def _key(source: Source, remote: Location | None) -> str:
    return str(source.path) if remote is None else f"{remote.root}/{remote.name}"


def _about(source: Source, request: EvaluateRequest) -> EvaluateRequest:
    given = source.model_dump(exclude={"path"}, exclude_none=True)
    unsaid = {name: value for name, value in given.items() if not getattr(request, name)}
    return request.but(book=source.path, **unsaid)


def _listed(path: Path, beside: Path) -> list[Source]:
    """The books of a list. Their paths are relative to the folder `beside`."""
    found = []
    for where, row in _parquet(path) if path.suffix.lower() == ".parquet" else _lines(path):
        try:
            source = Source.model_validate(json.loads(row) if isinstance(row, str) else row)
        except (json.JSONDecodeError, ValidationError) as error:
            raise UsageError(
                f'{path.name}, {where}: a line of a shelf is an object with at least "path" ({_fault(error)})'
            ) from None
        place = source.path if source.path.is_absolute() else beside / source.path
        found.append(source.model_copy(update={"path": place}))
    if not found:
        raise UsageError(
            f'{path} names no book: a shelf has one JSON object a line, each with at least "path"'
            if path.name != _SHELF
            else f"no book is on the shelf {path.parent}: its ledger.jsonl says why each was dropped"
        )
    return found


def _lines(path: Path) -> list[tuple[str, str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{path.name} cannot be read as a shelf: one JSON object a line, in UTF-8") from None
    return [(f"line {number}", line) for number, line in numbered_lines(text)]


def _parquet(path: Path) -> list[tuple[str, dict[str, Any]]]:
    with extra("parquet", path.name):
        import pyarrow as pa
        from pyarrow import parquet
    try:
        wanted = [name for name in parquet.read_schema(path).names if name in Source.model_fields]
        rows = parquet.read_table(path, columns=wanted).to_pylist()
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}") from None
    except (OSError, pa.ArrowInvalid) as error:
        raise UsageError(f"{path.name} cannot be read as Parquet: {error}") from None
    return [(f"row {number}", row) for number, row in enumerate(rows, 1)]


def _fault(error: json.JSONDecodeError | ValidationError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return str(error)
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'])) or 'the line'}: {first['msg']}"
