"""What the studio can be asked to do: a file a kind of work, each with what is asked (`Asked`) and how it is done (`do`)."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from fabula.errors import UsageError
from fabula.studio.tasks.asked import Asked
from fabula.studio.tasks.desk import Desk

KINDS = (
    "outline",
    "evaluate",
    "graph",
    "summary",
    "check",
    "refine",
    "readers",
    "novelists",
    "compare",
    "quiz",
)
"""The kinds of work; each is the name of a file here and of a template of the same name."""


class Task(Protocol):
    """What a file here offers."""

    Asked: type[Asked]

    async def do(self, asked: Any, desk: Desk) -> dict[str, Any]:
        """Do the work; the document that comes back is what the page shows."""
        ...


def task(kind: str) -> Task:
    """The work of that kind, loaded when it is wanted."""
    if kind not in KINDS:
        raise UsageError(f"no such work: {kind}")
    return cast(Task, import_module(f"fabula.studio.tasks.{kind}"))
