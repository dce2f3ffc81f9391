"""What the studio can do: a file for each kind of job, with its `Form` and how to `run` it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from fabula.errors import UsageError
from fabula.studio.tasks.context import TaskContext
from fabula.studio.tasks.form import TaskForm

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
    "rank",
    "quiz",
    "draft",
    "redraft",
    "webnovel",
    "audit",
    "pitch",
    "calibrate",
    "site",
)
"""The kinds of job; each is the name of a file here and of a template of the same name."""


class Task(Protocol):
    """What a file here offers."""

    Form: type[TaskForm]

    async def run(self, form: Any, context: TaskContext) -> dict[str, Any]:
        """Do the job. The page shows the document that comes back."""
        ...


def task(kind: str) -> Task:
    """The job of that kind, loaded when needed."""
    if kind not in KINDS:
        raise UsageError(f"no such job: {kind}")
    return cast(Task, import_module(f"fabula.studio.tasks.{kind}"))
