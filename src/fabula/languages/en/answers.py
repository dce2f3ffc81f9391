"""Who answers to which name: somebody is addressed as Mr. Vyse, and in the next paragraph Cecil speaks.

Where two names share no word, this and an apposition ("Mr. Turton, the Collector") are how a reader learns that they are one
person's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from fabula.languages.en.mentions import Sighting
from fabula.languages.en.name_parts import Name
from fabula.languages.lexicons import word_set
from fabula.languages.spans import PARAGRAPH, Span

_BETWEEN = re.compile(r",\s+(?:the\s+)?(?:[A-Z]\w*\.?\s+){0,3}")
_CLOSES = re.compile(
    r"(?!,\s+(?:(?:and|or)\s+)?(?:the\s+)?[A-Z]|,\s+(?:and|or)\s+the\b)[,.;:?!]|\s+of\s+[A-Z]"
)
"""What ends an apposition. `The Tin Woodman, Dorothy, the Lion and Toto` is a list."""
_WORD_AFTER = re.compile(r"\s*(\w+)")
_WORD_BEFORE = re.compile(r"(\w+)\s+(?:the\s+)?\Z")
_TITLE = re.compile(r"\w+\.?\s*\Z")
_LAST_WORDS = 80
"""Characters that hold a title and a form of address. A speech may be as long as a chapter."""
_NEAR = 28
_DEAR = re.compile(r"(?:\b[Mm]y )?\b(?:[Dd]ear(?:est)?|[Pp]oor|[Oo]ld)\Z")
"""What people say before a name they call somebody by: `I can’t, my dear Frederick.`"""
_MARKS = "“”\"‘’'"
NARRATOR = Name(bare="I")
"""Who answers in `“It is I,” I said.`"""
_BY_NARRATOR = re.compile(r"\s*(?:I\s+(?:\w+ly\s+)?(\w+)|(\w+)\s+I)\b")


@dataclass(frozen=True, slots=True)
class Turn:
    """A paragraph with speech: who is named as its speaker, and by which names somebody is addressed in it."""

    speaker: Name | None
    addressed: frozenset[Name]
    follows: bool
    """Whether the paragraph before it has speech, too."""
    told: Name | None = None
    """Of whom a verb of saying tells that they speak."""


@dataclass(frozen=True, slots=True)
class Exchanges:
    """Who is spoken to by which name, over the whole book."""

    answers: Mapping[tuple[Name, Name], int]
    """How often a name that is used as an address is answered by a speaker with a name, or spoken to after them."""
    calls: Mapping[tuple[Name, Name], int]
    """How often a speaker with a name (first) speaks to somebody by a name."""


def exchanges(texts: Sequence[str], found: Sequence[Sighting], spoken: Sequence[Sequence[Span]]) -> Exchanges:
    """Who answers to a name, and who uses it."""
    counts: Counter[tuple[Name, Name]] = Counter()
    calls: Counter[tuple[Name, Name]] = Counter()
    for index, text in enumerate(texts):
        turns = _turns(text, _of(found, index), spoken[index])
        for place, turn in enumerate(turns):
            beside = [turns[place - 1]] if turn.follows and place else []
            beside += [turns[place + 1]] if place + 1 < len(turns) and turns[place + 1].follows else []
            speakers = {each.speaker for each in beside if each.speaker not in (None, turn.speaker)}
            for address in turn.addressed - {turn.speaker}:
                counts.update((address, speaker) for speaker in speakers if speaker is not None)
                if turn.told is not None:
                    calls[turn.told, address] += 1
    return Exchanges(counts, calls)


def apposed(texts: Sequence[str], found: Sequence[Sighting]) -> Counter[tuple[Name, Name]]:
    """How often a role and a name stand side by side: `Mr. Turton, the Collector,`."""
    counts: Counter[tuple[Name, Name]] = Counter()
    for one, other in pairwise(found):
        if one.chapter != other.chapter or bool(one.name.role) == bool(other.name.role):
            continue
        text = texts[one.chapter]
        if _BETWEEN.fullmatch(text, one.end, other.start) and _CLOSES.match(text, other.end):
            role, name = (one, other) if one.name.role else (other, one)
            before = text[max(0, role.start - 7) : role.start].lower()
            if before.endswith("the ") and before != "of the ":  # the Sayer of the Law, Anna, and others
                counts[role.name, name.name] += 1
    return counts


def _of(found: Sequence[Sighting], index: int) -> Sequence[Sighting]:
    start = bisect_left(found, index, key=lambda each: each.chapter)
    return found[start : bisect_left(found, index + 1, key=lambda each: each.chapter)]


def _turns(text: str, found: Sequence[Sighting], spoken: Sequence[Span]) -> list[Turn]:
    turns: list[Turn] = []
    starts, marks = [each.start for each in found], [start for start, _ in spoken]
    last_had_speech = False
    for match in PARAGRAPH.finditer(text):
        start, end = match.span()
        spans = spoken[bisect_left(marks, start) : bisect_left(marks, end)]
        names = found[bisect_left(starts, start) : bisect_left(starts, end)]
        if spans:
            turns.append(_turn(text, names, spans, follows=last_had_speech))
        elif last_had_speech and names and _opens(text, names[0], start) and _acts(text, names[0]):
            turns.append(Turn(names[0].name, frozenset(), follows=True))
        last_had_speech = bool(spans)
    return turns


def _turn(text: str, names: Sequence[Sighting], spans: Sequence[Span], *, follows: bool) -> Turn:
    inside = [next((span for span in spans if span[0] <= each.start < span[1]), None) for each in names]
    outside = [each for each, span in zip(names, inside, strict=True) if span is None]
    told = next((each.name for each in outside if _acts(text, each, word_set("en", "speech_verbs"))), None)
    tagged = (each.name for each in outside if _acts(text, each))
    only = {each.name for each in outside}
    speaker = told or next(tagged, next(iter(only)) if len(only) == 1 else None)
    if any(_is_narrators(text, span) for span in spans):
        speaker = told = NARRATOR
    addressed = frozenset(
        each.name
        for each, span in zip(names, inside, strict=True)
        if span is not None and is_address(text, each, span)
    )
    return Turn(speaker, addressed, follows, told)


def _is_narrators(text: str, span: Span) -> bool:
    """`“Yes,” I said`, `“Yes,” said I`."""
    tag = _BY_NARRATOR.match(text, span[1])
    return tag is not None and (tag[1] or tag[2]).lower() in word_set("en", "speech_verbs")


def _opens(text: str, each: Sighting, start: int) -> bool:
    """Whether a paragraph opens with the name: `Ronny obeyed.`"""
    ahead = text[start : each.start]
    return not (_TITLE.sub("", ahead) if each.name.title else ahead).strip()


def _acts(text: str, each: Sighting, verbs: Collection[str] = frozenset()) -> bool:
    """Whether a verb of speech or action stands beside the name, or one of these verbs."""
    after = _WORD_AFTER.match(text, each.end)
    ahead = text[max(0, each.start - _NEAR) : each.start]
    before = _WORD_BEFORE.search(_TITLE.sub("", ahead) if each.name.title else ahead)
    return any(word is not None and word[1].lower() in (verbs or _verbs()) for word in (after, before))


@cache
def _verbs() -> Collection[str]:
    return word_set("en", "speech_verbs") | word_set("en", "deeds")


def is_address(text: str, each: Sighting, span: Span) -> bool:
    """`“Cecil, listen”`, `“Listen, Cecil.”`: the name is set off from the sentence."""
    before = text[span[0] : each.start].strip().strip(_MARKS)
    before, last = before[:-_LAST_WORDS], before[-_LAST_WORDS:]
    if each.name.title:
        last = _TITLE.sub("", last).rstrip()
    after = text[each.end : span[1]].strip().strip(_MARKS)
    before += _DEAR.sub("", last).rstrip()
    if not before:
        return after[:1] in (",", "!", "?", "-", "—")
    if before[-1] == ",":
        return not after or after[0] in ",.!?;-—"
    return before[-1] in "!?.;-—" and after[:1] in ("!", "?", "-", "—")
