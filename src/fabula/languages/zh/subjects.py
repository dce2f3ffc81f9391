"""Whom the narration around a Chinese speech speaks of: the subject of a clause, a pronoun, a form of address, who comes forward."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import islice

from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Conversation, Mention, Span
from fabula.languages.zh.evidence import tagged_words
from fabula.languages.zh.persons import TITLES
from fabula.languages.zh.speech_cues import (
    ACTS_ON,
    ADVERBS,
    AFTER_OWN_NAME,
    BARE_TITLES,
    BEFORE_OBJECT,
    BETWEEN,
    COMMAS,
    EPITHET,
    FROM,
    HE_OR_SHE,
    I_AM,
    I_DID,
    IS,
    KNOWN_AS,
    KNOWS,
    LEADS,
    LONGEST_EPITHET,
    NEAR,
    NO_OTHER,
    NOBODY,
    OWNS,
    SAYS,
    SCENE,
    SEES,
    SHORT_LEAD,
    SOME_OTHER,
    SOMEBODY,
    STOPS,
    STRANGER,
    TERM,
    THING,
    TITLED,
    TO_THEM,
    TOGETHER,
    VOICE,
)
from fabula.languages.zh.strangers import COMES, speaks_unnamed


class Narration:
    """A chapter with its mentions of people, of which those within speeches do not count."""

    def __init__(self, talk: Conversation, text: str) -> None:
        self.talk = talk
        self.text = text
        self.starts = [mention.start for mention in talk.mentions]
        self.quotes = [start for start, _ in talk.speeches]

    def is_known_as(self, before: Span, lead: str) -> bool:
        if not KNOWN_AS.search(lead):
            return False
        stops = [match.end() for match in STOPS.finditer(lead)]
        return self.subject((before[0] + (stops[-1] if stops else 0), before[1]))[0] is None

    def thinker(self, paragraph: int, at: int) -> int | None:
        """The one person whom the paragraph speaks of: 老残闲坐。又见麻雀怕冷。因想：…"""
        start = self.talk.paragraphs[paragraph][0]
        subjects = [
            mention
            for mention in self.mentions(start, at)
            if not self.is_object(mention, start)
            and not self.owns(mention)
            and not KNOWS.search(self.text, start, mention.start)
        ]
        if len({mention.who for mention in subjects}) != 1:
            return None
        since = self.text[subjects[-1].end : at]
        clause, *more = STOPS.split(since)[-1].split("，")
        noun = more and any(tag[0] == "n" for _, tag in islice(tagged_words(clause), 2))
        other = noun or SOME_OTHER.search(since) or COMES.search(since)
        return None if other else subjects[-1].who

    def says_own_name(self, speech: Span) -> int | None:
        """Who says “我叫夏晚晴。” or “弟子陆沉，拜见师尊！”"""
        start, end = speech
        for mention in self.talk.mentions[bisect_left(self.starts, start) : bisect_left(self.starts, end)]:
            before = self.text[max(start, mention.start - 6) : mention.start]
            if I_AM.search(before) and AFTER_OWN_NAME.match(self.text, mention.end):
                return mention.who
        return None

    def mentions(self, start: int, end: int) -> Sequence[Mention]:
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

    def subject(self, span: Span) -> tuple[int | None, bool]:
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
            if pronoun and COMES.search(text, sentence, first) and not self.mentions(sentence, first):
                return None, True
            if pronoun:
                return self.pronoun(first, gender_of_pronoun(pronoun), None), True
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
        return (None, False) if start == sentence else self.subject((start, sentence))

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
        for mention in self.mentions(first, last):
            if KNOWS.search(self.text, first, mention.start):
                return None
            if not self.is_object(mention, first) and not self.owns(mention):
                return mention
        return None

    def _by_look(self, named: Mention, sentence: int, first: int, last: int) -> int | None:
        """Who looks, if a clause says only whom they see: 老残一看，原来就是高绍殷，赶忙说."""
        only = IS.search(self.text, first, named.start) and not self.text[named.end : last].strip("，,、：:")
        if only and SEES.search(self.text, sentence, first) and NO_OTHER not in self.text[sentence:first]:
            who, known = self.subject((sentence, first))
            if known:
                return who
        return named.who

    def is_object(self, mention: Mention, clause: int) -> bool:
        lead = self.text[max(clause, mention.start - 3) : mention.start]
        return BEFORE_OBJECT.search(lead) is not None

    def owns(self, mention: Mention) -> bool:
        """宝玉的, but not 周瑞家的, who is a person."""
        return OWNS.match(self.text, mention.end) is not None and self.text[mention.end - 1] != "家"

    def voice(self, at: int, end: int) -> int | None:
        """Whose voice the speech before was: 是王胖子的声音."""
        lead = FROM.match(self.text, at, end)
        heard = self.mentions(lead.end(), end)[:1] if lead else []
        if lead and heard and heard[0].start == lead.end() and VOICE.match(self.text, heard[0].end, end):
            return heard[0].who
        return None

    def opening(self, at: int, end: int) -> Mention | None:
        """Who a sentence begins with, by name or with an epithet before it: 身边的小师妹柳如烟."""
        first = next(iter(self.mentions(at, min(end, at + LONGEST_EPITHET))), None)
        if first is None or first.start == at:
            return first
        before = self.text[at : first.start]
        epithet = EPITHET.fullmatch(before)
        nobody = NOBODY.match(before) and "的" not in before
        if epithet is None or ACTS_ON.search(before) or nobody or self.is_object(first, at):
            return None
        role = epithet["role"]
        kind = (
            not role or role.lstrip("大小老") in TITLES or all(tag[0] == "n" for _, tag in tagged_words(role))
        )
        return first if kind else None

    def past_comma(self, span: Span) -> Span:
        at, end = span
        while at < end and self.text[at] in "，,\u3000 ":
            at += 1
        return at, end

    def pronoun(self, at: int, gender: Gender, other: int | None) -> int | None:
        """The last person of this gender who was the subject of a clause, and who is not the `other` one."""
        first = bisect_left(self.starts, at - NEAR)
        apart = {other}
        for mention in reversed(self.talk.mentions[first : bisect_left(self.starts, at)]):
            them = TO_THEM.match(self.text, mention.end, at)
            if them and gender == gender_of_pronoun(them) and not self._is_said(mention):
                apart.add(mention.who)
            if (
                mention.who not in apart
                and not self._is_said(mention)
                and self.fits(mention.who, gender)
                and not self.is_object(mention, mention.start - 3)
                and not self.owns(mention)
            ):
                return mention.who
        return None

    def fits(self, who: int, gender: Gender) -> bool:
        genders = self.talk.genders
        return not gender or who >= len(genders) or genders[who] in ("", gender)

    def about(self, paragraph: int) -> int | None:
        """Who a paragraph of narration begins with, perhaps after a time: 夜里，陆沉盘膝坐在床上."""
        start, end = self.talk.paragraphs[paragraph]
        mention = next(iter(self.mentions(start, end)), None)
        if mention is None or self.owns(mention):
            return None
        lead = self.text[start : mention.start].strip()
        return mention.who if not lead or (len(lead) <= SHORT_LEAD and lead.endswith("，")) else None


def gender_of_pronoun(pronoun: re.Match[str]) -> Gender:
    return "m" if pronoun["they"] == "他" else "f"


def _names_somebody(clause: str) -> bool:
    """Whether a clause before a speech begins with a noun: 帐前一人出曰, 庶曰, 郑泰谏曰."""
    own = SAYS.sub("", clause)
    if not own or (clause.rstrip("：:“").endswith("曰") and len(own) <= 2):
        return bool(own)
    return next(tagged_words(own))[1][0] in "nrmjs"
