"""Chat completions as most providers serve them: one class to refuse, answer and stream; the others differ from it in little."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dialects.dialect import (
    Call,
    Dialect,
    Json,
    Reply,
    Said,
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

FIELDS = words_of(
    "model messages temperature top_p n max_tokens max_completion_tokens response_format seed stop stream stream_options"
    " tools tool_choice parallel_tool_calls logprobs top_logprobs presence_penalty frequency_penalty logit_bias user"
    " reasoning_effort metadata store service_tier verbosity prompt_cache_key prompt_cache_retention safety_identifier"
    " modalities prediction audio web_search_options functions function_call"
)
JSON_WORD = (
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
)


@dataclass
class Chat(Dialect):
    """A lenient server of chat completions; the key in `Authorization`."""

    known: ClassVar[frozenset[str] | None] = None
    """The fields it knows; None for a server that ignores the others."""
    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_object", "json_schema"})
    takes_tools: ClassVar[bool] = True
    thought_field: ClassVar[str | None] = "reasoning_content"
    thoughts_within: ClassVar[bool] = True
    """Whether `completion_tokens` counts the thoughts."""
    path: ClassVar[str] = "/chat/completions"
    most_output: int | None = None

    # Refusing

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        kind = "invalid_request_error"
        return sent({"error": {"message": message, "type": kind, "param": param, "code": code}}, status)

    def refuses(self, call: Call) -> Behaviour | None:
        checks = (
            self.refuses_door,
            self.refuses_fields,
            self.refuses_values,
            self.refuses_shape,
            self.refuses_length,
        )
        return next((refusal for check in checks if (refusal := check(call)) is not None), None)

    def refuses_door(self, call: Call) -> Behaviour | None:
        """The path, the key, the kind of body and the model."""
        if call.path != self.base + self.path:
            return self.error(404, f"Invalid URL (POST {call.path})")
        if self.key is not None and self.offered_key(call) != self.key:
            return self.wrong_key(self.offered_key(call))
        if not call.headers.get("content-type", "").startswith("application/json"):
            return self.error(400, "We could not parse the JSON body of your request.")
        if "model" not in call.body:
            return self.error(400, "you must provide a model parameter")
        if call.body["model"] != self.model:
            return self.wrong_model(str(call.body["model"]))
        return None

    def offered_key(self, call: Call) -> str:
        return call.headers.get("authorization", "").removeprefix("Bearer ")

    def wrong_key(self, offered: str) -> Behaviour:
        shown = f"{offered[:2]}***"
        return self.error(401, f"Incorrect API key provided: {shown}.", code="invalid_api_key")

    def wrong_model(self, name: str) -> Behaviour:
        message = f"The model `{name}` does not exist or you do not have access to it."
        return self.error(404, message, code="model_not_found")

    def refuses_fields(self, call: Call) -> Behaviour | None:
        unknown = [] if self.known is None else [name for name in call.body if name not in self.known]
        return self.unknown_field(unknown[0], call.body[unknown[0]]) if unknown else None

    def unknown_field(self, name: str, value: Any) -> Behaviour:
        del value
        return self.error(400, f"Unrecognized request argument supplied: {name}")

    def refuses_values(self, call: Call) -> Behaviour | None:
        """What the model does not take: a temperature, a number of choices, too many tokens."""
        cap = self.cap(call)
        if self.most_output is not None and cap is not None and cap > self.most_output:
            return self.too_many_tokens(cap)
        return None

    def too_many_tokens(self, cap: int) -> Behaviour:
        message = f"max_tokens is too large: {cap}. This model supports at most {self.most_output} completion tokens, whereas you provided {cap}."
        return self.error(400, message, "max_tokens", "invalid_value")

    def refuses_shape(self, call: Call) -> Behaviour | None:
        """The format of the answer."""
        wanted = (call.body.get("response_format") or {}).get("type", "text")
        if wanted not in self.formats:
            return self.no_such_format(wanted)
        if wanted == "json_object" and "json" not in self.prompt(call).lower():
            return self.without_json_word()
        if "tools" in call.body and not self.takes_tools:
            return self.error(400, "This model does not support tools.", "tools")
        if wanted == "json_schema":
            schema = (call.body["response_format"].get("json_schema") or {}).get("schema")
            if not isinstance(schema, dict):
                return self.error(400, "Missing required parameter: 'response_format.json_schema.schema'.")
            return self.refuses_schema(schema, call)
        return None

    def no_such_format(self, wanted: str) -> Behaviour:
        return self.error(400, f"Invalid value: '{wanted}'.", "response_format.type", "invalid_value")

    def without_json_word(self) -> Behaviour:
        return self.error(400, JSON_WORD, "messages")

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        del schema, call
        return None

    def refuses_length(self, call: Call) -> Behaviour | None:
        tokens, cap = tokens_of(self.prompt(call)), self.cap(call) or 0
        return self.too_long(tokens, cap) if tokens + cap > self.context else None

    def too_long(self, tokens: int, cap: int) -> Behaviour:
        message = (
            f"This model's maximum context length is {self.context} tokens. However, you requested {tokens + cap} tokens "
            f"({tokens} in the messages, {cap} in the completion). Please reduce the length of the messages or completion."
        )
        return self.error(400, message, "messages", "context_length_exceeded")

    # Understanding

    def prompt(self, call: Call) -> str:
        return "\n".join(text_of(message.get("content")) for message in call.body.get("messages", []))

    def cap(self, call: Call) -> int | None:
        return call.body.get("max_completion_tokens", call.body.get("max_tokens"))

    def copies(self, call: Call) -> int:
        return int(call.body.get("n") or 1) if self.honours_n else 1

    def way(self, call: Call) -> str:
        if tool(call.body):
            return "tool"
        kind = (call.body.get("response_format") or {}).get("type", "text")
        return "words" if kind == "text" else str(kind)

    def asked(self, call: Call) -> Json:
        messages = [
            {"role": message["role"], "content": text_of(message.get("content"))}
            for message in call.body["messages"]
        ]
        return with_schema(messages, self.schema(call))

    def schema(self, call: Call) -> Json | None:
        if found := tool(call.body):
            return dict(found["parameters"])
        return ((call.body.get("response_format") or {}).get("json_schema") or {}).get("schema")

    # Answering

    def reply(self, call: Call, asked: Json, answers: Sequence[Behaviour]) -> Reply:
        told = [said(answer, self.cap(call), self.thinking) for answer in answers]
        prompt = self.prompt(call)
        usage = self.usage(tokens_of(prompt), self.cached(prompt), told)
        choices = [self.choice(index, each, call, asked) for index, each in enumerate(told)]
        output = sum(each.tokens + each.thinking for each in told)
        if self.streams(call):
            return Reply(streamed(self.events(call, choices, usage)), tokens_of(prompt), output)
        document = self.document(choices, usage)
        return Reply(sent(document, before=self.before()), tokens_of(prompt), output)

    def streams(self, call: Call) -> bool:
        return bool(call.body.get("stream"))

    def before(self) -> str:
        """What comes before the document, to keep the connection alive."""
        return ""

    def document(self, choices: list[Json], usage: Json) -> Json:
        return {
            "id": f"chatcmpl-{len(self.prompts)}",
            "object": "chat.completion",
            "created": 1763000000,
            "model": self.model,
            "choices": choices,
            "usage": usage,
        }

    def choice(self, index: int, each: Said, call: Call, asked: Json) -> Json:
        del asked
        message: Json = {"role": "assistant", "content": each.text}
        finish = each.finish
        found = tool(call.body)
        if found and each.text and finish != "content_filter":
            calling = {"id": f"call_{index}", "type": "function"}
            message["tool_calls"] = [{**calling, "function": {"name": found["name"], "arguments": each.text}}]
            message["content"] = None
            finish = (
                "tool_calls"
                if finish == "stop" and call.body.get("tool_choice") in (None, "auto")
                else finish
            )
        if each.refusal:
            message["refusal"] = each.refusal
        if self.thinking and self.thought_field:
            message[self.thought_field] = "First I read the passages, then I weigh them."
        choice: Json = {"index": index, "message": message, "finish_reason": finish, "logprobs": None}
        if each.logprobs is not None:
            choice["logprobs"] = {"content": each.logprobs}
        return choice

    def usage(self, asked: int, cached: int, told: Sequence[Said]) -> Json:
        thinking = sum(each.thinking for each in told)
        written = sum(each.tokens for each in told) + (thinking if self.thoughts_within else 0)
        total = asked + written + (0 if self.thoughts_within else thinking)
        usage: Json = {"prompt_tokens": asked, "completion_tokens": written, "total_tokens": total}
        return usage | self.usage_details(asked, cached, thinking)

    def usage_details(self, asked: int, cached: int, thinking: int) -> Json:
        del asked
        return {
            "prompt_tokens_details": {"cached_tokens": cached},
            "completion_tokens_details": {"reasoning_tokens": thinking},
        }

    # Streaming

    def events(self, call: Call, choices: list[Json], usage: Json) -> Iterator[str]:
        yield self.beginning_of_stream()
        for choice in choices:
            for delta, finish in deltas(choice["message"], choice["finish_reason"]):
                yield self.chunk([{"index": choice["index"], "delta": delta, "finish_reason": finish}])
        if (call.body.get("stream_options") or {}).get("include_usage"):
            yield self.chunk([], usage)
        yield "data: [DONE]\n\n"

    def beginning_of_stream(self) -> str:
        return ""

    def chunk(self, choices: list[Json], usage: Json | None = None) -> str:
        document = {
            "id": f"chatcmpl-{len(self.prompts)}",
            "object": "chat.completion.chunk",
            "created": 1763000000,
            "model": self.model,
            "choices": choices,
        }
        return data(document if usage is None else document | {"usage": usage})


def deltas(message: Json, finish: str) -> Iterator[tuple[Json, str | None]]:
    """A message as it comes piece by piece."""
    yield {"role": "assistant", "content": ""}, None
    for name in ("reasoning_content", "reasoning", "content", "refusal"):
        for piece in pieces(message.get(name) or ""):
            yield {name: piece}, None
    for index, calling in enumerate(message.get("tool_calls") or []):
        head = calling | {"index": index, "function": {"name": calling["function"]["name"], "arguments": ""}}
        yield {"tool_calls": [head]}, None
        for piece in pieces(calling["function"]["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}, None
    yield {}, finish


def data(document: Any) -> str:
    return f"data: {json.dumps(document, ensure_ascii=False)}\n\n"


def tool(body: Json) -> Json | None:
    """The function that the model is to call: the forced one, else the only one."""
    tools = [each["function"] for each in body.get("tools") or []]
    choice = body.get("tool_choice", "auto")
    if not tools or choice == "none":
        return None
    if isinstance(choice, dict):
        return next((each for each in tools if each["name"] == choice["function"]["name"]), None)
    return tools[0]
