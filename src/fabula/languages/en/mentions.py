"""Mentions of people in English prose: which runs of capitalised words name somebody, judged over the whole book."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fabula.languages.en.evidence import (
    SAID_OF_THINGS,
    SPEAKS,
    Candidate,
    is_full,
    is_person,
    is_rank,
    is_role,
    only_beside,
    weighed,
)
from fabula.languages.en.given_names import folded, given_names
from fabula.languages.en.name_parts import PARTICLES, Name, is_initials, parts_of, surname_of
from fabula.languages.en.runs import LOWER, UPPER, Run, hyphened, runs, without_sayings, word_counts
from fabula.languages.en.titles import KIN, MAIDENS, MEN, NO_ROLES, TITLES, WIVES
from fabula.languages.lexicons import word_set

PERSONAL = MEN | WIVES | MAIDENS | KIN | {"Dr", "Doctor", "Sir", "Comrade", "Squire"}
"""Titles before people only. A King, a Queen or a General may also begin the name of a place."""
RANKED = {title for title, (gender, follows) in TITLES.items() if gender != "f" and follows == "s"} - {"M"}
"""Titles of a man whose wife may be named after him."""
_PLURAL = frozenset(
    [
        "Misses",
        "Messrs",
        "Mesdames",
        "Messieurs",
        "Captains",
        "Lords",
        "Ladies",
        "Colonels",
        "Doctors",
        "Sisters",
        "Brothers",
        "Counts",
    ]
)
_APPOINTED = frozenset(
    [
        "Agent",
        "Ambassador",
        "Commissioner",
        "Consul",
        "Councillor",
        "Councilor",
        "Director",
        "Doctor",
        "Envoy",
        "Minister",
        "Officer",
        "Professor",
        "Representative",
        "Secretary",
    ]
)
"""Titles after which `of` names no estate: the Director of Mines is no Duke of York."""
_ELDER = frozenset(["old", "elder", "senior"])
_YOUNGER = frozenset(["young", "younger", "junior"])
_ARTICLES = frozenset(["the", "The"])
_AFTER = re.compile(r"[ \xa0\n](\w+)")
_COUPLE = re.compile(rf"\b(({'|'.join(sorted(RANKED))})\b\.?)[ \xa0]and[ \xa0]\w+\.?[ \xa0]\Z")
_TITLE = 40
"""Characters before a name that may be of one title with it."""
_SOCIETY = re.compile(rf"\b[Tt]he [{UPPER}][{LOWER}]+s[’'] \Z")
"""`the Ladies’ Aid`, `the Workers’ Guild`: what several people have has an article."""
_WORK_OF = re.compile(rf"(?:[{LOWER},;] |\b(?:The|An?) )([{UPPER}][{LOWER}]{{2,}}) of (?:[A-Z][a-z]+\.? )?\Z")
"""A capital that opens no sentence, and `of`. A title may stand before the name: `The Adventures of Mr.`"""
_VESSEL = re.compile(
    r"\b(?:ship|yacht|steamer|schooner|frigate|brig|barge|trawler|lugger|ketch|cutter|sloop|ferry|tug|liner|whaler|clipper|submarine|starship|spaceship|freighter)[ \xa0][_*“‘\"]?\Z"
)
_OWNED = re.compile(rf"[’']s[ \xa0]([{UPPER}][{LOWER}]{{2,}})")
"""What a name with a capital after it owns."""
_BEFORE_NAMES_OF_PLACES = frozenset(["Port", "Camp", "Fort", "Mount", "Cape", "Lake", "Loch", "Lough"])
_READ = frozenset(["copy", "copies", "chapter", "chapters", "edition"])
"""`a copy of Simon Called Peter`: what is read is a book."""
_QUOTES = tuple("“”\"‘’'")
_IN_TWO = re.compile(r"((?!Mc|Mac|Fitz|D[aeiu]|L[aeo]|V[ao]n|St)[A-Z][a-z]+)[A-Z]")
"""A word with a capital inside that is no surname such as McCoy or LeRoy."""
_SELDOM = 0.02


class Sighting(NamedTuple):
    """One mention of a name: index of its text, and offsets."""

    chapter: int
    start: int
    end: int
    name: Name
    elder: bool = False
    """Whether `old` or `the elder` stands before it, which tells a father from his son."""
    nickname: str = ""
    """Another name that stands within it: Jordan “Jay” Marlowe."""
    younger: bool = False
    """Whether `young` or `the younger` stands before it."""


@dataclass(slots=True)
class Vocabulary:
    """How the book writes its words."""

    counts: Counter[str]
    inside: Counter[str] = field(default_factory=Counter)
    """Capitalised words that do not open a sentence."""
    surnames: Counter[str] = field(default_factory=Counter)
    """Words after Mr., Mrs., Dr. and the like."""
    speakers: Counter[str] = field(default_factory=Counter)
    """Capitalised words that stand alone beside a verb of speech."""
    tagged: Counter[str] = field(default_factory=Counter)
    """Those of them that open no sentence and have no article: `said Otter`."""
    roles: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Pairs of capitalised words after `the`."""
    _nobody: dict[str, bool] = field(default_factory=dict)
    """What `names_nobody` has answered. Ask it when every run is noted."""

    def note(self, run: Run, text: str) -> None:
        """Count the words of a run."""
        self.inside.update(word for _, word in run.words[run.opens :])
        if run.nickname:
            self.inside[run.nickname] += 1
        words = run.words[1:] if run.words[0][1] == "The" else run.words
        if len(words) == 2 and _words_before(run, words[0])[0] in _ARTICLES:
            self.roles[words[0][1], words[1][1]] += 1
        if run.title in PERSONAL and all(word != "of" for _, word in run.words):
            self.surnames[_surname(run)] += 1
        elif len(run.words) == 1:
            start, word = run.words[0]
            after = _AFTER.match(text[start + len(word) : start + len(word) + 24])
            verbs = word_set("en", "speech_verbs")
            speaks = run.before in verbs or (after is not None and after[1] in verbs)
            self.speakers[word] += speaks
            self.tagged[word] += speaks and not run.opens and run.before not in _ARTICLES

    def is_surname(self, word: str) -> bool:
        """After a title. `Mother Moscow` makes no surname of a city that the book names seven hundred times."""
        times = self.surnames.get(word, 0)
        return times > 0 and times > (_SELDOM * self.inside[word] if self.is_listed(word) else 0)

    def is_common(self, word: str) -> bool:
        """Mostly written in lower case. Given names that are also words (Rose, Will) need more evidence. Who often speaks is no word."""
        low = word.lower()
        if self.is_tagged(word) or (folded(word) in given_names() and self.often_speaks(word)):
            return False
        if low in word_set("en", "function_words") and low != "will":
            return True
        weight = 4 if folded(word) in given_names() else 1
        return self.counts[low] > weight * self.inside[word]

    def only_opens(self, word: str) -> bool:
        """Capitalised only at the start of a sentence. No name, unless lists or counts suggest it. `Presently` never is."""
        unseen = not self.inside[word] and folded(word) not in given_names()
        adverb = word.endswith("ly") or word.lower() in word_set("en", "openers")
        return unseen and (adverb or self.counts[word.lower()] > 0 or self.counts[word] < 3)

    def names_nobody(self, word: str) -> bool:
        """On the list of words that are no names, or a word of the language. Friday is a name where Friday speaks."""
        if word not in self._nobody:
            self._nobody[word] = self.is_listed(word) or self.is_common(word)
        return self._nobody[word]

    def is_listed(self, word: str) -> bool:
        """On that list, and nobody who speaks in this book; or a company, such as OmniCorp."""
        in_two = _IN_TWO.match(word)
        if in_two and not {word, in_two[1]} & given_names().keys():
            return True
        if word.replace("’", "'") not in word_set("en", "not_names"):
            return False
        return not (self.is_tagged(word) if word in TITLES else self.often_speaks(word))

    def is_tagged(self, word: str) -> bool:
        """Whether tags often say so of a speaker: `said Otter` and `said May`, in a book that also has an otter and what may be."""
        times = self.tagged[word]
        return times >= SPEAKS and times >= 0.05 * self.inside[word]

    def often_speaks(self, word: str) -> bool:
        """Whether somebody of this name speaks: May and Friday do in some books."""
        spoken = self.speakers[word]
        return spoken >= SPEAKS and spoken >= 0.05 * self.inside[word]


