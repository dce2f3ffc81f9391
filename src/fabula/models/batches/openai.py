"""OpenAI's batches: a file of questions goes up, a file of answers comes down."""

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

_ENDED = {"completed", "failed", "expired", "cancelled"}


async def _submit(entries: Sequence[Entry], mark: str, transport: Transport) -> str:
    lines = (
        {"custom_id": each.name, "method": "POST", "url": f"/v1/{each.path}", "body": each.body}
        for each in entries
    )
    content = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines).encode(
        "utf-8", "replace"
    )
    reply = await transport.upload("files", {"purpose": "batch"}, "fabula.jsonl", content)
    file = json.loads(accepted(reply, "uploading a batch").text)["id"]
    wanted = {
        "input_file_id": file,
        "endpoint": f"/v1/{entries[0].path}",
        "completion_window": "24h",
        "metadata": {"fabula": mark},
    }
    reply = await transport.post("batches", wanted)
    return str(json.loads(accepted(reply, "starting a batch").text)["id"])


async def _look(batch: str, transport: Transport) -> Progress:
    found = await _batch(batch, transport)
    counts = found.get("request_counts") or {}
    done = int(counts.get("completed") or 0) + int(counts.get("failed") or 0)
    errors = (found.get("errors") or {}).get("data") or []
    problem = "; ".join(str(each.get("message")) for each in errors[:2])
    failed = found.get("status") == "failed"
    return Progress(
        found.get("status") in _ENDED, done, int(counts.get("total") or 0), problem if failed else ""
    )


async def _results(batch: str, transport: Transport) -> Mapping[str, Outcome]:
    found = await _batch(batch, transport)
    outcomes: dict[str, Outcome] = {}
    for name in ("output_file_id", "error_file_id"):
        if not found.get(name):
            continue
        reply = await transport.get(f"files/{found[name]}/content", most=MOST_BYTES_OF_RESULTS)
        text = accepted(reply, "fetching a batch's answers").text
        for _, line in parse_lines(text, f"batch {batch}"):
            response = line.get("response") or {}
            if response.get("status_code"):
                body = json.dumps(response.get("body"), ensure_ascii=False)
                outcomes[line["custom_id"]] = Outcome(int(response["status_code"]), body)
    return outcomes


async def _listed(transport: Transport) -> Sequence[Listed]:
    reply = await transport.get("batches?limit=100")
    found = json.loads(accepted(reply, "listing batches").text).get("data") or []
    return [Listed(str(each["id"]), (each.get("metadata") or {}).get("fabula", "")) for each in found]


async def _batch(batch: str, transport: Transport) -> dict[str, Any]:
    reply = await transport.get(f"batches/{batch}")
    found: dict[str, Any] = json.loads(accepted(reply, "looking at a batch").text)
    return found


OPENAI = BatchService(_submit, _look, _results, _listed, most_entries=50_000, most_bytes=180_000_000)
