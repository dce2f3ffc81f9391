"""The gender of people, by the pronouns that take up their names: where neither a title nor a given name shows it, and where the
pronouns nearly always say otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from fabula.languages.spans import last_begun
from fabula.languages.topics.names import Gender, NameRules
from fabula.languages.topics.speech import Cues
from fabula.reading.cast import Cast
from fabula.reading.parsed import Parsed

_REACH = 120
_CLEAR = 0.62
"""The share of pronouns of one gender, with one added to each, that shows it."""
_OTHERWISE, _MOSTLY = 5, 3.5
"""Pronouns of the other gender outweigh a name if there are so many, and so many for each of its own gender."""
_SENTENCE_ENDS = re.compile(r"[.!?;]\s")


def genders(parsed: Sequence[Parsed], cast: Cast, names: NameRules, cues: Cues) -> list[Gender]:
    """The gender of each member of the cast; empty where nothing shows it.

    A name that is the subject of a sentence is taken up by the first pronoun after it: `Ronny put down his cup`. Names in
    speech, and names before which a preposition stands, are left out.
    """
    known: list[Gender] = [one.gender for one in cast.characters]
    he: Counter[int] = Counter()
    she: Counter[int] = Counter()
    for one, following in pairwise([*cast.mentions, None]):
        assert one is not None
        chapter = parsed[one.chapter]
        text, spoken = chapter.chapter.text, chapter.spoken
        place = last_begun(spoken, one.start) + 1
        if (place and one.start < spoken[place - 1][1]) or cues.is_object(text, one.start, one.end):
            continue
        end = one.end + _REACH
        if following is not None and following.chapter == one.chapter:
            end = min(end, following.start)
        if place < len(spoken):
            end = min(end, spoken[place][0])
        stop = _SENTENCE_ENDS.search(text, one.end, end)
        end = stop.start() if stop else end
        first_he, first_she = names.he.search(text, one.end, end), names.she.search(text, one.end, end)
        if first_he and (not first_she or first_he.start() < first_she.start()):
            he[one.who] += 1
        elif first_she:
            she[one.who] += 1
    return [_shown(gender, he[who], she[who]) for who, gender in enumerate(known)]


def _shown(gender: Gender, he: int, she: int) -> Gender:
    """By the pronouns if nothing else shows it, or if they nearly always say otherwise: the Bishop who stands beside Mrs. Rolland is *he*."""
    if gender:
        own, other = (he, she) if gender == "m" else (she, he)
        is_other = other >= max(_OTHERWISE, _MOSTLY * own)
        return ("f" if gender == "m" else "m") if is_other else gender
    share = (he + 1) / (he + she + 2)
    return "m" if share > _CLEAR else "f" if share < 1 - _CLEAR else ""
