"""Names that stand in two spellings: slips of the hand, and names that were never settled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import not_

from rapidfuzz.distance import DamerauLevenshtein

from fabula.languages import Language
from fabula.languages.searching import beside
from fabula.languages.spans import is_within, last_begun
from fabula.notices import Notice
from fabula.reading.cast import Cast
from fabula.reading.craft.own_spelling import OwnSpelling
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

LEADING = 20
"""How many of the most named people are followed."""
KNOWN = 30
"""How often a name must stand in the book before another spelling of it is a slip."""
HYPHENED = 12
"""And a name with a hyphen, before its spelling without is one: no other name is as near."""
RARE = 3
LONG_NAME = 8
"""From this length on, a slip of a name may differ by two letters."""
LOST_FROM = 6
"""From this length on, a slip may have one consonant too few or too many."""
SHORTEST = 4
TWICE = 2
"""Another spelling that was never settled stands so often at least. Once is a slip of the hand."""
SETTLED = 6
"""And the usual one so often."""
LONG_VOWEL = 7
"""From this length on, names that differ in a vowel within them are one: Katharine and Katherine, not Julia and Julie."""
CONSONANTS = 3
"""The fewest consonants of two names that are one where only vowels differ."""
REACH = 80
"""So many letters around a name hold the words beside it."""
_HEARD_ALIKE = {frozenset("iy"), frozenset("ck"), frozenset("sz")}
_OPEN = "aeiouy"
_HYPHEN_AFTER, _HYPHEN_BEFORE = re.compile(r"[-‐‑]\w"), re.compile(r"\w[-‐‑]")
_SYLLABLE = re.compile(r"[aeiouy]+")
_VOWELS = re.compile(r"[aeiouyáéíóúü]|(.)(?=\1)")
"""What a slip of a name gets wrong: a vowel, or one letter of a double one. Another consonant makes another name."""


def misspelt_names(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], cast: Cast, own: OwnSpelling, language: Language
) -> Iterator[Finding]:
    """A name that stands in a few places in another spelling than everywhere else. In a bad speller's letter it is theirs."""
    if language.by_character:
        return
    capitals: Counter[str] = Counter()
    lower: set[str] = set()
    for chapter in tokens:
        capitals.update(compress(chapter.words, chapter.capital))
        lower.update(compress(chapter.words, map(not_, chapter.capital)))
    yield from _names_without_hyphen(parsed, cast)
    rare = [
        (word, bare, count)
        for word, count in capitals.items()
        if count <= RARE and word not in lower and (bare := word.removesuffix("'s")) not in lower
    ]
    said: set[str] = set()
    titles = language.names.titles
    for person in cast.characters[:LEADING]:
        names = {word.lower().strip(".") for form in (person.name, *person.aliases) for word in form.split()}
        for form in (person.name, *person.aliases):
            right = form.lower()
            if " " in form or len(right) < 5 or capitals[right] < KNOWN or right in said or form in titles:
                continue
            said.add(right)
            for word, bare, count in rare:
                if count > capitals[right] // 20 or word in names or bare in names:
                    continue
                cut = bare != word and capitals[bare] == 0 and bare == right.removesuffix("s")
                if not (cut or _is_slip(bare, right)) or _is_another_name(bare, right, language):
                    continue
                places = [
                    (parsed[index], tokens[index].offsets[n])
                    for index, n in _capitals(word, tokens)
                    if (not n or tokens[index].words[n - 1] not in language.style.before_kinds)
                    and not _is_of_another(parsed[index], tokens[index], n, capitals, names)
                    and not own.holds(parsed[index], tokens[index].offsets[n])
                    and not _is_beside(parsed[index], tokens[index].offsets[n], form)
                    and not _is_piece(parsed[index], tokens[index].offsets[n], word)
                    and not (
                        right.startswith(bare) and is_within(parsed[index].spoken, tokens[index].offsets[n])
                    )
                ]
                if len(places) == count and not _is_how_one_talks(places):
                    said.add(word)
                    yield _misnamed(word if cut else bare, form, capitals[right], places)
    others = {word: n for word, n in capitals.items() if word not in lower and word not in said}
    yield from _unsettled(parsed, cast, own, others, language)


def _misnamed(word: str, right: str, often: int, places: Sequence[tuple[Parsed, int]]) -> Finding:
    (chapter, offset), *others = places
    fields = {
        "wrong": chapter.chapter.text[offset : offset + len(word)],
        "right": right,
        "n": len(places),
        "often": often,
    }
    return finding(
        "name-slip",
        "medium",
        Notice.of("findings.name-slip" if others else "findings.name-slip-once", **fields),
        chapter,
        offset,
        also=[quoted_at(*each) for each in others],
    )


