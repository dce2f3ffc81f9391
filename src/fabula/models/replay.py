"""A model that answers from recorded calls, without network, key or cost.

A recording is JSON Lines, one call a line: what was asked (`model`, `messages`, `parameters`, `schema` as
`ledger.request_body` gives them, `replicate`) and what came of it (`text`, `finish`, `logprobs`, `left_out`,
`input_tokens`, `output_tokens`, `reported`). Other fields are ignored.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.jsonl import numbered_lines, read_text
from fabula.models.chat import ChatRequest, Choice, Completion, JsonSchema, Usage
from fabula.models.ledger.calls import canonical, request_body


@dataclass(frozen=True, slots=True)
class _Recorded:
    model: str
    replicate: int
    choice: Choice
    usage: Usage


class ReplayModel:
    """Answers from a recording, matched by messages, parameters and schema.

    The recording is JSON Lines as `fabula runs export` writes them. Model and server do not
    matter: a recording of one server can stand for any.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._calls = _read(path)
        self._given: dict[str, int] = defaultdict(int)
        models = {call.model for calls in self._calls.values() for call in calls}
        self.name = f"replay:{'+'.join(sorted(models))}"
        self.endpoint = "replay"
        self.room = 0

    def grow(self, cramped: int) -> bool:  # noqa: ARG002 - the protocol's signature
        """A recording stays as it is."""
        return False

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """The next recorded answers to this very question, up to `n` of them."""
        key = _key(request_body("", "", request, schema))
        calls = self._calls.get(key, [])
        given = self._given[key]
        if given == len(calls):
            how = f"only {given} times" if given else "never"
            raise FabulaError(
                f"{self._path}: the question of step {request.step!r} was {how} recorded as it is asked now "
                "(its prompt, settings or text differ); record it again with a model"
            )
        found = calls[given : given + n]
        self._given[key] += len(found)
        usage = Usage(
            sum(call.usage.input_tokens for call in found),
            sum(call.usage.output_tokens for call in found),
            all(call.usage.reported for call in found),
        )
        return Completion(tuple(call.choice for call in found), usage)

    async def probe(self) -> None:
        """Nothing is sent, so nothing can refuse."""

    async def close(self) -> None:
        """Nothing to close."""


def _read(path: Path) -> dict[str, list[_Recorded]]:
    """The recorded answers to each question, in the order of their replicates."""
    calls: dict[str, dict[int, _Recorded]] = defaultdict(dict)
    apart: dict[str, dict[int, _Recorded]] = defaultdict(dict)
    for number, line in sorted(_lines(path), key=_set_aside):
        try:
            recorded, seed = _call(line), line["parameters"]["seed"]
            key = _key(line)
            if seed is not None:
                # A replicate that is asked for by itself goes out with a seed of its own.
                moved = {**line, "parameters": {**line["parameters"], "seed": seed + recorded.replicate}}
                apart[_key(moved)].setdefault(recorded.replicate, recorded)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise UsageError(f"{path}, line {number}: not a recorded call ({error!r})") from None
        first = next(iter(calls[key].values()), recorded)
        if first.model != recorded.model:
            raise UsageError(
                f"{path}, line {number}: the same question was answered by {first.model} and {recorded.model}; "
                "record one model a file"
            )
        calls[key].setdefault(recorded.replicate, recorded)
    return {key: [found[each] for each in sorted(found)] for key, found in {**apart, **calls}.items()}


def _lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    text = read_text(path, "the calls of a run, as `fabula runs export` writes them")
    for number, line in numbered_lines(text):
        try:
            yield number, json.loads(line)
        except ValueError:
            raise UsageError(
                f"{path}, line {number}: not JSON; a recording has one JSON object a line"
            ) from None


def _set_aside(numbered: tuple[int, Any]) -> bool:
    """Useless answers that were asked again come last: they stand only where there is no other."""
    line = numbered[1]
    return isinstance(line, dict) and bool(line.get("aside"))


def _call(line: Mapping[str, Any]) -> _Recorded:
    usage = Usage(line["input_tokens"], line["output_tokens"], bool(line["reported"]))
    choice = Choice(
        line["text"], line["finish"], tuple(line.get("logprobs") or ()), tuple(line.get("left_out") or ())
    )
    return _Recorded(str(line["model"]), int(line["replicate"]), choice, usage)


def _key(asked: Mapping[str, Any]) -> str:
    question = {name: asked[name] for name in ("messages", "parameters", "schema")}
    return sha256(canonical(question)).hexdigest()
