"""Where a named model is, and the key that its server gets.

An address belongs to one model, and a key to one server. A provider's key is sent to the provider's own address, or to
one that the user's fabula.toml gives it by name; never to an address that was typed for another model.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from fabula.errors import UsageError
from fabula.models.chosen import OWN_KEY, slot_of
from fabula.models.config import Config, user_file
from fabula.models.kept_keys import kept_key
from fabula.models.named import NamedModel, nearest
from fabula.models.providers import Address, providers, without_credentials

_FOR_FILES = frozenset({"temperature", "max_tokens", "context"})
"""What `[models.NAME]` can decide for a model file."""
_FOR_VLLM = _FOR_FILES | {"concurrency", "extra_body"}
_ENGINE = frozenset(
    ("tensor_parallel_size", "pipeline_parallel_size", "gpu_memory_utilization", "max_num_seqs", "dtype", "quantization", "kv_cache_dtype", "enforce_eager", "seed")
)  # fmt: skip
"""The arguments of vLLM that `extra_body` may have. Others could run code that comes with a model."""
SETTINGS = "settings"
"""The source of a key that was typed into the studio's settings."""
_WITHOUT_SERVER = ("local", "vllm")
"""Protocols of models that run in this process."""
_ENDPOINTS = ("/chat/completions", "/messages", "/responses")
"""What follows the base in an address that was copied whole from a server's documentation."""
_NO_KEY = "none"
"""What is sent in place of a key where none is needed."""


def address(model: str, base_url: str | None, config: Config, main: Sequence[str] | None = None) -> Address:
    """The address of PROVIDER/NAME, or of a name of fabula.toml; a UsageError explains the form.

    `base_url` is what was typed, and `main` the models of --model that it was typed for: this one, if None. Another
    model goes there only if its provider has no address of its own.
    """
    told = _told(model, config)
    if providers()[told.provider].protocol in _WITHOUT_SERVER:
        return _in_this_process(
            model, told, config, typed=bool(base_url) and set(main or (model,)) == {model}
        )
    own = _own(told, config)
    typed_for = (model,) if main is None or _only_replays(main) else main
    typed = base_url and _checked(base_url)
    here = own if own and not (typed and _serves(model, typed_for, config)) else typed
    if here is None:
        raise UsageError(
            f"--model {model} needs --base-url, such as http://localhost:8000/v1, or base_url in fabula.toml"
        )
    return Address(
        told.provider,
        told.model,
        here,
        settings=told.settings,
        label=model if model in config.models else None,
        server=told.server,
        protocol=providers()[told.provider].protocol,
        elsewhere=own is not None and here != own,
        main={here} == ({typed} if typed else {_own(_told(each, config), config) for each in typed_for}),
        key=told.key,
    )


def _in_this_process(model: str, told: NamedModel, config: Config, *, typed: bool) -> Address:
    """The address of a model without a server. Of files, the name there is their own, with their digest."""
    protocol = providers()[told.provider].protocol
    able = _FOR_FILES if protocol == "local" else _FOR_VLLM
    servers = {"base_url": told.base_url or typed, "key": told.key, "server": told.server}
    given = {*told.settings.given, *(name for name, value in servers.items() if value)}
    if strange := sorted(given - able):
        raise UsageError(
            f"--model {model}: {strange[0]} is for servers; of a model that runs in this process you can decide"
            f" {', '.join(sorted(able))}"
        )
    label = model if model in config.models else None
    if protocol == "local":
        from fabula.models.local.files import ENDPOINT, find_file

        file = find_file(told.model)
        return Address(
            told.provider,
            file.name,
            ENDPOINT,
            settings=told.settings,
            label=label,
            protocol=protocol,
            file=file,
        )
    from fabula.models.local.weights import ENDPOINT as AT_VLLM
    from fabula.models.local.weights import find_weights

    if strange := sorted(set(told.settings.extra_body) - _ENGINE):
        raise UsageError(
            f"--model {model}: of vLLM's arguments, extra_body takes {', '.join(sorted(_ENGINE))}, not {strange[0]}"
        )
    weights = find_weights(told.model)
    return Address(
        told.provider, weights.name, AT_VLLM, settings=told.settings, label=label, protocol=protocol, weights=weights
    )  # fmt: skip


def name_of(model: str, config: Config) -> str:
    """PROVIDER/NAME as results keep it, of what was typed."""
    name = config.models[model].name if model in config.models else model
    return address(model, None, config).name if name.startswith(("local/", "vllm-offline/")) else name


def typed_again(model: str, saved: str | None, config: Config) -> str | None:
    """The --base-url that leads to the address in a saved result; None where the model's name alone does.

    A file may not say where keys and manuscripts are sent, unless that is this machine.
    """
    own = _own(_told(model, config), config)
    if saved is None or (own and without_credentials(own) == saved):
        return None
    if not Address("custom", model, saved).on_this_machine:
        raise UsageError(f"this result was made at {saved}: give --base-url {saved} to ask there again")
    return saved


