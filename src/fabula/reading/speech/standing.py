"""How present each person is at a place in a chapter: named lately, named soon, tagged lately, named at all."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from itertools import islice
from math import log, log1p

from fabula.languages.topics.names import Gender
from fabula.reading.reading import Character
from fabula.reading.speech.features import Sheet
from fabula.reading.speech.tags import Subject
from fabula.reading.speech.turns import Talk, Turn

WINDOW = 12
"""How many paragraphs before and after a turn show who is present."""
FAR = 10
"""Narration of more paragraphs than this ends a conversation."""
_RANKED = 12


class People:
    """The cast as tags refer to it. The same for all chapters."""

    def __init__(
        self,
        people: Sequence[Character],
        genders: Sequence[Gender],
        anybody: Set[str],
        narrator: int | None = None,
    ) -> None:
        self.genders = genders
        self._narrator = narrator
        self.mentions = [one.mentions or 1 for one in people]
        total = sum(self.mentions) or 1
        self.shares = [log(mentions / total) / 4 for mentions in self.mentions]
        """How often each is named, of all mentions, as a logarithm."""
        forms = [[form.lower().split() for form in (one.name, *one.aliases)] for one in people]
        self.titles = [
            {word.rstrip(".") for words in each for word in words[:-1]} - anybody for each in forms
        ]
        self.words = [{word for words in each for word in words} - anybody for each in forms]
        self.bearers: dict[str, list[int]] = defaultdict(list)
        """Everyone whose names hold a word."""
        for who, words in enumerate(self.words):
            for word in words:
                self.bearers[word].append(who)

    def fits(self, who: int, shown: Gender) -> bool | None:
        """Whether `he`, `she` or `the old man` may mean somebody. None if nothing tells. Whoever tells the story is `I`."""
        if who == self._narrator:
            return False
        gender = self.genders[who]
        return gender == shown if gender and shown else None


class Standing:
    """Who was named and who spoke in one chapter, up to a paragraph."""

    def __init__(self, talk: Talk, people: People) -> None:
        self.people = people
        self.seen_at: dict[int, int] = {}
        """The paragraph in which each person was last named, last person last."""
        self.tagged_at: dict[int, int] = {}
        self._talk = talk
        self._read_to = 0
        self._places: dict[int, list[int]] = defaultdict(list)
        """The paragraphs whose narration names each person."""
        for paragraph, subjects in enumerate(talk.subjects):
            for each in subjects:
                if each.who is not None:
                    self._places[each.who].append(paragraph)
        self._tags: dict[int, list[int]] = defaultdict(list)
        for turn in talk.turns:
            if turn.tag is not None and turn.tag.who is not None:
                self._tags[turn.tag.who].append(turn.paragraph)
        self._named = Counter({who: len(places) for who, places in self._places.items()})
        self._all_named = self._named.total() or 1
        self._shares: dict[int, float] = {}

    def read_to(self, paragraph: int) -> None:
        """Take in the narration up to a paragraph."""
        for subjects in self._talk.subjects[self._read_to : paragraph]:
            self.see(subjects, self._read_to)
            self._read_to += 1

    def see(self, subjects: Sequence[Subject], paragraph: int) -> None:
        """Take in some narration of a paragraph."""
        for each in subjects:
            if each.who is not None:
                self.seen_at.pop(each.who, None)
                self.seen_at[each.who] = paragraph

    def recent(self, count: int) -> list[int]:
        """The people named last, last first."""
        return list(islice(reversed(self.seen_at), count))

    def observe(self, sheet: Sheet, turn: Turn) -> dict[int, int]:
        """Note how present the candidates are. Returns their ranks by when they were last named."""
        ranks = {each: rank for rank, each in enumerate(self.recent(_RANKED))}
        somebody = len(sheet.who) - 1
        nearest = max((self.seen_at.get(sheet.who[row], -FAR) for row in sheet.people), default=-FAR)
        sheet.mark(somebody, "else")
        sheet.mark(somebody, "else_gap_log", log1p(turn.paragraph - nearest) / 2)
        first: set[Gender] = {""}
        for row in sorted(sheet.people, key=lambda row: ranks.get(sheet.who[row], _RANKED)):
            who = sheet.who[row]
            rank = ranks.get(who)
            if rank is None:
                sheet.mark(row, "never_before")
            else:
                sheet.mark(row, "rank_more" if rank > 3 else f"rank_{rank}")
                sheet.mark(row, "gap_log", log1p(turn.paragraph - self.seen_at[who]))
                if self.people.genders[who] not in first:
                    first.add(self.people.genders[who])
                    sheet.mark(row, "same_gender_rank_0")
            self._count(sheet, row, who, turn.paragraph)
        return ranks

    def _share(self, who: int) -> float:
        if who not in self._shares:
            self._shares[who] = log((self._named[who] + 0.5) / self._all_named) / 4
        return self._shares[who]

    def _count(self, sheet: Sheet, row: int, who: int, paragraph: int) -> None:
        sheet.mark(row, "share_log", self.people.shares[who])
        sheet.mark(row, "chapter_share_log", self._share(who))
        sheet.mark(row, "named_only_in_speech", self._named[who] == 0)
        places = self._places.get(who, [])
        now = bisect_left(places, paragraph)
        sheet.mark(row, "before_log", log1p(now - bisect_left(places, paragraph - WINDOW)) / 2)
        later = bisect_left(places, paragraph + WINDOW) - bisect_right(places, paragraph)
        sheet.mark(row, "after_log", log1p(later) / 2)
        tags = self._tags.get(who, [])
        soon = bisect_right(tags, paragraph)
        if soon < len(tags):
            sheet.mark(row, "tagged_soon", 1 / (1 + (tags[soon] - paragraph) / 5))
        if who in self.tagged_at:
            sheet.mark(row, "spoke_recently", 1 / (1 + (paragraph - self.tagged_at[who]) / 5))
