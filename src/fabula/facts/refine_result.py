"""The JSON result of refining a summary in rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.facts.check_result import FactCheckResult
from fabula.models.bill import usage_total
from fabula.notices import Notice
from fabula.result import UsageTotal

if TYPE_CHECKING:
    from fabula.facts.refine import Change, Refinement, Round


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SentenceChange(_Part):
    """What happened to one wrong sentence in one round."""

    sentence_number: int
    before: str
    after: str
    taken: bool
    why_not: str | None
    """In English. None if the new sentence was accepted."""
    notice: Notice | None
    """The same as a notice, shown in the user's language."""


class RefinementRound(_Part):
    """One round: its summary, score and changes. Round 0 is the original summary."""

    round: int
    text: str
    score: float | None
    low: float | None
    high: float | None
    taken: bool
    gain: float | None = None
    """Its score minus the best one before it. None for round 0, or if one of them has no score."""
    usage: UsageTotal
    """What this round asked and what it cost."""
    diff: tuple[SentenceChange, ...]


class RefineResult(FactCheckResult):
    """A summary refined in rounds. The check fields describe the best round."""

    KIND: ClassVar[str] = "facts-refine"

    rounds: tuple[RefinementRound, ...]
    best: int
    """The number of the best round."""
    left_to_mend: int
    """How many wrong sentences remain."""


def refinement_rounds(made: Refinement) -> tuple[RefinementRound, ...]:
    """All rounds in order."""
    return tuple(_round(one) for one in made.rounds)


def _round(one: Round) -> RefinementRound:
    score = one.check.score
    return RefinementRound(
        round=one.number,
        text=one.check.summary.text,
        score=score.value,
        low=score.low,
        high=score.high,
        taken=one.taken,
        gain=one.gain,
        usage=usage_total(one.spent),
        diff=tuple(_change(change) for change in one.changes),
    )


def _change(change: Change) -> SentenceChange:
    return SentenceChange(
        sentence_number=change.number,
        before=change.before,
        after=change.after,
        taken=change.why_not is None,
        why_not=None if change.why_not is None else str(change.why_not),
        notice=change.why_not,
    )
