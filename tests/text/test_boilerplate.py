"""What a re-posting site adds to the chapters goes and is counted; what the author repeats stays."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from made_books import HAN, SENTENCE, epub, page

from fabula.text.book import Book, Chapter
from fabula.text.files import read

SHARED = Path(__file__).parents[2] / ".." / "shared"
ADVERTS = {
    "address": "Read the latest chapters at NovelHub.com",
    "report": "Please report us if you find any errors (broken links, non-standard content, etc.), so we can fix them as soon as possible.",
    "numbers": "You are reading The Snow Road chapter {n} on www.novelhub.net, updated {n}/10/2024.",
    "links": "Previous Chapter | Table of Contents | Next Chapter",
    "theft": "This story has been unlawfully taken without the author's consent. Report any sightings on Amazon.",
    "translator": "Translator: Lin{n}  Editor: Wood",
    "首发": "本书首发于飘雪小说网，最新章节请访问 www.piaoxue{n}.com",
    "手机": "手机用户请浏览ｍ．piaoxue．ｃｏｍ阅读，更优质的阅读体验。",
    "一秒": "天才一秒记住本站地址：飘雪阁。手机版阅读网址：m.piaoxue.cc",
    "未完": "(本章未完，请点击下一页继续阅读)",
    "求票": "求收藏，求推荐票！",
    "链接": "上一章 返回目录 下一章",
    "位置": "当前位置：首页 - 玄幻 - 飘雪",
    "括号": "[首页] [书架] [书签] [目录]",
    "主页": "主页·分类·排行·全本·书架",
    "首页": "回首页",
    "字体": "字体：大 中 小　背景：白 黄 绿　关灯　护眼",
    "页数": "第{n}页/共8页",
    "单页": "第 {n} 页",
    "分页": "（第{n}/8页）",
    "时间": "更新时间：2019-03-1{n} 字数：310{n}",
}
ENGLISH_WORDS = ["harbour", "lantern", "winter", "letter", "captain", "garden", "silver", "road", "window", "brother", "market", "river", "stone", "kitchen", "doctor", "bridge"]  # fmt: skip


def told(number: int, chinese: bool = False, paragraphs: int = 9) -> list[str]:
    """The paragraphs of a chapter, none like another's."""
    dice = random.Random(number)
    if chinese:
        return [
            "".join(dice.choices(HAN, k=60)).replace("。", "") + f"，第{number}夜{at}更，他才回来。"
            for at in range(paragraphs)
        ]
    return [
        f"On day {number} at hour {at} the {' '.join(dice.choices(ENGLISH_WORDS, k=12))} {SENTENCE}"
        for at in range(paragraphs)
    ]


Posted = Callable[[int, list[str]], list[str]]


def book(tmp_path: Path, posted: Posted, count: int = 8, chinese: bool = False) -> tuple[Book, list[str]]:
    """A novel as it was posted, and the text of its chapters as the author wrote them."""
    chapters, own = [], []
    for number in range(1, count + 1):
        paragraphs = told(number, chinese)
        own.append("\n\n".join(" ".join(each.split()) for each in paragraphs))
        heading = f"第{number}章 归途" if chinese else f"Chapter {number}: The Road"
        chapters.append("\n\n".join([heading, *posted(number, paragraphs)]))
    path = tmp_path / "book.txt"
    path.write_text("\n\n".join(chapters) + "\n", encoding="utf-8")
    return read(path), own


def texts(chapters: Sequence[Chapter]) -> list[str]:
    return [chapter.text for chapter in chapters]


def counted(book: Book) -> list[int]:
    return [int(str(each.what.fields["n"])) for each in book.left_out if each.what.code == "text.site-lines"]


