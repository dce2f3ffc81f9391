"""Who speaks how much: speech is given to whom its tag, or the action beside it, names; else to nobody."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.reading.cast import Mention, Roster
from fabula.reading.parsed import Parsed, Span
from fabula.reading.wordlists import language_of, word_set
from fabula.text.book import Book
from fabula.text.words import count_words

TAG_REACH = 60
"""How far from the quotation marks, in characters, a tag may stand."""
_ENGLISH = "|".join(sorted(word_set("en.speech_verbs"), key=len, reverse=True))
_CHINESE = "|".join(sorted(word_set("zh.speech_verbs"), key=len, reverse=True))
VERB_THEN_NAME = re.compile(
    rf"\W*(?:{_ENGLISH})(?:\s+\w+ly)?\s+(?:the\s+|old\s+|poor\s+|young\s+)?(?:(?:[A-Z]\w*\.?)\s+)?$"
)
NAME_THEN_VERB = re.compile(rf"(?:\s+\w+ly|\s+then|\s+only|\s+merely)?\s+(?:{_ENGLISH})\b")
NAME_BEFORE = re.compile(
    rf"(?:\s+\w+ly|\s+then|\s+only|\s+merely)?\s+(?:{_ENGLISH})\b[^.!?;“”\"\n]*[,:—-]*\s*$"
)
SENTENCE_OPENS = re.compile(r"(?:[.!?…][”\"’']?|[”\"’'])\s+(?:[A-Z]\w*\.?\s+)?\Z")
CHINESE_TAG = re.compile(rf"[^。！？；“”\"\n]{{0,12}}?(?:{_CHINESE})(?:[着了])?[：:，,]?\s*$")
CHINESE_AFTER = re.compile(rf"[^。！？；“”\"\n]{{0,8}}?(?:{_CHINESE})")


@dataclass(frozen=True, slots=True)
class Voice:
    """What one member of the cast says aloud; `name` is None for all that no tag or action gives to anyone."""

    name: str | None
    speeches: int
    words: int
    share: float
    """Of all words spoken in the book, 0 to 1."""


def voices(book: Book, parsed: Sequence[Parsed], roster: Roster) -> tuple[Voice, ...]:
    """Everyone who is heard to speak, most words first, and last the unattributed."""
    by_chapter: dict[int, list[Mention]] = defaultdict(list)
    for mention in roster.mentions:
        by_chapter[mention.chapter].append(mention)
    speeches: Counter[int | None] = Counter()
    words: Counter[int | None] = Counter()
    for index, chapter in enumerate(parsed):
        for spans, who in attributed(chapter, by_chapter[index], language_of(book)):
            speeches[who] += 1
            words[who] += sum(count_words(chapter.chapter.text[a:b], book.language) for a, b in spans)
    total = words.total() or 1
    ranked = sorted(speeches, key=lambda who: (who is None, -words[who], who or 0))
    return tuple(
        Voice(
            None if who is None else roster.characters[who].name,
            speeches[who],
            words[who],
            words[who] / total,
        )
        for who in ranked
    )


def attributed(
    chapter: Parsed, mentions: Sequence[Mention], language: str
) -> list[tuple[list[Span], int | None]]:
    """The speeches of a chapter, a paragraph's together where one tag serves them, each with its speaker."""
    text = chapter.chapter.text
    starts = [mention.start for mention in mentions]
    found: list[tuple[list[Span], int | None]] = []
    for paragraph, spans in _by_paragraph(chapter):
        whos = (
            _chinese_tags(text, spans, paragraph, mentions, starts)
            if language == "zh"
            else [_english(text, span, spans, paragraph, mentions, starts) for span in spans]
        )
        named = {who for who in whos if who is not None}
        if not named:
            found.append((spans, _beat(text, spans, paragraph, mentions, starts)))
        elif language == "zh":
            found.extend(([span], who) for span, who in zip(spans, whos, strict=True))
        else:
            found.append((spans, next(who for who in whos if who is not None)))
    return found


