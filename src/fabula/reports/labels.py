"""The labels of a report, a table or a page in the reader's language, and how numbers are written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from fabula.languages import ENGLISH, Language
from fabula.languages.label_files import label_texts, labelled
from fabula.notices import Notice, worded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Labels:
    """Called with a key, such as `verdict.sure`, and what fills its fields."""

    language: Language
    texts: Mapping[str, str]

    def __call__(self, key: str, **fields: Any) -> str:
        return self.texts[key].format(**fields)

    def or_else(self, key: str, instead: str) -> str:
        """A label, or other words where there is none."""
        return self.texts.get(key, instead)

    def one_of(self, wordings: Mapping[str, str]) -> str:
        """What is worded in some languages: in this one, else in English."""
        return wordings.get(self.language) or wordings[ENGLISH]

    def known(self, group: str, name: str) -> str:
        """A label for a name from elsewhere, such as a kind of finding. The name itself if it has no label."""
        return self.texts.get(f"{group}.{name}", name.replace("-", " ").replace("_", " "))

    def notice(self, found: Notice | Mapping[str, Any]) -> str:
        """A notice, or its saved document, in this language."""
        return worded(found if isinstance(found, Notice) else Notice.from_document(found), self.language)

    def said(self, text: str | Notice) -> str:
        """Somebody's own words as they are, or a notice in this language."""
        return text if isinstance(text, str) else self.notice(text)

    def notices(self, found: Iterable[Notice | Mapping[str, Any]]) -> str:
        """Several notices, one after another."""
        return self.prose(self.notice(one) for one in found)

    def prose(self, sentences: Iterable[str]) -> str:
        """Sentences one after another. Chinese puts no space between them."""
        return self.language.writing.joined(sentences)

    def listed(self, parts: Sequence[str]) -> str:
        """`a, b and c`, or `a、b和c`."""
        return self.language.listed(parts)

    def paired(self, name: str, value: str) -> str:
        """`Words: 1,234`, or `字数：1,234`."""
        return self.language.writing.paired(name, value)

    def aside(self, remark: str) -> str:
        """A remark in brackets, after a word."""
        return self.language.writing.aside(remark)

    def clauses(self, parts: Iterable[str]) -> str:
        """The members of a list that hold commas themselves."""
        return self.language.writing.clause_separator.join(parts)

    @property
    def comma(self) -> str:
        """Between the parts of a sentence."""
        return self.language.writing.comma

    @property
    def separator(self) -> str:
        """Between the members of a list that has no `and`."""
        return self.language.writing.separator


def labels(written: str, *names: str) -> Labels:
    """The labels of the report, or of the named files, in that language. In English if it has no such file."""
    return _labels(Language.or_none(written) or ENGLISH, names or ("report",))


def labels_for(book: Counted) -> Labels:
    """The labels of a report on this book, in its language."""
    return labels(book.language, *label_files(book))


class Counted(Protocol):
    """What decides how a text is counted: a book, or what a result says of one."""

    @property
    def language(self) -> Language: ...

    @property
    def in_sections(self) -> bool: ...


def label_files(book: Counted) -> list[str]:
    """The files of labels that a report on this book needs: what are no chapters are called sections, and a text without
    spaces is counted in characters."""
    counted = "in_characters" if book.language.by_character else "in_words"
    return ["report", counted, *(["sections"] if book.in_sections else [])]


def languages_of(name: str = "report") -> tuple[Language, ...]:
    """The languages that a report, or another file of labels, can be read in."""
    return labelled(name)


@cache
def _labels(wanted: Language, names: tuple[str, ...]) -> Labels:
    offered = set(labelled(names[0])).intersection(*map(labelled, names[1:]))
    language = wanted.among(offered)
    texts: dict[str, str] = {}
    for name in names:
        texts |= label_texts(name, language)
    return Labels(language, texts)


def plain(value: float) -> str:
    """A score as people write it: one decimal (`88.4`), none for a whole number on a wide scale (`90`), two on
    small scales."""
    if abs(value) < 10:
        return f"{value:.2f}"
    return f"{value:.1f}".removesuffix(".0")


def share(value: float) -> str:
    """A share of one as a percentage."""
    return f"{value:.0%}"
