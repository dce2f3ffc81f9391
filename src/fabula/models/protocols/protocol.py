"""What a protocol is: how one kind of server wants its questions and gives its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fabula.models.abilities import EVERYTHING, Abilities
from fabula.models.chat import ChatRequest, Completion, JsonSchema
from fabula.models.providers import Address

Document = dict[str, Any]


class NotACompletion(Exception):
    """The server's document holds no answer of this protocol."""


class CutShort(Exception):
    """The pieces of an answer stop before its end. What came so far would pass for a shorter answer."""


def must_have_ended(ended: bool) -> None:
    if not ended:
        raise CutShort


@dataclass(frozen=True, slots=True)
class Question:
    """What one trip asks: a request, the schema of its answer, and how many answers are wanted."""

    request: ChatRequest
    schema: JsonSchema | None
    n: int
    max_tokens: int
    """The most tokens of one answer, with room for thoughts."""
    stream: bool = False
    """The answer may take minutes: it comes in pieces."""
    repeated: bool = False
    """The same question will be asked again at once: its beginning is worth keeping at the server."""


def temperature_of(question: Question, where: Address) -> float:
    """The user's own temperature for this model, else the question's."""
    own = where.settings.temperature
    return question.request.temperature if own is None else own


def sendable(optional: Document, abilities: Abilities) -> Document:
    """The fields that have a value and that the server has not refused."""
    return {name: value for name, value in optional.items() if value is not None and abilities.takes(name)}


@dataclass(frozen=True, slots=True)
class Protocol:
    """The functions of one protocol. A new one is one file that fills this in."""

    path: Callable[[Address, bool], str]
    """Where to post, below the base URL; the flag is true for an answer in pieces."""
    headers: Callable[[Address, str], Mapping[str, str]]
    """The key and what else identifies the caller."""
    body: Callable[[Address, Question, Abilities], Document]
    completion: Callable[[Document, Question], Completion]
    """The answers in a server's document; NotACompletion where there are none."""
    whole: Callable[[Sequence[Document]], Document]
    """The document that the events of an answer in pieces add up to."""
    title: str = ""
    """What its documentation calls it."""
    start: Abilities = EVERYTHING
    """What the protocol itself lacks, before any server refused anything."""
    models: str | None = "models"
    """Where the server lists its models for a key, if it does."""
