"""What can be checked in a sentence from its words alone, by the rules of its language (`languages/CODE/claims.py`)."""

from __future__ import annotations

import re
from functools import cache

from fabula.languages import ENGLISH, Language
from fabula.languages.topics.claims import Counted, Known


def numbers(text: str, language: Language) -> list[Counted]:
    """The numbers of a text, in digits or in words."""
    return list(language.claims.numbers(text))


def matter(text: str, language: Language) -> list[str]:
    """The content words, normalised."""
    rules, stops = language.claims, function_words(language)
    return [rules.plain(word) for word in rules.words(text) if word not in stops]


def unseen_names(text: str, language: Language, known: Known) -> list[str]:
    """Names in a text that do not occur in the story."""
    return language.claims.unseen_names(text, known)


def known(text: str, language: Language) -> Known:
    """What a story and the word lists of its language contain."""
    named = language if language.has("names") else ENGLISH
    return Known(
        text=text,
        vocabulary=frozenset() if language.by_character else _vocabulary(text),
        function_words=function_words(language),
        given_names=named.names.given_names,
        not_names=language.names.never_names,
    )


@cache
def function_words(language: Language) -> frozenset[str]:
    """The most frequent words of a language, which say nothing about the topic of a text."""
    return language.words.function_words or language.style.function_words


def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in re.findall(r"[^\W\d_]+", text))
