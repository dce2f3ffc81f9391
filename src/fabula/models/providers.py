"""The servers that fabula knows by name: where they live, whose key they take, and whether they are the user's own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from fabula.errors import UsageError
from fabula.models.config import Config, user_file


@dataclass(frozen=True, slots=True)
class Provider:
    """One kind of server."""

    base_url: str | None
    key_variable: str | None = None
    local: bool = False
    concurrency: int = 32
    """Calls at once, at most, where the user does not say: a model on one's own machine serves few."""


PROVIDERS = {
    "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "deepseek": Provider("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
    "openrouter": Provider("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "together": Provider("https://api.together.xyz/v1", "TOGETHER_API_KEY"),
    "ollama": Provider("http://localhost:11434/v1", None, local=True, concurrency=4),
    "vllm": Provider("http://localhost:8000/v1", "VLLM_API_KEY", local=True, concurrency=64),
    "lmstudio": Provider("http://localhost:1234/v1", None, local=True, concurrency=4),
    "llamacpp": Provider("http://localhost:8080/v1", "LLAMA_API_KEY", local=True, concurrency=4),
    "custom": Provider(None),
}


@dataclass(frozen=True, slots=True)
class Address:
    """A model at a server: what `--model` and `--base-url` mean together."""

    provider: str
    model: str
    """The name that the server knows it by."""
    base_url: str

    @property
    def name(self) -> str:
        return f"{self.provider}/{self.model}"

    @property
    def on_this_machine(self) -> bool:
        """By its host: no proxy stands between, and no key is expected."""
        return (urlsplit(self.base_url).hostname or "") in ("localhost", "127.0.0.1", "::1")

    @property
    def free(self) -> bool:
        """A model that the user runs here himself. (A `custom` one may pass the question on to who knows whom.)"""
        return PROVIDERS[self.provider].local and self.on_this_machine


def address(model: str, base_url: str | None, config: Config) -> Address:
    """What is meant by PROVIDER/NAME, or a line that says how it is written.

    A base_url of fabula.toml serves `custom` alone: another provider's key goes elsewhere only by --base-url.
    """
    provider, slash, name = model.partition("/")
    if not slash or not name or provider not in PROVIDERS:
        known = ", ".join(PROVIDERS)
        raise UsageError(
            f"--model {model}: write PROVIDER/NAME with one of {known} (such as openai/gpt-4o), or replay:FILE"
        )
    url = base_url or PROVIDERS[provider].base_url or config.base_url
    if url is None:
        raise UsageError(f"--model {model} needs --base-url, such as --base-url http://localhost:8000/v1")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"--base-url {without_credentials(url)}: an address starts with http:// or https://")
    return Address(provider, name, url.rstrip("/"))


def api_key(where: Address, config: Config) -> str:
    """The key to send: FABULA_API_KEY, the provider's own variable, or fabula.toml; a local server needs none."""
    variable = PROVIDERS[where.provider].key_variable
    found = (
        os.environ.get("FABULA_API_KEY")
        or (variable and os.environ.get(variable))
        or config.keys.get(where.provider)
    )
    if found and found.strip():
        key = found.strip()
        if not (key.isascii() and key.isprintable()):
            raise UsageError(f"the key for {where.provider} has characters that no key has: copy it again")
        return key
    if PROVIDERS[where.provider].local or where.provider == "custom":
        return "none"
    raise UsageError(
        f'no key for {where.provider}: set {variable} or FABULA_API_KEY, or put {where.provider} = "..."'
        f" under [keys] in {user_file()}"
    )


def base_url_given(model: str, endpoint: str) -> str | None:
    """The address to give again with `--base-url`; None where the model's name alone leads there."""
    provider = PROVIDERS.get(model.partition("/")[0])
    return None if provider is None or provider.base_url == endpoint else endpoint


def without_credentials(url: str) -> str:
    """The address as it may be shown and kept: no user, no password, no query."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    netloc = f"{host}:{parts.port}" if parts.port else host
    return urlunsplit((parts.scheme, netloc, parts.path, "", ""))
