"""What a report cost, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.models.chat import Usage
from fabula.models.prices import shipped

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.reports.labels import Labels


def cost_words(evaluation: Evaluation, say: Labels) -> str:
    """Calls, tokens and money. An unknown price is shown as unknown, never as 0."""
    usage = evaluation.usage
    if evaluation.model is None:
        return say("made.free")
    if not usage.calls and not usage.cached:
        return say("made.recorded")
    cost = (
        say("made.cost_unknown") if usage.cost is None else say("made.cost_known", cost=_dollars(usage.cost))
    )
    return say(
        "made.usage",
        calls=f"{usage.calls:,}",
        cached=f"{usage.cached:,}",
        input=f"{usage.input_tokens:,}",
        output=f"{usage.output_tokens:,}",
        cost=cost,
    )


CHEAP = "openai/gpt-4o-mini"
"""A cheap model with a listed price, to say what a reading would cost."""
_TOKENS_PER_WORD, _ANSWERED = 1.4, 0.15


def reading_cost(words: int) -> str:
    """What a reading of so many words by a cheap model costs: its input once, and summaries of a seventh."""
    tokens = words * _TOKENS_PER_WORD
    usage = Usage(input_tokens=round(tokens), output_tokens=round(tokens * _ANSWERED))
    return f"${max(0.01, shipped()[CHEAP].price.of(usage)):.2f}"


def _dollars(cost: float) -> str:
    return f"${cost:,.2f}" if cost >= 0.1 or cost == 0 else f"${cost:.4f}"