def _is_how_one_talks(places: Sequence[tuple[Parsed, int]]) -> bool:
    """Whether somebody says a name so more than once, in one chapter and nowhere else: a Cockney reads a letter aloud."""
    chapters = {chapter.chapter.number for chapter, _ in places}
    return (
        len(places) > 1
        and len(chapters) == 1
        and all(is_within(chapter.spoken, offset) for chapter, offset in places)
    )


def _is_piece(chapter: Parsed, offset: int, word: str) -> bool:
    """Whether a hyphen makes it part of a longer word, as where somebody calls or sings: `Mari-i-i-a`."""
    text, end = chapter.chapter.text, offset + len(word)
    return _HYPHEN_AFTER.match(text, end) is not None or _HYPHEN_BEFORE.match(text, offset - 2) is not None


def _is_beside(chapter: Parsed, offset: int, right: str) -> bool:
    """Whether the sentence has the right name too: then somebody speaks of the spelling, or of two people."""
    return right in chapter.chapter.text[slice(*chapter.sentence_at(offset))]


@dataclass(frozen=True, slots=True)
class _Places:
    """Where a name stands."""

    at: list[tuple[Parsed, int]]
    paragraphs: set[tuple[int, int]]
    """Chapter and number of each paragraph that has it."""
    company: set[str]
    """The names and titles that stand beside it."""
    before: set[str]
    """What stands before it: a capitalised word, or nothing."""


def _unsettled(
    parsed: Sequence[Parsed],
    cast: Cast,
    own: OwnSpelling,
    capitals: Mapping[str, int],
    language: Language,
) -> Iterator[Finding]:
    """A name with another spelling in up to a third of its places, of one person as far as the book shows.

    Two people are named in one paragraph somewhere, or have different names and titles beside theirs. `capitals` counts words
    that are always written with a capital.
    """
    names = dict.fromkeys(
        word
        for one in cast.characters[:LEADING]
        for form in (one.name, *one.aliases)
        for word in form.split()
        if len(word) >= SHORTEST and word.isalpha() and word not in language.names.titles
    )
    said: set[str] = set()
    for name in names:
        right = name.lower()
        for word, count in capitals.items():
            if (
                count < TWICE
                or 2 * count > capitals.get(right, 0)
                or word in said
                or not (_is_other_spelling(word, right) or _sounds_alike(word, right))
            ):
                continue
            one, other = _places(name, parsed, capitals), _places(word.capitalize(), parsed, capitals)
            if one.paragraphs & other.paragraphs or not other.company <= one.company:
                continue
            if not _is_other_spelling(word, right) and not other.before <= language.names.titles:
                continue
            if not other.company and {name, word.capitalize()} & language.names.given_names:
                continue
            places = [each for each in other.at if not own.holds(*each)]
            settled = len(one.at) >= 2 * len(places) and len(places) >= TWICE and len(one.at) >= SETTLED
            if settled and not _is_how_one_talks(places):
                said.add(word)
                yield _misnamed(word, name, len(one.at), places)


def _places(name: str, parsed: Sequence[Parsed], capitals: Collection[str]) -> _Places:
    pattern = re.compile(rf"(?:\b([A-Z][a-z]+)\.? )?\b{re.escape(name)}\b(?: ([A-Z][a-z]+)\b)?")
    found = _Places([], set(), set(), set())
    for number, each in enumerate(parsed):
        for match in beside(name, pattern, each.chapter.text, REACH):
            start = each.chapter.text.index(name, match.start())
            found.at.append((each, start))
            found.paragraphs.add((number, last_begun(each.paragraphs, start)))
            found.company.update(word for word in match.groups() if word and word.lower() in capitals)
            found.before.add(match[1] or "")
    return found


def _is_other_spelling(word: str, right: str) -> bool:
    """Whether two names sound alike: a double letter or a single one, a silent `e` or `h`, `y` for `i`, `k` for `c`."""
    long, short = (word, right) if len(word) > len(right) else (right, word)
    if not word.isalpha() or len(long) - len(short) > 1 or word == right:
        return False
    if len(long) == len(short):
        differ = [(n, pair) for n, pair in enumerate(zip(word, right, strict=True)) if len(set(pair)) > 1]
        if len(differ) != 1:
            return False
        (n, pair) = differ[0]
        within = len(word) >= LONG_VOWEL and 1 < n < len(word) - 2
        return frozenset(pair) in _HEARD_ALIKE or (within and set(pair) <= set("aeiou"))
    n = next((n for n, letter in enumerate(short) if letter != long[n]), len(short))
    if long[:n] + long[n + 1 :] != short or not n:
        return False
    return long[n] in ("h", long[n - 1]) or (long[n] == "e" and n == len(short) and short[-1] not in _OPEN)


