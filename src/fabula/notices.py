"""What the rooms have to tell a user: a code and its fields. The faces put it into words, in the reader's language.

A room never writes a sentence that a face would have to translate. It says `Notice.of("text.chapter-missing", n=7)`;
the sentence stands in `languages/LANGUAGE/notices.toml` under that code, once for each language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Self

from fabula.languages import ENGLISH, Language


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell the user. `str()` gives the English sentence, for logs and errors."""

    code: str
    """`room.what-it-is`, such as `text.chapter-missing`."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Numbers, names taken from the file, and other notices that stand within this one."""

    @classmethod
    def of(cls, code: str, **fields: Any) -> Self:
        """A notice with its fields."""
        return cls(code, fields)

    def __str__(self) -> str:
        return worded(self, ENGLISH)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted((name, str(value)) for name, value in self.fields.items()))))


def worded(notice: Notice, language: Language) -> str:
    """The sentence in the reader's language; in English where that language has no words for it."""
    sentence = _sentences(language).get(notice.code) or _sentences(ENGLISH).get(notice.code)
    if sentence is None:
        raise KeyError(f"languages/en/notices.toml has no sentence for {notice.code}")
    return sentence.format(**{name: _value(value, language) for name, value in notice.fields.items()})


def joined(notices: Iterable[Notice], language: Language) -> str:
    """Several notices as sentences one after another; Chinese puts no space between them."""
    return ("" if language == "zh" else " ").join(worded(one, language) for one in notices)


def read_notice(told: Mapping[str, Any]) -> Notice:
    """A notice as a JSON document holds it."""
    return Notice(str(told["code"]), dict(told.get("fields", {})))


def _value(value: Any, language: Language) -> Any:
    if isinstance(value, Notice):
        return worded(value, language)
    if isinstance(value, Mapping) and "code" in value:
        return worded(read_notice(value), language)
    if isinstance(value, tuple | list):
        return language.writing.separator.join(str(_value(each, language)) for each in value)
    return value


@cache
def _sentences(language: Language) -> Mapping[str, str]:
    """The sentences of one language by code; none for a language without a folder."""
    if not language.is_ruled:
        return {}
    text = (files("fabula.languages") / language / "notices.toml").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for room, sentences in tomllib.loads(text).items():
        found |= {f"{room}.{name}": sentence for name, sentence in sentences.items()}
    return found
