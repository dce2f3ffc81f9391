"""Sentences that are worded when somebody reads them: a report is made once and shown in every language.

What a server keeps of a report is made with `Later` in place of a language's labels. Every sentence in it is then a mark
that says which label it is and what fills its fields. `in_words` puts the words of one language in place of the marks.
"""

from __future__ import annotations

import json
import re
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from fabula.languages import ENGLISH
from fabula.notices import Notice
from fabula.reports.labels import Labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_OPEN, _CLOSE = "\x02", "\x03"
"""What no text holds. JSON escapes them, so a mark in a field of another mark cannot end it."""
_MARK = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")


class Later(Labels):
    """Labels whose words are chosen later. Whatever it is asked for, it answers with a mark."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(ENGLISH, {})

    def __call__(self, key: str, **fields: Any) -> str:
        return _mark("say", key, fields)

    def or_else(self, key: str, instead: str) -> str:
        return _mark("or_else", key, instead)

    def known(self, group: str, name: str) -> str:
        return _mark("known", group, name)

    def notice(self, found: Notice | Mapping[str, Any]) -> str:
        return _mark("notice", found.document if isinstance(found, Notice) else dict(found))

    def one_of(self, wordings: Mapping[str, str]) -> str:
        return _mark("one_of", dict(wordings))

    def prose(self, sentences: Iterable[str]) -> str:
        told = list(sentences)
        return _mark("prose", told) if told else ""

    def listed(self, parts: Sequence[str]) -> str:
        return _mark("listed", list(parts)) if parts else ""

    def paired(self, name: str, value: str) -> str:
        return _mark("paired", name, value)

    def aside(self, remark: str) -> str:
        return _mark("aside", remark)

    def clauses(self, parts: Iterable[str]) -> str:
        return _mark("clauses", list(parts))

    @property
    def comma(self) -> str:
        return _mark("comma")

    @property
    def separator(self) -> str:
        return _mark("separator")


def in_words(value: Any, say: Labels) -> Any:
    """A document with the words of one language in place of every mark."""
    if isinstance(value, str):
        return _MARK.sub(lambda found: _worded(found[1], say), value) if _OPEN in value else value
    if isinstance(value, dict):
        return {name: in_words(each, say) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [in_words(each, say) for each in value]
    return value


def page_in_words(page: str, say: Labels) -> str:
    """The same for a page that a template made with `Later`: there the marks are escaped, and so are the words."""
    return _MARK.sub(lambda found: escape(_worded(unescape(found[1]), say)), page)


def _mark(*parts: Any) -> str:
    return f"{_OPEN}{json.dumps(parts, ensure_ascii=False)}{_CLOSE}"


def _worded(mark: str, say: Labels) -> str:
    """The words of a mark. A book that holds the two signs itself makes no page fail: what is no mark of ours is left out."""
    try:
        kind, *parts = json.loads(mark)
        parts = in_words(parts, say)
        if kind == "say":
            return say(parts[0], **parts[1])
        if kind in ("separator", "comma"):
            return str(getattr(say, kind))
        return str(getattr(say, kind)(*parts)) if kind in _ASKED else ""
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        return ""


_ASKED = ("or_else", "known", "notice", "one_of", "prose", "listed", "paired", "aside", "clauses")
