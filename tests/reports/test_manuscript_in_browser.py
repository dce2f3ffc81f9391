"""The manuscript in a real browser: notes at their lines, keys, filters, decisions, and a book of a million words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_manuscript_view import note

from fabula.editing.decisions import read_decisions
from fabula.editing.result import EditNote
from fabula.reports.manuscript import manuscript_page, manuscript_view
from fabula.text.book import Book, Chapter

pytestmark = pytest.mark.extras


def expect(locator: Any) -> Any:
    from playwright.sync_api import expect as expecting

    return expecting(locator)


WORDS = "The tide came up the steps again, and the woman who kept the light said that it would go no higher. "


def long_book(chapters: int, words: int) -> Book:
    paragraph = (WORDS * 4).strip()
    count = words // len(paragraph.split())
    texts = [
        "\n\n".join([*[paragraph] * count, f"The bell of chapter {n} rang once."])
        for n in range(1, chapters + 1)
    ]
    return Book(
        "The Long Tide",
        "A. Writer",
        "en",
        tuple(Chapter(n, f"Tide {n}", text) for n, text in enumerate(texts, 1)),
    )


def bells(book: Book) -> list[EditNote]:
    kinds: tuple[Any, ...] = ("prose", "pacing", "keep")
    return [
        note(f"The bell of chapter {chapter.number} rang once.", chapter, kinds[chapter.number % 3], people=("Mara",) if chapter.number == 2 else ())
        for chapter in book.chapters
    ]  # fmt: skip


def opened(browser: Any, path: Path, book: Book, width: int = 1280, scheme: str = "light") -> Any:
    path.write_text(manuscript_page(manuscript_view(book, bells(book))), encoding="utf-8")
    page = browser.new_context(viewport={"width": width, "height": 860}, color_scheme=scheme, accept_downloads=True).new_page()  # fmt: skip
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda said: page.wrong.append(said.text) if said.type == "error" else None)
    page.goto(path.as_uri())
    return page


def reloaded_until(page: Any, summary: str) -> None:
    """Chromium may load a file's page anew in another process before it has handed over what the last one kept."""
    for _ in range(20):
        page.reload()
        if summary in page.locator("#summary").inner_text():
            return
    expect(page.locator("#summary")).to_contain_text(summary)


def test_a_million_words_are_drawn_only_where_the_reader_is(browser: Any, tmp_path: Path) -> None:
    book = long_book(200, 5000)
    page = opened(browser, tmp_path / "long.html", book)
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.wait_for_selector(".note.active")
    expect(page.locator("#place")).to_have_text("200 of 200")  # before the first stands the last
    expect(page.locator("mark.active")).to_be_in_viewport()
    active = page.locator("mark.active")
    assert active.inner_text() == "The bell of chapter 200 rang once."
    assert 0 < active.bounding_box()["y"] < 860, "the words are in sight"
    assert 0 < page.locator("#pages p").count() < 400
    page.wait_for_function(
        "Math.abs(document.querySelector('.note.active').getBoundingClientRect().y - document.querySelector('mark.active').getBoundingClientRect().y) < 30"
    )
    assert page.wrong == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_keys_lead_through_the_notes_and_decisions_are_kept(
    browser: Any, tmp_path: Path, width: int, scheme: str
) -> None:
    book = long_book(6, 900)
    page = opened(browser, tmp_path / "keys.html", book, width, scheme)
    page.keyboard.press("j")
    page.keyboard.press("i")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("#place")).to_have_text("3 of 6")
    page.keyboard.press("i")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    with page.expect_download() as download:
        page.locator("#save").click()
    kept = read_decisions(Path(download.value.path()))
    assert [(each.quotation, each.decision) for each in kept.notes] == [
        ("The bell of chapter 1 rang once.", "intended"),
        ("The bell of chapter 3 rang once.", "intended"),
    ]
    reloaded_until(page, "2 decided")
    assert page.wrong == []


def test_a_note_is_marked_at_its_place_on_the_strip_and_arabic_runs_from_right_to_left(
    browser: Any, tmp_path: Path
) -> None:
    book = long_book(6, 900)
    arabic = Chapter(7, "الفصل السابع", "كان البحر هادئا في تلك الليلة.\n\nThe bell of chapter 7 rang once.")
    page = opened(browser, tmp_path / "strip.html", replace(book, chapters=(*book.chapters, arabic)))
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.locator(".note").first.hover()
    needle = page.locator("#strip .needle.shown").get_attribute("d")
    assert 1 < float(needle.removeprefix("M").split()[0]) < 7
    strip = page.locator("#strip").bounding_box()
    page.mouse.click(strip["x"] + strip["width"] * 0.999, strip["y"] + 3)
    told = page.get_by_text("كان البحر هادئا في تلك الليلة.")
    expect(told).to_be_in_viewport()
    assert told.evaluate("each => getComputedStyle(each).direction") == "rtl"
    assert page.wrong == []


def test_filters_choose_notes_and_words_are_found_in_the_whole_book(browser: Any, tmp_path: Path) -> None:
    book = long_book(6, 900)
    page = opened(browser, tmp_path / "find.html", book)
    page.select_option("select[name=person]", "Mara")
    expect(page.locator("#place")).to_have_text("Notes: 1")
    page.keyboard.press("/")
    page.keyboard.type("bell")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_have_text("1 of 6 places")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.wait_for_selector("mark.here")
    expect(page.locator("#place")).to_have_text("2 of 6 places")
    assert page.locator("mark.here").inner_text().lower() == "bell"
    page.fill("input[name=words]", "el")
    expect(page.locator("#place")).to_have_text("0 of 0 places")
    assert page.wrong == []


def test_an_address_with_a_note_opens_at_the_note(browser: Any, tmp_path: Path) -> None:
    book = long_book(6, 2500)
    wanted = bells(book)[3]
    opened(browser, tmp_path / "at.html", book).close()
    page = browser.new_page()
    page.goto(f"{(tmp_path / 'at.html').as_uri()}#note-{wanted.id}")
    page.wait_for_selector("mark.active")
    assert page.locator("mark.active").inner_text() == wanted.quotation
    assert json.loads(page.locator("#data").inner_text())["notes"][0]["chapter"] == 1
