"""Answers of a declared type: the schema for the server, and reading the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from fabula.models.chat import ChatMessage, ChatRequest, Choice, Unusable
from fabula.models.fitting import OTHER_NAMES, fit, lifted
from fabula.models.invalid import what_is_invalid
from fabula.models.json_repair import complete_json, labelled, readings
from fabula.models.prompts import load_prompt
from fabula.models.thoughts import without_thoughts
from fabula.notices import Notice

T = TypeVar("T", bound=BaseModel)
Schema = dict[str, Any]

_NOT_ON_THE_WIRE = {
    "title", "default", "examples", "discriminator", "minLength", "maxLength", "uniqueItems", OTHER_NAMES,
}  # fmt: skip
"""Keywords that strict servers refuse. Pydantic still checks them; other names of a field are for our own reading."""

_SHOWN = 160
"""Letters of a refusal that a notice quotes."""
_REFUSAL = re.compile(
    r"\W*(?:(?:i['’]?m|i am) (?:very |really |so )?sorry\b|sorry,|i apologi[sz]e|unfortunately, i (?:can|am)"
    r"|(?:i|we) (?:can ?not|can['’]t|won['’]t|will not|must decline|am unable|['’]m unable|am not able|['’]m not able)"
    r"|as an? (?:ai|artificial|(?:large )?language model)\b|很抱歉|抱歉|对不起|對不起|非常抱歉|我(?:无法|不能|無法)|作为(?:一个|一名)?(?:ai|人工智能)|作為)",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)
def schema_of(answer_type: type[BaseModel]) -> Schema:
    """The type as a JSON schema in the strict dialect that OpenAI-style servers accept: closed objects, all required.

    The same object each time: do not change it.
    """
    whole = answer_type.model_json_schema()
    definitions = whole.pop("$defs", {})
    recursive = {name for name in definitions if _reaches(name, definitions[name], definitions)}
    schema: Schema = _strict(whole, definitions, recursive)
    if recursive:
        schema["$defs"] = {
            name: _strict(definitions[name], definitions, recursive) for name in sorted(recursive)
        }
    return schema


def read_answer(choice: Choice, answer_type: type[T]) -> T | Unusable:
    """The answer as its type, repaired if that needs no guess; otherwise why it cannot be used, with the raw text."""
    text = choice.text.strip()
    if choice.finish == "refusal":
        return declined(choice.text)
    if choice.finish == "length":
        data = complete_json(text)
        answer = _validated(data, answer_type) if data is not None else None
        if isinstance(answer, BaseModel):
            return answer
        return Unusable("cut off", Notice.of("models.reached-limit"), choice.text)
    found = _read(text, answer_type)
    if isinstance(found, BaseModel):
        return found
    if not without_thoughts(text):
        return empty(text)
    if "{" not in text and len(text) < 1000 and declines(text):
        return declined(choice.text)
    return Unusable("malformed", found, choice.text)


def declined(text: str) -> Unusable:
    """A refusal, in the words of the model or of the filter that stands before it."""
    said = next((line.strip() for line in text.splitlines() if line.strip()), "")
    why = Notice.of("models.declined-saying", said=said[:_SHOWN]) if said else Notice.of("models.declined")
    return Unusable("refusal", why, text)


def empty(text: str) -> Unusable:
    """Why an answer without anything but thoughts cannot be used."""
    why = Notice.of("models.only-thinking") if text.strip() else Notice.of("models.answer-empty")
    return Unusable("empty", why, text)


def valid_parts(text: str, answer_type: type[BaseModel]) -> dict[str, Any]:
    """The valid fields of an answer that is invalid elsewhere or was cut off after them.

    No fields if the text has several answers that differ.
    """
    closed = complete_json(text[text.find("{") : text.rfind("}") + 1] + "}")
    found = readings(text) if closed is None else [closed]
    if not found or any(each != found[0] for each in found):
        return {}
    schema = _declared(answer_type)
    data = fit(lifted(found[0], schema), schema)
    parts, sheet = {}, answer_type.model_construct()
    for name in answer_type.model_fields:
        if not isinstance(data, dict) or name not in data:
            continue
        try:
            answer_type.__pydantic_validator__.validate_assignment(sheet, name, data[name])
        except ValidationError:
            continue
        parts[name] = getattr(sheet, name)
    return parts


def declines(text: str) -> bool:
    """Does the text begin like a refusal?"""
    return _REFUSAL.match(text) is not None


def ask_again(request: ChatRequest, choice: Choice, unusable: Unusable) -> ChatRequest:
    """The same conversation with the unusable answer and what was wrong with it, for another try."""
    prompt = load_prompt("models", "ask-again", _language(request))
    error = prompt.messages(reason=unusable.reason, detail=str(unusable.notice))
    keep = choice.text.strip() and unusable.reason != "cut off"
    answer = (ChatMessage("assistant", choice.text),) if keep else ()
    return replace(request, messages=(*request.messages, *answer, *error))


def _read(text: str, answer_type: type[T]) -> T | Notice:
    """The one answer in the text, or what is wrong. Two different answers are an error."""
    schema = _declared(answer_type)
    data = readings(text)
    tried = [_validated(each, answer_type) for each in data]
    answers = [each for each in tried if isinstance(each, BaseModel)]
    if not answers and not any(isinstance(each, dict | list) for each in data):
        line = labelled(text, schema)
        if line is not None:
            tried = [_validated(line, answer_type)]
            answers = [each for each in tried if isinstance(each, BaseModel)]
    if not answers:
        return next((each for each in tried if isinstance(each, Notice)), Notice.of("models.no-json"))
    if any(each != answers[0] for each in answers):
        return Notice.of("models.answers-differ", n=len(answers))
    return answers[0]


def _validated(data: object, answer_type: type[T]) -> T | Notice:
    fitted = fit(data, _declared(answer_type))
    try:
        return answer_type.model_validate(fitted)
    except ValidationError as error:
        inner = lifted(_unwrapped(data, answer_type), _declared(answer_type))
        if inner is not data:
            answer = _validated(inner, answer_type)
            if isinstance(answer, BaseModel):
                return answer
        return what_is_invalid(error)


@lru_cache(maxsize=256)
def _declared(answer_type: type[BaseModel]) -> Schema:
    """The type's whole schema, with the keywords that strict servers refuse."""
    return answer_type.model_json_schema()


