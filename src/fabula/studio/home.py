"""The studio's own folder: uploads and results. No name from outside becomes a path."""

from __future__ import annotations

import json
import re
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeVar

import platformdirs

from fabula.bad_files import NoSuchFile
from fabula.errors import FabulaError, UsageError
from fabula.notices import Notice
from fabula.studio.refusals import Missing, Refused
from fabula.whole_files import write_whole

Kind = Literal[
    "books", "summaries", "profiles", "ratings", "results", "quizzes", "people", "readings", "rubrics", "scores",
    "calibrations",
]  # fmt: skip
"""What can be uploaded."""

MOST_BYTES = 64 * 1024 * 1024
"""The largest upload: three times the largest novel seen so far, a PDF with pictures."""

T = TypeVar("T")
Version = tuple[int, int, int]
"""What differs for each version of a file."""
_SETTLED = 2.0
"""Seconds. A younger file may be written again so soon that its times do not tell."""
_ID = re.compile(r"[0-9a-f]{16}")
_KEPT_IN_NAMES = re.compile(r"[^\w .,()\[\]《》『』「」&+'’-]+")
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class StoredFile:
    """An uploaded file, under the hash of its bytes: the same file twice is one."""

    id: str
    name: str
    size: int
    at: float
    file: Path


@dataclass(frozen=True, slots=True)
class Home:
    """Where the studio keeps everything. Only its owner may read it."""

    root: Path

    @property
    def jobs(self) -> Path:
        """A folder for each job."""
        return self.root / "jobs"

    def secret(self) -> bytes:
        """The key that signs sessions. It outlives the server, so that open tabs stay logged in."""
        place = self.root / "secret"
        if not place.exists():
            write_whole(place, secrets.token_bytes(32), private=True)
        return place.read_bytes()


def open_home(path: Path | None) -> Home:
    """The given folder, or the user's own; created if needed."""
    root = (path or Path(platformdirs.user_data_dir("fabula")) / "studio").expanduser().absolute()
    try:
        root.mkdir(parents=True, exist_ok=True)
        root.chmod(0o700)
        if (root / "works").is_dir() and not (root / "jobs").exists():
            (root / "works").rename(root / "jobs")  # its name in fabula 0.2
        (root / "jobs").mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"the studio cannot keep its files in {root} ({error.strerror}): name another folder with --home"
        ) from None
    return Home(root)


def is_id(said: str) -> bool:
    """Has it the form of the ids that we make?"""
    return _ID.fullmatch(said) is not None


def checked(identifier: str) -> str:
    """An id as we make them: what comes from a request is checked here before it becomes part of a path."""
    if not is_id(identifier):
        raise Missing("nothing-here")
    return identifier


async def keep(home: Home, kind: Kind, name: str, chunks: AsyncIterator[bytes]) -> StoredFile:
    """Store a file as it arrives, up to the size limit."""
    folder = home.root / kind
    folder.mkdir(exist_ok=True)
    aside = folder / f".coming-{secrets.token_hex(8)}"
    digest, size = sha256(), 0
    try:
        with aside.open("wb") as file:
            async for chunk in chunks:
                size += len(chunk)
                if size > MOST_BYTES:
                    raise FabulaError(f"{name}: a file may hold {MOST_BYTES // 2**20} MB at most")
                digest.update(chunk)
                file.write(chunk)
        if not size:
            raise NoSuchFile(Notice.of("text.file-empty", name=name or "?"))
        return _put(home, kind, name, aside, digest.hexdigest()[:16], size)
    finally:
        aside.unlink(missing_ok=True)


def store_text(home: Home, kind: Kind, name: str, text: str) -> StoredFile:
    """Store typed or pasted text."""
    raw = text.encode("utf-8", "replace")
    if not raw.strip():
        raise Refused("no-text")
    folder = home.root / kind
    folder.mkdir(exist_ok=True)
    aside = folder / f".coming-{secrets.token_hex(8)}"
    aside.write_bytes(raw)
    return _put(home, kind, name, aside, sha256(raw).hexdigest()[:16], len(raw))


