"""Model servers that run on this machine: Ollama, LM Studio, llama.cpp, vLLM and SGLang, each at its usual port."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

from fabula.models.config import Config
from fabula.models.providers import Address, providers

_TO_CONNECT, _TO_ANSWER = 0.05, 0.25
"""Seconds: a server on this machine needs a millisecond, and nobody should wait for one that is not there."""
_MOST_BYTES = 2**18


async def models_nearby(config: Config) -> list[str]:
    """A model of each server that answers, as PROVIDER/NAME. Only this machine is looked at."""
    return [f"{name}/{models[0]}" for name, models in (await servers_nearby(config)).items() if models]


async def servers_nearby(config: Config) -> dict[str, list[str]]:
    """Each server that answers, by its provider, with the models that it lists. Only this machine is looked at."""
    local = [name for name, provider in providers().items() if provider.local]
    places = {name: config.providers.get(name) or providers()[name].base_url or "" for name in local}
    here = {name: url for name, url in places.items() if Address(name, "", url).on_this_machine}
    found = await asyncio.gather(*(_models_at(url) for url in here.values()))
    return {name: models for name, models in zip(here, found, strict=True) if models is not None}


async def _models_at(url: str) -> list[str] | None:
    """The models that the server lists, without embedders; None where no such server answers."""
    parts = urlsplit(url)
    try:
        connecting = asyncio.open_connection(parts.hostname, parts.port or 80)
        reader, writer = await asyncio.wait_for(connecting, _TO_CONNECT)
    except (OSError, TimeoutError):
        return None
    try:
        path = f"{parts.path.rstrip('/')}/models"
        writer.write(
            f"GET {path} HTTP/1.0\r\nHost: {parts.netloc}\r\nAccept: application/json\r\n\r\n".encode()
        )
        body = await asyncio.wait_for(_answer(reader), _TO_ANSWER)
        return [
            name
            for name in (str(each["id"]) for each in json.loads(body)["data"])
            if "embed" not in name.lower()
        ]
    except (OSError, TimeoutError, EOFError, ValueError, KeyError, TypeError, asyncio.LimitOverrunError):
        return None
    finally:
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> bytes:
    """The body of a reply, of the length that it declares or to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    _, declared, rest = head.partition(b"content-length:")
    if not declared:
        return await reader.read(_MOST_BYTES)
    return await reader.readexactly(min(int(rest.split(b"\r\n")[0]), _MOST_BYTES))
