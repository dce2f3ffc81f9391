"""The results of audits: figures with intervals, and what they mean."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.audits.design import Verdict
from fabula.audits.request import Kind
from fabula.measures.figure import Unit
from fabula.notices import Notice
from fabula.result import Result


class AuditFigure(BaseModel):
    """One rate or shift with its 95% interval."""

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


class AuditEffect(BaseModel):
    """The difference between two arms, and whether it is a bias."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    bias: str
    """What was tested: `obeys`, `first`, `length`, ..."""
    aspect: str
    """The question of a choice; empty for all of them."""
    what: Notice
    unit: Unit
    """`share`: of choices or answers; `points`: of a score from 1 to 10."""
    value: float | None
    low: float | None
    """The 95% interval by Student's t, for this effect alone."""
    high: float | None
    n: int
    """How many stories, pairs or premises."""
    p: float | None
    """Two-sided, by the signs of the differences, with Holm's correction for all effects of the run."""
    verdict: Verdict
    needed: int | None
    """About how many stories would find the smallest effect that matters with a chance of 80%."""


class AuditResult(Result):
    """Can this judge be trusted in one respect?"""

    audit: Kind
    reader: str
    """Which reader the judge answered for."""
    stories: int
    pairs: int | None
    """None if only scores were asked for."""
    effects: tuple[AuditEffect, ...]
    figures: tuple[AuditFigure, ...]
    """Further figures, without a verdict."""
    findings: tuple[Notice, ...]
    """What effects and figures mean."""
    verdict: str
    """The findings in English."""
    notes: tuple[Notice, ...]
    troubles: tuple[Notice, ...] = ()
    """What was lost while books were read for their plots."""


class AuditMemoryResult(AuditResult):
    """Does the judge know the stories?"""

    KIND: ClassVar[str] = "audit-memory"

    known: dict[str, dict[str, bool | None]]
    """Whether the judge named each story, from each version of its text. None if its answer was unusable."""


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


class AuditStoryResult(AuditResult):
    """Does the judge read the story?"""

    KIND: ClassVar[str] = "audit-story"


class AuditReaderResult(AuditResult):
    """Does the judge read this reader?"""

    KIND: ClassVar[str] = "audit-reader"


class AuditCopyingResult(AuditResult):
    """Does the judge copy past scores?"""

    KIND: ClassVar[str] = "audit-copying"


class AuditAuthorResult(AuditResult):
    """Does the author's name move the score?"""

    KIND: ClassVar[str] = "audit-author"


class AuditLanguageResult(AuditResult):
    """Does the language of the same story move the score?"""

    KIND: ClassVar[str] = "audit-language"


class AuditFormattingResult(AuditResult):
    """Does Markdown move the score?"""

    KIND: ClassVar[str] = "audit-formatting"


class AuditPositionResult(AuditResult):
    """Does the place of a flaw in a long text matter?"""

    KIND: ClassVar[str] = "audit-position"


class AuditOwnResult(AuditResult):
    """Does the judge prefer its own model's prose?"""

    KIND: ClassVar[str] = "audit-own"


class Part(BaseModel):
    """One audit of a passport, with what it cost."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    audit: Kind
    effects: tuple[AuditEffect, ...]
    figures: tuple[AuditFigure, ...]
    findings: tuple[Notice, ...]
    notes: tuple[Notice, ...]
    calls: int
    cost: float | None
    """In dollars. None if the price is not known."""


class Skipped(BaseModel):
    """An audit that could not be asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    audit: Kind
    why: str


class Passport(BaseModel):
    """Everything that was audited of one judge."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    parts: tuple[Part, ...]
    skipped: tuple[Skipped, ...]
    biases: int
    """Effects that are a bias."""
    tested: int
    """Effects that were tested. The p-values are corrected for all of them."""


class Versus(BaseModel):
    """One effect of the first judge less that of the second, over the same stories."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    what: Notice
    unit: Unit
    value: float
    low: float | None
    high: float | None
    p: float
    """Of the signs of the differences, with Holm's correction."""


class AuditAllResult(Result):
    """The passport of a judge, or of two."""

    KIND: ClassVar[str] = "audit-all"

    reader: str
    stories: int
    pairs: int
    troubles: tuple[Notice, ...] = ()
    """What was lost while books were read for their plots."""
    passports: tuple[Passport, ...]
    against: tuple[Versus, ...]


RESULTS: dict[str, type[AuditResult]] = {
    "memory": AuditMemoryResult,
    "order": AuditOrderResult,
    "length": AuditLengthResult,
    "injection": AuditInjectionResult,
    "repeat": AuditRepeatResult,
    "story": AuditStoryResult,
    "reader": AuditReaderResult,
    "copying": AuditCopyingResult,
    "author": AuditAuthorResult,
    "language": AuditLanguageResult,
    "formatting": AuditFormattingResult,
    "position": AuditPositionResult,
    "own": AuditOwnResult,
}
