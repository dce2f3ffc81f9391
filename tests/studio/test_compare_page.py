"""The comparison in the studio: two drafts without a model, and two judges on the same book."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from drafts import draft
from lxml import html
from studios import VIEWS, Open, Visitor

from loopback import Loopback

SAID = "**Clear** enough, <b>says</b> <script>alert('critique')</script>"


def judge(body: dict[str, Any]) -> dict[str, Any]:
    """Two judges of different minds, who write markup into their critiques."""
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    score = 60 if "stern" in body["model"] else 85
    return {name: _made(name, field, schema, score) for name, field in schema.get("properties", {}).items()}


def _made(name: str, field: dict[str, Any], schema: dict[str, Any], score: int) -> Any:
    """An answer of the type that is asked for."""
    if "$ref" in field:
        field = schema["$defs"][field["$ref"].rpartition("/")[2]]
    if "anyOf" in field:
        field = field["anyOf"][0]
    kind = field.get("type")
    if kind == "object" or "properties" in field:
        return {key: _made(key, each, schema, score) for key, each in field.get("properties", {}).items()}
    if kind == "array":
        return [_made(name, field["items"], schema, score)] if field.get("minItems") else []
    if kind in ("number", "integer"):
        return min(max(score, field.get("minimum", 0)), field.get("maximum", 100))
    return field["enum"][0] if "enum" in field else SAID


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with Loopback(judge) as served:
        yield served


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, server: Loopback) -> Iterator[Open]:
    """A studio with a judge and two drafts on its shelf."""
    options = ("--model", "custom/kind", "--base-url", server.url)
    with Open(tmp_path_factory.mktemp("studio"), options) as opened:
        client = opened.client()
        for second in (False, True):
            taken = client.hand_in("/shelf", f"lamp-{second + 1}.txt", draft(second))
            assert taken.status == 303, taken.text
        yield opened


@pytest.fixture(scope="module")
def drafts() -> tuple[str, str]:
    old, new = (sha256(draft(second)).hexdigest()[:16] for second in (False, True))
    return old, new


@pytest.fixture(scope="module")
def compared(shop: Open, drafts: tuple[str, str]) -> str:
    """The drafts set side by side without a model."""
    client = shop.client()
    answer = client.post("/compare/drafts", {"old": drafts[0], "new": drafts[1]})
    job = answer.led_to
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    return job


def test_two_drafts_without_a_model_tell_what_came_and_went(shop: Open, compared: str) -> None:
    client = shop.client()
    page = client.get(f"/jobs/{compared}").text
    assert "1 added, 1 cut" in page and "0 moved" in page
    assert re.search(r'class="moved (up|down)"', page), "a habit was cured in every chapter"
    assert "<img" not in page and "&lt;img" in page
    alone = client.get(f"/jobs/{compared}/compare.html")
    assert alone.status == 200 and "<img" not in alone.text
    assert client.get(f"/jobs/{compared}/files/compare.json").status == 200


def test_the_same_question_is_the_same_work(shop: Open, drafts: tuple[str, str], compared: str) -> None:
    again = shop.client().post("/compare/drafts", {"old": drafts[0], "new": drafts[1], "method": "summary"})
    assert again.headers["location"] == f"/jobs/{compared}", "without a model no method is asked"


def _chosen(page: str, what: str = "draft") -> list[str]:
    """What stands in the two fields for drafts, or for evaluations, before anybody chooses."""
    fields = html.fromstring(page).xpath(f"//select[starts-with(@id, '{what}-')]")
    return [field.xpath("string(option[@selected]/@value)") for field in fields]


def test_two_drafts_of_one_book_are_chosen_already_and_two_books_are_not(
    shop: Open, drafts: tuple[str, str], tmp_path: Path
) -> None:
    assert _chosen(shop.client().get("/compare").text) == list(drafts)
    with Open(tmp_path) as other:
        client = other.client()
        client.hand_in("/shelf", "lamp.txt", draft(False))
        assert _chosen(client.get("/compare").text) == ["", ""], "two different books are no drafts"


def test_a_draft_is_not_compared_with_itself(shop: Open, drafts: tuple[str, str]) -> None:
    answer = shop.client().post("/compare/drafts", {"old": drafts[0], "new": drafts[0]})
    assert answer.status == 400 and "both sides are the same" in answer.text


@pytest.mark.parametrize("given", ["../../secret", "0123456789abcdef", ""])
def test_a_side_that_is_not_here_is_not_here(shop: Open, drafts: tuple[str, str], given: str) -> None:
    client = shop.client()
    assert client.post("/compare/drafts", {"old": given, "new": drafts[0]}).status == 404
    assert client.post("/compare/evaluations", {"old": given, "new": given}).status == 404


def test_with_a_model_the_cost_of_both_drafts_is_seen_before_anything_is_sent(
    shop: Open, drafts: tuple[str, str], server: Loopback
) -> None:
    client, before = shop.client(), server.count
    fields = {"old": drafts[0], "new": drafts[1], "model": "custom/kind", "method": "one-pass", "runs": "2"}
    job = client.post("/compare/drafts", fields).led_to
    assert client.finished(job) == "planned"
    assert server.count == before
    planned = re.search(r"<tfoot>.*?(\d+)</td>", client.get(f"/jobs/{job}").text, re.DOTALL)
    assert planned and planned[1] == "2", "one request a draft, each for two answers"
    assert client.post(f"/jobs/{job}/start").status == 303
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    page = client.get(f"/jobs/{job}").text
    assert "<strong>Clear</strong> enough" in page
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
    again = client.post("/compare/drafts", fields | {"method": "one-pass"})
    assert again.headers["location"].endswith(job)


@pytest.fixture(scope="module")
def judged(shop: Open, drafts: tuple[str, str]) -> tuple[str, str]:
    """The first draft judged with a model, and without."""
    client = shop.client()
    jobs = []
    for fields in ({"model": "custom/kind", "method": "one-pass", "runs": "2"}, {}):
        job = client.post("/evaluate", {"book": drafts[0], **fields}).led_to
        if client.finished(job) == "planned":
            client.post(f"/jobs/{job}/start")
        assert client.finished(job) == "done"
        jobs.append(job)
    return jobs[0], jobs[1]


@pytest.mark.usefixtures("judged")
def test_two_evaluations_of_one_book_are_chosen_already(shop: Open, drafts: tuple[str, str]) -> None:
    for path in ("/compare", f"/compare?new={drafts[1]}"):
        page = shop.client().get(path).text
        assert len(set(_chosen(page, "evaluation")) - {""}) == 2
        named = html.fromstring(page).xpath("//select[starts-with(@id, 'evaluation-')]/option[@selected]")
        assert len({option.text_content().partition(" · ")[0] for option in named}) == 1


@pytest.mark.extras
def test_two_judges_on_one_book_are_side_by_side_and_neither_is_higher(
    shop: Open, judged: tuple[str, str]
) -> None:
    client = shop.client()
    answer = client.post("/compare/evaluations", {"old": judged[1], "new": judged[0]})
    job = answer.led_to
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    page = client.get(f"/jobs/{job}").text
    scores = page.partition("<h2>Scores</h2>")[2].partition("</table>")[0]
    assert "the judges or their methods differ" in scores and "moved up" not in scores
    assert "0 added, 0 cut" in page


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_the_pages_of_a_comparison(
    browser: Any, shop: Open, compared: str, judged: tuple[str, str], name: str, size: dict[str, int], scheme: str, locale: str
) -> None:  # fmt: skip
    client = shop.client()
    visitor = Visitor(browser, shop, size, scheme, locale)
    visitor.go("/compare")
    visitor.picture(f"compare-{name}", whole=True)
    visitor.check()
    visitor.go("/shelf")
    for tick in visitor.page.locator("input[name=book]").all():
        tick.check()
    visitor.page.locator("form[action='/compare/books'] button").click()
    visitor.page.locator("table.side td a").first.wait_for()
    visitor.picture(f"compare-books-{name}", whole=True)
    visitor.check()
    visitor.go(f"/jobs/{compared}")
    visitor.picture(f"compare-drafts-{name}", whole=True)
    visitor.check()
    answer = client.post("/compare/evaluations", {"old": judged[1], "new": judged[0]})
    job = answer.led_to
    client.finished(job)
    visitor.go(f"/jobs/{job}")
    visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    visitor.picture(f"compare-judges-{name}", whole=True)
    assert visitor.page.locator("main img, main #result script").count() == 0
    visitor.check()
    visitor.close()


@pytest.mark.extras
@pytest.mark.usefixtures("compared")
def test_a_comparison_is_asked_for_by_keyboard(browser: Any, shop: Open) -> None:
    visitor = Visitor(browser, shop)
    visitor.go("/compare")
    assert (
        visitor.page.locator("#draft-old").input_value() != visitor.page.locator("#draft-new").input_value()
    )
    visitor.page.locator("form[action='/compare/drafts'] button.strong").focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/jobs/*")
    visitor.page.locator(".glance").wait_for()
    visitor.check()
    visitor.close()
