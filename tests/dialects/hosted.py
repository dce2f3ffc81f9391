"""Hosted servers of chat completions, each with its own strictness: Mistral, xAI, Groq, OpenRouter, Together, Fireworks."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dialects.chat import FIELDS, Chat
from dialects.dialect import Call, Json, Said, keywords, sent, words_of
from loopback import Behaviour


@dataclass
class Mistral(Chat):
    """Unknown fields are refused with pydantic's list; the seed has another name."""

    provider: ClassVar[str] = "mistral"
    known: ClassVar[frozenset[str] | None] = words_of(
        "model messages temperature top_p max_tokens stream stop random_seed response_format tools tool_choice metadata"
        " presence_penalty frequency_penalty n prediction parallel_tool_calls prompt_mode safe_prompt guardrails"
    )
    model: str = "mistral-large-latest"

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        kind = "invalid_request_error"
        return sent(
            {"object": "error", "message": message, "type": kind, "param": param, "code": code}, status
        )

    def wrong_key(self, offered: str) -> Behaviour:
        del offered
        return sent({"detail": "Unauthorized"}, 401)

    def wrong_model(self, name: str) -> Behaviour:
        return self.error(400, f"Invalid model: {name}", code="1500")

    def refuses_fields(self, call: Call) -> Behaviour | None:
        faults = [
            {
                "type": "extra_forbidden",
                "loc": ["body", name],
                "msg": "Extra inputs are not permitted",
                "input": value,
            }
            for name, value in call.body.items()
            if name not in (self.known or ())
        ]
        kind = "invalid_request_error"
        document = {
            "object": "error",
            "message": {"detail": faults},
            "type": kind,
            "param": None,
            "code": None,
        }
        return sent(document, 422) if faults else None

    def refuses_values(self, call: Call) -> Behaviour | None:
        if self.copies(call) > 1 and call.body.get("temperature") == 0:
            return self.error(400, f"n must be 1 when using greedy sampling, got {self.copies(call)}.")
        if (call.body.get("messages") or [{}])[-1].get("role") == "assistant":
            message = "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant"
            return self.error(400, message, code="3230")
        return super().refuses_values(call)

    def usage_details(self, asked: int, cached: int, thinking: int) -> Json:
        del asked, cached, thinking
        return {}


@dataclass
class XAI(Chat):
    """Errors are a code in words and a string; thoughts are counted beside the completion."""

    provider: ClassVar[str] = "xai"
    thoughts_within: ClassVar[bool] = False
    model: str = "grok-4"
    thinking: int = 400

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param, code
        return sent({"code": "Client specified an invalid argument", "error": message}, status)

    def wrong_key(self, offered: str) -> Behaviour:
        shown = f"{offered[:2]}***"
        return self.error(
            400, f"Incorrect API key provided: {shown}. You can obtain an API key from https://console.x.ai."
        )

    def wrong_model(self, name: str) -> Behaviour:
        return self.error(404, f"The model {name} does not exist or your team does not have access to it.")

    def refuses_values(self, call: Call) -> Behaviour | None:
        names = {"presence_penalty": "presencePenalty", "frequency_penalty": "frequencyPenalty", "stop": "stop", "reasoning_effort": "reasoningEffort", "logprobs": "logprobs"}  # fmt: skip
        for name, shown in names.items():
            if call.body.get(name) is not None:
                return self.error(400, f"Model {self.model} does not support parameter {shown}.")
        return super().refuses_values(call)


@dataclass
class Groq(Chat):
    """A Llama model at Groq: one choice, no log-probabilities, no json_schema."""

    provider: ClassVar[str] = "groq"
    base: ClassVar[str] = "/openai/v1"
    known: ClassVar[frozenset[str] | None] = FIELDS - {
        "audio",
        "modalities",
        "prediction",
        "verbosity",
        "safety_identifier",
    }
    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_object"})
    model: str = "llama-3.3-70b-versatile"
    most_output: int | None = 32_768

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        error = {"message": message, "type": "invalid_request_error"}
        return sent(
            {"error": error | {name: value for name, value in (("param", param), ("code", code)) if value}},
            status,
        )

    def unknown_field(self, name: str, value: Any) -> Behaviour:
        del value
        return self.error(400, f"property '{name}' is unsupported")

    def refuses_values(self, call: Call) -> Behaviour | None:
        if self.copies(call) > 1:
            return self.error(400, "'n' : number must be at most 1")
        for name in ("logprobs", "top_logprobs", "logit_bias"):
            if call.body.get(name):
                return self.error(400, f"'{name}' : property '{name}' is unsupported")
        return super().refuses_values(call)

    def too_many_tokens(self, cap: int) -> Behaviour:
        del cap
        most = self.most_output
        return self.error(
            400,
            f"`max_tokens` must be less than or equal to `{most}`, the maximum value for `max_tokens` is less than the `context_window` for this model",
        )

    def no_such_format(self, wanted: str) -> Behaviour:
        message = f"This model does not support response format `{wanted}`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models"
        return self.error(400, message, "response_format")