def _surname(run: Run) -> str:
    """The last word after a title. In `She spoke German, Madame Perrodon French`, the language is none."""
    first, last = run.words[0][1], run.words[-1][1]
    is_language = len(run.words) == 2 and last in word_set("en", "not_names")
    return first if is_language and folded(first) not in given_names() and not is_initials(first) else last


def sightings(texts: Sequence[str]) -> tuple[list[Sighting], frozenset[str]]:
    """Every mention of someone who seems to be a person, in order, and families with several sisters by surname."""
    counts = word_counts(texts)
    found = without_sayings(runs(texts, hyphened(texts, counts)))
    known = Vocabulary(counts)
    for run in found:
        known.note(run, texts[run.chapter])
    candidates = [each for run in found for each in _candidates(texts[run.chapter], run, known)]
    return _people(list(_side_by_side(texts, candidates)))


def _candidates(text: str, run: Run, known: Vocabulary) -> Iterator[Candidate]:
    """The names within a run: `But Darcy` is Darcy, `Sunday` nothing, `Baker Street` a place."""
    if run.before in _PLURAL or run.words[0][1] in _PLURAL:
        return
    yield from _husband(text, run)
    piece: list[tuple[int, str]] = []
    for place, (offset, word) in enumerate(run.words):
        title = run.title if piece[:1] == [run.words[0]] or not place else ""
        if piece and word in word_set("en", "place_kinds") and not _is_surname(word, piece, title, known):
            piece = []
        elif not piece and place and not run.title and run.words[place - 1][1] in _BEFORE_NAMES_OF_PLACES:
            continue
        elif (word == "of" and (piece or not run.title or run.title in _APPOINTED)) or (
            _ends_name(word, place, run, known, alone=not piece)
            and not (piece and _is_in_role(word, piece, run, known))
            and not (not piece and _opens_role(place, run, known))
            and not _acts(text, offset + len(word), word, known)
        ):
            yield from _candidate(text, run, piece, known)
            piece = []
        else:
            piece.append((offset, word))
    yield from _candidate(text, run, piece, known)


