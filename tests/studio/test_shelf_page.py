"""The shelf in a browser: the sample is there; a book is dropped in and read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from studios import PHONE, Open, Visitor

pytestmark = pytest.mark.extras
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def visitor(browser: Any, studio: Open) -> Iterator[Visitor]:
    someone = Visitor(browser, studio)
    yield someone
    someone.close()


def test_the_sample_novella_is_on_the_shelf(visitor: Visitor) -> None:
    visitor.page.get_by_role("link", name="The Tide House").wait_for()
    visitor.picture("shelf")
    visitor.check()


def test_the_first_tab_finds_the_way_past_the_rooms(visitor: Visitor) -> None:
    visitor.go("/quiz")
    visitor.page.keyboard.press("Tab")
    assert visitor.page.evaluate("document.activeElement.className") == "skip"
    visitor.page.keyboard.press("Enter")
    assert visitor.page.evaluate("location.hash") == "#main"


def test_a_book_is_dropped_on_the_shelf(visitor: Visitor) -> None:
    text = "".join(f"Chapter {number}\n\nThe tide came in and Mara waited.\n\n" for number in range(1, 4))
    dropped = visitor.page.evaluate_handle(
        "text => { const held = new DataTransfer(); held.items.add(new File([text], 'the-wait.txt')); return held; }",
        text,
    )
    visitor.page.dispatch_event(".drop", "drop", {"dataTransfer": dropped})
    visitor.page.get_by_role("heading", name="The Wait").wait_for()
    visitor.check()
    visitor.page.get_by_role("link", name="About", exact=True).click()
    visitor.page.on("dialog", lambda asked: asked.accept())
    visitor.page.get_by_role("button", name="Remove").click()
    told = visitor.page.locator("#toasts .toast")
    told.get_by_text("Removed.").wait_for()
    visitor.check()
    told.get_by_role("button").click()
    told.wait_for(state="detached")


def test_a_book_handed_in_is_read_and_its_outline_shown(visitor: Visitor) -> None:
    visitor.page.set_input_files("#file", EXAMPLES / "seven-keys.zh.txt")
    visitor.page.get_by_role("button", name="Add book").click()
    visitor.page.get_by_role("link", name="About", exact=True).click()
    visitor.page.get_by_text("Chinese").wait_for()
    visitor.picture("book-chinese")
    visitor.check()


@pytest.mark.parametrize(("size", "scheme", "name"), [(PHONE, "light", "phone"), (PHONE, "dark", "phone-dark"), ({"width": 1280, "height": 860}, "dark", "dark")])  # fmt: skip
def test_the_shelf_by_night_and_on_a_phone(browser: Any, studio: Open, size: dict[str, int], scheme: str, name: str) -> None:  # fmt: skip
    visitor = Visitor(browser, studio, size, scheme)
    visitor.page.get_by_role("link", name="The Tide House").wait_for()
    visitor.picture(f"shelf-{name}")
    visitor.check()
    visitor.close()
