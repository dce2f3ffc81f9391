"""Chinese word lists of style. Words are cut by rjieba, which is loaded for the first text only."""

from __future__ import annotations

from fabula.languages.lexicons import grouped, lines, word_set
from fabula.languages.topics.style import StyleRules, Token
from fabula.languages.zh.words import RULES as WORDS


def _tokens(text: str) -> list[Token]:
    import rjieba

    found: list[Token] = []
    at = 0
    for word in rjieba.cut(text):
        if "\u4e00" <= word[0] <= "\u9fff":
            found.append((word, at, False))
        at += len(word)
    return found


RULES = StyleRules(
    tokens=_tokens,
    function_words=word_set("zh", "function_words"),
    crutch_words=word_set("zh", "crutch_words"),
    speech_verbs=word_set("zh", "speech_verbs"),
    filter_words=word_set("zh", "filter_words"),
    filter_weight=3,
    stock_phrases=lines("zh", "stock_phrases"),
    stock_size=150_000,
    shortest_phrase=6,
    passage=40,
    senses=grouped("zh", "senses"),
    sense_words=WORDS.cut,
)
