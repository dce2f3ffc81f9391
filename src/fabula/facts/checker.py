"""Who checks facts: the kinds of checkers, how they are named, and what each of them can do."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from fabula.errors import UsageError
from fabula.extensions import names

if TYPE_CHECKING:
    from fabula.facts.evidence import Evidence
    from fabula.facts.facts import Fact, JudgedFact
    from fabula.facts.summaries import Sentence, Summary


class CheckerKind(StrEnum):
    """Who checks facts."""

    MODEL = "model"
    EMBEDDED = "embedded"
    NLI = "nli"
    ONNX = "onnx"
    YES_NO = "yes-no"
    COMMAND = "command"
    ADDED = "added"
    """By an installed package: typed as the name that it adds."""


def named_checker(text: str) -> tuple[CheckerKind, str]:
    """A checker as typed, and what follows its colon: `onnx:FOLDER`, `command:PROGRAM`; the whole for an added one."""
    kind, _, rest = text.partition(":")
    if kind not in _OURS and kind in names("checkers"):
        return CheckerKind.ADDED, text
    if kind not in _OURS or (rest and kind not in _TAKES_MORE):
        added = "".join(f", {name}" for name in names("checkers"))
        raise UsageError(
            f"--checker {text}: write model, embedded, yes-no, nli{added}, onnx:FOLDER or command:PROGRAM"
        )
    if kind in _TAKES_MORE and not rest.strip():
        raise UsageError(f"--checker {kind}: say which after a colon, such as {_TAKES_MORE[kind]}")
    return CheckerKind(kind), rest.strip()


_OURS = set(CheckerKind) - {CheckerKind.ADDED}
_TAKES_MORE = {"onnx": "onnx:models/minicheck", "command": "command:./checker.py"}


class Checker(Protocol):
    """Splits a summary into facts and judges them."""

    @property
    def runs(self) -> int:
        """How many times each fact is judged."""
        ...

    @property
    def evidence(self) -> Evidence:
        """The story that facts are judged by."""
        ...

    async def facts(self, summary: Summary, wanted: Sequence[Sentence]) -> list[Fact]:
        """The facts of these sentences of the summary."""
        ...

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        """Judge every fact and keep the order. A fact that cannot be judged is `unjudged`, never left out."""
        ...
