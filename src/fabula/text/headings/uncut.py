"""A text without chapter headings, cut at its large breaks or else by size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fabula.languages import Language
from fabula.notices import Notice
from fabula.text.book import Chapter
from fabula.text.paragraphs import Paragraph
from fabula.text.scenes import is_break, scene_breaks
from fabula.text.words import count_words

_WORDS, _CHARACTERS = 3_000, 5_000
_LARGE_GAP = 3


def cut_without_headings(
    paragraphs: Iterable[Paragraph], language: Language
) -> tuple[tuple[Chapter, ...], Notice]:
    """Chapters of a reasonable size, starting at large breaks if there are any, and a notice about it."""
    size = _CHARACTERS if language.by_character else _WORDS
    chapters: list[Chapter] = []
    held: list[str] = []
    words, at_breaks, after_break = 0, 0, False
    for paragraph in paragraphs:
        own = count_words(paragraph.text, language)
        breaks = after_break or paragraph.gap >= _LARGE_GAP
        if held and ((breaks and words >= size // 4) or words + own > 2 * size):
            at_breaks += breaks
            chapters.append(_section(held, len(chapters) + 1, language))
            held, words = [], 0
        after_break = is_break(paragraph.text)
        held.append(paragraph.text)
        words += own
    if held:
        chapters.append(_section(held, len(chapters) + 1, language))
    if len(chapters) == 1:
        chapters = [replace(chapters[0], title=language.writing.whole_text)]
    return tuple(chapters), _notice(len(chapters), at_breaks)


def _section(held: list[str], number: int, language: Language) -> Chapter:
    text = "\n\n".join(held)
    return Chapter(number, language.writing.section.format(n=number), text, (), scene_breaks(text))


def _notice(count: int, at_breaks: int) -> Notice:
    if count <= 1:
        return Notice.of("text.one-chapter")
    if at_breaks == count - 1:
        return Notice.of("text.cut-at-breaks", n=count)
    if at_breaks:
        return Notice.of("text.cut-at-both", n=count, m=at_breaks)
    return Notice.of("text.cut-by-size", n=count)
