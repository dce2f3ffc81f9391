"""Every format but EPUB, every encoding: the chapters, the words and what was set aside."""

from __future__ import annotations

import json
import textwrap
import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from made_books import HAN, SENTENCE, pdf, prose, zipped
from opencc import OpenCC

from fabula.errors import FabulaError
from fabula.notices import Notice
from fabula.text.book import Book
from fabula.text.files import read

SHARED = Path(__file__).parents[2] / ".." / "shared"
PARAGRAPH = SENTENCE * 6


def shared(name: str) -> Path:
    if not (SHARED / name).exists():
        pytest.skip(f"{name} stands in ../shared, which is not here")
    return SHARED / name


def titles(book: Book) -> list[str]:
    return [chapter.title for chapter in book.chapters]


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


# Chinese classics and LongStoryEval's own book


def test_hong_lou_meng_has_120_chapters() -> None:
    book = read(shared("books/hong-lou-meng.txt"))
    assert len(book.chapters) == 120
    assert (book.title, book.author, book.language, book.encoding) == ("红楼梦", "曹雪芹", "zh", "utf-8")
    assert book.chapters[0].title.startswith("第一回")
    assert book.chapters[-1].title.startswith("第一二零回")


def test_a_book_in_gb18030_keeps_every_chapter() -> None:
    book = read(shared("books/shui-hu-zhuan.gb18030.txt"))
    assert len(book.chapters) == 121
    assert (book.title, book.author, book.encoding) == ("水浒传", "施耐庵", "gb18030")
    assert book.chapters[0].title.startswith("楔子")


def test_the_chaps_file_of_longstoryeval_is_a_book() -> None:
    book = read(shared("data/longstoryeval/invisible_man_chapters.json"))
    assert len(book.chapters) == 29
    assert book.chapters[0].title == "CHAPTER I. THE STRANGE MAN’S ARRIVAL"
    assert book.chapters[-1].title == "THE EPILOGUE"


# encodings

CHINESE = "《渡船》林舟\n\n" + "".join(
    f"第{number}章 渡口\n\n" + "".join(f"　　{HAN * 3}\n\n" for _ in range(12)) for number in "一二三四"
)
ENGLISH = "The Café\n\n" + "".join(
    f"Chapter {n}\n\n" + f"“Naïve,” she said—twice. {PARAGRAPH}\n\n" * 5 for n in (1, 2, 3)
)


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
        ("gb18030", "gb18030"),
        ("gbk", "gb18030"),
    ],
)
def test_chinese_is_read_in_every_encoding(tmp_path: Path, encoding: str, told: str) -> None:
    book = read(written(tmp_path / "book.txt", CHINESE, encoding))
    assert book.encoding == told
    assert titles(book) == [f"第{number}章 渡口" for number in "一二三四"]
    assert HAN in book.chapters[2].text
    assert book.title == "渡船"


def test_traditional_chinese_is_read_in_big5(tmp_path: Path) -> None:
    text = OpenCC("s2t").convert(CHINESE)
    book = read(written(tmp_path / "book.txt", text, "big5"))
    assert (book.encoding, book.language, len(book.chapters)) == ("big5", "zh", 4)
    assert "碼頭" in book.chapters[0].text


@pytest.mark.parametrize(
    ("encoding", "told"),
    [("cp1252", "cp1252"), ("utf-16", "utf-16"), ("utf-16-be", "utf-16"), ("utf-8", "utf-8")],
)
def test_english_with_curly_quotes_is_read_in_every_encoding(
    tmp_path: Path, encoding: str, told: str
) -> None:
    book = read(written(tmp_path / "book.txt", ENGLISH, encoding))
    assert (book.encoding, len(book.chapters)) == (told, 3)
    assert "“Naïve,” she said—twice." in book.chapters[0].text
    assert not book.warnings


