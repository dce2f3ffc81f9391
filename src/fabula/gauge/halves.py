"""Figures of the whole chapter: do its parts mention the same people and things?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from fabula.gauge.drift import common
from fabula.gauge.prose import Prose, cosine, names, plain

_HE, _SHE = ("he", "him", "his"), ("she", "her", "hers")
_I = ("i", "my", "me")
Sentences = Sequence[Sequence[str]]


def halves(prose: Prose) -> dict[str, float]:
    """Compares the four quarters and the two halves of a chapter."""
    cut_at = [round(len(prose.sentences) * n / 4) for n in range(5)]
    quarters = [[word for words in prose.lowered[a:b] for word in words] for a, b in pairwise(cut_at)]
    things = [Counter(word for word in words if word not in plain()) for words in quarters]
    first, second = quarters[0] + quarters[1], quarters[2] + quarters[3]
    return {
        **_people(prose.sentences[: cut_at[2]], prose.sentences[cut_at[2] :]),
        **_topics(_topic(things[0] + things[1]), _topic(things[2] + things[3])),
        "halves.matter": cosine(things[0] + things[1], things[2] + things[3]),
        "halves.middle": cosine(things[1], things[2])
        - 0.5 * (cosine(things[0], things[1]) + cosine(things[2], things[3])),
        "halves.ends": cosine(things[0], things[3]),
        "halves.person": abs(_share(first, _I) - _share(second, _I)),
        "halves.gender": abs(_of_him(first) - _of_him(second)),
    }


def _people(first: Sentences, second: Sentences) -> dict[str, float]:
    """Who is named in both halves, and who in only one."""
    head, tail = names(first), names(second)
    mentions = [Counter(word for words in half for word in words) for half in (first, second)]
    in_all = mentions[0] + mentions[1]
    known = [name for name in head | tail if in_all[name.lower()] == 0]
    shared = sum(in_all[name] for name in known if name in head and name in tail)
    lead = max(known, key=lambda name: (in_all[name], name), default="")
    before, after = _named(first, head | tail), _named(second, head | tail)
    return {
        "halves.names": math.log(0.05 + shared / max(1, sum(in_all[name] for name in known))),
        "halves.lead": math.log(0.05 + min(half[lead] for half in mentions) / max(1, in_all[lead])),
        "halves.new_names": len(after - before) / max(1, len(after)),
        "halves.lost_names": len(before - after) / max(1, len(before)),
    }


def _topics(first: Counter[str], second: Counter[str]) -> dict[str, float]:
    """How similar the halves are, and how many words they share, compared with chance."""
    both = first + second
    crossing = sum(1 for stem, count in both.items() if count >= 2 and first[stem] and second[stem])
    expected = sum(1 - 2.0 ** (1 - count) for count in both.values() if count >= 2)
    return {
        "halves.topics": cosine(_damped(first), _damped(second)),
        "halves.crossing": math.log((crossing + 0.5) / (expected + 0.5)),
    }


def _topic(things: Counter[str]) -> Counter[str]:
    """Words specific to a story, cut to six letters."""
    stems: Counter[str] = Counter()
    for word, count in things.items():
        if len(word) >= 3 and word not in common():
            stems[word[:6]] += count
    return stems


def _named(sentences: Sentences, people: frozenset[str]) -> set[str]:
    return {
        word for words in sentences for word in words[1:] if word in people and word.lower() not in common()
    }


def _damped(counts: Counter[str]) -> dict[str, float]:
    return {word: math.log(1 + n) for word, n in counts.items()}


def _share(words: Sequence[str], kind: Sequence[str]) -> float:
    return sum(map(words.count, kind)) / max(1, len(words))


def _of_him(words: Sequence[str]) -> float:
    he, she = sum(map(words.count, _HE)), sum(map(words.count, _SHE))
    return (he + 1) / (he + she + 2)
