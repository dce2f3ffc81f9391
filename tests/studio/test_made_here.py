"""What needed the command line before: a quiz drafted from a book of the shelf, and stories that a model writes and another judges."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from studios import VIEWS, Client, Open, Visitor, scripted

from loopback import Answer, Loopback

sys.path.append(str(Path(__file__).parents[1] / "novelists"))
from scripted_novelists import novelist

BOOK = "\n\n".join(
    f"Chapter {chapter}\n\n"
    + " ".join(
        f"On day {day} the keeper gave lamp {day} to the girl at ferry {day}."
        for day in range(90 * chapter, 90 * chapter + 90)
    )
    for chapter in (1, 2)
)


def answer(body: dict[str, Any]) -> Answer:
    fields = body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {})
    if "wrong_1" in fields:
        first = str(body["messages"][-1]["content"]).rpartition("<manuscript-")[2].partition(">\n")[2]
        day = re.search(r"On day (\d+) [^.]*\.", first)
        assert day
        wrong = {f"wrong_{n}": f"It gave lamp {int(day[1]) % 100 + n} to the girl" for n in (1, 2, 3)}
        return {"question": f"What happened on day {day[1]}?", "right": "The keeper gave a lamp", **wrong, "proof": day[0]}  # fmt: skip
    return novelist(body)


@pytest.fixture(scope="module")
def model() -> Iterator[Loopback]:
    with Loopback(answer) as server:
        yield server


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, model: Loopback) -> Iterator[Open]:
    with scripted(tmp_path_factory.mktemp("made"), model.url) as studio:
        yield studio


@pytest.fixture(scope="module")
def client(opened: Open) -> Client:
    return opened.client()


@pytest.fixture(scope="module")
def book(client: Client) -> str:
    return client.hand_in("/shelf", "ferry.txt", BOOK.encode()).led_to


def run(client: Client, job: str) -> str:
    assert client.finished(job) == "planned"
    client.post(f"/jobs/{job}/start")
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    return client.get(f"/jobs/{job}").text


def test_a_quiz_is_drafted_from_a_book_and_goes_to_review(client: Client, book: str) -> None:
    assert f'href="/quiz?book={book}#draft"' in client.get(f"/books/{book}/quiz").text
    assert f'<option value="{book}" selected>' in client.get(f"/quiz?book={book}").text
    asked = {"book": book, "kinds": "fiction-plot", "each": "2", "rounds": "0", "drop": "nothing"}
    assert client.post("/quiz/drafts", asked).status == 400
    page = run(client, client.post("/quiz/drafts", asked | {"model": "custom/scripted"}).led_to)
    assert re.search(r"Questions that passed the checks: [12]\.", page)
    made = re.search(r"/quiz/sets/([0-9a-f]{16})/review", page)
    assert made and client.get(f"/quiz/sets/{made[1]}/review").status == 200


def test_a_model_writes_from_the_books_that_were_ticked_and_lands_on_a_leaderboard(client: Client, book: str) -> None:  # fmt: skip
    empty = client.get("/novelists").text
    assert "Have a model write" in empty and "<code>" not in empty
    asked = [("books", book), ("chapters", "2"), ("model", "custom/scripted")]
    for wrong in ("", "replay:/etc/passwd", "/etc/passwd"):
        assert client.post("/novelists/line", [*asked, ("judge", wrong)]).status == 400
    page = run(client, client.post("/novelists/line", [*asked, ("judge", "custom/kind")]).led_to)
    files = re.findall(r'name="results" value="([0-9a-f]{16})"', page)
    assert len(files) == 3
    board = client.post("/novelists", [("results", each) for each in files]).led_to
    assert client.finished(board) == "done"
    assert "/stories" in client.get(f"/jobs/{board}").text


def test_a_second_judge_is_no_file_either(client: Client, book: str) -> None:
    said = {"paths": book, "model": "custom/scripted", "second_model": "replay:/etc/passwd"}
    assert client.post("/audit", said).status == 400


@pytest.mark.extras
def test_both_forms_are_filled_in_by_hand(browser: Any, opened: Open, book: str) -> None:
    # The numbers are others than above: what was asked before is done, and is not started again.
    visitor = Visitor(browser, opened)
    page, seen = visitor.page, []
    visitor.go(f"/quiz?book={book}#draft")
    form = page.locator("form[action='/quiz/drafts']")
    form.locator("details summary").click()
    for name, value in (("kinds", "fiction-plot"), ("each", "1"), ("rounds", "0")):
        form.locator(f"[name={name}]").fill(value)
    form.locator("[name=drop]").select_option("nothing")
    visitor.check()
    form.locator("button.strong").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Review").first.wait_for()
    seen.append(("quiz-drafted", page.url))
    visitor.check()
    visitor.go("/novelists")
    form = page.locator("form[action='/novelists/line']")
    page.locator("details", has=form).evaluate("it => { it.open = true }")
    form.locator(f"[name=books][value='{book}']").check()
    form.locator("[name=judge]").fill("custom/kind")
    form.locator("details summary").click()
    form.locator("[name=chapters]").fill("1")
    visitor.check()
    form.locator("button.strong").click()
    page.get_by_role("button", name="Start").click()
    page.locator("form[action='/novelists'] button").wait_for()
    seen.append(("novelists-line", page.url))
    page.locator("form[action='/novelists'] button").click()
    page.locator("iframe.board").wait_for()
    seen.append(("novelists-board", page.url))
    visitor.close()
    for name, size, scheme, locale in VIEWS:
        visitor = Visitor(browser, opened, size, scheme, locale)
        for shown, address in (
            *seen,
            ("quiz", opened.base + "/quiz"),
            ("novelists", opened.base + "/novelists"),
        ):
            visitor.go(address.removeprefix(opened.base))
            visitor.picture(f"{shown}-{name}", whole=True)
            visitor.check()
        visitor.close()
