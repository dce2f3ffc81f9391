"""Deliberately spoiled texts. A judge that does not notice them does not read."""

from __future__ import annotations

import random
from collections.abc import Callable

from fabula.text.sentences import sentences

SPOILS = ("sentences", "words", "splice", "cut", "repeat")


def spoil(kind: str, text: str, other: str, dice: random.Random) -> str:
    """Spoils a text in one way: shuffles sentences or words, splices it with another, cuts it off, repeats paragraphs."""
    return _SPOILING[kind](text, other, dice)


def _shuffled_sentences(text: str, _other: str, dice: random.Random) -> str:
    """Shuffles all sentences. Paragraphs keep their number of sentences."""
    parts = text.split("\n\n")
    cuts = [[part[start:end] for start, end in sentences(part, "en")] for part in parts]
    pool = [each for part in cuts for each in part]
    dice.shuffle(pool)
    stream = iter(pool)
    return "\n\n".join(" ".join(next(stream) for _ in part) for part in cuts)


def _shuffled_words(text: str, _other: str, dice: random.Random) -> str:
    """Shuffles the words of each paragraph."""
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
    """The first two to seven tenths of the text, cut off abruptly."""
    return text[: round(len(text) * dice.uniform(0.2, 0.7))]


def _repeated(text: str, _other: str, dice: random.Random) -> str:
    """Repeats a third of the paragraphs, right after themselves or a little later."""
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
