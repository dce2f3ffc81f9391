"""Facts about every book of a shelf in one SQLite file, so that each book is read once and a killed run can resume."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from fabula.digests import digest
from fabula.errors import FabulaError
from fabula.notices import Notice
from fabula.shelf.fingerprints import BANDS, VERSION, Keys, bands, folded, landmarks
from fabula.shelf.locations import Location, locations
from fabula.text.boilerplate import site_lines
from fabula.workers.engines import Engine

_TABLE = (
    "CREATE TABLE IF NOT EXISTS books (name TEXT PRIMARY KEY, stamp TEXT, facts TEXT, why TEXT, keys BLOB)"
)
_COMMIT_EVERY = 200


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a book that are needed to choose books."""

    name: str
    id: str
    title: str
    author: str | None
    language: str
    chapters: int
    words: int
    letters: int
    """The length of its folded text, which shows how complete a copy is."""
    site_lines: int
    """Lines that a site seems to have added. Of two copies, the one with fewer is the cleaner."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The outcome of reading one file: a book's facts and keys, or the reason why it is not a book."""

    name: str
    stamp: str
    facts: Facts | None
    why: Notice | None = None
    keys: bytes = b""


def take_in(location: Location) -> Entry:
    """Reads one file of a shelf, as a task for an engine. A file that is not a book gives an entry with the reason."""
    try:
        book = location.book()
    except FabulaError as error:
        return Entry(location.name, location.stamp, None, Notice.of("shelf.unreadable", why=str(error)))
    text = folded(book)
    if not text:
        return Entry(location.name, location.stamp, None, Notice.of("shelf.no-words"))
    words = book.words
    facts = Facts(
        location.name,
        book.id,
        book.title,
        book.author,
        book.language,
        book.chapter_count,
        words,
        len(text),
        site_lines(book),
    )
    keys = np.concatenate([bands(text, book.language), landmarks(text, book.language)])
    return Entry(location.name, location.stamp, facts, None, keys.tobytes())


class Catalogue:
    """The entries of one shelf. A book's name is its path below the root of the shelf."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path)
        if self._db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            self._db.execute("DROP TABLE IF EXISTS books")
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute(_TABLE)

    def close(self) -> None:
        self._db.close()

    def fill(
        self, root: str, engine: Engine, seen: Callable[[int], None], without: Path | None = None
    ) -> list[Location]:
        """Reads new and changed files and forgets those that are gone. Returns all current files."""
        found = list(locations(root, without))
        known = dict(self._db.execute("SELECT name, stamp FROM books"))
        gone = known.keys() - {location.name for location in found}
        self._db.executemany("DELETE FROM books WHERE name = ?", [(name,) for name in gone])
        unread = [location for location in found if known.get(location.name) != location.stamp]
        known_already = len(found) - len(unread)
        for done, entry in enumerate(engine.map(take_in, unread), known_already + 1):
            self._keep(entry)
            if done % _COMMIT_EVERY == 0:
                self._db.commit()
            seen(done)
        self._db.commit()
        return found

    def _keep(self, entry: Entry) -> None:
        facts = None if entry.facts is None else json.dumps(asdict(entry.facts), ensure_ascii=False)
        why = None if entry.why is None else json.dumps(entry.why.document, ensure_ascii=False)
        self._db.execute(
            "INSERT OR REPLACE INTO books VALUES (?, ?, ?, ?, ?)",
            (entry.name, entry.stamp, facts, why, entry.keys),
        )

    def unreadable(self) -> Iterator[tuple[str, Notice]]:
        """The names of files that are not books, and why."""
        for name, why in self._db.execute("SELECT name, why FROM books WHERE facts IS NULL ORDER BY name"):
            yield name, _reason(why)

    def digest(self) -> str:
        """A digest over the names and contents of all files."""
        rows = self._db.execute("SELECT name, facts, why, keys FROM books ORDER BY name")
        return digest(
            f"{name}:{facts}:{why and _reason(why)}".encode() + keys for name, facts, why, keys in rows
        )

    def books(self) -> Iterator[Facts]:
        """Every book, sorted by name."""
        for (facts,) in self._db.execute("SELECT facts FROM books WHERE facts IS NOT NULL ORDER BY name"):
            yield Facts(**json.loads(facts))

    def fingerprints(self) -> Iterator[tuple[Keys, Keys]]:
        """The bands and landmarks of every book, in the order of `books`."""
        for (blob,) in self._db.execute("SELECT keys FROM books WHERE facts IS NOT NULL ORDER BY name"):
            both = np.frombuffer(blob, dtype=np.uint64)
            yield both[:BANDS], both[BANDS:]


def _reason(kept: str) -> Notice:
    """Why a file is not a book. Earlier versions kept an English sentence."""
    return (
        Notice.from_document(json.loads(kept))
        if kept.startswith("{")
        else Notice.of("shelf.unreadable", why=kept)
    )
