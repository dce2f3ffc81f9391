"""Longer and shorter copies of a story: padded with new sentences that change nothing, and with sentences left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from fabula.languages import Language
from fabula.text.language import detect
from fabula.text.sentences import sentences
from fabula.text.words import count_words


def padded(text: str, seed: int = 0, words: int | None = None) -> str:
    """A text about twice as long, or of this many words: new sentences about the scene stand between its own.

    No added sentence occurs twice while the language has others left.
    """
    language = detect(text)
    wanted = words or 2 * count_words(text, language)
    own = _parts(text, language)
    new = _scenery(language, seed)
    missing = wanted - count_words(text, language)
    added: list[str] = []
    while missing > 0:
        added.append(next(new))
        missing -= count_words(added[-1], language)
    places: list[list[str]] = [[one] for one in own]
    for at, sentence in enumerate(added):
        places[at * len(own) // len(added)].append(sentence)
    return language.joiner.join(one for place in places for one in place)


def shortened_by_half(text: str) -> str:
    """A text without every other sentence. The first and the last stay."""
    language = detect(text)
    own = _parts(text, language)
    if len(own) < 3:
        return text
    return language.joiner.join(one for at, one in enumerate(own) if at % 2 == 0 or at == len(own) - 1)


def _parts(text: str, language: Language) -> list[str]:
    return [part for start, end in sentences(text, language) if (part := text[start:end].strip())] or [text]


def _scenery(language: Language, seed: int) -> Iterator[str]:
    made = [language.joiner.join(parts) for parts in product(*language.audits.scenery)]
    Random(seed).shuffle(made)
    while True:
        yield from made