def _husband(text: str, run: Run) -> Iterator[Candidate]:
    """Mr. Hall in `Mr. and Mrs. Hall`."""
    start = run.words[0][0]
    couple = (
        _COUPLE.search(text, max(0, start - 40), start)
        if run.before == "and" and run.title in WIVES
        else None
    )
    if couple:
        words = (run.words[-1][1],)
        yield Candidate(run.chapter, *couple.span(1), couple[2], words, "", "", definite=False)


def _is_in_role(word: str, piece: list[tuple[int, str]], run: Run, known: Vocabulary) -> bool:
    """`the Invisible Man`: a common word with a capital, in what somebody is called by with an article.

    Somebody whom the book often calls so may also be `this Invisible Man`.
    """
    if len(piece) == 1 and not run.title and _is_office(piece[0][1], word, known):
        return True
    if len(piece) > 1 or run.title or word[0].islower() or piece[0][1] in word_set("en", "not_names"):
        return False
    is_role = known.roles[piece[0][1], word] >= SPEAKS or _words_before(run, piece[0])[0] in _ARTICLES
    return known.is_common(word) and is_role


def _opens_role(place: int, run: Run, known: Vocabulary) -> bool:
    """`the Station Master`: two words with capitals that the book often has so after an article, whatever the first is alone."""
    if run.title or place + 2 != len(run.words) or _words_before(run, run.words[place])[0] not in _ARTICLES:
        return False
    return _is_office(run.words[place][1], run.words[place + 1][1], known)


def _is_office(first: str, second: str, known: Vocabulary) -> bool:
    """A title with a word before it that the book often has after an article."""
    return second in TITLES and known.roles[first, second] >= SPEAKS


def _is_surname(word: str, piece: list[tuple[int, str]], title: str, known: Vocabulary) -> bool:
    """Whether `Hall` ends a person's name and not that of a place: Mrs. Hall, or Annie Hall where there is a Mrs. Hall."""
    if title:
        return title in PERSONAL
    if len(piece) > 1:
        return False
    known_surname = known.surnames[word] > 0 or word not in word_set("en", "not_names")
    return folded(piece[0][1]) in given_names() and known_surname


