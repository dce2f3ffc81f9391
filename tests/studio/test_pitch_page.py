"""A pitch in the studio: its cost is seen first, and every sentence stands as the book bears it out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from studios import VIEWS, Open, Visitor, scripted

from editing.pitch_agent import LIES, MENDED, Agent
from judging.critics import short_book
from loopback import Loopback


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Open, Agent]]:
    agent = Agent()
    with Loopback(agent) as server, scripted(tmp_path_factory.mktemp("studio"), server.url) as opened:
        yield opened, agent


def handed_in(shop: Open) -> str:
    told = "\n\n".join(f"Chapter {each.number}\n\n{each.text}" for each in short_book(2).chapters)
    return shop.client().hand_in("/shelf", "lamp.txt", told.encode()).led_to


@pytest.mark.extras
def test_a_pitch_says_its_cost_and_marks_what_the_book_does_not_bear_out(
    browser: Any, shop: tuple[Open, Agent]
) -> None:
    opened, agent = shop
    book = handed_in(opened)
    assert opened.client().post(f"/books/{book}/pitch", {"model": ""}).status == 400
    visitor = Visitor(browser, opened)
    visitor.go(f"/books/{book}/drafts")
    visitor.page.get_by_role("link", name="Write a pitch").click()
    visitor.check()
    visitor.page.get_by_role("button", name="Write the pitch").click()
    visitor.page.get_by_text("Logline and comparable titles").wait_for()
    assert not agent.prompts, "nothing is asked before the cost is seen"
    visitor.page.get_by_role("button", name="Start").click()
    visitor.page.get_by_role("heading", name="Not borne out by the book").wait_for()
    assert visitor.page.locator("mark.doubt").inner_text() == LIES[1]
    assert visitor.page.locator("#doubt-1").inner_text().startswith("There is no uncle.")
    assert visitor.page.get_by_text(MENDED).count() > 0
    address = visitor.page.url.removeprefix(opened.base)
    visitor.close()
    for name, size, scheme, locale in VIEWS:
        visitor = Visitor(browser, opened, size, scheme, locale)
        visitor.go(address)
        visitor.page.locator("mark.doubt").wait_for()
        visitor.picture(f"pitch-{name}", whole=True)
        visitor.check()
        visitor.close()
