"""OpenAI's chat completions, as most servers speak them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fabula.models.abilities import Abilities
from fabula.models.chat import ChatMessage, Choice, Completion, Finish, JsonSchema, Usage
from fabula.models.events import DONE
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

TOOL = "answer"
"""The name of the form that the model fills in."""
_CONTINUE = "continue_final_message"
"""Go on with the answer that the last message begins: vLLM's and SGLang's word for what others do unasked."""


def turns(messages: Sequence[ChatMessage], abilities: Abilities) -> list[dict[str, str]]:
    """The messages as the server takes them."""
    if not abilities.system:
        messages = without_system(messages)
    return [{"role": each.role, "content": each.content} for each in messages]


def without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """For a server without a system role: its text stands before the first question."""
    told = "\n\n".join(each.content for each in messages if each.role == "system")
    others = [each for each in messages if each.role != "system"]
    if told and others:
        others[0] = replace(others[0], content=f"{told}\n\n{others[0].content}")
    return others


def in_words(messages: Sequence[ChatMessage], schema: JsonSchema) -> list[ChatMessage]:
    """The schema as text at the end of the last message."""
    form = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    asked = f"{messages[-1].content}\n\nAnswer with one JSON object that fits this JSON schema:\n{form}"
    return [*messages[:-1], replace(messages[-1], content=asked)]


def asked(question: Question, abilities: Abilities) -> Sequence[ChatMessage]:
    """The messages, with the schema in words where the server takes it in no other way."""
    messages = question.request.messages
    if question.schema is not None and abilities.in_words:
        return in_words(messages, question.schema)
    return messages


def _body(where: Address, question: Question, abilities: Abilities) -> Document:
    request, settings = question.request, where.settings
    limit = "max_completion_tokens" if abilities.own_output_name else "max_tokens"
    temperature = temperature_of(question, where)
    optional: dict[str, Any] = {
        "temperature": temperature,
        limit: abilities.limit(question.max_tokens),
        "seed": request.seed,
        "reasoning_effort": settings.reasoning_effort,
        "n": question.n if question.n > 1 else None,
        "logprobs": True if request.top_logprobs else None,
        "top_logprobs": request.top_logprobs
        if request.top_logprobs and abilities.takes("logprobs")
        else None,
        "stream": True if question.stream else None,
        "stream_options": {"include_usage": True} if question.stream else None,
    }
    if request.messages[-1].role == "assistant" and abilities.takes(_CONTINUE):
        optional |= {_CONTINUE: True, "add_generation_prompt": False}
    if question.schema is not None:
        optional |= _form(question.schema, abilities)
    sent = sendable(optional, abilities)
    messages = turns(asked(question, abilities), abilities)
    return {"model": where.model, "messages": messages, **sent, **settings.extra_body}


def _form(schema: JsonSchema, abilities: Abilities) -> dict[str, Any]:
    strict = {"strict": True} if abilities.takes("strict") else {}
    if abilities.form == "schema":
        wrapped = {"name": TOOL, "schema": abilities.schema(schema), **strict}
        return {"response_format": {"type": "json_schema", "json_schema": wrapped}}
    if abilities.form == "tool":
        function = {"name": TOOL, "description": "Give the answer.", "parameters": abilities.schema(schema)}
        forced = {"type": "function", "function": {"name": TOOL}}
        return {"tools": [{"type": "function", "function": function}], "tool_choice": forced}
    return {"response_format": {"type": "json_object"}} if abilities.form == "json" else {}


def _completion(document: Document, question: Question) -> Completion:
    said = document.get("choices")
    if not isinstance(said, list):
        raise NotACompletion
    choices = [_choice(each, question.schema is not None) for each in said if isinstance(each, dict)]
    choices = choices[: question.n] or [Choice("")]
    usage = _usage(document.get("usage"))
    return Completion(tuple(choices), usage, usage.thought_tokens > 0 or _thought(said))


def _choice(said: Mapping[str, Any], has_form: bool) -> Choice:
    message = said.get("message") or {}
    refusal = message.get("refusal")
    finish: Finish = "stop"
    if said.get("finish_reason") == "length":
        finish = "length"
    elif refusal or said.get("finish_reason") in ("content_filter", "sensitive", "refusal"):
        finish = "refusal"
    text = text_of(message.get("content")) or _from_tool(message) or str(said.get("text") or "")
    if not text.strip() and has_form and finish == "stop":
        text = _reasoning(message)
    return Choice(whole_characters(text or str(refusal or "")), finish, _logprobs(said.get("logprobs")))


def text_of(content: Any) -> str:
    """The text of a content that may come in parts."""
    if isinstance(content, list):
        parts = [each.get("text") for each in content if isinstance(each, dict)]
        return "".join(each for each in parts if isinstance(each, str))
    return str(content or "")


def whole_characters(text: str) -> str:
    """The text with characters that came in halves put together."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _from_tool(message: Mapping[str, Any]) -> str:
    calls = message.get("tool_calls") or [{"function": message.get("function_call") or {}}]
    function = calls[0].get("function") or {} if isinstance(calls[0], dict) else {}
    arguments = function.get("arguments") or ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _reasoning(message: Mapping[str, Any]) -> str:
    """Some servers put the whole answer where the thoughts belong, and leave the content empty."""
    return text_of(message.get("reasoning_content") or message.get("reasoning"))


