"""What is good and can be measured: details that come back, voices that differ, a telling that keeps its form.

Each is said only where the figures are far from chance, and each says what was counted.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from fabula.languages import Language
from fabula.languages.topics.published import Published
from fabula.notices import Notice
from fabula.reading.cast import Cast
from fabula.reading.craft.narration import Told
from fabula.reading.craft.runs import RUN, Runs
from fabula.reading.craft.slips import dates
from fabula.reading.findings import Finding, counted_in, finding, quoted_at
from fabula.reading.parsed import QUOTED, Parsed
from fabula.reading.speech import Speech
from fabula.reading.tokens import Tokens
from fabula.text.sentences import sentences

TALE = 300
"""A speech of more words is a tale, a sermon or a book that is read aloud, and not how somebody talks."""
FAR = 0.5
"""How much of the book lies between a detail and its return."""
UNUSUAL = 1e-4
"""A word that published novels use less often than this can make a detail."""
LEAST = 3
"""How many unusual words the two places share. Two may be a stock gesture."""
DATES = 2
SPAN = 5
"""The fewest words of a detail."""
COPIED = 40
"""From more words on it is a passage that stands twice."""
WEIGHT = 30.0
"""How unlikely they are together, as the sum of the negative natural logarithms of their rates."""
NEAR = 15
"""Words: runs that stand this close to each other in both places are parts of one detail."""
MOST = 2
TALKERS = 5
SENTENCES = 60
"""How many sentences somebody must speak."""
APART = 1.35
"""How many times as long the sentences of one must be as those of the other."""
HEARD_APART = 5
"""And by how many words: nobody hears ten words from seven."""
SURE = 1e-4
SPEECHES = 150
SHOWN = 40
"""The fewest characters of a speech that is quoted. A long one may be a letter."""
PLAIN = 0.01
"""The share of speeches with an adverb on the tag that none of 18 published novels falls below."""
BESIDE = 0.02
"""And adverbs stand in less than this share of the sentences that go on after a speech."""
HEARD = 0.02
"""The share of speeches from which on descriptions of the voice do the work of such adverbs."""
FEW_CHAPTERS = 6
SENTENCE = 4
"""Words of the sentence that shows how a book is told."""
SCENE_VERBS, OTHER_TENSE = 15, 0.9
"""So many verbs in a row, nearly all of another tense, are a scene in that tense."""
KNOWN = 0.75
"""The share of chapters whose person and tense must be clear. A chapter that looks back on somebody's life has little of either."""


