"""The words of the interface, in English and Chinese: one small file a page, both languages side by side."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from fabula.reports.wording import LANGUAGES, Wording


@cache
def studio_labels(language: str) -> Wording:
    """Every page's words in that language, by keys such as `shelf.drop`: the file, then the key in it."""
    labels: dict[str, str] = {}
    for page, said in pages().items():
        labels |= {f"{page}.{key}": value for key, value in _flat(said[language])}
    return Wording(language, labels)


def pages() -> dict[str, Mapping[str, Any]]:
    """The label files, each with a table `en` and a table `zh`; a checked summary is told as its report tells it (`judged`)."""
    folder = files("fabula.studio") / "labels"
    of_reports = files("fabula.reports") / "labels"
    shared = {"judged": tomllib.loads((of_reports / "facts.toml").read_text(encoding="utf-8"))}
    return shared | {
        place.name.removesuffix(".toml"): tomllib.loads(place.read_text(encoding="utf-8"))
        for place in folder.iterdir()
        if place.name.endswith(".toml")
    }


def chosen_language(cookie: str | None, accepted: str) -> str:
    """What the user chose, else the first of ours that his browser asks for."""
    if cookie in LANGUAGES:
        return str(cookie)
    for part in accepted.lower().split(","):
        name = part.partition(";")[0].strip()[:2]
        if name in LANGUAGES:
            return name
    return "en"


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value
