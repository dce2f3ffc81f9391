"""A collection of stories is told from a novel whose chapters have titles."""

from __future__ import annotations

import pytest

from fabula.languages import Language
from fabula.reading import shape
from fabula.reading.cast import find_cast
from fabula.reading.collection import stories_in
from fabula.reading.measured import measure
from fabula.text.book import Book, Chapter

TITLES = (
    "The Red Lamp",
    "A Case of Rooks",
    "The Silent Bell",
    "Two Brothers",
    "The Last Ferry",
    "A Grey Glove",
    "Salt",
)
PEOPLE = (
    ("Edwin Farrow", "Clara Munt"),
    ("Hugh Penrose", "Alma Sedge"),
    ("Miles Corby", "Nora Quill"),
    ("Ralph Tranter", "Ida Vance"),
    ("Amos Blythe", "Lucy Harker"),
    ("Gilbert Stowe", "Emma Rudd"),
    ("Walter Finch", "Rose Dacre"),
)


def story(*people: str, times: int = 4) -> str:
    told = [
        f"{one} walked down to the harbour with a letter. “I never wrote it,” said {one}, and looked at {other}. "
        f"{other} asked nothing, for {other} had seen {one} burn the first of them."
        for one, other in zip(people, (*people[1:], people[0]), strict=True)
    ]
    return "\n\n".join(told * times)


def book(*texts: str, titled: bool = True) -> Book:
    titles = TITLES if titled else [f"Chapter {number}" for number in range(1, 8)]
    chapters = [Chapter(n, title, text) for n, (title, text) in enumerate(zip(titles, texts, strict=True), 1)]
    return Book("A Book", None, Language("en"), tuple(chapters))


COLLECTION = [story("Martin Hale", "Doctor Wray", *pair) for pair in PEOPLE]
NOVEL = [story("Martin Hale", "Doctor Wray", *PEOPLE[n // 4], "Amos Blythe") for n in range(7)]


def test_stories_with_people_of_their_own_and_two_leads_in_common_are_a_collection() -> None:
    collection = book(*COLLECTION)
    assert stories_in(collection, find_cast(collection)) == 7
    assert measure(collection).stories == 7


def test_a_novel_with_chapter_titles_and_numbered_chapters_are_none() -> None:
    novel, numbered = book(*NOVEL), book(*COLLECTION, titled=False)
    assert stories_in(novel, find_cast(novel)) is None
    assert stories_in(numbered, find_cast(numbered)) is None


def test_nobody_vanishes_at_the_end_of_a_story() -> None:
    first = story("Edwin Farrow", "Clara Munt", times=12)

    def vanished(*others: str, titled: bool = True) -> list[str]:
        found = measure(book(first, *others, titled=titled)).findings.rest
        return [each.quote for each in found if each.kind == "vanishing-character"]

    assert not vanished(*COLLECTION[1:])
    assert not vanished(*COLLECTION[1:], titled=False), "nor do the people of one episode"
    assert vanished(first, first, *COLLECTION[3:], titled=False)


def test_dark_stories_in_a_row_are_no_dark_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shape, "FEW_FOR_STRETCH", len(COLLECTION))
    moods = [" It was a happy, kind day."] * 3 + [" It rained."] + [" It was a horrible, cruel death."] * 3

    def said(stories: list[str], *, titled: bool) -> bool:
        texts = [text + mood * 60 for text, mood in zip(stories, moods, strict=True)]
        found = measure(book(*texts, titled=titled)).findings
        return "dark-stretch" in {each.kind for each in (*found.shown, *found.rest)}

    assert said(COLLECTION, titled=False)
    assert not said(COLLECTION, titled=True)


def test_names_of_two_stories_are_not_easily_confused() -> None:
    stories = [
        story("Martin Watson", "Doctor Wray", *pair) for pair in (("Edwin Wilson", "Clara Munt"), *PEOPLE[1:])
    ]

    def said(*, titled: bool) -> bool:
        found = measure(book(*stories, titled=titled)).findings
        return "like-names" in {each.kind for each in (*found.shown, *found.rest)}

    assert said(titled=False)
    assert not said(titled=True)
