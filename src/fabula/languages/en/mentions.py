"""Mentions of people in English prose: where names occur, and which could be people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from fabula.languages.lexicons import table, word_set
from fabula.languages.topics.names import Gender

TITLES = {row[0]: (row[1].replace("-", ""), row[2]) for row in table("en", "titles")}
"""Form of address -> gender it shows, and whether a surname (s), a given name (g) or either (e) follows."""
_SHORT = "Mr|Mrs|Ms|Dr|Mme|Mlle|Prof|Capt|Col|Gen|Lt|Sgt|Rev"
_LONG = "|".join(title for title in TITLES if title != "M" and title not in _SHORT.split("|"))
_WORD = r"(?:[A-ZÀ-Þ]['’])?[A-ZÀ-Þ][a-zß-ÿ]+(?:-?[A-ZÀ-Þ][a-zß-ÿ]+)*"
PARTICLES = frozenset(["de", "du", "da", "di", "la", "le", "van", "von", "der", "den", "del"])
_PARTICLE = r"(?:(?:de|du|da|di|la|le|van|von|der|den|del|of)[ \xa0]){0,2}"
SPAN = re.compile(
    rf"\b(?:(?P<title>(?:{_SHORT})\b(?=\.?)|M(?=\.)|(?:{_LONG})\b(?!\.))\.?[ \xa0]+(?={_PARTICLE}[A-ZÀ-Þ]))?"
    rf"(?P<name>(?(title){_PARTICLE}){_WORD}(?:[ \xa0]{_PARTICLE}{_WORD})*)"
)
BEFORE = re.compile(r"(\w+)[ \xa0]\Z")
AFTER = re.compile(r"[ \xa0](\w+)")
OPENERS = ".!?…:;—–-\n“”\"‘'([*_"


@dataclass(frozen=True, slots=True)
class Name:
    """A name split into parts. A single word without a title stays `bare`, because given names and surnames look alike."""

    title: str = ""
    given: str = ""
    surname: str = ""
    bare: str = ""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One mention of a name: index of its text, and offsets."""

    chapter: int
    start: int
    end: int
    name: Name


@dataclass(slots=True)
class Evidence:
    """What the mentions of one name say about the person."""

    count: int = 0
    titled: int = 0
    speaks: int = 0
    acts: int = 0
    place: int = 0


def sightings(texts: Sequence[str]) -> list[Sighting]:
    """Every mention of someone who seems to be a person, in order."""
    words: Counter[str] = Counter()
    spans: list[tuple[int, int, int, str, bool]] = []
    for index, text in enumerate(texts):
        words.update(re.findall(r"[^\W\d_]+", text))
        for match in SPAN.finditer(text):
            start = match.start("name")
            before = text[max(0, match.start() - 3) : match.start()].rstrip(" \xa0")
            initial = not match["title"] and (not before or before[-1] in OPENERS)
            spans.append((index, start, match.end(), match["title"] or "", initial))
    inside: Counter[str] = Counter()
    for index, start, end, _, initial in spans:
        inside.update(texts[index][start:end].split()[initial:])
    common, openers = _common(words, inside), _openers(words, inside)
    found: list[tuple[int, int, int, str, tuple[str, ...]]] = []
    for index, start, end, title, initial in spans:
        found.extend(_trimmed(texts[index], index, start, end, title, initial, common, openers))
    return _people(texts, found)


def _common(words: Counter[str], inside: Counter[str]) -> frozenset[str]:
    """Capitalised words that are mostly written in lower case. Given names that are also words (Rose, Will) need more evidence."""
    plain, known = word_set("en", "function_words") - {"will"}, given_names()
    return frozenset(
        word
        for word in words
        if word[0].isupper()
        and (word.lower() in plain or words[word.lower()] > (4 if word in known else 1) * inside[word])
    )


def _openers(words: Counter[str], inside: Counter[str]) -> frozenset[str]:
    """Words capitalised only at the start of a sentence. They are not names, unless lists or counts suggest it."""
    known = given_names()
    return frozenset(
        word
        for word in words
        if word[0].isupper()
        and not inside[word]
        and word not in known
        and (words[word.lower()] > 0 or words[word] < 3)
    )


