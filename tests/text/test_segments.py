import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.errors import UsageError
from fabula.text.book import Book, Chapter
from fabula.text.segments import segments, whole_text
from fabula.text.words import count_words
from fabula.tokens import estimate_tokens

PROSE = st.text(alphabet=st.sampled_from("ab I.,!?“”\"'\n 第一回红楼梦。！？…　\U00020000é-"), max_size=300)


def book_of(*texts: str, language: str = "en", parts: tuple[str, ...] = ()) -> Book:
    chapters = tuple(
        Chapter(number, f"Chapter {number}", text, parts) for number, text in enumerate(texts, 1)
    )
    return Book("A Book", None, language, chapters)


@given(
    texts=st.lists(PROSE, max_size=5),
    size=st.integers(1, 60),
    language=st.sampled_from(["en", "zh"]),
    parts=st.sampled_from([(), ("Part One",), ("Book I", "Part One")]),
)
@settings(max_examples=300)
def test_segments_of_words_joined_give_the_book_and_none_is_too_long(
    texts: list[str], size: int, language: str, parts: tuple[str, ...]
) -> None:
    book = book_of(*texts, language=language, parts=parts)
    pieces = segments(book, size, "words")
    assert "".join(piece.text for piece in pieces) == whole_text(book)
    assert all(count_words(piece.text, language) <= size for piece in pieces)


@given(texts=st.lists(PROSE, max_size=5), size=st.integers(1, 60), language=st.sampled_from(["en", "zh"]))
@settings(max_examples=300)
def test_segments_of_tokens_joined_give_the_book_and_none_is_too_long(
    texts: list[str], size: int, language: str
) -> None:
    book = book_of(*texts, language=language)
    pieces = segments(book, size, "tokens")
    assert "".join(piece.text for piece in pieces) == whole_text(book)
    assert all(piece.text and estimate_tokens(piece.text) <= size for piece in pieces)


@given(texts=st.lists(PROSE, min_size=1, max_size=5), size=st.integers(1, 60))
@settings(max_examples=200)
def test_a_segment_says_where_it_stands_in_its_first_chapter(texts: list[str], size: int) -> None:
    book = book_of(*texts)
    for piece in segments(book, size):
        if piece.start:
            assert (book.chapters[piece.chapters[0] - 1].text + "\n\n")[piece.start :].startswith(piece.text)


def test_whole_chapters_are_packed_together_while_they_fit() -> None:
    book = book_of("one two three", "four five", "six seven eight nine")
    assert [piece.chapters for piece in segments(book, 9)] == [(1, 2), (3,)]


def test_a_long_chapter_is_cut_between_paragraphs_into_equal_pieces() -> None:
    paragraphs = [f"This is paragraph {number}." for number in range(40)]
    pieces = segments(book_of("\n\n".join(paragraphs)), 100)
    assert [count_words(piece.text, "en") for piece in pieces] == [82, 80]
    assert pieces[1].text.startswith("This is paragraph 20.")


def test_a_giant_paragraph_is_cut_between_sentences() -> None:
    pieces = segments(book_of("他走了。" * 30, language="zh"), 50)
    assert all(piece.text.rstrip().endswith("。") for piece in pieces)


def test_a_size_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot have 0 words"):
        segments(book_of("a"), 0)
