"""A book in pieces that fit a prompt, with nothing lost."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from fabula.errors import UsageError
from fabula.text.book import Book, Segment
from fabula.text.sentences import sentences
from fabula.text.words import count_words, word_pattern
from fabula.tokens import token_weight

SEGMENT_TOKENS = 8_000
"""The size of one reading step: large enough for a few chapters, small enough for a local model's context."""

Unit = Literal["words", "tokens"]
_PARAGRAPH = re.compile(r"\n*[^\n]+(?:\n[^\n]+)*\n*|\n+")


@dataclass(frozen=True, slots=True)
class _Block:
    """One chapter in the whole text: its heading, text and the blank line after it."""

    chapter: int
    text: str
    heading: int
    """Length of the heading, with the blank line after it."""


def whole_text(book: Book) -> str:
    """Every chapter under its part and title, in order, with one blank line between paragraphs."""
    return "".join(block.text for block in _blocks(book))


def segments(book: Book, size: int, unit: Unit = "words") -> tuple[Segment, ...]:
    """The book in pieces of at most `size`; joined without a separator they are `whole_text(book)`.

    Whole chapters are packed together while they fit. A longer chapter is cut into pieces of about equal size:
    between
    paragraphs, within a paragraph that is too long between sentences, and within such a sentence anywhere.
    """
    if size < 1:
        raise UsageError(f"a segment cannot have {size} {unit}: give 1 or more")
    weigh = _scale(book.language, unit)
    pieces: list[tuple[str, tuple[int, ...], int]] = []
    packed: list[_Block] = []
    weight = 0.0
    for block in _blocks(book):
        own = weigh(block.text)
        if packed and weight + own > size:
            pieces.append(_together(packed))
            packed, weight = [], 0.0
        if own <= size:
            packed.append(block)
            weight += own
            continue
        at = 0
        for text in _cut(block.text, size, own, unit, book.language):
            pieces.append((text, (block.chapter,), max(0, at - block.heading)))
            at += len(text)
    if packed:
        pieces.append(_together(packed))
    return tuple(
        Segment(number, text, chapters, start) for number, (text, chapters, start) in enumerate(pieces, 1)
    )


def _blocks(book: Book) -> Iterator[_Block]:
    part = None
    last = len(book.chapters)
    for place, chapter in enumerate(book.chapters, 1):
        headings = [chapter.part] if chapter.part and chapter.part != part else []
        headings += [chapter.title] if chapter.title else []
        part = chapter.part
        heading = "".join(f"{line}\n\n" for line in headings)
        text = heading + chapter.text + ("" if place == last else "\n\n")
        if text:
            yield _Block(chapter.number, text, len(heading))


def _together(blocks: Sequence[_Block]) -> tuple[str, tuple[int, ...], int]:
    return "".join(block.text for block in blocks), tuple(block.chapter for block in blocks), 0


def _scale(language: str, unit: Unit) -> Callable[[str], float]:
    if unit == "tokens":
        return token_weight
    return lambda text: count_words(text, language)


def _cut(text: str, size: int, weight: float, unit: Unit, language: str) -> Iterator[str]:
    """Pieces of about equal weight, each at most `size`."""
    aim = weight / math.ceil(weight / size)
    held: list[str] = []
    holding = 0.0
    for atom, own in _atoms(text, size, unit, language):
        if held and (holding + own > size or holding + own / 2 > aim):
            yield "".join(held)
            held, holding = [], 0.0
        held.append(atom)
        holding += own
    if held:
        yield "".join(held)


def _atoms(text: str, size: int, unit: Unit, language: str) -> Iterator[tuple[str, float]]:
    """The largest pieces that fit: paragraphs, else sentences, else parts of a sentence."""
    weigh = _scale(language, unit)
    for paragraph in _PARAGRAPH.findall(text):
        own = weigh(paragraph)
        if own <= size:
            yield paragraph, own
            continue
        starts = [start for start, _ in sentences(paragraph, language)][1:]
        for start, end in zip([0, *starts], [*starts, len(paragraph)], strict=True):
            sentence = paragraph[start:end]
            own = weigh(sentence)
            if own <= size:
                yield sentence, own
                continue
            for piece in _anywhere(sentence, size, unit, language):
                yield piece, weigh(piece)


def _anywhere(text: str, size: int, unit: Unit, language: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = _end_of_words(text, at, size, language) if unit == "words" else _end_of_tokens(text, at, size)
        yield text[at:end]
        at = end


def _end_of_words(text: str, at: int, size: int, language: str) -> int:
    """The end of the last word that fits."""
    beyond = next(islice(word_pattern(language).finditer(text, at), size, None), None)
    return len(text) if beyond is None else beyond.start()


def _end_of_tokens(text: str, at: int, size: int) -> int:
    """As many characters as fit, at least one, back to the last space if one is near."""
    low, high = at + 1, min(len(text), at + 5 * size)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if token_weight(text[at:middle]) <= size else (low, middle - 1)
    space = text.rfind(" ", max(at, low - 60), low) if low < len(text) else -1
    return space + 1 if space > at else low
