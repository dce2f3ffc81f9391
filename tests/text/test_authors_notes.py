"""An author's words to readers below a chapter go and are counted; a letter's postscript and a note above stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_books import HAN, SENTENCE

from fabula.text.book import Book
from fabula.text.files import read


def book_with(tmp_path: Path, heading: str, prose: str, lines: list[str], above: bool = False) -> Book:
    chapters = []
    for n in range(1, 5):
        said = lines if n % 2 else []
        story = [prose * 3] * 8
        chapters.append("\n".join([heading.format(n), *(said + story if above else story + said)]))
    path = tmp_path / "noted.txt"
    path.write_text("\n".join(chapters))
    return read(path)


@pytest.mark.parametrize("mark", ["作者有话说：", "作者有话要说:", "作者的话：", "作者閒話："])
def test_chinese_notes_below_chapters_are_left_out(tmp_path: Path, mark: str) -> None:
    book = book_with(tmp_path, "第{}章 归途", HAN, [f"{mark}谢谢大家，明天继续更新。", "爱你们。"])
    assert len(book.chapters) == 4
    assert all(chapter.text.endswith(HAN) and "爱你们" not in chapter.text for chapter in book.chapters)
    assert [(str(each.what), each.words > 10) for each in book.left_out] == [(mark.rstrip("：:"), True)]


@pytest.mark.parametrize("mark", ["A/N:", "Author's Note:", "End of Chapter Notes:"])
def test_english_notes_below_chapters_are_left_out(tmp_path: Path, mark: str) -> None:
    book = book_with(tmp_path, "Chapter {}", SENTENCE, [f"{mark} Thanks for reading so far!"])
    assert len(book.chapters) == 4 and not any("Thanks" in chapter.text for chapter in book.chapters)
    assert str(book.left_out[0].what) == mark.rstrip(":")


@pytest.mark.parametrize("line", ["PS: bring the lamp.", "The author's note said nothing."])
def test_words_of_the_story_stay(tmp_path: Path, line: str) -> None:
    book = book_with(tmp_path, "Chapter {}", SENTENCE, [line])
    assert line in book.chapters[0].text and not book.left_out


def test_a_note_above_the_story_takes_none_of_it(tmp_path: Path) -> None:
    book = book_with(tmp_path, "Chapter {}", SENTENCE, ["A/N: Thanks!"], above=True)
    assert not book.left_out and book.chapters[0].text.count(SENTENCE.strip()) == 24
