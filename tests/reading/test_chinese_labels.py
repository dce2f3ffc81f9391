"""The labelled chapters of two Chinese novels: who speaks is mostly found, and seldom wrong."""

from __future__ import annotations

from collections import Counter

from small_books import EXAMPLES

from fabula.benchmarks.dialogism import Novel, read_novels
from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from fabula.text.files import read

LABELLED = EXAMPLES / "chinese-dialogism"


def _judged(novel: Novel) -> Counter[str]:
    book = read(novel.path)
    cast = find_cast(book)
    names = {each.name: {each.name, *each.aliases} for each in cast.characters}
    said: dict[int, str | None] = {}
    for speech in speeches(book, parse(book), cast):
        text = book.chapters[speech.chapter].text
        base = novel.text.index(text[:40])
        for first, last in speech.spans:
            said[novel.text.index(text[first:last], base + first - 2) + 1] = speech.speaker
    judged: Counter[str] = Counter()
    for quotation in novel.quotations:
        if quotation.speaker is not None:
            who = said[quotation.spans[0][0]]
            right = who is not None and names[who] & set(novel.characters[quotation.speaker].aliases)
            judged["right" if right else "wrong" if who else "silent"] += 1
    return judged


def test_the_speakers_of_the_labelled_quotations() -> None:
    novels = read_novels(LABELLED)
    judged = sum(map(_judged, novels), Counter[str]())
    assert judged.total() == 301
    assert judged["right"] >= 215
    assert judged["wrong"] <= 25


def test_forty_people_and_three_hundred_quotations_are_labelled() -> None:
    novels = read_novels(LABELLED)
    assert sum(len(novel.characters) for novel in novels) >= 40
    assert sum(len(novel.quotations) for novel in novels) >= 300