def test_a_few_damaged_bytes_are_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    raw = bytearray(CHINESE.encode("gb18030"))
    raw[len(raw) // 2] = 0xFF
    (tmp_path / "book.txt").write_bytes(bytes(raw))
    book = read(tmp_path / "book.txt")
    assert (book.encoding, len(book.chapters)) == ("gb18030", 4)
    assert any("could not be read" in str(warning) for warning in book.warnings)


# plain text


def test_a_text_names_its_title_by_its_head_or_its_file(tmp_path: Path) -> None:
    body = "".join(f"Chapter {n}\n\n{PARAGRAPH}\n\n" for n in (1, 2))
    assert (
        read(written(tmp_path / "a.txt", f"Title: The Ferry\nAuthor: A. Writer\n\n{body}")).title
        == "The Ferry"
    )
    assert read(written(tmp_path / "b.txt", f"THE FERRY\n\nby Ann Writer\n\n\n{body}")).author == "Ann Writer"
    assert (
        read(written(tmp_path / "c.txt", f"THE FERRY\n\nBy Ann Writer.\n\n\n{body}")).author == "Ann Writer"
    )
    for line in ("Being the Whole Story of a Boat", "(1814)"):
        book = read(written(tmp_path / "d.txt", f"The Ferry\n\n{line}\n\nBy Ann Writer\n\n\n{body}"))
        assert (book.title, book.author) == ("The Ferry", "Ann Writer")
    book = read(
        written(
            tmp_path / "e.txt",
            f"THE FERRY\nOF THE NIGHT\n\nBY\n\nANN WRITER\n\nDedication\n\nTo her brother.\n\n{body}",
        )
    )
    assert (book.title, book.author) == ("THE FERRY OF THE NIGHT", "ANN WRITER")
    book = read(
        written(
            tmp_path / "f.txt",
            f"The Ferry\n\nA Story\n\nBy Ann Writer.\n\nTo\nher brother\n\n{PARAGRAPH}\n\n{body}",
        )
    )
    assert (book.title, book.author) == ("The Ferry", "Ann Writer")
    named = read(written(tmp_path / "The Ferry - Ann Writer.txt", body))
    assert (named.title, named.author) == ("The Ferry", "Ann Writer")
    assert read(written(tmp_path / "d.txt", f"He stood\nby the door.\n\n{body}")).title == "D"
    assert read(written(tmp_path / "e.txt", f"The Ferry\n\n{body}")).title == "The Ferry"
    assert read(written(tmp_path / "seven.keys.zh.txt", body)).title == "Seven Keys"
    for n, author in enumerate(
        ("Ann Writer", "A. B. Writer", "Ann de la Writer", "Ford Madox Ford", "Sir Ann Writer")
    ):
        named = read(written(tmp_path / f"f{n}.txt", f"The Ferry\n\n{author}\n\n\n{body}"))
        assert (named.title, named.author) == ("The Ferry", author)
    under_part = read(written(tmp_path / "g.txt", f"The Ferry\nAnn Writer\n\nPart I\n\n{body}"))
    assert (under_part.title, under_part.author) == ("The Ferry", "Ann Writer")
    for n, line in enumerate(("A Novel", "The Complete Edition", "Draft Two", "He stood by Anna")):
        assert read(written(tmp_path / f"h{n}.txt", f"The Ferry\n\n{line}\n\n\n{body}")).author is None
    chinese = "".join(f"第{n}回　渡口\n\n河上起了雾，船没有来。\n\n" for n in "一二")
    named = read(written(tmp_path / "i.txt", f"渡口记\n施耐庵\n\n{chinese}"))
    assert (named.title, named.author) == ("渡口记", "施耐庵")
    assert read(written(tmp_path / "j.txt", f"渡口记\n第一部\n\n{chinese}")).author is None
    assert read(written(tmp_path / "the-old-ferry.utf-8.txt", body)).title == "The Old Ferry"


# Markdown and HTML

MARKDOWN = f"""---
title: The Ferry
author: A. Writer
genres: [Fantasy, "Sea stories"]
---

# Part One

## Chapter 1: The *Quay*

The ferry came in **late** that
evening.[^1] [Nobody](http://example.org) knew.
{PARAGRAPH}

***

![a ship](ship.png)

> “Wait,” she said.

## Chapter 2

{PARAGRAPH}

### A letter

{PARAGRAPH}

# Part Two

## Chapter 3

{PARAGRAPH}

```
some code here
```

# Acknowledgements

Thanks to all.
"""


def test_markdown_headings_make_parts_and_chapters(tmp_path: Path) -> None:
    book = read(written(tmp_path / "book.md", MARKDOWN))
    assert [(chapter.title, chapter.part) for chapter in book.chapters] == [
        ("Chapter 1: The Quay", "Part One"),
        ("Chapter 2", "Part One"),
        ("Chapter 3", "Part Two"),
    ]
    assert (book.title, book.author, book.genres) == ("The Ferry", "A. Writer", ("Fantasy", "Sea stories"))
    first = book.chapters[0]
    assert first.text.startswith("The ferry came in late that evening. Nobody knew.")
    assert first.text.endswith("“Wait,” she said.")
    assert len(first.scene_breaks) == 1
    assert "A letter" in book.chapters[1].text
    assert {("Acknowledgements", 3), ("code blocks", 3)} == {
        (str(each.what), each.words) for each in book.left_out
    }


def test_markdown_under_the_books_title_and_lines_wrapped_in_chinese(tmp_path: Path) -> None:
    text = "# 渡船\n\n" + "".join(
        f"## 第{number}章\n\n那一夜渡船\n迟迟不到。{HAN * 12}\n\n" for number in "一二三"
    )
    book = read(written(tmp_path / "book.txt", text))
    assert (book.title, book.format, len(book.chapters)) == ("渡船", "markdown", 3)
    assert "那一夜渡船迟迟不到。" in book.chapters[0].text


def test_html_is_told_by_its_content_and_cut_at_its_headings(tmp_path: Path) -> None:
    body = "".join(f"<h2>Chapter {n}<br>The Quay</h2>{prose()}" for n in (1, 2, 3))
    page = f"<!DOCTYPE html><html lang='en'><head><title>The Ferry</title><meta name='author' content='A. Writer'></head><body><h1>The Ferry</h1><nav><a href='#'>Home page</a></nav>{body}</body></html>"
    book = read(written(tmp_path / "book.txt", page))
    assert (book.format, book.title, book.author) == ("html", "The Ferry", "A. Writer")
    assert titles(book) == ["Chapter 1 The Quay", "Chapter 2 The Quay", "Chapter 3 The Quay"]
    assert ("navigation", 2) in [(str(each.what), each.words) for each in book.left_out]


def test_html_without_headings_is_searched_like_text(tmp_path: Path) -> None:
    body = "".join(f"<p><b>CHAPTER {n}</b></p>{prose()}" for n in ("I", "II", "III"))
    assert len(read(written(tmp_path / "book.html", f"<html><body>{body}</body></html>")).chapters) == 3


# Word


def test_a_word_document_is_cut_at_its_heading_styles(tmp_path: Path) -> None:
    document = docx.Document()
    document.core_properties.author = "A. Writer"
    document.add_paragraph("The Ferry", style="Title")
    document.add_heading("Part One", 1)
    for n in (1, 2):
        document.add_heading(f"Chapter {n}", 2)
        document.add_paragraph(PARAGRAPH)
    document.add_table(1, 1).cell(0, 0).text = "six seven"
    book_path = tmp_path / "book.docx"
    document.save(str(book_path))
    book = read(book_path)
    assert [(chapter.title, chapter.part) for chapter in book.chapters] == [
        ("Chapter 1", "Part One"),
        ("Chapter 2", "Part One"),
    ]
    assert (book.title, book.author, book.format) == ("The Ferry", "A. Writer", "docx")
    assert [(str(each.what), each.words) for each in book.left_out] == [("tables", 2)]


def test_tracked_insertions_stay_and_deletions_go(tmp_path: Path) -> None:
    document = docx.Document()
    for n in (1, 2):
        document.add_heading(f"Chapter {n}", 1)
        document.add_paragraph(PARAGRAPH)
    paragraph = document.add_paragraph("The ferry ")
    for change, tag, words in (("w:ins", "w:t", "sank."), ("w:del", "w:delText", "floated.")):
        element, run, text = OxmlElement(change), OxmlElement("w:r"), OxmlElement(tag)
        text.text = words
        text.set(qn("xml:space"), "preserve")
        run.append(text)
        element.append(run)
        paragraph._p.append(element)
    document.save(str(tmp_path / "book.docx"))
    assert read(tmp_path / "book.docx").chapters[-1].text.endswith("The ferry sank.")


def test_a_word_document_without_styles_is_searched_like_text(tmp_path: Path) -> None:
    document = docx.Document()
    for number in "一二三":
        document.add_paragraph(f"第{number}章 渡口")
        document.add_paragraph(HAN * 20)
    document.save(str(tmp_path / "book.docx"))
    book = read(tmp_path / "book.docx")
    assert (book.language, len(book.chapters)) == ("zh", 3)


# what LibreOffice and others write: one document with a part, a note, a table and tracked changes (pandoc made the FB2)

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["ferry.odt", "ferry.rtf", "ferry.fb2"])
def test_a_document_is_cut_at_its_headings(name: str) -> None:
    book = read(HERE / name)
    assert [(chapter.title, chapter.part) for chapter in book.chapters] == [
        ("Chapter 1: The Quay", "Part One"),
        ("Chapter 2: The Sea", "Part One"),
    ]
    assert (book.title, book.author, book.language) == ("The Ferry", "Ann Writer", "en")
    assert book.format == name.removeprefix("ferry.")
    assert "“Naïve,” she said—twice. “你好，”他说。 The boat sank." in book.chapters[0].text
    assert book.chapters[0].text.count("\n\n") == 1
    assert "This is the note" not in book.chapters[0].text
    assert ("tables", 4) in [(str(each.what), each.words) for each in book.left_out]


