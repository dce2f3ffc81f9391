"""Habits of wording: crutch words, filter words, stock phrases of machine prose, what a speech tag says of the voice,
and things that are first called what they are not."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from statistics import median

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.craft.outside import Narrated
from fabula.reading.craft.overuse import usual_rate
from fabula.reading.findings import Finding, Severity, counted_in, finding
from fabula.reading.parsed import QUOTED, Parsed, Span
from fabula.reading.speech import Speech
from fabula.reading.tokens import Tokens
from fabula.text.sieve import Sieve, bit_places, sparse

CRUTCH: tuple[tuple[float, Severity], ...] = ((6.0, "high"), (4.0, "medium"), (3.0, "low"))
"""How often per thousand words of narration a crutch word must occur to be listed. What people say is their way of talking."""
ABOVE = 1.5
"""How many times as often as in published novels."""
CONSPICUOUS = 2.0
FAR_ABOVE = 4.0
"""A word that published novels use so much less is conspicuous at a lower rate."""
CRUTCH_LEAST = 6
FILTER_RATE = 5.0
"""How many filter words per thousand words a chapter needs to be listed. With fewer, every second one may be needed."""
FILTER_MANY = 8.0
"""From so many on, a chapter is listed also where its neighbours have as many."""
FILTER_LEAST = 8
STOCK_RATE = 12
"""With fewer stock phrases than this per hundred thousand words, none is listed, because people write them too: up to nine, in 45 published novels.
Nine of ten long stories by language models have more than fifteen."""
TAG_RATE = 0.08
"""The share of speeches with an adverb on the tag. It is .04 in the middle one of 18 published novels."""
TAG_LEAST = 8
ADVERBS_LEAST = 12
LOUD = 3.0
"""How many times as many speeches as usual end with an exclamation mark. Of 19 published novels two have as many: one of them is *Alice*."""
LOUD_LEAST = 40
VOICE_RATE = 0.1
"""The share of speeches whose voice is described. It is .06 at most in 18 published novels."""
DENIALS: tuple[tuple[float, Severity], ...] = ((2.5, "high"), (1.5, "medium"), (0.8, "low"))
"""How often per thousand words of narration something is first called what it is not. Published novels have .6 at most."""
DENIAL_LEAST = 5
OF_THE_BOOK = frozenset(("adverb-tag", "exclaimed", "voice-tag", "denial", "two-spellings"))
"""Kinds of which a book has one finding. It is the same finding in the next draft, wherever it is shown."""


def crutch_words(
    parsed: Sequence[Parsed], narrated: Sequence[Narrated], counts: Counter[str], language: Language
) -> Iterator[Finding]:
    """Words that are often unnecessary in the narration, the most frequent first.

    What stands in a paragraph that is copied whole is said of the paragraph.
    """
    listed = language.style.crutch_words
    total = sum(len(own.words) for own in narrated)
    if total < 1000:
        return
    places = [
        [
            (word, offset)
            for word, offset in zip(own.words, own.offsets, strict=True)
            if word in listed and not is_within(needed, offset)
        ]
        for own, needed in zip(narrated, _needed(parsed, language), strict=True)
    ]
    by_chapter = [Counter(word for word, _ in chapter) for chapter in places]
    said = _in_units((word for own in narrated for word in own.words), language)
    used = sum(by_chapter, Counter[str]())
    published = language.style.published()
    others = published.without(counts, counts.total()) if published else ()
    for word in sorted(used, key=lambda word: (-used[word], word)):
        rate = used[word] * 1000 / total
        usual = usual_rate(word, published, others)
        severity = _how_much(rate, CRUTCH)
        if severity is None and rate >= max(CONSPICUOUS, FAR_ABOVE * 1000 * (usual or 0)):
            severity = "low"
        if severity is None or used[word] < CRUTCH_LEAST or (usual and rate < ABOVE * 1000 * usual):
            continue
        worst = max(range(len(parsed)), key=lambda n: by_chapter[n][word] / max(300, len(narrated[n].words)))
        yield finding(
            "crutch-word",
            severity,
            Notice.of(
                "findings.crutch-word",
                word=word,
                n=used[word],
                rate=rate * said,
                unit=counted_in(language),
                here=by_chapter[worst][word],
            ),
            parsed[worst],
            _thickest([offset for known, offset in places[worst] if known == word]),
        )


def _needed(parsed: Sequence[Parsed], language: Language) -> list[list[Span]]:
    """Where a crutch word cannot be left out: `it wasn’t just a sound`, `not quite human`."""
    pattern = language.style.negated
    return [
        [match.span() for match in pattern.finditer(chapter.chapter.text)] if pattern else []
        for chapter in parsed
    ]


def _thickest(places: Sequence[int]) -> int:
    """The place from which the next is nearest."""
    gaps = [after - before for before, after in itertools.pairwise(places)]
    return places[gaps.index(min(gaps))] if gaps else places[0]


def filter_words(parsed: Sequence[Parsed], tokens: Sequence[Tokens], language: Language) -> Iterator[Finding]:
    """`She felt`, `he saw`: the chapters with the most filter words outside of speech."""
    ranked: list[tuple[float, int, list[int]]] = []
    for index, chapter in enumerate(parsed):
        size = len(tokens[index].words)
        if size < 300:
            continue
        places = _filters(chapter, tokens[index], language)
        places = [offset for offset in places if not is_within(chapter.spoken, offset)]
        rate = len(places) * 1000 / (size * language.style.filter_weight)
        ranked.append((rate, index, places))
    usual = median(rate for rate, _, _ in ranked) if ranked else 0.0
    for rate, index, places in sorted(ranked, key=lambda item: (-item[0], item[1])):
        if rate < max(FILTER_RATE, min(FILTER_MANY, 1.5 * usual)) or len(places) < FILTER_LEAST:
            return
        seen = Counter(" ".join(_filter_at(parsed[index], offset, language).split()) for offset in places)
        most = tuple(f"“{words}”" for words, _ in seen.most_common(3))
        own = tokens[index].words
        per_thousand = len(places) * 1000 / len(own) * _in_units(own, language)
        yield finding(
            "filter-words",
            "medium" if rate >= FILTER_MANY else "low",
            Notice.of(
                "findings.filter-words",
                n=len(places),
                words=most,
                rate=per_thousand,
                unit=counted_in(language),
            ),
            parsed[index],
            _thickest(places),
        )


def _filters(chapter: Parsed, tokens: Tokens, language: Language) -> list[int]:
    style = language.style
    if style.filter_pattern is not None:
        return [match.start() for match in style.filter_pattern.finditer(chapter.chapter.text)]
    pairs = zip(tokens.words, tokens.offsets, strict=True)
    return [offset for word, offset in pairs if word in style.filter_words]


def _filter_at(chapter: Parsed, offset: int, language: Language) -> str:
    pattern = language.style.filter_pattern
    match = pattern.pattern.match(chapter.chapter.text, offset) if pattern else None
    if match:
        return match.group()
    text = chapter.chapter.text
    return max(
        (word for word in language.style.filter_words if text.startswith(word, offset)), key=len, default=""
    )


def stock_phrases(parsed: Sequence[Parsed], language: Language) -> Iterator[Finding]:
    """Phrases known from machine-written prose, each with its count."""
    size = sum(len(chapter.chapter.text) for chapter in parsed)
    found: list[tuple[str, list[tuple[int, int, int]]]] = []
    phrases = language.style.stock_phrases
    suspect = _chapters_with(phrases, parsed)
    for phrase, chapters in zip(phrases, suspect, strict=True):
        pattern = re.compile(phrase, re.IGNORECASE)
        places = [(n, *match.span()) for n in chapters for match in pattern.finditer(parsed[n].chapter.text)]
        if places:
            found.append((phrase, places))
    found = _without_parts(found)
    if sum(len(places) for _, places in found) < max(3, STOCK_RATE * size / language.style.stock_size):
        return
    for phrase, places in found:
        count, (index, offset, end) = len(places), places[0]
        words = parsed[index].chapter.text[offset:end]
        rate = count * language.style.stock_size / max(1, size)
        severity: Severity = (
            "high" if count >= 3 and rate >= 20 else "medium" if count >= 2 and rate >= 6 else "low"
        )
        form = "once" if count == 1 else "again"
        yield finding(
            "stock-phrase",
            severity,
            Notice.of(
                f"findings.stock-phrase-{form}", words=(" ".join(words.split()),), n=count, pattern=phrase
            ),
            parsed[index],
            offset,
        )


def not_said_of_stock(phrases: Iterable[Finding], stock: Sequence[Finding]) -> Iterator[Finding]:
    """Findings about phrases, without those that a finding about a stock phrase names, too."""
    known = [words.lower() for each in stock for words in each.notice.fields["words"]]
    for each in phrases:
        words = each.notice.fields["words"].lower()
        if not any(words in other or other in words for other in known):
            yield each


def _without_parts(
    found: Sequence[tuple[str, list[tuple[int, int, int]]]],
) -> list[tuple[str, list[tuple[int, int, int]]]]:
    """The most frequent phrases first, and the longer of two that stand in the same places: `voice barely above a whisper`."""
    taken: set[tuple[int, int]] = set()
    kept: list[tuple[str, list[tuple[int, int, int]]]] = []
    for phrase, places in sorted(
        found, key=lambda each: (-len(each[1]), each[1][0][1] - each[1][0][2], each[1][0])
    ):
        if sum((n, start) in taken or (n, end - 1) in taken for n, start, end in places) < 0.5 * len(places):
            kept.append((phrase, places))
            taken.update((n, at) for n, start, end in places for at in range(start, end))
    return kept


def _chapters_with(phrases: tuple[str, ...], parsed: Sequence[Parsed]) -> list[list[int]]:
    """The chapters that can hold each phrase."""
    sieve = _sieve(phrases)
    found: list[list[int]] = [[] for _ in phrases]
    for n, chapter in enumerate(parsed):
        for place in bit_places(sieve.held(chapter.chapter.text)):
            found[place].append(n)
    return found


@cache
def _sieve(phrases: tuple[str, ...]) -> Sieve:
    return Sieve(phrases)


def adverb_tags(parsed: Sequence[Parsed], said: Sequence[Speech], language: Language) -> Iterator[Finding]:
    """`said softly`, `replied coldly`: a finding if they are frequent among the book's speeches.

    A speech that a tag cuts in two is one speech. A name in marks is none: “Beacon House,” offered abruptly to the sunset.
    """
    pattern = language.style.adverb_tag
    if pattern is None:
        return
    places = [
        (n, match)
        for n, chapter in enumerate(parsed)
        for match in pattern.finditer(chapter.chapter.text)
        if is_within(chapter.spoken, match.start())
    ]
    share = len(places) / max(1, _speeches(said, places))
    if len(places) < ADVERBS_LEAST or share < TAG_RATE:
        return
    counts = Counter(match[1].lower() for _, match in places)
    adverbs = tuple(word for word, _ in counts.most_common(4))
    index, first = places[0]
    yield finding(
        "adverb-tag",
        "medium" if share >= 2 * TAG_RATE else "low",
        Notice.of("findings.adverb-tag", n=len(places), adverbs=adverbs, share=share),
        parsed[index],
        first.start(1),
    )


def exclaimed(parsed: Sequence[Parsed], said: Sequence[Speech], language: Language) -> Iterator[Finding]:
    """Speeches with an exclamation mark at the end: a finding if they are far more frequent than in published novels."""
    usual = language.style.exclaimed
    if usual is None:
        return
    places = [
        (speech.chapter, speech.spans[-1])
        for speech in said
        if _is_loud(parsed[speech.chapter].chapter.text, speech.spans[-1])
    ]
    share = len(places) / max(1, len(said))
    if len(places) < LOUD_LEAST or share < LOUD * usual:
        return
    index, (start, end) = places[0]
    yield finding(
        "exclaimed",
        "medium" if share >= 2 * LOUD * usual else "low",
        Notice.of("findings.exclaimed", share=share, usual=usual),
        parsed[index],
        start,
        (start, min(end, start + QUOTED)),
    )


def _is_loud(text: str, span: Span) -> bool:
    return text[slice(*span)].rstrip("”’\"'» \xa0").endswith("!")


def voice_tags(parsed: Sequence[Parsed], said: Sequence[Speech], language: Language) -> Iterator[Finding]:
    """`she said, her voice low and even`: a finding if such descriptions are frequent among the book's speeches."""
    pattern = language.style.voice_tag
    if pattern is None:
        return
    places = [
        (n, match) for n, chapter in enumerate(parsed) for match in pattern.finditer(chapter.chapter.text)
    ]
    share = len(places) / max(1, _speeches(said, places))
    if len(places) < TAG_LEAST or share < VOICE_RATE:
        return
    index, first = places[0]
    yield finding(
        "voice-tag",
        "medium" if share >= 2 * VOICE_RATE else "low",
        Notice.of("findings.voice-tag", n=len(places), share=share),
        parsed[index],
        first.start(1),
    )


