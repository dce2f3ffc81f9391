"""Books that several people tell: diaries, letters, chapters headed by a name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabula.reading.cast import Cast, find_cast
from fabula.reading.measured import measure
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from fabula.text.book import Book, Chapter
from reading.small_books import book_of

PEOPLE = (
    "Anna Fell came in, and Peter Marsh was at the window. Anna sat down. Peter turned round. She looked at him. "
    "Anna spoke of the sea. Peter listened to her. He was tired, and she knew it. Mr. Marsh had walked all day.\n\n"
)
HERS = (
    "I woke early, and I went down to the shore. I saw Peter there. He had a net over his arm, and I asked him about it.\n\n"
    "“Is it yours?” I said.\n\n“It is,” said Peter.\n\nI did not believe him, and I told him so. I went home at ten."
)
HIS = (
    "I mended the net, and I thought of Anna. I had seen her on the shore. I knew that she did not believe me.\n\n"
    "“Good morning,” I said when she came by.\n\n“Good morning,” said Anna.\n\nI looked after her until I could not see her."
)


def titled(*chapters: tuple[str, str]) -> Book:
    return Book("A Book", None, "en", tuple(Chapter(n, *each) for n, each in enumerate(chapters, 1)))


def told_by(book: Book) -> list[str | None]:
    cast = find_cast(book)
    return [None if each.who is None else cast.characters[each.who].name for each in cast.tellers]


def said(book: Book) -> list[tuple[str, str | None]]:
    texts = [chapter.text for chapter in book.chapters]
    return [
        (texts[each.chapter][slice(*each.spans[0])], each.speaker)
        for each in speeches(book, parse(book), find_cast(book))
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "Anna Fell’s Journal.",
        "Anna’s Diary—continued",
        "ANNA FELL'S JOURNAL (continued)",
        "(Extracts from the diary of Anna Fell, spinster)",
        "The Story Continued by Anna Fell",
        "The events related by Anna Fell, housekeeper at Saltry.",
        "Letter, Anna Fell to Peter Marsh.",
        "Anna Fell, in continuation",
    ],
)
def test_a_heading_says_who_tells_what_stands_below_it(heading: str) -> None:
    book = book_of(PEOPLE, f"{heading}\n\n{HERS}", f"Mr. Marsh’s Notebook.\n\n{HIS}")
    assert told_by(book) == ["Anna Fell", "Peter Marsh"]
    assert ("“Is it yours?”", "Anna Fell") in said(book)
    assert ("“Good morning,”", "Peter Marsh") in said(book)


def test_two_may_tell_one_chapter() -> None:
    book = book_of(PEOPLE, f"Anna’s Diary.\n\n{HERS}\n\nPeter’s Diary.\n\n{HIS}")
    cast = find_cast(book)
    assert told_by(book) == ["Anna Fell", "Peter Marsh"]
    text = book.chapters[1].text
    assert cast.teller_at(1, text.index("I woke")) == cast.tellers[0].who
    assert cast.teller_at(1, text.index("I mended")) == cast.tellers[1].who
    assert cast.teller_at(0, 0) is None
    assert [speaker for quote, speaker in said(book) if quote == "“Good morning,”"] == [
        "Peter Marsh",
        "Anna Fell",
    ]


def test_a_chapter_may_be_headed_by_the_name_of_who_tells_it() -> None:
    book = titled(("Chapter 1: Anna", HERS), ("2. Peter Marsh", HIS), ("Anna", PEOPLE))
    assert told_by(book) == ["Anna Fell", "Peter Marsh"], "a chapter about Anna is not told by her"


def test_one_chapter_titled_with_a_name_is_about_them() -> None:
    """`Mr. Sherlock Holmes`, of whom Watson tells."""
    book = titled(
        ("Chapter I: Anna Fell", PEOPLE + HIS), ("Chapter II: The Net", HIS), ("Chapter III: The Sea", HIS)
    )
    parts = replace(book, chapters=tuple(replace(each, parts=("Part One",)) for each in book.chapters))
    assert told_by(book) == told_by(parts) == []


def test_a_chapter_titled_with_a_name_is_about_whom_its_telling_names() -> None:
    about = (
        HIS.replace("Anna", "Anna Fell")
        + " Anna Fell was tall, and I liked her. I thought that Anna Fell was ill, and I said so."
    )
    assert told_by(titled(("Day One", PEOPLE), ("Chapter 2: Anna Fell", about))) == []


@pytest.mark.parametrize(
    "heading",
    [
        "The Story Continued by Anna Fell of Saltry, Spinster",
        "The story according to Anna Fell.",
        "Miss Anna Fell tells the tale.",
    ],
)
def test_a_heading_above_a_chapter_holds_up_to_the_next(heading: str) -> None:
    """It may end the text of the chapter before, where a file has no parts."""
    book = book_of(f"{PEOPLE}{HIS}\n\n{heading}", HERS, HERS, f"{HERS}\n\nMr. Marsh’s Notebook.", HIS)
    cast = find_cast(book)
    tellers = {each.chapter: cast.characters[each.who].name for each in cast.tellers if each.who is not None}
    assert tellers == {1: "Anna Fell", 2: "Anna Fell", 3: "Anna Fell", 4: "Peter Marsh"}


def test_a_heading_at_the_top_of_a_part_holds_for_the_part() -> None:
    chapters = (
        Chapter(1, "I", PEOPLE, ("Book I",)),
        Chapter(2, "I", f"The Lamp\n\nThe surprising narration of Anna Fell.\n\n{HERS}", ("Book II",)),
        Chapter(3, "II", HERS, ("Book II",)),
        Chapter(4, "I", HIS, ("Book III",)),
    )
    assert {each.chapter for each in find_cast(Book("A Book", None, "en", chapters)).tellers} == {1, 2}


def test_somebody_known_by_a_title_is_meant_in_full_by_a_heading() -> None:
    people = PEOPLE.replace("Peter Marsh", "Mr. Marsh").replace("Peter", "Mr. Marsh")
    assert told_by(book_of(people, f"The narrative of Sydney Marsh.\n\n{HIS}")) == ["Mr. Marsh"]


@pytest.mark.parametrize("line", ["Anna’s journal lay on the table.", "The Story of Anna", "“Anna’s diary.”"])
def test_what_only_speaks_of_a_diary_is_no_heading(line: str) -> None:
    assert told_by(book_of(PEOPLE, f"{line}\n\n{HIS}")) == []


def by_anna(*more: str) -> Book:
    """A book that Anna tells, with chapters by others."""
    called = "“Anna,” said Peter, “come here.”\n\nI came.\n\n“Look, Anna,” he said. “Do you see it, Anna?”\n\nI said that I did. I went home."
    return book_of(HERS, f"{called}\n\n{called}", called, f"{called}\n\n{called}", *more)


def teller(cast: Cast) -> str | None:
    return None if cast.narrator is None else cast.characters[cast.narrator].name


def test_a_chapter_that_speaks_of_the_narrator_is_told_by_another() -> None:
    about = (
        "I saw Anna on the hill. I thought that Anna was ill, and I said so. I went up. "
        + "I sat down beside Anna, and I waited. " * 2
    )
    book = by_anna(about)
    assert teller(find_cast(book)) == "Anna"
    assert [(each.chapter, each.who) for each in find_cast(book).tellers] == [(4, None)]


def test_the_narrator_goes_on_below_a_heading_of_their_own() -> None:
    book = by_anna(f"Peter Marsh’s Notebook.\n\n{HIS}\n\nAnna’s Diary.\n\n{HERS}", PEOPLE)
    cast = find_cast(book)
    text = book.chapters[4].text
    assert teller(cast) == cast.characters[cast.teller_at(4, text.index("I woke")) or 0].name
    assert cast.teller_at(4, text.index("I mended")) != cast.narrator
    assert ("“Is it yours?”", teller(cast)) in said(book)


def test_a_guest_tells_what_comes_before_the_tale() -> None:
    """Mr. Lockwood hears the story from Mrs. Dean, who says `I` from then on."""
    guest = "“Sit down, Mr. Orme,” said Peter.\n\nI sat down.\n\n“Now, Mr. Orme,” he said. “Are you cold, Mr. Orme?”\n\nI said that I was. I looked at the fire. I knew nobody there, and I was tired."
    book = by_anna()
    told = book_of(guest, guest, *(chapter.text for chapter in book.chapters))
    cast = find_cast(told)
    assert teller(cast) == "Anna"
    assert [(each.chapter, cast.characters[each.who or 0].name) for each in cast.tellers] == [
        (0, "Mr. Orme"),
        (1, "Mr. Orme"),
    ]


def test_few_letters_are_by_whoever_signs_them() -> None:
    letter = "You ask how I am. I am well, and I have bought a boat. I sail on Monday. I think of you. I hope that I shall see you."
    chapters = [
        ("Letter I", f"{letter}\n\nYour brother,\n\nPeter Marsh."),
        ("Letter II", f"{letter}\n\nP. M."),
        *((f"Chapter {n}", chapter.text) for n, chapter in enumerate(by_anna(PEOPLE).chapters, 1)),
    ]
    assert told_by(titled(*chapters)) == ["Peter Marsh", "Peter Marsh"]


def test_the_report_says_whose_the_chapter_is() -> None:
    long = HERS + "\n\n" + "I walked along the shore, and I thought of my mother and of our house. " * 40
    telling = measure(book_of(PEOPLE, f"Anna’s Diary.\n\n{long}")).telling
    assert [(each.view, each.mind) for each in telling] == [(None, None), ("first", "Anna Fell")]
