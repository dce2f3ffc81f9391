"""The servers that fabula knows by name, and the address of one model at one of them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit, urlunsplit

from fabula.digests import digest
from fabula.extensions import broken, extension, names

if TYPE_CHECKING:
    from fabula.models.local.files import LocalFile
    from fabula.models.local.weights import Weights

ProtocolName = Literal["chat", "azure", "responses", "anthropic", "gemini", "local", "vllm"]


@dataclass(frozen=True, slots=True)
class Provider:
    """One kind of server, as providers.toml describes it."""

    base_url: str | None = None
    key_variable: str | None = None
    protocol: ProtocolName = "chat"
    """The protocol it speaks: a file of `models/protocols`. `local` and `vllm` are no servers: llama.cpp and vLLM run in this process."""
    local: bool = False
    """It usually runs on the user's own machine and needs no key."""
    concurrency: int = 32
    """Most requests at once by default. A local model serves few at a time."""
    caches: Literal["itself", "marks", "no"] = "no"
    """Whether the input of an earlier request is cheaper: by itself, where the request marks it, or never."""
    batches: Literal["openai", "anthropic"] | None = None
    """How it takes many questions at half the price."""


class _Providers(Mapping[str, Provider]):
    """Our own providers, and those that installed packages add: looked for where a name is not among ours."""

    def __init__(self, ours: Mapping[str, Provider]) -> None:
        self._ours = ours

    def __getitem__(self, name: str) -> Provider:
        if name in self._ours:
            return self._ours[name]
        added = extension("providers", name)
        if added is None:
            raise KeyError(name)
        if not isinstance(added, Provider):
            raise broken("providers", name, "name a fabula.models.providers.Provider")
        return added

    def __iter__(self) -> Iterator[str]:
        yield from self._ours
        yield from (name for name in names("providers") if name not in self._ours)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@lru_cache(maxsize=1)
def providers() -> Mapping[str, Provider]:
    """All providers by name."""
    text = files("fabula.models").joinpath("providers.toml").read_text(encoding="utf-8")
    return _Providers({name: Provider(**entry) for name, entry in tomllib.loads(text).items()})


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What the user decided for one model in fabula.toml. None leaves it to the question or the server."""

    temperature: float | None = None
    """In place of the question's own temperature."""
    max_tokens: int | None = None
    """The most that the model can write in one answer, thoughts included."""
    context: int | None = None
    """The most tokens of question and answer together."""
    reasoning_effort: str | None = None
    """`none`, `minimal`, `low`, `medium`, `high`: how long a reasoning model thinks."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the request, as the server's documentation names them."""
    timeout: float | None = None
    """Seconds without a sign of life after which a request is given up."""
    concurrency: int | None = None
    api_version: str | None = None
    """Azure's `api-version`."""
    stream: bool | None = None
    """Whether answers come piece by piece. None: where an answer may take minutes."""

    @property
    def given(self) -> dict[str, Any]:
        """What the user decided, as the record of a run keeps it."""
        return {name: value for name, value in asdict(self).items() if value is not None and value != {}}

    @property
    def signed(self) -> dict[str, str]:
        """What of it can change an answer, as signatures name it."""
        extra = json.dumps(self.extra_body, sort_keys=True, ensure_ascii=False, default=str)
        parts = {
            "T": None if self.temperature is None else f"{self.temperature:g}",
            "max-tokens": self.max_tokens and str(self.max_tokens),
            "effort": self.reasoning_effort,
            "extra": digest(extra) if self.extra_body else None,
        }
        return {name: value for name, value in parts.items() if value}


@dataclass(frozen=True, slots=True)
class Address:
    """One model at one server."""

    provider: str
    model: str
    """Its name at the server."""
    base_url: str
    settings: ModelSettings = ModelSettings()
    label: str | None = None
    """The name that the user gave it in fabula.toml (`[models.judge]`)."""
    server: str | None = None
    """The name that the user gave its server there: answers are kept by it, wherever the server moves."""
    protocol: ProtocolName = "chat"
    elsewhere: bool = False
    """At an address typed with --base-url that is not the provider's own: the provider's key is not sent there."""
    main: bool = True
    """At the server of --model: FABULA_API_KEY is the key of this server and of no other."""
    key: str | None = field(default=None, repr=False)
    """What `[models.NAME]` says about its key: `env:NAME` for a variable, else the key."""
    file: LocalFile | None = None
    """The file of a model that runs in this process."""
    weights: Weights | None = None
    """What vLLM loads in this process."""

    @property
    def name(self) -> str:
        return f"{self.provider}/{self.model}"

    @property
    def in_this_process(self) -> bool:
        """True for a model without any server."""
        return self.file is not None or self.weights is not None

    @property
    def on_this_machine(self) -> bool:
        """True for this process and for localhost: no proxy is used and no key is needed."""
        return self.in_this_process or (urlsplit(self.base_url).hostname or "") in (
            "localhost",
            "127.0.0.1",
            "::1",
        )

    @property
    def free(self) -> bool:
        """True for a model that runs on this machine. (A `custom` server may forward requests to a paid one.)"""
        return providers()[self.provider].local and self.on_this_machine


def base_url_given(model: str, endpoint: str) -> str | None:
    """The address to give again with `--base-url`; None where the model's name alone leads there."""
    provider = providers().get(model.partition("/")[0])
    return None if provider is None or provider.base_url == endpoint else endpoint


def without_credentials(url: str) -> str:
    """The address as it may be shown and kept: no user, no password, no query."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    netloc = f"{host}:{parts.port}" if parts.port else host
    return urlunsplit((parts.scheme, netloc, parts.path, "", ""))
