"""The summary to check, as sentences with positions: the user's own from a file, or made here."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from fabula.errors import FabulaError, UsageError
from fabula.reading.extract import read as extract
from fabula.reading.hierarchy import summarise
from fabula.text.encoding import decode, read_bytes
from fabula.text.files import read
from fabula.text.paragraphs import tidy
from fabula.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fabula.models.door import Door
    from fabula.notices import Notice
    from fabula.text.book import Book

CHUNK_TOKENS = 1_024
"""How much of the story one lowest-level summary covers."""
LENGTH = 500
_SAYS_SOMETHING = re.compile(r"[^\W_]")
_PLAIN = (".txt", ".text", "")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a summary; `start` is its offset in the summary's text."""

    number: int
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A text that summarises a story."""

    text: str
    sentences: tuple[Sentence, ...]
    language: str
    source: str = "given"
    notices: tuple[Notice, ...] = ()
    """What the user should know of where it comes from."""

    def with_sentences(self, new: Mapping[int, str]) -> Summary:
        """The summary with some sentences replaced. Everything between sentences stays the same."""
        text, end = "", 0
        for one in self.sentences:
            text += self.text[end : one.start] + new.get(one.number, one.text)
            end = one.start + len(one.text)
        return replace(of_text(text + self.text[end:], self.language, self.source), notices=self.notices)


def of_text(text: str, language: str, source: str = "given") -> Summary:
    """A text cut into its sentences. A line of marks, such as `***` between two parts, is none."""
    spans = [
        (start, end) for start, end in sentences(text, language) if _SAYS_SOMETHING.search(text, start, end)
    ]
    cut = tuple(Sentence(number, text[start:end], start) for number, (start, end) in enumerate(spans, 1))
    return Summary(text, cut, language, source)


def of_parts(parts: Sequence[str], language: str, source: str) -> Summary:
    """Statements that were written one by one: each counts as a sentence of the summary."""
    starts = [0, *accumulate(len(part) + 1 for part in parts)]
    cut = tuple(
        Sentence(number, part, start)
        for number, (part, start) in enumerate(zip(parts, starts, strict=False), 1)
    )
    return Summary("\n".join(parts), cut, language, source)


def read_summary(path: Path, book: Book) -> Summary:
    """Read a summary from a file: plain text as is, other formats such as Markdown, DOCX and HTML by their text."""
    if not path.is_file():
        raise UsageError(f"there is no summary {path}: give a text, Markdown or DOCX file")
    if path.suffix.lower() in _PLAIN:
        text = tidy(decode(read_bytes(path), path.name).text.lstrip("\ufeff")).strip()
    else:
        text = "\n\n".join(chapter.text for chapter in read(path).chapters)
    if not text:
        raise FabulaError(f"{path.name} is empty: there is no summary to check")
    return of_text(text, book.language)


def given_text(text: str, book: Book) -> Summary:
    """A summary that was pasted or typed."""
    tidied = tidy(text).strip()
    if not tidied:
        raise UsageError("the summary is empty: paste its text, or leave it out to have one made")
    return of_text(tidied, book.language)


async def hierarchical(book: Book, door: Door, chunk_tokens: int = CHUNK_TOKENS) -> Summary:
    """Have a model summarise pieces of the story, then merge the summaries."""
    return of_text(await summarise(book, door, chunk_tokens, LENGTH), book.language, "hierarchical merging")


def textrank(book: Book) -> Summary:
    """The most central sentences of the story: a free summary, and a baseline for others."""
    return of_text(extract(book).plot, book.language, "TextRank")
