"""A reader's own review of a story never stands in their profile for it."""

from __future__ import annotations

import pytest

from fabula.errors import UsageError
from fabula.personas.asked_stories import AskedStories, without_asked, without_stories
from fabula.personas.profiles import PastReview, Profile
from fabula.personas.rating_tables import STARS, Item, Table
from fabula.text.book import Book, Chapter

PLOT = "Mara keeps the lamp through the winter, until a ship she has waited for goes down within sight of the tower."
OTHER = "Two brothers dig a well in the desert and find a city that nobody has ever left alive, and a way out of it."


def asked(text: str = PLOT, title: str = "plot", author: str | None = None) -> Book:
    return Book(title, author, "en", (Chapter(1, None, text),))


def table() -> Table:
    items = {"The_Lamp_-_A._Writer": Item(PLOT), "The_Well": Item(OTHER)}
    rows = [
        (reader, PastReview(item, items[item].text, "Good.", stars))
        for reader, item, stars in (
            ("a", "The_Lamp_-_A._Writer", 5),
            ("a", "The_Well", 3),
            ("b", "The_Well", 4),
        )
    ]
    return Table(STARS, list(rows), items)


@pytest.mark.parametrize(
    "book",
    [asked(), asked(PLOT.replace(", until", "; and then")), asked("Call her Mara.", "The Lamp", "A. Writer")],
)
def test_the_story_that_is_asked_about_is_taken_out_of_the_table(book: Book) -> None:
    left = without_stories(table(), [book])
    assert list(left.items) == ["The_Well"]
    assert [(reader, past.item) for reader, past in left.rows] == [("a", "The_Well"), ("b", "The_Well")]


def test_other_stories_stay() -> None:
    before = table()
    assert (
        without_stories(before, [asked("A story of its own, in words that no other has.", "The Lamp")])
        is before
    )
    assert not AskedStories([asked(OTHER, "The Well", "B. Else")]).include("The_Lamp_-_A._Writer", PLOT)


def test_a_profile_loses_only_that_review() -> None:
    reviews = (PastReview("x", PLOT, "Loved it.", 9), PastReview("y", OTHER, "So so.", 6))
    (left,), notes = without_asked([Profile("ann", reviews=reviews)], [asked()])
    assert [past.item for past in left.reviews] == ["y"] and notes == ()
    (left,), (note,) = without_asked([Profile("ann", reviews=reviews[:1])], [asked()])
    assert len(left.reviews) == 1 and note.code == "personas.knows-only-this"


def test_a_table_of_nothing_else_is_refused() -> None:
    with pytest.raises(UsageError, match="of no others"):
        without_stories(table(), [asked(), asked(OTHER)])
