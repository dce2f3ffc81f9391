"""What LongStoryEval compares, and the scale on which it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fabula.judging.prose import OVERALL
from fabula.rubrics.rubric import Scale

if TYPE_CHECKING:
    from fabula.judging.judged import Judged
    from fabula.rubrics.rubric import Rubric

STARS = Scale(low=0, high=5)


@dataclass(frozen=True, slots=True)
class System:
    """One judge with one method, and its scores for each book."""

    name: str
    judged: Mapping[str, Judged]
    about: Mapping[str, Any] = field(default_factory=dict)

    def score(self, book: str, aspect: str, rubric: Rubric) -> list[float | None]:
        """Each replicate's score for the aspect, or for the whole book."""
        return [_score(verdict, aspect, rubric) for verdict in self.judged[book].verdicts]


def _score(verdict: Any, aspect: str, rubric: Rubric) -> float | None:
    if aspect == OVERALL:
        whole: float | None = verdict.overall
        return whole
    place = [each.id for each in rubric.scored_aspects].index(aspect)
    score: float | None = verdict.aspects[place].score
    return score
