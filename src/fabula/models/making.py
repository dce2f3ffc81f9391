"""Puts a door together: the model, its ledger, its price and its limits, by options and settings files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.models.addresses import address, api_key
from fabula.models.batches.counting import CountedWaves
from fabula.models.batches.service import BatchService
from fabula.models.batches.waves import Waves, services
from fabula.models.bill import Joint
from fabula.models.chat import BatchTally, ChatModel
from fabula.models.config import Config, default_ledger, load_config
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.kept import KeptLedger, MemoryLedger
from fabula.models.ledger.runs import Run, new_run, write_run
from fabula.models.limits import Concurrency, Limits
from fabula.models.local.chat import LocalChat
from fabula.models.prices import Price, context_of, price_of
from fabula.models.providers import Address, providers, without_credentials
from fabula.models.servers import server_identity
from fabula.models.shared_rate import SharedRate
from fabula.models.thinking import first_room
from fabula.workers.place import on_a_cluster

if TYPE_CHECKING:
    from fabula.models.chat_by_workers import ChatByWorkers
    from fabula.models.client import HttpChat
    from fabula.models.local.vllm import VllmChat

_IN_BATCHES = 200_000
"""Most questions that wait for batches at once: all that may be ready."""
_NOTHING_SENT = 32
"""Questions at once of a rehearsal or a replay."""


def make_door(model: str, settings: DoorSettings, joint: Joint | None = None) -> Door:
    """A door by command-line options and settings files. The caller must close it: prefer `open_door`."""
    config = load_config()
    if settings.main is None:
        settings = replace(settings, main=(model,))
    if model.startswith("replay:"):
        from fabula.models.replay import ReplayModel

        replay = ReplayModel(Path(model.removeprefix("replay:")))
        limits, run = _alone(settings), _run(replay, settings)
        return Door(replay, MemoryLedger(), settings, Price(0, 0), limits, run, joint=joint)
    where = address(model, settings.base_url, config, settings.main)
    price = price_of(where, config)
    if settings.max_cost is not None and price is None:
        raise UsageError(
            f"--max-cost: the price of {where.name} is not known; put it under [prices] in fabula.toml, or use --max-calls"
        )
    ledger = KeptLedger(settings.ledger or default_ledger(config))
    if settings.rehearsal:
        from fabula.models.rehearsal import RehearsalModel

        rehearsal = RehearsalModel(where.name, without_credentials(where.base_url), first_room(where))
        limits, run = _alone(settings), _run(rehearsal, settings)
        ratio = ledger.input_ratio(rehearsal.endpoint, where.name)
        waves = CountedWaves(rehearsal, BatchTally()) if settings.batch and _service(where) else None
        return Door(
            rehearsal, MemoryLedger(ledger), settings, price, limits, run, ratio, joint, where,
            context=context_of(where, config), waves=waves,
        )  # fmt: skip
    chat = _chat(where, config, settings)
    limits = _limits(where, chat, ledger, settings, config)
    ratio = ledger.input_ratio(chat.endpoint, chat.name)
    run = _run(chat, settings)
    if where.label:
        run.about["named"] = {where.label: where.settings.given}
    door = Door(
        chat, ledger, settings, price, limits, run, ratio, joint, where,
        context=context_of(where, config),
        caches=providers()[where.provider].caches != "no",
        waves=_waves(where, chat, ledger, settings) if settings.batch else None,
        stops_at_once=where.file is not None,
    )  # fmt: skip
    write_run(ledger, door.run, door.tally)
    return door


def _chat(
    where: Address, config: Config, settings: DoorSettings
) -> HttpChat | ChatByWorkers | LocalChat | VllmChat:
    """The model at this address. Nothing is connected or loaded yet."""
    if where.file is not None:
        return LocalChat(where, where.file, context_of(where, config) or where.file.head.context)
    if where.weights is not None:
        from fabula.models.local.vllm import VllmChat

        return VllmChat(where, where.weights, context_of(where, config))
    from fabula.models.client import HttpChat

    key, timeout = partial(api_key, where, config), settings.attempt_timeout
    chat = HttpChat(where, key, timeout)
    if settings.batch or not on_a_cluster():
        return chat
    from fabula.models.chat_by_workers import ChatByWorkers

    return ChatByWorkers(chat, where, key, timeout)


def _waves(where: Address, chat: ChatModel, ledger: KeptLedger, settings: DoorSettings) -> Waves:
    service = _service(where)
    from fabula.models.client import HttpChat

    assert isinstance(chat, HttpChat)
    server = server_identity(chat.name, chat.endpoint, where.server)
    return Waves(chat, service, ledger, server, settings.clock, BatchTally(), settings.retry)


def _service(where: Address) -> BatchService:
    """How the provider of this address takes batches; a UsageError where it does not."""
    name = providers()[where.provider].batches
    if name is None:
        able = ", ".join(each for each, provider in providers().items() if provider.batches)
        raise UsageError(f"--batch: {where.provider} takes no batches that fabula knows of; these do: {able}")
    return services()[name]


def _run(model: ChatModel, settings: DoorSettings) -> Run:
    return new_run(settings.command, model.name, model.endpoint, settings.about)


def _alone(settings: DoorSettings) -> Limits:
    """The limits where nothing is sent."""
    return Limits(Concurrency(settings.concurrency or _NOTHING_SENT), None, None, settings.clock)


def _limits(
    where: Address, chat: ChatModel, ledger: KeptLedger, settings: DoorSettings, config: Config
) -> Limits:
    """What is in flight is limited for this process. What is sent in a minute is limited for all processes on the ledger."""
    usual = where.settings.concurrency or providers()[where.provider].concurrency
    most = _IN_BATCHES if settings.batch else settings.concurrency or config.limits.get("concurrency", usual)
    server = server_identity(chat.name, chat.endpoint, where.server)

    def rate(what: str) -> SharedRate | None:
        a_minute = config.limits.get(f"{what}_a_minute")
        return (
            SharedRate(ledger, f"{what} {server} {chat.name}", a_minute, settings.clock) if a_minute else None
        )

    at_once = where.weights is not None  # there is no server that many questions could overload
    concurrency = Concurrency(most, most) if at_once else Concurrency(most)
    return Limits(concurrency, rate("requests"), rate("tokens"), settings.clock)
