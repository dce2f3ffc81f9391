"""What a model's tokens cost, by a table that the user can extend. An unknown price stays unknown."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from fabula.errors import UsageError
from fabula.models.chat import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input: float
    output: float

    def of(self, usage: Usage) -> float:
        return usage.share * (usage.input_tokens * self.input + usage.output_tokens * self.output) / _MILLION


FREE = Price(0.0, 0.0)


def price_of(model: str, own: Mapping[str, Any], *, free: bool) -> Price | None:
    """The user's own price, else the shipped one; models on the user's machine are free; None is unknown."""
    shipped = tomllib.loads(files("fabula.models").joinpath("prices.toml").read_text(encoding="utf-8"))
    for table, place in ((own, "[prices] in fabula.toml"), (shipped["prices"], "prices.toml")):
        if model in table:
            return _price(table[model], model, place)
    return FREE if free else None


def dollars(cost: float) -> str:
    """A cost as people read it: in cents from ten dollars on, and below that to what one call costs."""
    return f"${cost:,.2f}" if cost >= 10 or cost == 0 else f"${cost:.4f}"


def _price(entry: Any, model: str, place: str) -> Price:
    try:
        price = Price(float(entry["input"]), float(entry["output"]))
    except (KeyError, TypeError, ValueError):
        price = Price(-1, -1)
    if not (price.input >= 0 and price.output >= 0):
        raise UsageError(
            f'{place}: "{model}" needs `input` and `output`, US dollars for a million tokens, not below 0'
        )
    return price
