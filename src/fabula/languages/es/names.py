"""Spanish names: runs of capitalised words that speak, act or have a title; a full name absorbs its parts.

Names of places follow `en`, `hacia` and similar words. A word that is capitalised only at the start of a
sentence names nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from fabula.languages.es.words import RULES as WORDS
from fabula.languages.general.names import RULES as GENERAL
from fabula.languages.lexicons import table, word_set
from fabula.languages.topics.names import MOST_FORMS, Gender, NameRules, People, Person, Spans

TITLES: Mapping[str, Gender] = {
    "don": "m", "doña": "f", "señor": "m", "señora": "f", "señorita": "f", "señorito": "m", "fray": "m", "sor": "f",
    "padre": "m", "madre": "f", "tío": "m", "tía": "f", "doctor": "m", "doctora": "f", "capitán": "m", "coronel": "m",
    "conde": "m", "condesa": "f", "duque": "m", "duquesa": "f", "marqués": "m", "marquesa": "f", "maestro": "m", "maestra": "f",
    "Sr": "m", "Sra": "f", "Srta": "f", "Dr": "m", "Dra": "f", "D": "m", "Dña": "f",
}  # fmt: skip
_WORD = r"(?!(?:Sr|Sra|Srta|Dr|Dra|Dña)\b)[A-ZÁÉÍÓÚÜÑ][a-záéíóúüñ]+"
_SPAN = re.compile(
    rf"\b(?:(?P<title>{'|'.join(sorted(TITLES, key=len, reverse=True))})\.?\s+)?(?P<name>{_WORD}(?:\s+(?:de\s+la\s+|de\s+los\s+|del\s+|de\s+)?{_WORD})*)"
)
_OPENERS = '.!?…:;—–\n«»“”"¿¡(*'
_BEFORE = re.compile(r"(\w+)\s\Z")
_AFTER = re.compile(r"\s(\w+)")
_PLACE_WORDS = frozenset(["en", "hacia", "desde", "hasta", "cerca"])
_PAST = re.compile(r"\w{2,}(?:ó|aba|ía|aban|ían|aron|ieron)$")
_NOT_NAMES = """
yo tú él ella nosotros vosotros ellos ellas usted ustedes mí ti le les lo la los las se alguien nadie todos narrador
narradora
"""
_CALENDAR = frozenset(
    [
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
        "domingo",
        "dios",
        "navidad",
        "pascua",
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
        "españa",
        "américa",
        "europa",
        "virgen",
        "santísima",
        "iglesia",
        "capítulo",
    ]
)
LEAST_SHARE = 0.08
"""Someone who is mentioned often speaks or acts at least this often among all mentions."""


@dataclass(slots=True)
class _Evidence:
    count: int = 0
    titled: int = 0
    person: int = 0
    """Mentions next to a verb of saying or before a verb in a past tense."""
    place: int = 0
    inside: int = 0
    """Mentions that are not at the start of a sentence."""


@cache
def given_names() -> dict[str, tuple[str, Gender]]:
    """Given names and pet forms: the name they stand for, and the gender they show."""
    known: dict[str, tuple[str, Gender]] = {}
    for name, gender, *pets in table("es", "given"):
        for form in (name, *pets):
            known[form] = name, "f" if gender == "f" else "m"
    return known


def _find(texts: Sequence[str], headings: Sequence[str], spoken: Sequence[Spans]) -> People:  # noqa: ARG001
    small = Counter(word for text in texts for word in re.findall(r"\b[a-záéíóúüñ]+", text))
    found: list[tuple[int, int, int, str, str, bool]] = []
    for index, text in enumerate(texts):
        for match in _SPAN.finditer(text):
            before = text[max(0, match.start() - 3) : match.start()].rstrip()
            opens = not match["title"] and (not before or before[-1] in _OPENERS)
            for start, form in _trimmed(match["name"], match.start("name"), opens, small):
                title = (match["title"] or "") if start == match.start("name") else ""
                found.append((index, start, start + len(form), form, title, opens and start == match.start()))
    evidence = _weighed(texts, found)
    known = {form for form, about in evidence.items() if _is_person(form, about)}
    surnames = {form.split()[-1] for form in known if " " in form}
    kept = [each for each in found if each[3] in known | surnames]
    counts = Counter(dict(Counter(each[3] for each in kept).most_common(MOST_FORMS)))
    titles: dict[str, Counter[str]] = {}
    for _, _, _, form, title, _ in kept:
        if title:
            titles.setdefault(form, Counter())[title] += 1
    people, ambiguous = _merged(counts, titles)
    return People(people, [(index, start, end, form) for index, start, end, form, _, _ in kept], ambiguous)


def _trimmed(name: str, offset: int, opens: bool, small: Counter[str]) -> list[tuple[int, str]]:
    """A run of capitalised words, without words that only start a sentence or name a day, a month or a country."""
    words = [(match.start(), match.group()) for match in re.finditer(r"\S+", name)]
    while words and _names_nobody(words[0][1], opens, small):
        words, opens = words[1:], False
        while words and words[0][1][0].islower():
            words = words[1:]
    if not words or any(word.lower() in _CALENDAR for _, word in words):
        return []
    start, end = words[0][0], words[-1][0] + len(words[-1][1])
    return [(offset + start, name[start:end])]


def _names_nobody(word: str, opens: bool, small: Counter[str]) -> bool:
    lower = word.lower()
    if lower in WORDS.function_words or lower in TITLES or lower in word_set("es", "speech_verbs"):
        return True
    return opens and small[lower] > 0 and word not in given_names()


def _weighed(
    texts: Sequence[str], found: Sequence[tuple[int, int, int, str, str, bool]]
) -> dict[str, _Evidence]:
    verbs = word_set("es", "speech_verbs")
    evidence: dict[str, _Evidence] = {}
    for index, start, end, form, title, opens in found:
        about = evidence.setdefault(form, _Evidence())
        before = _BEFORE.search(texts[index][max(0, start - 20) : start])
        after = _AFTER.match(texts[index][end : end + 24])
        about.count += 1
        about.titled += bool(title)
        about.inside += not opens
        about.person += bool(before and before[1] in verbs) or bool(
            after and (after[1] in verbs or _PAST.match(after[1]))
        )
        about.place += bool(before and before[1].lower() in _PLACE_WORDS)
    return evidence


def _is_person(form: str, about: _Evidence) -> bool:
    if about.titled or form.split()[0] in given_names():
        return True
    if about.place > 0.3 * about.count or not about.inside:
        return False
    return about.person >= 2 and about.person >= LEAST_SHARE * about.count


def _merged(counts: Counter[str], titles: Mapping[str, Counter[str]]) -> tuple[list[Person], list[str]]:
    """Full names first; then a given name, a pet form or a surname joins the only full name that has it."""
    groups: list[Counter[str]] = []
    ambiguous: list[str] = []
    for form in sorted(counts, key=lambda form: (-len(form.split()), -counts[form], form)):
        fits = [
            group
            for group in groups
            if any(_may_be(form, other) for other in group)
            and {_gender(Counter({form: 1}), titles), _gender(group, titles)} != {"f", "m"}
        ]
        if len(fits) > 1:
            fits.sort(key=lambda group: -group.total())
            fits = fits[:1] if fits[0].total() >= 3 * sum(each.total() for each in fits[1:]) else fits
        if len(fits) == 1:
            fits[0][form] = counts[form]
        elif fits:
            ambiguous.append(form)
        else:
            groups.append(Counter({form: counts[form]}))
    return [_person(group, titles) for group in groups], ambiguous


def _may_be(form: str, other: str) -> bool:
    """Whether the shorter name may mean the bearer of the longer one: Juan or Pérez for Juan Pérez, Pepe for José."""
    words, longer = form.split(), other.split()
    if len(words) == len(longer) == 1:
        return _whole(form) == _whole(other)
    return all(_whole(word) in {_whole(each) for each in longer} for word in words if word[0].isupper())


def _whole(word: str) -> str:
    return given_names().get(word, (word, ""))[0]


def _person(forms: Counter[str], titles: Mapping[str, Counter[str]]) -> Person:
    full = max((form for form in forms if " " in form), key=lambda form: (forms[form], form), default="")
    return Person(forms, full, _gender(forms, titles))


def _gender(forms: Counter[str], titles: Mapping[str, Counter[str]]) -> Gender:
    shown: Counter[Gender] = Counter()
    for form, count in forms.items():
        for title, times in titles.get(form, Counter()).items():
            shown[TITLES[title]] += times
        known = given_names().get(form.split()[0])
        if known:
            shown[known[1]] += count
    return shown.most_common(1)[0][0] if shown else ""


def _contradict(one: str, other: str) -> bool:
    """A woman's and a man's given name, or two given names of one family."""
    first, second = (given_names().get(name.split()[0]) for name in (one, other))
    return bool(
        first
        and second
        and first[0] != second[0]
        and (first[1] != second[1] or (" " in one and " " in other))
    )


def _corefer(counts: Counter[str]) -> list[list[str]]:
    people, _ = _merged(counts, {})
    return [list(person.forms) for person in people]


RULES = NameRules(
    find=_find,
    he=re.compile(r"\bél\b"),
    she=re.compile(r"\bella\b"),
    pronouns_show_gender=lambda texts: True,  # noqa: ARG005
    gender=lambda given: given_names().get(given, ("", ""))[1],
    given_names=frozenset(given_names()),
    not_names=frozenset(_NOT_NAMES.split()),
    looks_like_name=GENERAL.looks_like_name,
    contradict=_contradict,
    corefer=_corefer,
    is_full=lambda form: " " in form,
    met="aparece con",
)
