"""Who speaks in Chinese prose, chapter by chapter.

Older prose puts several speakers in one paragraph, each before what they say: 黛玉笑道：“…”. Modern prose has turns:
a paragraph each, with a tag on either side (“…”她说), an action beside the speech, or nothing at all.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Conversation, Mention, Span, SpeechRules
from fabula.languages.zh.evidence import tagged_words
from fabula.languages.zh.persons import TITLES
from fabula.languages.zh.scripts import simplified
from fabula.languages.zh.speech_cues import (
    ACTS_ON,
    ADVERBS,
    AFTER_OWN_NAME,
    BARE_TITLES,
    BEFORE_OBJECT,
    BETWEEN,
    CLOSES,
    COMMAS,
    EPITHET,
    FROM,
    HE_OR_SHE,
    I_AM,
    I_DID,
    IS,
    KNOWN_AS,
    KNOWS,
    LAST,
    LEADS,
    LONGEST_EPITHET,
    NEAR,
    NO_OTHER,
    NOBODY,
    OWNS,
    RECENT,
    SAID,
    SAYS,
    SCENE,
    SEES,
    SHORT_LEAD,
    SILENT,
    SOME_OTHER,
    SOMEBODY,
    STOPS,
    STRANGER,
    TERM,
    THING,
    THINKS,
    TITLED,
    TO_THEM,
    TOGETHER,
    TURN_GAP,
    VOICE,
    WRITTEN,
)
from fabula.languages.zh.strangers import COMES, speaks_unnamed


@dataclass(frozen=True, slots=True)
class _Turn:
    """One speech with its speaker, and the paragraph it is in."""

    paragraph: int
    who: int | None


class _Reader:
    """Goes through a chapter and keeps in mind who spoke and who was named."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.text = simplified(talk.text)
        self.starts = [mention.start for mention in talk.mentions]
        self.quotes = [start for start, _ in talk.speeches]
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
            after = end
            if n + 1 < len(self.talk.speeches):
                after = min(end, self.talk.speeches[n + 1][0])
            if n and self._goes_on(n) and self._tag_after(index, (span[1], after)) is None:
                who = self.turns.pop().who
            else:
                who = self._by_own_name(span)
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

    def _speaker(self, paragraph: int, before: Span, after: Span, follows: bool) -> int | None:
        """By the tag before, the tag after, the speech before it in the paragraph, an action, or the turn."""
        if not follows and not self.text[before[0] : before[1]].strip():
            before = self._led_into(paragraph, before)
        lead = self.text[before[0] : before[1]]
        if WRITTEN.search(lead) or self._is_known_as(before, lead):
            return None
        if lead.strip() and (SAYS.search(lead) or LEADS.search(lead)):
            who, known = self._subject(before)
            if who is None and THINKS.search(lead):
                who = self._thinker(paragraph, before[1])
            if known or who is not None:
                return who
            return self.turns[-1].who if follows else self._pronoun(before[0], "", None)
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

    def _is_known_as(self, before: Span, lead: str) -> bool:
        if not KNOWN_AS.search(lead):
            return False
        stops = [match.end() for match in STOPS.finditer(lead)]
        return self._subject((before[0] + (stops[-1] if stops else 0), before[1]))[0] is None

    def _thinker(self, paragraph: int, at: int) -> int | None:
        """The one person whom the paragraph speaks of: 老残闲坐。又见麻雀怕冷。因想：…"""
        start = self.talk.paragraphs[paragraph][0]
        subjects = [
            mention
            for mention in self._mentions(start, at)
            if not self._is_object(mention, start)
            and not self._owns(mention)
            and not KNOWS.search(self.text, start, mention.start)
        ]
        if len({mention.who for mention in subjects}) != 1:
            return None
        since = self.text[subjects[-1].end : at]
        clause, *more = STOPS.split(since)[-1].split("，")
        noun = more and any(tag[0] == "n" for _, tag in islice(tagged_words(clause), 2))
        other = noun or SOME_OTHER.search(since) or COMES.search(since)
        return None if other else subjects[-1].who

    def _by_own_name(self, speech: Span) -> int | None:
        """Who says “我叫夏晚晴。” or “弟子陆沉，拜见师尊！”"""
        start, end = speech
        for mention in self.talk.mentions[bisect_left(self.starts, start) : bisect_left(self.starts, end)]:
            before = self.text[max(start, mention.start - 6) : mention.start]
            if I_AM.search(before) and AFTER_OWN_NAME.match(self.text, mention.end):
                return mention.who
        return None

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

    def _mentions(self, start: int, end: int) -> Sequence[Mention]:
        """In narration between two offsets."""
        at = bisect_left(self.starts, start)
        found = []
        while at < len(self.starts) and self.starts[at] < end:
            mention = self.talk.mentions[at]
            if mention.end <= end and not self._is_said(mention):
                found.append(mention)
            at += 1
        return found

    def _is_said(self, mention: Mention) -> bool:
        at = bisect_right(self.quotes, mention.start) - 1
        return at >= 0 and mention.start < self.talk.speeches[at][1]

    def _subject(self, span: Span) -> tuple[int | None, bool]:
        """Who the last sentence before a speech speaks of, and whether it speaks of anybody."""
        end = span[1]
        start = max(span[0], end - NEAR)
        text = self.text
        terms = {match.end() for match in TERM.finditer(text, start, end)}
        stops = [match.end() for match in STOPS.finditer(text, start, end) if match.end() < end - 1]
        stops = [stop for stop in stops if stop not in terms]
        sentence = stops[-1] if stops else start
        clauses = [sentence, *(match.end() for match in COMMAS.finditer(text, sentence, end - 1)), end]
        tag = LEADS.search(text, sentence, end) is not None
        for first, last in zip(clauses[-2::-1], clauses[:0:-1], strict=False):
            if I_DID.match(text, first, last) or (last == end and TOGETHER.search(text, first, last)):
                return None, True
            clause = text[first:last]
            named = self._subject_of(first, last)
            at = None if named is None else named.start - first
            if (tag or COMES.search(clause)) and speaks_unnamed(clause, at, last == end):
                return None, True
            if named is not None:
                return self._by_look(named, sentence, first, last), True
            own = ADVERBS.sub("", clause)
            known = self._by_title(own, first)
            if known is not None:
                return known, True
            pronoun = HE_OR_SHE.match(own) or HE_OR_SHE.match(clause)
            if pronoun and COMES.search(text, sentence, first) and not self._mentions(sentence, first):
                return None, True
            if pronoun:
                return self._pronoun(first, _gender(pronoun), None), True
            if last != end and THING.match(own):
                continue
            if (
                NOBODY.match(own)
                or (last == end and SOMEBODY.match(own))
                or TITLED.match(clause)
                or NOBODY.match(clause.lstrip("又再便也"))
                or (first == sentence and (_names_somebody(own) or STRANGER.search(clause)))
            ):
                return None, True
        return (None, False) if start == sentence else self._subject((start, sentence))

    def _by_title(self, clause: str, at: int) -> int | None:
        """员外道 where one 赵员外 was named not long before."""
        title = next((title for title in BARE_TITLES if clause.startswith(title)), "")
        if not title or not SAYS.match(clause[len(title) :].lstrip(BETWEEN)):
            return None
        first, last = bisect_left(self.starts, at - SCENE), bisect_left(self.starts, at)
        named = self.talk.mentions[first:last]
        bearers = {each.who for each in named if self.text[each.start : each.end].endswith(title)}
        return bearers.pop() if len(bearers) == 1 else None

    def _subject_of(self, first: int, last: int) -> Mention | None:
        """Whom of the cast a clause speaks of, if it does not only speak to them."""
        for mention in self._mentions(first, last):
            if KNOWS.search(self.text, first, mention.start):
                return None
            if not self._is_object(mention, first) and not self._owns(mention):
                return mention
        return None

    def _by_look(self, named: Mention, sentence: int, first: int, last: int) -> int | None:
        """Who looks, if a clause says only whom they see: 老残一看，原来就是高绍殷，赶忙说."""
        only = IS.search(self.text, first, named.start) and not self.text[named.end : last].strip("，,、：:")
        if only and SEES.search(self.text, sentence, first) and NO_OTHER not in self.text[sentence:first]:
            who, known = self._subject((sentence, first))
            if known:
                return who
        return named.who

    def _is_object(self, mention: Mention, clause: int) -> bool:
        lead = self.text[max(clause, mention.start - 3) : mention.start]
        return BEFORE_OBJECT.search(lead) is not None

    def _owns(self, mention: Mention) -> bool:
        """宝玉的, but not 周瑞家的, who is a person."""
        return OWNS.match(self.text, mention.end) is not None and self.text[mention.end - 1] != "家"

    def _tag_after(self, paragraph: int, span: Span) -> tuple[int | None] | None:
        """The speaker named right after a speech: ”黛玉道。"""
        at, end = self._past_comma(span)
        text = self.text
        voice = self._voice(at, end)
        if voice is not None:
            return (voice,)
        mention = self._opening(at, end)
        if mention is not None:
            said = SAID.match(text, mention.end, end) and not self._owns(mention)
            return (mention.who,) if said else None
        pronoun = HE_OR_SHE.match(text, at, end)
        if pronoun and SAID.match(text, pronoun.end(), end):
            return (self._they(paragraph, span[0], _gender(pronoun)),)
        if NOBODY.match(text, at, end) and SAID.match(text, at, end):
            return (None,)
        return None

    def _voice(self, at: int, end: int) -> int | None:
        """Whose voice the speech before was: 是王胖子的声音."""
        lead = FROM.match(self.text, at, end)
        heard = self._mentions(lead.end(), end)[:1] if lead else []
        if lead and heard and heard[0].start == lead.end() and VOICE.match(self.text, heard[0].end, end):
            return heard[0].who
        return None

    def _opening(self, at: int, end: int) -> Mention | None:
        """Who a sentence begins with, by name or with an epithet before it: 身边的小师妹柳如烟."""
        first = next(iter(self._mentions(at, min(end, at + LONGEST_EPITHET))), None)
        if first is None or first.start == at:
            return first
        before = self.text[at : first.start]
        epithet = EPITHET.fullmatch(before)
        nobody = NOBODY.match(before) and "的" not in before
        if epithet is None or ACTS_ON.search(before) or nobody or self._is_object(first, at):
            return None
        role = epithet["role"]
        kind = (
            not role or role.lstrip("大小老") in TITLES or all(tag[0] == "n" for _, tag in tagged_words(role))
        )
        return first if kind else None

    def _past_comma(self, span: Span) -> Span:
        at, end = span
        while at < end and self.text[at] in "，,\u3000 ":
            at += 1
        return at, end

    def _before_turn(self, paragraph: int) -> int | None:
        """Who spoke last, in the paragraph before."""
        last = self.turns[-1] if self.turns else None
        return last.who if last and last.paragraph == paragraph - 1 else None

    def _acts(self, paragraph: int, before: Span, after: Span) -> int | None:
        """The subject of the sentence beside the speech: “…”林晚秋转过身."""
        at, end = self._past_comma(after)
        mention = self._opening(at, end)
        if mention is not None:
            return mention.who
        pronoun = HE_OR_SHE.match(self.text, at, end)
        if pronoun:
            return self._they(paragraph, at, _gender(pronoun))
        return self._subject(before)[0] if self.text[before[0] : before[1]].strip() else None

    def _they(self, paragraph: int, at: int, gender: Gender) -> int | None:
        """Whom a pronoun beside a speech means: the subject of its paragraph, or else not who spoke last."""
        own = self._mentions(self.talk.paragraphs[paragraph][0], at)
        if own and not self._is_object(own[0], own[0].start - 3) and self._fits(own[0].who, gender):
            return own[0].who
        return self._pronoun(at, gender, self._before_turn(paragraph))

    def _pronoun(self, at: int, gender: Gender, other: int | None) -> int | None:
        """The last person of this gender who was the subject of a clause, and who is not the `other` one."""
        first = bisect_left(self.starts, at - NEAR)
        apart = {other}
        for mention in reversed(self.talk.mentions[first : bisect_left(self.starts, at)]):
            them = TO_THEM.match(self.text, mention.end, at)
            if them and gender == _gender(them) and not self._is_said(mention):
                apart.add(mention.who)
            if (
                mention.who not in apart
                and not self._is_said(mention)
                and self._fits(mention.who, gender)
                and not self._is_object(mention, mention.start - 3)
                and not self._owns(mention)
            ):
                return mention.who
        return None

    def _fits(self, who: int, gender: Gender) -> bool:
        genders = self.talk.genders
        return not gender or who >= len(genders) or genders[who] in ("", gender)

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
        others = {m.who for m in self._mentions(start, self.talk.paragraphs[paragraph][0])} - {last}
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
            for mention in self._mentions(start, min(first, end))
            if not self._is_object(mention, start) and not self._owns(mention)
        ]
        named = {mention.who for mention in subjects}
        return named - {last} if last in named else set()

    def _came_forward(self, paragraphs: Sequence[int], last: int) -> tuple[int | None] | None:
        """Who the narration right before a speech is about, if it is not who spoke last. If they keep silent, the last goes on."""
        for index in reversed(paragraphs):
            start, end = self.talk.paragraphs[index]
            who = self._about(index)
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
            who = self._about(index)
            if I_DID.match(self.text, *self.talk.paragraphs[index]):
                return None
            if who is None or who == last or who == spoken[0][1]:
                continue
            meets = any(mention.who == last for mention in self._mentions(*self.talk.paragraphs[index]))
            apart = spoken[1][0] - spoken[0][0] > TURN_GAP
            if meets or apart or spoken[0][1] in (None, last):
                return who
        return None

    def _about(self, paragraph: int) -> int | None:
        """Who a paragraph of narration begins with, perhaps after a time: 夜里，陆沉盘膝坐在床上."""
        start, end = self.talk.paragraphs[paragraph]
        mention = next(iter(self._mentions(start, end)), None)
        if mention is None or self._owns(mention):
            return None
        lead = self.text[start : mention.start].strip()
        return mention.who if not lead or (len(lead) <= SHORT_LEAD and lead.endswith("，")) else None


def _gender(pronoun: re.Match[str]) -> Gender:
    return "m" if pronoun["they"] == "他" else "f"


def _names_somebody(clause: str) -> bool:
    """Whether a clause before a speech begins with a noun: 帐前一人出曰, 庶曰, 郑泰谏曰."""
    own = SAYS.sub("", clause)
    if not own or (clause.rstrip("：:“").endswith("曰") and len(own) <= 2):
        return bool(own)
    return next(tagged_words(own))[1][0] in "nrmjs"


def _speakers(talk: Conversation) -> list[int | None]:
    return _Reader(talk).speakers()


RULES = SpeechRules(by_chapter=_speakers)
