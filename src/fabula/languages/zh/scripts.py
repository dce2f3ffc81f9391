"""Traditional characters as simplified ones, one for one, so that every offset stays."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_TRADITIONAL = re.compile("[們個說時國來對這過還會無與開後聽見問頭從]")
_WIDE = re.compile("[Ａ-Ｚａ-ｚ]")
_NARROW = {
    wide: wide - 0xFEE0 for wide in (*range(ord("Ａ"), ord("Ｚ") + 1), *range(ord("ａ"), ord("ｚ") + 1))
}
_FEWEST = 0.004
"""The share of such letters from which on a text is in traditional characters."""


def simplified(text: str) -> str:
    """The text, or its letters in simplified characters if it is written in traditional ones."""
    if len(_TRADITIONAL.findall(text, 0, 20_000)) < max(2, _FEWEST * min(len(text), 20_000)):
        return text
    return text.translate(simplified_characters())


def with_narrow_letters(text: str) -> str:
    """The text with Latin letters of half width, as in 阿Q for 阿Ｑ."""
    return text.translate(_NARROW) if _WIDE.search(text) else text


@cache
def simplified_characters() -> dict[int, str]:
    """Maps each traditional character to a simplified one."""
    lines = (files("opencc") / "dictionary" / "TSCharacters.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if "\t" in line)
    return {ord(old): new.split()[0] for old, new in pairs if len(old) == 1 and len(new.split()[0]) == 1}
