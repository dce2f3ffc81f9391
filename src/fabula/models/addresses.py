"""Where a named model is, and the key that its server gets."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from fabula.errors import UsageError
from fabula.models.config import Config, user_file
from fabula.models.providers import Address, providers, without_credentials


def address(model: str, base_url: str | None, config: Config) -> Address:
    """The address of PROVIDER/NAME; a UsageError explains the form.

    A base_url in fabula.toml is used for `custom` only: a provider's key is sent elsewhere only by --base-url.
    """
    provider, slash, name = model.partition("/")
    known = providers()
    if not slash or not name or provider not in known:
        raise UsageError(
            f"--model {model}: write PROVIDER/NAME with one of {', '.join(known)} (such as openai/gpt-4o), or replay:FILE"
        )
    url = base_url or known[provider].base_url or config.base_url
    if url is None:
        raise UsageError(f"--model {model} needs --base-url, such as --base-url http://localhost:8000/v1")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"--base-url {without_credentials(url)}: an address starts with http:// or https://")
    return Address(provider, name, url.rstrip("/"), protocol=known[provider].protocol)


def api_key(where: Address, config: Config) -> str:
    """The key to send: FABULA_API_KEY, the provider's own variable, or fabula.toml; a local server needs none."""
    provider = providers()[where.provider]
    found = (
        os.environ.get("FABULA_API_KEY")
        or (provider.key_variable and os.environ.get(provider.key_variable))
        or config.keys.get(where.provider)
    )
    if found and found.strip():
        key = found.strip()
        if not (key.isascii() and key.isprintable()):
            raise UsageError(f"the key for {where.provider} has characters that no key has: copy it again")
        return key
    if provider.local or where.provider == "custom":
        return "none"
    raise UsageError(
        f"no key for {where.provider}: set {provider.key_variable} or FABULA_API_KEY, or put"
        f' {where.provider} = "..." under [keys] in {user_file()}'
    )
