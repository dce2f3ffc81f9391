"""What one server has taken and refused so far. Each refusal lowers it by one step; nothing else is given up with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from fabula.models.chat import ChatRequest, JsonSchema

SchemaForm = Literal["schema", "tool", "json", "words"]
"""How a server is told the form of an answer: a JSON schema, a forced tool call, any JSON object, or the question's words."""
FORMS: tuple[SchemaForm, ...] = ("schema", "tool", "json", "words")

DROPPABLE = frozenset(
    {
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format", "minItems",
        "maxItems", "description", "additionalProperties",
    }
)  # fmt: skip
"""Keywords of a schema that a server can do without: the answer is checked against the whole schema anyway."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What may be sent."""

    form: SchemaForm = "schema"
    ignored: bool = False
    """It takes the form and does not keep to it: the form stands in the question's words too."""
    keywords: frozenset[str] = frozenset()
    """Keywords left out of schemas."""
    left_out: frozenset[str] = frozenset()
    """Parameters that are not sent: `temperature`, `seed`, `n`, `logprobs`, `stream`, `strict`, `reasoning_effort`, ..."""
    own_output_name: bool = False
    """The limit of an answer goes as `max_completion_tokens`."""
    system: bool = True
    """There is a system role. Without it, its text stands before the first question."""
    must_stream: bool = False
    """It answers in pieces alone."""
    most_output: int | None = None
    """The most tokens of one answer that the server allows."""

    def takes(self, name: str) -> bool:
        """May this parameter be sent?"""
        return name not in self.left_out

    def limit(self, wanted: int) -> int:
        """The limit of an answer, within what the server allows."""
        return wanted if self.most_output is None else min(wanted, self.most_output)

    @property
    def in_words(self) -> bool:
        """Must the question itself say what form its answer has?"""
        return self.ignored or self.form in ("json", "words")

    def schema(self, schema: JsonSchema) -> JsonSchema:
        """The schema without the keywords that the server refused."""
        return without_keywords(schema, self.keywords) if self.keywords else schema

    def without(self, *names: str) -> Abilities:
        return replace(self, left_out=self.left_out | set(names))

    def next_form(self) -> Abilities | None:
        """The next weaker way to ask for a form; None after the last."""
        further = FORMS[FORMS.index(self.form) + 1 :]
        return replace(self, form=further[0]) if further else None

    def not_taken(self, request: ChatRequest, schema: JsonSchema | None, start: Abilities) -> tuple[str, ...]:
        """What this request asked for and got otherwise than at the start, where that can change the answer."""
        wanted = {
            "temperature": True,
            "seed": request.seed is not None,
            "logprobs": request.top_logprobs > 0,
            "reasoning_effort": True,
            "continue_final_message": request.messages[-1].role == "assistant",
        }
        refused = [
            name for name, asked in wanted.items() if asked and start.takes(name) and not self.takes(name)
        ]
        if schema is not None and self.ignored:
            refused.append("schema-as-words")
        elif schema is not None and self.form != start.form:
            refused.append(f"schema-as-{self.form}")
        elif schema is not None:
            refused += [f"schema-without-{each}" for each in self.keywords & set(keywords_in(schema))]
        return tuple(sorted(refused))


EVERYTHING = Abilities()
"""Nothing was refused yet."""


def keywords_in(schema: object) -> Iterator[str]:
    """The keywords that a schema uses and can do without, wherever they stand."""
    if isinstance(schema, list):
        for each in schema:
            yield from keywords_in(each)
    if isinstance(schema, dict):
        yield from DROPPABLE & schema.keys()
        for key, value in schema.items():
            yield from keywords_in(list(value.values()) if key in ("properties", "$defs") else value)


def without_keywords(schema: Mapping[str, Any], keywords: frozenset[str]) -> dict[str, Any]:
    """A copy of the schema without these keywords. Properties that happen to have such a name stay."""
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key in keywords:
            continue
        if key in ("properties", "$defs"):
            kept[key] = {name: without_keywords(each, keywords) for name, each in value.items()}
        elif isinstance(value, dict):
            kept[key] = without_keywords(value, keywords)
        elif isinstance(value, list):
            kept[key] = [
                without_keywords(each, keywords) if isinstance(each, dict) else each for each in value
            ]
        else:
            kept[key] = value
    return kept
