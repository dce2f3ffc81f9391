"""Files that are whole or as they were: written beside their place, then moved into it.

A kill, a full disk or two runs at once leave nobody with half a file.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fabula.errors import FabulaError

_EVERYBODY, _OWNER = 0o666, 0o600
"""Who may read a new file. The system's mask takes from the first what the user does not give away."""


@contextmanager
def beside(path: Path, *, private: bool = False) -> Iterator[Path]:
    """A new file to fill. It takes the place of `path` when the block ends, and goes away if the block fails.

    A link stays a link. What is no file, such as a pipe or a terminal, is written to directly.
    """
    place = path.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists() and not place.is_file():
        yield place
        return
    aside = place.with_name(f".{secrets.token_hex(8)}.part")
    aside.touch(mode=_OWNER if private else _EVERYBODY, exist_ok=False)
    try:
        yield aside
        aside.replace(place)
    finally:
        aside.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file at once. Only its owner can ever read a private one."""
    try:
        with beside(path, private=private) as aside:
            aside.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise FabulaError(f"{path} cannot be written: {error.strerror}") from None
