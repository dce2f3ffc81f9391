"""The audits in the studio: stories and two judges are chosen, the cost is seen, and the passport is there in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from studios import VIEWS, Open, Visitor

from audits.judges import first_or_fair
from loopback import Loopback
from personas.scripted_readers import stories


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with Loopback(first_or_fair) as served:
        yield served


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, server: Loopback) -> Iterator[Open]:
    """A studio with a judge and two short stories on its shelf."""
    options = ("--model", "custom/first", "--base-url", server.url)
    with Open(tmp_path_factory.mktemp("studio"), options) as opened:
        client = opened.client()
        for story in stories(2):
            assert client.hand_in("/shelf", f"{story.name}.txt", story.text.encode()).status == 303
        yield opened


@pytest.fixture(scope="module")
def audited(shop: Open, server: Loopback) -> str:
    """Two judges, after the cost was seen."""
    client = shop.client()
    paths = re.findall(r'name="paths" value="([0-9a-f]{16})"', client.get("/audit").text)
    chosen = [("paths", each) for each in paths[:2]]
    fields = [*chosen, ("model", "custom/first"), ("second_model", "custom/fair"), ("pairs", "1")]
    before = server.count
    job = client.post("/audit", fields).led_to
    assert client.finished(job) == "planned" and server.count == before
    client.post(f"/jobs/{job}/start")
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    return job


def test_the_passport_shows_effects_of_both_judges_and_its_files(shop: Open, audited: str) -> None:
    client = shop.client()
    page = client.get(f"/jobs/{audited}").text
    assert "custom/first" in page and "custom/fair" in page and "First less second" in page
    assert "Does the order decide?" in page and "too few stories" in page and "Stories needed" in page
    assert client.get(f"/jobs/{audited}/files/passport.json").status == 200
    assert "A judge&#39;s passport</title>" in client.get(f"/jobs/{audited}/passport.html").text


def test_the_passport_is_worded_for_whoever_looks(shop: Open, audited: str) -> None:
    client = shop.client()
    for address in (f"/jobs/{audited}/passport.html", f"/jobs/{audited}"):
        page = client.get(address, {"cookie": f"{client.cookie}; language=zh"}).text
        assert "先后顺序起作用吗？" in page and "请选择有以往评分的读者。" in page
        assert "--profile" not in page


def test_nothing_is_audited_without_a_story_or_a_judge(shop: Open) -> None:
    client = shop.client()
    assert "no story was chosen" in client.post("/audit", {"model": "custom/first"}).text
    paths = re.findall(r'name="paths" value="([0-9a-f]{16})"', client.get("/audit").text)
    assert "an audit asks a judge" in client.post("/audit", {"paths": paths[0]}).text
    assert client.post("/audit", {"paths": "0123456789abcdef", "model": "custom/first"}).status == 404


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_the_pages_of_an_audit(
    browser: Any, shop: Open, audited: str, name: str, size: dict[str, int], scheme: str, locale: str
) -> None:
    visitor = Visitor(browser, shop, size, scheme, locale)
    visitor.go("/audit")
    visitor.picture(f"audit-{name}", whole=True)
    visitor.check()
    visitor.go(f"/jobs/{audited}")
    visitor.picture(f"audit-passport-{name}", whole=True)
    visitor.check()
    assert ("所需故事数" if locale == "zh-CN" else "Stories needed") in visitor.page.inner_text("main")
    visitor.close()