def _ends_name(word: str, place: int, run: Run, known: Vocabulary, *, alone: bool) -> bool:
    """Whether a word is no part of a name here."""
    if word[0].islower() or is_initials(word):
        return False
    if word.endswith("."):
        return True
    titled = bool(run.title) and not place
    if titled:
        return run.title not in PERSONAL and known.is_listed(word)
    opens = run.opens and not place
    if known.is_surname(word) and not opens and (not alone or run.before.lower() not in _BEFORE_THINGS):
        return False
    if known.is_surname(word) and opens and not known.is_common(word):
        return False
    if (
        not alone
        and known.inside[word] > 1
        and not known.is_listed(word)
        and _follows_given(word, place, run)
    ):
        return False
    if alone and _words_before(run, run.words[place])[0] in _ARTICLES and _may_be_role(word, known):
        return False
    return known.names_nobody(word) or (opens and known.only_opens(word))


def _follows_given(word: str, place: int, run: Run) -> bool:
    """`Bingo Little`: a capitalised word after a given name is a surname, even if it is also a word."""
    before = run.words[place - 1][1] if place else ""
    return folded(before) in given_names() and word.lower() not in word_set("en", "function_words")


def _acts(text: str, end: int, word: str, known: Vocabulary) -> bool:
    """`Hall said`: a surname that is also a word, before a verb that people do."""
    after = _AFTER.match(text[end : end + 24]) if known.is_surname(word) else None
    verbs, deeds = word_set("en", "speech_verbs"), word_set("en", "deeds")
    return after is not None and (after[1] in verbs or after[1] in deeds)


_BEFORE_THINGS = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "in",
        "of",
        "to",
        "at",
        "by",
        "from",
        "into",
        "last",
        "next",
        "early",
        "late",
    ]
)


def _may_be_role(word: str, known: Vocabulary) -> bool:
    """`the Professor`, where it is mostly written with a capital."""
    return word in TITLES and word not in NO_ROLES and not known.is_common(word)


def _candidate(text: str, run: Run, piece: list[tuple[int, str]], known: Vocabulary) -> Iterator[Candidate]:
    titled = bool(run.title) and piece[:1] == [run.words[0]]
    while piece and piece[0][1].lower() in PARTICLES and piece[0][1][0].islower() and not titled:
        piece = piece[1:]
    while piece and piece[-1][1].islower():
        piece = piece[:-1]
    if not piece:
        return
    start, end = piece[0][0], piece[-1][0] + len(piece[-1][1])
    if _is_in_title(text, run.words[0][0] if titled else start, end, known):
        return
    if _is_in_compound(text, end) and folded(piece[-1][1]) not in given_names():
        return
    before, earlier = _words_before(run, piece[0])
    is_camp = len(piece) > 1 and not titled and piece[0][1] in _BEFORE_NAMES_OF_PLACES
    if is_camp or (before == "of" and earlier in _READ):
        return
    definite = not titled and (
        before in _ARTICLES or _SOCIETY.search(text, max(0, start - _TITLE), start) is not None
    )
    after = _AFTER.match(text[end : end + 24])
    yield Candidate(
        run.chapter,
        start,
        end,
        run.title if titled else "",
        tuple(word for _, word in piece),
        earlier if definite else before,
        after[1] if after else "",
        definite,
        before == "dear" or _is_called(text, start, end),
        run.opens and piece[0] == run.words[0],
        run.nickname if len(piece) > 1 or titled else "",
        before == "of" and earlier in word_set("en", "lands"),
    )


def _is_in_title(text: str, start: int, end: int, known: Vocabulary) -> bool:
    """`The Manœuvres of Arthur`, `Maurice’s Monologue`, `the yacht Margaret`: the name of a thing is nobody who is there."""
    if _VESSEL.search(text, max(0, start - _TITLE), start):
        return True
    work = _WORK_OF.search(text, max(0, start - _TITLE), start) or _OWNED.match(text, end)
    if work is None or work[1] in TITLES or work[1] in KIN or folded(work[1]) in given_names():
        return False
    return not known.is_surname(work[1])


