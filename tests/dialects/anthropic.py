"""Anthropic's Messages API: strict fields, turns that alternate, tools, thinking, and a cache that is asked for by marks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dialects.dialect import (
    Call,
    Dialect,
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
from dialects.openai import event
from loopback import Behaviour

_FIELDS = words_of(
    "model messages max_tokens system temperature top_p top_k stop_sequences stream metadata tools tool_choice thinking"
    " service_tier container mcp_servers context_management output_config cache_control inference_geo"
)
_UNSUPPORTED = {
    "integer": ("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"),
    "number": ("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"),
    "string": ("maxLength", "minLength"),
    "array": ("maxItems", "uniqueItems"),
}
_CONSULT = (
    "Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking"
)


def failed(status: int, kind: str, message: str) -> Behaviour:
    document = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}
    return sent(document, status)


def overloaded() -> Behaviour:
    return failed(529, "overloaded_error", "Overloaded")


@dataclass
class Anthropic(Dialect):
    """A Claude model."""

    provider: ClassVar[str] = "anthropic"
    model: str = "claude-sonnet-4-5"
    context: int = 200_000
    most_output: int = 64_000
    structured: bool = True
    """Whether the model takes `output_config.format`."""
    least_cached: int = 1024
    written: dict[str, int] = field(default_factory=dict)
    """Prefixes in the cache, and their tokens."""
    read_from_cache: int = 0

    def about(self, path: str) -> Behaviour:
        del path
        model = {
            "type": "model",
            "id": self.model,
            "display_name": self.model,
            "created_at": "2025-09-29T00:00:00Z",
        }
        return sent({"data": [model], "has_more": False, "first_id": self.model, "last_id": self.model})

    # Refusing

    def refuses(self, call: Call) -> Behaviour | None:
        checks = (
            self._door,
            self._fields,
            self._turns,
            self._thoughts,
            self._tools,
            self._structure,
            self._length,
        )
        return next((refusal for check in checks if (refusal := check(call)) is not None), None)

    def _bad(self, message: str) -> Behaviour:
        return failed(400, "invalid_request_error", message)

    def _door(self, call: Call) -> Behaviour | None:
        if call.path != "/v1/messages":
            return failed(404, "not_found_error", "Not Found")
        key = call.headers.get("x-api-key")
        if key is None:
            return failed(401, "authentication_error", "x-api-key header is required")
        if key != self.key:
            return failed(401, "authentication_error", "invalid x-api-key")
        if "anthropic-version" not in call.headers:
            return self._bad("anthropic-version: header is required")
        if call.headers["anthropic-version"] not in ("2023-01-01", "2023-06-01"):
            return self._bad(
                f'anthropic-version: "{call.headers["anthropic-version"]}" is not a valid version'
            )
        if call.body.get("model") != self.model:
            return failed(404, "not_found_error", f"model: {call.body.get('model')}")
        return None

    def _fields(self, call: Call) -> Behaviour | None:
        body = call.body
        for name in ("max_tokens", "messages"):
            if name not in body:
                return self._bad(f"{name}: Field required")
        for name in body:
            if name not in _FIELDS:
                return self._bad(f"{name}: Extra inputs are not permitted")
        if body["max_tokens"] > self.most_output:
            return self._bad(
                f"max_tokens: {body['max_tokens']} > {self.most_output}, which is the maximum allowed number of output tokens for {self.model}"
            )
        if body["max_tokens"] < 1:
            return self._bad("max_tokens: Input should be greater than or equal to 1")
        if not 0 <= body.get("temperature", 1) <= 1:
            return self._bad("temperature: range: 0..1")
        if "temperature" in body and "top_p" in body:
            return self._bad(
                "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
            )
        marks = json.dumps([body.get("tools"), body.get("system"), body["messages"]]).count('"cache_control"')
        if marks > 4:
            return self._bad(f"A maximum of 4 blocks with cache_control may be provided. Found {marks}.")
        return None

    def _turns(self, call: Call) -> Behaviour | None:
        turns = call.body["messages"]
        if not turns:
            return self._bad("messages: at least one message is required")
        for index, turn in enumerate(turns):
            if turn.get("role") == "system":
                return self._bad(
                    'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
                )
            if turn.get("role") not in ("user", "assistant"):
                return self._bad(f"messages.{index}.role: Input should be 'user' or 'assistant'")
            if extra := next((name for name in turn if name not in ("role", "content")), None):
                return self._bad(f"messages.{index}.{extra}: Extra inputs are not permitted")
            if index == 0 and turn["role"] != "user":
                return self._bad('messages: first message must use the "user" role')
            if index and turn["role"] == turns[index - 1]["role"]:
                return self._bad(
                    f'messages: roles must alternate between "user" and "assistant", but found multiple "{turn["role"]}" roles in a row'
                )
            if not turn.get("content"):
                return self._bad(f"messages.{index}: user messages must have non-empty content")
            for part in turn["content"] if isinstance(turn["content"], list) else []:
                if part.get("type") == "text" and not part.get("text"):
                    return self._bad("messages: text content blocks must be non-empty")
        if isinstance(system := call.body.get("system"), list) and not all(
            part.get("text") for part in system
        ):
            return self._bad("system: text content blocks must be non-empty")
        return None

    def _thoughts(self, call: Call) -> Behaviour | None:
        thinking = call.body.get("thinking") or {}
        if thinking.get("type", "disabled") == "disabled":
            return None
        if call.body.get("temperature", 1) != 1:
            return self._bad(f"`temperature` may only be set to 1 when thinking is enabled. {_CONSULT}")
        if (call.body.get("tool_choice") or {}).get("type") in ("any", "tool"):
            return self._bad("Thinking may not be enabled when tool_choice forces tool use.")
        if thinking["type"] == "enabled":
            budget = thinking.get("budget_tokens")
            if budget is None:
                return self._bad("thinking.enabled.budget_tokens: Field required")
            if budget < 1024:
                return self._bad(
                    "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024"
                )
            if budget >= call.body["max_tokens"]:
                return self._bad(f"`max_tokens` must be greater than `thinking.budget_tokens`. {_CONSULT}")
        return None

    def _tools(self, call: Call) -> Behaviour | None:
        tools = call.body.get("tools") or []
        if "tool_choice" in call.body and not tools:
            return self._bad("tool_choice: tool_choice may only be specified while providing tools")
        for index, each in enumerate(tools):
            for name in ("name", "input_schema"):
                if name not in each:
                    return self._bad(f"tools.{index}.custom.{name}: Field required")
            if extra := next((name for name in each if name not in ("name", "description", "input_schema", "type", "strict", "cache_control", "input_examples")), None):  # fmt: skip
                return self._bad(f"tools.{index}.custom.{extra}: Extra inputs are not permitted")
            if each["input_schema"].get("type") != "object":
                return self._bad(f"tools.{index}.custom.input_schema.type: Input should be 'object'")
            if each.get("strict") and (fault := fault_of(each["input_schema"])):
                return self._bad(f"tools.{index}.custom: {fault}")
        choice = call.body.get("tool_choice") or {}
        if choice.get("type") == "tool" and choice.get("name") not in [each["name"] for each in tools]:
            return self._bad(f"Tool '{choice.get('name')}' not found in provided tools")
        return None

    def _structure(self, call: Call) -> Behaviour | None:
        form = (call.body.get("output_config") or {}).get("format")
        if form is None:
            return None
        if not self.structured:
            return self._bad("output_config.format: Extra inputs are not permitted")
        if form.get("type") != "json_schema":
            return self._bad("output_config.format.type: Input should be 'json_schema'")
        if "schema" not in form:
            return self._bad("output_config.format.schema: Field required")
        fault = fault_of(form["schema"])
        return self._bad(f"output_config.format.schema: {fault}") if fault else None

    def _length(self, call: Call) -> Behaviour | None:
        tokens = tokens_of(self.prompt(call))
        if tokens > self.context:
            return self._bad(f"prompt is too long: {tokens} tokens > {self.context} maximum")
        return None

    # Understanding

    def prompt(self, call: Call) -> str:
        return "\n".join(str(message["content"]) for message in self.asked(call)["messages"])

    def asked(self, call: Call) -> Json:
        system = call.body.get("system")
        told = [{"role": "system", "content": text_of(system)}] if system else []
        turns = [
            {"role": turn["role"], "content": text_of(turn["content"])} for turn in call.body["messages"]
        ]
        return with_schema(told + turns, self._schema(call))

    def way(self, call: Call) -> str:
        if self._tool(call):
            return "tool"
        return "json_schema" if self._schema(call) else "words"

    def _tool(self, call: Call) -> Json | None:
        tools, choice = call.body.get("tools") or [], call.body.get("tool_choice") or {"type": "auto"}
        if not tools or choice["type"] == "none":
            return None
        return next((each for each in tools if each["name"] == choice.get("name", each["name"])), None)

    def _schema(self, call: Call) -> Json | None:
        if found := self._tool(call):
            return dict(found["input_schema"])
        return ((call.body.get("output_config") or {}).get("format") or {}).get("schema")

    # Answering

    def reply(self, call: Call, asked: Json, answers: Sequence[Behaviour]) -> Reply:
        del asked
        thinks = (call.body.get("thinking") or {}).get("type", "disabled") != "disabled"
        budget = (call.body.get("thinking") or {}).get("budget_tokens", self.thinking or 1500)
        thoughts = min(self.thinking or 1500, budget) if thinks else 0
        told = said(answers[0], call.body["max_tokens"], thoughts)
        usage = self.usage(call, told)
        document = {
            "id": f"msg_{len(self.prompts)}",
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": self._blocks(call, told),
            "stop_reason": self._stop(call, told),
            "stop_sequence": None,
            "usage": usage,
        }
        behaviour = streamed(_happenings(document)) if call.body.get("stream") else sent(document)
        whole = sum(
            usage[name] for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        )
        return Reply(behaviour, whole, usage["output_tokens"])

    def _stop(self, call: Call, told: Said) -> str:
        if told.refusal:
            return "refusal"
        if told.finish == "length":
            return "max_tokens"
        return "tool_use" if self._tool(call) else "end_turn"

    def _blocks(self, call: Call, told: Said) -> list[Json]:
        blocks: list[Json] = []
        if told.thinking:
            blocks.append({"type": "thinking", "thinking": "I read, then I weigh.", "signature": "c2lnbmVk"})
        found = self._tool(call)
        if found and told.text:
            blocks.append(
                {"type": "tool_use", "id": "toolu_1", "name": found["name"], "input": _object(told.text)}
            )
        elif told.text:
            blocks.append({"type": "text", "text": told.text})
        return blocks

    def usage(self, call: Call, told: Said) -> Json:
        """Tokens that a mark covers are read from the cache if an earlier request wrote them, else written to it."""
        self.prompts.append("")
        prefix, prefixes, whole = "", [], 0
        for text, marked in _segments(call.body):
            prefix += text
            whole += len(text)
            if marked and len(prefix) // 4 >= self.least_cached:
                prefixes.append(prefix)
        read = max((self.written[each] for each in prefixes if each in self.written), default=0)
        last = len(prefixes[-1]) // 4 if prefixes else 0
        self.read_from_cache += read
        self.written.update({each: len(each) // 4 for each in prefixes})
        return {
            "input_tokens": whole // 4 + 1 - last,
            "cache_creation_input_tokens": last - read,
            "cache_read_input_tokens": read,
            "output_tokens": told.tokens + told.thinking,
            "service_tier": "standard",
        }


def fault_of(schema: Json) -> str | None:
    """What structured outputs do not support in a schema."""
    for _, keyword, around in keywords(schema):
        kind = str(around.get("type"))
        unsupported = [name for name in _UNSUPPORTED.get(kind, ()) if name in around]
        if unsupported:
            word = "property" if len(unsupported) == 1 else "properties"
            verb = "is" if len(unsupported) == 1 else "are"
            return f"For '{kind}' type, {word} {', '.join(unsupported)} {verb} not supported"
        if keyword == "minItems" and around["minItems"] > 1:
            return "For 'array' type, 'minItems' values other than 0 or 1 are not supported"
        if keyword in ("oneOf", "not", "if", "patternProperties", "prefixItems"):
            return f"Schema type '{keyword}' is not supported"
        if kind == "object" and around.get("additionalProperties") is not False:
            return "For 'object' type, 'additionalProperties' must be explicitly set to false"
    return None


def _segments(body: Json) -> Iterator[tuple[str, bool]]:
    """The prompt in the order of the cache (tools, system, messages), with the marks."""
    for each in body.get("tools") or []:
        yield (
            json.dumps({name: value for name, value in each.items() if name != "cache_control"}),
            "cache_control" in each,
        )
    turns = [body.get("system") or [], *(turn["content"] for turn in body["messages"])]
    for content in turns:
        parts: list[Any] = [{"text": content}] if isinstance(content, str) else content
        for part in parts:
            yield str(part.get("text", "")), "cache_control" in part


def _object(text: str) -> Any:
    """A call's input; one that was cut is what could be read of it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return {}


def _happenings(document: Json) -> Iterator[str]:
    usage = document["usage"]
    begun = document | {"content": [], "stop_reason": None, "usage": usage | {"output_tokens": 1}}
    yield event("message_start", message=begun)
    for index, block in enumerate(document["content"]):
        kind = block["type"]
        empty = {
            "text": {"text": ""},
            "thinking": {"thinking": "", "signature": ""},
            "tool_use": {"input": {}},
        }[kind]
        yield event("content_block_start", index=index, content_block=block | empty)
        yield event("ping")
        for delta in _deltas(block):
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    ending = {"stop_reason": document["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=ending, usage={"output_tokens": usage["output_tokens"]})
    yield event("message_stop")


def _deltas(block: Json) -> Iterator[Json]:
    if block["type"] == "thinking":
        yield {"type": "thinking_delta", "thinking": block["thinking"]}
        yield {"type": "signature_delta", "signature": block["signature"]}
    elif block["type"] == "tool_use":
        yield {"type": "input_json_delta", "partial_json": ""}
        for piece in pieces(json.dumps(block["input"], ensure_ascii=False)):
            yield {"type": "input_json_delta", "partial_json": piece}
    else:
        for piece in pieces(block["text"]):
            yield {"type": "text_delta", "text": piece}
