"""Checks what an endpoint supports: one small request of each kind, judged by its answer."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from fabula.errors import FabulaError
from fabula.models.chat import ChatMessage, ChatRequest, Completion, JsonSchema, Usage
from fabula.models.client import HttpChat
from fabula.models.json_repair import complete_json
from fabula.models.retry import Clock, GaveUp, RetryPolicy, retrying
from fabula.models.structured import schema_of

_PLAIN = ChatRequest("check", (ChatMessage("user", "Answer with the one word: ready"),), max_tokens=200)
_INVENT = ChatRequest(
    "check",
    (
        ChatMessage(
            "user", "Invent a name for a fishing village and say in one sentence what its people fear."
        ),
    ),
    temperature=1.0,
    max_tokens=200,
)
_COLOUR = ChatRequest(
    "check",
    (ChatMessage("user", "What colour is the sea in a storm, and how sure are you?"),),
    max_tokens=300,
)


_FORMS = {"tool": "a tool call", "json": "a JSON object", "words": "the schema in the question"}


class _Colour(BaseModel):
    colour: Literal["grey", "green", "blue", "black"]
    sureness: int = Field(ge=1, le=5)


@dataclass(frozen=True, slots=True)
class Finding:
    """One ability of an endpoint."""

    ability: str
    honoured: bool | None
    """None if the answer does not show it."""
    said: str


@dataclass(frozen=True, slots=True)
class EndpointReport:
    """What one model at one address can be asked for, and how fast it answered."""

    model: str
    endpoint: str
    findings: tuple[Finding, ...]
    seconds: float
    """The median call."""
    tokens_a_second: float | None
    """Written by the longest answer; None where the server does not count."""
    calls: int
    input_tokens: int
    output_tokens: int
    refused: tuple[str, ...]
    """Parameters that the server refused. fabula leaves them out automatically."""
    protocol: str
    """What it speaks."""
    form: str
    """How answers get their form: `schema`, `tool`, `json` or `words`."""
    thinks: bool
    """The model thinks before it answers."""
    toml: tuple[str, ...]
    """Lines for fabula.toml."""


async def check_endpoint(model: HttpChat, retry: RetryPolicy | None = None) -> EndpointReport:
    """Send the requests one after another. A server that answers none of them raises FabulaError."""
    asked = _Asked(model, retry or RetryPolicy(tries=3, deadline=120))
    plain = await asked.complete(_PLAIN)
    findings = [
        Finding("answers", bool(plain.choices[0].text.strip()), repr(plain.choices[0].text.strip()[:60])),
        Finding(
            "usage",
            plain.usage.reported,
            "tokens are counted" if plain.usage.reported else "tokens are estimated",
        ),
    ]
    for ability, probe in (
        ("schema", _schema),
        ("n", _replicates),
        ("seed", _seed),
        ("logprobs", _logprobs),
    ):
        findings.append(await _found(ability, probe(asked)))
    return EndpointReport(
        model.name, model.endpoint, tuple(findings), round(median(asked.seconds), 3), asked.speed(), len(asked.seconds),
        asked.input_tokens, asked.output_tokens, model.refused, model.protocol,
        model.abilities.form, asked.thinks, model.lines,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model said to one short question."""

    answer: str
    usage: Usage
    seconds: float


async def ask_once(model: HttpChat) -> Trial:
    """Ask one short question, once: what goes wrong is told and not tried again."""
    asked = _Asked(model, RetryPolicy(tries=1))
    completion = await asked.complete(_PLAIN)
    return Trial(completion.choices[0].text.strip(), completion.usage, asked.seconds[-1])


class _Asked:
    """The calls made so far, with their time and tokens."""

    def __init__(self, model: HttpChat, retry: RetryPolicy) -> None:
        self.model = model
        self.seconds: list[float] = []
        self.input_tokens = 0
        self.output_tokens = 0
        self._retry = retry
        self._longest = (0, 0.0)
        self.thinks = False

    async def complete(
        self, request: ChatRequest, schema: JsonSchema | None = None, n: int = 1
    ) -> Completion:
        began = 0.0

        async def attempt() -> Completion:
            nonlocal began
            began = time.perf_counter()
            completion = await self.model.complete(request, schema, n)
            while (cramped := completion.choices[0].cramped) is not None and self.model.grow(cramped):
                completion = await self.model.complete(request, schema, n)
            return completion

        try:
            completion = await retrying(attempt, self._retry, Clock())
        except GaveUp as failure:
            raise FabulaError(str(failure)) from None
        self.seconds.append(time.perf_counter() - began)
        usage = completion.usage
        self.thinks = self.thinks or completion.thought
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens
        if usage.reported and n == 1:
            self._longest = max(self._longest, (usage.output_tokens, self.seconds[-1]))
        return completion

    def speed(self) -> float | None:
        tokens, seconds = self._longest
        return round(tokens / seconds, 1) if tokens and seconds else None


async def _found(ability: str, probe: Awaitable[tuple[bool | None, str]]) -> Finding:
    try:
        honoured, said = await probe
    except FabulaError as error:
        return Finding(ability, False, str(error))
    return Finding(ability, honoured, said)


async def _schema(asked: _Asked) -> tuple[bool | None, str]:
    choice = (await asked.complete(_COLOUR, schema_of(_Colour))).choices[0]
    try:
        _Colour.model_validate(complete_json(choice.text), strict=True)
    except ValidationError:
        return False, f"it answered {choice.text[:60]!r}; fabula mends and asks again"
    if (form := asked.model.abilities.form) != "schema":
        return False, f"not taken as such; fabula asks with {_FORMS[form]}, and that was followed"
    return True, "the answer keeps to it"


async def _replicates(asked: _Asked) -> tuple[bool | None, str]:
    count = len((await asked.complete(_INVENT, n=2)).choices)
    if count == 2:
        return True, "several answers in one request: the input is paid for once"
    return False, "one answer a request; fabula sends a request for each replicate"


async def _seed(asked: _Asked) -> tuple[bool | None, str]:
    texts = [
        (await asked.complete(replace(_INVENT, seed=seed))).choices[0].text.strip() for seed in (7, 7, 8)
    ]
    if not asked.model.abilities.takes("seed"):
        return False, "refused"
    if texts[0] != texts[1]:
        return False, "the same seed gave two answers at temperature 1"
    if texts[1] == texts[2]:
        return None, "every seed gave the same answer at temperature 1"
    return True, "the same seed gave the same answer, another seed another"


async def _logprobs(asked: _Asked) -> tuple[bool | None, str]:
    choice = (await asked.complete(replace(_PLAIN, top_logprobs=3))).choices[0]
    if not choice.logprobs:
        return False, "none came; scores are read from the text alone"
    return True, f"{max(len(each) for each in choice.logprobs)} alternatives for each token"
