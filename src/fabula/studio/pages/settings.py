"""Settings: keys, models, prices, who judges and who reads, and what leaves this machine.

Whoever may open the studio may set these, so nothing here sends a key to another server than before: a key is never shown,
a provider's address cannot be changed, and a model at a server of one's own gets the key that is typed with it and no other.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.errors import FabulaError, UsageError
from fabula.models import chosen
from fabula.models.addresses import SETTINGS, api_key, key_source
from fabula.models.check import Trial
from fabula.models.config import Config, load_config
from fabula.models.kept_keys import Where, forget_key, keep_key, keys_kept
from fabula.models.nearby import servers_nearby
from fabula.models.prices import Price, price_of
from fabula.models.providers import Address, providers, without_credentials
from fabula.studio.jobs import JobQueue
from fabula.studio.pages.forms import fields_of, models_offered
from fabula.studio.refusals import Refused
from fabula.studio.tasks.context import address_of
from fabula.studio.view import go, render, studio_of

router = APIRouter(prefix="/settings")
ROLES: tuple[chosen.Role, ...] = ("model", "reading_model")
PATIENCE = 60.0
"""Seconds that a model has for its short answer."""


@dataclass(frozen=True, slots=True)
class KeyOf:
    """The key of one provider, by where it comes from: never the key itself."""

    provider: str
    source: str
    where: Where | None
    """Where it is kept, if it was typed here: then it can be removed here."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A model as the page lists it."""

    name: str
    price: Price | None
    at: str
    """Its server, for a model of one's own."""
    removable: bool
    price_is_ours: bool
    """Its price was typed here."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a model answered, or what went wrong."""

    model: str
    trial: Trial | None = None
    cost: float | None = None
    trouble: str = ""


@router.get("")
def page(request: Request) -> Response:
    """Everything that can be set."""
    return _page(request)


@router.post("/keys")
async def set_key(request: Request) -> Response:
    """Keep the key of a provider."""
    fields = await fields_of(request)
    await asyncio.to_thread(keep_key, provider_named(fields.get("provider", "")), fields.get("key", ""))
    return go("/settings#keys", "saved")


@router.post("/keys/{provider}/remove")
def remove_key(provider: str) -> Response:
    """Forget the key that was typed here."""
    forget_key(provider_named(provider))
    return go("/settings#keys", "removed")


@router.post("/models")
async def add_model(request: Request) -> Response:
    """A model at a server of one's own."""
    said = {"name": "", "model": "", "base_url": "", "key": ""} | await fields_of(request)
    if said["name"] in load_config().models and said["name"] not in chosen.chosen().get("models", {}):
        raise UsageError(f"fabula.toml has a model of the name {said['name']} already: take another name")
    name, model, base_url = (said[each].strip() for each in ("name", "model", "base_url"))
    await asyncio.to_thread(chosen.add_model, name, model, base_url, said["key"], _price_in(said))
    return go("/settings#models", "added")


@router.post("/models/{name}/remove")
def remove_model(name: str) -> Response:
    """Forget it with its key."""
    chosen.remove_model(name)
    return go("/settings#models", "removed")


@router.post("/prices")
async def set_price(request: Request) -> Response:
    """What a model costs; empty fields forget it."""
    said = {"model": ""} | await fields_of(request)
    if not said["model"].strip():
        raise Refused("no-model")
    chosen.choose_price(said["model"].strip(), _price_in(said))
    return go("/settings#models", "saved")


@router.post("/roles")
async def set_roles(request: Request) -> Response:
    """Who judges and who reads where a form says nothing else."""
    studio, said = studio_of(request), await fields_of(request)
    roles = {role: said[role].strip() for role in ROLES if role in said}
    for each in roles.values():
        studio.jobs.may_name(each or None)
    chosen.choose_roles(roles)
    return go("/settings#roles", "saved")


