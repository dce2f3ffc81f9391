"""Chinese names: mentions, and which of them are one person."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import word_set
from fabula.languages.topics.names import MOST_FORMS, NameRules, People, Person
from fabula.languages.zh import mentions
from fabula.languages.zh.other_names import other_names, rename

_NOT_NAMES = """
我 你 您 他 她 它 我们 你们 他们 她们 咱们 自己 对方 此人 那人 有人 众人 大家 叙述者
"""


def _find(texts: Sequence[str]) -> People:
    pattern = alternation(mentions.candidates(texts))
    found = [
        (index, match.start(), match.end(), match.group())
        for index, text in enumerate(texts)
        for match in pattern.finditer(text)
    ]
    counts = Counter(dict(Counter(mention[3] for mention in found).most_common(MOST_FORMS)))
    people, ambiguous = mentions.merge(counts)
    return People([_person(person) for person in people], found, ambiguous)


def _person(person: mentions.Person) -> Person:
    full = next(
        (form for form in person.forms if person.surname and form == person.surname + person.given), ""
    )
    return Person(person.forms, full, mentions.gender_of(person))


def _contradict(one: str, other: str) -> bool:
    """Titles of a man and of a woman."""
    shown = {
        mentions.gender_of(mentions.Person(Counter([form]), *mentions.split(form))) for form in (one, other)
    }
    return {"f", "m"} <= shown


def _corefer(counts: Counter[str]) -> list[list[str]]:
    people, _ = mentions.merge(Counter({form: counts[form] for form in sorted(counts)}))
    return [list(person.forms) for person in people]


RULES = NameRules(
    find=_find,
    he=re.compile("他"),
    she=re.compile("她"),
    pronouns_show_gender=lambda texts: any("她" in text for text in texts),
    never_names=word_set("zh", "not_names"),
    not_names=frozenset(_NOT_NAMES.split()),
    looks_like_name=lambda form: len(form) > 1,
    contradict=_contradict,
    corefer=_corefer,
    is_full=lambda form: bool(mentions.split(form)[0]) and not mentions.is_titled(form),
    other_names=other_names,
    rename=rename,
    met="与之同场",
)
