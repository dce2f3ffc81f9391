"""The models that `fabula models fetch` knows, as recommended.toml describes them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Recommended:
    """One file on the Hugging Face hub."""

    name: str
    repo: str
    file: str
    licence: str
    """The licence it had when it was listed. Where the hub states another, nothing is fetched."""
    gigabytes: float
    suits: str


@lru_cache(maxsize=1)
def recommended() -> Mapping[str, Recommended]:
    """All of them by name."""
    text = files("fabula.models.local").joinpath("recommended.toml").read_text(encoding="utf-8")
    return {
        name: Recommended(name, each["repo"], each["file"], each["licence"], each["gigabytes"], each["for"])
        for name, each in tomllib.loads(text).items()
    }
