"""Whoever a short text may name, though it names them once.

A plot names most people once or twice, which is too little for the rules that find the cast of a book. Here every capital
within a sentence counts. At its start, where any word has a capital, a name is known by what stands around it.
"""

from __future__ import annotations

import re

from fabula.languages.en.given_names import given_names
from fabula.languages.en.titles import TITLES
from fabula.languages.lexicons import word_set

OPENS = re.compile(r"(?:\A|\n|[.!?…:][”\"’']?)\s*[“\"‘']?\Z|[“\"‘]\Z")
TITLE_BEFORE = re.compile(rf"\b(?:{'|'.join(TITLES)})\.?[ \xa0]\Z")
EMPTY_TITLES = frozenset(TITLES) | {title + "." for title in TITLES}
_CAPITALS = re.compile(r"\b[A-Z][\w’'-]*[a-z]\w*(?:[ \xa0][A-Z][\w’'-]*[a-z]\w*)*")
_NICKNAME = re.compile(r"(?<=[a-z,])[ \xa0][“\"‘']\Z")
"""A quotation mark within a sentence: `known as “Ren”`."""
_ACTS = re.compile(
    r"[’']s\b|,? (?:and|or) [A-Z]|[ \xa0][“\"(]|,? [a-z]+s\b|, (?:a|an|the|who|whose|now|once|[a-z]+ed|[a-z]+ing)\b"
)
"""What follows a name that opens a sentence: `Rion’s`, `Dee, a local`, `Heimmel confronts`."""
_MAKES_WORDS = re.compile(
    r"\w{5}(?:ing|ed|ly|ions?|ments?|ness|it(?:y|ies)|ships?|hood|[ae]nces?|isms?|ous|ful|less|ives?|ures?|ers|ors|ists?|ics?)\Z"
)
_DATED = re.compile(
    r"\b(?:in|of|by|since|until|till|during|the|a|an|last|next|this|early|mid|late|from|between|\d)[ \xa0-]\Z",
    re.I,
)
_ALSO_GIVEN = frozenset(
    [
        "January",
        "April",
        "May",
        "June",
        "July",
        "August",
        "Autumn",
        "Summer",
        "Winter",
        "Grace",
        "Honor",
        "Honour",
        "Christian",
        "River",
        "Faith",
        "Roman",
        "Jade",
        "Sky",
        "Chelsea",
        "Paris",
    ]
)
"""Ordinary capitalised words that are given names too."""
_ALSO_SURNAMES = frozenset(
    [
        "West",
        "North",
        "Hill",
        "Hall",
        "Wood",
        "Woods",
        "Lake",
        "Church",
        "Park",
        "Lane",
        "Moon",
        "May",
        "March",
        "Kent",
        "York",
        "Bishop",
        "Street",
        "King",
        "Rivers",
        "Winter",
        "Grace",
    ]
)


def named_once(text: str) -> list[str]:
    """The names of a short text, without titles. A name may be found more than once."""
    given = given_names()
    others = (word_set("en", "not_names") | word_set("en", "known_places")) - EMPTY_TITLES
    found = []
    for run in _CAPITALS.finditer(text):
        words = [re.sub(r"[’']s?$", "", word) for word in run.group().split()]
        before = text[max(0, run.start() - 24) : run.start()]
        is_opening = bool(OPENS.search(before)) and not (
            TITLE_BEFORE.search(before) or _NICKNAME.search(before)
        )
        if before.lower().endswith("the ") and words[0] not in given:
            words = words[1:]
        elif is_opening and not _is_name(words, text[run.end() - (run.group()[-2:] in ("’s", "'s")) * 2 :]):
            words = words[2:] if words[0] == "The" else words[1:]
        own = [word for word in words if word not in others]
        if len(own) < len(words) and not (words[0] in others and words[0] not in _ALSO_GIVEN):
            own = _with_words_too(words, own, before, text[run.start() + len(words[0]) :])
        found.append(" ".join(own))
    return found


def _is_name(words: list[str], after: str) -> bool:
    """Whether the word that opens a sentence names somebody."""
    first = words[0]
    if first in given_names() or first in TITLES:
        return True
    openers, common = word_set("en", "openers"), word_set("en", "function_words")
    if first.lower() in openers or first.lower() in common or _MAKES_WORDS.search(first):
        return False
    return len(words) > 1 or bool(_ACTS.match(after))


def _with_words_too(words: list[str], own: list[str], before: str, after: str) -> list[str]:
    """`Grace Winters`, `Astrid Hill`: a month, a virtue or a place is a name beside one."""
    first, last = words[0], words[-1]
    if len(words) > 1:
        is_given = first in _ALSO_GIVEN and last not in given_names() and not _DATED.search(before)
        kept = {first} if is_given and own else set()
        kept |= {last} if last in _ALSO_SURNAMES and first in own and first not in TITLES else set()
        return [word for word in words if word in own or word in kept]
    names_one = first in _ALSO_GIVEN and not _DATED.search(before) and _ACTS.match(after)
    return [first] if names_one else own