@pytest.mark.parametrize("name", ["ferry.odt", "ferry.rtf"])
def test_deleted_text_is_not_read(name: str) -> None:
    assert "floated" not in "".join(chapter.text for chapter in read(HERE / name).chapters)


def test_rtf_of_old_programs_is_read_by_the_character_set_of_each_font(tmp_path: Path) -> None:
    def coded(text: str, encoding: str) -> str:
        return "".join(rf"\'{byte:02x}" for byte in text.encode(encoding))

    body = "".join(
        rf"\pard\outlinelevel0\f1 {coded(f'第{number}章 渡口', 'gbk')}\par\pard\f2 {coded('Он ушёл. ' * 40, 'cp1251')}"
        rf"\f0 {{\v hidden}}caf\'e9 A\_1\- \{{x\}} \\ \u20320?\u-10179?\u-8704? {{\*\generator x}}\bin3 }}}}}}{{\footnote a note}}end\par "
        for number in "一二"
    )
    fonts = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset134 SimSun;}{\f2\fcharset204 Arial;}}"
    text = rf"{{\rtf1\ansi\ansicpg1252\deff0{fonts}{{\info{{\title Two \u-244?}}{{\author A. B.}}}}{body}}}"
    book = read(written(tmp_path / "old.rtf", text, "latin-1"))
    assert titles(book) == ["第一章 渡口", "第二章 渡口"]
    assert book.author == "A. B."
    assert book.chapters[0].text.endswith("Он ушёл. caf\u00e9 A-1 {x} \\ 你😀 end")


