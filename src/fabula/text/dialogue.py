"""Finds speech in a text, as offsets: between quotation marks or after dashes.

A book has one system of marks for speech; the other marks are quotations inside it. The system is chosen once for the
whole text, and each paragraph is read with it. Marks around a word or a title ("so-called") are not speech.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from fabula.languages import Language
from fabula.languages.spans import PARAGRAPH
from fabula.languages.topics.dialogue import SINGLE, DialogueRules, Marks
from fabula.text.unclosed import lacks_a_mark, left_open_until

_DASH_SPEECH = re.compile(r"\s*(?:[—–―]{1,2}|-{1,2}(?=\s))\s*(?=[^\s—–―-])")
_DASH_TURN = re.compile(r"\s[—–―-]\s|[,.!?]\s?[—–―]\s?")
_ELISIONS = re.compile(
    r"(?:tis|twas|twere|twill|twould|em|til|till|cause|bout|round|gainst|neath|n|d|s|ll|ve)\b", re.I
)
_ENDS_SPEECH = ".,!?…—–―-;:。，！？；：～~．"
_LEADS_IN = ".,!?…—–―-;:。，！？；：．)]）"
_DASHES = ("—", "–")
_INNER_MARKS = ("“", '"', "’", "'")
"""What may stand after an opening mark and a space: a quotation within, or a letter left out."""
_LIST = 8
_TITLE = 4
"""What stands in marks after a stop, up to the end of a paragraph, and has more spaces than this, is more than a title."""
_ASIDE = re.compile(r"[—–]\s?[^“”\"«»„\n]{1,200}?[—–]\s?[“\"«„‘]")
"""What the narrator puts within a speech: `“I had hoped”—he looked up—“for more.”`"""
_NARRATOR_OPENS = re.compile(r"\s[—–―](?=[^\s—–―])")
_NARRATOR_CLOSES = re.compile(r"[—–―](?=[\s.,;:!?…]|$)")


def spans(text: str, language: str) -> list[tuple[int, int]]:
    """Start and end of every speech with its marks, in order. Each lies within one paragraph.

    A speech without a closing mark runs to the end of its paragraph, because the next paragraph may open the marks again,
    or to where the next speech in its paragraph begins.
    """
    rules = Language(language).dialogue
    paragraphs = [match.span() for match in PARAGRAPH.finditer(text)]
    found = (_first_used if rules.first_used else _most_used)(text, rules, paragraphs)
    dashes = [(start, end) for start, end in paragraphs if _DASH_SPEECH.match(text, start, end)]
    if len(dashes) <= len(found) or _is_list(text, dashes, paragraphs):
        return found
    if rules.narrator_in_dashes:
        return [span for start, end in dashes for span in _around_the_narrator(text, start, end)]
    return [_dash_span(text, start, end) for start, end in dashes]


def _is_list(text: str, dashes: list[tuple[int, int]], paragraphs: list[tuple[int, int]]) -> bool:
    """Whether nearly every paragraph begins with a hyphen. People who talk are told of between their speeches."""
    hyphens = sum(text[start:end].lstrip().startswith("-") for start, end in dashes)
    return hyphens >= _LIST and hyphens >= 0.9 * len(paragraphs)


def _first_used(text: str, rules: DialogueRules, paragraphs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans of the first system of marks that occurs in the text."""
    for marks in rules.systems:
        found = _merged([span for each in marks for span in _quoted(text, rules, paragraphs, each)])
        if found:
            return found
    return []


