"""The words of a report, in the book's language: two small files of labels, and how numbers are written."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

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

    def left_out(self, told: str) -> str:
        """What a reader of files says in English of a piece it set aside; a piece's own title is left as it is."""
        if self.language != "zh":
            return told
        if told.startswith("marked as "):
            return _left_out_zh()["marked as"].format(what=self.left_out(told.removeprefix("marked as ")))
        number = re.search(r"\d+", told)
        key = told.lower().replace(number[0], "{n}") if number else told.lower()
        said = _left_out_zh().get(key)
        return told if said is None else said.format(n=number[0] if number else "")

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


@cache
def _left_out_zh() -> dict[str, str]:
    return _file("left_out.zh")


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
