"""Words that a book uses far more, or senses that it uses far less, than published novels do; and worn figures of speech."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.languages.topics.published import Published
from fabula.languages.topics.style import StyleRules
from fabula.notices import Notice
from fabula.reading.findings import Finding, finding
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

FEW_WORDS = 10_000
"""A shorter text does not show how often a word occurs."""
OFTEN = 20
"""How often a word must occur."""
TIMES = 3.5
"""How many times as often as in the reference it must occur, and how far above the novel that uses it most. At three times as often, words such
as *deep* say little."""
FAR_TOO_OFTEN = 6.0
"""From here on it matters more; and a word that may come from where the story happens must be as frequent as this."""
ABOVE_ALL = 1.2
SURE = 5.0
"""The z value of the log-odds ratio (Monroe, Colaresi and Quinn 2008) that chance does not reach."""
FEW_NOVELS = 5
"""With fewer novels in the reference, each of them must use the word often, or it may be a word of their authors alone."""
HABIT = 3
"""So often a worn figure is a habit."""
SPREAD = 0.6
"""The share of chapters with the word. A word of a single episode is its topic."""
PART = 0.25
"""The share of places with one and the same word behind it from which a word belongs to a name."""
SPARSE = 0.5
"""The share of the lowest rate of all novels below which a sense is missing."""
EXPECTED = 30
"""With fewer words of a sense to be expected, nobody misses them."""
LONG = 30_000


def overused(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], counts: Counter[str], language: Language
) -> Iterator[Finding]:
    """Habit words that this story uses more than every reference novel, the most overused first."""
    published, total = language.style.published(), counts.total()
    if published is None or total < FEW_WORDS or not language.style.is_like_published(counts):
        return
    others = published.without(counts, total)
    if len(others) < 2:
        return
    known = sum(published.totals[novel] for novel in others)
    style = language.style
    found: list[tuple[float, str, float]] = []
    for word in sorted(style.habit_words - style.crutch_words):
        count, by_novel = counts[word], published.words.get(word)
        if count < OFTEN or by_novel is None:
            continue
        there = sum(by_novel[novel] for novel in others)
        rates = [by_novel[novel] / published.totals[novel] for novel in others]
        if len(others) < FEW_NOVELS and min(by_novel[novel] for novel in others) < OFTEN:
            continue
        times = count / total / max(mean(rates), 1 / known)
        least = FAR_TOO_OFTEN if word in style.scenery else TIMES
        if times < least or count < ABOVE_ALL * max(rates) * total or _z(count, total, there, known) < SURE:
            continue
        found.append((-math.log(times) * math.sqrt(count), word, times))
    for _, word, times in sorted(found):
        chapters = [each.words.count(word) for each in tokens]
        if sum(map(bool, chapters)) < SPREAD * len(chapters) or _mostly_capital(word, tokens):
            continue
        if _is_part(word, tokens, style):
            continue
        most = max(range(len(tokens)), key=lambda n: chapters[n] / max(300, len(tokens[n].words)))
        yield finding(
            "overused-word",
            "medium" if times >= FAR_TOO_OFTEN else "low",
            Notice.of(
                f"findings.overused-word{'-of-scenery' if word in style.scenery else ''}",
                word=word,
                n=counts[word],
                times=times,
                novels=len(others),
            ),
            parsed[most],
            tokens[most].offsets[tokens[most].words.index(word)],
        )


def _z(count: int, total: int, there: int, known: int) -> float:
    ours, theirs = count + 0.5, there + 0.5
    ratio = math.log(ours / (total - ours)) - math.log(theirs / (known - theirs))
    return ratio / math.sqrt(1 / ours + 1 / theirs)


def _mostly_capital(word: str, tokens: Sequence[Tokens]) -> bool:
    """Whether it is often a name."""
    capitals = [
        big for each in tokens for known, big in zip(each.words, each.capital, strict=True) if known == word
    ]
    return sum(capitals) > 0.3 * len(capitals)


def _is_part(word: str, tokens: Sequence[Tokens], style: StyleRules) -> bool:
    """Whether it is often half of what a thing is called, with the same word behind it: the white whale, the red house."""
    behind = Counter(
        after
        for each in tokens
        for before, known, after in zip(each.words, each.words[1:], each.words[2:], strict=False)
        if known == word != after and style.is_thing(before, f"{word} {after}")
    )
    return bool(behind) and behind.most_common(1)[0][1] >= PART * sum(
        each.words.count(word) for each in tokens
    )


def usual_rate(word: str, published: Published | None, others: Sequence[int]) -> float | None:
    """How often per word the reference novels use it. None for a word that is not in the table."""
    if published is None or word not in published.words:
        return None
    return sum(published.words[word][n] for n in others) / sum(published.totals[n] for n in others)


def missing_senses(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], counts: Mapping[str, int], language: Language
) -> Iterator[Finding]:
    """Senses to which the book appeals far less than every reference novel."""
    published = language.style.published()
    total = sum(counts.values())
    if published is None or total < LONG or not language.style.is_like_published(counts):
        return
    others = published.without(counts, total)
    if len(others) < FEW_NOVELS:
        return
    by_sense: Counter[str] = Counter()
    for word, sense in language.style.senses.items():
        by_sense[sense] += counts.get(word, 0)
    for sense, by_novel in published.senses.items():
        rates = [by_novel[novel] / published.totals[novel] for novel in others]
        rate = by_sense[sense] / total
        if rate >= SPARSE * min(rates) or mean(rates) * total < EXPECTED:
            continue
        place = next(
            (
                (n, offset)
                for n, each in enumerate(tokens)
                for word, offset in zip(each.words, each.offsets, strict=True)
                if language.style.senses.get(word) == sense
            ),
            (0, 0),
        )
        yield finding(
            "missing-sense",
            "low",
            Notice.of(f"findings.missing-sense-{sense}", n=by_sense[sense], usual=mean(rates) * total),
            parsed[place[0]],
            place[1],
        )


def cliches(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], counts: Mapping[str, int], language: Language
) -> Iterator[Finding]:
    """Worn figures of speech of the narration, the most frequent first. Those that people use say how they talk. Where the book has `sigh of relief`,
    `breathed a sigh of relief` is one more.

    A storyteller's formula is worn only outside of the tradition that it belongs to. Within it, other figures must come more often.
    """
    style = language.style
    openings = sum(counts.get(word, 0) for word in language.narration.formulas)
    in_tradition = openings >= len(parsed) or style.is_like_published(counts)
    formulas = style.formulas if in_tradition else None
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for index, (chapter, cut) in enumerate(zip(parsed, tokens, strict=True)):
        told = -1
        for match in _cliches_in(chapter.chapter.text, cut, style):
            if match.end() <= told:
                continue  # The sigh of relief of `breathed a sigh of relief`.
            told = match.end()
            if is_within(chapter.spoken, match.start()) or (formulas and formulas.search(match.group())):
                continue
            places[" ".join(match.group().lower().split())].append((index, match.start()))
    for words in sorted(places, key=len):
        for longer in [each for each in places if each != words and each.endswith(f" {words}")]:
            places[words] = sorted([*places[words], *places.pop(longer)])
    size = sum(len(each.chapter.text) for each in parsed)
    fewest = max(style.fewest_cliches, size / style.cliche_every if style.cliche_every else 0)
    fewest *= style.cliches_of_tradition if in_tradition else 1
    kept = {words: spots for words, spots in places.items() if len(spots) >= fewest}
    for words, spots in sorted(kept.items(), key=lambda item: (-len(item[1]), item[1])):
        index, offset = spots[0]
        form = "once" if len(spots) == 1 else "again" if len(spots) >= HABIT else "twice"
        yield finding(
            "cliche",
            "medium" if len(spots) >= HABIT else "low",
            Notice.of(f"findings.cliche-{form}", words=words, n=len(spots)),
            parsed[index],
            offset,
        )


def _cliches_in(text: str, tokens: Tokens, style: StyleRules) -> Iterator[re.Match[str]]:
    if style.unspaced_cliches is not None:
        yield from style.unspaced_cliches.finditer(text)
    for word, offset in zip(tokens.words, tokens.offsets, strict=True):
        if word in style.cliches and (match := style.cliches[word].match(text, offset)):
            yield match
