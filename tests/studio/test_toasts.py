"""What the corner says: what was done goes by itself, what went wrong stays until it is closed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from studios import PHONE, Client, Open, Visitor

from fabula.studio.labels import studio_labels

pytestmark = pytest.mark.extras
LATER = 60_000


def outline(client: Client, title: str) -> str:
    """A short book's outline, which is done; its job."""
    text = f"---\ntitle: {title}\n---\n\n# One\n\nThe tide came in and Mara waited.\n"
    book = client.hand_in("/shelf", f"{title}.md", text.encode()).led_to
    job = re.findall(r'href="/jobs/([0-9a-f]{16})"', client.get(f"/books/{book}/activity").text)[-1]
    assert client.finished(job) == "done"
    return job


@pytest.mark.parametrize(("locale", "size", "scheme"), [("en-GB", None, "light"), ("zh-CN", PHONE, "dark")])
def test_what_went_wrong_is_told_in_place_and_stays(browser: Any, studio: Open, locale: str, size: Any, scheme: str) -> None:  # fmt: skip
    client = studio.client()
    job = outline(client, f"The Wait {scheme}")
    visitor = Visitor(browser, studio, *([size] if size else []), scheme=scheme, locale=locale)
    page = visitor.page
    page.clock.install()
    visitor.go(f"/jobs/{job}")
    page.locator(".panel summary").click()
    client.post(f"/jobs/{job}/remove")
    again = page.locator(".panel .deeds button")
    again.click()
    told = page.locator("#toasts .toast.wrong")
    told.get_by_text(studio_labels(locale[:2])("refused.no-job")).wait_for()
    page.clock.fast_forward(LATER)
    assert told.is_visible() and again.is_enabled(), "it stays, and one may try again"
    visitor.picture(f"toast-wrong-{scheme}")
    assert visitor.faults() == []
    assert page.locator("#toasts").get_attribute("role") == "status"
    told.get_by_role("button", name="关闭这条消息" if locale == "zh-CN" else "Close this message").click()
    told.wait_for(state="detached")
    assert [each for each in visitor.wrong if "404" not in each] == []
    visitor.close()


def test_what_was_done_goes_by_itself_unless_someone_is_at_it(browser: Any, studio: Open) -> None:
    visitor = Visitor(browser, studio)
    page = visitor.page
    page.clock.install()
    visitor.go("/rubrics/longstory")
    page.fill("#title", "Mine")
    page.locator("button[value=save]").click()
    told = page.locator("#toasts .toast", has=page.get_by_role("button"))
    told.get_by_text("Saved.").wait_for()
    told.hover()
    page.clock.fast_forward(LATER)
    assert told.is_visible(), "someone is reading it"
    page.mouse.move(0, 0)
    page.clock.fast_forward(LATER)
    told.wait_for(state="detached")
    visitor.check()
    visitor.close()


def test_a_studio_that_is_gone_is_told_in_place(browser: Any, tmp_path: Path) -> None:
    with Open(tmp_path) as studio:
        client = studio.client()
        job = outline(client, "The Wait")
        visitor = Visitor(browser, studio)
        visitor.go(f"/jobs/{job}")
        visitor.page.locator(".panel summary").click()
        studio.kill()
        visitor.page.locator(".panel .deeds button").click()
        visitor.page.locator(".toast.wrong").get_by_text("The studio does not answer.").wait_for()
        visitor.close()