def kept(home: Home, kind: Kind, identifier: str) -> StoredFile:
    """The uploaded file with that id."""
    folder = home.root / kind / checked(identifier)
    try:
        about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise Missing("removed") from None
    return StoredFile(file=folder / "file" / safe_name(about["name"]), **about)


def all_stored(home: Home, kind: Kind) -> list[StoredFile]:
    """Everything of a kind, the latest first."""
    folder = home.root / kind
    places = folder.iterdir() if folder.is_dir() else ()
    names = [each.name for each in places if _ID.fullmatch(each.name) and (each / "about.json").exists()]
    return sorted((kept(home, kind, name) for name in names), key=lambda one: -one.at)


def remove_stored(home: Home, kind: Kind, identifier: str) -> None:
    """Remove an uploaded file."""
    shutil.rmtree(kept(home, kind, identifier).file.parent.parent)


def safe_name(name: str) -> str:
    """A file name that is safe on disk: no folders, no control characters, no leading dot, not too long."""
    plain = _KEPT_IN_NAMES.sub("_", name.replace("\\", "/").rpartition("/")[2]).strip(" .")
    stem, dot, suffix = plain.rpartition(".")
    if dot and len(suffix) <= 12:
        return f"{_cut(stem, _LONGEST_NAME - len(suffix.encode()) - 1) or 'file'}.{suffix}"
    return _cut(plain, _LONGEST_NAME) or "file"


def _cut(name: str, most: int) -> str:
    """The first bytes of a name: disks count bytes, and a Chinese character takes three."""
    return name.encode()[:most].decode("utf-8", "ignore").rstrip(" .")


def saved_job(folder: Path) -> dict[str, Any] | None:
    """What a job's folder says it was started with; None where the folder is not a job."""
    for name, form in (("job.json", "form"), ("asked.json", "asked")):  # the second was written by fabula 0.2
        found = read_json(folder / name)
        if found is not None:
            return found | {"form": found[form]}
    return None


def decisions_id(title: str, author: str | None) -> str:
    """The id of what is decided about a book's notes. Drafts of one title and author share it."""
    return sha256(f"{title}\0{author or ''}".encode("utf-8", "replace")).hexdigest()[:16]


def kept_decisions(home: Home, identifier: str) -> Path:
    """Where they are kept."""
    folder = home.root / "decisions"
    folder.mkdir(exist_ok=True)
    return folder / f"{checked(identifier)}.json"


def read_json(path: Path) -> dict[str, Any] | None:
    """A small document as `write_json` left it; None where there is none."""
    try:
        return dict(if_changed(path, _parsed))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise FabulaError(f"a file of the studio is damaged: {path.name} ({error})") from None


def if_changed(path: Path, read: Callable[[Path, Version], T]) -> T:
    """What is read from a file by a function that remembers: again only if the file has changed.

    A page about hundreds of books looks at thousands of files, and hardly any of them has changed since the last time.
    """
    stat = path.stat()
    version = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
    if time.time() - stat.st_mtime < _SETTLED:
        version = (*version[:2], -time.time_ns())
    return read(path, version)


@lru_cache(maxsize=8192)
def _parsed(path: Path, version: Version) -> dict[str, Any]:  # noqa: ARG001
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write_json(path: Path, document: object) -> None:
    """Write a document; a broken character becomes a question mark."""
    write_whole(path, json.dumps(document, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace"))


def _put(home: Home, kind: Kind, name: str, aside: Path, identifier: str, size: int) -> StoredFile:
    folder = home.root / kind / identifier
    if not (folder / "about.json").exists():
        place = folder / "file" / safe_name(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        aside.replace(place)
        found = StoredFile(identifier, name, size, time.time(), place)
        about = asdict(found)
        del about["file"]
        write_json(folder / "about.json", about)
    aside.unlink(missing_ok=True)
    return kept(home, kind, identifier)
