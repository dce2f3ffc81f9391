"""What a server refused, read from its error text: the one parameter, keyword or limit to go without."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from fabula.models.abilities import Abilities, keywords_in
from fabula.models.protocols.protocol import Question

_NAMES = {
    "form": (
        "response_format", "responseformat", "json_schema", "json_object", "text.format", "tool_choice", "tools", "tool use", "tool call",
        "tool calling", "function calling", "function call", "guided_json", "structured output", "structured outputs",
        "response_schema", "responseschema", "response_json_schema", "responsejsonschema", "response_mime_type",
        "responsemimetype", "functiondeclarations", "function_declarations", "toolconfig", "json mode", "json schema", "parse grammar",
    ),
    "max_tokens": ("max_tokens", "maxtokens"),
    "max_completion_tokens": ("max_completion_tokens", "max_output_tokens", "maxoutputtokens"),
    "temperature": ("temperature",),
    "seed": ("seed", "random_seed"),
    "logprobs": ("logprobs", "top_logprobs", "toplogprobs", "responselogprobs", "response_logprobs"),
    "n": ("candidatecount", "candidate_count", "multiple candidates", "multiple choices", "one completion choice", "number of completions"),
    "stream_options": ("stream_options", "include_usage"),
    "stream": ("stream", "streaming"),
    "reasoning_effort": ("reasoning_effort", "reasoningeffort", "reasoning", "thinkingconfig", "thinking_config", "thinking_budget"),
    "thinking": ("thinking", "budget_tokens"),
    "strict": ("strict",),
    "cache_control": ("cache_control",),
    "continue_final_message": ("continue_final_message", "add_generation_prompt"),
}  # fmt: skip
"""How error texts name what we can go without."""

_N = re.compile(
    r"""['"`]n['"`]|\bn (?:must|should)\b|\binvalid n\b|\bparameter n\b|\bn\s*(?:>|=|>=|!=|is not)|\bvalue of n\b|body\.n\b"""
)
_SYSTEM = re.compile(
    r"system[ _-]?(?:role|message|prompt|instruction)s?\b.{0,40}\b(?:not|un)|(?:not|un)\w*.{0,40}\bsystem (?:role|message|prompt)"
    r"|developer instruction is not|roles must alternate|only user(?:,| and) (?:assistant|model)"
    r"|role:? ['\"`]?system|['\"`]system['\"`] is not|\.role: input should be"
)
_MUST_STREAM = re.compile(
    r"only supports? stream|for non-streaming calls|streaming is required|must be streamed|stream mode"
    r"|non-?stream\w* (?:requests?|responses?|calls?|mode) (?:is|are) not|stream['\"`]? (?:must|should) be (?:set to )?true|stream ?= ?true"
)
_LIMIT = re.compile(
    r"max[_ ]?(?:completion|output|new)?[_ ]?tokens|maxoutputtokens|(?:completion|output) tokens"
)
_CONTEXT = re.compile(
    r"context[_ ]length|maximum context|context[_ ]window|context[_ ]size|n_ctx|prompt is too long|too many tokens(?!: max tokens)"
    r"|tokens \+ `?max_new_tokens|input is too long|exceeds? the (?:maximum(?! (?:allowed )?(?:output|completion))|available|model)|input token count"
    r"|tokens exceed|exceed(?:s|ed)? (?:context limit|model token limit|max length|max message)|range of input length"
    r"|reduce the length of the|inputs must have less than|maximum prompt length|(?:input length|messages|prompt) too long"
    r"|request (?:entity )?too large|token limit exceeded|exceed(?:s|ed)? (?:it |this )?by \d+ tokens|超长|(?:输入|上下文|提示词?).{0,12}(?:超过|超出)"
)
_REFUSED = re.compile(r"content[_ ]filter|content[_ ]policy|invalid_prompt|content management policy")
_QUOTED_ONLY = {"format", "description", "pattern"}
"""Keywords that are common words too: they count only in quotation marks."""


def is_too_long(text: str) -> bool:
    """Is the error about the length of the question?"""
    return _CONTEXT.search(text.lower()) is not None


def is_content_refusal(text: str) -> bool:
    """Did a content filter refuse the question?"""
    return _REFUSED.search(text.lower()) is not None


def lowered(
    status: int, said: str, sent: Mapping[str, Any], question: Question, abilities: Abilities
) -> Abilities | None:
    """The abilities without what this error is about; None where it is about nothing that we can go without.

    A 500 counts only if it names what was sent. A 400 that names nothing is taken to be about the form of the answer.
    """
    text = _plain(said)
    if is_content_refusal(text) or (is_too_long(text) and not _LIMIT.search(text)):
        return None
    if _MUST_STREAM.search(text) and not sent.get("stream"):
        return replace(abilities, must_stream=True)
    names = _names_sent(sent)
    most = _most_output(text, sent)
    if most is not None:
        return replace(abilities, most_output=most)
    if is_too_long(text):
        return None
    if (
        _SYSTEM.search(text)
        and abilities.system
        and any(m.role == "system" for m in question.request.messages)
    ):
        return replace(abilities, system=False)
    if question.schema is not None and (keywords := _keywords(text, question, abilities)):
        return replace(abilities, keywords=abilities.keywords | keywords)
    named = _named(said, text, names)
    if status == 404 and "support" not in text:
        return None
    if named is None and status < 500 and status != 404 and not list(_fields(said)):
        named = "form" if "form" in names else "n" if "n" in names else None
    return _without(named, abilities)


