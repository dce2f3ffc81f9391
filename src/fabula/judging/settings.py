"""How a judge is asked, whichever method it uses: the rubric, the replicates, and what it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fabula.text.segments import SEGMENT_TOKENS

if TYPE_CHECKING:
    from fabula.rubrics.rubric import Rubric

Method = Literal["one-pass", "aggregation", "incremental", "summary", "embedded"]
Source = Literal["overall", "chapters"]
Critique = Literal["each", "at once"]
ScoreReading = Literal["written", "expected"]


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How to judge a book. Together with the book, this determines every question that is asked."""

    rubric: Rubric
    runs: int = 1
    temperature: float = 0.0
    definitions: bool = True
    """If False, the aspects' definitions are left out, to measure their effect."""
    source: Source = "overall"
    """For the summary method: judge from the plot of the whole book, or from the summaries of its chapters."""
    critique: Critique | None = None
    """For the summary method: ask a trained critic in the form it was trained on, about each aspect separately
    or about all at once."""
    critique_excerpts: bool = False
    """Show the critic passages from the book too. Only where its lessons had some: it learned no other form."""
    sub_aspects: bool = False
    """Ask for a score of every sub-aspect too."""
    segment_tokens: int = SEGMENT_TOKENS
    context_tokens: int | None = None
    """None: what is known of the model, else 128,000."""
    score: ScoreReading = "written"
    """Take the score that the judge writes, or the mean that its own probabilities expect."""


def usual_runs(method: Method) -> int:
    """Five replicates if they share one reading and one prompt. One if each costs as much as the first."""
    return 5 if method == "summary" else 1
