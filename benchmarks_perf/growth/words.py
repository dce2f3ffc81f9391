"""Jobs on one book, by its words: the sample novella again and again, each time with people of other names."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmarks_perf.growth.timing import Work, cpu
from benchmarks_perf.measure import SAMPLE, of_length

import fabula
from fabula.reading.measured import measure
from fabula.text.book import Book, Chapter
from fabula.text.files import read
from fabula.text.guard.finding import find_instructions

_NAMES = re.compile(
    r"\b(Ruth|Adeyemi|Nell|Marrable|Kit|Stroud|Catherine|Walter|Ida|Fenn|Amos|Lindqvist|George|Peggy|Lowther)\b"
)
_SYLLABLES = ("ba", "lo", "ter", "mi", "san", "vel", "ku", "ri", "no", "dan", "shi", "por", "gre", "tha")
_SUMMARY = (
    "Nell found the letter in the tower. The causeway was under water. Nobody came back from the island."
)


def jobs(folder: Path) -> dict[str, Work]:
    """The jobs by name."""
    return {
        "read a plain text": _reading(folder),
        "guard against planted lines": lambda size: _on(size, find_instructions),
        "measure": lambda size: _on(size, measure),
        "evaluate without a model": lambda size: _on(size, fabula.evaluate),
        "edit without a model": lambda size: _on(size, fabula.edit),
        "people as a graph": lambda size: _on(size, lambda book: fabula.facts_graph(book=book)),
        "check three sentences": lambda size: _on(
            size, lambda book: fabula.facts_check(book=book, summary_text=_SUMMARY)
        ),
        "compare two drafts": _comparing(folder),
    }


def of_words(size: int) -> Book:
    """A book of so many words. Its cast grows with it, as in a long serial."""
    source = read(SAMPLE)
    book = of_length(source, size)
    dice = random.Random(size)
    names = defaultdict[str, str](lambda: _name(dice))
    chapters: list[Chapter] = []
    for chapter in book.chapters:
        if (chapter.number - 1) % len(source.chapters) == 0:
            names.clear()
        chapters.append(replace(chapter, text=_NAMES.sub(lambda found: names[found[0]], chapter.text)))
    return replace(book, chapters=tuple(chapters))


def _name(dice: random.Random) -> str:
    return "".join(dice.choices(_SYLLABLES, k=dice.choice((2, 3)))).capitalize()


def _on(size: int, work: Callable[[Book], object]) -> float:
    book = of_words(size)
    return cpu(lambda: work(book))


def _reading(folder: Path) -> Work:
    def work(size: int) -> float:
        path = folder / f"{size}.txt"
        path.write_text(plain(of_words(size)), encoding="utf-8")
        return cpu(lambda: read(path))

    return work


def _comparing(folder: Path) -> Work:
    """A draft in which every fifth paragraph is changed and every fiftieth is gone."""

    def work(size: int) -> float:
        old, new = folder / f"{size}-old.txt", folder / f"{size}-new.txt"
        old.write_text(plain(of_words(size)), encoding="utf-8")
        paragraphs = old.read_text(encoding="utf-8").split("\n\n")
        kept = [
            each.replace("the ", "that ") if number % 5 == 0 else each
            for number, each in enumerate(paragraphs)
            if number % 50 or each.startswith("Chapter ")
        ]
        new.write_text("\n\n".join(kept), encoding="utf-8")
        return cpu(lambda: fabula.compare(old, new))

    return work


def plain(book: Book) -> str:
    return "\n\n\n".join(f"Chapter {each.number}\n\n{each.text}" for each in book.chapters)