def _sounds_alike(word: str, right: str) -> bool:
    """Whether two long names differ in vowels and double letters alone: Perrodon and Paradon. Only the same title makes them one."""
    if not word.isalpha() or word[0] != right[0] or max(len(word), len(right)) < LONG_VOWEL:
        return False
    one, other = (_VOWELS.sub("", each) for each in (word, right))
    return (
        one == other
        and len(one) >= CONSONANTS
        and len(_SYLLABLE.findall(word)) == len(_SYLLABLE.findall(right))
    )


def _names_without_hyphen(parsed: Sequence[Parsed], cast: Cast) -> Iterator[Finding]:
    """`Solleks` where it is Sol-leks everywhere else."""
    leading = cast.characters[:LEADING]
    for form in dict.fromkeys(form for one in leading for form in (one.name, *one.aliases) if "-" in form):
        often = sum(chapter.chapter.text.count(form) for chapter in parsed)
        pattern = re.compile(rf"\b{re.escape(form.replace('-', ''))}\b")
        places = [(each, found.start()) for each in parsed for found in pattern.finditer(each.chapter.text)]
        if often >= HYPHENED and 0 < len(places) <= RARE:
            fields = {"wrong": form.replace("-", ""), "right": form, "n": len(places), "often": often}
            code = "findings.name-slip-once" if len(places) == 1 else "findings.name-slip"
            yield finding("name-slip", "medium", Notice.of(code, **fields), *places[0])


def _capitals(word: str, tokens: Sequence[Tokens]) -> Iterator[tuple[int, int]]:
    """The index of each chapter that has the word with a capital, and the number of the word in it."""
    for index, chapter in enumerate(tokens):
        if word in chapter.words:
            for n, (known, capital) in enumerate(zip(chapter.words, chapter.capital, strict=True)):
                if capital and known == word:
                    yield index, n


def _is_of_another(
    chapter: Parsed, cut: Tokens, n: int, capitals: Mapping[str, int], own: Collection[str]
) -> bool:
    """Whether another person's first or last name stands beside the word, or a capital of another language: `Alexandre, Russie`."""
    for one, other in ((n - 1, n), (n, n + 1)):
        if one >= 0 and other < len(cut.words):
            between = chapter.chapter.text[cut.offsets[one] + len(cut.words[one]) : cut.offsets[other]]
            beside = one if other == n else other
            is_near = between.strip(".") == " " or (between == ", " and capitals[cut.words[beside]] <= RARE)
            if is_near and cut.capital[beside] and cut.words[beside] not in own:
                return True
    return False


def _is_another_name(word: str, right: str, language: Language) -> bool:
    """Whether both are given names that do not sound alike: Maria and Marie, Louis and Louise are people of their own."""
    both = {word.capitalize(), right.capitalize()} <= language.names.given_names
    if not both or not _is_other_spelling(word, right):
        return both
    short, long = sorted((word, right), key=len)
    return long == f"{short}e" and short[-1] != short[-2]


def _is_slip(word: str, right: str) -> bool:
    if word[0] != right[0] or not word.isalpha() or word in (f"{right}s", right.removesuffix("s")):
        return False
    if sorted(word) != sorted(right) and _VOWELS.sub("", word) != _VOWELS.sub("", right):
        return _is_wrong_letter(word, right) or _is_lost_letter(word, right)
    return 1 <= DamerauLevenshtein.distance(word, right) <= (2 if len(right) >= LONG_NAME else 1)


def _is_lost_letter(word: str, right: str) -> bool:
    """Whether a consonant within a name was lost or put in: Olding for Oldring. At its end it makes another name, or is how people say it."""
    long, short = (word, right) if len(word) > len(right) else (right, word)
    if len(long) - len(short) != 1 or len(right) < LOST_FROM:
        return False
    n = next((n for n, letter in enumerate(short) if letter != long[n]), len(short))
    return 1 < n < len(short) - 1 and long[:n] + long[n + 1 :] == short


def _is_wrong_letter(word: str, right: str) -> bool:
    """Whether a long name has one other letter within it. Short names with another consonant are names of their own."""
    differ = [n for n, (one, other) in enumerate(zip(word, right, strict=False)) if one != other]
    return len(word) == len(right) >= LONG_NAME and len(differ) == 1 and 1 < differ[0] < len(right) - 1
