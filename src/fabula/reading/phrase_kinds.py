"""What a phrase may be that comes again and is no habit of the telling: somebody's saying, a thing of the story, an inscription."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.reading.parsed import Parsed

AT_ONCE = 1_000
"""Characters of one speech, or of an exchange that plays with its words."""
SPOKEN = 0.5
"""The share of places in speech from which on a phrase is how people of the story talk, and not how it is told."""
CHAPTERS = 3
"""A habit of the telling stands in so many chapters. What stands in fewer belongs to what happens there."""
BESIDE = 30
"""Characters before a phrase that show what it belongs to."""
BREAK = re.compile(r"[.!?;:*_。！？；：．\n“”\"]")
_BEFORE_A_LINE, _AFTER_A_LINE = re.compile(r"\n\s*\Z|\A\Z"), re.compile(r"[.!?。！？]?\s*(?:\n|\Z)")
_OPENING, _CLOSING = (
    re.compile(r"[“‘「『《]\s*\Z"),
    re.compile(r"[^.!?。！？“”‘’\n]{0,12}[.!?。！？]?[”’」』》]"),
)
_SHOWN = ((_BEFORE_A_LINE, _AFTER_A_LINE), (_OPENING, _CLOSING))


def is_one_speech(spots: Sequence[tuple[int, int, int]], parsed: Sequence[Parsed]) -> bool:
    """Whether somebody says it again and again in one go, which is a figure of speech."""
    (index, start, _), (last, end, _) = spots[0], spots[-1]
    return (
        index == last
        and end - start <= AT_ONCE
        and all(is_within(parsed[index].spoken, offset) for _, offset, _ in spots)
    )


def is_of_few(spots: Sequence[tuple[int, int, int]], parsed: Sequence[Parsed]) -> bool:
    """Whether the phrase is somebody's saying, what people talk about, or of two chapters alone: `count seventeen by twos`."""
    spoken = sum(is_within(parsed[index].spoken, offset) for index, offset, _ in spots)
    return spoken >= SPOKEN * len(spots) or len({index for index, _, _ in spots}) < min(CHAPTERS, len(parsed))


def is_thing(
    told: str,
    ahead: int,
    spots: Sequence[tuple[int, int, int]],
    parsed: Sequence[Parsed],
    language: Language,
) -> bool:
    """Whether most places of a phrase mean a thing or a place of the story: `the jar of mushrooms`.

    It begins `ahead` characters before each place.
    """
    ends = [(index, start - ahead) for index, start, _ in spots]
    before = [parsed[index].chapter.text[max(0, end - BESIDE) : end] for index, end in ends]
    return 2 * sum(language.style.is_thing(BREAK.split(each)[-1], told) for each in before) > len(spots)


def is_quoted(spots: Sequence[tuple[int, int, int]], parsed: Sequence[Parsed]) -> bool:
    """Whether a phrase stands half of the time between marks or on a line of its own: an inscription, which the story shows again."""
    texts = [parsed[index].chapter.text for index, _, _ in spots]
    shown = sum(
        any(
            before.search(text, max(0, start - 2), start) and after.match(text, end)
            for before, after in _SHOWN
        )
        for text, (_, start, end) in zip(texts, spots, strict=True)
    )
    return 2 * shown >= len(spots)
