"""Servers that no documentation describes, as users met them: proxies, templates, gateways and old models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from dialects.chat import Chat, data
from dialects.dialect import Call, Json, Said, keywords, pieces, sent
from dialects.local import VLLM
from loopback import Behaviour


@dataclass
class ToolCalls(Chat):
    """Whatever is asked for, JSON comes back as the call of a tool."""

    def choice(self, index: int, each: Said, call: Call, asked: Json) -> Json:
        whole = super().choice(index, each, call, asked)
        message = whole["message"]
        if (message["content"] or "").lstrip().startswith("{"):
            function = {"name": "answer", "arguments": message["content"]}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
            message["content"] = None
            whole["finish_reason"] = "tool_calls"
        return whole


@dataclass
class TextChoices(Chat):
    """A proxy that kept the answer's shape of the older completions."""

    def choice(self, index: int, each: Said, call: Call, asked: Json) -> Json:
        whole = super().choice(index, each, call, asked)
        return {"index": index, "text": whole["message"]["content"], "finish_reason": whole["finish_reason"]}

    def events(self, call: Call, choices: list[Json], usage: Json) -> Iterator[str]:
        del call
        for choice in choices:
            for piece in pieces(choice["text"] or ""):
                yield self.chunk([choice | {"text": piece, "finish_reason": None}])
            yield self.chunk([choice | {"text": ""}], usage)
        yield "data: [DONE]\n\n"


@dataclass
class ReasoningOnly(Chat):
    """The parser took the whole answer for a thought: `content` is null beside it."""

    def choice(self, index: int, each: Said, call: Call, asked: Json) -> Json:
        whole = super().choice(index, each, call, asked)
        whole["message"]["reasoning_content"] = whole["message"].pop("content")
        whole["message"]["content"] = None
        return whole


@dataclass
class AlwaysStreams(Chat):
    """Streams without being asked."""

    def streams(self, call: Call) -> bool:
        del call
        return True


@dataclass
class BrokenStream(AlwaysStreams):
    """Its first stream stops half way: with an error in it, or without a word."""

    tells: bool = True
    broken: int = 1

    def events(self, call: Call, choices: list[Json], usage: Json) -> Iterator[str]:
        events = list(super().events(call, choices, usage))
        if not self.broken:
            yield from events
            return
        self.broken -= 1
        yield from events[: len(events) // 2]
        if self.tells:
            error = {
                "message": "The server had an error while processing your request",
                "type": "server_error",
            }
            yield data({"error": error | {"code": 502}})


@dataclass
class NoSystemRole(VLLM):
    """A template that knows no system (Gemma)."""

    def refuses_length(self, call: Call) -> Behaviour | None:
        if any(message["role"] == "system" for message in call.body["messages"]):
            return self.error(400, "System role not supported")
        return super().refuses_length(call)


@dataclass
class MustAlternate(Chat):
    """A template that wants user and assistant by turns (Mistral 7B), in llama-server's words."""

    key: str | None = None

    def refuses_length(self, call: Call) -> Behaviour | None:
        roles = [message["role"] for message in call.body["messages"]]
        if roles != [("user", "assistant")[index % 2] for index in range(len(roles))]:
            text = "Conversation roles must alternate user/assistant/user/assistant/... at row 1, column 1:\n{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}\n"
            return sent({"error": {"code": 500, "message": text, "type": "server_error"}}, 500)
        return super().refuses_length(call)


@dataclass
class SmallOutput(Chat):
    """An output cap below what is asked for at first, told in one of many wordings."""

    most_output: int | None = 4096
    wording: str = "openai"

    def too_many_tokens(self, cap: int) -> Behaviour:
        most = self.most_output
        texts = {
            "openai": f"max_tokens is too large: {cap}. This model supports at most {most} completion tokens, whereas you provided {cap}.",
            "bedrock": f"Malformed input request: #/max_tokens: {cap} is not less or equal to {most}, please reformat your input and try again.",
            "claude": f"max_tokens: {cap} > {most}, which is the maximum allowed number of output tokens for claude-3-haiku-20240307",
            "range": f"Range of max_tokens should be [1, {most}]",
            "cohere": f"too many tokens: max tokens must be less than or equal to {most}, the maximum output length for this model - received {cap}. Please use a lower value.",
            "vertex": f"Unable to submit request because it has a maxOutputTokens value of {cap} but the supported range is from 1 (inclusive) to {(most or 0) + 1} (exclusive). Update the value and try again.",
        }
        return self.error(400, texts[self.wording])


@dataclass
class ErrorIn200(Chat):
    """A gateway that answers every failure with status 200; the first request fails."""

    failures: int = 1

    def refuses_length(self, call: Call) -> Behaviour | None:
        if self.failures and (refusal := super().refuses_length(call)) is None:
            self.failures -= 1
            error = {
                "message": "The server had an error while processing your request. Sorry about that!",
                "type": "server_error",
            }
            return refusal or sent({"error": error}, 200)
        return super().refuses_length(call)


@dataclass
class ByteOrderMark(Chat):
    """A byte order mark before the JSON."""

    def before(self) -> str:
        return "\ufeff"


@dataclass
class KeywordRefused(Chat):
    """One keyword of the schema is refused, as OpenAI's, Google's, Anthropic's or another validator says it."""

    wording: str = "openai"
    refused: tuple[str, ...] = ("minimum", "maximum")

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        del call
        for where, keyword, around in keywords(schema):
            if keyword in self.refused:
                here = [name for name in around if name in self.refused]
                return self.error(
                    400, self.told(where, keyword, here, str(around.get("type"))), "response_format"
                )
        return None

    def told(self, where: tuple[str, ...], keyword: str, here: list[str], kind: str) -> str:
        path = ".".join(f"properties[{index}].value" for index in range(len(where) // 2))
        texts: dict[str, Callable[[], str]] = {
            "openai": lambda: (
                f"Invalid schema for response_format 'answer': In context={where!r}, '{keyword}' is not permitted."
            ),
            "gemini": lambda: (
                f"Invalid JSON payload received. Unknown name \"{keyword}\" at 'generation_config.response_schema.{path}': Cannot find field."
            ),
            "anthropic": lambda: (
                f"output_config.format.schema: For '{kind}' type, properties {', '.join(here)} are not supported"
            ),
            "cerebras": lambda: (
                f"Unsupported JSON schema fields: {{{', '.join(repr(name) for name in here)}}}"
            ),
        }
        return texts[self.wording]()


@dataclass
class RefusesAtOnce(Chat):
    """Refuses temperature and max_tokens only after a while, so that sixteen requests are refused together."""

    refusal_latency: float = 0.05

    def refuses_values(self, call: Call) -> Behaviour | None:
        for name in ("temperature", "max_tokens", "response_format"):
            if name in call.body:
                return self.error(
                    400, f"Unsupported parameter: '{name}' is not supported with this model.", name
                )
        return None


@dataclass
class WordsAlone(Chat):
    """Refuses json_schema and json_object and knows no tools: words are what is left."""

    formats: ClassVar[frozenset[str]] = frozenset({"text"})
    takes_tools: ClassVar[bool] = False

    def no_such_format(self, wanted: str) -> Behaviour:
        return self.error(400, f"response_format of type {wanted} is not supported by this model")