@pytest.mark.parametrize("place", ["start", "end", "middle", "anywhere"])
@pytest.mark.parametrize("name", ADVERTS)
def test_an_advert_in_every_chapter_is_left_out_and_counted(tmp_path: Path, name: str, place: str) -> None:
    dice = random.Random(7)

    def posted(number: int, paragraphs: list[str]) -> list[str]:
        at = {"start": 0, "end": 9, "middle": 4, "anywhere": dice.randint(0, 9)}[place]
        return [*paragraphs[:at], ADVERTS[name].format(n=number), *paragraphs[at:]]

    found, own = book(tmp_path, posted, chinese=not name.isascii())
    assert texts(found.chapters) == own
    assert counted(found) == [8]
    assert len({chapter.title for chapter in found.chapters}) == 8
    assert all(chapter.scene_breaks == () for chapter in found.chapters)


ABROAD = {
    "ru": "Читайте новые главы онлайн на нашем сайте, глава {n}.",
    "ru errors": "Если вы нашли ошибку в главе, сообщите нам об ошибке.",
    "ru links": "Предыдущая глава | Оглавление | Следующая глава",
    "es": "Lee los últimos capítulos gratis en nuestra web.",
    "es links": "Capítulo anterior | Índice | Capítulo siguiente",
    "fr": "Lisez la suite gratuitement en ligne, chapitre {n}.",
    "fr errors": "Si vous remarquez des erreurs, écrivez-nous.",
    "de": "Lesen Sie die neuesten Kapitel auf unserer Seite.",
    "de links": "Voriges Kapitel | Inhalt | Nächstes Kapitel",
}


@pytest.mark.parametrize("name", ABROAD)
def test_adverts_in_other_languages_go_where_they_come_again(tmp_path: Path, name: str) -> None:
    again, own = book(tmp_path, lambda number, paragraphs: [*paragraphs, ABROAD[name].format(n=number)])
    assert texts(again.chapters) == own and counted(again) == [8]
    once, _ = book(tmp_path, lambda number, told: [*told, ABROAD[name].format(n=1)] if number == 2 else told)
    assert counted(once) == []


@pytest.mark.parametrize(
    "refrain",
    [
        "Она читала его письмо ещё раз.",
        "Leía su carta otra vez.",
        "Elle lisait sa lettre encore une fois.",
        "Sie las den Brief noch einmal.",
    ],
)
def test_a_refrain_in_another_language_stays(tmp_path: Path, refrain: str) -> None:
    found, _ = book(tmp_path, lambda number, paragraphs: [*paragraphs, refrain])  # noqa: ARG005
    assert counted(found) == [] and all(refrain in each.text for each in found.chapters)


@pytest.mark.parametrize("name", ADVERTS)
def test_an_advert_under_the_headings_is_no_title(tmp_path: Path, name: str) -> None:
    heading = "Chapter {}" if name.isascii() else "第{}章"
    path = tmp_path / "book.txt"
    path.write_text(
        "\n\n".join(
            f"{heading.format(n)}\n{ADVERTS[name].format(n=n)}\n\n" + "\n\n".join(told(n, not name.isascii()))
            for n in range(1, 6)
        ),
        encoding="utf-8",
    )
    found = read(path)
    assert [chapter.title for chapter in found.chapters] == [heading.format(n) for n in range(1, 6)]
    assert counted(found) == [5]


@pytest.mark.parametrize("name", ["address", "手机", "未完"])
def test_an_advert_within_a_paragraph_is_cut_out_of_it(tmp_path: Path, name: str) -> None:
    found, own = book(
        tmp_path,
        lambda _, told: [*told[:3], told[3].strip() + " " + ADVERTS[name], *told[4:]],
        chinese=not name.isascii(),
    )
    assert texts(found.chapters) == own
    assert counted(found) == [8]


def test_adverts_whose_words_change_are_found_by_two_signs(tmp_path: Path) -> None:
    theft = [
        "Stolen content: this tale is not meant to be on Amazon; report any sightings.",
        "If you stumble upon this narrative on Amazon, be aware that it is taken without permission.",
        "Unauthorized use: this story is on Amazon without permission from the author. Report it.",
        "This tale has been unlawfully lifted without the author's consent; report it on Amazon.",
    ]
    found, own = book(tmp_path, lambda n, told: [*told[:4], theft[n % 4], *told[4:]], count=4)
    assert texts(found.chapters) == own


