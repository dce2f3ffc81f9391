"""The servers that fabula knows by name: their address, the variable of their key, and whether they are local."""

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
    """Most requests at once by default. A local model serves few at a time."""


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
    """A model at a server, by `--model` and `--base-url`."""

    provider: str
    model: str
    """Its name at the server."""
    base_url: str

    @property
    def name(self) -> str:
        return f"{self.provider}/{self.model}"

    @property
    def on_this_machine(self) -> bool:
        """True for localhost: no proxy is used and no key is needed."""
        return (urlsplit(self.base_url).hostname or "") in ("localhost", "127.0.0.1", "::1")

    @property
    def free(self) -> bool:
        """True for a model that runs on this machine. (A `custom` server may forward requests to a paid one.)"""
        return PROVIDERS[self.provider].local and self.on_this_machine


def address(model: str, base_url: str | None, config: Config) -> Address:
    """The address of PROVIDER/NAME; a UsageError explains the form.

    A base_url in fabula.toml is used for `custom` only: a provider's key is sent elsewhere only by --base-url.
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
