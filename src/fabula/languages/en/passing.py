"""People of one scene who have no name: a sheriff who asks two questions, a waiter, an old farmer.

The narration brings them in with *a* or *another* (“A farmer drove by”), or the verb of saying does (“cried a boy”), or the
book speaks of their trade in this chapter and hardly elsewhere. A noun that stands beside a name means whoever bears it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fabula.languages.alternation import any_of
from fabula.languages.lexicons import word_set
from fabula.languages.searching import beside
from fabula.languages.spans import is_within
from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Mention, Span, Unnamed

INTRODUCED = 4000
"""So many letters before somebody first speaks, the narration may bring them in."""
STAY = 2500
"""So many letters before they first speak and after they last do, a noun means them."""
REACH = 90
"""So many letters after a speech, its tag stands."""
HERE = 0.8
"""Who is met in one chapter has this share of the noun's places there."""
OFTEN = 5
"""A noun that stands in other chapters more often than this, and twice as often as here, is no passer-by's, unless those too bring in one of many."""

_SAID = any_of(
    sorted(
        word_set("en", "speech_verbs")
        - {"thought", "told", "tells", "offered", "wondered", "say", "cry", "reply"}
    )
)
"""Not `cry`: in `A hoarse cry broke from his lips`, nobody is called the hoarse."""
_PERSONS = frozenset(("man", "woman", "boy", "girl", "lady", "gentleman", "fellow", "child", "youth", "lad", "lass", "stranger", "visitor", "guest", "creature"))  # fmt: skip
"""Nouns for anybody: only *a* or *another* brings in somebody new."""
_VOICES = frozenset(("whisper", "murmur", "shout", "cry", "scream", "sigh", "laugh", "chorus", "audience", "echo", "sound", "radio", "speech", "reply", "answer", "song", "message", "telegram", "note"))  # fmt: skip
"""What is heard or read is nobody."""
_NOUNS = "voice|man|woman|boy|girl|lady|gentleman|fellow|person"
NO_ADJECTIVE = rf"(?!,\s+(?:(?!(?:the|an?|at|to|of|in|his|her)\b)[a-z-]+\s+){{1,2}}(?:{_NOUNS})\b)"
"""Behind a word that is a noun: `the thin, wavering voice` is not the thin."""
ADVERB = rf"\w+ly(?!\s+(?:[a-z]+\s+)?(?:{_NOUNS})\b)"
"""`quietly`, but not the word of `a stout motherly woman`."""
_TRADES = word_set("en", "trades")
_NOBODY = (word_set("en", "anybody") - _PERSONS) | word_set("en", "function_words") | _VOICES
_NOUN = r"(?!of\s)(?:[a-z]+(?:-[a-z]+)*\s+){0,2}?(?P<noun>[a-z]+(?:-[a-z]+)*)"
_WHO = rf"(?:[Tt]he|(?P<new>[Aa]n?|[Aa]nother|[Oo]ne))\s+{_NOUN}"
_STOPS = (
    rf"{NO_ADJECTIVE}(?=\s*[,.;:!?—–―(“\"‘]|\s+(?:in|with|as|to|and(?!\s+[\w-]+\s+voice)|when|from|on|at|who|of|by|after|behind|beside"
    rf"|very|rather|quite|again|then|close|near|ahead|above|below|outside|inside|\w+ing|{ADVERB})\b|\s*$)"
)
_VERB_FIRST = re.compile(rf"[\s,;.!?—–―-]*(?:{_SAID})\s+{_WHO}{_STOPS}", re.M)
_SUBJECT_FIRST = re.compile(rf"[\s,;.!?—–―-]*{_WHO}\s+(?:\w+ly\s+)?(?:{_SAID})\b")
_IS_ALSO = re.compile(r",\s+|\s+|\s+(?:was|is|became|named|called)\s+(?:called\s+)?")
_SINGULAR = ("ss", "us")


@dataclass(frozen=True, slots=True)
class _Tag:
    start: int
    noun: str
    new: bool
    """The tag itself brings them in: `cried a boy`."""