def returns(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    counts: Counter[str],
    runs: Runs,
    cast: Cast,
    language: Language,
) -> Iterator[Finding]:
    """Details that come back in the same unusual words after half of the book, the most telling first."""
    published = language.style.published()
    if published is None:
        return
    words = [word for each in tokens for word in each.words]
    offsets = [offset for each in tokens for offset in each.offsets]
    chapters = np.repeat(np.arange(len(tokens)), [len(each.words) for each in tokens])
    names = {word.lower().strip(".") for one in cast.characters for form in (one.name, *one.aliases) for word in form.split()}  # fmt: skip
    capital = [big for each in tokens for big in each.capital]
    found: list[tuple[float, range, range]] = []
    for one, other in _joined(_runs_twice(runs, chapters)):
        if not SPAN <= len(one) <= COPIED or sum(capital[n] for n in one) > 1:
            continue
        joined = {n for n in one if _is_second_half(n, offsets, words, parsed[chapters[n]])}
        shared = {words[n] for n in one if not capital[n] and n not in joined}
        shared &= {words[n] for n in other if not capital[n]}
        weights = [
            -math.log(_rate(word, published))
            for word in shared - names
            if counts[word] <= max(LEAST, len(words) // 10_000)
            and _rate(word, published) < UNUSUAL
            and len(word) > 3
            and not word.isdigit()
        ]
        if len(weights) >= LEAST and sum(weights) >= WEIGHT:
            found.append((-sum(weights), one, other))
    for _, one, other in sorted(found, key=lambda each: each[0])[:MOST]:
        first, last = parsed[chapters[one.start]], parsed[chapters[other.start]]
        end = offsets[other.stop - 1] + len(words[other.stop - 1])
        said = " ".join(last.chapter.text[offsets[other.start] : end].split())
        yield finding(
            "return",
            "low",
            Notice.of("strengths.return", words=said, chapter=first.chapter.number),
            last,
            offsets[other.start],
            also=[quoted_at(first, offsets[one.start])],
        )


def _is_second_half(n: int, offsets: Sequence[int], words: Sequence[str], chapter: Parsed) -> bool:
    """Whether a word is joined to the one before by a hyphen: a mantel-piece is one thing."""
    return n > 0 and chapter.chapter.text[offsets[n - 1] + len(words[n - 1]) : offsets[n]] == "-"


def _rate(word: str, published: Published) -> float:
    known = published.words.get(word)
    return (sum(known) + 1 if known else 1) / sum(published.totals)


def _runs_twice(runs: Runs, chapters: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Where runs of words stand that occur exactly twice, far from each other, each within one chapter."""
    within = (chapters[runs.pairs] == chapters[runs.pairs + RUN - 1]).all(axis=1)
    far = runs.pairs[:, 1] - runs.pairs[:, 0] >= FAR * len(chapters)
    return [(one, other) for one, other in runs.pairs[within & far].tolist()]


def _joined(runs: list[tuple[int, int]]) -> Iterator[tuple[range, range]]:
    """The words of both places, where runs that stand close to each other in both are one."""
    begun: tuple[int, int] | None = None
    end = (0, 0)
    for one, other in [*sorted(runs), (-1, -1)]:
        if begun and one >= begun[0] and one <= end[0] + NEAR and begun[1] <= other <= end[1] + NEAR:
            end = (one + RUN, other + RUN)
            continue
        if begun:
            yield range(begun[0], end[0]), range(begun[1], end[1])
        begun, end = (one, other), (one + RUN, other + RUN)


def voices_apart(parsed: Sequence[Parsed], said: Sequence[Speech], language: Language) -> Iterator[Finding]:
    """The two of the leading talkers whose sentences differ most in length, if that is far from chance."""
    lengths: dict[str, list[int]] = defaultdict(list)
    tagged: dict[str, list[tuple[float, int, int]]] = defaultdict(list)
    for speech in said:
        if speech.speaker is None:
            continue
        text = parsed[speech.chapter].chapter.text
        own = [
            parsed[speech.chapter].words.between(start + low, start + high)
            for start, end in speech.spans
            for low, high in sentences(text[start:end], language)
        ]
        if sum(own) > TALE:
            continue
        lengths[speech.speaker] += [size for size in own if size]
        if speech.reason in ("tag", None) and sum(own) >= 2 * RUN:
            tagged[speech.speaker].append((mean(own), speech.chapter, speech.spans[0][0]))
    leading = sorted(
        (name for name in lengths if len(lengths[name]) >= SENTENCES and name in tagged),
        key=lambda name: (-sum(lengths[name]), name),
    )[:TALKERS]
    usual = {name: mean(lengths[name]) for name in leading}
    apart = [
        (usual[one] / usual[other], one, other)
        for pair in combinations(leading, 2)
        for one, other in [sorted(pair, key=lambda name: -usual[name])]
        if _by_chance(lengths[one], lengths[other]) < SURE / max(1, math.comb(len(leading), 2))
    ]
    for times, one, other in sorted(apart, reverse=True)[:1]:
        if times < APART or usual[one] - usual[other] < HEARD_APART:
            return
        _, index, offset = min(tagged[one], key=lambda each: abs(each[0] - usual[one]))
        _, there, at = min(tagged[other], key=lambda each: abs(each[0] - usual[other]))
        yield finding(
            "voices-apart",
            "low",
            Notice.of(
                "strengths.voices-apart",
                one=one,
                other=other,
                long=usual[one],
                unit=counted_in(language),
                short=usual[other],
            ),
            parsed[index],
            offset,
            also=[quoted_at(parsed[there], at)],
        )


def _by_chance(one: Sequence[int], other: Sequence[int]) -> float:
    """How likely two samples of one kind differ so much: Mann and Whitney's test by its normal approximation, ties
    counted. Loading a library for it would take longer than reading a short book."""
    values, place, counts = np.unique([*one, *other], return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    first, both = len(one), len(place)
    second = both - first
    distance = abs(float(ranks[:first].sum()) - first * (both + 1) / 2)
    ties = float((counts**3 - counts).sum()) / (both * (both - 1))
    spread = math.sqrt(first * second / 12 * (both + 1 - ties)) if len(values) > 1 else math.inf
    return math.erfc(max(0.0, distance - 0.5) / spread / math.sqrt(2))


def plain_tags(parsed: Sequence[Parsed], speeches: int, language: Language) -> Iterator[Finding]:
    """A book with much talk, and hardly an adverb or a description of the voice on its speech tags."""
    pattern, lead, voice = language.style.adverb_tag, language.style.adverb_lead, language.style.voice_tag
    beside = language.style.adverb_beside
    if pattern is None or speeches < SPEECHES:
        return
    near = 0 if beside is None else _times(beside, parsed)
    if near >= BESIDE * speeches:
        return  # verbs that are on no list have adverbs, too
    heard = _times(voice, parsed) if voice else 0
    leaning = _times(pattern, parsed)
    if leaning < PLAIN * speeches and lead:  # Seldom asked, and slow.
        leaning += _times(lead, parsed)
    if leaning < PLAIN * speeches and heard < HEARD * speeches:
        fullest = max(parsed, key=lambda chapter: len(chapter.spoken))
        long = (span for span in fullest.spoken if SHOWN <= span[1] - span[0] <= QUOTED)
        start, end = next(long, fullest.spoken[0])
        times = max(leaning, near)
        yield finding(
            "plain-tags",
            "low",
            Notice.of(f"strengths.plain-tags{'' if times else '-none'}", n=times, speeches=speeches),
            fullest,
            start,
            (start, min(end, start + QUOTED)),
        )


def _times(pattern: re.Pattern[str], parsed: Sequence[Parsed]) -> int:
    return sum(len(pattern.findall(chapter.chapter.text)) for chapter in parsed)


def true_dates(parsed: Sequence[Parsed], language: Language) -> Iterator[Finding]:
    """Dates with a weekday that are all as the calendar has them."""
    found = list(dates(parsed, language))
    if len(found) >= DATES and all(stated == actual for *_, stated, actual in found):
        chapter, start, *_ = found[0]
        also = [quoted_at(one, at) for one, at, *_ in found[1:]]
        yield finding(
            "true-dates", "low", Notice.of("strengths.true-dates", n=len(found)), chapter, start, also=also
        )


def steady_telling(parsed: Sequence[Parsed], told: Sequence[Told]) -> Iterator[Finding]:
    """One person and one tense in every chapter that shows them."""
    forms = Counter(
        (each.narration.view, each.narration.tense)
        for each in told
        if each.narration.view and each.narration.tense
    )
    if len(told) < FEW_CHAPTERS or len(forms) != 1 or forms.total() < KNOWN * len(told):
        return
    if any(each.is_mixed for each in told):
        return
    ((view, tense),) = forms
    if any(_leaves_its_tense(each) for each in told):
        return
    opening = next(
        (start for start, end in parsed[0].sentences if parsed[0].words.between(start, end) >= SENTENCE), 0
    )
    yield finding(
        "steady-telling",
        "low",
        Notice.of(f"strengths.steady-telling-{view}-{tense}", n=forms.total(), chapters=len(told)),
        parsed[0],
        opening,
    )


def _leaves_its_tense(told: Told) -> bool:
    """Whether a part of a chapter is told in another tense than the whole: a scene in the present."""
    verbs = sorted([*((at, "past") for at in told.past), *((at, "present") for at in told.present)])
    others = [tense != told.narration.tense for _, tense in verbs]
    if told.narration.tense is None:
        return False
    return any(
        sum(others[start : start + SCENE_VERBS]) >= OTHER_TENSE * SCENE_VERBS
        for start in range(len(others) - SCENE_VERBS + 1)
    )
