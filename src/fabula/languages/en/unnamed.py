"""People who speak again and again and are never named: Mother, my father, the landlord.

A noun for somebody who has a name is no person of its own. `said the painter` in a novel about a painter means the one with
the name: the book says so (“Basil, the painter”), or they are near where the painter speaks, and seldom answer it or stand
beside it in a sentence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from fabula.languages.alternation import any_of
from fabula.languages.en.passing import ADVERB, NO_ADJECTIVE, passing
from fabula.languages.en.titles import same
from fabula.languages.lexicons import word_set
from fabula.languages.searching import beginning_at, beside
from fabula.languages.spans import is_within
from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Mention, Span, Unnamed

LEAST_SAID = 4
"""Who is said to speak less often does not become one of the people."""
LEAST_SAID_OF_ANYBODY = 8
"""As often for `the old gentleman`, whose noun may mean anybody."""
NEAR = 1000
"""So many letters around a noun, somebody is near."""
ALWAYS_NEAR = 0.7
"""Who is near in this share of the places where a noun speaks may be the one that it means."""
NEXT = 400
"""So many letters around a noun that speaks, others answer."""
ANSWERS = 0.4
"""Whoever answers a noun in this share of the places where it speaks is another."""
REACH = 80
"""So many letters around a noun hold all that is said of it: `my poor dear old landlord`."""
BESIDE = 0.1
"""Also whoever is named in this share of its sentences."""

KIN_ALONE = "mother|father|mamma|mama|papa|granny|grandmother|grandfather|grandmamma|grandpapa|grandma|grandpa|auntie|mum|dad"
"""Those that some narrators write in small letters, without a word before them: `grandmother said`."""
_KIN = f"{KIN_ALONE.title()}|Mammy|Mummy|Daddy|Nurse|Nanny|Cook"
_MINE = "father|mother|uncle|aunt|wife|husband|grandfather|grandmother|guardian|master|mistress"
_ALONE = frozenset(KIN_ALONE.split("|"))
_SAYING = word_set("en", "speech_verbs") - {"thought", "told", "tells", "offered", "wondered"}
_SAID = any_of(sorted(_SAYING))
_AGES = r"(?:(?:old|little|fat|tall|stout|elderly)\s+)"
_NATIONS = (
    "German|Russian|Italian|American|Austrian|Belgian|Norwegian|Hungarian|Mexican|Spaniard|Swede|Dane|Turk|Scot|"
    "(?:French|English|Irish|Scots|Scotch|Dutch|Welsh)(?:man|woman)"
)
_NO_NOUN_AFTER = r"(?!\s+(?!(?:was|is|had|has|who|and|or|but|did|would|could|then|in|with|of|at|to|as|on|from)\b|\w+(?:ed|ly|ing)\b)[a-z])"
"""What follows the German, but not the German army."""
_WHO = rf"(?:(?P<kin>{_KIN}|{KIN_ALONE})|[Mm]y\s+(?:(?:dear|poor|old|good)\s+)?(?P<mine>{_MINE})|[Tt]he\s+(?P<age>{_AGES}?)(?P<noun>[a-z]+(?:-[a-z]+)*|(?:{_NATIONS})\b{_NO_NOUN_AFTER}))"
VERB_FIRST = re.compile(
    rf"\b(?:{_SAID})\s+{_WHO}{NO_ADJECTIVE}(?=\s*[,.;:!?—–―(“‘\"]|\s+(?:in|with|as|to|and|when|from|on|at|who|\w+ing|{ADVERB})\b|\s*$)",
    re.M,
)
SUBJECT_FIRST = re.compile(rf"\b{_WHO}\s+(?:\w+ly\s+)?(?:{_SAID})\b")
_HEADS = re.compile(rf"(?:{_KIN}|{KIN_ALONE}|My|my|The|the)(?!\w)")
"""What these nouns begin with: a pattern whose first letter is one of few is searched faster."""
_VERB = re.compile(rf"(?<!\w)(?:{_SAID})\Z")
_LONGEST_VERB = max(map(len, _SAYING))
_ENDS_OF_VERBS = frozenset(verb[-3:] for verb in _SAYING)
_ANYBODY = word_set("en", "anybody")
_OLD = frozenset(["man", "woman", "lady", "gentleman"])
"""With an age these may mean one person of a book: the old gentleman."""
_IS_ALSO = re.compile(r",\s+|\s+|\s+(?:was|is|became)\s+")
_IN_A_LIST = re.compile(r",?\s+and\b|,\s+[A-Z]")
_NAMED_THEN = re.compile(r",?\s+")
_SAYS = re.compile(rf"\s+(?:\w+ly\s+)?(?:{_SAID})\b")
_HAS_SAID = re.compile(rf"\b(?:{_SAID})\s+\Z")
_BEFORE_KIN = re.compile(
    r"(?:\b(?:the|a|an|my|his|her|your|our|their|its|every|any|no|old|of)|['’]s)\s+\Z", re.I
)


def unnamed(
    texts: Sequence[str],
    spoken: Sequence[Sequence[Span]],
    mentions: Sequence[Sequence[Mention]],
    names: Sequence[Sequence[str]],
) -> list[Unnamed]:
    """Those of a book, by its chapters, what is said in them, and who is named in them, under which names."""
    book = _Book(texts, spoken, mentions, names)
    said = Counter(name for _, _, name in book.speaking)
    found = []
    for name, times in said.most_common():
        least = (
            LEAST_SAID_OF_ANYBODY if name.split()[-1] in _ANYBODY and name.startswith("the ") else LEAST_SAID
        )
        if times < least:
            continue
        places = tuple(book.places(name))
        if places and not book.has_a_name(name, places):
            found.append(Unnamed(name, _gender(name), places))
    taken = {each.name.split()[-1] for each in found}
    return [
        *found,
        *passing(
            texts, spoken, mentions, lambda noun, chapter: noun in taken or book.is_known(noun, chapter)
        ),
    ]


class _Book:
    def __init__(
        self,
        texts: Sequence[str],
        spoken: Sequence[Sequence[Span]],
        mentions: Sequence[Sequence[Mention]],
        names: Sequence[Sequence[str]],
    ) -> None:
        self.texts, self.spoken, self.mentions = texts, spoken, mentions
        self.speaking = list(self._speaking())
        """Chapter, offset and name, wherever somebody unnamed is said to speak."""
        self.words_of = [
            {word for name in own for word in name.lower().replace(".", "").split()} for own in names
        ]
        """The words in the names of each of the people."""
        self.words = set[str]().union(*self.words_of)
        self._bearers: dict[str, frozenset[int]] = {}
        """Everybody whom a noun is said of, for each noun that was asked for."""

    def _speaking(self) -> Iterator[tuple[int, int, str]]:
        for chapter, text in enumerate(self.texts):
            for match in chain(*said_of(text)):
                start, end = _span(match)
                name = _name(match)
                owned = match["kin"] and match["kin"].islower() and _is_owned(text, start)
                if (
                    name
                    and not owned
                    and not is_within(self.spoken[chapter], start)
                    and not self._is_name(chapter, start, end)
                ):
                    yield chapter, start, name

    def places(self, name: str) -> Iterator[tuple[int, int, int]]:
        """Chapter, start and end of every place that means them. Children say `Mother`, too; `the landlord` in speech may be another."""
        pattern, noun = re.compile(_pattern(name)), name.split()[-1]
        noun = noun[1:] if name.lower() in _ALONE else noun  # Grandmother, grandmother
        for chapter, text in enumerate(self.texts):
            for match in beside(noun, pattern, text, REACH):
                start, end = match.span()
                if self._is_name(chapter, start, end) or text[end : end + 2] in ("’s", "'s"):
                    continue
                alone = name[0].isupper()
                if alone and _is_owned(text, start):
                    continue
                if alone or not is_within(self.spoken[chapter], start):
                    yield chapter, start, end

    def has_a_name(self, name: str, places: Sequence[tuple[int, int, int]]) -> bool:
        """Whether the book shows that the noun means somebody with a name."""
        noun = name.split()[-1]
        if name[0].isupper():
            return False
        if name.startswith("the ") and not self.words.isdisjoint({noun, same(noun.capitalize()).lower()}):
            return True
        if any(self._apposed(*each) is not None for each in places):
            return True
        return name.startswith("the ") and self._is_somebody_near(name, places)

    def is_known(self, noun: str, chapter: int) -> bool:
        """Whether the noun means somebody of this chapter: their names hold it, or the book puts it beside a name of theirs."""
        if noun not in self._bearers:
            self._bearers[noun] = self._find_bearers(noun)
        return not self._bearers[noun].isdisjoint({each.who for each in self.mentions[chapter]})

    def _find_bearers(self, noun: str) -> frozenset[int]:
        words = {noun, same(noun.capitalize()).lower()}
        named = {who for who, of in enumerate(self.words_of) if words & of}
        beside = (self._apposed(*place) for place in self.places(f"the {noun}"))
        return frozenset(named | {who for who in beside if who is not None})

    def _apposed(self, chapter: int, start: int, end: int) -> int | None:
        """Who stands beside a noun: `Anna, the landlady`, `my uncle Peter`."""
        text, named = self.texts[chapter], self.mentions[chapter]
        n = self._first_from(chapter, start)
        if n and _IS_ALSO.fullmatch(text, named[n - 1].end, start) and not _IN_A_LIST.match(text, end):
            return named[n - 1].who
        if n == len(named) or not _NAMED_THEN.fullmatch(text, end, named[n].start):
            return None
        is_list = text[end] == "," and _IN_A_LIST.match(text, named[n].end)
        return None if is_list else named[n].who

    def _is_somebody_near(self, name: str, places: Sequence[tuple[int, int, int]]) -> bool:
        """Whether somebody is near where the noun speaks, seldom answers it, and is seldom beside it in a sentence."""
        near: Counter[int] = Counter()
        answering: Counter[int] = Counter()
        beside: Counter[int] = Counter()
        spots = [(chapter, at) for chapter, at, each in self.speaking if each == name]
        for chapter, at in spots:
            near.update({each.who for each in self._named(chapter, at - NEAR, at + NEAR)})
            turns = self._named(chapter, at - NEXT, at + NEXT)
            answering.update({each.who for each in turns if self._speaks(chapter, each)})
        for chapter, start, _ in places:
            sentence = _sentence(self.texts[chapter], start)
            beside.update({each.who for each in self._named(chapter, *sentence)})
        answers, together = max(2, ANSWERS * len(spots)), max(2, BESIDE * len(places))
        return any(
            count >= ALWAYS_NEAR * len(spots) and answering[who] < answers and beside[who] < together
            for who, count in near.items()
        )

    def _speaks(self, chapter: int, named: Mention) -> bool:
        """Whether a verb of saying stands beside a name."""
        text = self.texts[chapter]
        return bool(
            _SAYS.match(text, named.end) or _HAS_SAID.search(text, max(0, named.start - 24), named.start)
        )

    def _named(self, chapter: int, start: int, end: int) -> Iterator[Mention]:
        for n in range(self._first_from(chapter, start), len(self.mentions[chapter])):
            each = self.mentions[chapter][n]
            if each.start >= end:
                return
            if not is_within(self.spoken[chapter], each.start):
                yield each

    def _first_from(self, chapter: int, at: int) -> int:
        return bisect_left(self.mentions[chapter], at, key=lambda each: each.start)

    def _is_name(self, chapter: int, start: int, end: int) -> bool:
        """Whether a name takes this place, or a part of it: `Mother Goose`."""
        n, named = self._first_from(chapter, start), self.mentions[chapter]
        return (n < len(named) and named[n].start < end) or (n > 0 and named[n - 1].end > start)


def said_of(text: str) -> tuple[Iterator[re.Match[str]], Iterator[re.Match[str]]]:
    """All that VERB_FIRST finds in a text, and all that SUBJECT_FIRST does: the nouns are found first, which is three times as fast."""
    heads = [head.start() for head in _HEADS.finditer(text)]
    verbs = [verb for head in heads if (verb := _verb_before(text, head)) >= 0]
    return beginning_at(verbs, VERB_FIRST, text), beginning_at(heads, SUBJECT_FIRST, text)


def _verb_before(text: str, at: int) -> int:
    """Where a verb of saying begins that only white space parts from an offset. -1 if none does."""
    while at and text[at - 1].isspace():
        at -= 1
    if text[max(0, at - 3) : at] not in _ENDS_OF_VERBS:
        return -1
    verb = _VERB.search(text, max(0, at - _LONGEST_VERB), at)
    return verb.start() if verb else -1


def _is_owned(text: str, at: int) -> bool:
    """Whether a word before it says whose kin it is: `his mother`, `a father`."""
    return _BEFORE_KIN.search(text, max(0, at - 12), at) is not None


def _span(match: re.Match[str]) -> Span:
    """Where the words for somebody stand in a tag."""
    group = "kin" if match["kin"] else "mine" if match["mine"] else "noun"
    return match.span(group)


def _name(match: re.Match[str]) -> str:
    """What they are called; empty for a noun that may mean anybody."""
    if match["kin"]:
        return match["kin"].capitalize()
    if match["mine"]:
        return f"my {match['mine']}"
    if match["noun"] not in _ANYBODY:
        return f"the {match['noun']}"
    return f"the {match['age'].strip()} {match['noun']}" if match["age"] and match["noun"] in _OLD else ""


def _pattern(name: str) -> str:
    if name[0].isupper():
        first = f"[{name[0]}{name[0].lower()}]" if name.lower() in _ALONE else name[0]
        return rf"\b{first}{name[1:]}\b(?!\s+[A-Z])"
    first, last = name.split(maxsplit=1)
    if last[0].isupper():
        last += _NO_NOUN_AFTER
    ages = rf"{_AGES}?" if " " not in last else ""
    return rf"\b[{first[0].upper()}{first[0]}]{first[1:]}\s+(?:(?:dear|poor|good)\s+)?{ages}{last.replace(' ', chr(92) + 's+')}\b"


def _gender(name: str) -> Gender:
    noun = name.split()[-1].lower()
    return "m" if noun in word_set("en", "men") else "f" if noun in word_set("en", "women") else ""


def _sentence(text: str, at: int) -> Span:
    """The sentence around an offset, as far as stops show it."""
    before = max(text.rfind(stop, 0, at) for stop in (". ", "! ", "? ", "\n"))
    after = min(
        (place for stop in (". ", "! ", "? ", "\n") if (place := text.find(stop, at)) >= 0), default=len(text)
    )
    return before + 1, after
