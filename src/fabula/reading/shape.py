"""What the shape of the book shows: chapters of unusual length, people who vanish, slow or dark stretches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from statistics import mean, median, pstdev

from rapidfuzz.distance import DamerauLevenshtein

from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.cast import Cast, Mention
from fabula.reading.craft import Craft
from fabula.reading.craft.arcs import is_named
from fabula.reading.craft.deaths import is_last_seen_dying
from fabula.reading.findings import ORDER, Finding, Severity, as_one, counted_in, finding
from fabula.reading.mood import Arc
from fabula.reading.parsed import Parsed

FEW_CHAPTERS = 6
"""With fewer chapters, there is no usual length."""
FEW_FOR_STRETCH = 12
"""With fewer chapters, three in a row are nothing unusual: half of them are always below the middle."""
FAR = 3.5
"""The number of (scaled) median absolute deviations from which a chapter's length is unusual."""
CLEARLY = 1.25
"""A long chapter is this many times as long as the longest of the others. The shortest of them is this many times as long as a short one."""
LEADING = 15
"""How many of the most named people are followed through the book."""
EPISODE = 3
"""Somebody who is named in fewer chapters belongs to an episode, and leaves with it."""
DARKER = 0.08
"""How far the darkest chapter of a dark stretch is below the usual mood, on the scale from -1 to 1. Less than that, no reader sees."""
MORE_DARK = 1.15
"""How many times as many dark sentences as usual it needs: chapters with fewer bright ones are only plain."""
DRAG = -0.6
CALM = -0.25
"""A single chapter above this (in standard deviations) ends a stretch."""
LONGER = 1.2
"""How many times as long as usual the sentences of a slow stretch with little talk must be. A fight has little talk and short ones."""
FAR_LONGER = 1.3
"""And those of a stretch with as much talk as elsewhere."""
OFTEN_NAMED = 10
"""How often a name must stand in the book before anybody can confuse it."""
MAIN = 25
"""The fewest mentions of somebody whom readers ask after. A servant or a neighbour with fewer goes as they came."""
SHARE = 0.01
"""The share of all mentions that somebody needs for it."""
TOP = 5
OFTEN = 40
MOSTLY = 0.5
"""The share of the chapters up to the last one with somebody. Whoever is in fewer belongs to what happens there."""
REGULAR = 1 / 3
"""And the share from which readers expect to meet them again. A king whom a journey comes to is left with his country."""
GROUP = 3
"""So many people who are last named side by side have left the story together, and readers were there."""
SIDE_BY_SIDE = 1_500
"""Characters."""
LONG_STRETCH = 0.08
"""The share of the chapters that a stretch needs to be listed. It always needs at least three."""


def chapter_lengths(
    parsed: Sequence[Parsed], craft: Sequence[Craft], besides: Collection[int], language: Language
) -> Iterator[Finding]:
    """Chapters far longer than the others, and those far shorter, as two findings. `besides` are known to be odd.

    Each stands at the first such chapter, where the next draft will find it again.
    """
    found: dict[str, list[Finding]] = defaultdict(list)
    for each in _odd_lengths(parsed, craft, language):
        if each.chapter not in besides:
            found[each.notice.code].append(each)
    for same in found.values():
        severity = min((each.severity for each in same), key=ORDER.index)
        same.sort(key=lambda each: each.chapter)
        yield from (replace(each, severity=severity) for each in as_one(same))


def _odd_lengths(parsed: Sequence[Parsed], craft: Sequence[Craft], language: Language) -> Iterator[Finding]:
    sizes = [chapter.words for chapter in craft]
    if len(sizes) < FEW_CHAPTERS:
        return
    usual = median(sizes)
    if not usual:
        return  # Most chapters hold no word: pictures, or marks alone.
    spread = 1.4826 * median(abs(size - usual) for size in sizes) or 0.1 * usual
    far = [
        n
        for n, size in enumerate(sizes)
        if abs(size - usual) >= FAR * spread
        and (size >= 2 * usual or size <= usual / 3)
        and not (n in (0, len(sizes) - 1) and size < usual)
    ]
    others = [size for n, size in enumerate(sizes) if n not in far]
    for n in sorted(far, key=lambda n: -abs(sizes[n] - usual)):
        form = "longer" if sizes[n] > usual else "shorter"
        if min(others) < CLEARLY * sizes[n] and sizes[n] < CLEARLY * max(others):
            continue
        yield finding(
            "chapter-length",
            "medium" if sizes[n] >= 3 * usual or sizes[n] <= usual / 5 else "low",
            Notice.of(
                f"findings.chapter-length-{form}", size=sizes[n], usual=usual, unit=counted_in(language)
            ),
            parsed[n],
            0,
        )


