"""Chinese names: mentions, and which of them are one person."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import word_set
from fabula.languages.topics.names import MOST_FORMS, NameRules, People, Person, Spans
from fabula.languages.zh import mentions, persons
from fabula.languages.zh.addressed import is_somebody_elses
from fabula.languages.zh.apart import apart
from fabula.languages.zh.courtesy import unintroduced
from fabula.languages.zh.introductions import introduced, nicknames
from fabula.languages.zh.japanese import japanese
from fabula.languages.zh.other_names import other_names, rename
from fabula.languages.zh.renamed import renamed
from fabula.languages.zh.scripts import simplified, with_narrow_letters
from fabula.languages.zh.single_letters import single_letters

_NOT_NAMES = """
我 你 您 他 她 它 我们 你们 他们 她们 咱们 自己 对方 此人 那人 有人 众人 大家 叙述者
"""


def _find(texts: Sequence[str], headings: Sequence[str], spoken: Sequence[Spans]) -> People:  # noqa: ARG001
    """Everyone named. Traditional characters are read as simplified ones, and 阿Ｑ as 阿Q; names are told as they are printed."""
    plain = [with_narrow_letters(simplified(text)) for text in texts]
    people = _find_simplified(plain)
    if all(one is other for one, other in zip(plain, texts, strict=True)):
        return people
    printed: dict[str, Counter[str]] = defaultdict(Counter)
    mentions = []
    for index, start, end, form in people.mentions:
        own = texts[index][start:end]
        printed[form][own] += 1
        mentions.append((index, start, end, own))
    return People([_as_printed(person, printed) for person in people.people], mentions, people.ambiguous)


def _as_printed(person: Person, printed: dict[str, Counter[str]]) -> Person:
    forms: Counter[str] = Counter()
    for form, count in person.forms.items():
        forms.update(printed.get(form) or {form: count})
    full = printed[person.full].most_common(1)[0][0] if printed.get(person.full) else person.full
    return Person(forms, full, person.gender)


def _find_simplified(texts: Sequence[str]) -> People:
    introductions = introduced(texts)
    theirs = japanese(texts)
    forms = mentions.candidates(texts, introductions, theirs)
    full = {form for form in forms if persons.split(form)[0] and not persons.is_titled(form)}
    introduced_styles = introductions.among(full, texts)
    called = nicknames(full, texts, introduced_styles | _given_names(forms, full), forms)
    called |= {name[:2]: bearer for name, bearer in called.items() if name[2:] == "先生"}
    other = called | introduced_styles | renamed(forms, texts)
    other = unintroduced(forms, introduced_styles, texts) | other | theirs.others(forms)
    pattern = alternation(forms | other.keys())
    found = [
        (index, match.start(), match.end(), match.group())
        for index, text in enumerate(texts)
        for match in pattern.finditer(text)
        if not is_somebody_elses(match.group(), text, match.start())
    ]
    counts = Counter(dict(Counter(mention[3] for mention in found).most_common(MOST_FORMS)))
    presence: dict[str, Counter[int]] = defaultdict(Counter)
    for chapter, _, _, form in found:
        presence[form][chapter] += 1
    merged, ambiguous = persons.merge(counts, other, presence, apart(texts, found))
    people = [_person(person) for person in merged]
    for index, letters in single_letters(people, found, texts).items():
        people[index].forms.update(letter for _, _, _, letter in letters)
        found += letters
    return People(people, sorted(found), ambiguous)


def _given_names(forms: Collection[str], full: Collection[str]) -> dict[str, str]:
    """A given name that only one person of the book has -> the full name."""
    bearers: dict[str, list[str]] = defaultdict(list)
    for name in full:
        bearers[persons.split(name)[1]].append(name)
    return {given: names[0] for given, names in bearers.items() if given in forms and len(names) == 1}


def _person(person: persons.Person) -> Person:
    full = next(
        (form for form in person.forms if person.surname and form == person.surname + person.given), ""
    )
    return Person(person.forms, full, persons.gender_of(person))


def _contradict(one: str, other: str) -> bool:
    """Titles of a man and of a woman."""
    shown = {
        persons.gender_of(persons.Person(Counter([form]), *persons.split(form))) for form in (one, other)
    }
    return {"f", "m"} <= shown


def _corefer(counts: Counter[str]) -> list[list[str]]:
    people, _ = persons.merge(Counter({form: counts[form] for form in sorted(counts)}))
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
    is_full=lambda form: bool(persons.split(form)[0]) and not persons.is_titled(form),
    other_names=other_names,
    rename=rename,
    met="与之同场",
)
