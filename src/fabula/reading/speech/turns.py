"""The turns of a chapter's conversations: the speech of one paragraph each, with what stands beside it.

A speech whose marks stay open goes on in the next paragraph, and is one turn. Quotations inside a speech are no turns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from fabula.languages.spans import is_within
from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Cues, Mention
from fabula.reading.parsed import Parsed, Span
from fabula.reading.speech.parting import Part, Parting
from fabula.reading.speech.tags import DASHES, Subject, Tag, TagFinder, better

_STARTS_SENTENCE = re.compile(
    r"(?:^|[.!?…:;”’\"'—)]\s*)(?:(?:And|But|Then|So|As|When|While|For|The|At last)\s+)?(?:[A-Z]\w{0,8}\.?\s+)?\Z"
)
_CLOSING = "”’»\"'」』"
_CLOSED_BY = {"“": "”", "‘": "’", "„": "”“", "«": "»", "»": "«", "「": "」", "『": "』", '"': '"', "'": "'"}
"""A quotation within a speech may end a paragraph: its mark does not close the speech."""


@dataclass(slots=True)
class Turn:
    """What one paragraph says aloud, or several while the marks stay open."""

    first: int
    """The index of its first paragraph."""
    paragraph: int
    """The index of its last one."""
    spans: list[Span]
    tag: Tag | None = None
    subjects: list[Subject] = field(default_factory=list)
    """The narration of its paragraphs."""
    earlier: list[Subject] = field(default_factory=list)
    """The narration of its paragraph before another's speech in it."""
    named: set[int] = field(default_factory=set)
    """Who is named inside the speech."""
    called: set[int] = field(default_factory=set)
    """Who is addressed inside the speech."""
    open: bool = False
    """No mark closes it."""
    leads: bool = False
    """Its paragraph begins with speech."""
    asks: bool = False
    """It ends with a question."""

    def go_on(self, other: Turn) -> None:
        """Take in the next paragraph of the same speech."""
        self.paragraph = other.paragraph
        self.spans += other.spans
        self.tag = better(self.tag, other.tag)
        self.subjects = self.subjects + other.subjects
        self.named |= other.named
        self.called |= other.called
        self.open, self.asks = other.open, other.asks


@dataclass(frozen=True, slots=True)
class Talk:
    """A chapter as a sequence of paragraphs, some of them turns."""

    subjects: list[list[Subject]]
    """Of the narration of every paragraph."""
    turns: list[Turn]
    own: int
    """How often the narration says `I`."""
    others: int
    """How often it says another personal pronoun."""


def talk(
    chapter: Parsed,
    mentions: Sequence[Mention],
    cues: Cues,
    narrator: int | None,
    genders: Sequence[Gender] = (),
) -> Talk:
    """The turns of one chapter. `genders` are those of the people who are mentioned."""
    return _Reader(chapter, mentions, cues, narrator, genders).talk()


