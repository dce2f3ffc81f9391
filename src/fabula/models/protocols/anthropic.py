"""Anthropic's Messages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fabula.models.abilities import Abilities
from fabula.models.chat import ChatMessage, Choice, Completion, Finish, Usage, estimate_input
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
from fabula.models.thinking import thinks_on_request
from fabula.tokens import estimate_tokens

VERSION = "2023-06-01"
_WORTH_A_MARK = 1_024
"""The shortest beginning, in tokens, that the provider keeps for the next request."""
_LEAST_THOUGHT = 1_024
"""The smallest budget for thoughts that the provider accepts."""


def _headers(where: Address, key: str) -> Mapping[str, str]:
    return {"x-api-key": key, "anthropic-version": VERSION}


def _body(where: Address, question: Question, abilities: Abilities) -> Document:
    settings = where.settings
    thoughts = _thoughts(where, question, abilities)
    if thoughts and abilities.form in ("schema", "tool"):
        abilities = replace(abilities, form="words")  # a forced tool call and thoughts exclude each other
    limit = abilities.limit(question.max_tokens)
    temperature = temperature_of(question, where)
    optional: dict[str, Any] = {
        "temperature": None if thoughts else min(temperature, 1.0),
        "thinking": {"type": "enabled", "budget_tokens": min(thoughts, limit - 1)} if thoughts else None,
        "stream": True if question.stream else None,
    }
    messages: Sequence[ChatMessage] = asked(question, abilities)
    if question.schema is not None and abilities.form in ("schema", "tool"):
        schema = abilities.schema(question.schema)
        optional["tools"] = [{"name": TOOL, "description": "Give the answer.", "input_schema": schema}]
        optional["tool_choice"] = {"type": "tool", "name": TOOL}
    system = "\n\n".join(each.content for each in messages if each.role == "system")
    if system and abilities.system:
        optional["system"] = [_block(system)]
        messages = [each for each in messages if each.role != "system"]
    turns = _turns(without_system(messages))
    if question.repeated and abilities.takes("cache_control") and _is_worth_a_mark(question):
        turns[-1]["content"][-1]["cache_control"] = {"type": "ephemeral"}
    sent = sendable(optional, abilities)
    return {"model": where.model, "max_tokens": limit, "messages": turns, **sent, **settings.extra_body}


def _thoughts(where: Address, question: Question, abilities: Abilities) -> int:
    """The budget for thoughts: the room that the limit has beyond the answer's own."""
    if not thinks_on_request(where) or not abilities.takes("thinking"):
        return 0
    room = abilities.limit(question.max_tokens) - question.request.max_tokens
    return room if room >= _LEAST_THOUGHT else 0


def _is_worth_a_mark(question: Question) -> bool:
    """Is the whole question, with its form, long enough for the provider to keep it?"""
    form = json.dumps(question.schema) if question.schema else ""
    return estimate_input(question.request) + estimate_tokens(form) >= _WORTH_A_MARK


def _turns(messages: Sequence[ChatMessage]) -> list[Document]:
    """The turns, one role after the other."""
    turns: list[Document] = []
    for each in messages:
        if turns and turns[-1]["role"] == each.role:
            turns[-1]["content"].append(_block(each.content))
        else:
            turns.append({"role": each.role, "content": [_block(each.content)]})
    return turns


def _block(text: str) -> Document:
    return {"type": "text", "text": text}


def _completion(document: Document, question: Question) -> Completion:
    content = document.get("content")
    if not isinstance(content, list):
        raise NotACompletion
    blocks = [each for each in content if isinstance(each, dict)]
    calls = [each.get("input") for each in blocks if each.get("type") == "tool_use"]
    text = "".join(str(each.get("text") or "") for each in blocks if each.get("type") == "text")
    if calls:
        text = json.dumps(calls[0], ensure_ascii=False)
    finish: Finish = "stop"
    if document.get("stop_reason") in ("max_tokens", "model_context_window_exceeded"):
        finish = "length"
    elif document.get("stop_reason") == "refusal":
        finish = "refusal"
    thought = any(str(each.get("type", "")).endswith("thinking") for each in blocks)
    return Completion((Choice(whole_characters(text), finish),), _usage(document.get("usage")), thought)


def _usage(said: Any) -> Usage:
    """Input tokens come in three parts here: read from the cache, written to it, and neither."""
    cached = number(said, "cache_read_input_tokens")
    kept = number(said, "cache_creation_input_tokens")
    read = number(said, "input_tokens") + cached + kept
    return Usage(read, number(said, "output_tokens"), read > 0, cached_tokens=cached, kept_tokens=kept)


def _whole(events: Sequence[Document]) -> Document:
    document: Document = {"usage": {}}
    blocks: dict[int, dict[str, Any]] = {}
    inputs: dict[int, str] = {}
    for event in events:
        kind, index = event.get("type"), event.get("index", 0)
        if kind == "error":
            return {"error": event.get("error")}
        if kind == "message_start":
            document |= event.get("message") or {}
        elif kind == "content_block_start":
            blocks[index] = dict(event.get("content_block") or {})
        elif kind == "content_block_delta":
            delta = event.get("delta") or {}
            block = blocks.setdefault(index, {"type": "text"})
            if delta.get("type") == "input_json_delta":
                inputs[index] = inputs.get(index, "") + (delta.get("partial_json") or "")
            elif delta.get("type") == "text_delta":
                block["text"] = (block.get("text") or "") + (delta.get("text") or "")
        elif kind == "message_delta":
            document |= event.get("delta") or {}
            document["usage"] = (document.get("usage") or {}) | (event.get("usage") or {})
    must_have_ended(bool(document.get("stop_reason")))
    for index, text in inputs.items():
        blocks[index] = _filled(blocks[index], text)
    return document | {"content": [blocks[index] for index in sorted(blocks)]}


def _filled(block: dict[str, Any], text: str) -> dict[str, Any]:
    """A tool call with its form; the text as it came where it was cut off."""
    try:
        return block | {"input": json.loads(text)}
    except ValueError:
        return {"type": "text", "text": text}


ANTHROPIC = Protocol(
    path=lambda where, stream: "messages",
    headers=_headers,
    body=_body,
    completion=_completion,
    whole=_whole,
    title="Anthropic's Messages",
    start=Abilities(form="tool", left_out=frozenset({"n", "seed", "logprobs"})),
)
