"""A checked summary: verdicts on its facts, and a score, the share of judged facts that a line of the story supports."""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from fabula.facts.facts import JudgedFact, Score, Verdict
from fabula.measures.proportions import share
from fabula.measures.refusal import Refused
from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.facts.checker import Checker
    from fabula.facts.summaries import Summary


@dataclass(frozen=True, slots=True)
class Check:
    """A summary with all verdicts on it."""

    summary: Summary
    facts: tuple[JudgedFact, ...]
    runs: int

    @property
    def score(self) -> Score:
        return score_of(self.facts, self.runs)

    def of_sentence(self, number: int) -> tuple[JudgedFact, ...]:
        """The facts of one sentence."""
        return tuple(one for one in self.facts if one.fact.sentence == number)

    def count(self, verdict: Verdict) -> int:
        return sum(one.ruling.verdict == verdict for one in self.facts)

    @property
    def why_unjudged(self) -> tuple[Notice, ...]:
        """Why facts could not be judged, in their order."""
        return tuple(
            why for one in self.facts if one.ruling.verdict == "unjudged" for why in one.ruling.notices
        )

    @property
    def faulty_sentences(self) -> tuple[int, ...]:
        """Sentences with a fact that the story contradicts or does not contain."""
        return tuple(sorted({one.fact.sentence for one in self.facts if one.faulty}))


UNCOVERED = 0.1
"""From this share of unjudged facts or of sentences without facts on, the reader is told beside the score."""
_TERSE = re.compile(r"\W*(?:yes|no|true|false|是|否|sí)\W*\Z", re.IGNORECASE)


def caveats(found: Check) -> list[Notice]:
    """What a reader must know beside the score: how much of the summary it leaves out."""
    said = []
    unjudged, all_facts = found.count("unjudged"), len(found.facts)
    if unjudged and unjudged >= UNCOVERED * all_facts:
        code = "facts.none-judged" if unjudged == all_facts else "facts.many-unjudged"
        said.append(Notice.of(code, n=unjudged, of=all_facts))
        said += [Notice.of("facts.first-unjudged", why=why) for why in found.why_unjudged[:1]]
    without = len(found.summary.sentences) - len({one.fact.sentence for one in found.facts})
    if without and without >= UNCOVERED * len(found.summary.sentences):
        said.append(Notice.of("facts.sentences-without-facts", n=without, of=len(found.summary.sentences)))
    if any(_TERSE.match(ruling.raw) for one in found.facts for ruling in one.rulings if ruling.raw):
        said.append(Notice.of("facts.answers-yes-or-no"))
    return said


async def check(summary: Summary, checker: Checker) -> Check:
    """Check every sentence of a summary."""
    facts = await checker.facts(summary, summary.sentences)
    return Check(summary, tuple(await checker.rule(facts)), checker.runs)


def score_of(facts: Sequence[JudgedFact], runs: int) -> Score:
    """The mean score of the runs with its range. A single run gets Wilson's interval over the facts,
    which stays honest even if there are few facts and all are supported."""
    by_run = [
        _share([one.rulings[run].verdict for one in facts if run < len(one.rulings)]) for run in range(runs)
    ]
    values = [value for value in by_run if value is not None]
    if not values:
        return Score(None, None, None, "")
    if runs > 1:
        return Score(fmean(values), min(values), max(values), "repeats")
    judged = [one.rulings[0].verdict for one in facts if one.rulings[0].verdict != "unjudged"]
    interval = share([verdict == "supported" for verdict in judged])
    if isinstance(interval, Refused):
        return Score(values[0], None, None, "")
    return Score(values[0], interval.low, interval.high, "facts")


def _share(verdicts: Sequence[Verdict]) -> float | None:
    judged = [verdict for verdict in verdicts if verdict != "unjudged"]
    return sum(verdict == "supported" for verdict in judged) / len(judged) if judged else None
