"""Digests: short fixed-length hashes that represent long inputs."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

WIDTH = 12
"""The number of hexadecimal digits in every digest."""


def digest(parts: str | bytes | Iterable[str | bytes]) -> str:
    """The digest of one text, or of several texts in order."""
    whole = sha256()
    for part in [parts] if isinstance(parts, str | bytes) else parts:
        whole.update((part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part) + b"\0")
    return whole.hexdigest()[:WIDTH]


def digest_of_path(path: Path) -> str:
    """The digest of a file, or of a folder's files and their names. The path's own name does not count."""
    if path.is_dir():
        inside = sorted(each for each in path.rglob("*") if each.is_file())
        return digest(part for each in inside for part in (str(each.relative_to(path)), each.read_bytes()))
    return digest(path.read_bytes()) if path.is_file() else digest(str(path))