def _unwrapped(data: object, answer_type: type[BaseModel]) -> object:
    """The inside of a needless wrapper ({"answer": {...}}, [{...}]), or the value in a missing wrapper."""
    if isinstance(data, list) and len(data) == 1 and isinstance(data[0], dict):
        return data[0]
    if isinstance(data, dict) and len(data) == 1:
        (key, value), fields = *data.items(), answer_type.model_fields
        if key not in fields and isinstance(value, dict):
            return value
    elif not isinstance(data, dict) and len(answer_type.model_fields) == 1:
        return {next(iter(answer_type.model_fields)): data}
    return data


def _language(request: ChatRequest) -> str:
    """The language that the last question is asked in, by its script."""
    text = request.messages[-1].content
    chinese = len(re.findall(r"[\u4e00-\u9fff]", text))
    return "zh" if chinese * 2 > len(re.findall(r"[A-Za-z]+", text)) else "en"


def _reaches(
    name: str, schema: object, definitions: Mapping[str, Any], seen: frozenset[str] = frozenset()
) -> bool:
    """Does a definition refer to itself? Only those stay references."""
    if isinstance(schema, dict):
        target = schema.get("$ref", "").removeprefix("#/$defs/") if "$ref" in schema else None
        if target == name:
            return True
        if (
            target
            and target not in seen
            and _reaches(name, definitions[target], definitions, seen | {target})
        ):
            return True
        return any(_reaches(name, value, definitions, seen) for key, value in schema.items() if key != "$ref")
    return isinstance(schema, list) and any(_reaches(name, value, definitions, seen) for value in schema)


def _strict(schema: Any, definitions: Mapping[str, Any], recursive: set[str]) -> Any:
    if isinstance(schema, list):
        return [_strict(each, definitions, recursive) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if name in recursive:
            return {"$ref": schema["$ref"]}
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return _strict({**definitions[name], **beside}, definitions, recursive)
    if "prefixItems" in schema or isinstance(schema.get("additionalProperties"), dict):
        raise TypeError(
            "an answer type cannot hold a dict or a tuple: strict servers refuse both; use a list of models"
        )
    kept = {key: value for key, value in schema.items() if key not in _NOT_ON_THE_WIRE}
    if "oneOf" in kept:
        kept["anyOf"] = kept.pop("oneOf")
    for key in ("items", "anyOf", "allOf"):
        if key in kept:
            kept[key] = _strict(kept[key], definitions, recursive)
    if "properties" in kept:
        kept["properties"] = {
            name: _strict(value, definitions, recursive) for name, value in kept["properties"].items()
        }
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    return kept
