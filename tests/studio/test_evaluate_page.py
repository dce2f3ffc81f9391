"""A book judged in the browser: without a model, and by a scripted one with its cost shown first."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from studios import PHONE, Open, Visitor, scripted

from commands import fabula
from loopback import Behaviour, Loopback

pytestmark = pytest.mark.extras
HOSTILE = '<img src=x onerror="document.title=1"><script>document.title="taken"</script>'
SEEN = threading.Event()
"""Set once the test has seen the job under way: the model waits for it before it answers."""


def judge(body: dict[str, Any]) -> Behaviour:
    """Reads and judges the sample novella, once its progress has been seen, and with HTML in its words."""
    SEEN.wait(600)
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {})
    said = "\n".join(message["content"] for message in body["messages"])
    if "cast" in schema:
        numbers = [int(number) for number in re.findall(r"chapter (\d+) \(", said)]
        told: dict[str, Any] = {
            "chapters": [{"chapter": number, "summary": f"Chapter {number} happens."} for number in numbers],
            "plot": "A woman comes to the tide house and reads what was left there. " * 4,
            "cast": [
                {
                    "name": "Nell Marrable",
                    "aliases": [],
                    "profile": "Keeps the house.",
                    "current": "",
                    "experience": HOSTILE,
                }
            ],
        }
    else:
        told = {
            name: "A quiet book that keeps its promise. " + HOSTILE
            if name == "overall_assessment"
            else 81.0
            if name == "overall_score"
            else {
                "strengths": f"The {name} holds. {HOSTILE}",
                "weaknesses": "It sags in the middle.",
                "quotations": ["Eighteen feet and two inches."],
                "score": 80 + len(name) % 7,
            }
            for name in schema
        }
    return Behaviour(text=json.dumps(told))


@pytest.fixture(scope="module")
def model() -> Iterator[Loopback]:
    with Loopback(judge) as server:
        yield server


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory, model: Loopback) -> Iterator[Open]:
    with scripted(tmp_path_factory.mktemp("judged"), model.url) as studio:
        yield studio


def test_without_a_model_the_report_comes_at_once(browser: Any, studio: Open) -> None:
    visitor = Visitor(browser, studio)
    page = visitor.page
    page.get_by_role("link", name="The Tide House").click()
    visitor.page.get_by_role("link", name="Report", exact=True).click()
    visitor.page.get_by_role("link", name="Judge it with a model").click()
    visitor.picture("evaluate")
    visitor.check()
    visitor.page.get_by_role("button", name="Continue").click()
    report = visitor.page.locator("article.report")
    report.get_by_role("heading", name="What to look at first").wait_for()
    visitor.picture("evaluated")
    report.locator("#findings").first.wait_for()
    assert page.locator("iframe").count() == 0
    report.get_by_role("link", name="People", exact=True).click()
    page.locator(".report > .nav a[aria-current]", has_text="People").wait_for()
    finding = report.locator(".finding").first
    finding.get_by_role("button", name="Intended").click()
    page.reload()
    finding.locator("button[value=intended][aria-pressed=true]").wait_for()
    visitor.check()
    report.locator("#figure-mood .page a[href$='#chapter-3']").click()
    page.frame_locator("iframe.manuscript").locator("#chapter-3").wait_for()
    page.go_back()
    report.get_by_role("link", name="Open the manuscript").click()
    text = page.frame_locator("iframe.manuscript")
    text.get_by_role("heading", name="Chapter One: The Causeway").wait_for()
    text.locator("#text").focus()
    page.keyboard.press("j")
    page.keyboard.press("j")
    visitor.picture("manuscript")
    text.locator("select[name=kind]").select_option("ending")
    text.locator("#text").focus()
    page.keyboard.press("j")
    with page.expect_response(
        lambda said: "/decisions/" in said.url and said.request.method != "GET"
    ) as kept:
        page.keyboard.press("i")
    assert kept.value.status == 204
    with page.expect_response(re.compile("/decisions/")) as known:
        page.reload()
    assert [each["decision"] for each in known.value.json()["notes"]] == ["intended"]
    text.get_by_text("1 decided").wait_for()
    visitor.check()
    visitor.close()


def test_a_decision_made_before_the_earlier_ones_have_come_replaces_none_of_them(
    browser: Any, studio: Open
) -> None:
    visitor = Visitor(browser, studio)
    page, text = visitor.page, visitor.page.frame_locator("iframe.manuscript")
    ours: Any = lambda said: "/decisions/" in said.url and said.request.method != "GET"  # noqa: E731
    page.get_by_role("link", name="The Tide House").click()
    page.locator("iframe.manuscript").wait_for()
    coming: list[Any] = []
    for key, slow in (("d", False), ("a", True)):
        if slow:
            page.route(re.compile("/decisions/"), lambda route: coming.append(route) if route.request.method == "GET" else route.continue_())  # fmt: skip
        page.reload()
        text.get_by_role("heading", name="Chapter One: The Causeway").wait_for()
        text.locator("#text").focus()
        for _ in range(4 if slow else 3):
            page.keyboard.press("j")
        with page.expect_response(ours) as kept:
            page.keyboard.press(key)
            for route in coming:
                route.continue_()
    decided = {each["decision"] for each in kept.value.request.post_data_json["notes"]}
    assert {"dismissed", "accepted"} <= decided
    visitor.close()


def test_with_a_model_the_cost_is_seen_before_anything_is_sent(
    browser: Any, judged: Open, model: Loopback
) -> None:
    visitor, by_night = Visitor(browser, judged), Visitor(browser, judged, PHONE, "dark", "zh-CN")
    page = visitor.page
    for each in (visitor, by_night):
        each.go("/evaluate")
        each.page.select_option("#model", "custom/scripted")
        each.picture(f"evaluate-model-{each.scheme}")
        each.check()
    page.fill("#runs", "3")
    asked = model.count
    page.locator("form.asking button.strong").click()
    page.locator("section.panel.planned").wait_for()
    assert model.count == asked
    by_night.page.goto(page.url)
    for each in (visitor, by_night):
        each.page.locator("section.panel.planned").wait_for()
        each.picture(f"cost-{each.scheme}")
        each.check()
    page.locator("section.panel button.strong").click()
    page.locator("section.panel.running").wait_for()
    page.locator(".ticks").wait_for()
    by_night.page.reload()
    by_night.page.locator(".ticks").wait_for()
    for each in (visitor, by_night):
        each.picture(f"under-way-{each.scheme}")
    SEEN.set()
    for each in (visitor, by_night):
        each.page.locator("article.report").get_by_text("A quiet book that keeps its promise.").wait_for()
        each.picture(f"judged-{each.scheme}", whole=True)
        assert (
            each.page.title() != "taken" and each.page.locator("article.report :is(img, script)").count() == 0
        )
        each.check()
        each.close()
    assert model.count > asked


def test_a_reading_from_the_command_line_is_checked_and_not_paid_again(
    judged: Open, model: Loopback, tmp_path: Path
) -> None:
    book, file = tmp_path / "lamp.txt", tmp_path / "lamp.reading.json"
    book.write_text("Chapter 1\n\n" + "Mara kept the lamp alight through the storm. " * 60, encoding="utf-8")
    SEEN.set()
    model.answer = lambda body: judge(body).text
    words = ("read", book, "-o", file, "--model", "custom/scripted", "--base-url", model.url)
    with ThreadPoolExecutor(1) as beside:  # a browser of this file may hold this thread's event loop
        made = beside.submit(fabula, *words, FABULA_LEDGER=str(tmp_path / "l.sqlite")).result()
    assert made.returncode == 0, made.stderr
    client = judged.client()
    shelved = client.hand_in("/shelf", book.name, book.read_bytes()).led_to
    about = {"book": shelved, "model": "custom/scripted", "method": "summary", "runs": "1"}
    refused = client.hand_in("/evaluate", file.name, b"{}", "reading_file", about)
    assert refused.status == 422 and "is not a fabula result" in refused.text
    assert not any((judged.home / "studio" / "readings").iterdir())
    job = client.hand_in("/evaluate", file.name, file.read_bytes(), "reading_file", about).led_to
    assert client.finished(job) == "planned"
    plan = json.loads((judged.home / "studio" / "jobs" / job / "plan.json").read_text(encoding="utf-8"))
    assert plan["by_step"] and not [step for step in plan["by_step"] if step.startswith("reading")]
