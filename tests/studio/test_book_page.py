"""The page of one book: what is there without being asked for, its tabs, its drafts, and files dropped anywhere."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from studios import VIEWS, Client, Open, Visitor

FIRST_OPENED = True
TABS = ["", "/report", "/quiz", "/drafts", "/activity"]


def draft(words: str) -> bytes:
    told = "".join(
        f"## Chapter {n}\n\nMara counted the boats that had come home. {words}\n\n" for n in range(1, 4)
    )
    return f"---\ntitle: The Lamp\nauthor: A. Writer\n---\n\n{told}".encode()


def soon(client: Client, path: str, words: str) -> str:
    """The page once the words are on it: nobody asks for what is waited for."""
    patience = time.monotonic() + 60
    while words not in (page := client.get(path).text):
        assert time.monotonic() < patience, page
        time.sleep(0.1)
    return page


def sample(client: Client) -> str:
    return re.findall(r'href="/books/([0-9a-f]{16})"', client.get("/shelf").text)[-1]


def test_the_sample_has_its_verdict_and_notes_before_anyone_asks(studio: Open) -> None:
    client = studio.client()
    shelf = soon(client, "/shelf", "Readers would give")
    assert "Three things to try" in shelf
    book = sample(client)
    assert "manuscript.html" in client.get(f"/books/{book}").text
    assert "report.html" in client.get(f"/books/{book}/report").text
    about = [client.get(path).text for path in (f"/shelf/{book}", f"/shelf/{book}/people", f"/facts/{book}", f"/evaluate?book={book}", f"/readers?book={book}", f"/compare?new={book}")]  # fmt: skip
    for page in [*about, *(client.get(f"/books/{book}{tab}").text for tab in TABS)]:
        assert page.count('aria-current="page"') == 1 and ">The Tide House</h1>" in page
    for page in (f"/evaluate?book={book}", f"/readers?book={book}"):
        assert '<select id="book"' not in client.get(page).text, "the book is chosen already"
    other = client.hand_in("/shelf", "lamp-0.md", draft("It was noon.")).led_to
    assert "The Tide House" not in client.get(f"/evaluate?book={other}").text, (
        "what was done with other books"
    )


def test_two_drafts_find_each_other_and_are_compared_by_themselves(studio: Open) -> None:
    client = studio.client()
    old, new = (client.hand_in("/shelf", f"lamp-{n}.md", draft("It was late. " * n)).led_to for n in (1, 2))
    soon(client, f"/books/{new}/drafts", "lamp-1.md</a>")
    compared = client.post("/compare/drafts", {"old": old, "new": new}).led_to
    assert client.finished(compared) == "done"
    page = client.get(f"/books/{new}/drafts").text
    assert f'href="/jobs/{compared}">What changed' in page
    assert "Paragraphs: " in page and "still there" in page
    assert compared in client.get(f"/books/{old}/activity").text
    assert client.get(f"/jobs/{compared}").text.count('aria-current="page"') == 1


def test_several_books_stand_beside_each_other_with_what_is_missing(studio: Open) -> None:
    client = studio.client()
    soon(client, "/shelf", "/report")
    known = sample(client)
    other = client.hand_in("/shelf", "lamp-side.md", draft("It was early.")).led_to
    assert f'value="{other}"' in soon(client, "/shelf", f'id="tick-{other}"')
    both = f"/compare/books?book={known}&book={other}"
    soon(client, both, f'href="/books/{known}/report#readers"')
    page = soon(client, both, f'href="/books/{other}/report#findings"')
    assert f'href="/evaluate?book={other}"' in page
    assert client.get(f"/compare/books?book={known}").status == 400
    gone = f"/compare/books?book={known}&book={'0' * 16}"
    assert client.get(gone).status == 404
    back = client.post("/compare/books", [("book", known), ("book", other)])
    assert back.headers["location"] == f"/compare/books?book={known}&book={other}"


def test_a_file_that_is_no_book_is_judged_by_nobody(studio: Open) -> None:
    client = studio.client()
    book = client.hand_in("/shelf", "none.epub", b"PK\x03\x04 this is no archive").led_to
    page = soon(client, f"/books/{book}", 'class="trouble"')
    assert "none.epub" in page
    assert "Evaluation" not in client.get(f"/books/{book}/activity").text


def test_one_word_is_one_word(studio: Open) -> None:
    client = studio.client()
    book = client.hand_in("/shelf", "hello.txt", b"Hello").led_to
    assert "1 word · 1 section" in soon(client, f"/shelf/{book}", "1 section")


def test_a_report_is_in_the_language_of_its_reader(studio: Open) -> None:
    client = studio.client()
    soon(client, "/shelf", "/report")
    book = sample(client)
    for language, words in (("en", "What to look at first"), ("zh", "先看这些")):
        page = client.get(f"/books/{book}/report", {"cookie": f"{client.cookie}; language={language}"}).text
        assert f'<article class="report" lang="{language}' in page and words in page
        place = re.findall(r'href="(/jobs/[^"]+/report.html)"', page)[0]
        spoken = {"cookie": f"{client.cookie}; language={language}"}
        alone = client.get(place, spoken).text
        assert f'<html lang="{language}' in alone and '<h1 lang="en"' in alone and "\x02" not in alone + page
        word = client.get(place.replace(".html", ".docx"), spoken)
        assert word.body.startswith(b"PK") and "report.docx" in word.headers["content-disposition"]
        manuscript = client.get(place.replace("report.html", "manuscript.html"), spoken).text
        assert "\x02" not in manuscript and "\\u0002" not in manuscript
        assert f'<html lang="{language}' in manuscript and '<div id="pages" lang="en">' in manuscript


def test_a_wrong_field_is_told_in_the_readers_language_and_in_our_words(studio: Open) -> None:
    client = studio.client()
    for language, words in (
        ("en", "“-1” is not a value for page."),
        ("zh", "page 不能填“-1”。"),
    ):
        told = client.get("/runs?page=-1", {"cookie": f"{client.cookie}; language={language}"})
        assert told.status == 400 and words in told.text


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_every_tab_is_sound(
    browser: Any, studio: Open, name: str, size: Any, scheme: str, locale: str
) -> None:
    client = studio.client()
    soon(client, "/shelf", "/report")
    visitor = Visitor(browser, studio, size, scheme, locale)
    for tab in TABS:
        visitor.go(f"/books/{sample(client)}{tab}")
        visitor.picture(f"book{tab.replace('/', '-')}-{name}")
        visitor.check()
    visitor.close()


@pytest.mark.extras
def test_keys_go_from_tab_to_tab_and_a_file_may_be_dropped_anywhere(browser: Any, studio: Open) -> None:
    client = studio.client()
    soon(client, "/shelf", "/report")
    visitor = Visitor(browser, studio)
    page = visitor.page
    visitor.go(f"/books/{sample(client)}/activity")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("This list", exact=True).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("7")
    page.get_by_role("heading", name="Drafts").wait_for()
    dropped = page.evaluate_handle(
        "text => { const held = new DataTransfer(); held.items.add(new File([text], 'dropped.md')); return held; }",
        draft("It was dropped.").decode().replace("The Lamp", "The Drop"),
    )
    page.dispatch_event("h2.first", "dragover", {"dataTransfer": dropped})
    assert page.locator("body.dropping").count() == 1
    page.dispatch_event("h2.first", "drop", {"dataTransfer": dropped})
    page.get_by_role("heading", name="The Drop").wait_for()
    page.locator("iframe.manuscript").wait_for()
    visitor.check()
    visitor.close()
