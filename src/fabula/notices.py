"""Messages for users as a code and fields. The interfaces turn them into sentences in the user's language.

A package never writes a sentence that an interface would have to translate. It writes
`Notice.of("text.chapter-missing", n=7)`. The sentence for each language is in `languages/LANGUAGE/notices.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Self, TypedDict

from fabula.languages import ENGLISH, Language


class NoticeDocument(TypedDict):
    """A notice in a JSON document."""

    code: str
    fields: dict[str, Any]
    text: str
    """The English sentence."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message for the user. `str()` gives the English sentence, for logs and errors."""

    code: str
    """`room.what-it-is`, such as `text.chapter-missing`."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Numbers, names from the file, and nested notices."""
    as_saved: str = field(default="", compare=False, repr=False)
    """The English sentence of the document that it was read from, for a version that words it otherwise."""

    @classmethod
    def of(cls, code: str, **fields: Any) -> Self:
        """Make a notice with its fields."""
        return cls(code, fields)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Read a notice from a JSON document."""
        fields = {name: _read(value) for name, value in document["fields"].items()}
        return cls(document["code"], fields, document.get("text") or "")

    @property
    def document(self) -> NoticeDocument:
        """The notice for a JSON document. It includes the English sentence for people who read the file."""
        fields = {name: _plain(value) for name, value in self.fields.items()}
        return {"code": self.code, "fields": fields, "text": str(self)}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Let pydantic save a notice as its document and read it back."""
        from pydantic_core import core_schema as schema

        texts, anything = schema.str_schema(), schema.dict_schema(schema.str_schema(), schema.any_schema())
        document = schema.typed_dict_schema(
            {
                "code": schema.typed_dict_field(texts),
                "fields": schema.typed_dict_field(anything),
                "text": schema.typed_dict_field(texts, required=False),
            }
        )
        read = schema.no_info_after_validator_function(cls.from_document, document)
        return schema.json_or_python_schema(
            json_schema=read,
            python_schema=schema.union_schema([schema.is_instance_schema(cls), read]),
            serialization=schema.plain_serializer_function_ser_schema(
                lambda notice: notice.document, return_schema=document
            ),
        )

    def __str__(self) -> str:
        return worded(self, ENGLISH)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted((name, str(value)) for name, value in self.fields.items()))))


def worded(notice: Notice, language: Language) -> str:
    """The sentence in the user's language, or in English if there is no translation.

    What another version of fabula saved is said as it was saved, if today's sentence asks for what it does not tell.
    """
    sentence = _sentences(language).get(notice.code) or _sentences(ENGLISH).get(notice.code)
    if sentence is None:
        if notice.as_saved:
            return notice.as_saved
        raise KeyError(f"languages/en/notices.toml has no sentence for {notice.code}")
    try:
        said = sentence.format(**{name: _value(value, language) for name, value in notice.fields.items()})
    except KeyError:
        if notice.as_saved:
            return notice.as_saved
        raise
    begins_with_name = sentence.startswith("{") and said.startswith("the ")
    return f"The {said[4:]}" if begins_with_name else said


def joined(notices: Iterable[Notice], language: Language) -> str:
    """Several notices joined as sentences. Chinese puts no space between them."""
    return language.joiner.join(worded(one, language) for one in notices)


def _value(value: Any, language: Language) -> Any:
    if isinstance(value, Notice):
        return worded(value, language)
    if isinstance(value, Mapping) and "code" in value:
        return worded(Notice.from_document(value), language)
    if isinstance(value, tuple | list):
        return language.writing.separator.join(str(_value(each, language)) for each in value)
    if isinstance(value, Language):
        return _sentences(language).get(f"language.{value}", value.name)
    return value


def _plain(value: Any) -> Any:
    """A field as JSON. Languages are marked, so that they are not mistaken for other words."""
    if isinstance(value, Notice):
        return value.document
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return {"language": str(value)} if isinstance(value, Language) else value


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return Language(value["language"]) if "language" in value else Notice.from_document(value)
    return tuple(map(_read, value)) if isinstance(value, list) else value


@cache
def _sentences(language: Language) -> Mapping[str, str]:
    """The sentences of one language by code. Empty for a language without a folder."""
    place = files("fabula.languages") / language / "notices.toml"
    if not place.is_file():
        return {}
    found: dict[str, str] = {}
    for room, sentences in tomllib.loads(place.read_text(encoding="utf-8")).items():
        found |= {f"{room}.{name}": sentence for name, sentence in sentences.items()}
    return found
