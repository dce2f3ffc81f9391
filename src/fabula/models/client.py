"""The client for any server with an OpenAI-compatible API: builds requests, reads answers, explains failures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fabula.errors import FabulaError
from fabula.models.chat import (
    ChatMessage,
    ChatRequest,
    Choice,
    Completion,
    Finish,
    JsonSchema,
    Usage,
    estimate_input,
)
from fabula.models.failures import raise_for_status, rejected_parameter, retry_after
from fabula.models.providers import Address, without_credentials
from fabula.models.retry import TemporaryFailure
from fabula.notices import Notice
from fabula.tokens import estimate_tokens

if TYPE_CHECKING:
    from fabula.models.transport import Transport


class OpenAIChat:
    """A ChatModel at any server with OpenAI's chat completions. It connects with the first request."""

    def __init__(self, where: Address, key: Callable[[], str], attempt_timeout: float) -> None:
        self.name = where.name
        self.endpoint = without_credentials(where.base_url)
        self._where = where
        self._key_of = key
        self._key = ""
        self._timeout = attempt_timeout
        self._transport: Transport | None = None
        self._reached = False
        self._left_out: set[str] = set()
        """Parameters that this server refused. They are not sent again."""
        self._schema_in_words = False
        """Set once an answer shows that the server accepts a schema and ignores it."""

    @property
    def left_out(self) -> frozenset[str]:
        """The parameters that this server refused."""
        return frozenset(self._left_out)

    async def complete(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> Completion:
        """One trip, and at once another without it where the server refuses a parameter. TemporaryFailure is worth a retry."""
        while True:
            body = self._body(request, schema, n)
            try:
                async with asyncio.timeout(self._timeout):
                    answer = await self._post(body)
            except TimeoutError:
                raise self._trouble("no-whole-answer", seconds=f"{self._timeout:g}") from None
            if isinstance(answer, Completion):
                answer = _marked(answer, self._not_taken(request, schema))
                self._schema_in_words |= schema is not None and _ignores(schema, answer)
                return answer
            if answer not in body:
                raise FabulaError(f"{self.name} at {self.endpoint} refuses {answer}, which it was not sent")
            self._left_out.add(answer)

    async def close(self) -> None:
        if self._transport is not None:
            await self._transport.close()
            self._transport = None

    def _body(self, request: ChatRequest, schema: JsonSchema | None, n: int) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._where.model, "messages": _turns(request.messages)}
        optional: dict[str, Any] = {
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "seed": request.seed,
        }
        if n > 1:
            optional["n"] = n
        if request.top_logprobs:
            optional |= {"logprobs": True, "top_logprobs": request.top_logprobs}
        if schema is not None:
            wrapped = {"name": "answer", "schema": schema, "strict": True}
            optional["response_format"] = {"type": "json_schema", "json_schema": wrapped}
            if self._schema_in_words or "response_format" in self._left_out:
                body["messages"] = _turns(_in_words(request.messages, schema))
        if "max_tokens" in self._left_out:
            optional["max_completion_tokens"] = request.max_tokens
        if "logprobs" in self._left_out:
            optional.pop("top_logprobs", None)
        return body | {
            name: value
            for name, value in optional.items()
            if value is not None and name not in self._left_out
        }

    def _not_taken(self, request: ChatRequest, schema: JsonSchema | None) -> tuple[str, ...]:
        """What this request asked for and the server did not take, where that can change the answer."""
        wanted = {
            "temperature": True,
            "seed": request.seed is not None,
            "logprobs": request.top_logprobs > 0,
        }
        refused = [name for name, asked in wanted.items() if asked and name in self._left_out]
        if schema is not None and (self._schema_in_words or "response_format" in self._left_out):
            refused.append("schema")
        return tuple(sorted(refused))

    async def _post(self, body: dict[str, Any]) -> Completion | str:
        """The answer, or the name of a parameter that the server refuses."""
        from fabula.models.transport import MOST_BYTES, BodyTooLong, ConnectionCut, NoConnection

        try:
            reply = await self._connected().post("chat/completions", body)
        except NoConnection:
            if self._reached:
                raise self._trouble("connection-cut") from None
            raise FabulaError(
                f"nothing answers at {self.endpoint}: start the server, or give the right address with --base-url"
            ) from None
        except ConnectionCut:
            raise self._trouble("connection-cut") from None
        except BodyTooLong:
            raise TemporaryFailure(
                Notice.of("models.answer-too-long", megabytes=MOST_BYTES // 2**20)
            ) from None
        self._reached = True
        text = self._scrub(reply.text)
        if reply.status < 400:
            return self._read(text, body)
        refused = rejected_parameter(text, body) if reply.status in (400, 422) else None
        return refused or raise_for_status(reply.status, text, retry_after(reply.headers), self._where)

    def _read(self, text: str, body: Mapping[str, Any]) -> Completion:
        try:
            document = json.loads(text)
        except ValueError:
            raise self._trouble(
                "answer-is-html" if text.lstrip()[:1] == "<" else "answer-is-not-json"
            ) from None
        if not isinstance(document, dict) or not isinstance(document.get("choices"), list):
            if isinstance(document, dict) and "error" in document:
                raise self._trouble("answer-is-error", why=str(document["error"])[:200])
            raise self._trouble("answer-is-no-completion")
        choices = [_choice(each) for each in document["choices"] if isinstance(each, dict)]
        choices = choices[: body.get("n", 1)] or [Choice("")]
        return Completion(tuple(choices), _usage(document.get("usage"), body, choices))

    def _trouble(self, what: str, **fields: str) -> TemporaryFailure:
        return TemporaryFailure(Notice.of(f"models.{what}", server=self.endpoint, **fields))

    def _connected(self) -> Transport:
        from fabula.models.transport import Transport

        if self._transport is None:
            self._key = self._key_of()
            self._transport = Transport(self._where, self._key)
        return self._transport

    def _scrub(self, text: str) -> str:
        """The server's text, with the key removed in case the server repeats it."""
        return text.replace(self._key, "[key]") if self._key and self._key != "none" else text


def _marked(answer: Completion, left_out: tuple[str, ...]) -> Completion:
    """The answer with what it was made without."""
    if not left_out:
        return answer
    return replace(answer, choices=tuple(replace(each, left_out=left_out) for each in answer.choices))


def _turns(messages: Sequence[ChatMessage]) -> list[dict[str, str]]:
    return [{"role": each.role, "content": each.content} for each in messages]


def _ignores(schema: JsonSchema, answer: Completion) -> bool:
    """Does a whole answer lack the very names that the schema requires?"""
    names = [f'"{name}"' for name in schema.get("required", ())]
    whole = [choice.text for choice in answer.choices if choice.finish == "stop" and choice.text.strip()]
    return any(name not in text for text in whole for name in names)


def _in_words(messages: Sequence[ChatMessage], schema: JsonSchema) -> Sequence[ChatMessage]:
    """For a server without schemas: the schema as text at the end of the last message."""
    form = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    asked = f"{messages[-1].content}\n\nAnswer with one JSON object that fits this JSON schema:\n{form}"
    return [*messages[:-1], replace(messages[-1], content=asked)]


def _choice(said: Mapping[str, Any]) -> Choice:
    message = said.get("message") or {}
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(part.get("text", "") for part in content if isinstance(part, dict))
    refusal = message.get("refusal")
    finish: Finish = "stop"
    if said.get("finish_reason") == "length":
        finish = "length"
    elif refusal or said.get("finish_reason") == "content_filter":
        finish = "refusal"
    text = str(content or refusal or "")
    return Choice(
        text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
        finish,
        _logprobs(said.get("logprobs")),
    )


def _logprobs(said: Any) -> tuple[dict[str, float], ...]:
    tokens = (said or {}).get("content") or []
    return tuple(
        {each["token"]: float(each["logprob"]) for each in token.get("top_logprobs") or [token]}
        for token in tokens
    )


def _usage(said: Any, body: Mapping[str, Any], choices: Sequence[Choice]) -> Usage:
    try:
        usage = Usage(int(said["prompt_tokens"]), int(said["completion_tokens"]))
    except (TypeError, KeyError, ValueError):
        usage = Usage()
    if usage.input_tokens > 0:
        return usage
    asked = ChatRequest("", tuple(ChatMessage(each["role"], each["content"]) for each in body["messages"]))
    return Usage(estimate_input(asked), sum(estimate_tokens(each.text) for each in choices), reported=False)
