"""JSON as models write it: comments, Python's words, missing quotation marks and commas, doubled braces.

A text is read where only one reading is possible. Anything else raises ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SPACE = re.compile(r"(?:\s++|//[^\n]*|#[^\n]*|/\*.*?\*/)*+", re.DOTALL)
_STRINGS = (
    re.compile(r'"""(?P<inside>.*?)"""', re.DOTALL),
    re.compile(r'"(?P<inside>(?:[^"\\]|\\.)*)"', re.DOTALL),
    re.compile(r"'(?P<inside>(?:[^'\\]|\\.)*)'", re.DOTALL),
    re.compile(r"[“„”](?P<inside>(?:[^“”„\\]|\\.)*)[“”]", re.DOTALL),
)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?=\s*(?:[,，\]}#]|/[/*])|\s*\n)")
_WORDS: Mapping[str, object] = {
    "true": True, "false": False, "null": None, "True": True, "False": False, "None": None,
    "NaN": None, "Infinity": None, "-Infinity": None, "undefined": None,
}  # fmt: skip
"""What is no number is a missing value."""
_WORD = re.compile(r"-?[A-Za-z]+(?=\s*(?:[,，\]}#]|/[/*])|\s*\n)")
_KEY = re.compile(r"\w+")
_PHRASE = re.compile(r"[\w★☆][^,，{}\[\]\"\n:：]*(?=[,，}\n])")
"""A value without quotation marks, such as 7/10."""
_COLON, _COMMA, _BRACE = re.compile("[:：]"), re.compile("[,，]"), re.compile("}")
_END_OF_ARRAY = re.compile(rf"[,，]?{_SPACE.pattern}\]", re.DOTALL)
_END_OF_OBJECT = re.compile(rf"[,，]?{_SPACE.pattern}\}}|\Z", re.DOTALL)
"""The last braces may be missing. A list without its bracket may lack some of its values."""
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_DEEPEST = 50


class TwoValuesError(ValueError):
    """A key has two different values, so neither can be chosen."""


def once(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """The pairs as a dict. A key that comes twice must have one value."""
    found: dict[Any, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise TwoValuesError(key)
        found[key] = value
    return found


def loads(text: str) -> object:
    """The object or array that the text is."""
    reader = _Reader(text)
    value = reader.value(0)
    if reader.skipped() < len(text):
        raise ValueError(f"more text after the value, at {reader.at}")
    return value


class _Reader:
    """Reads one value at a time. `at` is where it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skipped(self) -> int:
        """The place after spaces and comments."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def value(self, depth: int) -> object:
        self.skipped()
        sign = self.text[self.at : self.at + 1]
        if depth > _DEEPEST:
            raise ValueError("nested too deeply")
        if sign == "{":
            return self._object(depth + 1)
        if sign == "[":
            return self._array(depth + 1)
        string = self._string()
        if string is not None:
            return string
        if number := self._taken(_NUMBER):
            return _number(number[0])
        if (word := _WORD.match(self.text, self.at)) and word[0] in _WORDS:
            self.at = word.end()
            return _WORDS[word[0]]
        raise ValueError(f"no value at {self.at}")

    def _object(self, depth: int) -> object:
        self.at += 1
        self.skipped()
        if self.text.startswith("{", self.at):
            inner = self.value(depth)
            if not self._closes(_BRACE):
                raise ValueError("a doubled brace is closed once")
            return inner
        pairs: list[tuple[str, object]] = []
        while not self._closes(_END_OF_OBJECT if pairs else _BRACE):
            self._comma(first=not pairs)
            key = self._string()
            if key is None:
                found = self._taken(_KEY)
                if found is None:
                    raise ValueError(f"no key at {self.at}")
                key = found[0]
            self.skipped()
            if self._taken(_COLON) is None:
                raise ValueError(f"no colon at {self.at}")
            self.skipped()
            pairs.append((key, self._member(depth)))
        return once(pairs)

    def _member(self, depth: int) -> object:
        start = self.at
        try:
            return self.value(depth)
        except TwoValuesError:
            raise
        except ValueError:
            self.at = start
            if phrase := self._taken(_PHRASE):
                return phrase[0].strip()
            raise

    def _array(self, depth: int) -> list[object]:
        self.at += 1
        values: list[object] = []
        while not self._closes(_END_OF_ARRAY):
            self._comma(first=not values)
            values.append(self.value(depth))
        return values

    def _closes(self, end: re.Pattern[str]) -> bool:
        """Does the container end here? A comma may stand before its bracket."""
        self.skipped()
        return self._taken(end) is not None

    def _comma(self, *, first: bool) -> None:
        """The comma before a member. A line break can take its place."""
        if first:
            return
        if self._taken(_COMMA) is None and not self.text[: self.at].rstrip(" \t").endswith("\n"):
            raise ValueError(f"no comma at {self.at}")
        self.skipped()

    def _string(self) -> str | None:
        for form in _STRINGS:
            if found := self._taken(form):
                return _ESCAPE.sub(_unescaped, found["inside"])
        return None

    def _taken(self, form: re.Pattern[str]) -> re.Match[str] | None:
        found = form.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found


def _number(digits: str) -> object:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        return None
    return value if re.search(r"[.eE]", digits) else int(digits)


def _unescaped(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2] or escape[3]
    if code:
        return chr(int(code, 16)) if int(code, 16) < 0x110000 else "\ufffd"
    return _ESCAPED.get(escape[4], escape[4])