def _merged(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted, without spans inside another span."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _most_used(text: str, rules: DialogueRules, paragraphs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans of the first system, or of a later one with more of them outside the first's."""
    best: list[tuple[int, int]] = []
    for place, marks in enumerate(rules.systems):
        found = [span for each in marks for span in _quoted(text, rules, paragraphs, each)]
        if place == 0 or len(found) - _count_within(found, best) > len(best):
            best = found
    return best


def _count_within(inner: list[tuple[int, int]], outer: list[tuple[int, int]]) -> int:
    count, at = 0, 0
    for start, end in inner:
        while at < len(outer) and outer[at][1] < end:
            at += 1
        count += at < len(outer) and outer[at][0] <= start
    return count


def _quoted(
    text: str, rules: DialogueRules, paragraphs: list[tuple[int, int]], marks: Marks
) -> list[tuple[int, int]]:
    pattern = re.compile(f"[{re.escape(marks.opens + marks.closes + marks.either)}]")
    found: list[tuple[int, int]] = []
    for start, end in paragraphs:
        places = [match.start() for match in pattern.finditer(text, start, end)]
        read = (
            _single_marks(text, places, end)
            if marks is SINGLE
            else _plain_marks(text, places, end, marks, rules)
        )
        found.extend(span for span in read if _is_speech(text, span, start, end, rules, marks))
    return found


def _plain_marks(
    text: str, places: list[int], end: int, marks: Marks, rules: DialogueRules
) -> Iterator[tuple[int, int]]:
    """Marks that open and close alternately. In Chinese files straight or wrong marks are common, so only the order counts."""
    opened: int | None = None
    inner = _inner(text, places, end, marks.within, rules) if marks.within else {}
    lacking = rules.by_turn and lacks_a_mark(text, [at for at in places if inner.get(at, at) == at], marks)
    for at in places:
        mark = text[at]
        if opened is not None and inner.get(at, opened) > opened:
            continue
        if lacking and opened is not None and (stop := left_open_until(text, opened, at)):
            yield opened, stop
            opened = at
            continue
        if opened is None:
            stray = mark in marks.closes and not (rules.by_turn and text[at - 1 : at] in ("，", "：", ":"))
            if not stray and not (mark in marks.either and _only_closes(text, at, rules)):
                opened = at
        elif mark in marks.closes or (mark in marks.either and not _only_opens(text, at, rules)):
            yield opened, at + 1
            opened = None
    if opened is not None:
        yield opened, _without_trailing_space(text, end)


def _inner(text: str, places: list[int], end: int, within: Marks, rules: DialogueRules) -> dict[int, int]:
    """The places of marks within a quotation within a speech, with the place where that quotation opens.

    A mark between a colon and the mark of such a quotation is one too many.
    """
    if not rules.by_turn or not places:
        return {}
    opens = within.opens + within.either
    found = {at: at for at in places if text[at - 1 : at] in ("：", ":") and text[at + 1 : at + 2] in opens}
    for quotation in _holding(within).finditer(text, places[0], end):
        first, last = bisect_left(places, quotation.start()), bisect_left(places, quotation.end())
        found |= dict.fromkeys(places[first:last], quotation.start())
    return found


@cache
def _holding(within: Marks) -> re.Pattern[str]:
    """A quotation within a speech that holds speech again: ‘I asked: “Who?” He said: “I.”’"""
    opens, double, closes = within.opens, '“”„"＂「」', within.closes + within.either
    words = f"[^{opens}{closes}{double}]*+"
    return re.compile(
        f'(?:[{opens}]|(?<=[：:，,“"])[{within.either or opens}])'
        f'{words}(?<=[：:，,\\w])(?:[“„"＂「]{words}[”"＂」]{words})+[{closes}]'
    )


def _only_closes(text: str, at: int, rules: DialogueRules) -> bool:
    """A straight mark with text before it and space after it."""
    after = text[at + 1 : at + 2]
    return not rules.by_turn and not _spaced(text[at - 1 : at] if at else "") and _spaced(after)


def _only_opens(text: str, at: int, rules: DialogueRules) -> bool:
    """A straight mark with space before it and text after it."""
    before = text[at - 1 : at] if at else ""
    return not rules.by_turn and _spaced(before) and not _spaced(text[at + 1 : at + 2])


def _spaced(letter: str) -> bool:
    return not letter or letter.isspace()


def _single_marks(text: str, places: list[int], end: int) -> Iterator[tuple[int, int]]:
    """Single marks among apostrophes: one opens at the start of a word, one closes after punctuation."""
    opened: int | None = None
    closed_weakly = False
    for at in places:
        before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if _opens_single(text, at, before, after):
            if opened is None or closed_weakly:
                opened, closed_weakly = at, False
        elif opened is not None and text[at] != "‘" and not after.isalnum():
            if before and (before in _ENDS_SPEECH + '”"’' or before.isspace() or after in _DASHES):
                yield opened, at + 1
                opened = None
            else:
                closed_weakly = True
    if opened is not None and not closed_weakly:
        yield opened, _without_trailing_space(text, end)


def _opens_single(text: str, at: int, before: str, after: str) -> bool:
    starts_a_word = after.isalnum() or (after != "" and after in '“"—…') or text.startswith("...", at + 1)
    spaced = text[at] == "‘" and after.isspace() and text[at + 2 : at + 3] in _INNER_MARKS
    follows_space = before == "" or before in ' \t\n([—–―-“"'
    return (
        text[at] != "’" and (starts_a_word or spaced) and follows_space and not _ELISIONS.match(text, at + 1)
    )


def _without_trailing_space(text: str, end: int) -> int:
    while text[end - 1].isspace():
        end -= 1
    return end


def _is_speech(
    text: str, span: tuple[int, int], start: int, end: int, rules: DialogueRules, marks: Marks
) -> bool:
    """Real speech, not just a quoted word: it begins the paragraph, follows a stop or a verb of saying, or ends like speech.

    What is never closed must follow a stop too: a mark turned the wrong way opens no speech.
    """
    inner = text[span[0] + 1 : span[1]].rstrip(" ”’」』\"'" + marks.closes + marks.either)
    if not inner:
        return False
    lead = text[max(start, span[0] - 8) : span[0]].rstrip()
    around = lead + text[span[0]] + inner[-1] + text[span[1] - 1 : span[1] + 1]
    if rules.names and re.search(rules.names, around):
        return False
    if rules.calls_after and re.compile(rules.calls_after).match(text, span[1], end):
        return False
    closed = text[span[1] - 1] in marks.closes + marks.either
    if lead and (inner[0].islower() or _is_name(inner)) and _is_quoted_word(text, span[0], inner, rules):
        return False
    if not lead or (inner[-1] in _ENDS_SPEECH and (closed or lead[-1] in _LEADS_IN)):
        return True
    if lead[-1] in rules.lead_in + rules.said_before:
        return True
    if rules.said_after and re.compile(rules.said_after).match(text, span[1], end):
        return True
    if lead[-1] in ".!?" and inner[0].isupper():
        ends_paragraph = inner.count(" ") > _TITLE and not text[span[1] : end].strip()
        if ends_paragraph or (closed and _ASIDE.match(text, span[1], end)):
            return True
    return rules.by_turn and lead[-1] in _LEADS_IN and _then_stops(text, span[1], end)


def _is_name(inner: str) -> bool:
    """Whether a few words all have a capital, as those of a name have: `a tall house called “Beacon House,” where they met`."""
    words = inner.split()
    return 1 <= len(words) <= _TITLE and all(word[0].isupper() for word in words)


def _is_quoted_word(text: str, at: int, inner: str, rules: DialogueRules) -> bool:
    """Whether a stop within the marks belongs to the sentence around them: `what they called “best room.”`"""
    words = text[max(0, at - 40) : at].split()
    if not rules.says or inner[-1] not in ",." or not words[-1][-1:].isalpha():
        return False
    return not any(_says(word, rules) for word in words[-3:])


def _says(word: str, rules: DialogueRules) -> bool:
    """Whether a word is a verb of saying, also as `saying` and `shouting`."""
    stem = word.removesuffix("ing")
    return word in rules.says or (stem != word and any(verb.startswith(stem) for verb in rules.says))


def _then_stops(text: str, at: int, end: int) -> bool:
    """A quotation that is the whole of its clause."""
    return at >= end or text[at] in _LEADS_IN or text[at].isspace()


def _dash_span(text: str, start: int, end: int) -> tuple[int, int]:
    """From the dash to the next one, where the narrator speaks again, or to the end of the paragraph."""
    opening = _DASH_SPEECH.match(text, start, end)
    first = opening.end() if opening else start
    turn = _DASH_TURN.search(text, first, end)
    stop = end if turn is None else turn.start() + (text[turn.start()] in ",.!?")
    while text[start].isspace():
        start += 1
    return start, _without_trailing_space(text, stop)


def _around_the_narrator(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a speech before, between and after what the narrator puts between dashes."""
    while start < end and text[start].isspace():
        start += 1
    opening = _DASH_SPEECH.match(text, start, end)
    first = opening.end() if opening else start
    while start < end:
        narrator = _NARRATOR_OPENS.search(text, first, end)
        yield start, _without_trailing_space(text, narrator.start() if narrator else end)
        closing = _NARRATOR_CLOSES.search(text, narrator.end(), end) if narrator else None
        if closing is None:
            return
        start = first = closing.end()
        while start < end and (text[start].isspace() or text[start] in ".,;:"):
            start += 1