def _beat(
    text: str, spans: list[Span], paragraph: Span, mentions: Sequence[Mention], starts: list[int]
) -> int | None:
    """`“…” Jane put down her work.`: the one person told of in the paragraph, where a sentence opens with the name."""
    told = [
        mention
        for mention in _within(mentions, starts, *paragraph)
        if not any(start <= mention.start < end for start, end in spans)
    ]
    if len({mention.who for mention in told}) != 1:
        return None
    if text[told[0].start - 1 : told[0].start] in tuple("。！？”」』"):
        return told[0].who
    opens = SENTENCE_OPENS.search(text, paragraph[0], told[0].start)
    at_start = told[0].start == paragraph[0] or (opens is not None and opens.end() == told[0].start)
    return told[0].who if at_start else None


def _by_paragraph(chapter: Parsed) -> list[tuple[Span, list[Span]]]:
    grouped: list[tuple[Span, list[Span]]] = []
    n = 0
    for start, end in chapter.paragraphs:
        inside: list[Span] = []
        while n < len(chapter.spoken) and chapter.spoken[n][0] < end:
            inside.append(chapter.spoken[n])
            n += 1
        if inside:
            grouped.append(((start, end), inside))
    return grouped


def _within(mentions: Sequence[Mention], starts: list[int], start: int, end: int) -> list[Mention]:
    return [
        mention
        for mention in mentions[bisect_left(starts, start) : bisect_left(starts, end)]
        if mention.end <= end
    ]


def _english(
    text: str, span: Span, spans: list[Span], paragraph: Span, mentions: Sequence[Mention], starts: list[int]
) -> int | None:
    """`…,” said Jane`, `…,” Jane said`, `Jane said, “…`."""
    after_end = min([start for start, _ in spans if start >= span[1]] + [paragraph[1], span[1] + TAG_REACH])
    for mention in _within(mentions, starts, span[1], after_end)[:1]:
        between = text[span[1] : mention.start]
        if VERB_THEN_NAME.fullmatch(between):
            return mention.who
        if re.fullmatch(r"\W*(?:[A-Z]\w*\.?\s+)?", between) and NAME_THEN_VERB.match(
            text, mention.end, after_end
        ):
            return mention.who
    before_start = max([end for _, end in spans if end <= span[0]] + [paragraph[0], span[0] - 2 * TAG_REACH])
    for mention in reversed(_within(mentions, starts, before_start, span[0])):
        if NAME_BEFORE.fullmatch(text, mention.end, span[0]):
            return mention.who
    return None


def _chinese_tags(
    text: str, spans: list[Span], paragraph: Span, mentions: Sequence[Mention], starts: list[int]
) -> list[int | None]:
    """Each speech on its own: older Chinese prose sets several speakers in one paragraph."""
    floors = [paragraph[0], *(end for _, end in spans)]
    return [
        _chinese(text, span, floor, paragraph[1], mentions, starts)
        for span, floor in zip(spans, floors, strict=False)
    ]


def _chinese(
    text: str, span: Span, floor: int, ceiling: int, mentions: Sequence[Mention], starts: list[int]
) -> int | None:
    """黛玉笑道：“…”, “…”黛玉道."""
    for mention in reversed(_within(mentions, starts, max(floor, span[0] - TAG_REACH), span[0])):
        between = text[mention.end : span[0]]
        if CHINESE_TAG.fullmatch(between):
            return mention.who
    for mention in _within(mentions, starts, span[1], min(ceiling, span[1] + TAG_REACH // 2))[:1]:
        if (
            mention.start - span[1] <= 1
            and CHINESE_AFTER.match(text, mention.end)
            and not re.match(
                rf"[^。！？；\n]{{0,12}}(?:{_CHINESE})[：:]\s*[“\"「]", text[mention.end : mention.end + 30]
            )
        ):
            return mention.who
    return None
