"""Books of the shelf put in order in the browser: ticked, estimated, compared, shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from studios import Visitor, scripted

from fabula.studio.tasks import task
from fabula.studio.tasks.form import from_form
from loopback import Loopback
from ranking.test_rank import judge, shelf

pytestmark = pytest.mark.extras


def test_books_are_ticked_and_come_back_in_order(browser: Any, tmp_path: Path) -> None:
    with Loopback(judge()) as model, scripted(tmp_path, model.url) as studio:
        client = studio.client()
        for book in shelf(tmp_path, [2, 9, 5]):
            assert client.hand_in("/shelf", book.name, book.read_bytes()).status == 303
        refused = client.post("/rank", {"model": "custom/scripted", "books": "0" * 16})
        assert refused.status == 400 and "tick three books or more" in refused.text
        visitor = Visitor(browser, studio)
        page = visitor.page
        visitor.go("/rank")
        visitor.picture("rank")
        visitor.check()
        page.select_option("#model", "custom/scripted")
        for name in ("Book02", "Book09", "Book05"):
            page.get_by_label(name).check()
        page.locator("form.asking button.strong").click()
        page.locator("section.panel.planned").wait_for()
        page.locator("section.panel button.strong").click()
        report = page.frame_locator("iframe.board")
        report.locator("tbody tr").first.wait_for()
        rows = report.locator("tbody tr th").all_inner_texts()
        assert [row.split()[0] for row in rows[:3]] == ["Book09", "Book05", "Book02"]
        visitor.picture("ranked")
        visitor.check()
        visitor.close()


def test_the_form_takes_several_books_and_no_path() -> None:
    form = from_form(task("rank").Form, {"books": ["0" * 16, "1" * 16, "2" * 16], "model": "custom/x"})
    assert form.model_dump()["books"] == ("0" * 16, "1" * 16, "2" * 16)
    assert "reading" not in task("rank").Form.model_fields
