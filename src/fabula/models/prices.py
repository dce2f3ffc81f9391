"""What a model's tokens cost, and how many it takes: the user's word, else a list of prices. What is unknown stays unknown."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.models.chat import Usage

if TYPE_CHECKING:
    from fabula.models.config import Config
    from fabula.models.providers import Address

_MILLION = 1_000_000
OWN = "your fabula.toml"
OLD = 90
"""Days after which a price is doubtful."""
_LITELLM = {
    "together_ai": "together",
    "fireworks_ai": "fireworks",
    "hosted_vllm": "vllm",
    "lm_studio": "lmstudio",
    "ollama_chat": "ollama",
    "zai": "zhipu",
}
"""LiteLLM's names of providers, where they are not ours."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input: float
    output: float
    cached: float | None = None
    """Input read from the server's cache; None: as other input."""
    written: float | None = None
    """Input written to the server's cache; None: as other input."""
    gpu_hour: float | None = None
    """What an hour of the GPUs costs that the tokens' prices were computed from."""

    def of(self, usage: Usage) -> float:
        """What these tokens cost."""
        cached = self.input if self.cached is None else self.cached
        written = self.input if self.written is None else self.written
        plain = max(0, usage.input_tokens - usage.cached_tokens - usage.kept_tokens)
        cost = plain * self.input + usage.cached_tokens * cached + usage.kept_tokens * written
        return usage.share * (cost + usage.output_tokens * self.output) / _MILLION


FREE = Price(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Listed:
    """One model in a list of prices."""

    model: str
    price: Price
    context: int | None = None
    """The most tokens of question and answer together."""
    most_output: int | None = None
    as_of: date | None = None
    source: str = ""

    @property
    def days_old(self) -> int | None:
        """How long ago the price was looked up."""
        return None if self.as_of is None else (datetime.now(UTC).date() - self.as_of).days


def price_of(where: Address, config: Config) -> Price | None:
    """What the user says of the model, else a list's price; models on the user's machine are free; None is unknown."""
    named = config.models[where.label].price if where.label else None
    if named is not None:
        return _price(named, where.name, f"[models.{where.label}] price")
    if where.name in config.prices:
        return _price(config.prices[where.name], where.name, "[prices] in fabula.toml")
    found = listed(config).get(where.name)
    return found.price if found else FREE if where.free else None


def context_of(where: Address, config: Config) -> int | None:
    """The most tokens that the model takes; None is unknown, as it is behind an address that is not the provider's."""
    if where.file is not None:
        return min(where.file.head.context, where.settings.context or where.file.head.context)
    if where.settings.context is not None:
        return where.settings.context
    found = None if where.elsewhere else listed(config).get(where.name)
    return found.context if found else None


def listed(config: Config) -> Mapping[str, Listed]:
    """Every model of the list that fabula.toml names, else of the one that fabula brings."""
    return shipped() if config.price_list is None else litellm(config.price_list)


def with_own(config: Config) -> list[Listed]:
    """The list, with the user's own prices in place of the list's or beside them, by name."""
    own = {
        name: Listed(name, _price(entry, name, "[prices]"), source=OWN)
        for name, entry in config.prices.items()
    }
    named = (each for each in config.models.values() if each.price is not None)
    own |= {
        each.name: Listed(each.name, _price(each.price, each.name, "[models]"), source=OWN) for each in named
    }
    return sorted((dict(listed(config)) | own).values(), key=lambda each: each.model)


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Listed]:
    """The list that fabula brings."""
    text = files("fabula.models").joinpath("prices.toml").read_text(encoding="utf-8")
    found = {}
    for provider, table in tomllib.loads(text).items():
        day = date.fromisoformat(f"{table['as_of']}-01")
        for name, entry in table["models"].items():
            model = f"{provider}/{name}"
            found[model] = Listed(
                model, _price(entry, model, "prices.toml"), entry.get("context"), entry.get("most_output"), day, table["source"],
            )  # fmt: skip
    return found


@lru_cache(maxsize=4)
def litellm(path: Path) -> Mapping[str, Listed]:
    """A list in the shape of LiteLLM's model_prices_and_context_window.json. It is as old as its file."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        day = datetime.fromtimestamp(path.stat().st_mtime, UTC).date()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: no list of prices that can be read: {error}") from None
    if not isinstance(entries, dict):
        raise UsageError(f"{path}: a list of prices is one JSON object, as LiteLLM's is")
    found = (_from_litellm(name, entry, day, path) for name, entry in entries.items())
    return {each.model: each for each in found if each is not None}


def _from_litellm(name: str, entry: Any, day: date, path: Path) -> Listed | None:
    """One model; None for what has no price by token, and for the sample entry."""
    try:
        price = Price(
            _of_a_million(entry["input_cost_per_token"]) or 0.0,
            _of_a_million(entry.get("output_cost_per_token", 0)) or 0.0,
            _of_a_million(entry.get("cache_read_input_token_cost")),
            _of_a_million(entry.get("cache_creation_input_token_cost")),
        )
        theirs = str(entry["litellm_provider"])
        context, most = _whole(entry.get("max_input_tokens")), _whole(entry.get("max_output_tokens"))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    if name == "sample_spec":
        return None
    model = f"{_LITELLM.get(theirs, theirs)}/{name.removeprefix(f'{theirs}/')}"
    return Listed(model, price, context, most, day, path.name)


def _of_a_million(cost: Any) -> float | None:
    """LiteLLM's price of one token, without the digits that multiplying leaves."""
    return None if cost is None else round(float(cost) * _MILLION, 6)


def _whole(said: Any) -> int | None:
    return None if said is None else int(said)


def dollars(cost: float) -> str:
    """A cost as people read it: in cents from ten dollars on, and below that to what one call costs."""
    return f"${cost:,.2f}" if cost >= 10 or cost == 0 else f"${cost:.4f}"


def _price(entry: Any, model: str, place: str) -> Price:
    try:
        if "gpu_hour" in entry:
            return _by_the_hour(
                *(float(entry[name]) for name in ("gpu_hour", "input_a_second", "output_a_second"))
            )
        further = (None if entry.get(name) is None else float(entry[name]) for name in ("cached", "written"))
        price = Price(float(entry["input"]), float(entry["output"]), *further)
    except (AttributeError, KeyError, TypeError, ValueError):
        price = Price(-1, -1)
    if not all(
        each is None or each >= 0 for each in (price.input, price.output, price.cached, price.written)
    ):
        raise UsageError(
            f'{place}: "{model}" needs `input` and `output`, US dollars for a million tokens, not below 0; or `gpu_hour`, US dollars,'
            " with `input_a_second` and `output_a_second`, the tokens that the GPUs read and write"
        )
    return price


def _by_the_hour(gpu_hour: float, read: float, written: float) -> Price:
    """What tokens cost on rented GPUs. A ValueError where a figure makes no sense."""
    if not (gpu_hour >= 0 and read > 0 and written > 0):
        raise ValueError(gpu_hour)
    second = gpu_hour / 3_600
    return Price(second / read * _MILLION, second / written * _MILLION, gpu_hour=gpu_hour)
