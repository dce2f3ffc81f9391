"""The providers' batches: questions handed in by file or list, answered after a few looks, kept for later runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dialects.dialect import Json, sent
from loopback import Behaviour

Ask = Callable[[str, Json], tuple[int, Any]]
"""Answers one entry as if it had been asked by itself: the status and the document."""


@dataclass
class Batch:
    """One batch as the server keeps it."""

    name: str
    entries: list[Json]
    metadata: Json
    looks: int = 0
    results: list[Json] = field(default_factory=list)


@dataclass
class Batches:
    """Both kinds of batches behind one server. A batch ends at the look after `looks`."""

    ask: Ask
    looks: int = 1
    fails: str | None = None
    """Fail whole batches with this message."""
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, Batch] = field(default_factory=dict)
    answered: int = 0
    """Entries that were answered: what a provider would have billed."""
    requests: int = 0
    on_request: Callable[[int], None] | None = None
    """Called with the count as each request about batches arrives."""
    on_batch: Callable[[int], None] | None = None
    """Called with the count when a batch has been accepted, before the reply."""

    def takes(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Behaviour | None:
        """The reply, where the path is about batches."""
        bare = path.partition("?")[0].rstrip("/")
        if "batch" in bare or "/files" in bare:
            self.requests += 1
            if self.on_request:
                self.on_request(self.requests)
        for pattern, handler in (
            (r"/v1/files$", self._upload),
            (r"/v1/files/([\w-]+)/content$", self._content),
            (r"/v1/batches$", self._openai),
            (r"/v1/batches/([\w-]+)$", self._look),
            (r"/v1/messages/batches$", self._anthropic),
            (r"/v1/messages/batches/([\w-]+)/results$", self._results),
            (r"/v1/messages/batches/([\w-]+)$", self._look_at_messages),
        ):
            if match := re.fullmatch(pattern, bare):
                return handler(method, headers, raw, *match.groups())
        return None

    def _upload(self, method: str, headers: Mapping[str, str], raw: bytes) -> Behaviour:
        assert method == "POST"
        mark = headers["content-type"].partition("boundary=")[2].encode()
        parts = [part.partition(b"\r\n\r\n") for part in raw.split(b"--" + mark)[1:-1]]
        named = {re.search(rb'name="(\w+)"', head)[1]: body.removesuffix(b"\r\n") for head, _, body in parts}  # type: ignore[index]
        assert named[b"purpose"] == b"batch"
        name = f"file-{len(self.files)}"
        self.files[name] = named[b"file"]
        return sent({"id": name, "object": "file", "purpose": "batch"})

    def _content(self, method: str, headers: Mapping[str, str], raw: bytes, name: str) -> Behaviour:
        del method, headers, raw
        return Behaviour(body=self.files[name])

    def _openai(self, method: str, headers: Mapping[str, str], raw: bytes) -> Behaviour:
        del headers
        if method == "GET":
            found = [self._document(each) for each in reversed(self.batches.values())]
            return sent({"object": "list", "data": found, "has_more": False})
        wanted = json.loads(raw)
        assert wanted["completion_window"] == "24h" and wanted["endpoint"].startswith("/v1/")
        lines = [json.loads(line) for line in self.files[wanted["input_file_id"]].splitlines()]
        entries = [{"name": each["custom_id"], "path": each["url"], "body": each["body"]} for each in lines]
        assert len({each["name"] for each in entries}) == len(entries), "custom_id must be unique"
        return sent(self._document(self._accepted("batch", entries, wanted.get("metadata") or {})))

    def _anthropic(self, method: str, headers: Mapping[str, str], raw: bytes) -> Behaviour:
        assert "anthropic-version" in headers
        if method == "GET":
            found = [self._messages_document(each) for each in reversed(self.batches.values())]
            return sent({"data": found, "has_more": False})
        entries = [
            {"name": each["custom_id"], "path": "/v1/messages", "body": each["params"]}
            for each in json.loads(raw)["requests"]
        ]
        assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each["name"]) for each in entries)
        return sent(self._messages_document(self._accepted("msgbatch", entries, {})))

    def _accepted(self, kind: str, entries: list[Json], metadata: Json) -> Batch:
        batch = Batch(f"{kind}_{len(self.batches)}", entries, metadata)
        self.batches[batch.name] = batch
        if self.on_batch:
            self.on_batch(len(self.batches))
        return batch

    def _look(self, method: str, headers: Mapping[str, str], raw: bytes, name: str) -> Behaviour:
        del method, headers, raw
        self._advance(self.batches[name])
        return sent(self._document(self.batches[name]))

    def _look_at_messages(self, method: str, headers: Mapping[str, str], raw: bytes, name: str) -> Behaviour:
        del method, headers, raw
        self._advance(self.batches[name])
        return sent(self._messages_document(self.batches[name]))

    def _advance(self, batch: Batch) -> None:
        batch.looks += 1
        if batch.looks <= self.looks or batch.results or self.fails:
            return
        for entry in batch.entries:
            status, document = self.ask(entry["path"], entry["body"])
            self.answered += status == 200
            batch.results.append({"name": entry["name"], "status": status, "document": document})
        lines = [
            {
                "id": f"r-{index}",
                "custom_id": each["name"],
                "response": {"status_code": each["status"], "body": each["document"]},
                "error": None,
            }
            for index, each in enumerate(batch.results)
        ]
        for kind, good in (("out", True), ("err", False)):
            part = [json.dumps(each) for each in lines if (each["response"]["status_code"] == 200) is good]
            self.files[f"{batch.name}-{kind}"] = "\n".join(part).encode()

    def _document(self, batch: Batch) -> Json:
        ended, failed = bool(batch.results), self.fails is not None
        good = sum(each["status"] == 200 for each in batch.results)
        return {
            "id": batch.name,
            "object": "batch",
            "status": "failed" if failed else "completed" if ended else "in_progress",
            "errors": {"data": [{"message": self.fails}]} if failed else None,
            "metadata": batch.metadata,
            "request_counts": {
                "total": len(batch.entries), "completed": good, "failed": len(batch.results) - good,
            },
            "output_file_id": f"{batch.name}-out" if ended and good else None,
            "error_file_id": f"{batch.name}-err" if ended and good < len(batch.results) else None,
        }  # fmt: skip

    def _messages_document(self, batch: Batch) -> Json:
        ended = bool(batch.results)
        good = sum(each["status"] == 200 for each in batch.results)
        return {
            "id": batch.name,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": {
                "processing": 0 if ended else len(batch.entries), "succeeded": good,
                "errored": len(batch.results) - good, "canceled": 0, "expired": 0,
            },
            "results_url": f"/v1/messages/batches/{batch.name}/results" if ended else None,
        }  # fmt: skip

    def _results(self, method: str, headers: Mapping[str, str], raw: bytes, name: str) -> Behaviour:
        del method, headers, raw
        lines = [
            {"custom_id": each["name"], "result": {"type": "succeeded", "message": each["document"]}}
            if each["status"] == 200
            else {"custom_id": each["name"], "result": {"type": "errored", "error": each["document"]}}
            for each in self.batches[name].results
        ]
        return Behaviour(body="\n".join(json.dumps(each) for each in lines))
