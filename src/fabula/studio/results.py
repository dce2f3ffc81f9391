"""Results on hand: files that were handed in, and files of the folder that the owner named when starting the studio."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fabula.studio.home import MOST_BYTES, Home, all_stored, checked, kept
from fabula.studio.refusals import Missing

MOST_FILES = 400
"""The most files of the owner's folder that are shown; the page says when there are more."""
_MOST_SEEN = 20_000
_DEPTH = 4
_SUFFIXES = (".jsonl", ".json")


@dataclass(frozen=True, slots=True)
class Result:
    """A file, under an id that does not reveal its place and changes when the file does."""

    id: str
    name: str
    file: Path
    size: int
    at: float
    handed_in: bool


def on_hand(home: Home, folder: Path | None) -> list[Result]:
    """Every file: those handed in, the latest first, then the folder's by name."""
    own = [Result(one.id, one.name, one.file, one.size, one.at, True) for one in all_stored(home, "results")]
    return own + (_lying_in(folder) if folder else [])


def result_of(home: Home, folder: Path | None, identifier: str) -> Result:
    """One file by its id, which is compared and never made into a path."""
    if (home.root / "results" / checked(identifier)).is_dir():
        one = kept(home, "results", identifier)
        return Result(one.id, one.name, one.file, one.size, one.at, True)
    for found in _lying_in(folder) if folder else []:
        if found.id == identifier:
            return found
    raise Missing("results-changed")


def _lying_in(folder: Path) -> list[Result]:
    found = sorted(_walked(folder), key=lambda one: one.name)
    return found[:MOST_FILES]


def _walked(folder: Path) -> Iterator[Result]:
    """Plain files down to a depth, no link followed and nothing hidden; a folder without end is not read to its end."""
    seen = 0
    waiting = [(folder, 0)]
    while waiting:
        place, depth = waiting.pop()
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            seen += 1
            if seen > _MOST_SEEN:
                return
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            if entry.is_dir(follow_symlinks=False):
                if depth < _DEPTH:
                    waiting.append((Path(entry.path), depth + 1))
            elif entry.name.lower().endswith(_SUFFIXES) and entry.is_file(follow_symlinks=False):
                about = entry.stat(follow_symlinks=False)
                if 0 < about.st_size <= MOST_BYTES:
                    yield _result(folder, Path(entry.path), about)


def _result(folder: Path, file: Path, about: os.stat_result) -> Result:
    name = file.relative_to(folder).as_posix()
    raw = f"{name}\0{about.st_size}\0{about.st_mtime_ns}".encode("utf-8", "surrogateescape")
    shown = name.encode("utf-8", "replace").decode()
    return Result(sha256(raw).hexdigest()[:16], shown, file, about.st_size, about.st_mtime, False)