class _Reader:
    def __init__(
        self,
        chapter: Parsed,
        mentions: Sequence[Mention],
        cues: Cues,
        narrator: int | None,
        genders: Sequence[Gender],
    ) -> None:
        self.text = chapter.chapter.text
        self.spoken = chapter.spoken
        self.paragraphs = _joined(self.text, chapter.paragraphs)
        self.starts = [start for start, _ in self.paragraphs]
        self.mentions = mentions
        self.cues = cues
        self.narrator = narrator
        self.genders = genders
        self.tags = TagFinder(self.text, cues, mentions, narrator)
        self.parting = Parting(self.text, self.tags, self._gender, narrator)
        self.subjects: list[list[Subject]] = [[] for _ in self.starts]
        self.named: list[list[Mention]] = [[] for _ in self.starts]
        self.pieces = self._by_paragraph()
        self.own = self.others = 0

    def talk(self) -> Talk:
        self._sort_mentions()
        self._add_pronouns()
        for each in self.subjects:
            each.sort(key=lambda subject: subject.at)
        turns: list[Turn] = []
        for place, spans in self.pieces.items():
            last = turns[-1] if turns else None
            for part in self.parting.parts(self.paragraphs[place], spans, self.subjects[place]):
                turn = self._turn(place, part, last)
                if turns and turns[-1].open and turn.leads and turns[-1].paragraph == place - 1:
                    turns[-1].go_on(turn)
                else:
                    turns.append(turn)
        return Talk(self.subjects, turns, self.own, self.others)

    def _sort_mentions(self) -> None:
        for each in self.mentions:
            place = bisect_right(self.starts, each.start) - 1
            if place < 0:
                continue
            if is_within(self.spoken, each.start):
                self.named[place].append(each)
            else:
                is_object = self.cues.is_object(self.text, each.start, each.end)
                opens = self._opens(place, each.start)
                self.subjects[place].append(Subject(each.start, each.who, "", opens, is_object))

    def _add_pronouns(self) -> None:
        if not self.paragraphs:
            return
        for match in self.cues.pronoun.finditer(self.text, self.starts[0], self.paragraphs[-1][1]):
            at, word = match.start(), match.group()
            place = bisect_right(self.starts, at) - 1
            if is_within(self.spoken, at):
                continue
            if word != self.cues.narrator:
                self.others += 1
                gender = self.cues.gender(word)
                self.subjects[place].append(Subject(at, None, gender, word[0].isupper()))
                continue
            self.own += 1
            if self.narrator is not None and not self.cues.looking_on.match(self.text, at):
                self.subjects[place].append(Subject(at, self.narrator, "", self._opens(place, at)))

    def _opens(self, place: int, at: int) -> bool:
        start = self.starts[place]
        return at == start or _STARTS_SENTENCE.search(self.text[max(start, at - 24) : at]) is not None

    def _gender(self, who: int) -> Gender:
        return self.genders[who] if who < len(self.genders) else ""

    def _turn(self, place: int, part: Part, last: Turn | None) -> Turn:
        paragraph, spans = self.paragraphs[place], part.spans
        start, end = spans[-1]
        until = min(part.told[1], self.tags.next_begins(end, paragraph[1]))
        subjects = [each for each in self.subjects[place] if part.told[0] <= each.at < until]
        leads = spans[0][0] <= paragraph[0]
        tag = self.tags.tag((part.tags[0], min(part.tags[1], until)), spans, self.subjects[place])
        if leads:
            tag = self._led_to(place, tag, last)
        if tag is not None and tag.kind == "described" and tag.noun in self.cues.by_turn:
            tag = None
        named = [each for each in self.named[place] if is_within(spans, each.start)]
        return Turn(
            first=place,
            paragraph=place,
            spans=spans,
            tag=tag,
            subjects=subjects,
            earlier=[each for each in self.subjects[place] if each.at < part.told[0]],
            named={each.who for each in named},
            called={each.who for each in named if self._is_called(each, spans)},
            open=end >= paragraph[1]
            and self.text[end - 1] not in _CLOSED_BY.get(self.text[start], _CLOSING)
            and self.text[spans[0][0]] not in DASHES,
            leads=leads,
            asks="?" in self.text[max(start, end - 3) : end],
        )

    def _led_to(self, place: int, own: Tag | None, last: Turn | None) -> Tag | None:
        """The tag of a speech that begins its paragraph, which the paragraph before may lead on to. `last` is that paragraph's turn, if it has one."""
        floor, end = self.paragraphs[place - 1] if place else (0, 0)
        subjects = self.subjects[place - 1] if place else []
        led = self.cues.announces.search(self.text, floor, end) is not None
        if last is None or last.paragraph < place - 1:
            if own is not None and not led:
                return own
            told = self.tags.before(floor, end, subjects)
            return better(told, own) if led else told or self.tags.announced(floor, end, subjects)
        if not led:
            return own
        floor = last.spans[-1][1]
        told = self.tags.before(floor, end, subjects)
        goes_on = told is None and self.tags.next_begins(floor, end) == end
        return better(last.tag if goes_on else told, own)

    def _is_called(self, each: Mention, spans: list[Span]) -> bool:
        """`Come, Jane, …`: a name between stops."""
        if self.cues.after_address.match(self.text, each.end) is None:
            return False
        floor = next((start for start, end in spans if start <= each.start < end), each.start)
        before = self.text[max(floor, each.start - 24) : each.start]
        return self.cues.before_address.search(before) is not None

    def _by_paragraph(self) -> dict[int, list[Span]]:
        """What is said in each paragraph in which somebody speaks, in order."""
        grouped: dict[int, list[Span]] = {}
        n = 0
        for place, (_, end) in enumerate(self.paragraphs):
            inside: list[Span] = []
            while n < len(self.spoken) and self.spoken[n][0] < end:
                inside.append(self.spoken[n])
                n += 1
            if inside:
                grouped[place] = inside
        return grouped


def _joined(text: str, paragraphs: Sequence[Span]) -> list[Span]:
    """One that goes on in lower case belongs to the paragraph before it: `“Yes,”` and `said Jane, “I will.”`"""
    joined: list[Span] = []
    for start, end in paragraphs:
        if joined and text[start].islower():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