def _is_in_compound(text: str, end: int) -> bool:
    """`the Guernsey-man`: a word that a small letter follows after a hyphen."""
    return text[end : end + 1] == "-" and text[end + 1 : end + 2].islower()


def _is_called(text: str, start: int, end: int) -> bool:
    """`“Watson, come!”` and `Good morning, Watson.”`"""
    if text[start - 1 : start] in _QUOTES and text[end : end + 1] in (",", "!", "?"):
        return True
    closed = text[end : end + 1] in (",", ".", "!", "?") and text[end + 1 : end + 2] in _QUOTES
    return closed and text[start - 2 : start] == ", "


def _words_before(run: Run, word: tuple[int, str]) -> tuple[str, str]:
    """The word before this one and the word before that: `The` in `The Bennets` belongs to the run."""
    place = bisect_left(run.words, word)
    if not place:
        return run.before, run.earlier
    return run.words[place - 1][1], run.words[place - 2][1] if place > 1 else run.before


def _side_by_side(texts: Sequence[str], candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Separates names that only stand side by side: in `In Moscow Pierre was glad`, Moscow and Pierre."""
    evidence = weighed(candidates)
    for each in candidates:
        first, rest = each.words[:1], each.words[1:]
        if not rest or each.title or not only_beside(each.words, evidence):
            yield each
            continue
        start = texts[each.chapter].index(rest[0], each.start + len(first[0]))
        end = each.start + len(first[0])
        yield Candidate(each.chapter, each.start, end, "", first, each.before, "", each.definite)
        yield Candidate(each.chapter, start, each.end, "", rest, "", each.after, definite=False)


def _people(candidates: Sequence[Candidate]) -> tuple[list[Sighting], frozenset[str]]:
    """Keep the names of people, judged by their contexts over the whole book."""
    evidence = weighed(candidates)
    surnames = {
        surname_of(words)
        for words, about in evidence.items()
        if is_full(words, about) and words[0] != "of"  # Nobody is called Ruritania after its King.
    }
    surnames |= {
        words[0]
        for words, about in evidence.items()
        if len(words) == 1 and about.titled and is_person(words, about, set())
    }
    borne = Counter(each.title for each in candidates if each.title not in NO_ROLES)
    roles = {
        words
        for words, about in evidence.items()
        if is_role(words, about) or is_rank(words, about, borne[words[0]])
    }
    people = {words for words, about in evidence.items() if is_person(words, about, surnames)}
    people |= {(each.nickname,) for each in candidates if each.nickname}
    people |= {
        words[:1] for words in people if is_initials(words[0]) and words[1:] in people
    }  # J. R. Tolland
    families = surnames | {name.split(" ")[-1] for name in surnames if name[0].islower()}
    kept: list[Sighting] = []
    sisters: set[str] = set()
    for each in candidates:
        family = _family(each.words[-1], families)
        if each.title in MAIDENS and family and len(each.words) == 1:
            sisters.add(family)
            continue
        if (each.title and each.title not in SAID_OF_THINGS) or each.words in people:
            about = evidence[each.words]
            single = len(each.words) == 1 and not each.title
            if single and family and each.before in PARTICLES:
                continue  # the van der Luydens
            if single and family and about.place + about.definite > 0.3 * about.count:
                continue
            name = parts_of(each.title, each.words)
        elif each.words in roles:
            name = Name(role=" ".join(each.words))
        else:
            continue
        ages = {each.before.lower(), each.title.lower()}
        elder, younger = bool(ages & _ELDER), bool(ages & _YOUNGER)
        kept.append(Sighting(each.chapter, each.start, each.end, name, elder, each.nickname, younger))
    return kept, frozenset(sisters)


def _family(word: str, surnames: set[str]) -> str:
    """The surname in `the Bennets`, `the Lucases`, `the Miss Dashwoods`. Empty if it is none."""
    return next(
        (
            word.removesuffix(end)
            for end in ("s", "es")
            if word.endswith(end) and word.removesuffix(end) in surnames
        ),
        "",
    )
