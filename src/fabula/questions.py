"""Every question that fabula answers: its request, the function that runs it, and the form of its result.

The faces look a question up here by its kind; `fabula rerun FILE` finds the kind in the saved result. Names are text, so
that listing the questions loads none of their rooms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """Where the parts of one question are, as `module:name` below the package."""

    kind: str
    """As in the `kind` of its saved result."""
    request: str
    run: str
    result: str
    command: str
    """As typed after `fabula`."""

    @property
    def request_type(self) -> Any:
        """The request's dataclass."""
        return _named(self.request)

    @property
    def runner(self) -> Any:
        """`run(request, door)`, to be awaited."""
        return _named(self.run)

    @property
    def result_type(self) -> Any:
        """The pydantic model of its result."""
        return _named(self.result)


def _named(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"fabula.{module}"), name)


_ALL = (
    Question(
        kind="evaluate",
        request="judging.request:EvaluateRequest",
        run="judging.evaluate:run",
        result="judging.result:EvaluateResult",
        command="evaluate",
    ),
)

QUESTIONS: Mapping[str, Question] = {each.kind: each for each in _ALL}
"""By kind. The Python functions have these names too, with `_` for `-`."""