def vanishing(
    parsed: Sequence[Parsed],
    cast: Cast,
    dead: Collection[int],
    speakers: Collection[str],
    language: Language,
) -> Iterator[Finding]:
    """People who matter early and are not mentioned in the last two fifths, unless their death was told.

    `dead` are those of whom the narration says so outright, `speakers` those who say something: nobody waits for a cat that is
    only spoken of. Those who are last named in one chapter have left together.
    """
    left: dict[int, list[Finding]] = defaultdict(list)
    for each in _vanished(parsed, cast, dead, speakers, language):
        left[each.chapter].append(each)
    for together in left.values():
        yield from as_one(together, others=tuple(each.notice.fields["name"] for each in together[1:]))


def _vanished(
    parsed: Sequence[Parsed],
    cast: Cast,
    dead: Collection[int],
    speakers: Collection[str],
    language: Language,
) -> Iterator[Finding]:
    chapters = len(parsed)
    if chapters < FEW_CHAPTERS:
        return
    total = sum(character.mentions or 0 for character in cast.characters)
    for who, character in enumerate(cast.characters[: 2 * TOP]):
        present = [n for n, count in enumerate(character.mentions_by_chapter) if count]
        mentions = character.mentions or 0
        regular = len(present) >= max(EPISODE, REGULAR * (present[-1] + 1)) if present else False
        steady = regular and mentions >= MAIN
        early = bool(present) and present[0] <= chapters / 2 and present[-1] < 0.6 * chapters
        if not steady or not early or mentions < SHARE * total:
            continue
        if is_named(character, parsed[present[-1] + 1 :]) or who in dead:
            continue
        named = [each for each in cast.mentions if each.who == who]
        if is_last_seen_dying(parsed, named, language):
            continue
        last = named[-1]
        if character.name not in speakers or (mentions < OFTEN and _left_together(last, cast)):
            continue
        yield finding(
            "vanishing-character",
            _how_much_missed(who, mentions, len(present) / (present[-1] + 1)),
            Notice.of(
                "findings.vanishing-character",
                name=character.name,
                n=mentions,
                chapter=present[-1] + 1,
                chapters=chapters,
            ),
            parsed[last.chapter],
            last.start,
        )


def _how_much_missed(who: int, mentions: int, there: float) -> Severity:
    """Readers ask most after a leading person whom they met in most chapters so far."""
    if who < TOP and mentions >= OFTEN and there >= MOSTLY:
        return "high"
    return "medium"


def _left_together(last: Mention, cast: Cast) -> bool:
    """Whether several people are named for the last time around here: the end of an episode, or of them all."""
    final = {mention.who: mention for mention in cast.mentions}.values()
    near = [
        each
        for each in final
        if each.chapter == last.chapter and abs(each.start - last.start) <= SIDE_BY_SIDE
    ]
    return len(near) >= GROUP


def like_names(parsed: Sequence[Parsed], cast: Cast, language: Language) -> Iterator[Finding]:
    """Two important people whose names differ by a letter or two. A nickname is not taken for another's name: Garny is Garnet."""
    leading = cast.characters[:LEADING]
    for n, one in enumerate(leading):
        for other in leading[n + 1 :]:
            a, b = _called(one.name, one.aliases), _called(other.name, other.aliases)
            near = len(a) >= 4 and a[0] == b[0] and a != b and abs(len(a) - len(b)) <= 1
            if (
                not near
                or language.names.may_be_one(a, b)
                or DamerauLevenshtein.distance(a, b) > (2 if len(a) >= 6 else 1)
            ):
                continue
            first = other.first
            if first is None or not (_is_known(a, parsed) and _is_known(b, parsed)):
                continue
            chapter = next(c for c in parsed if c.chapter.number == first.chapter)
            yield finding(
                "like-names",
                "low",
                Notice.of("findings.like-names", one=a, other=b),
                chapter,
                first.offset,
            )


def _is_known(name: str, parsed: Sequence[Parsed]) -> bool:
    """Whether a name stands in the book often enough that a reader can take another for it."""
    return sum(chapter.chapter.text.count(name) for chapter in parsed) >= OFTEN_NAMED


