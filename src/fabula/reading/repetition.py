"""Unnecessary repetition: phrases, passages, rare words close together, and words doubled by mistake."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.cast import Cast
from fabula.reading.craft.runs import RUN, Runs
from fabula.reading.findings import Finding, Severity, finding, quoted_at
from fabula.reading.parsed import QUOTED, Parsed, Span
from fabula.reading.phrase_kinds import BREAK, is_of_few, is_one_speech, is_quoted, is_thing
from fabula.reading.tokens import Tokens

PHRASE = RUN
"""The fewest words of a repeated phrase."""
COMMONPLACE = 2
"""A phrase that this many published novels share is nobody's own."""
SELDOM, OFTEN = 1.5 / 10_000, 4 / 10_000
"""How often per word. What comes more seldom must be a gesture or a manner: `drew a deep breath`, not `a bottle of wine`."""
REACH = 30
"""Characters: phrases that stand this close to each other are parts of one."""
BROKEN = re.compile(r"[b-hj-np-z]|ll|ve|re")
"""No word: a letter of an ornament, or what is left where an edition has lost its apostrophes."""
NAMED = 6
"""The most chapters that a finding about a repeated paragraph names."""
ECHO_REACH = 40
"""A reader notices a rare word that occurs three times within this many words."""
FIGURE = 8
"""A word taken up again within this many words is meant."""
_STROKES, _MENU = re.compile("[|｜]"), 5
"""A line with so many upright strokes is a menu."""
_ANY_STOP = re.compile(r"[.!?;:*_。！？；：．，,、\n“”\"]")
"""Words of a language without spaces are short, so a phrase across a comma is the end of one clause and the start of another."""
_WORD_AFTER = re.compile(r"\s([^\W\d_][\w’'-]*)")
_WORD_BEFORE = re.compile(r"(?<![\w’'-])([^\W\d_][\w’'-]*)\s\Z")
_GOES_ON = re.compile(r"\s*[^\W\d_]")

Repeated = Mapping[str, list[tuple[int, int, int]]]
"""Paragraphs that occur twice or more, and their places: index of the chapter, start and end."""


