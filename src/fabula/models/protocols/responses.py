"""OpenAI's Responses, for models that are served there alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fabula.models.abilities import Abilities
from fabula.models.chat import Choice, Completion, Finish, Usage
from fabula.models.protocols.chat import TOOL, asked, headers, number, turns, whole_characters
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


def _body(where: Address, question: Question, abilities: Abilities) -> Document:
    settings = where.settings
    temperature = temperature_of(question, where)
    optional: dict[str, Any] = {
        "temperature": temperature,
        "max_output_tokens": abilities.limit(question.max_tokens),
        "stream": True if question.stream else None,
    }
    if settings.reasoning_effort:
        optional["reasoning"] = {"effort": settings.reasoning_effort}
    if question.schema is not None:
        optional |= _form(question, abilities)
    sent = sendable(optional, abilities)
    return {
        "model": where.model,
        "input": turns(asked(question, abilities), abilities),
        "store": False,
        **sent,
        **settings.extra_body,
    }


def _form(question: Question, abilities: Abilities) -> dict[str, Any]:
    assert question.schema is not None
    strict = abilities.takes("strict")
    schema = abilities.schema(question.schema)
    if abilities.form == "schema":
        return {"text": {"format": {"type": "json_schema", "name": TOOL, "schema": schema, "strict": strict}}}
    if abilities.form == "tool":
        tool = {"type": "function", "name": TOOL, "parameters": schema, "strict": strict}
        return {"tools": [tool], "tool_choice": {"type": "function", "name": TOOL}}
    return {"text": {"format": {"type": "json_object"}}} if abilities.form == "json" else {}


def _completion(document: Document, question: Question) -> Completion:
    output = document.get("output")
    if not isinstance(output, list):
        raise NotACompletion
    text, finish = _said(output)
    if (document.get("incomplete_details") or {}).get("reason") == "max_output_tokens":
        finish = "length"
    elif document.get("status") == "incomplete":
        finish = "refusal"
    thoughts = number(document, "usage", "output_tokens_details", "reasoning_tokens")
    usage = Usage(
        number(document, "usage", "input_tokens"),
        number(document, "usage", "output_tokens"),
        reported=number(document, "usage", "input_tokens") > 0,
        cached_tokens=number(document, "usage", "input_tokens_details", "cached_tokens"),
        thought_tokens=thoughts,
    )
    return Completion((Choice(whole_characters(text), finish),), usage, thoughts > 0)


def _said(output: Sequence[Any]) -> tuple[str, Finish]:
    """The text of all messages and tool calls; a refusal in place of them is the answer."""
    text, finish = "", "stop"
    for item in output:
        if not isinstance(item, dict):
            continue
        if item.get("type") == "function_call":
            text += str(item.get("arguments") or "")
        for part in item.get("content") or [] if item.get("type") == "message" else []:
            if part.get("type") == "refusal":
                text, finish = text + str(part.get("refusal") or ""), "refusal"
            else:
                text += str(part.get("text") or "")
    return text, "refusal" if finish == "refusal" else "stop"


def _whole(events: Sequence[Document]) -> Document:
    """The last events carry the whole response."""
    for event in reversed(events):
        if isinstance(event.get("response"), dict) and event["response"].get("output") is not None:
            must_have_ended(event["response"].get("status") != "in_progress")
            return dict(event["response"])
        if "error" in event or event.get("type") == "error":
            return {"error": event.get("error") or event}
    return {}


RESPONSES = Protocol(
    path=lambda where, stream: "responses",
    headers=headers,
    body=_body,
    completion=_completion,
    whole=_whole,
    title="OpenAI's Responses",
    start=Abilities(left_out=frozenset({"n", "seed", "logprobs"})),
)