def test_the_name_of_the_site_alone_goes_with_its_adverts(tmp_path: Path) -> None:
    found, own = book(
        tmp_path, lambda n, told: [*([ADVERTS["address"]] if n % 2 else ["NovelHub"]), *told], 10
    )
    assert texts(found.chapters) == own
    found, own = book(
        tmp_path, lambda _, told: ["~ Winter Harbour Scans ~", *told, "Winter Harbour Scans"], 12
    )
    assert texts(found.chapters) == own


REFRAINS = {
    "refrain": ["Oh, the river runs wide, and the river runs slow,", "And it never comes back to the sea."],
    "motto": ["So it goes."],
    "said he": ["“Indeed,” said he."],
    "litany": ["Pray for us."],
    "epigraph": ["He that increaseth knowledge increaseth sorrow.", "ECCLESIASTES"],
    "letter": ["My dear Walton,"],
    "signature": ["Your loving daughter", "Anna"],
    "day": ["Dear Diary"],
    "mail": ["From: leo@example.com"],
    "report": ["“Please report to the bridge,” said the captain."],
    "notice": ["[You have reached a new level!]"],
    "read": ["Read the letter again, she thought, the whole letter."],
    "next": ["What came then, the next chapter will tell."],
    "且听": ["毕竟后事如何，且听下回分解。"],
    "经文": ["南无阿弥陀佛"],
    "更": ["请看下回。"],
    "手机": ["手机响了。"],
}


@pytest.mark.parametrize("place", [0, 4, 9])
@pytest.mark.parametrize("name", REFRAINS)
def test_what_the_author_repeats_stays(tmp_path: Path, name: str, place: int) -> None:
    lines = REFRAINS[name]
    found, _ = book(
        tmp_path,
        lambda _, told: [*told[:place], *lines, *told[place:]],
        count=14,
        chinese=not lines[0].replace("“", "").replace("”", "").isascii(),
    )
    assert counted(found) == []
    whole = "\n".join([each.title + "\n" + each.text for each in found.chapters])
    assert all(whole.count(line) >= 14 for line in lines)


def test_ornaments_stay_and_an_advert_that_comes_once_stays(tmp_path: Path) -> None:
    found, _ = book(
        tmp_path,
        lambda n, told: ["* * *", *told[:5], "* * *", *told[5:], *([ADVERTS["address"]] if n == 4 else [])],
    )
    assert counted(found) == []
    assert all(chapter.scene_breaks for chapter in found.chapters)


def test_scene_breaks_move_with_their_text(tmp_path: Path) -> None:
    found, _ = book(tmp_path, lambda _, told: [ADVERTS["address"], *told[:5], "* * *", *told[5:]])
    for chapter in found.chapters:
        (scene,) = chapter.scene_breaks
        assert chapter.text[scene:].startswith(f"On day {chapter.number} at hour 5")


def test_a_chapter_of_nothing_but_adverts_is_none(tmp_path: Path) -> None:
    found, own = book(tmp_path, lambda n, told: [*(told if n < 8 else []), ADVERTS["address"]])
    assert texts(found.chapters) == own[:7]
    assert [chapter.number for chapter in found.chapters] == list(range(1, 8))


def test_an_epub_of_a_site_is_cleaned_too(tmp_path: Path) -> None:
    pages = {
        f"c{n}.xhtml": page(
            f"<h1>Chapter {n}</h1><p>{ADVERTS['address']}</p>" + "".join(f"<p>{each}</p>" for each in told(n))
        )
        for n in range(1, 5)
    }
    found = read(epub(tmp_path / "a.epub", pages))
    assert counted(found) == [4]
    assert "novelhub" not in "".join(texts(found.chapters)).lower()


@pytest.mark.parametrize("folder", ["data/pdnc", "books"])
def test_no_line_of_published_novels_is_left_out(folder: str) -> None:
    if not (SHARED / folder).is_dir():
        pytest.skip(f"{folder} stands in ../shared, which is not here")
    places = sorted([*(SHARED / folder).glob("*/novel_text.txt"), *(SHARED / folder).glob("*.*")])[:6]
    assert places
    assert [counted(read(place)) for place in places] == [[]] * len(places)
