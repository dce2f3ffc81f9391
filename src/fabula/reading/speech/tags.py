"""The tag of a speech: who is said to say it, right beside its marks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Cues, Mention
from fabula.reading.parsed import Span

REACH = 110
"""How many characters of narration after a speech are searched for its tag."""
_LEADS = 330
"""How many characters before a speech are searched for a clause that leads on to it."""
_CLAUSE = re.compile(r"[.!?;…]\s")
_STOP = re.compile(r"[,.!?…](?=\s)")
DASHES = "—–―-"

Kind = Literal["name", "pronoun", "proper", "described"]
"""A member of the cast; a pronoun; a name that nobody in the cast bears, or several; a noun."""
_WEIGHT = {"described": 0, "pronoun": 1, "proper": 2, "name": 3}


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom narration speaks of: a member of the cast, or somebody of a gender."""

    at: int
    who: int | None
    gender: Gender = ""
    opens: bool = False
    """It stands where a sentence begins."""
    object: bool = False
    """A preposition stands before it, or it owns something: `to Jane`, `Jane's`."""


@dataclass(frozen=True, slots=True)
class Tag:
    """The subject of a verb of saying next to a speech."""

    kind: Kind
    who: int | None = None
    gender: Gender = ""
    noun: str = ""
    """The last word of what names or describes them, in lower case: `professor`."""
    weak: bool = False
    """No verb of saying, but the clause leads on to the speech or follows it."""
    spoken_to: int | None = None
    """The member of the cast whom the verb of saying has as its object: `the owl said to Anna`."""


class TagFinder:
    """Finds tags in one chapter."""

    def __init__(self, text: str, cues: Cues, mentions: Sequence[Mention], narrator: int | None) -> None:
        self._text = text
        self._cues = cues
        self._mentions = mentions
        self._narrator = narrator

    def tag(self, paragraph: Span, spans: Sequence[Span], subjects: Sequence[Subject]) -> Tag | None:
        """The best tag of a paragraph's speech."""
        best: Tag | None = None
        stops = [start for start, _ in spans[1:]] + [paragraph[1]]
        for (start, end), stop in zip(spans, stops, strict=True):
            best = better(best, self._after(end, min(stop, end + REACH)))
            if best is not None and best.kind == "name" and not best.weak:
                return best
            if self._text[start] in DASHES:
                best = better(best, self._within(start, end))
        floors = [paragraph[0]] + [end for _, end in spans[:-1]]
        for (start, _), floor in zip(spans, floors, strict=True):
            best = better(best, self.before(floor, start, subjects))
        return best

    def before(self, floor: int, start: int, subjects: Sequence[Subject]) -> Tag | None:
        """In a clause that leads on to a speech, the last subject of a verb of saying, or the first of any verb."""
        floor = max(floor, start - _LEADS)
        if not self._cues.leads_on.search(self._text, floor, start):
            return None
        clause = floor
        for stop in _CLAUSE.finditer(self._text, floor, start):
            clause = stop.end()
        last: Tag | None = None
        for match in self._cues.subject_first.finditer(self._text, clause, start):
            last = self._said_to(self._subject(match), match.end()) or last
        if last is not None:
            return last
        first = next((each for each in subjects if clause <= each.at < start and not each.object), None)
        if first is None:
            return None
        return Tag("pronoun" if first.who is None else "name", first.who, first.gender, weak=True)

    def _after(self, end: int, stop: int) -> Tag | None:
        said = self._said(end, stop)
        if said is not None:
            return said
        match = self._cues.subject.match(self._text, end, stop)
        if match is None:
            return None
        goes_on = self._text[end - 2 : end - 1] == "," or match[0].lstrip()[:1].islower()
        return self._subject(match, weak=not goes_on)

    def _within(self, start: int, end: int) -> Tag | None:
        """`—Yes, said Stephen.`: no mark shows where speech after a dash ends."""
        for stop in _STOP.finditer(self._text, start, end):
            found = self._said(stop.end(), end)
            if found is not None:
                return found
        return None

    def _said(self, at: int, stop: int) -> Tag | None:
        for pattern in (self._cues.verb_first, self._cues.subject_first):
            match = pattern.match(self._text, at, stop)
            if match is not None:
                return self._said_to(self._subject(match), match.end())
        return None

    def _said_to(self, tag: Tag | None, end: int) -> Tag | None:
        """The tag with whom its verb is about."""
        n = bisect_left(self._mentions, end, key=lambda each: each.start)
        if tag is None or n == len(self._mentions):
            return tag
        named = self._mentions[n]
        if self._cues.to_whom.fullmatch(self._text, end, named.start) is None or named.who == tag.who:
            return tag
        return replace(tag, spoken_to=named.who)

    def _subject(self, match: re.Match[str], weak: bool = False) -> Tag | None:
        pronoun = match["pronoun"]
        if pronoun is not None:
            if pronoun == self._cues.narrator:
                return None if self._narrator is None else Tag("name", self._narrator, weak=weak)
            return Tag("pronoun", None, self._cues.gender(pronoun), weak=weak)
        start, end = match.span("name" if match["name"] is not None else "described")
        n = bisect_left(self._mentions, start, key=lambda each: each.start)
        if n < len(self._mentions):
            mention = self._mentions[n]
            if mention.start < end or self._text[end : mention.start] in (" ", ".", ". "):
                return Tag("name", mention.who, weak=weak)
        words = self._text[start:end].lower().split()
        gender = self._cues.gender(words[-1]) or self._cues.gender(words[0])
        return Tag("proper" if match["name"] is not None else "described", None, gender, words[-1], weak)


def better(one: Tag | None, other: Tag | None) -> Tag | None:
    """The stronger of two tags: first those with a verb of saying, then those with a name."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda tag: 4 * (not tag.weak) + _WEIGHT[tag.kind])
