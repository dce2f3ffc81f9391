"""Gemini's own API: generateContent and streamGenerateContent, read as strictly as Google's JSON parser does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dialects.chat import data
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

_BODY = words_of(
    "contents system_instruction generation_config tools tool_config safety_settings cached_content model labels"
)
_CONFIG = words_of(
    "temperature top_p top_k candidate_count max_output_tokens stop_sequences response_mime_type response_schema"
    " response_json_schema seed presence_penalty frequency_penalty response_logprobs logprobs thinking_config"
    " response_modalities speech_config media_resolution audio_timestamp enable_enhanced_civic_answers"
)
_SCHEMA = words_of(
    "type format title description nullable enum max_items min_items properties required min_properties max_properties"
    " min_length max_length pattern example any_of property_ordering default items minimum maximum"
)
_TYPES = frozenset({"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"})
_THINKING = frozenset({"include_thoughts", "thinking_budget", "thinking_level"})
_BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"


@dataclass
class Gemini(Dialect):
    """A Gemini 2.5 model: it thinks unless told not to, and the cap covers the thoughts."""

    provider: ClassVar[str] = "gemini"
    base: ClassVar[str] = "/v1beta"
    model: str = "gemini-2.5-flash"
    thinking: int = 700
    context: int = 1_048_576
    most_output: int = 65_536
    most_candidates: int = 1
    blocks: Callable[[str], bool] = field(default=lambda _: False)
    """Which prompts are answered by a block alone."""

    def about(self, path: str) -> Behaviour:
        del path
        model = {
            "name": f"models/{self.model}",
            "inputTokenLimit": self.context,
            "outputTokenLimit": self.most_output,
            "supportedGenerationMethods": ["generateContent", "countTokens"],
        }
        return sent({"models": [model]})

    # Refusing

    def refuses(self, call: Call) -> Behaviour | None:
        checks = (self._door, self._names, self._contents, self._config, self._length)
        return next((refusal for check in checks if (refusal := check(call)) is not None), None)

    def _failed(self, status: int, word: str, message: str, details: list[Json] | None = None) -> Behaviour:
        error: Json = {"code": status, "message": message, "status": word}
        return sent({"error": error | ({"details": details} if details else {})}, status)

    def _bad(self, message: str) -> Behaviour:
        return self._failed(400, "INVALID_ARGUMENT", message)

    def _door(self, call: Call) -> Behaviour | None:
        found = re.fullmatch(
            rf"{self.base}/models/([^:]+):(generateContent|streamGenerateContent)", call.path
        )
        if found is None:
            return self._failed(404, "NOT_FOUND", "")
        key = call.headers.get("x-goog-api-key") or call.query.get("key")
        if key is None:
            message = (
                "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form "
                "of API consumer identity to call this API."
            )
            return self._failed(403, "PERMISSION_DENIED", message)
        if key != self.key:
            reason = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
            return self._failed(
                400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [reason]
            )
        if found[1] != self.model:
            message = f"models/{found[1]} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods."
            return self._failed(404, "NOT_FOUND", message)
        return None

    def _names(self, call: Call) -> Behaviour | None:
        """Names that the messages of the protocol do not have, all of them at once."""
        faults = list(_faults(call.body))
        if not faults:
            return None
        told = [
            {"field": place, "description": text} if place else {"description": text}
            for place, text in faults
        ]
        details = [{"@type": _BAD_REQUEST, "fieldViolations": told}]
        return self._failed(400, "INVALID_ARGUMENT", "\n".join(text for _, text in faults), details)

    def _contents(self, call: Call) -> Behaviour | None:
        turns = _get(call.body, "contents") or []
        if not turns:
            return self._bad("* GenerateContentRequest.contents: contents is not specified\n")
        for index, turn in enumerate(turns):
            if turn.get("role", "user") not in ("user", "model"):
                return self._bad("Please use a valid role: user, model.")
            if not turn.get("parts"):
                return self._bad(
                    f"* GenerateContentRequest.contents[{index}].parts: contents.parts must not be empty.\n"
                )
        return None

    def _config(self, call: Call) -> Behaviour | None:
        config = _get(call.body, "generation_config") or {}
        if (count := _get(config, "candidate_count") or 1) > self.most_candidates:
            if self.most_candidates == 1:
                return self._bad("Multiple candidates is not enabled for this model")
            return self._bad(
                f"* GenerateContentRequest.generation_config.candidate_count: candidate_count must be in the range [1, {self.most_candidates}], got {count}.\n"
            )
        if not 0 <= (_get(config, "temperature") or 0) <= 2:
            return self._bad(
                "* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].\n"
            )
        if (cap := _get(config, "max_output_tokens")) is not None and not 0 < cap <= self.most_output:
            return self._bad(
                f"Unable to submit request because it has a maxOutputTokens value of {cap} but the supported range is from 1 (inclusive) to {self.most_output + 1} (exclusive). Update the value and try again."
            )
        if _get(config, "response_logprobs"):
            return self._bad(f"Logprobs is not enabled for models/{self.model}")
        schemas = [_get(config, name) for name in ("response_schema", "response_json_schema")]
        if all(schema is not None for schema in schemas):
            return self._bad(
                "* GenerateContentRequest.generation_config.response_json_schema: only one of response_schema and response_json_schema may be set.\n"
            )
        if (
            any(schema is not None for schema in schemas)
            and _get(config, "response_mime_type") != "application/json"
        ):
            return self._bad(
                "* GenerateContentRequest.generation_config.response_mime_type: response_schema requires response_mime_type application/json.\n"
            )
        if schemas[0] is not None:
            return self._empty_objects(schemas[0], "response_schema")
        return None

    def _empty_objects(self, schema: Any, place: str) -> Behaviour | None:
        if isinstance(schema, Mapping):
            if str(schema.get("type", "")).upper() == "OBJECT" and not schema.get("properties"):
                return self._bad(
                    f"* GenerateContentRequest.generation_config.{place}.properties: should be non-empty for OBJECT type\n"
                )
            for name, each in (schema.get("properties") or {}).items():
                if refusal := self._empty_objects(each, f"{place}.properties[{name}]"):
                    return refusal
            return self._empty_objects(schema.get("items"), f"{place}.items")
        return None

    def _length(self, call: Call) -> Behaviour | None:
        tokens = tokens_of(self.prompt(call))
        if tokens > self.context:
            return self._bad(
                f"The input token count ({tokens}) exceeds the maximum number of tokens allowed ({self.context})."
            )
        return None

    # Understanding

    def prompt(self, call: Call) -> str:
        return "\n".join(str(message["content"]) for message in self.asked(call)["messages"])

    def asked(self, call: Call) -> Json:
        system = _get(call.body, "system_instruction")
        messages = [{"role": "system", "content": text_of(system.get("parts"))}] if system else []
        for turn in _get(call.body, "contents"):
            role = "assistant" if turn.get("role") == "model" else "user"
            messages.append({"role": role, "content": text_of(turn["parts"])})
        return with_schema(messages, self._schema(call))

    def _schema(self, call: Call) -> Json | None:
        config = _get(call.body, "generation_config") or {}
        return _get(config, "response_json_schema") or _get(config, "response_schema")

    def way(self, call: Call) -> str:
        if self._schema(call):
            return "json_schema"
        mime = _get(_get(call.body, "generation_config") or {}, "response_mime_type")
        return "json_object" if mime == "application/json" else "words"

    def copies(self, call: Call) -> int:
        return int(_get(_get(call.body, "generation_config") or {}, "candidate_count") or 1)

    # Answering

    def reply(self, call: Call, asked: Json, answers: Sequence[Behaviour]) -> Reply:
        del asked
        config = _get(call.body, "generation_config") or {}
        prompt = self.prompt(call)
        tokens = tokens_of(prompt)
        if self.blocks(prompt):
            usage = {"promptTokenCount": tokens, "totalTokenCount": tokens}
            return Reply(
                sent({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": usage}),
                tokens,
                0,
            )
        budget = _get(_get(config, "thinking_config") or {}, "thinking_budget")
        thinking = self.thinking if budget in (None, -1) else min(self.thinking, budget)
        told = [said(answer, _get(config, "max_output_tokens"), thinking) for answer in answers]
        usage = self._usage(tokens, self.cached(prompt), told)
        if call.path.endswith(":streamGenerateContent"):
            behaviour = streamed(self._happenings(told, usage))
        else:
            behaviour = sent(
                self._document([_candidate(index, each) for index, each in enumerate(told)], usage)
            )
        return Reply(behaviour, tokens, sum(each.tokens + each.thinking for each in told))

    def _document(self, candidates: list[Json], usage: Json) -> Json:
        return {
            "candidates": candidates,
            "usageMetadata": usage,
            "modelVersion": self.model,
            "responseId": "r1",
        }

    def _usage(self, tokens: int, cached: int, told: Sequence[Said]) -> Json:
        written, thoughts = sum(each.tokens for each in told), sum(each.thinking for each in told)
        usage: Json = {"promptTokenCount": tokens, "totalTokenCount": tokens + written + thoughts}
        usage["promptTokensDetails"] = [{"modality": "TEXT", "tokenCount": tokens}]
        if written:
            usage["candidatesTokenCount"] = written
        if thoughts:
            usage["thoughtsTokenCount"] = thoughts
        if cached:
            usage["cachedContentTokenCount"] = cached
        return usage

    def _happenings(self, told: Sequence[Said], usage: Json) -> Iterator[str]:
        for index, each in enumerate(told):
            for piece in pieces(each.text or ""):
                content = {"parts": [{"text": piece}], "role": "model"}
                yield data(
                    self._document(
                        [{"content": content, "index": index}],
                        {"promptTokenCount": usage["promptTokenCount"]},
                    )
                )
            ending = _candidate(index, each) | {"content": {"parts": [{"text": ""}], "role": "model"}}
            yield data(self._document([ending], usage))


def _candidate(index: int, told: Said) -> Json:
    content: Json = {"role": "model"}
    if told.refusal:
        return {"finishReason": "SAFETY", "index": index, "safetyRatings": []}
    if told.text:
        content["parts"] = [{"text": told.text}]
    return {
        "content": content,
        "finishReason": "MAX_TOKENS" if told.finish == "length" else "STOP",
        "index": index,
    }


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", lambda found: "_" + found[1].lower(), name)


def _get(document: Mapping[str, Any], name: str) -> Any:
    """A field by its name in the protocol; JSON may write it either way."""
    return next((value for given, value in document.items() if _snake(given) == name), None)


def _faults(body: Json) -> Iterator[tuple[str, str]]:
    """Each unknown name with its place, as the parser reports them."""
    yield from _unknown(body, _BODY, "")
    config = _get(body, "generation_config") or {}
    yield from _unknown(config, _CONFIG, "generation_config")
    yield from _unknown(_get(config, "thinking_config") or {}, _THINKING, "generation_config.thinking_config")
    schema = _get(config, "response_schema")
    if schema is not None:
        yield from _schema_faults(schema, "generation_config.response_schema")
    for index, turn in enumerate(_get(body, "contents") or []):
        yield from _unknown(turn, frozenset({"role", "parts"}), f"contents[{index}]")
    if system := _get(body, "system_instruction"):
        yield from _unknown(system, frozenset({"role", "parts"}), "system_instruction")


def _unknown(document: Mapping[str, Any], known: frozenset[str], place: str) -> Iterator[tuple[str, str]]:
    for name in document:
        if _snake(name) not in known:
            where = f" at '{place}'" if place else ""
            yield place, f'Invalid JSON payload received. Unknown name "{name}"{where}: Cannot find field.'


def _schema_faults(schema: Any, place: str) -> Iterator[tuple[str, str]]:
    if not isinstance(schema, Mapping):
        return
    yield from _unknown(schema, _SCHEMA, place)
    kind = schema.get("type")
    if isinstance(kind, list):
        yield (
            f"{place}.type",
            f"Invalid JSON payload received. Unknown name \"type\" at '{place}': Proto field is not repeating, cannot start list.",
        )
    elif kind is not None and str(kind).upper() not in _TYPES:
        yield (
            f"{place}.type",
            f"Invalid value at '{place}.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), \"{kind}\"",
        )
    for index, each in enumerate((schema.get("properties") or {}).values()):
        yield from _schema_faults(each, f"{place}.properties[{index}].value")
    yield from _schema_faults(schema.get("items"), f"{place}.items")
    for index, each in enumerate(_get(schema, "any_of") or []):
        yield from _schema_faults(each, f"{place}.any_of[{index}]")
