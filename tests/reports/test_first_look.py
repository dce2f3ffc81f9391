"""The first screen of a report: what matters, and not one thing three times."""

from __future__ import annotations

from fabula.editing.measured_notes import measured_notes
from fabula.editing.noting import Places
from fabula.reading.measured import measure
from fabula.reports.first_look import first_look, quoted
from fabula.reports.labels import labels
from fabula.text.book import Book, Chapter

PLAIN = (
    "The ferry left at six. Nobody waved. On the far bank a dog was asleep beside the nets, and the smoke of the "
    "saltworks lay along the water like a second shore. She counted the posts as they went by. "
)


def test_the_first_notes_are_of_different_kinds() -> None:
    slips = (
        "He saw a the boat. Perhaps, he mutttered. He left the kingEom. In all else the, old king was poor. "
    )
    cliche = "She heaved a sigh of relief. "
    text = [PLAIN * 5 + slips, PLAIN * 5 + cliche, *[PLAIN * 5] * 6]
    book = Book(
        "Quay", "A. Writer", "en", tuple(Chapter(n, f"Day {n}", each) for n, each in enumerate(text, 1))
    )
    measured = measure(book)
    notes = measured_notes(measured, Places(book, measured.cast))
    look, *_ = first_look(notes, labels("en"), book).columns
    measures = {note.id: note.measure for note in notes}
    shown = [measures[line.id] for line in look.lines]
    assert look.all >= 5 and "misprint" in shown
    assert len(set(shown)) == len(shown)


def test_a_quotation_that_begins_with_a_speech_has_one_pair_of_marks() -> None:
    assert quoted("“No,” said\nAnna.") == "“No,” said Anna."
    assert quoted("Nobody waved.") == "“Nobody waved.”"


def test_a_chapter_that_the_book_counts_otherwise_is_named_as_the_book_does() -> None:
    slip = "He saw a the boat. "
    titles = ["PROLOGUE", *(f"CHAPTER {numeral}" for numeral in ("I", "II", "III", "IV", "V", "VI"))]
    for headings, shown in ((titles, "CHAPTER III"), (titles[1:], "")):
        texts = [PLAIN * 5 + (slip if n == 4 else "") for n in range(1, len(headings) + 1)]
        chapters = tuple(Chapter(n, *each) for n, each in enumerate(zip(headings, texts, strict=True), 1))
        book = Book("Quay", "A. Writer", "en", chapters)
        measured = measure(book)
        notes = measured_notes(measured, Places(book, measured.cast))
        lines = [line for column in first_look(notes, labels("en"), book).columns for line in column.lines]
        assert {line.heading for line in lines if line.chapter == 4} == {shown}
