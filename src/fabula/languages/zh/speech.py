"""Who speaks in Chinese prose, chapter by chapter.

Older prose puts several speakers in one paragraph, each before what they say: 黛玉笑道：“…”. Modern prose has turns:
a paragraph each, with a tag on either side (“…”她说), an action beside the speech, or nothing at all.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Conversation, Span, SpeechRules
from fabula.languages.zh.scripts import simplified
from fabula.languages.zh.speech_cues import (
    CLOSES,
    HE_OR_SHE,
    I_DID,
    LAST,
    LEADS,
    NOBODY,
    RECENT,
    SAID,
    SAYS,
    SILENT,
    STOPS,
    TERM,
    THINKS,
    TURN_GAP,
    WRITTEN,
)
from fabula.languages.zh.strangers import SAYINGS
from fabula.languages.zh.subjects import Narration, gender_of_pronoun


@dataclass(frozen=True, slots=True)
class _Turn:
    """One speech with its speaker, and the paragraph it is in."""

    paragraph: int
    who: int | None


class _Reader:
    """Goes through a chapter and keeps in mind who spoke."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.text = simplified(talk.text)
        self.told = Narration(talk, self.text)
        self.quotes = self.told.quotes
        self.turns: list[_Turn] = []

    def speakers(self) -> list[int | None]:
        opens = [start for start, _ in self.talk.paragraphs]
        found: list[int | None] = []
        spoken = 0
        for n, span in enumerate(self.talk.speeches):
            if self._is_term(span):
                found.append(None)
                continue
            index = max(0, bisect_right(opens, span[0]) - 1)
            start, end = self.talk.paragraphs[index]
            before, spoken = max(start, spoken), span[1]
            if self._is_nobodys(before, span[0]):
                found.append(None)
                continue
            after = end
            if n + 1 < len(self.talk.speeches):
                after = min(end, self.talk.speeches[n + 1][0])
            if n and self._goes_on(n) and self._tag_after(index, (span[1], after)) is None:
                who = self.turns.pop().who
            else:
                who = self.told.says_own_name(span)
                if who is None:
                    who = self._speaker(index, (before, span[0]), (span[1], after), before > start)
            found.append(who)
            self.turns.append(_Turn(index, who))
        return found

    def _goes_on(self, n: int) -> bool:
        """Whether the speech before was left open, and this paragraph opens it again."""
        (first, end), (start, _) = self.talk.speeches[n - 1 : n + 1]
        between, mark = self.text[end:start], self.text[end - 1]
        unclosed = mark not in CLOSES.get(self.text[first], mark)
        return unclosed and "\n" in between and not between.strip()

    def _is_term(self, span: Span) -> bool:
        """Whether the marks only show which words are meant: no verb of saying stands before them, and the sentence goes on."""
        words = TERM.match(self.text, span[0])
        return (
            words is not None and words.end() == span[1] and not SAYS.search(self.text, span[0] - 8, span[0])
        )

    def _is_nobodys(self, start: int, end: int) -> bool:
        """An inscription, or a proverb that the narrator tells (自古道：…). It is nobody's turn."""
        lead = self.text[start:end]
        return WRITTEN.search(lead) is not None or SAYINGS.search(lead) is not None

    def _speaker(self, paragraph: int, before: Span, after: Span, follows: bool) -> int | None:
        """By the tag before, the tag after, the speech before it in the paragraph, an action, or the turn."""
        if not follows and not self.text[before[0] : before[1]].strip():
            before = self._led_into(paragraph, before)
        lead = self.text[before[0] : before[1]]
        if self.told.is_known_as(before, lead):
            return None
        if lead.strip() and (SAYS.search(lead) or LEADS.search(lead)):
            who, known = self.told.subject(before)
            if who is None and THINKS.search(lead):
                who = self.told.thinker(paragraph, before[1])
            if known or who is not None:
                return who
            return self.turns[-1].who if follows else self.told.pronoun(before[0], "", None)
        if not (follows and LEADS.search(self.text[after[0] : after[1]])):
            said = self._tag_after(paragraph, after)
            if said is not None:
                return said[0]
        if follows and self._carries(lead):
            return self.turns[-1].who
        acting = self._acts(paragraph, before, after)
        if acting is not None:
            return acting
        silent = not lead.strip() and not self.text[after[0] : after[1]].strip()
        return self._by_turn(paragraph) if silent and not follows else None

    def _led_into(self, paragraph: int, before: Span) -> Span:
        """The paragraph before, if it ends with 说： and so belongs to this speech."""
        if not paragraph:
            return before
        start, end = self.talk.paragraphs[paragraph - 1]
        spoken = self.turns and self.turns[-1].paragraph == paragraph - 1
        return before if spoken or not LEADS.search(self.text, start, end) else (start, end)

    def _carries(self, between: str) -> bool:
        """Whether one speaker goes on after a few words that name nobody else: 说着，又指…."""
        return len(between) <= 30 and not STOPS.search(between.strip().rstrip("。"))

    def _tag_after(self, paragraph: int, span: Span) -> tuple[int | None] | None:
        """The speaker named right after a speech: ”黛玉道。"""
        at, end = self.told.past_comma(span)
        text = self.text
        voice = self.told.voice(at, end)
        if voice is not None:
            return (voice,)
        mention = self.told.opening(at, end)
        if mention is not None:
            said = SAID.match(text, mention.end, end) and not self.told.owns(mention)
            return (mention.who,) if said else None
        pronoun = HE_OR_SHE.match(text, at, end)
        if pronoun and SAID.match(text, pronoun.end(), end):
            return (self._they(paragraph, span[0], gender_of_pronoun(pronoun)),)
        if NOBODY.match(text, at, end) and SAID.match(text, at, end):
            return (None,)
        return None

    def _before_turn(self, paragraph: int) -> int | None:
        """Who spoke last, in the paragraph before."""
        last = self.turns[-1] if self.turns else None
        return last.who if last and last.paragraph == paragraph - 1 else None

    def _acts(self, paragraph: int, before: Span, after: Span) -> int | None:
        """The subject of the sentence beside the speech: “…”林晚秋转过身."""
        at, end = self.told.past_comma(after)
        mention = self.told.opening(at, end)
        if mention is not None:
            return mention.who
        pronoun = HE_OR_SHE.match(self.text, at, end)
        if pronoun:
            return self._they(paragraph, at, gender_of_pronoun(pronoun))
        return self.told.subject(before)[0] if self.text[before[0] : before[1]].strip() else None

    def _they(self, paragraph: int, at: int, gender: Gender) -> int | None:
        """Whom a pronoun beside a speech means: the subject of its paragraph, or else not who spoke last."""
        own = self.told.mentions(self.talk.paragraphs[paragraph][0], at)
        if own and not self.told.is_object(own[0], own[0].start - 3) and self.told.fits(own[0].who, gender):
            return own[0].who
        return self.told.pronoun(at, gender, self._before_turn(paragraph))

    def _by_turn(self, paragraph: int) -> int | None:
        """Two people take turns: whoever spoke before the last speaker."""
        by_paragraph: dict[int, int | None] = {}
        for turn in self.turns[-LAST:]:
            by_paragraph[turn.paragraph] = turn.who
        spoken = list(by_paragraph.items())[-2:]
        if not spoken or paragraph - spoken[-1][0] > TURN_GAP or spoken[-1][1] is None:
            return None
        last = spoken[-1][1]
        forward = self._came_forward(range(spoken[-1][0] + 1, paragraph), last)
        if forward is not None:
            return forward[0]
        between = self._came_between(spoken, last)
        if between is not None:
            return between
        if len(spoken) == 2 and spoken[-1][0] - spoken[0][0] <= TURN_GAP and spoken[0][1] not in (None, last):
            met = self._met(spoken[-1][0], last)
            if self._speaks_to_the_room(list(by_paragraph.items())):
                return None
            return spoken[0][1] if not met or spoken[0][1] in met else met.pop() if len(met) == 1 else None
        first = max(0, paragraph - RECENT)
        if any(turn.who is None for turn in self.turns[-LAST:] if turn.paragraph >= first):
            return None
        if any(I_DID.match(self.text, *self.talk.paragraphs[index]) for index in range(first, paragraph)):
            return None  # a narrator may be the other speaker
        start = self.talk.paragraphs[first][0]
        others = {m.who for m in self.told.mentions(start, self.talk.paragraphs[paragraph][0])} - {last}
        return others.pop() if len(others) == 1 else None

    def _speaks_to_the_room(self, spoken: Sequence[tuple[int, int | None]]) -> bool:
        """Whether a third person spoke just before, and the last one went on with something else: any of the others may answer."""
        three = len({who for _, who in spoken[-3:]}) == 3
        start, end = self.talk.paragraphs[spoken[-1][0]]
        first, last = bisect_left(self.quotes, start), bisect_left(self.quotes, end)
        between = [self.text[one[1] : other[0]] for one, other in pairwise(self.talk.speeches[first:last])]
        return three and any(STOPS.search(words) for words in between)

    def _met(self, paragraph: int, last: int) -> set[int]:
        """Who acts beside its speaker in the narration before a speech: 冯二正在喂驴，小环撞在他身上。“慢着点。”"""
        start, end = self.talk.paragraphs[paragraph]
        at = bisect_left(self.quotes, start)
        first = self.quotes[at] if at < len(self.quotes) else end
        subjects = [
            mention
            for mention in self.told.mentions(start, min(first, end))
            if not self.told.is_object(mention, start) and not self.told.owns(mention)
        ]
        named = {mention.who for mention in subjects}
        return named - {last} if last in named else set()

    def _came_forward(self, paragraphs: Sequence[int], last: int) -> tuple[int | None] | None:
        """Who the narration right before a speech is about, if it is not who spoke last. If they keep silent, the last goes on."""
        for index in reversed(paragraphs):
            start, end = self.talk.paragraphs[index]
            who = self.told.about(index)
            if who is not None and who != last:
                silent = SILENT.search(self.text, start, end)
                return (who if silent is None else None if "不再" in silent.group() else last,)
            if who is not None:
                return None
        return None

    def _came_between(self, spoken: Sequence[tuple[int, int | None]], last: int) -> int | None:
        """Who the narration between the last two speeches is about, if nobody else is known to talk with who spoke last."""
        if len(spoken) < 2 or self.turns[-1].who is None:
            return None
        first = max(spoken[0][0] + 1, spoken[1][0] - RECENT)
        for index in reversed(range(first, spoken[1][0])):
            who = self.told.about(index)
            if I_DID.match(self.text, *self.talk.paragraphs[index]):
                return None
            if who is None or who == last or who == spoken[0][1]:
                continue
            meets = any(mention.who == last for mention in self.told.mentions(*self.talk.paragraphs[index]))
            apart = spoken[1][0] - spoken[0][0] > TURN_GAP
            if meets or apart or spoken[0][1] in (None, last):
                return who
        return None


def _speakers(talk: Conversation) -> list[int | None]:
    return _Reader(talk).speakers()


RULES = SpeechRules(by_chapter=_speakers)