def _trimmed(
    text: str,
    index: int,
    start: int,
    end: int,
    title: str,
    initial: bool,
    common: frozenset[str],
    openers: frozenset[str],
) -> list[tuple[int, int, int, str, tuple[str, ...]]]:
    """Remove words that are not names from a run of capitalised words: `But Darcy` becomes Darcy, `Sunday` nothing."""
    stops = word_set("en", "not_names")
    runs: list[list[tuple[int, str]]] = [[]]
    for match in re.finditer(r"\S+", text[start:end]):
        word = match.group()
        first_of_sentence = initial and match.start() == 0
        drop = word in stops or word in common or (first_of_sentence and word in openers)
        if drop and not (title and match.start() == 0 and word not in stops):
            runs.append([])
        else:
            runs[-1].append((start + match.start(), word))
    found = []
    for run in runs:
        while run and run[0][1][0].islower() and not title:
            run = run[1:]
        while run and run[-1][1][0].islower():
            run = run[:-1]
        if not run:
            continue
        has_title = title if run[0][0] == start else ""
        found.append((index, run[0][0], run[-1][0] + len(run[-1][1]), has_title, tuple(w for _, w in run)))
    return found


def _people(texts: Sequence[str], found: list[tuple[int, int, int, str, tuple[str, ...]]]) -> list[Sighting]:
    """Keep the names of people, judged by their contexts over the whole book."""
    evidence: dict[tuple[str, ...], Evidence] = {}
    verbs = word_set("en", "speech_verbs")
    for index, start, end, title, words in found:
        about = evidence.setdefault(words, Evidence())
        text = texts[index]
        before, after = BEFORE.search(text[max(0, start - 20) : start]), AFTER.match(text[end : end + 24])
        about.count += 1
        about.titled += bool(title)
        about.speaks += bool((before and before[1] in verbs) or (after and after[1] in verbs))
        about.acts += bool(after and after[1] in word_set("en", "deeds"))
        about.place += bool(before and before[1] in word_set("en", "before_places"))
    known = given_names()
    full = {words for words in evidence if len(words) > 1 and (words[0] in known or evidence[words].titled)}
    surnames = {surname_of(words) for words in full}
    surnames |= {words[0] for words, about in evidence.items() if about.titled and len(words) == 1}
    kept: list[Sighting] = []
    for index, start, end, title, words in found:
        about = evidence[words]
        if not title and not _is_person(words, about, known, surnames):
            continue
        if len(words) == 1 and about.place > 0.3 * about.count and _is_family(words[0], surnames):
            continue
        kept.append(Sighting(index, start, end, parts_of(title, words)))
    return kept


def _is_person(words: tuple[str, ...], about: Evidence, known: dict[str, Gender], surnames: set[str]) -> bool:
    if about.place > 0.4 * about.count and not about.titled:
        return False
    if words[0] in known or words[-1] in surnames or about.titled:
        return True
    deeds = about.speaks * 2 + about.acts
    return deeds >= 2 and deeds >= 0.08 * about.count


def _is_family(word: str, surnames: set[str]) -> bool:
    """`the Bennets`, `the Lucases`: a family is not a person."""
    return (word.endswith("es") and word[:-2] in surnames) or (word.endswith("s") and word[:-1] in surnames)


def parts_of(title: str, words: tuple[str, ...]) -> Name:
    """Sort the words of a name into title, given name and surname."""
    if title in ("Old", "Young", "Little", "Saint"):
        title = ""
    whole = " ".join(words)
    if words[0].lower() in PARTICLES and len(words) <= 3:
        return Name(title, surname=whole) if title else Name(bare=whole)
    if len(words) > 1:
        return Name(title, words[0], surname_of(words))
    if not title:
        return Name(bare=whole)
    gender, follows = TITLES[title]
    if follows == "e":
        known = given_names()
        fits = whole in known and not (gender and known[whole] and gender != known[whole])
        follows = "g" if fits else "s"
    return Name(title, given=whole) if follows == "g" else Name(title, surname=whole)


def surname_of(words: tuple[str, ...]) -> str:
    """The last word with its particles: `de Bourgh`."""
    start = len(words) - 1
    while start > 1 and words[start - 1][0].islower():
        start -= 1
    return " ".join(words[start:])


@cache
def given_names() -> dict[str, Gender]:
    """Given names and pet forms in the list, with their gender (empty if used for both)."""
    known: dict[str, Gender] = {}
    for name, gender, *pets in table("en", "given"):
        for form in (name, *pets):
            shown: Gender = "f" if gender == "f" else "m"
            known[form] = shown if known.get(form, shown) == shown else ""
    return known


@cache
def pet_forms() -> dict[str, frozenset[str]]:
    """Pet form -> the names it can mean. Forms that are also full names are left out."""
    whole = {row[0] for row in table("en", "given")}
    found: dict[str, set[str]] = {}
    for name, _, *pets in table("en", "given"):
        for pet in pets:
            if pet not in whole:
                found.setdefault(pet, set()).add(name)
    return {pet: frozenset(names) for pet, names in found.items()}
