"""Servers on one's own machine: vLLM, SGLang, llama.cpp's, llama-cpp-python's, LM Studio's and Ollama's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dialects.chat import Chat
from dialects.dialect import Call, Json, Said, keywords, sent, tokens_of
from loopback import Behaviour


@dataclass
class VLLM(Chat):
    """Greedy sampling gives one choice; length is refused with numbers; a grammar that cannot be made is refused without a name."""

    provider: ClassVar[str] = "vllm"
    key: str | None = None
    model: str = "Qwen/Qwen3-8B"
    context: int = 16_384

    def about(self, path: str) -> Behaviour:
        del path
        card = {
            "id": self.model,
            "object": "model",
            "owned_by": "vllm",
            "root": self.model,
            "max_model_len": self.context,
        }
        return sent({"object": "list", "data": [card]})

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param, code
        kind = {400: "BadRequestError", 404: "NotFoundError", 401: "AuthenticationError"}.get(status, "Error")
        return sent(
            {"object": "error", "message": message, "type": kind, "param": None, "code": status}, status
        )

    def wrong_model(self, name: str) -> Behaviour:
        return self.error(404, f"The model `{name}` does not exist.")

    def refuses_values(self, call: Call) -> Behaviour | None:
        if self.copies(call) > 1 and call.body.get("temperature") == 0:
            return self.error(400, f"n must be 1 when using greedy sampling, got {self.copies(call)}.")
        if (call.body.get("top_logprobs") or 0) > 20:
            asked = call.body["top_logprobs"]
            return self.error(
                400, f"Requested sample logprobs of {asked}, which is greater than max allowed: 20"
            )
        return super().refuses_values(call)

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        del call
        unsupported = {
            "multipleOf",
            "uniqueItems",
            "contains",
            "minContains",
            "maxContains",
            "patternProperties",
        }
        if any(keyword in unsupported for _, keyword, _ in keywords(schema)):
            return self.error(400, "The provided JSON schema contains features not supported by xgrammar.")
        return None

    def too_long(self, tokens: int, cap: int) -> Behaviour:
        if tokens >= self.context:
            return super().too_long(tokens, cap)
        message = (
            f"'max_tokens' or 'max_completion_tokens' is too large: {cap}. This model's maximum context length is {self.context} tokens "
            f"and your request has {tokens} input tokens ({cap} > {self.context} - {tokens})."
        )
        return self.error(400, message)


@dataclass
class VLLMReasoning(VLLM):
    """A thinking model behind a reasoning parser, in a context of 32k."""

    thinking: int = 5_000
    context: int = 32_768


@dataclass
class SGLang(VLLM):
    provider: ClassVar[str] = "sglang"
    model: str = "meta-llama/Llama-3.1-8B-Instruct"

    def refuses_values(self, call: Call) -> Behaviour | None:
        return Chat.refuses_values(self, call)

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        del schema, call
        return None

    def too_long(self, tokens: int, cap: int) -> Behaviour:
        message = (
            f"Requested token count exceeds the model's maximum context length of {self.context} tokens. You requested a total of {tokens + cap} "
            f"tokens: {tokens} tokens from the input messages and {cap} tokens for the completion. Please reduce the number of tokens in the "
            "input messages or the completion to fit within the limit."
        )
        return self.error(400, message)


@dataclass
class LlamaCpp(Chat):
    """llama-server: one choice; schemas become grammars, and a pattern without its anchors becomes none."""

    provider: ClassVar[str] = "llamacpp"
    key: str | None = None
    model: str = "model.gguf"
    context: int = 8192

    def about(self, path: str) -> Behaviour:
        if path.endswith("/props"):
            return sent({"default_generation_settings": {"n_ctx": self.context}, "model_path": self.model})
        card = {"id": self.model, "object": "model", "owned_by": "llamacpp", "meta": {"n_ctx_train": 131_072}}
        return sent({"object": "list", "data": [card]})

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param, code
        kind = {400: "invalid_request_error", 404: "not_found_error", 500: "server_error"}.get(
            status, "server_error"
        )
        return sent({"error": {"code": status, "message": message, "type": kind}}, status)

    def refuses_door(self, call: Call) -> Behaviour | None:
        return self.error(404, "File Not Found") if call.path != self.base + self.path else None

    def refuses_values(self, call: Call) -> Behaviour | None:
        return self.error(500, "Only one completion choice is allowed") if self.copies(call) > 1 else None

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        del call
        for _, keyword, around in keywords(schema):
            pattern = around.get("pattern", "^$")
            if keyword == "pattern" and not (pattern.startswith("^") and pattern.endswith("$")):
                return self.error(
                    400, "JSON schema conversion failed:\nPattern must start with '^' and end with '$'"
                )
        return None

    def refuses_length(self, call: Call) -> Behaviour | None:
        tokens = tokens_of(self.prompt(call))
        if tokens < self.context:
            return None
        message = f"request ({tokens} tokens) exceeds the available context size ({self.context} tokens), try increasing it"
        kind = "exceed_context_size_error"
        error = {
            "code": 400,
            "message": message,
            "type": kind,
            "n_prompt_tokens": tokens,
            "n_ctx": self.context,
        }
        return sent({"error": error}, 400)


@dataclass
class LlamaCppPython(Chat):
    """Another server around the same library: what it does not know of is an internal error."""

    key: str | None = None
    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_object"})
    thought_field: ClassVar[str | None] = None
    model: str = "local-model"
    context: int = 8192
    honours_n: bool = False

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        kind = "internal_server_error" if status == 500 else "invalid_request_error"
        return sent({"error": {"message": message, "type": kind, "param": param, "code": code}}, status)

    def no_such_format(self, wanted: str) -> Behaviour:
        fault = {
            "type": "literal_error",
            "loc": ("body", "response_format", "type"),
            "msg": "Input should be 'text' or 'json_object'",
            "input": wanted,
            "ctx": {"expected": "'text' or 'json_object'"},
        }
        return self.error(500, f"1 validation error:\n  {fault}\n")

    def without_json_word(self) -> Behaviour:
        return self.error(400, "unreachable")

    def refuses_shape(self, call: Call) -> Behaviour | None:
        wanted = (call.body.get("response_format") or {}).get("type", "text")
        return None if wanted in self.formats else self.no_such_format(wanted)

    def schema(self, call: Call) -> Json | None:
        """A json_object may carry its schema beside the type."""
        return super().schema(call) or (call.body.get("response_format") or {}).get("schema")


@dataclass
class LMStudio(Chat):
    """json_schema or text, nothing between; errors are strings."""

    provider: ClassVar[str] = "lmstudio"
    key: str | None = None
    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_schema"})
    model: str = "qwen2.5-7b-instruct"
    context: int = 8192
    honours_n: bool = False

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param, code
        return sent({"error": message}, status)

    def no_such_format(self, wanted: str) -> Behaviour:
        del wanted
        return self.error(400, "'response_format.type' must be 'json_schema' or 'text'")

    def refuses_length(self, call: Call) -> Behaviour | None:
        tokens = tokens_of(self.prompt(call))
        if tokens < self.context:
            return None
        return self.error(
            400,
            f"Trying to keep the first {tokens} tokens when context the overflows. However, the model is loaded with context length of only {self.context} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input",
        )

    def usage_details(self, asked: int, cached: int, thinking: int) -> Json:
        del asked, cached, thinking
        return {}


@dataclass
class Ollama(Chat):
    """A prompt that does not fit loses its middle without a word; only the count of its tokens tells."""

    provider: ClassVar[str] = "ollama"
    key: str | None = None
    thought_field: ClassVar[str | None] = "reasoning"
    model: str = "llama3.1"
    context: int = 4096
    honours_n: bool = False

    def wrong_model(self, name: str) -> Behaviour:
        error = {
            "message": f'model "{name}" not found, try pulling it first',
            "type": "api_error",
            "param": None,
            "code": None,
        }
        return sent({"error": error}, 404)

    def refuses_length(self, call: Call) -> Behaviour | None:
        del call
        return None

    def way(self, call: Call) -> str:
        way = super().way(call)
        return "words" if way == "tool" and call.body.get("tool_choice") else way

    def asked(self, call: Call) -> Json:
        asked = super().asked(call)
        room = self.context * 4 - sum(len(message["content"]) for message in asked["messages"][:-1])
        last = asked["messages"][-1]
        if len(last["content"]) > room:
            last["content"] = last["content"][: room // 2] + last["content"][-(room // 2) :]
        return asked

    def usage(self, asked: int, cached: int, told: Sequence[Said]) -> Json:
        return super().usage(min(asked, self.context), cached, told)

    def usage_details(self, asked: int, cached: int, thinking: int) -> Json:
        del asked, cached, thinking
        return {}
