"""Who tells a story in the first person, if one of its people does.

A narrator's name hardly stands in the narration. Others call them by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fabula.reading.speech.turns import Talk

FIRST_PERSON = 0.2
"""Of the personal pronouns in narration, the share of `I` from which a narrator is one of the people."""
LEAST_PRONOUNS = 8
LEAST_CHAPTERS = 0.25
"""The share of a book's chapters told in the first person."""
LEAST_CALLS = 2
UNNAMED_RATIO = 1.0
"""How often a narrator's name may be a subject in narration for each time that they are called by it."""


def told_by_one(talks: Sequence[Talk]) -> list[int]:
    """The chapters told by one of the people. None if they are few: a letter in a novel has no narrator to follow."""
    told = [
        index
        for index, talk in enumerate(talks)
        if talk.own >= LEAST_PRONOUNS and talk.own >= FIRST_PERSON * (talk.own + talk.others)
    ]
    return told if len(told) >= LEAST_CHAPTERS * len(talks) else []


def name_of_narrator(talks: Sequence[Talk]) -> int | None:
    """The member of the cast who tells these chapters. None if nobody is clearly the one."""
    called: Counter[int] = Counter()
    narrated: Counter[int] = Counter()
    for talk in talks:
        for turn in talk.turns:
            called.update(turn.called)
        for subjects in talk.subjects:
            narrated.update(each.who for each in subjects if each.who is not None and not each.object)
    fits = [who for who, n in called.items() if n >= LEAST_CALLS and narrated[who] <= UNNAMED_RATIO * n]
    return max(fits, key=lambda who: (called[who] - narrated[who], -who), default=None)
