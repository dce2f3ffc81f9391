"""Google's generateContent. (Its address that ends in /openai speaks chat completions.)"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from fabula.models.abilities import Abilities
from fabula.models.chat import ChatMessage, Choice, Completion, Finish, Usage
from fabula.models.protocols.chat import TOOL, asked, number, whole_characters, without_system
from fabula.models.protocols.protocol import (
    Document,
    NotACompletion,
    Protocol,
    Question,
    must_have_ended,
    sendable,
    temperature_of,
)
from fabula.models.providers import Address

_REFUSED = {"SAFETY", "RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "LANGUAGE"}
_BUDGETS = {"none": 0, "minimal": 512, "low": 1_024, "medium": 8_192, "high": 24_576}
"""Tokens for thoughts by effort."""


def _path(where: Address, stream: bool) -> str:
    model = quote(where.model.removeprefix("models/"), safe="")
    return f"models/{model}:{'streamGenerateContent?alt=sse' if stream else 'generateContent'}"


def _headers(where: Address, key: str) -> Mapping[str, str]:
    return {"x-goog-api-key": key}


def _body(where: Address, question: Question, abilities: Abilities) -> Document:
    request, settings = question.request, where.settings
    temperature = temperature_of(question, where)
    optional: dict[str, Any] = {
        "temperature": temperature,
        "maxOutputTokens": abilities.limit(question.max_tokens),
        "seed": request.seed,
        "candidateCount": question.n if question.n > 1 and abilities.takes("n") else None,
    }
    if request.top_logprobs and abilities.takes("logprobs"):
        optional |= {"responseLogprobs": True, "logprobs": request.top_logprobs}
    if settings.reasoning_effort and abilities.takes("reasoning_effort"):
        optional["thinkingConfig"] = {"thinkingBudget": _BUDGETS.get(settings.reasoning_effort, -1)}
    beside: Document = {}
    if question.schema is not None and abilities.form in ("schema", "json"):
        optional["responseMimeType"] = "application/json"
    if question.schema is not None and abilities.form == "schema":
        optional["responseJsonSchema"] = abilities.schema(question.schema)
    elif question.schema is not None and abilities.form == "tool":
        beside = _tool(abilities.schema(question.schema))
    messages: Sequence[ChatMessage] = asked(question, abilities)
    system = "\n\n".join(each.content for each in messages if each.role == "system")
    if system and abilities.system:
        beside["systemInstruction"] = {"parts": [{"text": system}]}
        messages = [each for each in messages if each.role != "system"]
    sent = sendable(optional, abilities)
    return {"contents": _turns(messages), "generationConfig": sent, **beside, **settings.extra_body}


def _tool(schema: Mapping[str, Any]) -> Document:
    declared = {"name": TOOL, "description": "Give the answer.", "parametersJsonSchema": schema}
    forced = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [TOOL]}}
    return {"tools": [{"functionDeclarations": [declared]}], "toolConfig": forced}


def _turns(messages: Sequence[ChatMessage]) -> list[Document]:
    turns: list[Document] = []
    for each in without_system(messages):
        role = "model" if each.role == "assistant" else "user"
        if turns and turns[-1]["role"] == role:
            turns[-1]["parts"].append({"text": each.content})
        else:
            turns.append({"role": role, "parts": [{"text": each.content}]})
    return turns


def _completion(document: Document, question: Question) -> Completion:
    said = document.get("candidates")
    blocked = (document.get("promptFeedback") or {}).get("blockReason")
    usage = _usage(document.get("usageMetadata"))
    if blocked and not said:
        return Completion((Choice(str(blocked), "refusal"),), usage)
    if not isinstance(said, list):
        raise NotACompletion
    choices = [_choice(each) for each in said if isinstance(each, dict)][: question.n] or [Choice("")]
    return Completion(tuple(choices), usage, usage.thought_tokens > 0)


def _choice(said: Mapping[str, Any]) -> Choice:
    parts = [each for each in (said.get("content") or {}).get("parts") or [] if isinstance(each, dict)]
    calls = [each["functionCall"].get("args") for each in parts if isinstance(each.get("functionCall"), dict)]
    text = "".join(str(each.get("text") or "") for each in parts if not each.get("thought"))
    if calls:
        text = json.dumps(calls[0], ensure_ascii=False)
    reason = said.get("finishReason")
    finish: Finish = "length" if reason == "MAX_TOKENS" else "stop"
    if reason in _REFUSED:
        finish, text = "refusal", str(reason)
    return Choice(whole_characters(text), finish, _logprobs(said.get("logprobsResult")))


def _logprobs(said: Any) -> tuple[dict[str, float], ...]:
    """The likeliest tokens at each place, the one that was written first."""
    written = (said or {}).get("chosenCandidates") or []
    others = (said or {}).get("topCandidates") or [{}] * len(written)
    return tuple(
        {each["token"]: float(each["logProbability"]) for each in (own, *(top.get("candidates") or []))}
        for own, top in zip(written, others, strict=False)
    )


def _usage(said: Any) -> Usage:
    """Thoughts are billed as output and stand beside it here."""
    read, thoughts = number(said, "promptTokenCount"), number(said, "thoughtsTokenCount")
    written = number(said, "candidatesTokenCount") + thoughts
    cached = number(said, "cachedContentTokenCount")
    return Usage(read, written, read > 0, cached_tokens=cached, thought_tokens=thoughts)


def _whole(events: Sequence[Document]) -> Document:
    document: Document = {}
    candidates: dict[int, dict[str, Any]] = {}
    for event in events:
        document |= {name: value for name, value in event.items() if name != "candidates"}
        for each in event.get("candidates") or []:
            candidate = candidates.setdefault(each.get("index") or 0, {"content": {"parts": []}})
            candidate["content"]["parts"] += (each.get("content") or {}).get("parts") or []
            candidate |= {name: value for name, value in each.items() if name != "content"}
    if "error" not in document:
        must_have_ended(all(each.get("finishReason") for each in candidates.values()))
    found = {"candidates": [candidates[index] for index in sorted(candidates)]} if candidates else {}
    return document | found


GEMINI = Protocol(
    path=_path,
    headers=_headers,
    body=_body,
    completion=_completion,
    whole=_whole,
    title="Gemini's generateContent",
)
