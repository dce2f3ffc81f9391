"""Files of readers: the invented ones that are there at first, and those that come in pasted, written down or drawn from a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from fabula.errors import UsageError
from fabula.personas.profiles import Profile, read_profiles, row_of
from fabula.personas.request import Format
from fabula.rubrics.rubric import parse_scale
from fabula.studio.home import Home, StoredFile, all_stored, kept, safe_name, store_text
from fabula.studio.refusals import Refused

INVENTED = {"readers.en.jsonl": "Invented readers.jsonl", "readers.zh.jsonl": "虚构读者.jsonl"}
"""The examples that come with the studio, and what they are called on the page."""
MOST_JUDGEMENTS, MOST_BYTES = 20_000, 16 * 2**20
"""How large a table of readers may be: each of them is held in memory."""
_TABLES = (".jsonl", ".json", ".csv", ".tsv", ".parquet")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One file of readers as the page lists it."""

    file: StoredFile
    readers: tuple[Profile, ...]
    invented: bool

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def name(self) -> str:
        return self.file.name.removesuffix(".jsonl")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as a form brought it."""

    name: str
    raw: bytes


def sheets(home: Home, language: str) -> list[Sheet]:
    """Every file of one's own, and the example in the visitor's language."""
    _first_readers(home)
    found = [_sheet(file) for file in all_stored(home, "profiles")]
    return [one for one in found if not one.invented or one.id == _invented_ids().get(language)]


def sheet_of(home: Home, identifier: str) -> Sheet:
    """One file of readers; NotFound where there is none by that id."""
    return _sheet(kept(home, "profiles", identifier))


def take_in(home: Home, name: str, profiles: Sequence[Profile]) -> StoredFile:
    """Keep readers as every file of them is kept here: one form, each judgement with its scale."""
    lines = [
        json.dumps(row_of(profile.reader, past, profile.scale), ensure_ascii=False)
        for profile in profiles
        for past in profile.pasts
    ]
    return store_text(home, "profiles", f"{name}.jsonl", "\n".join(lines) + "\n")


def read_table(table: Upload, scale: str) -> Sequence[Profile]:
    """The readers of a profile file, in any form that `fabula persona rate --profile` reads."""
    if not table.raw.strip():
        raise Refused("no-reader")
    if len(table.raw) > MOST_BYTES or max(table.raw.count(b"\n"), table.raw.count(b"},")) > MOST_JUDGEMENTS:
        raise UsageError(
            f"a table of readers may hold {MOST_JUDGEMENTS:,} judgements and {MOST_BYTES // 2**20} MB: draw an audience "
            "from a larger one"
        )
    with TemporaryDirectory() as folder:
        return read_profiles(_laid(table, folder), parse_scale(scale) if scale else None)


def draw(
    table: Upload, items: Upload | None, kind: Format, wanted: str, count: int
) -> tuple[str, Sequence[Profile]]:
    """An audience such as "Romance, strict" out of a table of many readers' ratings, and what to call it."""
    from fabula.personas.audiences import draw_audience
    from fabula.personas.rating_tables import read_table as read_ratings

    if kind == "longstoryeval" and items is None:
        raise Refused("books-too")
    with TemporaryDirectory() as folder, TemporaryDirectory() as beside:
        found = draw_audience(
            read_ratings(_laid(table, folder), kind, _laid(items, beside) if items else None), wanted, count
        )
    return f"{wanted} ({len(found.profiles)} / {found.of})", found.profiles


def named(table: str) -> str:
    """A table's name without its ending."""
    stem, _, kind = table.rpartition(".")
    return stem if f".{kind}".lower() in _TABLES else table


def _laid(upload: Upload, folder: str) -> Path:
    place = Path(folder) / safe_name(_as_table(upload))
    place.write_bytes(upload.raw)
    return place


def _as_table(upload: Upload) -> str:
    """The name with the ending that says how the text is to be read, where it has none that does."""
    if upload.name.lower().endswith(_TABLES):
        return upload.name
    head = upload.raw.lstrip()[:4096].partition(b"\n")[0]
    if head[:1] in (b"[", b"{"):
        return upload.name + (".json" if head[:1] == b"[" else ".jsonl")
    return upload.name + (".tsv" if b"\t" in head else ".csv")


def _sheet(file: StoredFile) -> Sheet:
    return Sheet(file, _profiles(file.file), file.id in _invented_ids().values())


@lru_cache(maxsize=64)
def _profiles(path: Path) -> tuple[Profile, ...]:
    """A stored file never changes: its id is the hash of its bytes."""
    return read_profiles(path)


@lru_cache(maxsize=1)
def _invented_ids() -> dict[str, str]:
    """The examples' ids by their language."""
    return {name.split(".")[1]: sha256(_invented(name).encode()).hexdigest()[:16] for name in INVENTED}


def _invented(name: str) -> str:
    return (files("fabula.studio") / "invented" / name).read_text(encoding="utf-8")


def _first_readers(home: Home) -> None:
    """The invented examples, once: who removes them does not find them there again."""
    mark = home.root / "examples-shown"
    if mark.exists():
        return
    for name, called in INVENTED.items():
        store_text(home, "profiles", called, _invented(name))
    mark.touch()