def _called(name: str, aliases: Sequence[str]) -> str:
    """The single word that most often names someone."""
    single = [form for form in (name, *aliases) if " " not in form]
    return single[0] if single else name.split()[-1]


def slow_stretches(parsed: Sequence[Parsed], craft: Sequence[Craft]) -> Iterator[Finding]:
    """The longest run of chapters with little dialogue and long sentences, compared with the rest of the book.

    Where somebody tells a tale aloud, there is no exchange, and yet the chapter is nearly all speech.
    """
    pace = [
        talk - length
        for talk, length in zip(
            _standard([chapter.exchange_share for chapter in craft]),
            _standard([chapter.sentence_words for chapter in craft]),
            strict=True,
        )
    ]
    run = _longest_run(pace)
    if run is None:
        return
    low, high = run
    talk = sum(craft[n].exchange_share for n in range(low, high)) / (high - low)
    sentence = sum(craft[n].sentence_words for n in range(low, high)) / (high - low)
    usual_talk = median(chapter.exchange_share for chapter in craft)
    usual_sentence = median(chapter.sentence_words for chapter in craft)
    little_talk = talk <= min(0.6 * usual_talk, usual_talk - 0.08)
    spoken = sum(craft[n].dialogue_share for n in range(low, high)) / (high - low)
    if sentence < (LONGER if little_talk else FAR_LONGER) * usual_sentence or spoken > median(
        chapter.dialogue_share for chapter in craft
    ):
        return
    yield finding(
        "slow-stretch",
        "medium" if high - low >= 0.12 * len(craft) else "low",
        Notice.of(
            "findings.slow-stretch",
            first=low + 1,
            last=high,
            talk=talk,
            usual_talk=usual_talk,
            sentence=sentence,
            usual_sentence=usual_sentence,
        ),
        parsed[min(range(low, high), key=lambda n: pace[n])],
        0,
    )


def dark_stretches(parsed: Sequence[Parsed], arc: Arc) -> Iterator[Finding]:
    """The longest run of chapters whose mood stays well below the book's own.

    It has more dark sentences than the book, and not only fewer bright ones: plain chapters are not dark.
    """
    known = [value for value in arc.by_chapter if value is not None]
    if len(known) < len(arc.by_chapter):
        return
    run = _longest_run(known)
    if run is None:
        return
    low, high = run
    darkest = min(range(low, high), key=lambda n: known[n])
    if median(known) - known[darkest] < DARKER or mean(arc.dark[low:high]) < MORE_DARK * median(arc.dark):
        return
    yield finding(
        "dark-stretch",
        "low",
        Notice.of(
            "findings.dark-stretch",
            first=low + 1,
            last=high,
            mood=known[darkest],
            usual=median(known),
            method=Notice.of(f"findings.{'mood-vader' if arc.method == 'VADER' else 'mood-own-list'}"),
        ),
        parsed[darkest],
        arc.darkest[darkest],
    )


def _standard(values: Sequence[float]) -> list[float]:
    if not values:
        return []
    middle, spread = sum(values) / len(values), pstdev(values)
    return [(value - middle) / spread if spread else 0.0 for value in values]


def _smooth(values: Sequence[float]) -> list[float]:
    """Each chapter's value averaged with its neighbours."""
    return [
        sum(values[max(0, n - 1) : n + 2]) / len(values[max(0, n - 1) : n + 2]) for n in range(len(values))
    ]


def _longest_run(known: Sequence[float]) -> tuple[int, int] | None:
    """The first index and one past the last of the longest run that is long enough to list.

    It stays below DRAG when smoothed, and none of its chapters is above CALM. A chapter beside it that is below DRAG alone
    belongs to it, whatever comes next.
    """
    if len(known) < FEW_FOR_STRETCH:
        return None
    own = _standard(known)
    values = [smooth if value < CALM else 0.0 for smooth, value in zip(_smooth(own), own, strict=True)]
    best: tuple[int, int] | None = None
    start = None
    for n, value in enumerate([*values, 0.0]):
        if value < DRAG:
            start = n if start is None else start
        elif start is not None:
            if best is None or n - start > best[1] - best[0]:
                best = (start, n)
            start = None
    least = max(3, round(LONG_STRETCH * len(values)))
    if best is None or best[1] - best[0] < least:
        return None
    low, high = best
    while low and own[low - 1] < DRAG:
        low -= 1
    while high < len(own) and own[high] < DRAG:
        high += 1
    return low, high
