"""What the rooms below say in English of a file, a judge's answer or the reader model, in Chinese: by the patterns of told.zh.toml.

The rooms below know no reader and no language of his; they say each thing in one English sentence, which JSON keeps.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

_FIELD = re.compile(r"{(\w+)}")
_NUMBERS = ("n", "m")
_TOLD = "told"
"""The field that holds a sentence of the same kind."""
_PARTED = "; "
_LONGEST = 3
"""Parts of a joined text that may be one sentence: a few sentences, and titles within them, hold a semicolon."""


def in_chinese(told: str) -> str:
    """One sentence or several joined by semicolons; what has no Chinese stays as it is."""
    parts = told.split(_PARTED)
    said: list[str] = []
    known, at = 0, 0
    while at < len(parts):
        tries = ((end, _sentence(_PARTED.join(parts[at:end]))) for end in range(at + 1, at + 1 + _LONGEST))
        end, one = next(((end, one) for end, one in tries if one is not None), (at + 1, None))
        said.append(parts[at] if one is None else one)
        known += one is not None
        at = end
    return "；".join(said) if known else told


def _sentence(told: str) -> str | None:
    for pattern, chinese in _patterns():
        if found := pattern.fullmatch(told):
            fields = found.groupdict()
            if _TOLD in fields:
                fields[_TOLD] = in_chinese(fields[_TOLD])
            return chinese.format(**fields)
    return None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The sentences as patterns: those that hold another first, then those with the most words of their own."""
    table = tomllib.loads((files("fabula.reports") / "labels" / "told.zh.toml").read_text(encoding="utf-8"))
    ranked = sorted(
        table.items(), key=lambda pair: (f"{{{_TOLD}}}" not in pair[0], -len(_FIELD.sub("", pair[0])))
    )
    return tuple((_pattern(english), chinese) for english, chinese in ranked)


def _pattern(english: str) -> re.Pattern[str]:
    """Capitals do not matter: a piece without a title is named by what it is, written large."""
    parts = _FIELD.split(english)
    wild = (
        f"(?P<{part}>{r'[0-9][0-9,.]*' if part in _NUMBERS else '.*?'})" if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    )
    return re.compile("".join(wild), re.IGNORECASE | re.DOTALL)
