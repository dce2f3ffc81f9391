"""A book as a list of scenes: the units of extraction and of evidence."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.text.book import Book, Chapter
from fabula.text.scenes import is_break
from fabula.text.segments import segments
from fabula.tokens import token_weight

SCENE_TOKENS = 2_000
"""A longer scene, or a chapter without scene breaks, is cut at paragraphs."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene, or a piece of a long one, word for word. `number` counts from 1 over the book."""

    number: int
    chapter: int
    offset: int
    text: str


def scenes(book: Book, tokens: int = SCENE_TOKENS) -> tuple[Scene, ...]:
    """Every scene of the book in order. Each sentence is in exactly one of them."""
    pieces = (
        (chapter.number, start, text)
        for chapter in book.chapters
        for start, text in _cut(book, chapter, tokens)
    )
    return tuple(Scene(number, *piece) for number, piece in enumerate(pieces, 1))


def scene_at(listed: Sequence[Scene], chapter: int, offset: int) -> Scene:
    """The scene that contains a place of the book."""
    index = bisect_right(listed, (chapter, offset), key=lambda scene: (scene.chapter, scene.offset)) - 1
    return listed[max(0, index)]


def _cut(book: Book, chapter: Chapter, tokens: int) -> Iterator[tuple[int, str]]:
    bounds = [0, *chapter.scene_breaks, len(chapter.text)]
    for start, end in itertools.pairwise(bounds):
        at = start
        for piece in _pieces(book, chapter.text[start:end], tokens):
            text = _bare(piece)
            if text:
                yield at + piece.index(text[0]), text
            at += len(piece)


def _pieces(book: Book, text: str, tokens: int) -> list[str]:
    if token_weight(text) <= tokens:
        return [text]
    alone = Book(book.title, book.author, book.language, (Chapter(1, "", text),))
    return [piece.text for piece in segments(alone, tokens, unit="tokens")]


def _bare(text: str) -> str:
    """Without the ornament that separates it from the next."""
    text = text.strip()
    body, newline, last = text.rpartition("\n")
    return body.rstrip() if newline and is_break(last) else text