class MissingKey(UsageError):
    """A server needs a key and there is none."""

    def __init__(self, where: Address) -> None:
        super().__init__(f"no key for {where.label or where.provider}: {what_to_set(where)}")
        self.where = where


def api_key(where: Address, config: Config) -> str:
    """The key to send; a UsageError says which to set. A local server, and one elsewhere, may need none."""
    for source, found in _keys(where, config):
        if found and found.strip():
            return _readable(found.strip(), source)
    if may_need_none(where):
        return _NO_KEY
    raise MissingKey(where)


def may_need_none(where: Address) -> bool:
    """Whether a server is asked without a key where none is set: a local one, one's own, one elsewhere."""
    if where.elsewhere:
        return True
    if where.key:
        return where.key.startswith(OWN_KEY)
    return providers()[where.provider].local or where.provider == "custom"


def key_source(where: Address, config: Config) -> str | None:
    """Where the key of this server comes from; None where there is none."""
    return next((source for source, found in _keys(where, config) if found and found.strip()), None)


def what_to_set(where: Address) -> str:
    """Where the key of this server belongs, for a user whose key is missing or refused."""
    if where.elsewhere:
        return (
            f"set FABULA_API_KEY to the key of this server; the key for {where.provider} is sent to its own address only,"
            f" and [providers.{where.provider}] base_url in {user_file()} names another"
        )
    if where.key and where.key.startswith(OWN_KEY):
        return "set it again in the settings of `fabula studio`"
    if where.key:
        return (
            f"set {where.key.removeprefix('env:')}"
            if where.key.startswith("env:")
            else f"see [models.{where.label}]"
        )
    variables = (providers()[where.provider].key_variable, "FABULA_API_KEY" if where.main else None)
    named = " or ".join(each for each in variables if each)
    under = f'put {where.provider} = "..." under [keys] in {user_file()}, or set it in the settings of `fabula studio`'
    return f"set {named}, or {under}" if named else under


def _keys(where: Address, config: Config) -> Iterator[tuple[str, str | None]]:
    """The keys that may be sent there, the first one first, each with where it comes from: the environment, then
    fabula.toml, then the studio's settings."""
    provider = providers()[where.provider]
    if where.key and not where.elsewhere:
        kind, _, named = where.key.partition(":")
        if kind == "env":
            yield named, os.environ.get(named)
        elif where.key.startswith(OWN_KEY):
            yield SETTINGS, kept_key(slot_of(named))
        else:
            yield f"[models.{where.label}]", where.key
        return
    if where.main:
        yield "FABULA_API_KEY", os.environ.get("FABULA_API_KEY")
    if where.elsewhere:
        return
    if provider.key_variable:
        yield provider.key_variable, os.environ.get(provider.key_variable)
    yield f"[keys] {where.provider}", config.keys.get(where.provider)
    yield SETTINGS, kept_key(where.provider)


def _readable(key: str, source: str) -> str:
    if not (key.isascii() and key.isprintable()):
        raise UsageError(f"the key of {source} has characters that no key has: copy it again")
    return key


def _told(model: str, config: Config) -> NamedModel:
    """What the model's name says: a table of fabula.toml, or PROVIDER/NAME."""
    if model in config.models:
        return config.models[model]
    provider, slash, name = model.partition("/")
    if not slash and config.models:
        raise UsageError(
            f"--model {model}: fabula.toml has no [models.{model}]: {nearest(model, list(config.models))}"
        )
    if not slash or not name or provider not in providers():
        raise UsageError(
            f"--model {model}: write PROVIDER/NAME with one of {', '.join(providers())} (such as openai/gpt-4o), or replay:FILE"
        )
    return NamedModel(provider, name)


def _own(told: NamedModel, config: Config) -> str | None:
    """The model's own address: the user's, else the provider's. Those without any share the user's base_url."""
    if providers()[told.provider].protocol in _WITHOUT_SERVER:
        return providers()[told.provider].base_url
    own = told.base_url or config.providers.get(told.provider) or providers()[told.provider].base_url
    found = own or config.base_url
    return _checked(found) if found else None


def _only_replays(main: Sequence[str]) -> bool:
    """Whether --model names recordings alone: then this is the one server that is asked."""
    return bool(main) and all(each.startswith("replay:") for each in main)


def _serves(model: str, typed_for: Sequence[str], config: Config) -> bool:
    """Whether --base-url is this model's: of the one model of --model, or of several of one provider."""
    if model not in typed_for:
        return False
    told = [_told(each, config) for each in typed_for]
    if len({each.provider for each in told}) == 1:
        return True
    if all(_own(each, config) for each in told):
        raise UsageError(
            "--base-url is one address for models of several providers: give each its own under [models.NAME] in fabula.toml"
        )
    return False


def _checked(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"--base-url {without_credentials(url)}: an address starts with http:// or https://")
    url = url.rstrip("/")
    return next((url.removesuffix(end) for end in _ENDPOINTS if url.endswith(end)), url)
