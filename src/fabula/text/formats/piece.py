"""A stretch of a file under one title."""

from __future__ import annotations

from dataclasses import dataclass

from fabula.notices import Notice


@dataclass(slots=True)
class Piece:
    """A stretch of the file under one title. `why` says why it is not story; None while it counts as a chapter."""

    title: str
    text: str
    parts: tuple[str, ...] = ()
    why: Notice | None = None
    kind: str | None = None
    """The structural type that the file itself gives it (epub:type, a guide entry)."""
