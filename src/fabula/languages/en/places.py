"""Which capitalised words of an English text name places, by the words before them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from fabula.languages.en.given_names import given_names
from fabula.languages.en.titles import TITLES
from fabula.languages.lexicons import word_set

_RUN = r"[A-Z][\w’']*[^\W_’'](?:[ \xa0][A-Z][\w’']*[^\W_’'])*"
_SHORT = 2_000
"""In texts up to this many words, one mention of a place is enough, because a plot has no room to repeat it."""
_LEAST_SHARE = 0.25
"""The least share of mentions after such a word for a place. A person one trusts in stays below it."""
_LEAST_LETTERS = 3
"""`St. James` has a title before it."""
_POSSESSIVE = re.compile(r"[’']s$")


def english_places(text: str, people: Collection[str]) -> list[str]:
    """Names of places without their kind: `Longbourn` for Longbourn House. Excludes `people`."""
    before = sorted(word for word in word_set("en", "before_places") if word.islower() and word != "the")
    after = re.compile(rf"\b(?i:{'|'.join(before)}) (?:the )?({_RUN})")
    known = word_set("en", "known_places")
    kinds = (word_set("en", "not_names") - known) | TITLES.keys()
    persons = {*people, *given_names()}
    held = set(re.findall(r"\b[a-z]\w+", text))
    counts: Counter[str] = Counter()
    for match in after.finditer(text):
        words = [_POSSESSIVE.sub("", word) for word in match[1].split()]
        own = [word for word in words if word not in kinds and len(word) >= _LEAST_LETTERS]
        if own and not any(word in persons or word.lower() in held for word in own):
            counts[" ".join(own)] += 1
    real = {
        word
        for word in known & set(re.findall(r"\w+", text))
        if word not in people and word.lower() not in held
    }
    least = 1 if len(text.split()) <= _SHORT else 2
    frequent = [
        name
        for name, count in counts.most_common()
        if count >= least and count >= _LEAST_SHARE * len(re.findall(rf"\b{re.escape(name)}\b", text))
    ]
    return [*frequent, *sorted(real.difference(frequent))]
