"""Anthropic's message batches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fabula.jsonl import parse_lines
from fabula.models.batches.service import (
    MOST_BYTES_OF_RESULTS,
    BatchService,
    Entry,
    Listed,
    Outcome,
    Progress,
    accepted,
)
from fabula.models.transport import Transport

_STATUS = {
    "invalid_request_error": 400, "authentication_error": 401, "permission_error": 403, "not_found_error": 404,
    "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "overloaded_error": 529,
}  # fmt: skip


async def _submit(entries: Sequence[Entry], mark: str, transport: Transport) -> str:  # noqa: ARG001 it takes no mark
    requests = [{"custom_id": each.name, "params": dict(each.body)} for each in entries]
    reply = await transport.post("messages/batches", {"requests": requests})
    return str(json.loads(accepted(reply, "starting a batch").text)["id"])


async def _look(batch: str, transport: Transport) -> Progress:
    found = await _batch(batch, transport)
    counts = {name: int(count or 0) for name, count in (found.get("request_counts") or {}).items()}
    total = sum(counts.values())
    return Progress(found.get("processing_status") == "ended", total - counts.get("processing", 0), total)


async def _results(batch: str, transport: Transport) -> Mapping[str, Outcome]:
    reply = await transport.get(f"messages/batches/{batch}/results", most=MOST_BYTES_OF_RESULTS)
    outcomes: dict[str, Outcome] = {}
    text = accepted(reply, "fetching a batch's answers").text
    for _, line in parse_lines(text, f"batch {batch}"):
        result = line.get("result") or {}
        if result.get("type") == "succeeded":
            outcomes[line["custom_id"]] = Outcome(200, json.dumps(result.get("message"), ensure_ascii=False))
        elif result.get("type") == "errored":
            error = result.get("error") or {}
            kind = (error.get("error") or error).get("type")
            outcomes[line["custom_id"]] = Outcome(
                _STATUS.get(str(kind), 500), json.dumps(error, ensure_ascii=False)
            )
    return outcomes


async def _listed(transport: Transport) -> Sequence[Listed]:
    reply = await transport.get("messages/batches?limit=100")
    found = json.loads(accepted(reply, "listing batches").text).get("data") or []
    return [Listed(str(each["id"]), None) for each in found]


async def _batch(batch: str, transport: Transport) -> dict[str, Any]:
    reply = await transport.get(f"messages/batches/{batch}")
    found: dict[str, Any] = json.loads(accepted(reply, "looking at a batch").text)
    return found


ANTHROPIC = BatchService(_submit, _look, _results, _listed, most_entries=10_000, most_bytes=200_000_000)
