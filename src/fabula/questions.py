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
    several: bool = False
    """Several models are asked: `run` takes what opens doors to them, in place of one door."""

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
    Question(
        kind="persona-rate",
        request="personas.request:PersonaRateRequest",
        run="personas.rating:run",
        result="personas.results:PersonaRateResult",
        command="persona rate",
    ),
    Question(
        kind="persona-compare",
        request="personas.request:PersonaCompareRequest",
        run="personas.choosing:run",
        result="personas.results:PersonaCompareResult",
        command="persona compare",
    ),
    Question(
        kind="persona-build",
        request="personas.request:PersonaBuildRequest",
        run="personas.building:run",
        result="personas.results:PersonaBuildResult",
        command="persona build",
    ),
    Question(
        kind="audit-memory",
        request="audits.request:AuditMemoryRequest",
        run="audits.run:run",
        result="audits.results:AuditMemoryResult",
        command="audit memory",
    ),
    Question(
        kind="audit-order",
        request="audits.request:AuditOrderRequest",
        run="audits.run:run",
        result="audits.results:AuditOrderResult",
        command="audit order",
    ),
    Question(
        kind="audit-length",
        request="audits.request:AuditLengthRequest",
        run="audits.run:run",
        result="audits.results:AuditLengthResult",
        command="audit length",
    ),
    Question(
        kind="audit-injection",
        request="audits.request:AuditInjectionRequest",
        run="audits.run:run",
        result="audits.results:AuditInjectionResult",
        command="audit injection",
    ),
    Question(
        kind="audit-repeat",
        request="audits.request:AuditRepeatRequest",
        run="audits.run:run",
        result="audits.results:AuditRepeatResult",
        command="audit repeat",
    ),
    Question(
        kind="bench-perse",
        request="benchmarks.perse_request:BenchPerseRequest",
        run="benchmarks.perse:run",
        result="benchmarks.perse_result:BenchPerseResult",
        command="bench perse",
    ),
    Question(
        kind="bench-longstoryeval",
        request="benchmarks.longstoryeval_request:BenchLongStoryEvalRequest",
        run="benchmarks.longstoryeval_run:run",
        result="benchmarks.longstoryeval_result:BenchLongStoryEvalResult",
        command="bench longstoryeval",
        several=True,
    ),
)

QUESTIONS: Mapping[str, Question] = {each.kind: each for each in _ALL}
"""By kind. The Python functions have these names too, with `_` for `-`."""