def repeated_phrases(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    words: Counter[str],
    runs: Runs,
    cast: Cast,
    copied: Sequence[Sequence[Span]],
    language: Language,
) -> Iterator[Finding]:
    """Runs of four or more words that are repeated and contain content words, the most important first."""
    plain = language.style.function_words
    names = _name_words(cast)
    total = words.total()
    least = max(5, total // 15_000)
    counts: Counter[tuple[str, ...]] = Counter()
    common = _common(tokens, runs, least)
    for chapter, here in zip(tokens, common, strict=True):
        counts.update(tuple(chapter.words[n : n + PHRASE]) for n in here)
    often = {
        phrase: count
        for phrase, count in counts.items()
        if count >= least and _has_matter(phrase, plain, names, language)
    }
    places = _phrase_places(parsed, tokens, common, often, copied, language)
    taken: set[str] = set()
    covered: set[tuple[int, int]] = set()
    published = language.style.published()
    own = sum(
        len(published.totals) - len(published.without(words, total)) for published in [published] if published
    )
    for phrase in sorted(often, key=lambda p: (-often[p] * sum(w not in plain for w in p), p)):
        spots = places.get(phrase, [])
        matter = {word for word in phrase if word not in plain}
        if len(spots) < least or matter & taken or is_one_speech(spots, parsed):
            continue
        if published and published.phrases.get(" ".join(phrase), 0) - own >= COMMONPLACE:
            continue
        if sum(spot in covered for spot in _touched(spots)) > 1.5 * len(spots):
            continue
        first, offset, end = _whole(spots, parsed) if language.joiner else spots[0]
        told = " ".join(parsed[first].chapter.text[offset:end].split())
        ahead = spots[0][1] - offset
        covered.update(_touched(spots), *(_touched(_along(spot, ahead, end - offset)) for spot in spots))
        taken |= matter
        chapters = len({n for n, _, _ in spots})
        severity = _how_bad(len(spots), len(spots) / max(1, total))
        if (
            (language.style.naming and language.style.naming.match(told))
            or is_thing(told, ahead, spots, parsed, language)
            or is_quoted([(n, at - ahead, at - ahead + end - offset) for n, at, _ in spots], parsed)
            or (severity != "high" and is_of_few(spots, parsed))
            or (severity != "high" and any(language.claims.numbers(told)))
            or (severity == "low" and published and all(published.is_common(word) for word in matter))
            or (severity == "low" and language.style.plain_tags & set(told.lower().split()))
            or (
                len(spots) < SELDOM * total
                and language.style.gestures
                and not language.style.gestures & matter
            )
        ):
            continue
        form = "in-one-chapter" if chapters == 1 else "in-chapters"
        yield finding(
            "repeated-phrase",
            severity,
            Notice.of(f"findings.repeated-phrase-{form}", words=told, n=len(spots), chapters=chapters),
            parsed[first],
            offset,
        )


def _whole(spots: Sequence[tuple[int, int, int]], parsed: Sequence[Parsed]) -> tuple[int, int, int]:
    """The first place, with the words that stand beside the phrase in all of them: `tossed him a data chip`."""
    texts = [parsed[index].chapter.text for index, _, _ in spots]
    starts, ends = [start for _, start, _ in spots], [end for _, _, end in spots]
    for _ in range(PHRASE):
        after = [_WORD_AFTER.match(text, end) for text, end in zip(texts, ends, strict=True)]
        if len({match and match[1].lower() for match in after}) == 1 and after[0]:
            ends = [match.end() for match in after if match]
    for _ in range(PHRASE):
        before = [
            _WORD_BEFORE.search(text, max(0, at - 30), at) for text, at in zip(texts, starts, strict=True)
        ]
        if len({match and match[1].lower() for match in before}) == 1 and before[0]:
            starts = [match.start() for match in before if match]
    return spots[0][0], starts[0], ends[0]


def _how_bad(count: int, rate: float) -> Severity:
    if rate >= OFTEN and count >= 8:
        return "high"
    return "medium" if rate >= SELDOM and count >= 6 else "low"


def _touched(spots: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches of text in and beside which a phrase stands, so that two halves of a longer one are one."""
    for index, start, _ in spots:
        yield from ((index, start // REACH + step) for step in (-1, 0, 1))


def _along(spot: tuple[int, int, int], ahead: int, size: int) -> list[tuple[int, int, int]]:
    """Places all along a phrase that is longer than its first words and begins `ahead` of them."""
    index, start, end = spot
    return [(index, start - ahead + at, end) for at in range(0, size + REACH, REACH)]


def _has_matter(phrase: tuple[str, ...], plain: frozenset[str], names: set[str], language: Language) -> bool:
    matter = [word for word in phrase if word not in plain and word not in names]
    if any(word in names for word in phrase) or _has_a_name(phrase, names, language):
        return False
    formulas = language.style.formulas
    if formulas and formulas.search("".join(phrase)):
        return False
    settings = language.style.settings
    if any(BROKEN.fullmatch(word) or word in settings for word in phrase):
        return False
    return len(matter) >= 2 and sum(map(len, phrase)) >= language.style.shortest_phrase


def _has_a_name(phrase: tuple[str, ...], names: set[str], language: Language) -> bool:
    """Whether a name is in a phrase whose words are written without spaces: 团圆媳妇 in 团圆媳妇的婆婆."""
    together = language.joiner.join(phrase)
    return not language.joiner and any(name in together for name in names if len(name) > 1)


def _common(tokens: Sequence[Tokens], runs: Runs, least: int) -> list[list[int]]:
    """By chapter, the words with which a run begins that stands so often in the book."""
    found: list[list[int]] = []
    before = 0
    for chapter in tokens:
        last = before + max(0, len(chapter.words) - PHRASE + 1)
        found.append(np.flatnonzero(runs.times[before:last] >= least).tolist())
        before += len(chapter.words)
    return found


def _phrase_places(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    common: Sequence[Sequence[int]],
    often: dict[tuple[str, ...], int],
    copies: Sequence[Sequence[Span]],
    language: Language,
) -> dict[tuple[str, ...], list[tuple[int, int, int]]]:
    """Where each phrase occurs within one sentence. What stands in a paragraph that is copied whole is said of the paragraph."""
    places: dict[tuple[str, ...], list[tuple[int, int, int]]] = defaultdict(list)
    for index, chapter in enumerate(tokens):
        text = parsed[index].chapter.text
        for n in common[index]:
            phrase = tuple(chapter.words[n : n + PHRASE])
            if phrase in often:
                start, last = chapter.offsets[n], chapter.offsets[n + PHRASE - 1]
                end = last + len(chapter.words[n + PHRASE - 1])
                if any(chapter.capital[n + 1 : n + PHRASE]) or is_within(copies[index], start):
                    continue
                if not (BREAK if language.joiner else _ANY_STOP).search(text, start, end):
                    places[phrase].append((index, start, end))
    return places


def repeated(parsed: Sequence[Parsed], language: Language) -> Repeated:
    """Paragraphs that occur twice or more, word for word, with all their places."""
    places: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for index, chapter in enumerate(parsed):
        for start, end in chapter.paragraphs:
            if end - start >= language.style.passage:
                places[" ".join(chapter.chapter.text[start:end].split())].append((index, start, end))
    return {text: spots for text, spots in places.items() if len(spots) > 1 and _is_text(text)}


def _is_text(paragraph: str) -> bool:
    """Whether most of it are letters: a ruled line is no passage, nor is a site's menu (首页|现代|言情|武侠)."""
    strokes = len(_STROKES.findall(paragraph))
    return 2 * sum(map(str.isalnum, paragraph)) > len(paragraph) and strokes < _MENU


def copies(parsed: Sequence[Parsed], again: Repeated) -> list[list[Span]]:
    """The second and later places of such paragraphs, by chapter and in order."""
    found: list[list[Span]] = [[] for _ in parsed]
    for spots in again.values():
        for index, start, end in spots[1:]:
            found[index].append((start, end))
    return [sorted(spans) for spans in found]


def repeated_passages(parsed: Sequence[Parsed], again: Repeated, language: Language) -> Iterator[Finding]:
    """Paragraphs that occur twice or more, word for word: a refrain, or a pasting mistake. The longest first.

    Those that stand in the same chapters are one finding, so that a chapter pasted whole is said once.
    """
    ranked = sorted(again.items(), key=lambda item: (-len(item[0]) * (len(item[1]) - 1), item[1]))
    together: dict[tuple[int, ...], list[tuple[int, int, int]]] = defaultdict(list)
    for _, spots in ranked:
        together[tuple(index for index, _, _ in spots)].append(spots[1])
    for text, spots in ranked:
        copied = together.pop(tuple(index for index, _, _ in spots), [])
        if not copied:
            continue
        index, start, end = spots[1]
        numbers = list(dict.fromkeys(str(parsed[spot].chapter.number) for spot, _, _ in spots))
        form = (
            "in-one-chapter" if len(numbers) == 1 else "all-named" if len(numbers) <= NAMED else "first-named"
        )
        said = {"n": len(spots), "chapters": tuple(numbers[:NAMED])}
        if len(copied) > 1:
            form, said = "several", {**said, "paragraphs": len(copied)}
        yield finding(
            "repeated-passage",
            "high" if len(text) >= 3 * language.style.passage or len(spots) > 2 else "medium",
            Notice.of(f"findings.repeated-passage-{form}", **said),
            parsed[index],
            start,
            (start, min(start + QUOTED, end)),
            [
                quoted_at(parsed[n], at, (at, min(at + QUOTED, to)))
                for n, at, to in sorted(copied[1:])[:NAMED]
            ],
        )


def doubled_words(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], language: Language
) -> Iterator[Finding]:
    """`the the`: a word twice in a row by mistake. Not in speech, where people stammer, nor where the sentence breaks off."""
    slips = language.style.slips
    for chapter, cut in zip(parsed, tokens, strict=True) if slips else ():
        text = chapter.chapter.text
        for n, (word, again) in enumerate(pairwise(cut.words)):
            if (
                word != again
                or word not in slips
                or word in (*cut.words[n - 1 : n], *cut.words[n + 2 : n + 3])
            ):
                continue
            start, behind = cut.offsets[n], cut.offsets[n + 1] + len(word)
            is_alone = not text[start + len(word) : cut.offsets[n + 1]].strip()
            if is_alone and _GOES_ON.match(text, behind) and not is_within(chapter.spoken, start):
                yield finding(
                    "doubled-word", "medium", Notice.of("findings.doubled-word", word=word), chapter, start
                )


def echoes(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    counts: Counter[str],
    cast: Cast,
    language: Language,
) -> Iterator[Finding]:
    """A rare word three times within a few lines of narration.

    What is rare is measured in the book itself. Not in Chinese, where parallel phrases are a stylistic device
    and no count distinguishes them from a mistake.
    """
    if language.style.echoing is None:
        return
    plain = language.style.function_words
    names = _name_words(cast)
    total = counts.total()
    rare = {
        word
        for word, count in counts.items()
        if 3 <= count <= max(3, total // 6_000)
        and len(word) >= 6
        and word not in plain
        and word not in names
        and language.style.echoing.search(word)
    }
    found: list[tuple[int, int, int, int, int, str]] = []
    for index, chapter in enumerate(tokens):
        spoken = [start for start, _ in parsed[index].spoken]
        recent: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=3))
        for n, word in enumerate(chapter.words):
            if word not in rare or chapter.capital[n]:
                continue
            offset = chapter.offsets[n]
            before = bisect_left(spoken, offset + 1) - 1
            if before >= 0 and parsed[index].spoken[before][1] > offset:
                continue
            places = recent[word]
            places.append(n)
            if len(places) == 3 and n - places[0] <= ECHO_REACH and _is_unmeant(places):
                found.append(
                    (counts[word] - 3, n - places[0], index, chapter.offsets[places[0]], offset, word)
                )
                places.clear()
    for _, reach, index, offset, last, word in sorted(found):
        start, _ = parsed[index].sentence_at(offset)
        _, end = parsed[index].sentence_at(last)
        yield finding(
            "echo",
            "medium" if reach <= ECHO_REACH // 2 else "low",
            Notice.of("findings.echo", word=word, n=reach + 1),
            parsed[index],
            offset,
            (start, end),
        )


def _is_unmeant(places: Sequence[int]) -> bool:
    """Whether the words stand too far apart for a figure of speech (`strongly; not too strongly`)."""
    return all(after - before > FIGURE for before, after in pairwise(places))


def _name_words(cast: Cast) -> set[str]:
    return {
        word.lower().strip(".")
        for character in cast.characters
        for form in (character.name, *character.aliases)
        for word in form.split()
    }
