"""Claims in a language without its own rules: digits and capitals, no negations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fabula.languages.topics.claims import (
    ClaimRules,
    Counted,
    Known,
    as_it_is,
    spaced_numbers,
    spaced_words,
    unseen_capitalised,
)

_NEVER = re.compile(r"(?!)")


def _no_number(word: str) -> int | None:  # noqa: ARG001
    return None


def _numbers(text: str) -> Iterator[Counted]:
    return spaced_numbers(text, _no_number, frozenset(), as_it_is)


def _unseen_names(text: str, known: Known) -> list[str]:
    return unseen_capitalised(text, known, _no_number, _NEVER)


RULES = ClaimRules(numbers=_numbers, words=spaced_words, plain=as_it_is, unseen_names=_unseen_names)
