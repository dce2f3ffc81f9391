"""Slips of continuity: what the book says in one place and takes back in another."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.languages import Language
from fabula.languages.searching import lines_with
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.cast import Cast, Mention
from fabula.reading.craft.narration import RULE, Told
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import Parsed
from fabula.text.sieve import sparse

BESIDE = 200
"""Characters around a passage in which a letter would say `I`."""
IN_A_ROW = 5
"""Verbs in the other tense, with none of the chapter's own between them, that are more than a general truth."""
DEEDS = 3
"""How many of them must tell what somebody does. A truth, or a work of art described, has verbs that state."""
EXAMPLE = 2
"""A passage that says `you` so often outside speech says what anybody does."""

_LETTERS = re.compile(r"[^\W\d_]+")


def leftovers(parsed: Sequence[Parsed], language: Language) -> Iterator[Finding]:
    """Notes about the text that stand in it: `[insert a name]`, `Word count: 1000`, `The chapter ends with a kiss`."""
    pattern = language.style.leftover
    if pattern is None:
        return
    places = [
        (chapter, match)
        for chapter in parsed
        for match in sparse(pattern).finditer(chapter.chapter.text)
        if not is_within(chapter.spoken, match.start())
    ]
    if not places:
        return
    (chapter, first), *others = places
    form = "again" if others else "once"
    yield finding(
        "leftover",
        "high",
        Notice.of(f"findings.leftover-{form}", words=" ".join(first.group().split()), n=len(places)),
        chapter,
        first.start(),
        also=[quoted_at(each, match.start()) for each, match in others],
    )


def wrong_dates(parsed: Sequence[Parsed], language: Language) -> Iterator[Finding]:
    """Dates with a weekday that the calendar does not have."""
    for chapter, start, end, weekday, actual in dates(parsed, language):
        if weekday != actual:
            words = " ".join(chapter.chapter.text[start:end].split())
            right = Notice.of(f"findings.date-slip-day-{actual}")
            yield finding(
                "date-slip", "medium", Notice.of("findings.date-slip", words=words, day=right), chapter, start
            )


def dates(parsed: Sequence[Parsed], language: Language) -> Iterator[tuple[Parsed, int, int, int, int]]:
    """Every full date: its chapter, start, end, the weekday in the text and the calendar's."""
    read = language.continuity.dates
    for chapter in parsed if read else ():
        for start, end, weekday, day in read(chapter.chapter.text) if read else ():
            yield chapter, start, end, weekday, day.weekday()


@dataclass(frozen=True, slots=True)
class _Look:
    group: str
    words: str
    chapter: int
    start: int


def changed_looks(parsed: Sequence[Parsed], cast: Cast, language: Language) -> Iterator[Finding]:
    """Somebody whose eyes or hair have another colour in another place."""
    found: dict[tuple[int, str], list[_Look]] = defaultdict(list)
    for who, part, look in _looks(parsed, cast, language):
        found[who, part].append(look)
    for (who, _), looks in sorted(found.items()):
        other = next((each for each in looks if each.group != looks[0].group), None)
        if other is None:
            continue
        one = looks[0]
        yield finding(
            "trait-change",
            "medium",
            Notice.of(
                "findings.trait-change",
                name=cast.characters[who].name,
                here=other.words,
                there=one.words,
                chapter=parsed[one.chapter].chapter.number,
            ),
            parsed[other.chapter],
            other.start,
            also=[quoted_at(parsed[one.chapter], one.start)],
        )


