"""How an English book writes its words, counted before any of them is taken for a name: with a capital, after a title, beside a verb of speech."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from fabula.languages.en.evidence import SPEAKS
from fabula.languages.en.given_names import folded, given_names
from fabula.languages.en.name_parts import is_initials
from fabula.languages.en.runs import ARTICLES, Run, word_after, words_before
from fabula.languages.en.titles import PERSONAL, TITLES
from fabula.languages.lexicons import word_set

_IN_TWO = re.compile(r"((?!Mc|Mac|Fitz|D[aeiu]|L[aeo]|V[ao]n|St)[A-Z][a-z]+)[A-Z]")
"""A word with a capital inside that is no surname such as McCoy or LeRoy."""
_SELDOM = 0.02
_TOGETHER = 0.8
"""The share of the second word's places in which the first stands before it, in a name such as Black Dog."""


@dataclass(slots=True)
class Vocabulary:
    """How the book writes its words."""

    counts: Counter[str]
    inside: Counter[str] = field(default_factory=Counter)
    """Capitalised words that do not open a sentence."""
    surnames: Counter[str] = field(default_factory=Counter)
    """Words after Mr., Mrs., Dr. and the like."""
    speakers: Counter[str] = field(default_factory=Counter)
    """Capitalised words that stand alone beside a verb of speech."""
    tagged: Counter[str] = field(default_factory=Counter)
    """Those of them that open no sentence and have no article: `said Otter`."""
    roles: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Pairs of capitalised words after `the`."""
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Pairs of capitalised words without an article before them."""
    _nobody: dict[str, bool] = field(default_factory=dict)
    """What `names_nobody` has answered. Ask it when every run is noted."""

    def note(self, run: Run, text: str) -> None:
        """Count the words of a run."""
        self.inside.update(word for _, word in run.words[run.opens :])
        if run.nickname:
            self.inside[run.nickname] += 1
        words = run.words[1:] if run.words[0][1] == "The" else run.words
        if len(words) == 2:
            has_article = words_before(run, words[0])[0] in ARTICLES
            (self.roles if has_article else self.pairs)[words[0][1], words[1][1]] += 1
        if run.title in PERSONAL and all(word != "of" for _, word in run.words):
            self.surnames[_surname(run)] += 1
        elif len(run.words) == 1:
            start, word = run.words[0]
            verbs = word_set("en", "speech_verbs")
            speaks = run.before in verbs or word_after(text, start + len(word)) in verbs
            self.speakers[word] += speaks
            self.tagged[word] += speaks and not run.opens and run.before not in ARTICLES

    def is_surname(self, word: str) -> bool:
        """After a title. `Mother Moscow` makes no surname of a city that the book names seven hundred times."""
        times = self.surnames.get(word, 0)
        return times > 0 and times > (_SELDOM * self.inside[word] if self.is_listed(word) else 0)

    def is_pair(self, one: str, other: str) -> bool:
        """Whether the second word, which is no given name, is hardly ever without the first, which is no name at all: `Black Dog`."""
        together, low = self.pairs[one, other], one.lower()
        if together < SPEAKS or together < _TOGETHER * self.inside[other]:
            return False
        is_word = self.counts[low] > 0 and low not in word_set("en", "function_words")
        return is_word and folded(other) not in given_names() and self.names_nobody(one)

    def is_common(self, word: str) -> bool:
        """Mostly written in lower case. Given names that are also words (Rose, Will) need more evidence. Who often speaks is no word."""
        low = word.lower()
        if self.is_tagged(word) or (folded(word) in given_names() and self.often_speaks(word)):
            return False
        if low in word_set("en", "function_words") and low != "will":
            return True
        weight = 4 if folded(word) in given_names() else 1
        return self.counts[low] > weight * self.inside[word]

    def only_opens(self, word: str) -> bool:
        """Capitalised only at the start of a sentence. No name, unless lists or counts suggest it. `Presently` never is."""
        unseen = not self.inside[word] and folded(word) not in given_names()
        adverb = word.endswith("ly") or word.lower() in word_set("en", "openers")
        return unseen and (adverb or self.counts[word.lower()] > 0 or self.counts[word] < 3)

    def names_nobody(self, word: str) -> bool:
        """On the list of words that are no names, or a word of the language. Friday is a name where Friday speaks."""
        if word not in self._nobody:
            self._nobody[word] = self.is_listed(word) or self.is_common(word)
        return self._nobody[word]

    def is_listed(self, word: str) -> bool:
        """On that list, and nobody who speaks in this book; or a company, such as OmniCorp."""
        in_two = _IN_TWO.match(word)
        if in_two and not {word, in_two[1]} & given_names().keys():
            return True
        if word.replace("’", "'") not in word_set("en", "not_names"):
            return False
        return not (self.is_tagged(word) if word in TITLES else self.often_speaks(word))

    def is_tagged(self, word: str) -> bool:
        """Whether tags often say so of a speaker: `said Otter` and `said May`, in a book that also has an otter and what may be."""
        times = self.tagged[word]
        return times >= SPEAKS and times >= 0.05 * self.inside[word]

    def often_speaks(self, word: str) -> bool:
        """Whether somebody of this name speaks: May and Friday do in some books."""
        spoken = self.speakers[word]
        return spoken >= SPEAKS and spoken >= 0.05 * self.inside[word]


def _surname(run: Run) -> str:
    """The last word after a title. In `She spoke German, Madame Perrodon French`, the language is none."""
    first, last = run.words[0][1], run.words[-1][1]
    is_language = len(run.words) == 2 and last in word_set("en", "not_names")
    return first if is_language and folded(first) not in given_names() and not is_initials(first) else last
