"""A language as a value: its normalised ISO 639-1 code and its rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from fabula.errors import UsageError
from fabula.extensions import broken, extension, names

if TYPE_CHECKING:
    from fabula.languages.topics.audits import AuditRules
    from fabula.languages.topics.claims import ClaimRules
    from fabula.languages.topics.continuity import ContinuityRules
    from fabula.languages.topics.dialogue import DialogueRules
    from fabula.languages.topics.drama import DramaRules
    from fabula.languages.topics.excerpting import ExcerptRules
    from fabula.languages.topics.headings import HeadingRules
    from fabula.languages.topics.matter import MatterRules
    from fabula.languages.topics.mood import MoodRules
    from fabula.languages.topics.names import NameRules
    from fabula.languages.topics.narration import NarrationRules
    from fabula.languages.topics.numerals import NumeralRules
    from fabula.languages.topics.quiz import QuizRules
    from fabula.languages.topics.readability import ReadabilityRules
    from fabula.languages.topics.scores import ScoreRules
    from fabula.languages.topics.sentences import SentenceRules
    from fabula.languages.topics.speech import SpeechRules
    from fabula.languages.topics.style import StyleRules
    from fabula.languages.topics.words import WordRules
    from fabula.languages.topics.writing import WritingRules

R = TypeVar("R")

RULED = ("en", "zh", "es")
"""Languages with their own rules. Others are measured as far as possible, and the user is told once."""

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
_FOLDERS = (*RULED, "ja", "fr", "de", "ru")
"""Folders of rules. Japanese has words, sentences, speech and headings; the last three have only headings."""
_GENERAL = "general"
_WIDE = ("zh", "ja", "ko")
_CODES = {name: code for code, names in _NAMES.items() for name in (code, *names)}


class Topic(Generic[R]):
    """The rules of one topic, loaded from `languages/CODE/TOPIC.py` on first use.

    A language without a file for the topic uses `languages/general`.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, language: None, owner: type) -> Self: ...
    @overload
    def __get__(self, language: Language, owner: type) -> R: ...
    def __get__(self, language: Language | None, owner: type) -> Self | R:
        if language is None:
            return self
        rules: R = _rules(str(language), self._name)
        return rules


class Language(str):
    """The language of a text. It is a string with the code (`zh`), and it also knows its name and rules.

    `Language("zh-CN")`, `Language("zh_Hans")` and `Language("Chinese")` are one value. Its rules are read by topic:
    `language.words.count(text)`, `language.writing.unit`.
    """

    __slots__ = ()

    words: Topic[WordRules] = Topic()
    sentences: Topic[SentenceRules] = Topic()
    names: Topic[NameRules] = Topic()
    speech: Topic[SpeechRules] = Topic()
    style: Topic[StyleRules] = Topic()
    mood: Topic[MoodRules] = Topic()
    narration: Topic[NarrationRules] = Topic()
    continuity: Topic[ContinuityRules] = Topic()
    excerpting: Topic[ExcerptRules] = Topic()
    dialogue: Topic[DialogueRules] = Topic()
    drama: Topic[DramaRules] = Topic()
    writing: Topic[WritingRules] = Topic()
    numerals: Topic[NumeralRules] = Topic()
    scores: Topic[ScoreRules] = Topic()
    headings: Topic[HeadingRules] = Topic()
    matter: Topic[MatterRules] = Topic()
    readability: Topic[ReadabilityRules] = Topic()
    claims: Topic[ClaimRules] = Topic()
    quiz: Topic[QuizRules] = Topic()
    audits: Topic[AuditRules] = Topic()

    def __new__(cls, written: str) -> Self:
        if type(written) is cls:
            return written
        code = _code(written)
        if code is None:
            raise UsageError(f"{written!r} is not a language: write a code such as en, zh or es, or its name")
        return super().__new__(cls, code)

    @classmethod
    def or_none(cls, written: str | None) -> Self | None:
        """The language a file declares. None if it declares none or something that is not a language."""
        code = _code(written) if written else None
        return None if code is None else cls(code)

    @property
    def name(self) -> str:
        """Its English name, or its code if fabula knows no name."""
        if self in _NAMES:
            return _NAMES[self][0].capitalize()
        return str(getattr(_added(str(self)), "NAME", self))

    @property
    def is_ruled(self) -> bool:
        """Whether fabula has rules for it."""
        return str(self) in RULED or _added(str(self)) is not None

    def has(self, topic: str) -> bool:
        """Whether it has its own rules on a topic, such as `names`. Without them, figures that need them are left out."""
        return _module(str(self), topic) is not None

    def among(self, offered: Collection[str]) -> Language:
        """This language if it is available, else English. For prompts and labels that exist in a few languages."""
        return self if self in offered else ENGLISH

    @property
    def has_people(self) -> bool:
        """Whether fabula knows its names and titles, so that it can find the people of a story."""
        return self.has("names")

    @property
    def is_wide(self) -> bool:
        """Whether it is written in Chinese, Japanese or Korean letters."""
        return str(self) in _WIDE

    @property
    def unit(self) -> str:
        """The unit of length, in that language: `words`, `字`, `palabras`."""
        return self.writing.unit

    @property
    def by_character(self) -> bool:
        """Whether length is counted in characters instead of words."""
        return self.words.by_character

    @property
    def joiner(self) -> str:
        """The separator between words and between sentences: a space, or nothing in Chinese."""
        return self.writing.joiner

    def listed(self, parts: Sequence[str]) -> str:
        """`a, b and c`, or `a、b和c`."""
        return self.writing.listed(parts)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Let pydantic save the code and read the value back."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


@cache
def _rules(code: str, topic: str) -> Any:
    """The `RULES` of a language on a topic, else the general ones. Language modules are imported only here."""
    module = _module(code, topic) or f"fabula.languages.{_GENERAL}.{topic}"
    if _added(code) is None:
        return import_module(module).RULES
    try:
        return import_module(module).RULES
    except Exception as error:  # noqa: BLE001 - the code of another package
        raise broken("languages", code, f"{module}: {type(error).__name__}: {error}") from None


@cache
def _module(code: str, topic: str) -> str | None:
    """The module of a language's own rules on a topic."""
    added = _added(code)
    if code not in _FOLDERS and added is None:
        return None
    name = f"{added.__name__ if added else f'fabula.languages.{code}'}.{topic}"
    return name if find_spec(name) is not None else None


@cache
def _added(code: str) -> ModuleType | None:
    """The rules that another package adds for a language: a package with one module per topic, as our folders have."""
    if code in _FOLDERS or code == _GENERAL:
        return None
    found = extension("languages", code)
    if found is not None and not isinstance(found, ModuleType):
        raise broken("languages", code, "name a package with a module for each topic")
    return found


def _code(written: str) -> str | None:
    plain = written.strip().lower()
    if plain in _CODES:
        return _CODES[plain]
    head = plain.replace("_", "-").partition("-")[0]
    if head in _CODES:
        return _CODES[head]
    return head if len(head) in (2, 3) and head.isascii() and head.isalpha() else None


ENGLISH = Language("en")


def each_ruled() -> tuple[Language, ...]:
    """The languages with a folder of rules here. Text read before its language is known is matched against all of them."""
    return tuple(map(Language, RULED))


def each_with(topic: str) -> tuple[Language, ...]:
    """The languages with rules of their own on a topic, those of installed packages too.

    Headings in any of them are known in every text.
    """
    every = (*_FOLDERS, *(code for code in names("languages") if code not in _FOLDERS))
    return tuple(language for language in map(Language, every) if language.has(topic))
