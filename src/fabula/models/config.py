"""fabula.toml: the user's file and the project's, for settings that should not be typed each time."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.models import chosen
from fabula.models.ledger.databases import Place, placed
from fabula.models.named import NamedModel, named_models, nearest
from fabula.models.providers import providers
from fabula.platforms import user_folder

_SECTIONS: Mapping[str, tuple[type, ...]] = {
    "keys": (dict,),
    "models": (dict,),
    "providers": (dict,),
    "prices": (dict, str),
    "limits": (dict,),
    "model": (str,),
    "reading_model": (str,),
    "writers": (list,),
    "judges": (list,),
    "base_url": (str,),
    "ledger": (str,),
}


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of all files. A project's file may not say where the user's keys are sent, nor name keys."""

    model: str | None = None
    reading_model: str | None = None
    """Who reads before `model` judges: a cheaper one."""
    writers: tuple[str, ...] = ()
    """Who writes where a question names no writer, such as `bench webnovel`."""
    judges: tuple[str, ...] = ()
    """Who judges writers where a question names no judge."""
    base_url: str | None = None
    """The server of models whose provider has no address of its own: `custom`, `azure`."""
    ledger: Place | None = None
    models: Mapping[str, NamedModel] = field(default_factory=dict)
    """`[models.NAME]`, by name."""
    providers: Mapping[str, str] = field(default_factory=dict)
    """Where the user's own server of a provider is: `[providers.openai] base_url`."""
    keys: Mapping[str, str] = field(default_factory=dict)
    prices: Mapping[str, Any] = field(default_factory=dict)
    price_list: Path | None = None
    """A list of prices in LiteLLM's shape, in place of the one that fabula brings: `prices = "PATH"`."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """`concurrency`, `requests_a_minute`, `tokens_a_minute`."""


def user_file() -> Path:
    """The user's own fabula.toml; FABULA_CONFIG names another."""
    named = os.environ.get("FABULA_CONFIG")
    return Path(named) if named else user_folder() / "fabula.toml"


def load_config(project: Path | None = None) -> Config:
    """The files together: the project's over the user's, and the user's over what is chosen in the studio's settings."""
    place = user_file()
    mine = _over(_read(place), _valid(chosen.chosen(), chosen.file()))
    ours_place = (project or Path.cwd()) / "fabula.toml"
    ours = _read(ours_place)
    for name, else_where in (
        ("base_url", " or give --base-url"),
        ("providers", " or give --base-url"),
        ("keys", ""),
    ):
        if name in ours:
            what = "manuscript to a stranger's account" if name == "keys" else "key to a stranger"
            raise UsageError(
                f"{ours_place}: {name} in a project's file could send your {what}; put it in {place}{else_where}"
            )
    ledger = placed(ours["ledger"]) if "ledger" in ours else None
    if isinstance(ledger, str):
        raise UsageError(
            f"{ours_place}: a ledger at a server in a project's file could send your manuscript to a stranger; put it in {place}"
        )
    if ledger is not None:
        ledger = ours_place.parent / ledger
    elif "ledger" in mine:
        ledger = placed(mine["ledger"])
    return Config(
        model=ours.get("model", mine.get("model")),
        reading_model=ours.get("reading_model", mine.get("reading_model")),
        writers=tuple(ours.get("writers", mine.get("writers", ()))),
        judges=tuple(ours.get("judges", mine.get("judges", ()))),
        base_url=mine.get("base_url"),
        ledger=ledger,
        models=_models(mine, place, project=False) | _models(ours, ours_place, project=True),
        providers=_providers(mine, place),
        keys=mine.get("keys", {}),
        prices=_own_prices(mine) | _own_prices(ours),
        price_list=_price_list(ours, ours_place) or _price_list(mine, place),
        limits={**mine.get("limits", {}), **ours.get("limits", {})},
    )


def default_ledger(config: Config) -> Place:
    """The ledger of FABULA_LEDGER, else of the settings, else one ledger for all of the user's runs."""
    import platformdirs

    named = os.environ.get("FABULA_LEDGER")
    if named:
        return placed(named)
    return config.ledger or Path(platformdirs.user_data_dir("fabula")) / "ledger.sqlite"


def _own_prices(data: Mapping[str, Any]) -> dict[str, Any]:
    prices = data.get("prices", {})
    return dict(prices) if isinstance(prices, dict) else {}


def _price_list(data: Mapping[str, Any], place: Path) -> Path | None:
    named = data.get("prices")
    return place.parent / Path(named).expanduser() if isinstance(named, str) else None


def _models(data: Mapping[str, Any], place: Path, *, project: bool) -> dict[str, NamedModel]:
    return named_models(data.get("models", {}), str(place), project=project)


def _providers(data: Mapping[str, Any], place: Path) -> dict[str, str]:
    found = {}
    for name, table in data.get("providers", {}).items():
        if name not in providers():
            raise UsageError(f"{place}: [providers.{name}]: {nearest(name, list(providers()))}")
        if (
            not isinstance(table, dict)
            or set(table) != {"base_url"}
            or not isinstance(table["base_url"], str)
        ):
            raise UsageError(f'{place}: [providers.{name}] takes base_url = "https://...", and nothing else')
        found[name] = table["base_url"]
    return found


def _over(mine: Mapping[str, Any], below: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first file's word, else the second's; tables are put together."""
    both = {name for name in mine if isinstance(mine[name], dict) and isinstance(below.get(name), dict)}
    return {**below, **mine, **{name: {**below[name], **mine[name]} for name in both}}


def _read(path: Path) -> Mapping[str, Any]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a TOML file that can be read: {error}") from None
    return _valid(data, path)


def _valid(data: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """The sections of a file, each known and of its kind."""
    for name, value in data.items():
        if not isinstance(value, _SECTIONS.get(name, ())):
            known = ", ".join(_SECTIONS)
            raise UsageError(f"{path}: {name!r} is not known or not of its kind; known are {known}")
    for name in ("writers", "judges"):
        if not all(isinstance(each, str) for each in data.get(name, ())):
            raise UsageError(f'{path}: {name} is a list of models, such as {name} = ["openai/gpt-4o"]')
    for name, key in data.get("keys", {}).items():
        if not isinstance(key, str):
            raise UsageError(f"{path}: [keys] {name} is text in quotes")
    for name, value in data.get("limits", {}).items():
        if (
            name not in ("concurrency", "requests_a_minute", "tokens_a_minute")
            or not isinstance(value, int)
            or value < 1
        ):
            raise UsageError(
                f"{path}: [limits] takes concurrency, requests_a_minute and tokens_a_minute, whole numbers from 1"
            )
    return data