def _thought(said: Sequence[Any]) -> bool:
    messages = [each.get("message") or {} for each in said if isinstance(each, dict)]
    return any(_reasoning(each) for each in messages)


def _logprobs(said: Any) -> tuple[dict[str, float], ...]:
    """The likeliest tokens at each place, the one that was written first."""
    tokens = (said or {}).get("content") or []
    return tuple(
        {each["token"]: float(each["logprob"]) for each in (token, *(token.get("top_logprobs") or []))}
        for token in tokens
    )


def _usage(said: Any) -> Usage:
    """The tokens as the server counted them. Thoughts that stand beside the output are added to it."""
    if not isinstance(said, dict):
        return Usage(reported=False)
    read = number(said, "prompt_tokens") or number(said, "input_tokens")
    written = number(said, "completion_tokens") or number(said, "output_tokens")
    thoughts = number(said, "completion_tokens_details", "reasoning_tokens")
    if thoughts and number(said, "total_tokens") == read + written + thoughts:
        written += thoughts
    cached = max(
        number(said, "prompt_tokens_details", "cached_tokens"),
        number(said, "prompt_cache_hit_tokens"),
        number(said, "cached_tokens"),
    )
    return Usage(read, written, reported=read > 0, cached_tokens=min(cached, read), thought_tokens=thoughts)


def number(document: Any, *path: str) -> int:
    """A count somewhere in a document; 0 where it does not stand there."""
    for name in path:
        document = document.get(name) if isinstance(document, dict) else None
    return int(document) if isinstance(document, int | float) and document > 0 else 0


def _whole(events: Sequence[Document]) -> Document:
    choices: dict[int, dict[str, Any]] = {}
    document: Document = {}
    for event in events:
        document |= {name: value for name, value in event.items() if name != "choices" and value is not None}
        for each in event.get("choices") or []:
            if isinstance(each, dict):
                _add(choices.setdefault(each.get("index") or 0, {"message": {}}), each)
    if DONE not in events and "error" not in document:
        must_have_ended(all(each.get("finish_reason") for each in choices.values()))
    return document | {"choices": [choices[index] for index in sorted(choices)]}


def _add(choice: dict[str, Any], said: Mapping[str, Any]) -> None:
    """Add one piece to a choice. Some servers send the whole message as a last piece: it takes the place of the pieces."""
    message = choice["message"]
    if isinstance(said.get("message"), dict):
        message.update(said["message"])
    for name, piece in (said.get("delta") or {}).items():
        if name == "tool_calls" and piece:
            _add_call(message.setdefault(name, []), piece)
        elif isinstance(piece, str) and name != "role":
            message[name] = (message.get(name) or "") + piece
    if isinstance(said.get("text"), str):
        choice["text"] = choice.get("text", "") + said["text"]
    if said.get("finish_reason"):
        choice["finish_reason"] = said["finish_reason"]
    if tokens := (said.get("logprobs") or {}).get("content"):
        choice.setdefault("logprobs", {"content": []})["content"].extend(tokens)


def _add_call(calls: list[dict[str, Any]], pieces: Sequence[Any]) -> None:
    for piece in pieces:
        arguments = (piece.get("function") or {}).get("arguments") or ""
        if not calls:
            calls.append({"function": {"arguments": ""}})
        if (piece.get("index") or 0) == 0:
            calls[0]["function"]["arguments"] += arguments


def headers(where: Address, key: str) -> Mapping[str, str]:
    """A bearer token; the user's organisation for OpenAI alone."""
    found = {"Authorization": f"Bearer {key}"}
    if where.provider == "openai" and not where.elsewhere:
        for header, variable in (
            ("OpenAI-Organization", "OPENAI_ORG_ID"),
            ("OpenAI-Project", "OPENAI_PROJECT_ID"),
        ):
            if value := os.environ.get(variable):
                found[header] = value
    return found


CHAT = Protocol(
    path=lambda where, stream: "chat/completions",
    headers=headers,
    body=_body,
    completion=_completion,
    whole=_whole,
    title="OpenAI's chat completions",
)
