"""EPUBs as publishing tools write them: tables of contents that nest, that lack lines, that are missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_books import epub, epub_members, links, nav_point, page, prose, zipped

from fabula.text.book import Book
from fabula.text.files import read
from fabula.text.words import count_words

BOOKS = Path(__file__).parents[2] / ".." / "shared" / "books"


def shared_book(name: str) -> Path:
    if not (BOOKS / name).exists():
        pytest.skip(f"{name} stands in ../shared, which is not here")
    return BOOKS / name


def titles(book: Book) -> list[str]:
    return [chapter.title for chapter in book.chapters]


def test_frankenstein_has_4_letters_and_24_chapters_and_its_front_matter_is_listed() -> None:
    book = read(shared_book("frankenstein.epub"))
    assert titles(book)[:5] == ["Letter I", "Letter II", "Letter III", "Letter IV", "Chapter I"]
    assert len(book.chapters) == 28
    assert titles(book)[-1] == "Chapter XXIV"
    assert {"Preface", "Introduction", "Endnotes"} <= {str(each.what) for each in book.left_out}
    assert (book.title, book.author, book.language) == ("Frankenstein", "Mary Shelley", "en")
    assert book.genres == ("Horror", "Science Fiction")


def test_pride_and_prejudice_has_61_chapters() -> None:
    book = read(shared_book("pride-and-prejudice.epub"))
    assert len(book.chapters) == 61
    assert book.chapters[0].text.startswith("It is a truth universally acknowledged")


def test_parts_of_the_navigation_stand_above_their_chapters(tmp_path: Path) -> None:
    pages = {
        "p1.xhtml": page("<h1>Part One</h1>"),
        "c1.xhtml": page("<h2>The Quay</h2>" + prose()),
        "c2.xhtml": page("<h2>The Ferry</h2>" + prose()),
        "p2.xhtml": page("<h1>Part Two</h1><p>Whoever waits is late.</p>"),
        "c3.xhtml": page("<h2>The Island</h2>" + prose()),
        "e.xhtml": page("<h1>Epilogue</h1>" + prose()),
    }
    nav = links(
        "p1.xhtml|Part One",
        links("c1.xhtml|The Quay", "c2.xhtml|The Ferry"),
        "p2.xhtml|Part Two",
        links("c3.xhtml|The Island"),
        "e.xhtml|Epilogue",
    )
    book = read(epub(tmp_path / "a.epub", pages, nav=nav))
    assert [(chapter.title, chapter.part) for chapter in book.chapters] == [
        ("The Quay", "Part One"),
        ("The Ferry", "Part One"),
        ("The Island", "Part Two"),
        ("Epilogue", None),
    ]
    assert [(str(each.what), each.words) for each in book.left_out] == [("Part Two", 4)]


def test_an_ncx_of_epub_2_names_the_chapters(tmp_path: Path) -> None:
    pages = {f"c{n}.xhtml": page(prose(word=str(n))) for n in (1, 2)}
    ncx = nav_point("c1.xhtml", "First Light") + nav_point("c2.xhtml", "Last Light")
    assert titles(read(epub(tmp_path / "a.epub", pages, ncx=ncx))) == ["First Light", "Last Light"]


def test_several_chapters_in_one_page_are_cut_at_the_fragments_that_the_contents_name(tmp_path: Path) -> None:
    body = "".join(f'<a id="c{n}"/><p class="h">Ch {n}</p>{prose(word=f"w{n}")}' for n in (1, 2, 3))
    nav = links("all.xhtml#c1|One", "all.xhtml#c2|Two", "all.xhtml#c3|Three")
    book = read(epub(tmp_path / "a.epub", {"all.xhtml": page(body)}, nav=nav))
    assert titles(book) == ["One", "Two", "Three"]
    assert "w2" in book.chapters[1].text
    assert "w1" not in book.chapters[1].text


def test_several_chapters_in_one_page_are_cut_at_headings_where_the_contents_name_only_the_page(
    tmp_path: Path,
) -> None:
    body = "".join(f"<h2>Chapter {n}</h2><h3>Name {n}</h3>{prose()}" for n in (1, 2, 3))
    book = read(epub(tmp_path / "a.epub", {"all.xhtml": page(body)}, nav=links("all.xhtml|Start")))
    assert titles(book) == ["Chapter 1: Name 1", "Chapter 2: Name 2", "Chapter 3: Name 3"]


def test_one_chapter_over_several_pages_stays_one(tmp_path: Path) -> None:
    pages = {
        "a0.xhtml": page("<h1>Chapter 1</h1>" + prose(word="alpha")),
        "a1.xhtml": page(prose(word="beta")),
        "a2.xhtml": page(prose(word="gamma")),
        "b0.xhtml": page("<h1>Chapter 2</h1>" + prose()),
    }
    book = read(epub(tmp_path / "a.epub", pages, nav=links("a0.xhtml|Chapter 1", "b0.xhtml|Chapter 2")))
    assert titles(book) == ["Chapter 1", "Chapter 2"]
    assert all(word in book.chapters[0].text for word in ("alpha", "beta", "gamma"))


def test_an_epub_without_contents_is_cut_at_its_headings(tmp_path: Path) -> None:
    pages = {f"c{n}.xhtml": page(f"<h1>Chapter {n}</h1>{prose()}") for n in range(1, 5)}
    assert titles(read(epub(tmp_path / "a.epub", pages))) == [f"Chapter {n}" for n in range(1, 5)]


def test_a_chapter_that_the_contents_forgot_is_found(tmp_path: Path) -> None:
    pages = {f"c{n}.xhtml": page(f"<h1>Chapter {n}</h1>{prose()}") for n in range(1, 5)}
    nav = links("c1.xhtml|Chapter 1", "c2.xhtml|Chapter 2", "c4.xhtml|Chapter 4")
    assert titles(read(epub(tmp_path / "a.epub", pages, nav=nav))) == [f"Chapter {n}" for n in range(1, 5)]


def test_sections_within_a_chapter_do_not_make_chapters(tmp_path: Path) -> None:
    body = f'<h1>Chapter 1</h1>{prose()}<h2 id="s1">Night</h2>{prose()}<h2 id="s2">Day</h2>{prose()}'
    pages = {"c1.xhtml": page(body), "c2.xhtml": page("<h1>Chapter 2</h1>" + prose())}
    nav = links("c1.xhtml|Chapter 1", links("c1.xhtml#s1|Night", "c1.xhtml#s2|Day"), "c2.xhtml|Chapter 2")
    book = read(epub(tmp_path / "a.epub", pages, nav=nav))
    assert titles(book) == ["Chapter 1", "Chapter 2"]
    assert "\n\nNight\n\n" in book.chapters[0].text


def test_front_and_back_matter_is_told_by_type_guide_and_title(tmp_path: Path) -> None:
    pages = {
        "cover.xhtml": page("<img src='x.png'/><p>The Ferry</p>"),
        "d.xhtml": page("<p>For Ann.</p>", "dedication"),
        "copy.xhtml": page("<p>Copyright © 2020 A. Writer. All rights reserved. ISBN 1</p>"),
        "intro.xhtml": page("<h1>Introduction by B. Critic</h1>" + prose()),
        "c1.xhtml": page("<h1>Chapter 1</h1>" + prose()),
        "c2.xhtml": page("<h1>An Introduction</h1>" + prose()),
        "c3.xhtml": page("<h1>Chapter 3</h1>" + prose()),
        "ack.xhtml": page("<h1>Acknowledgements</h1>" + prose()),
        "next.xhtml": page("<h1>An excerpt from The Bridge</h1>" + prose()),
    }
    guide = '<guide><reference type="cover" href="cover.xhtml"/></guide>'
    book = read(epub(tmp_path / "a.epub", pages, guide=guide))
    assert titles(book) == ["Chapter 1", "An Introduction", "Chapter 3"]
    whys = {str(each.what): str(each.why) for each in book.left_out}
    assert whys["cover"] == "marked as cover"
    assert whys["dedication"] == "marked as dedication"
    assert whys["Introduction by B. Critic"] == "front matter, by its title"
    assert whys["Acknowledgements"] == "back matter, by its title"
    assert whys["An excerpt from The Bridge"] == "back matter, by its title"
    assert "reads like a copyright page" in whys.values()


def test_a_prologue_in_the_front_matter_is_story(tmp_path: Path) -> None:
    pages = {
        "p.xhtml": page(f'<section epub:type="prologue"><h1>Prologue</h1>{prose()}</section>', "frontmatter"),
        "c.xhtml": page("<h1>Chapter 1</h1>" + prose()),
    }
    assert titles(read(epub(tmp_path / "a.epub", pages))) == ["Prologue", "Chapter 1"]


def test_a_foreword_in_which_people_talk_is_story(tmp_path: Path) -> None:
    talk = "".join(f"<p>“It was {n} years ago,” said my uncle.</p><p>{prose(2)}</p>" for n in range(8))
    chapters = {f"c{n}.xhtml": page(f"<h1>Chapter {n}</h1><p>{prose()}</p>") for n in (1, 2, 3)}
    for said, body_type in ((talk, "foreword"), (talk, ""), (prose(9), "foreword"), (prose(9), "")):
        foreword = page(f"<h1>Foreword</h1><p>{said}</p>", body_type)
        book = read(epub(tmp_path / "book.epub", {"f.xhtml": foreword, **chapters}))
        assert ("Foreword" in titles(book)) == (said is talk), body_type


def test_note_marks_tables_and_pictures_do_not_reach_the_text(tmp_path: Path) -> None:
    body = (
        '<h1>Chapter 1</h1><p>The ferry<a epub:type="noteref" href="n.xhtml#1">1</a> came<sup><a href="#2">2</a></sup> in.'
        "<img alt='a ship' src='s.png'/></p><table><tr><td>six</td><td>seven</td></tr></table><hr/><p>Wind.<br/>Rain.</p>"
    )
    book = read(
        epub(
            tmp_path / "a.epub",
            {"c.xhtml": page(body + prose()), "d.xhtml": page("<h1>Chapter 2</h1>" + prose())},
        )
    )
    assert book.chapters[0].text.startswith("The ferry came in.\n\n* * *\n\nWind.\nRain.\n\n")
    assert len(book.chapters[0].scene_breaks) == 1
    assert ("tables", 2) in [(str(each.what), each.words) for each in book.left_out]


def test_named_entities_without_a_doctype_and_broken_markup_are_read(tmp_path: Path) -> None:
    pages = {
        "a.xhtml": page("<h1>Chapter&nbsp;1</h1><p>Caf&eacute; &mdash; closed</p>" + prose()),
        "b.xhtml": page("<h1>Chapter 2</h1><p>An open <i>end" + prose()),
    }
    book = read(epub(tmp_path / "a.epub", pages))
    assert titles(book) == ["Chapter 1", "Chapter 2"]
    assert book.chapters[0].text.startswith("Café — closed")


def test_an_epub_of_project_gutenberg_loses_its_notices_and_its_title_is_no_part(tmp_path: Path) -> None:
    pages = {
        "h0.xhtml": page(
            '<section class="pg-boilerplate" id="pg-header"><p>The Project Gutenberg eBook of The Ferry</p></section>'
            '<h1 id="t">The Ferry;</h1><p>or, Nobody Came</p><p>by A. Writer</p>'
        ),
        "h1.xhtml": page(
            '<h2 id="c">CONTENTS</h2><table><tr><td><a href="h2.xhtml">Letter 1</a></td></tr></table>'
            f'<hr/><div class="chapter"><h2 id="l1">Letter 1</h2>{prose()}</div>'
        ),
        "h2.xhtml": page(f'<hr/><div class="chapter"><h2 id="c1">Chapter 1</h2>{prose()}</div>'),
        "h3.xhtml": page(
            f'<p id="c2">CHAPTER 2</p>{prose()}<section id="pg-footer"><h2>THE FULL LICENSE</h2>{prose(2)}</section>'
        ),
    }
    inner = links(
        "h1.xhtml#c|CONTENTS", "h1.xhtml#l1|Letter 1", "h2.xhtml|Chapter 1", "h3.xhtml#c2|Chapter 2"
    )
    said = "<dc:title>The Ferry; Or, Nobody Came</dc:title><dc:language>en</dc:language>"
    book = read(epub(tmp_path / "a.epub", pages, nav=links("h0.xhtml#t|The Ferry;", inner), metadata=said))
    assert [(chapter.title, chapter.part) for chapter in book.chapters] == [
        ("Letter 1", None),
        ("Chapter 1", None),
        ("Chapter 2", None),
    ]
    assert all(chapter.text.startswith("The ferry came") for chapter in book.chapters)
    whys = {str(each.what): str(each.why) for each in book.left_out}
    assert whys["The Ferry;"] == "title page"
    assert whys["Project Gutenberg's notice"] == "not by the author"


def test_entities_of_a_doctype_are_their_letters(tmp_path: Path) -> None:
    doctype = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml11.dtd" [<!ENTITY ship "Argo">]>'
    body = "<h1>Chapter 1</h1><title/><p>Caf&eacute;&nbsp;&mdash; closed &amp; &ship; gone &#8212; é</p>"
    pages = {n: page(body + prose()).replace("\n<html", f"\n{doctype}<html") for n in ("a.xhtml", "b.xhtml")}
    assert (
        read(epub(tmp_path / "a.epub", pages))
        .chapters[0]
        .text.startswith("Café — closed & Argo gone — é\n\n")
    )


def test_broken_pages_keep_their_letters(tmp_path: Path) -> None:
    pages = {f"{n}.xhtml": page(f"<h1>Chapter {n}</h1><p>Café<p>—" + prose()) for n in (1, 2)}
    assert read(epub(tmp_path / "a.epub", pages)).chapters[1].text.startswith("Café\n\n—")


def test_a_chinese_epub_that_says_it_is_english_is_read_as_chinese(tmp_path: Path) -> None:
    han = "".join(f"<p>{'那一夜渡船迟迟不到，码头上的人都说不清是谁叫它来的。' * 3}</p>" for _ in range(10))
    pages = {f"c{n}.xhtml": page(f"<h1>第{digit}章 渡口</h1>{han}") for n, digit in enumerate("一二三", 1)}
    book = read(epub(tmp_path / "a.epub", pages))
    assert book.language == "zh"
    assert titles(book) == ["第一章 渡口", "第二章 渡口", "第三章 渡口"]
    assert any(
        "says it is in English, but its text reads as Chinese" in str(warning) for warning in book.warnings
    )


def test_a_page_that_is_missing_is_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    members = epub_members({f"c{n}.xhtml": page(f"<h1>Chapter {n}</h1>{prose()}") for n in (1, 2, 3)})
    del members["OEBPS/c2.xhtml"]
    book = read(zipped(tmp_path / "a.epub", members))
    assert titles(book) == ["Chapter 1", "Chapter 3"]
    assert any("c2.xhtml" in str(warning) for warning in book.warnings)


def test_a_book_of_one_short_story_is_read(tmp_path: Path) -> None:
    book = read(epub(tmp_path / "a.epub", {"s.xhtml": page("<h1>The Ferry</h1>" + prose(3))}))
    assert len(book.chapters) == 1
    assert book.chapters[0].text.count("ferry") == 3


def divisions(nested: bool) -> tuple[dict[str, str], str]:
    """A novel with books, an epilogue of two parts, and a page for each division: its pages and its contents."""
    romans, pages = ("I", "II", "III"), dict[str, str]()

    def chapters(of: str) -> str:
        for number, roman in enumerate(romans, 1):
            pages[f"{of}-{number}.xhtml"] = page(f"<h4>{roman}</h4>{prose(word=f'{of} {roman}')}")
        return links(*(f"{of}-{number}.xhtml|{roman}" for number, roman in enumerate(romans, 1)))

    lines = list[str]()
    for number, year in ((1, "1805"), (2, "1812")):
        pages[f"book-{number}.xhtml"] = page(
            f"<h2>Book {('One', 'Two')[number - 1]}</h2><p>{year}</p>", "part"
        )
        lines += [
            f"book-{number}.xhtml|Book {('One', 'Two')[number - 1]}: {year}",
            chapters(f"book-{number}"),
        ]
    pages["epilogue.xhtml"] = page("<h2>Epilogue</h2>")
    parts = list[str]()
    for number, name in ((1, "Part One"), (2, "Part Two")):
        pages[f"epilogue-{number}.xhtml"] = page(f"<h3>{name}</h3>")
        parts += [f"epilogue-{number}.xhtml|{name}", chapters(f"epilogue-{number}")]
    return pages, links(*lines, "epilogue.xhtml|Epilogue", links(*parts)) if nested else ""


@pytest.mark.parametrize("nested", [True, False], ids=["nested contents", "headings alone"])
def test_division_pages_are_parts_and_no_chapters(tmp_path: Path, nested: bool) -> None:
    pages, nav = divisions(nested)
    book = read(epub(tmp_path / "a.epub", pages, nav=nav))
    assert all(count_words(chapter.text, book.language) > 100 for chapter in book.chapters)
    assert titles(book) == ["I", "II", "III"] * 4
    first, second, *epilogue = [chapter.parts for chapter in book.chapters][::3]
    assert len(first) == len(second) == 1
    assert first[0].startswith("Book One") and second[0].startswith("Book Two")
    assert epilogue == [("Epilogue", "Part One"), ("Epilogue", "Part Two")]


def test_a_half_title_page_is_no_part_of_the_prologue(tmp_path: Path) -> None:
    """Standard Ebooks prints it between the front matter and the story, and not always in its contents."""
    half = '<section epub:type="halftitlepage"><hgroup><h2>The Ferry</h2><p>A Novel</p></hgroup></section>'
    story = f'<section epub:type="prologue"><h2>Prologue</h2>{prose()}</section>'
    first = f'<section epub:type="chapter"><h2>I</h2>{prose()}</section>'
    pages = {"half.xhtml": page(half, "frontmatter"), "pro.xhtml": page(story), "one.xhtml": page(first)}
    book = read(epub(tmp_path / "half.epub", pages, nav=links("pro.xhtml|Prologue", "one.xhtml|I")))
    assert [(chapter.part, chapter.title) for chapter in book.chapters] == [(None, "Prologue"), (None, "I")]


def test_contents_that_go_no_deeper_than_parts_do_not_hide_the_chapters(tmp_path: Path) -> None:
    pages = {
        f"p{n}.xhtml": page(
            f"<h1>Part {n}</h1>" + "".join(f"<h2>{title}</h2>{prose()}" for title in ("Fire", "Snow", "Rain"))
        )
        for n in (1, 2)
    }
    book = read(epub(tmp_path / "parts.epub", pages, nav=links("p1.xhtml|Part 1", "p2.xhtml|Part 2")))
    expected = [(f"Part {n}", title) for n in (1, 2) for title in ("Fire", "Snow", "Rain")]
    assert [(chapter.part, chapter.title) for chapter in book.chapters] == expected


@pytest.mark.parametrize(
    "opening",
    [
        '<section class="footnotes" epub:type="footnotes">',
        '<section class="footnotes footnotes-end-of-document" role="doc-endnotes">',
        '<div class="footnotes">',
    ],
)
def test_notes_below_a_chapter_are_no_part_of_it(tmp_path: Path, opening: str) -> None:
    """As pandoc writes them, on the chapter's own page."""
    closing = opening[1:].split()[0]
    notes = f'{opening}<hr/><ol><li id="fn1"><p>A note on the ferry.</p></li></ol></{closing}>'
    pages = {f"c{n}.xhtml": page(f"<h1>Chapter {n}</h1>{prose()}{notes}") for n in (1, 2)}
    book = read(epub(tmp_path / "notes.epub", pages))
    assert len(book.chapters) == 2 and not any("note on" in chapter.text for chapter in book.chapters)
    assert [(each.what.code, each.words) for each in book.left_out] == [("text.notes", 10)]
