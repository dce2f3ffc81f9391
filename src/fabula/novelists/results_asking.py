"""What `novelist synopsis`, `write` and `judge` answer, as documents."""

from __future__ import annotations

from typing import ClassVar, Literal

from fabula.notices import Notice
from fabula.result import Result


class SynopsisResult(Result):
    """The document of `novelist synopsis`."""

    KIND: ClassVar[str] = "novelist-synopsis"

    kind: Literal["novelist-synopsis"] = "novelist-synopsis"
    out: str
    synopses: int
    missing: tuple[Notice, ...]
    left_out: tuple[Notice, ...]
    """Books that were not used, with the reason."""
    short: tuple[str, ...]
    """Books with fewer chapters than requested. All their chapters are used."""


class WriteResult(Result):
    """The document of `novelist write`."""

    KIND: ClassVar[str] = "novelist-write"

    kind: Literal["novelist-write"] = "novelist-write"
    out: str
    stories: int
    faults: tuple[Notice, ...]


class JudgeResult(Result):
    """The document of `novelist judge`."""

    KIND: ClassVar[str] = "novelist-judge"

    kind: Literal["novelist-judge"] = "novelist-judge"
    out: str
    judges: tuple[str, ...]
    judgements: int | None
    """How many scores were requested, or None for duels."""
    duels: int | None
    missing: tuple[Notice, ...]
    left_out: tuple[Notice, ...]
    short: tuple[str, ...]
    signatures: dict[str, str]
    """By judge."""
