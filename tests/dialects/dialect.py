"""What every served dialect is made of: a request as it arrived, what it asks, and what an answer costs.

A dialect answers for one provider. It refuses what the provider refuses, in the provider's own words; it tells the
judge what was asked in the shape of chat completions; and it puts the judge's answer into the provider's shape.
Sources are the providers' public documentation and the error texts that users quote in public issue trackers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from loopback import Behaviour

Json = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """One request as it arrived."""

    target: str
    headers: Mapping[str, str]
    body: Json

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.target).query).items()}


@dataclass(frozen=True)
class Said:
    """One answer after the cap on its length: what was written, and the tokens it took."""

    text: str | None
    finish: str
    """`stop`, `length` or `content_filter`, as chat completions name them."""
    thinking: int
    """Tokens of thought."""
    tokens: int
    """Tokens of text."""
    refusal: str | None = None
    logprobs: list[Json] | None = None


@dataclass(frozen=True)
class Accepted:
    """One request that was answered and billed."""

    call: Call
    asked: Json
    way: str
    """How the answer's shape was asked for: `json_schema`, `tool`, `json_object` or `words`."""

    @property
    def schema(self) -> Json | None:
        return schema_of(self.asked)


@dataclass(frozen=True)
class Reply:
    """The response, and what it is billed for."""

    behaviour: Behaviour
    input_tokens: int
    output_tokens: int


@dataclass
class Dialect:
    """One kind of server. `thinking` and the other fields are a model's: set them for another model of the provider."""

    provider: ClassVar[str] = "custom"
    base: ClassVar[str] = "/v1"
    """What follows the host in the address that a user gives."""
    model: str = "scripted"
    key: str | None = "sk-planted-for-this-server"
    """The key it demands; None for servers that need none."""
    thinking: int = 0
    """Tokens it thinks before each answer."""
    context: int = 128_000
    honours_n: bool = True
    refusal_latency: float = 0.005
    """So that several requests are in flight before the first refusal is back."""
    prompts: list[str] = field(default_factory=list)
    """Every prompt that was answered: what is cached."""

    def about(self, path: str) -> Behaviour:
        """The answer to GET: the models it serves."""
        del path
        return sent(
            {"object": "list", "data": [{"id": self.model, "object": "model", "owned_by": "loopback"}]}
        )

    def refuses(self, call: Call) -> Behaviour | None:
        raise NotImplementedError

    def asked(self, call: Call) -> Json:
        """The request as chat completions: messages of text, and the schema wherever it came."""
        raise NotImplementedError

    def copies(self, call: Call) -> int:
        del call
        return 1

    def way(self, call: Call) -> str:
        raise NotImplementedError

    def reply(self, call: Call, asked: Json, answers: Sequence[Behaviour]) -> Reply:
        raise NotImplementedError

    def cached(self, prompt: str, block: int = 128, least: int = 1024) -> int:
        """Tokens of the prompt that begin as an earlier prompt did, in whole blocks."""
        common = max((_common(prompt, earlier) for earlier in self.prompts), default=0) // 4
        self.prompts.append(prompt)
        return common // block * block if common >= least else 0


def said(answer: Behaviour, cap: int | None, thinking: int) -> Said:
    """The answer within the cap; a cap below the thoughts leaves nothing to read."""
    text, finish = answer.text, answer.finish
    tokens = tokens_of(text or answer.refusal or "")
    if cap is not None and cap <= thinking:
        return Said("", "length", cap, 0)
    if cap is not None and thinking + tokens > cap:
        room = cap - thinking
        text, finish, tokens = (text or "")[: room * 4], "length", room
    return Said(text, finish, thinking, tokens, answer.refusal, answer.logprobs)


def tokens_of(text: str) -> int:
    return len(text) // 4 + 1


def fenced(answer: Behaviour) -> Behaviour:
    """JSON as a model writes it that was not held to it."""
    if not (answer.text or "").startswith("{"):
        return answer
    return replace(answer, text=f"Here is the answer:\n\n```json\n{answer.text}\n```")


def words_of(text: str) -> frozenset[str]:
    """The names in a line of them."""
    return frozenset(text.split())


def _common(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def sent(document: Any, status: int = 200, before: str = "", **headers: str) -> Behaviour:
    body = before + json.dumps(document, ensure_ascii=False)
    return Behaviour(status=status, body=body.encode(), headers=headers)


def streamed(events: Iterator[str]) -> Behaviour:
    """Server-sent events, cut into pieces without regard to where an event or a letter ends."""
    whole = "".join(events).encode()
    cuts = [0, 7, *range(1501, len(whole), 4099), len(whole)]
    pieces = tuple(whole[start:end] for start, end in pairwise(cuts) if start < end)
    return Behaviour(body=pieces, headers={"Content-Type": "text/event-stream; charset=utf-8"})


def pieces(text: str, size: int = 60) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def text_of(content: Any) -> str:
    """A message's content as text, whether it came as text or in parts."""
    if isinstance(content, str):
        return content
    return "\n\n".join(str(part.get("text", "")) for part in content or [])


def with_schema(messages: list[Json], schema: Json | None, **more: Any) -> Json:
    """A chat-completions request as the judge reads it."""
    asked: Json = {"messages": messages, **more}
    if schema is not None:
        asked["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": schema},
        }
    return asked


def schema_of(asked: Mapping[str, Any]) -> Json | None:
    found = (asked.get("response_format") or {}).get("json_schema", {}).get("schema")
    return dict(found) if found else None


def keywords(
    schema: Any, where: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str, Mapping[str, Any]]]:
    """Every keyword of a schema with the place and the subschema it stands in; names of properties are none."""
    if not isinstance(schema, Mapping):
        return
    for keyword, value in schema.items():
        yield where, keyword, schema
        if keyword in ("properties", "$defs", "definitions", "patternProperties"):
            for name, each in value.items():
                yield from keywords(each, (*where, keyword, name))
        elif keyword in ("items", "additionalProperties", "not", "contains"):
            yield from keywords(value, (*where, keyword))
        elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for index, each in enumerate(value):
                yield from keywords(each, (*where, keyword, str(index)))
