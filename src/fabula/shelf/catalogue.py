"""What is known of every book of a shelf, in one SQLite file, so that each book is read once and a killed run resumes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from fabula.digests import digest
from fabula.errors import FabulaError
from fabula.shelf.fingerprints import BANDS, VERSION, Keys, bands, folded, landmarks
from fabula.shelf.locations import Location, locations
from fabula.text.words import count_words
from fabula.workers import Engine

_TABLE = (
    "CREATE TABLE IF NOT EXISTS books (name TEXT PRIMARY KEY, stamp TEXT, facts TEXT, why TEXT, keys BLOB)"
)
_COMMIT_EVERY = 200


@dataclass(frozen=True, slots=True)
class Facts:
    """A book on the shelf, as far as choosing needs it."""

    name: str
    id: str
    title: str
    author: str | None
    language: str
    chapters: int
    words: int
    letters: int
    """Of its folded text: how complete a copy is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What reading one file gave: a book's facts and keys, or why there is none."""

    name: str
    stamp: str
    facts: Facts | None
    why: str | None = None
    keys: bytes = b""


def take_in(location: Location) -> Entry:
    """Read one file of a shelf. Work for an engine: a file that is not a book gives an entry with the reason."""
    try:
        book = location.book()
    except FabulaError as error:
        return Entry(location.name, location.stamp, None, str(error))
    text = folded(book)
    if not text:
        return Entry(location.name, location.stamp, None, "it holds no words")
    words = sum(count_words(chapter.text, book.language) for chapter in book.chapters)
    facts = Facts(
        location.name, book.id, book.title, book.author, book.language, len(book.chapters), words, len(text)
    )
    keys = np.concatenate([bands(text, book.language), landmarks(text, book.language)])
    return Entry(location.name, location.stamp, facts, None, keys.tobytes())


class Catalogue:
    """The entries of one shelf. Books are known by their paths below the root of the shelf."""

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
        """Read every file that is new or has changed and forget those that are gone; the result is all files there now."""
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
        self._db.execute(
            "INSERT OR REPLACE INTO books VALUES (?, ?, ?, ?, ?)",
            (entry.name, entry.stamp, facts, entry.why, entry.keys),
        )

    def unreadable(self) -> Iterator[tuple[str, str]]:
        """Names of files that are not books, and why."""
        yield from self._db.execute("SELECT name, why FROM books WHERE facts IS NULL ORDER BY name")

    def digest(self) -> str:
        """The digest of every file: what it was named and what was in it."""
        rows = self._db.execute("SELECT name, facts, why, keys FROM books ORDER BY name")
        return digest(f"{name}:{facts}:{why}".encode() + keys for name, facts, why, keys in rows)

    def books(self) -> Iterator[Facts]:
        """Every book, in the order of the names."""
        for (facts,) in self._db.execute("SELECT facts FROM books WHERE facts IS NOT NULL ORDER BY name"):
            yield Facts(**json.loads(facts))

    def fingerprints(self) -> Iterator[tuple[Keys, Keys]]:
        """Bands and landmarks of every book, in the order of `books`."""
        for (blob,) in self._db.execute("SELECT keys FROM books WHERE facts IS NOT NULL ORDER BY name"):
            both = np.frombuffer(blob, dtype=np.uint64)
            yield both[:BANDS], both[BANDS:]
