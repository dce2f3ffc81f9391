"""The tag of a speech: who is said to say it, right beside its marks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
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
_CLAUSE = re.compile(r"[.!?;…][”\"’']?(?:\s|—|--)")
_STOP = re.compile(r"[,.!?…](?=\s)")
_PAUSE = re.compile(r"[,.;:!?…]")
DASHES = "—–―-"

Kind = Literal["name", "pronoun", "proper", "described"]
"""A member of the cast; a pronoun; a name that nobody in the cast bears, or several; a noun."""
_OWNED = 40
"""Letters after a name that may say whom of theirs is meant."""
_WEIGHT = {"described": 0, "pronoun": 1, "proper": 2, "name": 3}
_APART = 2.5
"""What a name in a sentence of its own weighs less: less than a pronoun beside the speech, more than a noun."""


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
    owner: Gender | None = None
    """Whose mother, father, wife or husband the noun names: `said her mother`."""
    owned_by: int | None = None
    """The member of the cast whose they are: `said Jane's mother`."""
    weak: bool = False
    """No verb of saying, but the clause leads on to the speech or follows it."""
    apart: bool = False
    """It begins a sentence of its own after the speech: `“No.” Anna said that she would come.`"""
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
            if best is not None and best.kind == "name" and not best.weak and not best.apart:
                return best
            if self._text[start] in DASHES:
                best = better(best, self._within(start, end))
        floors = [paragraph[0]] + [end for _, end in spans[:-1]]
        for (start, _), floor in zip(spans, floors, strict=True):
            best = better(best, self.before(floor, start, subjects))
        return best

    def of_piece(self, floor: int, span: Span, stop: int, subjects: Sequence[Subject]) -> Tag | None:
        """The tag of one piece of a paragraph, if a verb of saying shows it."""
        start, end = span
        before = self.before(floor, start, subjects)
        after = self._after(end, min(stop, end + REACH))
        sure = [each for each in (after, before) if each is not None and not each.weak and not each.apart]
        return sure[0] if sure else None

    def before(self, floor: int, start: int, subjects: Sequence[Subject]) -> Tag | None:
        """In a clause that leads on to a speech, the subject of the last verb of saying, or the first of any verb."""
        floor = max(floor, start - _LEADS)
        for pattern in (self._cues.owned_before, self._cues.voice_before):
            owned = self._owner(pattern, floor, start)
            if owned is not None:
                return owned
        lead = self._text[floor:start].rstrip()
        leads = self._cues.leads_on.search(self._text, floor, start) is not None
        if not leads and not lead[-1:].isalnum():
            return None
        clause = self._clause(floor, floor + len(lead) - 1)
        first_said = (
            self._cues.said_before.fullmatch(self._text, clause, start) if self._cues.said_before else None
        )
        if first_said is not None:
            return self._subject(first_said)
        last: Tag | None = None
        said = clause
        for match in self._cues.subject_first.finditer(self._text, clause, start):
            last, said = self._said_to(self._subject(match), match.end()) or last, match.end()
        heard = self._cues.heard.search(self._text, clause, start) if self._cues.heard is not None else None
        if heard is not None:
            return last or self._heard_to_say(heard.end(), start)
        subjects = [each for each in subjects if clause <= each.at < start]
        apart = self._apart(max(clause, said), clause, start, subjects)
        if apart is not None or last is not None:
            return apart or last
        first = next((each for each in subjects if not each.object), None)
        if first is None or not leads:
            return None
        return _of(first, weak=True)

    def next_begins(self, end: int, stop: int) -> int:
        """Where the narration after a speech, up to its paragraph's end, turns to the speech of the next paragraph.

        `“No.” Anna rose and said:` is about the next one, `“No,” said Anna, and added:` about both.
        """
        if end == stop or self._cues.announces.search(self._text, end, stop) is None:
            return stop
        clause = self._clause(end, stop)
        if clause > end:
            return clause
        is_apart = self._text[end - 2 : end - 1] in ".!?…" and self._text[end:stop].lstrip()[:1].isupper()
        return end if is_apart else stop

    def _heard_to_say(self, at: int, start: int) -> Tag | None:
        """Anna in `Through the door he heard Anna say`."""
        pattern = self._cues.heard_to_say
        found = pattern.match(self._text, at, start) if pattern is not None else None
        return None if found is None else self._subject(found)

    def announced(self, floor: int, end: int, subjects: Sequence[Subject]) -> Tag | None:
        """Who is said to begin to speak in the last sentence of a paragraph: `Anna interposed.`"""
        floor = max(floor, end - _LEADS)
        found = self._cues.begins.search(self._text, floor, end) if self._cues.begins is not None else None
        if found is None:
            return None
        clause = self._clause(floor, found.start())
        tag = self._subject_of(found.start(), clause, [each for each in subjects if each.at >= clause])
        return None if tag is None or tag.kind == "described" else tag

    def _clause(self, floor: int, start: int) -> int:
        """Where the last clause before a speech begins. The stop in `Mr. Hall` ends none."""
        clause = floor
        for stop in _CLAUSE.finditer(self._text, floor, start):
            n = bisect_right(self._mentions, stop.start(), key=lambda each: each.end)
            if n == len(self._mentions) or self._mentions[n].start >= stop.start():
                clause = stop.end()
        return clause

    def _apart(self, at: int, clause: int, start: int, subjects: Sequence[Subject]) -> Tag | None:
        """The subject of a verb of saying that stands apart from it: `Anna, turning to him, said`, `Anna rose and cried`."""
        if self._cues.says is None:
            return None
        verbs = list(self._cues.says.finditer(self._text, at, start))
        if not verbs:
            return None
        return self._subject_of(verbs[-1].start(), clause, subjects)

    def _subject_of(self, verb: int, clause: int, subjects: Sequence[Subject]) -> Tag | None:
        if self._cues.leads_in is None or self._cues.who_said is None:
            return None
        before = [each for each in subjects if each.at < verb]
        for lead in reversed(list(self._cues.leads_in.finditer(self._text, clause, verb))):
            if lead["aside"] is not None and self._text[clause:verb].rstrip()[-1:] == ",":
                continue
            found = self._opening(lead.end(), verb, before, close=lead["close"] is not None)
            if found is not None:
                return found
        found = self._opening(clause, verb, before)
        if found is not None:
            return found
        if before and self._cues.who_said.match(self._text, self._end_of(before[-1].at)):
            return _of(before[-1])
        first = next((each for each in before if not each.object), None)
        return None if first is None else _of(first)

    def _opening(
        self, begin: int, verb: int, before: Sequence[Subject], *, close: bool = False
    ) -> Tag | None:
        """The subject with which a clause begins."""
        match = None if close else self._cues.subject.match(self._text, begin, verb)
        if match is not None and match["described"] is not None:
            return self._subject(match)
        first = next((each for each in before if each.at >= begin), None)
        if first is None:
            return None
        at_once = first.at == begin or (
            match is not None and first.at in (match.start("name"), match.start("pronoun"))
        )
        if not at_once and (close or first.object or "," in self._text[begin : first.at]):
            return None
        return _of(first)

    def _end_of(self, start: int) -> int:
        n = bisect_left(self._mentions, start, key=lambda each: each.start)
        return self._mentions[n].end if n < len(self._mentions) else start

    def _owner(
        self, pattern: re.Pattern[str] | None, at: int, stop: int, *, match: bool = False
    ) -> Tag | None:
        """Whose words they are: `was Anna's answer`."""
        if pattern is None:
            return None
        found = pattern.match(self._text, at, stop) if match else pattern.search(self._text, at, stop)
        return None if found is None else self._subject(found)

    def _after(self, end: int, stop: int) -> Tag | None:
        said = self._said(end, stop)
        if said is not None:
            return replace(said, apart=True) if self._is_apart(said, end, stop) else said
        for pattern in (self._cues.owned_after, self._cues.was_all):
            owned = self._owner(pattern, end, stop, match=True)
            if owned is not None:
                return owned
        match = self._cues.subject.match(self._text, end, stop)
        if match is None:
            return None
        heard = self._heard_after(match, stop)
        if heard is not None:
            return self._heard_to_say(heard.end(), stop)
        goes_on = self._text[end - 2 : end - 1] == "," or match[0].lstrip()[:1].islower()
        return self._subject(match, weak=not goes_on)

    def _heard_after(self, subject: re.Match[str], stop: int) -> re.Match[str] | None:
        """The verb in `“No,” I heard Anna say`, and in `“No,” I seem even now to hear Anna say`."""
        if self._cues.heard is None:
            return None
        if subject["pronoun"] != self._cues.narrator:
            return self._cues.heard.match(self._text, subject.end() + 1, stop)
        pause = _PAUSE.search(self._text, subject.end(), stop)
        return self._cues.heard.search(self._text, subject.end(), stop if pause is None else pause.start())

    def _is_apart(self, said: Tag, end: int, stop: int) -> bool:
        """Whether a tag is a sentence of its own: `“No.” Anna answered the bell`, `“No!” He assented`."""
        following = self._text[end:stop].lstrip()
        last = self._text[end - 2 : end - 1]
        return following[:1] == ";" or (
            following[:1].isupper() and (last == "." or (last in "!?" and said.kind == "pronoun"))
        )

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
            if pronoun in (self._cues.narrator, self._cues.my):
                return None if self._narrator is None else Tag("name", self._narrator, weak=weak)
            return Tag("pronoun", None, self._cues.gender(pronoun), weak=weak)
        start, end = match.span("name" if match["name"] is not None else "described")
        n = bisect_left(self._mentions, start, key=lambda each: each.start)
        if n < len(self._mentions):
            mention = self._mentions[n]
            if mention.start < end or self._text[end : mention.start] in (" ", ".", ". "):
                return self._of_theirs(mention, weak) or Tag("name", mention.who, weak=weak)
        words = self._text[start:end].lower().split()
        gender = self._cues.gender(words[-1]) or self._cues.gender(words[0])
        if match["name"] is not None:
            noun = self._cues.meant.get(self._text[start:end], words[-1])
            return Tag("proper", None, gender, noun, weak=weak)
        kin = self._cues.kin
        owner = kin.owners.get(words[0]) if kin is not None and kin.gender(words[-1]) else None
        return Tag("described", None, gender, words[-1], owner, weak=weak)

    def _of_theirs(self, mention: Mention, weak: bool) -> Tag | None:
        """Who is somebody of theirs: `said Ann's mother` is not Ann. None for a thing of theirs: `came Ann's voice`."""
        owned = self._cues.owns.match(self._text, mention.end)
        if owned is None:
            return None
        for word in self._text[owned.end() : owned.end() + _OWNED].split()[:2]:
            noun = word.strip(",.;:!?”")
            if noun.islower() and (gender := self._cues.gender(noun)):
                return Tag("described", None, gender, noun, owned_by=mention.who, weak=weak)
        return None


def _of(subject: Subject, weak: bool = False) -> Tag:
    return Tag("pronoun" if subject.who is None else "name", subject.who, subject.gender, weak=weak)


def better(one: Tag | None, other: Tag | None) -> Tag | None:
    """The stronger of two tags: first those with a verb of saying, then those with a name. A sentence of its own weighs less."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda tag: 4 * (not tag.weak) + _WEIGHT[tag.kind] - _APART * tag.apart)
