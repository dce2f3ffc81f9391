"""Finds any of many strings in a text."""

from __future__ import annotations

import re
from collections.abc import Collection


def alternation(names: Collection[str]) -> re.Pattern[str]:
    """Finds the longest match at each position. Strings with the same first character share a branch."""
    branches: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        branches.setdefault(name[0], []).append(re.escape(name[1:]))
    return re.compile(
        "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in sorted(branches.items())) or r"(?!)"
    )