def test_a_locked_document_says_so(tmp_path: Path) -> None:
    members = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "META-INF/manifest.xml": "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>",
        "content.xml": "\0" * 9,
    }
    with zipfile.ZipFile(tmp_path / "book.odt", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(FabulaError, match="locked with a password"):
        read(tmp_path / "book.odt")


# Scrivener


def scrivener_project(folder: Path, binder: str, texts: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in texts.items():
        place = folder / "Files" / "Data" / name / "content.rtf"
        place.parent.mkdir(parents=True)
        place.write_text(rf"{{\rtf1\ansi\ansicpg1252 {text}\par}}")
    (folder / "Novel.scrivx").write_text(
        f'<?xml version="1.0"?><ScrivenerProject><Binder>{binder}</Binder></ScrivenerProject>'
    )
    return folder


def item(kind: str, title: str, below: str = "", compiled: str = "Yes") -> str:
    return (
        f'<BinderItem UUID="{title.replace(" ", "-")}" Type="{kind}"><Title>{title}</Title>'
        f"<MetaData><IncludeInCompile>{compiled}</IncludeInCompile></MetaData><Children>{below}</Children></BinderItem>"
    )


def test_a_scrivener_project_is_read_in_the_order_of_its_binder(tmp_path: Path) -> None:
    scenes = item("Text", "Arrival") + item("Text", "The Toll") + item("Text", "Old scene", compiled="No")
    chapters = item("Folder", "The Gate", scenes) + item("Folder", "The Sea", item("Text", "Sailing"))
    draft = (
        item("Text", "Prologue")
        + item("Folder", "Part One", chapters)
        + item("Folder", "Part Two", item("Text", "Chapter 3"))
    )
    binder = item("DraftFolder", "Draft", draft) + item("ResearchFolder", "Research", item("Text", "Notes"))
    own = r"\{\\Scrv_annot \\color=\{\\R=1.0\} \\text=look it up\\end_Scrv_annot\} <$Scr_Ps::1>end.<!$Scr_Ps::1>"
    texts = {
        name: f"{name}: {PARAGRAPH}" for name in ("Prologue", "Arrival", "Old-scene", "Chapter-3", "Notes")
    }
    texts |= {"The-Toll": f"Toll: {PARAGRAPH} {own}", "Sailing": PARAGRAPH}
    project = scrivener_project(tmp_path / "Novel.scriv", binder, texts)
    book = read(project)
    assert [(chapter.title, chapter.part) for chapter in book.chapters] == [
        ("Prologue", None),
        ("The Gate", "Part One"),
        ("The Sea", "Part One"),
        ("Chapter 3", "Part Two"),
    ]
    assert book.title == "Novel"
    assert len(book.chapters[1].scene_breaks) == 1 and "Toll: " in book.chapters[1].text
    assert book.chapters[1].text.endswith(" end.") and "look it up" not in book.chapters[1].text
    assert [str(each.what) for each in book.left_out] == ["Old scene"]
    assert "Notes" not in str(book.chapters)
    assert read(project / "Novel.scrivx").chapters == book.chapters
    with zipfile.ZipFile(tmp_path / "Novel.zip", "w") as archive:
        for file in project.rglob("*.*"):
            if file.is_file():
                archive.write(file, file.relative_to(tmp_path))
    assert read(tmp_path / "Novel.zip").chapters == book.chapters


def test_a_scrivener_project_without_a_draft_says_so(tmp_path: Path) -> None:
    with pytest.raises(FabulaError, match="draft is empty"):
        read(scrivener_project(tmp_path / "Novel.scriv", item("DraftFolder", "Draft"), {}))


# PDF


def pages_of_a_novel() -> list[list[str]]:
    line = "The ferry came in late that evening, and nobody on the quay could say who had"
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    pages = []
    for number, word in enumerate(words):
        lines = [f"\t{line}", line, line, f"sent for it at all on pier {word}."] * 7
        head = f"THE FERRY {number + 7}" if number % 2 else f"{number + 7} A. WRITER"
        opening = [f"Chapter {number // 3 + 1}", ""] if number % 3 == 0 else []
        pages.append([head, "", *opening, *lines])
    return pages


def test_a_pdf_loses_its_running_heads_and_page_numbers(tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(pdf(pages_of_a_novel(), title="The Ferry"))
    book = read(tmp_path / "book.pdf")
    assert (book.title, book.format) == ("The Ferry", "pdf")
    assert titles(book) == ["Chapter 1", "Chapter 2", "Chapter 3"]
    whole = "\n".join(chapter.text for chapter in book.chapters)
    assert "FERRY" not in whole
    assert "WRITER" not in whole
    assert not any(letter.isdigit() for letter in whole)
    assert any(str(each.what) == "running heads and page numbers" for each in book.left_out)
    assert book.chapters[0].text.count("\n\n") == 7 * 3 - 1


def test_a_running_head_with_its_page_number_goes_however_seldom_it_comes(tmp_path: Path) -> None:
    """Short chapters print their own title on a page or two."""
    pages = []
    for n in range(1, 13):
        chapter = (n + 2) // 3
        top = (
            [f"Chapter {chapter}", ""] if n % 3 == 1 else [f"The Long Night of {'ABCD'[chapter - 1]} {n}", ""]
        )
        foot = ["", str(n)] if n % 3 == 1 else []
        pages.append(
            [*top, *(f"In the year {1800 + n * 20 + line} nobody came over." for line in range(20)), *foot]
        )
    path = tmp_path / "heads.pdf"
    path.write_bytes(pdf(pages))
    book = read(path)
    assert [chapter.title for chapter in book.chapters] == [f"Chapter {n}" for n in (1, 2, 3, 4)]
    assert not any("Long Night" in chapter.text for chapter in book.chapters)
    assert sum(chapter.text.count("nobody came over.") for chapter in book.chapters) == 240


@pytest.mark.parametrize("titles", [("I", "II", "III", "IV"), ("FIRE", "SNOW", "RAIN", "DUST")])
def test_a_title_at_the_head_of_a_page_is_no_part_of_the_sentence_above(
    tmp_path: Path, titles: tuple[str, ...]
) -> None:
    """The last line of the page before is as long as any other."""
    pages = [
        [
            title,
            "",
            *(
                f"In the year {1000 + n * 100 + line} nobody came over, and the boat lay idle."
                for line in range(44)
            ),
        ]
        for n, title in enumerate(titles)
    ]
    path = tmp_path / "tops.pdf"
    path.write_bytes(pdf(pages))
    assert [chapter.title for chapter in read(path).chapters] == list(titles)


def test_a_pdf_joins_words_broken_at_the_end_of_a_line(tmp_path: Path) -> None:
    line = "Nobody on the quay could say who had sent for the ferry that came in so late to"
    lines = [
        f"\t{line}",
        "the well-known quay, a some-",
        "thing of great interest to the well-",
        "known harbour master.",
        f"\t{line}",
    ]
    (tmp_path / "book.pdf").write_bytes(pdf([["Chapter 1", "", *lines * 5], ["Chapter 2", "", *lines * 5]]))
    text = read(tmp_path / "book.pdf").chapters[0].text
    assert "a something of great interest to the well-known harbour master." in text


def test_a_pdf_without_headings_is_cut_at_its_bookmarks(tmp_path: Path) -> None:
    line = "Nobody on the quay could say who had sent for the ferry that came in so late."
    pages = [[name, "", *[f"\t{line}"] * 30] for name in ("Dawn", "Noon", "Dusk")]
    (tmp_path / "book.pdf").write_bytes(pdf(pages, bookmarks=[(0, "Dawn"), (1, "Noon"), (2, "Dusk")]))
    book = read(tmp_path / "book.pdf")
    assert titles(book) == ["Dawn", "Noon", "Dusk"]
    assert book.chapters[0].text.startswith("Nobody on the quay")


# screenplays

FOUNTAIN = """Title: The Ferry
Credit: written by
Author: A. Writer
Draft date: today

FADE IN:

# Act One

INT. QUAY - NIGHT #1#

The **ferry** is late. /* cut this */

ANN
(softly)
Who sent for it? [[check]]

EXT. HARBOUR - DAY

= Ann waits.

Gulls.

.THE DREAM

Water. INT. is not a scene here.
"""


def test_a_fountain_script_has_a_chapter_a_scene(tmp_path: Path) -> None:
    book = read(written(tmp_path / "script.fountain", FOUNTAIN))
    assert titles(book) == ["INT. QUAY - NIGHT", "EXT. HARBOUR - DAY", "THE DREAM"]
    assert (book.title, book.author, book.format) == ("The Ferry", "A. Writer", "screenplay")
    assert book.chapters[0].part == "Act One"
    assert book.chapters[0].text == "FADE IN:\n\nThe ferry is late.\n\nANN\n(softly)\nWho sent for it?"
    assert {"title page", "passages struck out", "writer's notes", "synopses"} == {
        str(each.what) for each in book.left_out
    }


def test_a_script_typed_plainly_is_told_by_its_slug_lines(tmp_path: Path) -> None:
    scenes = "".join(
        f"{n}  INT. CABIN {n} - NIGHT  \n\nANN\nNot tonight.\n\n{SENTENCE}\n\n" for n in range(1, 6)
    )
    book = read(written(tmp_path / "script.txt", scenes))
    assert (book.format, len(book.chapters)) == ("screenplay", 5)
    assert book.chapters[1].title == "INT. CABIN 2 - NIGHT"


def test_scene_marks_cut_a_script(tmp_path: Path) -> None:
    text = "".join(
        f"s#{n}. {'INT. CABIN' if n % 2 else ''}\nANN: Not tonight.\n{SENTENCE}\n\n" for n in range(1, 5)
    )
    book = read(written(tmp_path / "script.txt", text))
    assert titles(book) == ["s#1 INT. CABIN", "s#2", "s#3 INT. CABIN", "s#4"]


def test_a_novel_that_mentions_a_slug_line_is_no_script(tmp_path: Path) -> None:
    text = "".join(f"Chapter {n}\n\n{PARAGRAPH}\n\n" for n in range(1, 9)) + "INT. was all the page said.\n"
    assert read(written(tmp_path / "book.txt", text)).format == "text"


# JSON


@pytest.mark.parametrize(
    "document",
    [
        [{"title": "One", "text": PARAGRAPH}, {"title": "Two", "text": PARAGRAPH}],
        {
            "title": "The Ferry",
            "chapters": [{"title": "One", "content": [PARAGRAPH]}, {"title": "Two", "content": PARAGRAPH}],
        },
        {"chaps": [{"title": "One", "content": [PARAGRAPH]}, {"title": "Two", "content": PARAGRAPH}]},
    ],
)
def test_json_lists_of_chapters_are_books(tmp_path: Path, document: object) -> None:
    book = read(written(tmp_path / "book.json", json.dumps(document)))
    assert titles(book) == ["One", "Two"]
    assert book.chapters[0].text == PARAGRAPH.strip()
    assert not book.warnings


def test_a_chapter_without_text_is_none_and_is_told(tmp_path: Path) -> None:
    document = {"chaps": [{"title": "One", "content": [PARAGRAPH]}, {"title": "Two", "content": []}]}
    book = read(written(tmp_path / "book.json", json.dumps(document)))
    assert titles(book) == ["One"]
    assert book.warnings == (Notice.of("text.empty-chapter", title="Two"),)


def test_division_pages_are_parts_and_nest(tmp_path: Path) -> None:
    entries = [
        ("Book One", ""),
        ("Part I", "“An epigraph.” A poet"),
        ("Chapter 1", PARAGRAPH),
        ("Part II", ""),
        ("Chapter 2", PARAGRAPH),
        ("Book Two", ""),
        ("Chapter 3", PARAGRAPH),
        ("Epilogue", ""),
        ("Part I", ""),
        ("Chapter 1", PARAGRAPH),
    ]
    document = {"chapters": [{"title": title, "text": text} for title, text in entries]}
    book = read(written(tmp_path / "book.json", json.dumps(document)))
    assert [(chapter.title, chapter.parts) for chapter in book.chapters] == [
        ("Chapter 1", ("Book One", "Part I")),
        ("Chapter 2", ("Book One", "Part II")),
        ("Chapter 3", ("Book Two",)),
        ("Chapter 1", ("Epilogue", "Part I")),
    ]
    assert not book.warnings


def test_a_clean_shelf_s_json_keeps_parts_and_says_where_chapters_are_sections(tmp_path: Path) -> None:
    document = {"chapters": [{"title": "", "text": PARAGRAPH, "parts": ["A", "B"]}], "in_sections": True}
    book = read(written(tmp_path / "book.json", json.dumps(document)))
    assert book.chapters[0].parts == ("A", "B") and book.chapters[0].part == "A, B"
    assert book.in_sections and book.chapter_count == 0


def test_a_json_list_of_texts_is_a_book_without_titles(tmp_path: Path) -> None:
    book = read(written(tmp_path / "the-ferry.json", json.dumps([PARAGRAPH, "Short."])))
    assert titles(book) == ["", ""]
    assert book.title == "The Ferry"


# folders


def test_an_afterword_is_set_aside_alike_in_a_folder_and_in_one_file(tmp_path: Path) -> None:
    folder = tmp_path / "灯"
    folder.mkdir()
    titles = ("第一章 信", "第二章 雪", "第三章 后记", "后记", "番外 旧事")
    said = "他回到了河边的房子，门没有锁。" * 20
    for number, title in enumerate(titles):
        written(folder / f"{number:02}.md", f"# {title}\n\n{said}")
    whole = written(tmp_path / "灯.txt", "\n\n".join(f"{title}\n\n{said}" for title in titles))
    for book in (read(folder), read(whole)):
        assert [each.title for each in book.chapters] == [each for each in titles if each != "后记"]
        assert [str(each.what) for each in book.left_out] == ["后记"]


def test_any_two_names_have_an_order(tmp_path: Path) -> None:
    for name in ("notes", "notes 2", "2", "uv", "", "第二章"):
        written(tmp_path / f"{name}.txt", PARAGRAPH)
    assert len(read(tmp_path).chapters) >= 4


def test_a_folder_is_read_in_the_order_that_people_number(tmp_path: Path) -> None:
    folder = tmp_path / "The Ferry"
    folder.mkdir()
    for n in (1, 2, 10):
        written(folder / f"ch{n}.txt", f"Chapter {n}\n\n{PARAGRAPH}")
    written(folder / "prologue.md", f"# Prologue\n\n{PARAGRAPH}")
    written(folder / "epilogue.txt", PARAGRAPH)
    (folder / "cover.jpg").write_bytes(b"\xff\xd8\xff")
    written(folder / ".hidden.txt", "x")
    book = read(folder)
    assert titles(book) == ["Prologue", "Chapter 1", "Chapter 2", "Chapter 10", "Epilogue"]
    assert (book.title, book.format, book.source) == ("The Ferry", "folder", "The Ferry")
    assert [str(warning) for warning in book.warnings] == [
        "left out of the folder because they are not text: cover.jpg"
    ]


def test_chinese_chapter_files_are_in_order_and_folders_are_parts(tmp_path: Path) -> None:
    for part, numbers in (("上部", "一二十"), ("下部", "二一")):
        (tmp_path / "渡船" / part).mkdir(parents=True)
        for number in numbers:
            written(tmp_path / "渡船" / part / f"第{number}章 渡口.txt", HAN * 10, "gb18030")
    book = read(tmp_path / "渡船")
    assert [(chapter.part, chapter.title) for chapter in book.chapters] == [
        ("上部", "第一章 渡口"),
        ("上部", "第二章 渡口"),
        ("上部", "第十章 渡口"),
        ("下部", "第一章 渡口"),
        ("下部", "第二章 渡口"),
    ]
    assert book.encoding == "gb18030"


def test_a_file_without_a_heading_is_one_chapter_whole(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    written(folder / "01 - The Quay.txt", f"{PARAGRAPH}\n\n" * 200)
    written(folder / "02 - The Ferry.txt", PARAGRAPH)
    assert titles(read(folder)) == ["The Quay", "The Ferry"]


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Überschrift 1", "Titel"),
        ("Titre 1", "Titre"),
        ("标题 1", "标题"),
        ("見出し 1", "表題"),
        ("Заголовок 1", "Название"),
        ("Kop 1", "Titel"),
        ("Rubrik 1", "Rubrik"),
    ],
)
def test_heading_styles_are_known_in_the_languages_of_word_processors(
    tmp_path: Path, heading: str, title: str
) -> None:
    w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    styles = f'<w:style w:styleId="a"><w:name w:val="{heading}"/></w:style><w:style w:styleId="t"><w:name w:val="{title}"/></w:style>'

    def paragraph(text: str, style: str = "") -> str:
        styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f"<w:p>{styled}<w:r><w:t>{text}</w:t></w:r></w:p>"

    chapters = "".join(
        paragraph(each, "a") + paragraph(f"{SENTENCE} " * 40) for each in ("Fire", "Snow", "Rain")
    )
    path = zipped(
        tmp_path / "styled.docx",
        {
            "word/document.xml": f"<w:document {w}><w:body>{paragraph('The Ferry', 't')}{chapters}</w:body></w:document>",
            "word/styles.xml": f"<w:styles {w}>{styles}</w:styles>",
        },
    )
    book = read(path)
    assert (book.title, [chapter.title for chapter in book.chapters]) == (
        "The Ferry",
        ["Fire", "Snow", "Rain"],
    )


def test_the_title_block_of_pandoc_is_no_text(tmp_path: Path) -> None:
    text = "% The Ferry\n% A. Writer\n% 1887\n\n" + "".join(
        f"{each}\n====\n\n{SENTENCE * 40}\n\n" for each in ("Fire", "Snow")
    )
    path = tmp_path / "block.md"
    path.write_text(text)
    book = read(path)
    assert (book.title, book.author, len(book.chapters)) == ("The Ferry", "A. Writer", 2)
    assert not book.left_out


def test_a_text_with_form_feeds_loses_its_running_heads_and_page_numbers(tmp_path: Path) -> None:
    """As pdftotext writes it: a sentence that runs over the page is one, and what is left out is counted."""
    story = " ".join(f"On day {day} the ferry came in at {day % 12} and nobody came." for day in range(1, 90))
    body = [
        line
        for n in (1, 2, 3)
        for line in (f"CHAPTER {n}", "", *textwrap.wrap(f"In year {n}: {story}", 60), "")
    ]
    pages = ["\n".join(body[at : at + 20]) for at in range(0, len(body), 20)]
    heads = ("THE FERRY", "A. WRITER")
    text = "\f".join(f"{heads[n % 2]}\n\n{each}\n\n{n + 1:>30}\n" for n, each in enumerate(pages))
    path = tmp_path / "pages.txt"
    path.write_text(text)
    book = read(path)
    assert [chapter.title for chapter in book.chapters] == ["CHAPTER 1", "CHAPTER 2", "CHAPTER 3"]
    for n, chapter in enumerate(book.chapters, 1):
        assert " ".join(chapter.text.split()) == f"In year {n}: {story}"
    assert [(each.what.code, each.words) for each in book.left_out] == [("text.page-edges", 3 * len(pages))]


def test_form_feeds_between_chapters_take_nothing_out(tmp_path: Path) -> None:
    text = "\f".join(f"CHAPTER {n}\n\n{SENTENCE * 30}" for n in (1, 2, 3, 4))
    path = tmp_path / "chapters.txt"
    path.write_text(text)
    book = read(path)
    assert len(book.chapters) == 4 and not book.left_out
