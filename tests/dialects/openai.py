"""OpenAI: chat completions with strict schemas, reasoning models, and models that live at /v1/responses alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dialects.chat import FIELDS, Chat, data
from dialects.dialect import (
    Call,
    Json,
    Reply,
    Said,
    keywords,
    pieces,
    said,
    sent,
    streamed,
    text_of,
    tokens_of,
    with_schema,
    words_of,
)
from loopback import Behaviour

_NOT_PERMITTED = words_of(
    "allOf oneOf not if then else dependentRequired dependentSchemas prefixItems uniqueItems contains minContains"
    " maxContains minProperties maxProperties propertyNames unevaluatedProperties patternProperties default"
)
_RESPONSES_FIELDS = words_of(
    "model input instructions text max_output_tokens max_tool_calls reasoning temperature top_p store stream stream_options"
    " metadata include tools tool_choice parallel_tool_calls previous_response_id conversation truncation user"
    " service_tier background prompt prompt_cache_key prompt_cache_retention safety_identifier top_logprobs"
)
_MOVED = {"messages": "input", "response_format": "text.format", "max_tokens": "max_output_tokens", "max_completion_tokens": "max_output_tokens", "reasoning_effort": "reasoning.effort"}  # fmt: skip


def fault_of(schema: Json) -> str | None:
    """What strict mode does not permit in a schema, as OpenAI says it."""
    if schema.get("type") != "object":
        return f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{schema.get('type')}\"'."
    for where, keyword, around in keywords(schema):
        context = f"In context={where!r}"
        if keyword in _NOT_PERMITTED:
            return f"{context}, '{keyword}' is not permitted."
        if keyword == "$ref" and len(around) > 1:
            beside = {name for name in around if name != "$ref"}
            return f"{context}, $ref cannot have keywords {beside!r}."
        if keyword == "properties":
            if around.get("additionalProperties") is not False:
                return f"{context}, 'additionalProperties' is required to be supplied and to be false."
            for name in around["properties"]:
                if name not in around.get("required", []):
                    return f"{context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '{name}'."
    return None


@dataclass
class OpenAI(Chat):
    """gpt-4o and its kind."""

    provider: ClassVar[str] = "openai"
    known: ClassVar[frozenset[str] | None] = FIELDS
    thought_field: ClassVar[str | None] = None
    model: str = "gpt-4o"
    most_output: int | None = 16_384

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        wanted = call.body["response_format"]["json_schema"]
        name = str(wanted.get("name", ""))
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name):
            return self.error(
                400, "Invalid 'response_format.json_schema.name'.", "response_format.json_schema.name"
            )
        if wanted.get("strict") and (fault := fault_of(schema)):
            return self.error(400, f"Invalid schema for response_format '{name}': {fault}", "response_format")
        return None

    def refuses_values(self, call: Call) -> Behaviour | None:
        if (call.body.get("temperature") or 0) > 2:
            message = f"Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got {call.body['temperature']} instead."
            return self.error(400, message, "temperature", "decimal_above_max_value")
        if call.body.get("top_logprobs") is not None and not call.body.get("logprobs"):
            return self.error(
                400, "'top_logprobs' is only allowed when 'logprobs' is enabled.", "top_logprobs"
            )
        if "stream_options" in call.body and not call.body.get("stream"):
            message = "The 'stream_options' parameter is only allowed when 'stream' is enabled."
            return self.error(400, message, "stream_options")
        return super().refuses_values(call)


@dataclass
class Reasoning(OpenAI):
    """The o-series and gpt-5: they think first, and the thoughts are part of the cap and of the bill."""

    model: str = "gpt-5"
    thinking: int = 9_000
    most_output: int | None = 128_000

    def refuses_values(self, call: Call) -> Behaviour | None:
        if "max_tokens" in call.body:
            message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
            return self.error(400, message, "max_tokens", "unsupported_parameter")
        for name, only in (
            ("temperature", 1),
            ("top_p", 1),
            ("presence_penalty", 0),
            ("frequency_penalty", 0),
        ):
            if name in call.body and call.body[name] != only:
                message = f"Unsupported value: '{name}' does not support {call.body[name]} with this model. Only the default ({only}) value is supported."
                return self.error(400, message, name, "unsupported_value")
        for name in ("logprobs", "top_logprobs", "logit_bias", "stop"):
            if call.body.get(name):
                message = f"Unsupported parameter: '{name}' is not supported with this model."
                return self.error(400, message, name, "unsupported_parameter")
        return super().refuses_values(call)


@dataclass
class Responses(OpenAI):
    """A model that /v1/chat/completions does not serve (o1-pro, gpt-5-pro, codex)."""

    path: ClassVar[str] = "/responses"
    model: str = "gpt-5-pro"
    thinking: int = 2_000
    most_output: int | None = 272_000

    def refuses_door(self, call: Call) -> Behaviour | None:
        if call.path == f"{self.base}/chat/completions":
            message = "This model is only supported in v1/responses and not in v1/chat/completions."
            return self.error(404, message, "model")
        return super().refuses_door(call)

    def refuses_fields(self, call: Call) -> Behaviour | None:
        for name in call.body:
            if name in _MOVED:
                message = (
                    f"Unsupported parameter: '{name}'. In the Responses API, this parameter has moved to '{_MOVED[name]}'. Try again with "
                    "the new parameter. See the API documentation for more information: https://platform.openai.com/docs/api-reference/responses/create."
                )
                return self.error(400, message, name, "unsupported_parameter")
            if name not in _RESPONSES_FIELDS:
                return self.error(400, f"Unknown parameter: '{name}'.", name, "unknown_parameter")
        return None

    def refuses_values(self, call: Call) -> Behaviour | None:
        for name in ("temperature", "top_p", "top_logprobs"):
            if name in call.body:
                message = f"Unsupported parameter: '{name}' is not supported with this model."
                return self.error(400, message, name, "unsupported_parameter")
        if (cap := self.cap(call)) is not None and cap < 16:
            message = f"Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got {cap} instead."
            return self.error(400, message, "max_output_tokens", "integer_below_min_value")
        return super(OpenAI, self).refuses_values(call)

    def refuses_shape(self, call: Call) -> Behaviour | None:
        form = self.form(call)
        if form.get("type", "text") not in self.formats:
            return self.error(
                400, f"Invalid value: '{form.get('type')}'.", "text.format.type", "invalid_value"
            )
        if form.get("type") == "json_object" and "json" not in self.prompt(call).lower():
            message = "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'."
            return self.error(400, message, "input")
        if form.get("type") == "json_schema":
            for name in ("name", "schema"):
                if name not in form:
                    message = f"Missing required parameter: 'text.format.{name}'."
                    return self.error(400, message, f"text.format.{name}", "missing_required_parameter")
            if form.get("strict", True) and (fault := fault_of(form["schema"])):
                message = f"Invalid schema for response_format '{form['name']}': {fault}"
                return self.error(400, message, "text.format.schema", "invalid_json_schema")
        return None

    def form(self, call: Call) -> Json:
        return (call.body.get("text") or {}).get("format") or {}

    def messages(self, call: Call) -> list[Json]:
        given = call.body.get("input", "")
        turns = [{"role": "user", "content": given}] if isinstance(given, str) else given
        told = (
            [{"role": "system", "content": call.body["instructions"]}]
            if call.body.get("instructions")
            else []
        )
        return told + [{"role": turn["role"], "content": text_of(turn["content"])} for turn in turns]

    def prompt(self, call: Call) -> str:
        return "\n".join(message["content"] for message in self.messages(call))

    def cap(self, call: Call) -> int | None:
        return call.body.get("max_output_tokens")

    def way(self, call: Call) -> str:
        kind = self.form(call).get("type", "text")
        return "words" if kind == "text" else str(kind)

    def asked(self, call: Call) -> Json:
        return with_schema(self.messages(call), self.form(call).get("schema"))

    def copies(self, call: Call) -> int:
        del call
        return 1

    def reply(self, call: Call, asked: Json, answers: Sequence[Behaviour]) -> Reply:
        del asked
        told = said(answers[0], self.cap(call), self.thinking)
        prompt = self.prompt(call)
        tokens = tokens_of(prompt)
        document = self.response(told, tokens, self.cached(prompt))
        behaviour = streamed(self.happenings(document)) if call.body.get("stream") else sent(document)
        return Reply(behaviour, tokens, told.tokens + told.thinking)

    def response(self, told: Said, tokens: int, cached: int) -> Json:
        cut = told.finish == "length"
        output: list[Json] = [{"id": "rs_1", "type": "reasoning", "summary": []}]
        if told.text or told.refusal:
            part: Json = {"type": "output_text", "text": told.text, "annotations": [], "logprobs": []}
            if told.refusal:
                part = {"type": "refusal", "refusal": told.refusal}
            status = "incomplete" if cut else "completed"
            output.append(
                {"id": "msg_1", "type": "message", "status": status, "role": "assistant", "content": [part]}
            )
        written = told.tokens + told.thinking
        return {
            "id": f"resp_{len(self.prompts)}",
            "object": "response",
            "created_at": 1763000000,
            "status": "incomplete" if cut else "completed",
            "error": None,
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "model": self.model,
            "output": output,
            "usage": {
                "input_tokens": tokens,
                "input_tokens_details": {"cached_tokens": cached},
                "output_tokens": written,
                "output_tokens_details": {"reasoning_tokens": told.thinking},
                "total_tokens": tokens + written,
            },
        }

    def happenings(self, document: Json) -> Iterator[str]:
        """The events of a streamed response."""
        begun = document | {"status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
        yield event("response.created", response=begun)
        yield event("response.in_progress", response=begun)
        for index, item in enumerate(document["output"]):
            place = {"output_index": index, "item_id": item["id"], "content_index": 0}
            yield event("response.output_item.added", output_index=index, item=item | {"content": []})
            for part in item.get("content", []):
                yield event("response.content_part.added", **place, part=part | {"text": ""})
                for piece in pieces(part.get("text") or ""):
                    yield event("response.output_text.delta", **place, delta=piece)
                yield event("response.output_text.done", **place, text=part.get("text"))
                yield event("response.content_part.done", **place, part=part)
            yield event("response.output_item.done", output_index=index, item=item)
        yield event(f"response.{document['status']}", response=document)


def event(kind: str, **fields: Any) -> str:
    return f"event: {kind}\n" + data({"type": kind, **fields})