@dataclass
class GroqStrict(Groq):
    """A model of Groq's that takes json_schema, without bounds on arrays and numbers."""

    formats: ClassVar[frozenset[str]] = frozenset({"text", "json_object", "json_schema"})
    model: str = "openai/gpt-oss-120b"

    def refuses_schema(self, schema: Json, call: Call) -> Behaviour | None:
        del call
        for where, keyword, _ in keywords(schema):
            if keyword in ("minItems", "maxItems", "minimum", "maximum", "pattern"):
                place = "/".join(part for part in where if part != "properties")
                message = f"invalid schema for response format: response_format/json_schema/{place}: {keyword} is not supported"
                return self.error(400, message)
        return None


@dataclass
class OpenRouter(Chat):
    """Errors of the server behind it come with status 200, as a document or within a choice; comments keep streams alive."""

    provider: ClassVar[str] = "openrouter"
    base: ClassVar[str] = "/api/v1"
    thought_field: ClassVar[str | None] = "reasoning"
    model: str = "meta-llama/llama-3.3-70b-instruct"
    troubles: deque[str] = field(default_factory=lambda: deque(["document", "choice"]))
    """What goes wrong with the first requests."""

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param, code
        return sent({"error": {"message": message, "code": status}, "user_id": "user_1"}, status)

    def wrong_key(self, offered: str) -> Behaviour:
        del offered
        return self.error(401, "No auth credentials found")

    def wrong_model(self, name: str) -> Behaviour:
        return self.error(400, f"{name} is not a valid model ID")

    def refuses_length(self, call: Call) -> Behaviour | None:
        refusal = super().refuses_length(call)
        if refusal is not None or not self.troubles:
            return refusal
        metadata = {
            "raw": "upstream is temporarily rate-limited, please retry shortly",
            "provider_name": "Somewhere",
        }
        if self.troubles.popleft() == "document":
            error = {"message": "Provider returned error", "code": 429, "metadata": metadata}
            return sent({"error": error, "user_id": "user_1"}, 200)
        error = {
            "message": "Upstream error from Somewhere: Internal Server Error",
            "code": 502,
            "metadata": metadata,
        }
        message = {"role": "assistant", "content": ""}
        choice = {
            "index": 0,
            "error": error,
            "finish_reason": "error",
            "native_finish_reason": "error",
            "message": message,
        }
        return sent(
            {"id": "gen-0", "object": "chat.completion", "model": self.model, "choices": [choice]}, 200
        )

    def before(self) -> str:
        return "\n         \n" * 3

    def beginning_of_stream(self) -> str:
        return ": OPENROUTER PROCESSING\n\n" * 3

    def document(self, choices: list[Json], usage: Json) -> Json:
        named = [choice | {"native_finish_reason": choice["finish_reason"]} for choice in choices]
        return super().document(named, usage) | {"id": f"gen-{len(self.prompts)}", "provider": "Somewhere"}


@dataclass
class Together(Chat):
    """Length is counted together, in the words of the server behind it."""

    provider: ClassVar[str] = "together"
    model: str = "meta-llama/Llama-3.3-70B-Instruct-Turbo"
    context: int = 8193

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
        return sent({"id": "oG1", "error": error}, status)

    def too_long(self, tokens: int, cap: int) -> Behaviour:
        message = f"Input validation error: `inputs` tokens + `max_new_tokens` must be <= {self.context}. Given: {tokens} `inputs` tokens and {cap} `max_new_tokens`"
        return self.error(422, message)


@dataclass
class Fireworks(Chat):
    """Extra fields are refused, and long answers come as streams alone."""

    provider: ClassVar[str] = "fireworks"
    base: ClassVar[str] = "/inference/v1"
    known: ClassVar[frozenset[str] | None] = FIELDS - {"store", "service_tier", "verbosity", "audio", "modalities", "safety_identifier", "prompt_cache_retention", "web_search_options", "seed"} | {"seed", "top_k", "context_length_exceeded_behavior"}  # fmt: skip
    model: str = "accounts/fireworks/models/llama-v3p1-405b-instruct"
    most_unstreamed: int = 4096

    def error(
        self, status: int, message: str, param: str | None = None, code: str | None = None
    ) -> Behaviour:
        del param
        kind = "invalid_request_error"
        return sent(
            {"error": {"object": "error", "type": kind, "code": code or kind, "message": message}}, status
        )

    def unknown_field(self, name: str, value: Any) -> Behaviour:
        return self.error(400, f"Extra inputs are not permitted, field: '{name}', value: {value!r}")

    def refuses_values(self, call: Call) -> Behaviour | None:
        if (self.cap(call) or 0) > self.most_unstreamed and not call.body.get("stream"):
            return self.error(400, f"Requests with max_tokens > {self.most_unstreamed} must have stream=true")
        return super().refuses_values(call)

    def usage(self, asked: int, cached: int, told: Sequence[Said]) -> Json:
        """As OpenAI's, without the details."""
        whole = super().usage(asked, cached, told)
        return {name: whole[name] for name in ("prompt_tokens", "completion_tokens", "total_tokens")}
