"""Texts made worse on purpose: a judge that does not see it does not read."""

from __future__ import annotations

import random
from collections.abc import Callable

from fabula.text.sentences import sentences

SPOILS = ("sentences", "words", "splice", "cut", "repeat")


def spoil(kind: str, text: str, other: str, dice: random.Random) -> str:
    """The text made worse in one way: sentences or words shuffled, spliced with another, cut off, paragraphs repeated."""
    return _SPOILING[kind](text, other, dice)


def _shuffled_sentences(text: str, _other: str, dice: random.Random) -> str:
    """All sentences in another order, the paragraphs keeping their numbers of them."""
    parts = text.split("\n\n")
    cuts = [[part[start:end] for start, end in sentences(part, "en")] for part in parts]
    pool = [each for part in cuts for each in part]
    dice.shuffle(pool)
    stream = iter(pool)
    return "\n\n".join(" ".join(next(stream) for _ in part) for part in cuts)


def _shuffled_words(text: str, _other: str, dice: random.Random) -> str:
    """The words of each paragraph in another order."""
    parts = [part.split() for part in text.split("\n\n")]
    for part in parts:
        dice.shuffle(part)
    return "\n\n".join(" ".join(part) for part in parts)


def _spliced(text: str, other: str, _dice: random.Random) -> str:
    """The first half of one story and the second half of another."""
    first, second = text.split("\n\n"), other.split("\n\n")
    return "\n\n".join([*_up_to(first, len(text) / 2), *second[len(_up_to(second, len(other) / 2)) :]])


def _up_to(parts: list[str], letters: float) -> list[str]:
    kept: list[str] = []
    for part in parts:
        if sum(map(len, kept)) >= letters:
            break
        kept.append(part)
    return kept


def _cut_off(text: str, _other: str, dice: random.Random) -> str:
    """Two to seven tenths of the text, broken off where they end."""
    return text[: round(len(text) * dice.uniform(0.2, 0.7))]


def _repeated(text: str, _other: str, dice: random.Random) -> str:
    """A third of the paragraphs stand again after themselves or a little later."""
    parts = text.split("\n\n")
    chosen = sorted(dice.sample(range(len(parts)), max(1, len(parts) // 3)), reverse=True)
    for at in chosen:
        parts.insert(min(len(parts), at + dice.randint(1, 4)), parts[at])
    return "\n\n".join(parts)


_SPOILING: dict[str, Callable[[str, str, random.Random], str]] = {
    "sentences": _shuffled_sentences,
    "words": _shuffled_words,
    "splice": _spliced,
    "cut": _cut_off,
    "repeat": _repeated,
}