@router.post("/test")
async def test(request: Request) -> Response:
    """Ask a model one short question: its answer, its price and its time."""
    studio, said = studio_of(request), await fields_of(request)
    return _page(request, tried=await _tried(studio.jobs, said.get("model", "")))


@router.post("/nearby")
async def look_nearby(request: Request) -> Response:
    """Which model servers answer on this machine."""
    return _page(request, nearby=await servers_nearby(load_config()))


def provider_named(name: str) -> str:
    """A provider that takes a key of its own."""
    if name not in able_to_take_keys():
        raise Refused("no-provider")
    return name


def able_to_take_keys() -> list[str]:
    """Those that fabula knows by their address; a server of one's own has its key with its model."""
    return [name for name, each in providers().items() if each.key_variable]


def readable_on_the_way(request: Request) -> bool:
    """Whether a key that is typed here travels unencrypted from another machine."""
    try:
        here = ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        here = False
    return not here and request.url.scheme != "https"


def _page(request: Request, **found: Any) -> Response:
    studio, config = studio_of(request), load_config()
    offered = models_offered(studio)
    return render(
        request,
        "settings/front.html.j2",
        **{"tried": None, "nearby": None, **found},
        keys=_keys(config),
        able=able_to_take_keys(),
        offered=[_offered(name, studio.jobs.settings, config) for name in offered],
        model=config.model,
        reading_model=config.reading_model,
        decided=[role for role in ROLES if _in_a_file(role, config)],
        readable=readable_on_the_way(request),
    )


def _in_a_file(role: str, config: Config) -> bool:
    """Whether fabula.toml says who has this role: then the page shows it and does not offer another."""
    now = getattr(config, role)
    return now is not None and now != chosen.chosen().get(role)


def _keys(config: Config) -> list[KeyOf]:
    kept = keys_kept()
    found = ((name, key_source(Address(name, "", "", main=False), config)) for name in able_to_take_keys())
    return [
        KeyOf(name, source, kept.get(name) if source == SETTINGS else None)
        for name, source in found
        if source
    ]


def _offered(name: str, settings: Mapping[str, Any], config: Config) -> Offered:
    ours = chosen.chosen()
    own = name in config.models
    price_is_ours = name in ours.get("prices", {}) or "price" in ours.get("models", {}).get(name, {})
    try:
        where = address_of(settings, name, name)
        price, at = price_of(where, config), without_credentials(where.base_url) if own else ""
    except FabulaError:  # a recording, or a name of an earlier fabula.toml
        price, at = None, ""
    return Offered(name, price, at, name in ours.get("models", {}), price_is_ours)


async def _tried(jobs: JobQueue, model: str) -> Tried:
    from fabula.models.check import ask_once
    from fabula.models.client import HttpChat

    try:
        jobs.may_name(model)
        config, where = load_config(), address_of(jobs.settings, model, model)
        if where.file is not None:
            raise UsageError(f"{model}: it runs in this process; there is no server to test")
        chat = HttpChat(where, lambda: api_key(where, config), PATIENCE)
        try:
            trial = await asyncio.wait_for(ask_once(chat), PATIENCE)
        finally:
            await chat.close()
    except TimeoutError:
        return Tried(model, trouble=f"{model} has not answered within {PATIENCE:.0f} seconds")
    except FabulaError as error:
        return Tried(model, trouble=str(error))
    price = price_of(where, config)
    return Tried(model, trial, price.of(trial.usage) if price else None)


def _price_in(said: Mapping[str, Any]) -> dict[str, float] | None:
    """US dollars for a million tokens; None where nothing was typed."""
    typed = {side: str(said.get(side, "")).strip() for side in ("input", "output")}
    if not any(typed.values()):
        return None
    try:
        price = {side: float(value) for side, value in typed.items()}
    except ValueError:
        price = {}
    if len(price) < 2 or not all(0 <= each < float("inf") for each in price.values()):
        raise Refused("price")
    return price
