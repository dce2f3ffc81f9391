"""The files of a shelf: in a local or shared folder, or behind a URL that fsspec can open (s3://, gs://)."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.extras import extra
from fabula.text.book import Book
from fabula.text.files import read
from fabula.text.formats.folder import entries, is_passed_over


@dataclass(frozen=True, slots=True)
class Location:
    """One file of a shelf."""

    root: str
    name: str
    """Its path below the root, with forward slashes. Ledgers use this name."""
    stamp: str
    """Changes when the file changes, so that only changed books are read again."""

    def book(self) -> Book:
        """Reads the book. A remote file is first fetched to a temporary file."""
        if not is_remote(self.root):
            return read(Path(self.root) / self.name)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / Path(self.name).name
            self.fetch(path)
            return read(path)

    def fetch(self, path: Path) -> None:
        """Copy a remote file to this path."""
        system, root = _fsspec(self.root)
        try:
            system.get_file(f"{root}/{self.name}", str(path))
        except OSError as error:
            raise FabulaError(f"{self.name} could not be fetched: {error}") from None


def locations(root: str, without: Path | None = None) -> Iterator[Location]:
    """Every file below the root that can be a book, sorted by name. `without` is our own folder, which is skipped."""
    yield from sorted(
        _remote_files(root) if is_remote(root) else _files(root, without), key=lambda one: one.name
    )


def only(url: str) -> list[Location]:
    """The location of a single remote file; nothing where the URL is a folder."""
    system, path = _fsspec(url)
    root, _, name = url.rpartition("/")
    return [Location(root, name, "")] if system.isfile(path) else []


def _files(root: str, without: Path | None) -> Iterator[Location]:
    top = Path(root)
    if not top.is_dir():
        raise UsageError(
            f"{root} is a file: give a folder of books" if top.exists() else f"there is no folder {root}"
        )
    ours = without.resolve() if without else None
    found = False
    for folder, inner, names in os.walk(top):
        here = Path(folder)
        shown = {each.name for each in entries(here)}
        inner[:] = [name for name in inner if name in shown and (here / name).resolve() != ours]
        for name in names:
            if name in shown:
                found = True
                path = here / name
                facts = path.stat()
                yield Location(
                    str(top), path.relative_to(top).as_posix(), f"{facts.st_size}:{facts.st_mtime_ns}"
                )
    if not found:
        raise UsageError(f"there are no files in {root}")


def _remote_files(url: str) -> Iterator[Location]:
    system, root = _fsspec(url)
    found = system.find(root, detail=True)
    if not found:
        raise UsageError(f"there are no files in {url}")
    for path, facts in found.items():
        name = path.removeprefix(root).lstrip("/")
        if not any(map(is_passed_over, name.split("/"))):
            stamp = (
                facts.get("size"),
                *(facts.get(key) for key in ("ETag", "etag", "mtime", "LastModified")),
            )
            yield Location(url, name, ":".join(str(part) for part in stamp if part is not None))


def is_remote(root: str) -> bool:
    """Whether this is a URL for fsspec."""
    return "://" in root


def _fsspec(url: str) -> tuple[Any, str]:
    with extra("ray", url):
        import fsspec
    try:
        system, root = fsspec.core.url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise UsageError(f"{url} cannot be opened: {error}") from None
    return system, root.rstrip("/")
