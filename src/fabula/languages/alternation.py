"""Finds any of many strings in a text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable


def alternation(names: Collection[str]) -> re.Pattern[str]:
    """Finds the longest match at each position."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(any_of(map(re.escape, longest_first)) or r"(?!)")


def any_of(words: Iterable[str]) -> str:
    """`a(?:dd|sk)|s(?:ay|ob)`: a pattern for any of some words, each tried after those before it that begin with the same letter.

    Sharing a letter makes a long list several times as fast to try, because most places in a text fail at the letter. A word may be a
    pattern that begins with a letter or an escaped character.
    """
    branches: dict[str, list[str]] = defaultdict(list)
    for word in words:
        first = word[:2] if word[0] == "\\" else word[0]
        branches[first].append(word.removeprefix(first))
    return "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in sorted(branches.items()))
