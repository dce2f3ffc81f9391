"""Speech is given to the person its tag names, or to nobody."""

from __future__ import annotations

from small_books import book_of

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import voices
from fabula.text.book import Book


def heard(book: Book) -> dict[str | None, int]:
    return {voice.name: voice.speeches for voice in voices(book, parse(book), find_cast(book))}


def test_tags_before_and_after_the_speech() -> None:
    book = book_of(
        "“Come in,” said Anna.\n\n“I am in,” Peter replied.\n\nAnna said, “Then sit.”\n\n“Why?”\n\n“Because,” he said.\n\nPeter sat."
    )
    assert heard(book) == {"Anna": 2, "Peter": 1, None: 2}


def test_a_speech_broken_by_its_tag_is_one() -> None:
    book = book_of("“Come,” said Anna softly, “and sit.”\n\nAnna had spoken.")
    (anna,) = voices(book, parse(book), find_cast(book))
    assert (anna.name, anna.speeches, anna.words) == ("Anna", 1, 3)
    assert anna.share == 1.0


def test_an_action_beside_the_speech_names_who_speaks_unless_two_act() -> None:
    book = book_of(
        "“No.” Anna put down the cup.\n\n“Yes.” Anna looked at Peter.\n\nPeter sat. Peter was gone."
    )
    assert heard(book) == {"Anna": 1, None: 1}


def test_chinese_tags() -> None:
    book = book_of(
        "黛玉笑道：“你来了。”宝玉道：“来了。”那丫头道：“茶来了。”\n\n黛玉道：“坐。”宝玉道：“好。”宝玉说道：“好。”黛玉道：“嗯。”",
        language="zh",
    )
    assert heard(book) == {"黛玉": 3, "宝玉": 3, None: 1}
