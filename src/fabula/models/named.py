"""`[models.NAME]` in fabula.toml: a model with everything the user decided for it, used by that name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from fabula.errors import UsageError
from fabula.models.providers import ModelSettings, providers

ONLY_THE_USERS = ("base_url", "key", "key_variable")
"""What a project's file may not say: it could send the user's key, or the manuscript, to a stranger."""
_TAKEN = ("embedded", "minilm", "none")
_TEXT, _NUMBER, _WHOLE = "text in quotes", "a number from 0", "a whole number from 1"
_FIELDS: Mapping[str, str] = {
    "provider": _TEXT,
    "name": _TEXT,
    "base_url": _TEXT,
    "server": _TEXT,
    "key": _TEXT,
    "key_variable": _TEXT,
    "temperature": _NUMBER,
    "max_tokens": _WHOLE,
    "context": _WHOLE,
    "reasoning_effort": _TEXT,
    "extra_body": "a table",
    "price": "a table",
    "concurrency": _WHOLE,
    "timeout": _NUMBER,
    "api_version": _TEXT,
    "stream": "true or false",
}


@dataclass(frozen=True, slots=True)
class NamedModel:
    """One `[models.NAME]`."""

    provider: str
    model: str
    """Its name at the server."""
    base_url: str | None = None
    server: str | None = None
    """A name for a server that is no provider's: its answers stay its own when it moves to another address."""
    key: str | None = field(default=None, repr=False)
    """`env:NAME` for the key in a variable, else the key itself."""
    settings: ModelSettings = field(default_factory=ModelSettings)
    price: Mapping[str, Any] | None = None
    """`input`, `output` and `cached`, as under [prices]."""

    @property
    def name(self) -> str:
        return f"{self.provider}/{self.model}"


def named_models(tables: Mapping[str, Any], place: str, *, project: bool) -> dict[str, NamedModel]:
    """Every `[models.NAME]` of one file; a UsageError names the first wrong field."""
    return {name: _named(name, table, f"{place}: [models.{name}]", project) for name, table in tables.items()}


def nearest(wrong: str, known: Sequence[str]) -> str:
    """The end of a message about an unknown name: the nearest known one, else all of them."""
    near = get_close_matches(wrong, known, n=1)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"


def _named(name: str, table: Any, place: str, project: bool) -> NamedModel:
    if not isinstance(table, Mapping):
        raise UsageError(f'{place} is a table, such as [models.judge] with name = "openai/gpt-4o"')
    if name in _TAKEN or set(name) & set("/: "):
        raise UsageError(f"{place}: choose a name without / and colons that is not {', '.join(_TAKEN)}")
    for known, value in table.items():
        if known not in _FIELDS:
            raise UsageError(f"{place} has no {known}: {nearest(known, list(_FIELDS))}")
        if project and known in ONLY_THE_USERS:
            raise UsageError(
                f"{place} {known}: in a project's file it could send your key to a stranger; put it in your own fabula.toml"
            )
        if not _fits(_FIELDS[known], value):
            raise UsageError(f"{place} {known} is {_FIELDS[known]}, not {value!r}")
    provider, model = _place(table, place)
    variable = table.get("key_variable")
    settings: dict[str, Any] = {
        each: float(table[each]) if _FIELDS[each] == _NUMBER else table[each]
        for each in ModelSettings.__dataclass_fields__
        if each in table
    }
    return NamedModel(
        provider, model, table.get("base_url"), table.get("server"), f"env:{variable}" if variable else table.get("key"),
        ModelSettings(**settings), table.get("price"),
    )  # fmt: skip


def _place(table: Mapping[str, Any], place: str) -> tuple[str, str]:
    """Provider and name, given apart or as name = "openai/gpt-4o"."""
    provider, name = table.get("provider"), table.get("name", "")
    if provider is None:
        provider, _, name = name.partition("/")
    if not name or not provider:
        raise UsageError(f'{place} needs provider and name, such as provider = "openai" and name = "gpt-4o"')
    if provider not in providers():
        raise UsageError(f"{place} provider {provider!r}: {nearest(provider, list(providers()))}")
    return provider, name


def _fits(kind: str, value: Any) -> bool:
    if kind == "true or false":
        return isinstance(value, bool)
    if kind == "a table":
        return isinstance(value, Mapping)
    if kind == _TEXT:
        return isinstance(value, str) and bool(value.strip())
    if isinstance(value, bool) or not isinstance(value, int if kind == _WHOLE else int | float):
        return False
    return bool(value >= 1 if kind == _WHOLE else 0 <= value < float("inf"))
