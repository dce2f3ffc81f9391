"""The labels of reports, terminal and studio: `languages/CODE/labels/NAME.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from fabula.languages.language import Language, each_ruled


@cache
def label_texts(name: str, language: Language) -> Mapping[str, str]:
    """One file of labels by keys such as `verdict.sure`: the table, then the key in it."""
    place = _folder(language) / f"{name}.toml"
    return dict(_flat(tomllib.loads(place.read_text(encoding="utf-8"))))


@cache
def label_names(folder: str) -> tuple[str, ...]:
    """The label files in a folder such as `studio`, listed from English."""
    within = _folder(each_ruled()[0]) / folder
    return tuple(
        sorted(each.name.removesuffix(".toml") for each in within.iterdir() if each.name.endswith(".toml"))
    )


@cache
def labelled(name: str) -> tuple[Language, ...]:
    """The languages that have this label file."""
    return tuple(language for language in each_ruled() if (_folder(language) / f"{name}.toml").is_file())


def _folder(language: Language) -> Any:
    return files("fabula.languages") / str(language) / "labels"


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value