def _looks(parsed: Sequence[Parsed], cast: Cast, language: Language) -> Iterator[tuple[int, str, _Look]]:
    rules = language.continuity
    if not rules.traits:
        return
    for mention in cast.mentions:
        text = parsed[mention.chapter].chapter.text
        for pattern in rules.traits:
            if match := pattern.match(text, mention.end):
                yield from _look(match, mention.who, mention.chapter, language)
    sentences = _people_by_sentence(parsed, cast.mentions)
    alone = [rules.traits_alone] if rules.traits_alone else []
    for index, chapter in enumerate(parsed):
        text = chapter.chapter.text
        lines = [*lines_with(rules.parts, text)] if rules.parts else [(0, len(text))]
        for pattern in (*rules.traits_of_pronoun, *alone):
            for match in (match for line in lines for match in pattern.finditer(text, *line)):
                named = sentences.get((index, chapter.sentence_at(match.start())[0]), [])
                if len({each.who for each in named}) != 1 or named[0].start > match.start():
                    continue
                gender = cast.characters[named[0].who].gender
                pronoun = match.groupdict().get("who")
                if pronoun is None or gender == rules.pronouns[pronoun.lower()]:
                    yield from _look(match, named[0].who, index, language)


def _look(
    match: re.Match[str], who: int, chapter: int, language: Language
) -> Iterator[tuple[int, str, _Look]]:
    groups = match.groupdict()
    colour = (groups["colour"] or groups["likened"]).lower()
    group = language.continuity.colours[match["part"]].get(colour)
    if group:
        words = f"{groups['colour'] or group} {match['part']}"
        yield who, match["part"], _Look(group, words, chapter, match.start())


def _people_by_sentence(
    parsed: Sequence[Parsed], mentions: Sequence[Mention]
) -> dict[tuple[int, int], list[Mention]]:
    found: dict[tuple[int, int], list[Mention]] = defaultdict(list)
    for mention in mentions:
        found[mention.chapter, parsed[mention.chapter].sentence_at(mention.start)[0]].append(mention)
    return found


def tense_slips(
    parsed: Sequence[Parsed], told: Sequence[Told], cast: Cast, language: Language
) -> Iterator[Finding]:
    """A passage in the present tense within a chapter that is told in the past."""
    deeds = language.narration.deeds
    rule = Counter(each.narration.tense for each in told if each.narration.tense)
    usual = "past" if rule["past"] >= RULE * max(1, rule.total()) else None
    named: dict[int, list[int]] = defaultdict(list)
    for mention in cast.mentions:
        named[mention.chapter].append(mention.end)
    for index, (chapter, each) in enumerate(zip(parsed, told, strict=True)):
        if each.is_mixed or (each.narration.tense or usual) != "past":
            continue  # A mixed chapter has scenes in the present on purpose.
        verbs = sorted(
            [(offset, True) for offset in each.present] + [(offset, False) for offset in each.past]
        )
        run: list[int] = []
        for offset, is_present in [*verbs, (len(chapter.chapter.text), False)]:
            if is_present:
                run.append(offset)
                continue
            text = chapter.chapter.text
            acts = sum(_word_at(text, place) in deeds for place in run) if len(run) >= IN_A_ROW else 0
            slips = acts >= DEEDS and _is_of_people(run, named[index], each.own)
            if slips and not _is_example(run, chapter, language):
                yield finding(
                    "tense-slip",
                    "medium",
                    Notice.of("findings.tense-slip", n=len(run)),
                    chapter,
                    run[0],
                )
            run = []


def _word_at(text: str, offset: int) -> str:
    match = _LETTERS.match(text, offset)
    return match.group().lower() if match else ""


def _is_example(run: Sequence[int], chapter: Parsed, language: Language) -> bool:
    """Whether the passage tells what `you` would do, as many a comic novel does between two scenes."""
    pattern = language.narration.example
    if pattern is None:
        return False
    around = max(0, run[0] - BESIDE), run[-1] + BESIDE
    said = sum(
        not is_within(chapter.spoken, match.start())
        for match in pattern.finditer(chapter.chapter.text, *around)
    )
    return said >= EXAMPLE


def _is_of_people(run: Sequence[int], named: Sequence[int], own: Sequence[int]) -> bool:
    """Whether somebody's name stands directly before one of the verbs, and no letter or narrator says `I` nearby.

    Without a name, it may be a general truth, which is in the present tense everywhere.
    """
    if any(run[0] - BESIDE <= offset <= run[-1] + BESIDE for offset in own):
        return False
    return any(offset - 1 in named for offset in run)
