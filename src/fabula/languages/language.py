"""A language as a value: its ISO 639-1 code, normalised however the user or the file wrote it."""

from __future__ import annotations

from typing import Any, Self

from fabula.errors import UsageError

RULED = ("en", "zh", "es")
"""Languages with a folder of rules of their own; any other is measured as far as possible, and the user is told once."""

_NAMES: dict[str, tuple[str, ...]] = {
    "en": ("english", "eng", "inglés", "ingles", "英语", "英文"),
    "zh": ("chinese", "chi", "zho", "cmn", "yue", "mandarin", "中文", "汉语", "漢語", "chino", "putonghua"),
    "es": ("spanish", "spa", "castilian", "español", "espanol", "castellano", "西班牙语"),
    "fr": ("french", "fra", "fre", "français", "francais", "francés"),
    "de": ("german", "deu", "ger", "deutsch", "alemán"),
    "it": ("italian", "ita", "italiano"),
    "pt": ("portuguese", "por", "português", "portugues"),
    "ru": ("russian", "rus", "русский"),
    "ja": ("japanese", "jpn", "日本語", "日语"),
    "ko": ("korean", "kor", "한국어"),
    "nl": ("dutch", "nld", "dut", "nederlands"),
    "pl": ("polish", "pol", "polski"),
    "la": ("latin", "lat"),
}
_CODES = {name: code for code, names in _NAMES.items() for name in (code, *names)}


class Language(str):
    """The language of a text. It is its code (`zh`), so it compares and prints as one, and it knows its name and rules.

    `Language("zh-CN")`, `Language("zh_Hans")` and `Language("Chinese")` are one value.
    """

    __slots__ = ()

    def __new__(cls, written: str) -> Self:
        code = _code(written)
        if code is None:
            raise UsageError(f"{written!r} is not a language: write a code such as en, zh or es, or its name")
        return super().__new__(cls, code)

    @classmethod
    def or_none(cls, written: str | None) -> Self | None:
        """The language a file states; None where it states none or something that is not a language."""
        code = _code(written) if written else None
        return None if code is None else cls(code)

    @property
    def name(self) -> str:
        """Its English name, or its code where fabula knows no name for it."""
        return _NAMES[self][0].capitalize() if self in _NAMES else str(self)

    @property
    def is_ruled(self) -> bool:
        """Whether fabula has rules of its own for it."""
        return str(self) in RULED

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Documents hold the code; reading one gives the value again."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


def _code(written: str) -> str | None:
    plain = written.strip().lower()
    if plain in _CODES:
        return _CODES[plain]
    head = plain.replace("_", "-").partition("-")[0]
    if head in _CODES:
        return _CODES[head]
    return head if len(head) in (2, 3) and head.isascii() and head.isalpha() else None


ENGLISH = Language("en")
