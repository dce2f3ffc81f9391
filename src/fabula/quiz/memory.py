"""How well a model knows the novels of a set, from `fabula audit memory` on the same novels.

What it gets right about a book that it cannot name may be reasoning or luck. What it gets right about a book that it knows
by heart may be memory.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from fabula.errors import FabulaError, UsageError
from fabula.quiz.questions import QuizSet, plain
from fabula.result import ModelUsed, read_document

KNOWN = ("by its events", "by its names", "not known")
"""Named even under other names or from a summary; named only from its own text; or not named."""


class _Audit(BaseModel):
    """What is needed of the audit's result."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    model: ModelUsed
    known: dict[str, dict[str, bool | None]]


@dataclass(frozen=True, slots=True)
class Memory:
    """The audited model, and how it knows each novel, by normalised title."""

    model: str
    known: Mapping[str, str]

    def of(self, title: str) -> str | None:
        """How the model knows a novel; None if the audit does not say."""
        return self.known.get(plain(title))

    @property
    def document(self) -> str:
        """What it says, for a digest."""
        return json.dumps([self.model, sorted(self.known.items())], ensure_ascii=False)

    def check_model(self, model: str) -> None:
        """The audit must be of the model that answers the questions."""
        if model != self.model:
            raise UsageError(f"--memory: that audit is of {self.model}, but {model} answers the questions")


def read_memory(path: Path, quiz: QuizSet) -> Memory:
    """Reads the JSON of `fabula audit memory`, which must have audited a novel of the set."""
    try:
        document = read_document(path)
        if document.get("kind") != "audit-memory":
            raise FabulaError(f"it is of kind {document.get('kind')!r}")
        audit = _Audit.model_validate(document)
    except ValidationError:
        raise UsageError(
            f"--memory {path.name}: it does not say which novels the model knows; run `fabula audit memory` again"
        ) from None
    except FabulaError as error:
        raise UsageError(f"--memory {path.name} is not the JSON of `fabula audit memory`: {error}") from None
    known = {plain(title): how for title, named in audit.known.items() if (how := _how(named)) is not None}
    if not known.keys() & {plain(title) for title in quiz.titles}:
        raise UsageError(
            f"--memory {path.name}: that audit has none of the novels of {quiz.name}; its stories must have their titles"
        )
    return Memory(audit.model.name, known)


def _how(named: Mapping[str, bool | None]) -> str | None:
    if named.get("anonymised") or named.get("summarised"):
        return KNOWN[0]
    if named.get("raw"):
        return KNOWN[1]
    return KNOWN[2] if False in named.values() else None
