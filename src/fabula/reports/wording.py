"""The words of a report, in the book's language: two small files of labels, and how numbers are written."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from fabula.languages import Language
from fabula.notices import Notice, worded
from fabula.reports.told import in_chinese

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Wording:
    """Calls with a key, such as `verdict.sure`, and what fills its fields."""

    language: str
    labels: Mapping[str, str]

    def __call__(self, key: str, **fields: Any) -> str:
        return self.labels[key].format(**fields)

    def known(self, group: str, name: str) -> str:
        """A label by a name that comes from elsewhere (a kind of finding); the name itself where none is written."""
        return self.labels.get(f"{group}.{name}", name.replace("-", " ").replace("_", " "))

    def told(self, english: str) -> str:
        """What a room below says in English of an answer or a model: why a score is missing."""
        return in_chinese(english) if self.language == "zh" else english

    def notice(self, found: Notice | Mapping[str, Any]) -> str:
        """A notice, or one as a saved document holds it, in this language."""
        told = found if isinstance(found, Notice) else Notice.from_document(found)
        return worded(told, Language(self.language))

    def notices(self, told: Iterable[Notice | Mapping[str, Any]]) -> str:
        """Several notices, one after another."""
        return self.prose(self.notice(one) for one in told)

    def prose(self, sentences: Iterable[str]) -> str:
        """Sentences one after another; Chinese puts no space between them."""
        return ("" if self.language == "zh" else " ").join(sentences)

    def listed(self, parts: list[str]) -> str:
        """`a, b and c`, or `a、b和c`."""
        if len(parts) < 2:
            return "".join(parts)
        comma, last = ("、", "和") if self.language == "zh" else (", ", " and ")
        return comma.join(parts[:-1]) + last + parts[-1]


@cache
def wording(language: str) -> Wording:
    """Chinese for a Chinese book, English for every other."""
    name = "zh" if language.lower().startswith("zh") else "en"
    labels: dict[str, str] = {}
    for key, value in _file(name).items():
        labels |= (
            {f"{key}.{inner}": said for inner, said in value.items()}
            if isinstance(value, dict)
            else {key: value}
        )
    return Wording(name, labels)


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((files("fabula.reports") / "labels" / f"{name}.toml").read_text(encoding="utf-8"))


def plain(value: float) -> str:
    """A score as people write it: one decimal, none where it is whole and wide (`88.4`, `90`), two on small scales."""
    if abs(value) < 10:
        return f"{value:.2f}"
    return f"{value:.1f}".removesuffix(".0")


def share(value: float) -> str:
    """A share of one as a percentage."""
    return f"{value:.0%}"
