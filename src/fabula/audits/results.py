"""The results of audits: figures with intervals, and what they mean."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.measures.figure import Unit
from fabula.notices import Notice
from fabula.result import Result


class AuditFigure(BaseModel):
    """One rate or shift with its 95 % interval."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    label: str
    unit: Unit
    value: float | None
    """None if nothing could be measured; `why` gives the reason."""
    low: float | None
    high: float | None
    n: int
    why: Notice | None
    """Why there is no value."""
    text: str
    """The figure as text for people."""


class AuditResult(Result):
    """Can this judge be trusted in one respect?"""

    audit: Literal["memory", "order", "length", "injection", "repeat"]
    reader: str
    """Which reader the judge answered for."""
    stories: int
    pairs: int | None
    """None if only scores were asked for."""
    figures: tuple[AuditFigure, ...]
    findings: tuple[Notice, ...]
    """What the figures mean."""
    verdict: str
    """The findings in English."""
    notes: tuple[Notice, ...]


class AuditMemoryResult(AuditResult):
    """Does the judge know the stories?"""

    KIND: ClassVar[str] = "audit-memory"


class AuditOrderResult(AuditResult):
    """Does the order decide?"""

    KIND: ClassVar[str] = "audit-order"


class AuditLengthResult(AuditResult):
    """Does the judge prefer length alone?"""

    KIND: ClassVar[str] = "audit-length"


class AuditInjectionResult(AuditResult):
    """Does the judge obey the manuscript?"""

    KIND: ClassVar[str] = "audit-injection"


class AuditRepeatResult(AuditResult):
    """Asked again, does the judge say the same?"""

    KIND: ClassVar[str] = "audit-repeat"


RESULTS: dict[str, type[AuditResult]] = {
    "memory": AuditMemoryResult,
    "order": AuditOrderResult,
    "length": AuditLengthResult,
    "injection": AuditInjectionResult,
    "repeat": AuditRepeatResult,
}