def passing(
    texts: Sequence[str],
    spoken: Sequence[Sequence[Span]],
    mentions: Sequence[Sequence[Mention]],
    is_another: Callable[[str, int], bool],
) -> Iterator[Unnamed]:
    """The nameless of single chapters. `is_another` says whether a noun means somebody else in a chapter: with a name, or in the whole book."""
    for chapter, text in enumerate(texts):
        tags: dict[str, list[_Tag]] = defaultdict(list)
        for tag in _tags(text, spoken[chapter], mentions[chapter]):
            if tag.noun not in _NOBODY and _is_one(tag.noun):
                tags[tag.noun].append(tag)
        for noun, said in tags.items():
            if not _is_met(texts, chapter, noun, said) or is_another(noun, chapter):
                continue
            places = _places(text, noun, spoken[chapter], said)
            if places and not _is_named(text, mentions[chapter], places):
                yield Unnamed(f"the {noun}", _gender(noun), tuple((chapter, *each) for each in places))


def _tags(text: str, spoken: Sequence[Span], mentions: Sequence[Mention]) -> Iterator[_Tag]:
    for _, end in spoken:
        match = _VERB_FIRST.match(text, end, end + REACH) or _SUBJECT_FIRST.match(text, end, end + REACH)
        if (
            match is not None
            and not is_within(spoken, match.start("noun"))
            and not _is_taken(mentions, *match.span("noun"))
        ):
            yield _Tag(match.start("noun"), match["noun"], match["new"] is not None)


def _is_one(noun: str) -> bool:
    return not noun.endswith("s") or noun.endswith(_SINGULAR)


def _is_taken(mentions: Sequence[Mention], start: int, end: int) -> bool:
    n = bisect_left(mentions, start, key=lambda each: each.end)
    return n < len(mentions) and mentions[n].start < end


def _is_met(texts: Sequence[str], chapter: int, noun: str, said: Sequence[_Tag]) -> bool:
    """Whether the narration brings somebody in by this noun, or the book knows one of a trade in this chapter alone."""
    first = min(said, key=lambda tag: tag.start)
    if first.new:
        return True
    if noun in _PERSONS:
        return False
    text = texts[chapter]
    brought = re.compile(rf"\b(?:[Aa]n?|[Aa]nother|[Oo]ne)\s+(?:[\w-]+\s+){{0,3}}?{noun}\b")
    is_brought = brought.search(text, max(0, first.start - INTRODUCED), first.start) is not None
    if not is_brought and noun not in _TRADES:
        return False
    word = re.compile(rf"\b{noun}\b")
    others = [other for n, other in enumerate(texts) if n != chapter and noun in other]
    here, elsewhere = _times(noun, word, text), sum(_times(noun, word, other) for other in others)
    if elsewhere > max(OFTEN, 2 * here):
        return is_brought and any(map(brought.search, others))
    return is_brought or here >= HERE * (here + elsewhere)


def _times(noun: str, word: re.Pattern[str], text: str) -> int:
    return sum(1 for _ in beside(noun, word, text, 1))


def _places(text: str, noun: str, spoken: Sequence[Span], said: Sequence[_Tag]) -> list[Span]:
    first, last = min(tag.start for tag in said), max(tag.start for tag in said)
    pattern = re.compile(
        rf"\b(?:[Tt]he|[Aa]n?|[Aa]nother|[Oo]ne|[Tt]his|[Tt]hat)\s+(?:[a-z-]+\s+){{0,2}}?{noun}\b(?!['’]s)"
    )
    return [
        match.span()
        for match in pattern.finditer(text, max(0, first - STAY), last + STAY)
        if not is_within(spoken, match.start())
    ]


def _is_named(text: str, mentions: Sequence[Mention], places: Sequence[Span]) -> bool:
    """Whether a name stands beside the noun: `a farmer called Hale`, `Hale, the farmer`."""
    for start, end in places:
        n = bisect_left(mentions, start, key=lambda each: each.start)
        if n and _IS_ALSO.fullmatch(text, mentions[n - 1].end, start):
            return True
        if n < len(mentions) and _IS_ALSO.fullmatch(text, end, mentions[n].start):
            return True
    return False


def _gender(noun: str) -> Gender:
    return "m" if noun in word_set("en", "men") else "f" if noun in word_set("en", "women") else ""
