"""Every page of a studio, in both themes, both widths and both languages: nothing that axe-core finds, of any impact."""

from __future__ import annotations

import re
from typing import Any

import pytest
from studios import DESK, PHONE, Open, Visitor

from fabula.studio.view import PAGES

pytestmark = pytest.mark.extras
OF_A_BOOK = (
    "/books/{}", "/books/{}/report", "/books/{}/quiz", "/books/{}/drafts", "/books/{}/activity", "/shelf/{}", "/shelf/{}/people",
    "/facts/{}", "/readers?book={}", "/evaluate?book={}", "/compare?new={}",
)  # fmt: skip


def test_no_page_has_a_fault_of_access(browser: Any, studio: Open) -> None:
    client = studio.client()
    book = re.findall(r'href="/books/([0-9a-f]{16})"', client.get("/shelf").text)[-1]
    places = [*(f"/{page}" for page in PAGES), "/words", "/components", "/runs/cost", "/no-such-page", *(each.format(book) for each in OF_A_BOOK)]  # fmt: skip
    faults = []
    for locale, first, second in (("en-GB", "light", "dark"), ("zh-CN", "dark", "light")):
        visitor = Visitor(browser, studio, DESK, first, locale)
        page = visitor.page
        for place in places[:: 1 if locale == "en-GB" else 3]:
            page.set_viewport_size(DESK)
            page.emulate_media(color_scheme=first)
            visitor.go(place)
            page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
            faults += [f"{place} {locale} {first} at 1280: {fault}" for fault in visitor.faults()]
            page.emulate_media(color_scheme=second)
            page.set_viewport_size(PHONE)
            faults += [f"{place} {locale} {second} at 390: {fault}" for fault in visitor.faults()]
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            faults += [f"{place} {locale}: {wide} px wider than a phone"] if wide > 0 else []
        visitor.close()
    assert not faults, "\n".join(faults)
