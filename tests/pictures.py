"""The pictures of README and docs, taken anew: `python tests/pictures.py`. It needs playwright and a Chromium.

They show the sample novella, without a model. Look at each one afterwards.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from commands import fabula
from studio.studios import DESK, Open

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
TABS = {
    "people": "People",
    "quiz-of-book": "Quiz",
    "drafts": "Drafts",
    "activity": "Activity",
    "about": "About",
    "readers": "Readers",
}
ROOMS = {
    "shelf": "/shelf",
    "compare": "/compare",
    "rank": "/rank",
    "audit": "/audit",
    "calibrations": "/calibrate",
    "leaderboards": "/novelists",
    "quiz": "/quiz",
    "rubrics": "/rubrics",
    "runs": "/runs",
    "settings": "/settings",
    "words": "/words",
}
"""Small pictures of the rooms of the studio, by their address."""


def report_of_the_demo(browser: Any, place: Path) -> None:
    with browser.new_page(viewport={"width": 1180, "height": 620}) as page:
        page.goto((place / "report.html").as_uri())
        page.screenshot(path=DOCS / "report.png")
    with browser.new_page(viewport={"width": 1280, "height": 720}) as page:
        page.goto((place / "manuscript.html").as_uri())
        page.locator("#text").focus()
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.wait_for_timeout(300)
        page.screenshot(path=DOCS / "manuscript.png")


class Camera:
    """A window of the studio, at full size or, for the gallery of its pages, at half."""

    def __init__(self, browser: Any, studio: Open, half: bool = False, scheme: str = "light") -> None:
        self.page = browser.new_context(
            viewport=DESK,
            color_scheme=scheme,
            reduced_motion="reduce",
            locale="en-GB",
            device_scale_factor=0.5 if half else 1,
        ).new_page()
        self.page.goto(studio.url)
        self.base = studio.base
        self.folder = DOCS / "pages" if half else DOCS

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)
        self.page.wait_for_load_state("networkidle")

    def take(self, name: str, **how: Any) -> None:
        self.page.screenshot(path=self.folder / f"{name}.png", **how)


def pages_of_the_studio(browser: Any, studio: Open) -> None:
    small = Camera(browser, studio, half=True)
    small.page.get_by_role("link", name="The Tide House").first.click()
    book = small.page.url.split("?")[0].removeprefix(studio.base)
    at_the_second_note(small.page)
    small.take("read")
    for name, path in ROOMS.items():
        small.go(path)
        small.take(name)
    for name, tab in TABS.items():
        small.go(book)
        small.page.locator("main").get_by_role("link", name=tab, exact=True).click()
        small.page.wait_for_load_state("networkidle")
        small.take(name)
    small.page.locator("#asking button.strong").click()
    small.page.locator(".distribution svg").first.wait_for()
    small.page.wait_for_load_state("networkidle")
    small.page.wait_for_timeout(500)
    small.take("readers-answer")
    small.go(book + "/report")
    small.page.get_by_role("link", name="Judge it with a model").click()
    small.page.wait_for_load_state("networkidle")
    small.take("evaluate")


def at_the_second_note(page: Any) -> None:
    text = page.frame_locator("iframe.manuscript")
    text.get_by_role("heading", name="Chapter One: The Causeway").wait_for()
    text.locator("#text").focus()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.wait_for_timeout(300)


def large_pages(browser: Any, studio: Open) -> None:
    large = Camera(browser, studio)
    large.page.get_by_role("link", name="The Tide House").first.click()
    book = large.page.url.split("?")[0].removeprefix(studio.base)
    at_the_second_note(large.page)
    large.take("studio-read")
    large.go(book + "/report")
    large.page.locator("article.report").wait_for()
    large.take("studio-report")
    large.go("/components")
    large.page.set_viewport_size({"width": 1100, "height": 860})
    large.take("components", full_page=True)


def facts(browser: Any, studio: Open) -> None:
    night = Camera(browser, studio, scheme="dark")
    night.page.get_by_role("link", name="The Tide House").first.click()
    night.page.get_by_role("link", name="Facts", exact=True).click()
    night.page.get_by_role("button", name="Build the graph").click()
    night.page.locator("#lines button").first.click()
    night.page.locator("#between blockquote").first.wait_for()
    night.page.get_by_role("heading", name="The graph").evaluate("it => it.scrollIntoView({block: 'start'})")
    night.page.mouse.wheel(0, -60)
    night.page.wait_for_timeout(500)
    night.take("studio-graph")
    day = Camera(browser, studio)
    day.page.goto(night.page.url)
    day.page.get_by_role("button", name="Use the faulty synopsis").click()
    day.page.get_by_role("button", name="Check the summary").click()
    day.page.locator("#ruling .fact").wait_for()
    day.page.locator("a.sentence.not_found").first.click()
    day.page.locator("#check-made").evaluate("it => it.scrollIntoView({block: 'start'})")
    day.page.wait_for_timeout(500)
    day.take("studio-facts")


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "home"
        home.mkdir()
        fabula("demo", "--out", f"{place}/demo")  # before the browser: no event loop can run beside its own
        with Open(home) as studio, sync_playwright() as player:
            browser = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            report_of_the_demo(browser, Path(place) / "demo")
            for take in (pages_of_the_studio, large_pages, facts):
                take(browser, studio)
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
