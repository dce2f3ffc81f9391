"""Azure OpenAI: chat completions at an address for each deployment, with a header of its own for the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qs, quote, urlsplit

from fabula.models.protocols.chat import CHAT
from fabula.models.providers import Address

API_VERSION = "2024-10-21"
"""The version that is asked for unless the address or the settings name another."""


def _path(where: Address, stream: bool) -> str:
    """The deployment's path; nothing to add where the address is of the newer kind (`.../openai/v1`) or names a deployment."""
    parts = urlsplit(where.base_url)
    path = parts.path.rstrip("/")
    if path.endswith("/openai/v1"):
        return "chat/completions"
    named = parse_qs(parts.query).get("api-version")
    query = "" if named else f"?api-version={where.settings.api_version or API_VERSION}"
    if "/deployments/" in path:
        return f"chat/completions{query}"
    openai = "" if path.endswith("/openai") else "openai/"
    return f"{openai}deployments/{quote(where.model, safe='')}/chat/completions{query}"


def _headers(where: Address, key: str) -> Mapping[str, str]:
    return {"api-key": key}


AZURE = replace(CHAT, path=_path, headers=_headers, models=None, title="Azure OpenAI's chat completions")