def _speeches(said: Sequence[Speech], tagged: Sequence[tuple[int, re.Match[str]]]) -> int:
    """How many speeches a book has. A tag cuts one in two; a paragraph with several tags has as many speeches."""
    starts = [(speech.chapter, speech.spans[0][0]) for speech in said]
    tags = Counter(bisect_right(starts, (chapter, match.start())) for chapter, match in tagged)
    return len(said) + sum(count - 1 for count in tags.values())


def denials(
    parsed: Sequence[Parsed],
    narrated: Sequence[Narrated],
    copied: Sequence[Sequence[Span]],
    language: Language,
) -> Iterator[Finding]:
    """`It wasn’t just a sound; it was a warning`: a finding if the narration often says first what a thing is not."""
    pattern = language.style.denial
    if pattern is None:
        return
    places = [
        (n, match)
        for n, (chapter, again) in enumerate(zip(parsed, copied, strict=True))
        for match in sparse(pattern).finditer(chapter.chapter.text)
        if not is_within(chapter.spoken, match.start(1)) and not is_within(again, match.start(1))
    ]
    total = sum(len(own.words) for own in narrated)
    rate = len(places) * 1000 / max(1, total)
    severity = _how_much(rate, DENIALS)
    if severity is None or len(places) < DENIAL_LEAST:
        return
    said = _in_units((word for own in narrated for word in own.words), language)
    index, first = places[0]
    yield finding(
        "denial",
        severity,
        Notice.of("findings.denial", n=len(places), rate=rate * said, unit=counted_in(language)),
        parsed[index],
        first.start(1),
    )


def _in_units(words: Iterable[str], language: Language) -> float:
    """What turns a rate per word into one per unit that the language's readers count in: Chinese counts characters."""
    lengths = [len(word) for word in words] if language.by_character else []
    return len(lengths) / max(1, sum(lengths)) if lengths else 1.0


def _how_much(rate: float, steps: Iterable[tuple[float, Severity]]) -> Severity | None:
    return next((severity for least, severity in steps if rate >= least), None)
