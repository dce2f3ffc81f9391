"""A call: a request in canonical form, its answer, its cost, and its key in the ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from fabula.models.chat import ChatRequest, Choice, JsonSchema, Usage
from fabula.models.providers import ModelSettings


@dataclass(frozen=True, slots=True)
class Call:
    """One answer with its cost, as the ledger keeps it. Replicates of one HTTP request share `trip`."""

    key: bytes
    body: bytes
    """The request in canonical JSON, without the replicate."""
    replicate: int
    run: str
    trip: str
    step: str
    endpoint: str
    model: str
    choice: Choice
    usage: Usage
    estimated_input: int
    cost: float | None
    latency: float
    at: float


def request_body(
    server: str,
    model: str,
    request: ChatRequest,
    schema: JsonSchema | None,
    own: ModelSettings | None = None,
) -> dict[str, Any]:
    """Everything that determines an answer. The server is named as `servers.server_identity` names it.

    `own` is what the user decided for this model: what of it changes the question is kept beside the question.
    """
    decided = dict(own.signed) if own else {}
    if own and own.temperature == request.temperature:
        del decided["T"]
    return {
        "server": server,
        "model": model,
        "messages": [{"role": each.role, "content": each.content} for each in request.messages],
        "parameters": {
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "seed": request.seed,
            "top_logprobs": request.top_logprobs,
        },
        "schema": schema,
        **({"settings": decided} if decided else {}),
    }


def canonical(document: Mapping[str, Any]) -> bytes:
    """A document in canonical form, so that equal documents have equal hashes."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def call_key(body: Mapping[str, Any], replicate: int) -> bytes:
    """The call's key in the ledger: each replicate of a request has its own."""
    return sha256(canonical({**body, "replicate": replicate})).digest()
