"""Mentions of people in English prose: which runs of capitalised words name somebody, judged over the whole book."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fabula.languages.en.beside import is_called, is_in_compound, is_introduced, owned, verb_after
from fabula.languages.en.evidence import (
    SAID_OF_THINGS,
    SPEAKS,
    Candidate,
    called_by_first_name,
    is_full,
    is_person,
    is_rank,
    is_role,
    only_beside,
    weighed,
)
from fabula.languages.en.given_names import folded, given_names
from fabula.languages.en.name_parts import PARTICLES, Name, is_initials, parts_of, surname_of
from fabula.languages.en.runs import (
    ARTICLES,
    LOWER,
    UPPER,
    Run,
    hyphened,
    runs,
    without_sayings,
    word_after,
    word_counts,
    words_before,
)
from fabula.languages.en.titles import KIN, MAIDENS, NO_ROLES, PERSONAL, TITLES, WIVES
from fabula.languages.en.vocabulary import Vocabulary
from fabula.languages.lexicons import word_set

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
_BEFORE_THINGS = frozenset(
    ["the", "a", "an", "this", "that", "in", "of", "to", "at", "by", "from", "into", "last", "next", "early", "late"]
)  # fmt: skip
_COMMANDS = frozenset(
    ["Admiral", "Captain", "Colonel", "Commodore", "General", "Lieutenant", "Major", "King", "Queen"]
)
"""With an article before them and a name behind, an inn or a ship is called so: `the Admiral Benbow`."""
_REIGNED = re.compile(r"[ \xa0]([IVX]{2,6}|[VX])(?![\w.’'-])")
"""What stands after the name of a king or a pope: George IV is no George whom the book knows."""
_ANY = frozenset(["each", "every", "another"])
"""Before a name that is a kind: `each Mary` is any maid."""
_READ = frozenset(["copy", "copies", "chapter", "chapters", "edition"])
"""`a copy of Simon Called Peter`: what is read is a book."""


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
            and not _is_in_pair(place, run, known)
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
    is_role = known.roles[piece[0][1], word] >= SPEAKS or words_before(run, piece[0])[0] in ARTICLES
    return known.is_common(word) and is_role


def _opens_role(place: int, run: Run, known: Vocabulary) -> bool:
    """`the Station Master`: two words with capitals that the book often has so after an article, whatever the first is alone."""
    if run.title or place + 2 != len(run.words) or words_before(run, run.words[place])[0] not in ARTICLES:
        return False
    return _is_office(run.words[place][1], run.words[place + 1][1], known)


def _is_in_pair(place: int, run: Run, known: Vocabulary) -> bool:
    """`Black Dog`: two words with capitals that the book nearly always has together, and without an article."""
    first = place if place + 2 == len(run.words) else place - 1
    if run.title or first < 0 or first + 2 != len(run.words):
        return False
    (_, one), (_, other) = run.words[first:]
    return known.is_pair(one, other) and not {one, other} & word_set("en", "place_kinds")


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
    if word.endswith(".") or (not alone and word.lower() in word_set("en", "crutch_words")):
        return True  # Mary Quite Contrary
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
    if alone and words_before(run, run.words[place])[0] in ARTICLES and _may_be_role(word, known):
        return False
    return known.names_nobody(word) or (opens and known.only_opens(word))


def _follows_given(word: str, place: int, run: Run) -> bool:
    """`Bingo Little`: a capitalised word after a given name is a surname, even if it is also a word."""
    before = run.words[place - 1][1] if place else ""
    return folded(before) in given_names() and word.lower() not in word_set("en", "function_words")


def _acts(text: str, end: int, word: str, known: Vocabulary) -> bool:
    """`Hall said`: a surname that is also a word, before a verb that people do."""
    after = word_after(text, end) if known.is_surname(word) else ""
    return after in word_set("en", "speech_verbs") or after in word_set("en", "deeds")


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
    if is_in_compound(text, end) and folded(piece[-1][1]) not in given_names():
        return
    before, earlier = words_before(run, piece[0])
    is_camp = len(piece) > 1 and not titled and piece[0][1] in _BEFORE_NAMES_OF_PLACES
    is_sign = titled and run.title in _COMMANDS and before in ARTICLES
    if is_camp or is_sign or before.lower() in _ANY or (before == "of" and earlier in _READ):
        return
    if reigned := _REIGNED.match(text, end):
        piece, end = [*piece, (reigned.start(1), reigned[1])], reigned.end()
    definite = (not titled or run.title in SAID_OF_THINGS) and (  # the Little Nugget
        before in ARTICLES or _SOCIETY.search(text, max(0, start - _TITLE), start) is not None
    )
    yield Candidate(
        run.chapter,
        start,
        end,
        run.title if titled else "",
        tuple(word for _, word in piece),
        earlier if definite else before,
        verb_after(text, start, end),
        definite,
        before == "dear" or is_called(text, start, end),
        run.opens and piece[0] == run.words[0],
        run.nickname if len(piece) > 1 or titled else "",
        before == "young",
        owned(text, end),
        before == "of" and earlier in word_set("en", "lands"),
        not titled and is_introduced(text, start, [word for _, word in piece]),
    )


def _is_in_title(text: str, start: int, end: int, known: Vocabulary) -> bool:
    """`The Manœuvres of Arthur`, `Maurice’s Monologue`, `the yacht Margaret`: the name of a thing is nobody who is there."""
    if _VESSEL.search(text, max(0, start - _TITLE), start):
        return True
    work = _WORK_OF.search(text, max(0, start - _TITLE), start) or _OWNED.match(text, end)
    if work is None or work[1] in TITLES or work[1] in KIN or folded(work[1]) in given_names():
        return False
    return not known.is_surname(work[1])


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
    people |= called_by_first_name(people, evidence)
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
