"""Whom a tag means that names somebody's parent, wife or husband: `said her mother` beside Elizabeth Bennet is Mrs. Bennet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import KinWords
from fabula.reading.reading import Character
from fabula.reading.speech.tags import Tag
from fabula.reading.speech.turns import Talk

NEAR = 12
"""How many paragraphs before a tag show whose mother it may mean."""


class Families:
    """Who has which surname, and who is called Mr. or Mrs. by it."""

    def __init__(self, people: Sequence[Character], genders: Sequence[Gender], words: KinWords) -> None:
        self._genders = genders
        self._words = words
        self._surnames: dict[int, set[str]] = defaultdict(set)
        self._heads: dict[str, dict[Gender, int]] = defaultdict(dict)
        for who, one in enumerate(people):
            for form in (one.name, *one.aliases):
                first, *_, last = form.casefold().split() if " " in form else ("", "")
                if not last:
                    continue
                self._surnames[who].add(last)
                head = words.heads.get(first.rstrip("."), "")
                if head:
                    self._heads[last].setdefault(head, who)

    def meant(self, tag: Tag, near: Iterable[int]) -> int | None:
        """The only one whom the tag can mean, of all families near by."""
        gender = self._words.gender(tag.noun)
        if not gender:
            return None
        found: set[int] = set()
        for who in near:
            if who < len(self._genders) and tag.owner and self._genders[who] not in ("", tag.owner):
                continue
            found.update(self._kin(who, gender, of_head=tag.noun in self._words.spouses))
        return found.pop() if len(found) == 1 else None

    def _kin(self, who: int, gender: Gender, *, of_head: bool) -> Iterable[int]:
        """The heads of somebody's families with a gender. A head's own parents are not known, and only a head's husband or wife is."""
        for surname in self._surnames.get(who, ()):
            heads = self._heads.get(surname, {})
            head = heads.get(gender)
            if head is not None and head != who and (who in heads.values()) == of_head:
                yield head


def name_kin(talks: Sequence[Talk], families: Families) -> None:
    """Give each such tag the name of whom it means."""
    for talk in talks:
        for n, turn in enumerate(talk.turns):
            tag = turn.tag
            if tag is None or tag.kind != "described" or (tag.owner is None and tag.owned_by is None):
                continue
            who = families.meant(tag, _near(talk, n) if tag.owned_by is None else (tag.owned_by,))
            if who is not None:
                turn.tag = replace(tag, kind="name", who=who)


def _near(talk: Talk, n: int) -> set[int]:
    """Everybody who is named in the narration and in the speeches before a turn."""
    turn = talk.turns[n]
    first = max(0, turn.first - NEAR)
    told = {each.who for subjects in talk.subjects[first : turn.paragraph + 1] for each in subjects}
    said = {who for other in talk.turns[: n + 1] if other.paragraph >= first for who in other.named}
    return {who for who in told | said if who is not None}