def room_left(said: str, sent: Mapping[str, Any]) -> int | None:
    """Tokens that the context leaves for an answer, where question and answer together are too long for it."""
    text = _plain(said)
    limit = _sent_limit(sent)
    if not is_too_long(text) or limit is None:
        return None
    numbers = _numbers(text)
    whole = re.search(
        r"(?:context length|context window|context size|n_ctx|max_new_tokens`? must be)\D{0,20}(\d+)",
        text,
    )
    context = int(whole[1]) if whole else max((each for each in numbers if each > limit), default=0)
    asked = [each for each in numbers if 0 < each < context and each != limit and each + limit > context]
    rooms = [context - each - 16 for each in asked]
    return max((each for each in rooms if 0 < each < limit), default=None)


def _without(named: str | None, abilities: Abilities) -> Abilities | None:
    """One step down."""
    if named == "form":
        return abilities.next_form()
    if named == "max_tokens" and not abilities.own_output_name:
        return replace(abilities, own_output_name=True)
    if named is None or not abilities.takes(named):
        return None
    return abilities.without(named)


def _named(said: str, text: str, names: frozenset[str]) -> str | None:
    """The parameter that the error names: by its field, else the first one in its text."""
    for field in _fields(said):
        for name in names:
            if field == name or field in _NAMES.get(name, ()):
                return name
    places = {}
    for name in names:
        found = [match.start() for word in _NAMES.get(name, ()) if (match := re.search(_word(word), text))]
        if name == "n" and (match := _N.search(text)):
            found.append(match.start())
        if found:
            places[name] = min(found)
    return min(places, key=lambda name: places[name]) if places else None


def _word(word: str) -> str:
    return rf"(?<![a-z0-9_]){re.escape(word)}(?![a-z0-9_])"


def _names_sent(sent: Mapping[str, Any]) -> frozenset[str]:
    """What was sent, by the names that abilities have."""
    config = sent.get("generationConfig") or {}
    keys = {each.lower() for each in (*sent, *config)}
    forms = {"response_format", "tools", "text", "responsejsonschema", "responsemimetype"}
    names = {name for name, words in _NAMES.items() if name != "form" and keys & {name, *words}}
    if keys & forms:
        names.add("form")
    if '"strict"' in json.dumps([sent.get("response_format"), sent.get("tools"), sent.get("text")]):
        names.add("strict")
    if '"cache_control"' in json.dumps([sent.get("system"), sent.get("messages")]):
        names.add("cache_control")
    if "reasoning" in sent:
        names.add("reasoning_effort")
    return frozenset(names)


def _keywords(text: str, question: Question, abilities: Abilities) -> frozenset[str]:
    """The keywords of the sent schema that the error names as unknown or not allowed."""
    if abilities.form not in ("schema", "tool") or re.search(r"is required|must be supplied", text):
        return frozenset()
    assert question.schema is not None
    used = set(keywords_in(abilities.schema(question.schema)))
    named = set()
    for each in used:
        word = each.lower()
        quoted = rf"""['"`]{word}['"`]"""
        if re.search(quoted if each in _QUOTED_ONLY else rf"{quoted}|{_word(word)}", text):
            named.add(each)
    return frozenset(named)


def _most_output(text: str, sent: Mapping[str, Any]) -> int | None:
    """The largest limit that the error names below the one that was sent."""
    limit = _sent_limit(sent)
    if limit is None or not _LIMIT.search(text) or is_too_long(text):
        return None
    below = [each for each in _numbers(text) if 16 <= each < limit]
    if not below:
        return None
    return max(below) - ("exclusive" in text)


def _numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def _sent_limit(sent: Mapping[str, Any]) -> int | None:
    config = sent.get("generationConfig") or {}
    for name in ("max_tokens", "max_completion_tokens", "max_output_tokens"):
        if isinstance(sent.get(name), int):
            return int(sent[name])
    return int(config["maxOutputTokens"]) if "maxOutputTokens" in config else None


def _fields(said: str) -> Iterator[str]:
    """The fields that a structured error points at: `param`, or the places of a validation error."""
    try:
        document = json.loads(said)
    except ValueError:
        return
    if not isinstance(document, dict):
        return
    error = document.get("error")
    if isinstance(error, dict) and error.get("param"):
        yield str(error["param"]).split(".")[0].split("[")[0].lower()
    detail = document.get("detail")
    for each in detail if isinstance(detail, list) else []:
        places = [str(place) for place in each.get("loc") or [] if place != "body"]
        if places:
            yield places[0].lower()


def _plain(said: str) -> str:
    """The error's text in lower case, without JSON's escapes and without commas within numbers."""
    text = said.replace('\\"', '"').replace("\\n", " ").lower()
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
