"""Texts of Aozora Bunko are read without the marks of whoever typed them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.text.files import read

LINE = "-" * 55
LEGEND = f"{LINE}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）鵞鳥《がちょう》\n\n［＃］：入力者注\n（例）［＃８字下げ］\n{LINE}"
PROSE = "　｜洪水《こうずい》のあと橋を直す者はなかった。子供は鵞鳥《がちょう》を数えて、十一羽だと云った［＃「云った」に傍点］。\n"
MADE = "底本：「全集　第三巻」某書房\n　　　1998（平成10）年初版発行\n入力：某\n2001年3月1日公開\n"


@pytest.mark.parametrize(
    "heading",
    [
        "［＃８字下げ］{0}［＃「{0}」は中見出し］",
        "［＃大見出し］{0}［＃大見出し終わり］",
        "［＃３字下げ］［＃中見出し］{0}［＃中見出し終わり］",
    ],
)
@pytest.mark.parametrize(
    "titles", ["一二三四五", ("渡し場", "橋", "鵞鳥", "兄", "霜")], ids=["numbers", "titles"]
)
def test_readings_and_notes_are_no_text_and_headings_are_headings(
    tmp_path: Path, heading: str, titles: str
) -> None:
    chapters = "".join(f"{heading.format(title)}\n\n{PROSE * 14}\n［＃改ページ］\n" for title in titles)
    path = tmp_path / "watashiba.txt"
    path.write_text(f"渡し場\n某\n\n{LEGEND}\n\n{chapters}\n{MADE}", encoding="cp932")
    book = read(path)
    assert [chapter.title for chapter in book.chapters] == list(titles)
    assert (book.title, book.author, book.language) == ("渡し場", "某", "ja")
    text = "".join(chapter.text for chapter in book.chapters)
    assert not any(mark in text for mark in "［＃《》｜") and "底本" not in text
    assert book.chapters[0].text.startswith(
        "洪水のあと橋を直す者はなかった。子供は鵞鳥を数えて、十一羽だと云った。"
    )
    assert any(each.what.code == "text.colophon" and each.words > 30 for each in book.left_out)


def test_titles_of_books_in_double_brackets_stay(tmp_path: Path) -> None:
    path = tmp_path / "chinese.txt"
    path.write_text("第一章 书\n\n" + "他把《诗经》放在桌上，一句话也没有说。" * 40)
    assert "《诗经》" in read(path).chapters[0].text
