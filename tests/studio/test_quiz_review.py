"""Two people review a set in the browser, by keyboard alone; what they send back is drafted again from their words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from studios import DESK, PHONE, Client, Open, Visitor, scripted

from loopback import Answer, Loopback

EXAMPLES = Path(__file__).parents[2] / "examples"
SAMPLE = EXAMPLES / "the-tide-house.txt"
QUESTIONS = (EXAMPLES / "the-tide-house.quiz.jsonl").read_text(encoding="utf-8").splitlines()
HOSTILE = "<script>document.title='taken'</script>"
YES = dict.fromkeys(("clear", "kind", "answer", "options"), "yes")


def model(body: dict[str, Any]) -> Answer:
    """Drafts another question with the first sentence of its passage as proof, and passes every draft."""
    properties = body["response_format"]["json_schema"]["schema"]["properties"]
    if "clear" in properties:
        return {"note": "", "clear": True, "kind": True, "answer": True, "options": True}
    if "contrary" in properties:
        return {"why": "The passage says otherwise.", "contrary": True}
    text = str(body["messages"][-1]["content"])
    passage = text.rpartition("<manuscript-")[2].partition(">\n")[2]
    question = "What does the keeper do first?" if "two options are true" in text else "What is it?"
    return {
        "question": question, "right": "lights the lamp", "wrong_1": "rings the bell", "wrong_2": "bars the door",
        "wrong_3": "calls the boat", "proof": passage.partition(".")[0] + ".", "second_proof": "",
    }  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with Loopback(model) as each:
        yield each


@pytest.fixture(scope="module")
def sat(tmp_path_factory: pytest.TempPathFactory, server: Loopback) -> Iterator[Open]:
    with scripted(tmp_path_factory.mktemp("sat"), server.url) as studio:
        yield studio


def stored(client: Client, count: int, name: str) -> str:
    """A set of the first questions about the sample novella; the name tells it from other sets of as many."""
    rows = [json.dumps(json.loads(line) | {"set": name}, ensure_ascii=False) for line in QUESTIONS[:count]]
    return client.hand_in("/quiz/sets", f"{name}.jsonl", "\n".join(rows).encode()).led_to


def shelf(client: Client) -> str:
    """The novella on the shelf, outlined, so that its title is known."""
    book = client.hand_in("/shelf", "The Tide House.txt", SAMPLE.read_bytes()).led_to
    job = client.get(f"/shelf/{book}").text.partition('data-job="')[2].partition('"')[0]
    if job:
        client.finished(job)
    return book


def digests(client: Client, identifier: str, reviewer: str) -> str:
    page = client.get(f"/quiz/sets/{identifier}/review?{urlencode({'reviewer': reviewer})}").text
    return page.partition('name="question" value="')[2].partition('"')[0]


def review(client: Client, identifier: str, reviewer: str, **said: str) -> None:
    fields = {"reviewer": reviewer, "question": digests(client, identifier, reviewer)} | YES | said
    answer = client.post(f"/quiz/sets/{identifier}/review", fields)
    assert answer.status == 303, answer.text


def test_what_both_pass_goes_out_as_a_set_and_the_rest_with_words(sat: Open) -> None:
    client = sat.client()
    identifier = stored(client, 3, "three")
    place = f"/quiz/sets/{identifier}"
    for _ in range(3):
        review(client, identifier, "Ann")
    review(client, identifier, "Ben")
    review(client, identifier, "Ben", answer="no", note=f"C is true as well {HOSTILE}")
    page = client.get(f"{place}/review").text
    assert "66.7%" not in page and "50.0%" in page and "100.0%" in page, "agreement by check"
    assert "C is true as well &lt;script&gt;" in page and HOSTILE not in page
    passed = client.get(f"{place}/passed.jsonl")
    assert [json.loads(line)["question"] for line in passed.text.splitlines()] == [
        json.loads(QUESTIONS[0])["question"]
    ]
    assert "three.passed.jsonl" in passed.headers["content-disposition"]
    assert len(client.get(f"{place}/passed.csv").text.splitlines()) == 2
    assert client.get(f"{place}/passed.xml").status >= 400
    assert "Ann has no question left" in client.get(f"{place}/review?reviewer=Ann").text
    assert "1 left" in client.get(f"{place}/review?reviewer=Ben").text


def test_a_reviewer_does_not_see_what_the_other_said(sat: Open) -> None:
    client = sat.client()
    identifier = stored(client, 2, "blind")
    review(client, identifier, "Ann", options="no", note="too easy for anybody")
    page = client.get(f"/quiz/sets/{identifier}/review?reviewer=Ben&row=0").text
    assert "too easy" not in page and " checked" not in page
    own = client.get(f"/quiz/sets/{identifier}/review?reviewer=Ann&row=0").text
    assert "too easy" in own and own.count(" checked") == 4


def test_a_review_without_a_name_or_a_check_is_refused(sat: Open) -> None:
    client = sat.client()
    identifier = stored(client, 1, "one")
    place, question = f"/quiz/sets/{identifier}/review", digests(client, identifier, "Ann")
    for wrong in ({"reviewer": " "}, {"clear": "maybe"}, {"options": ""}):
        fields = {"reviewer": "Ann", "question": question} | YES | wrong
        assert client.post(place, fields).status == 400
    assert client.post(place, {"reviewer": "Ann", "question": "f" * 12} | YES).status == 404
    assert client.get(f"/quiz/sets/{'0' * 16}/review").status == 404


def test_a_question_is_shown_beside_its_place_in_the_book(sat: Open) -> None:
    client = sat.client()
    identifier = stored(client, 1, "placed")
    proof = json.loads(QUESTIONS[0])["passage"]
    shelf(client)
    page = client.get(f"/quiz/sets/{identifier}/review?reviewer=Ann").text
    quoted = page.partition("<mark>")
    assert quoted[2].partition("</mark>")[0].replace("&#39;", "'") == proof
    assert (
        len(quoted[0].rpartition("<blockquote")[2]) > 60 or len(quoted[2].partition("</blockquote>")[0]) > 200
    )
    assert (
        "正确答案"
        in client.get(f"/quiz/sets/{identifier}/review?reviewer=Ann", {"accept-language": "zh"}).text
    )


def test_what_was_sent_back_is_drafted_again_from_the_reviewers_words(sat: Open, server: Loopback) -> None:
    client = sat.client()
    identifier = stored(client, 2, "again")
    book = shelf(client)
    review(client, identifier, "Ann", answer="no", note="two options are true")
    review(client, identifier, "Ann")
    answer = client.post(f"/quiz/sets/{identifier}/redraft", {"model": "custom/scripted", "book": book})
    job = answer.led_to
    before = server.count
    assert client.finished(job) == "planned" and server.count == before
    client.post(f"/jobs/{job}/start")
    assert client.finished(job) == "done"
    page = client.get(f"/jobs/{job}").text
    assert "what does the keeper do first?" in page and "lights the lamp" in page
    new = page.partition("/quiz/sets/")[2].partition("/review")[0]
    assert new != identifier
    assert "1 left" in client.get(f"/quiz/sets/{new}/review?reviewer=Ann").text, (
        "the other review still holds"
    )
    again = client.post(f"/quiz/sets/{identifier}/redraft", {"model": "custom/scripted", "book": book})
    assert again.led_to == job, "the same reviews are the same job"


@pytest.mark.extras
def test_two_reviewers_by_keyboard_alone(browser: Any, sat: Open) -> None:
    client = sat.client()
    identifier = stored(client, 2, "keys")
    shelf(client)
    visitor = Visitor(browser, sat)
    page, keys = visitor.page, visitor.page.keyboard
    for reviewer in ("Ann", "Ben"):
        visitor.go(f"/quiz/sets/{identifier}/review")
        visitor.check()
        keys.type(reviewer)
        keys.press("Enter")
        page.locator("#review").wait_for()
        visitor.check()
        first = page.locator(".reviewing h1").inner_text()
        if reviewer == "Ann":
            visitor.picture("quiz-review", whole=True)
        keys.press("s")
        on(page, first, same=False)
        keys.press("b")
        on(page, first, same=True)
        keys.press("a")
        keys.press("Enter")
        on(page, first, same=False)
        keys.press("a")
        if reviewer == "Ben":
            keys.press("3")
            keys.press("n")
            keys.type("a key pressed in a note is only written: 1 a s")
            keys.press("Escape")
        keys.press("Enter")
        page.locator("#reviewer").wait_for()
    assert "has no question left" in page.content()
    assert page.locator("article.question").count() == 1
    assert "only written: 1 a s" in page.locator("article.question").inner_text()
    visitor.picture("quiz-reviews", whole=True)
    visitor.check()
    visitor.close()
    for name, size, scheme in (
        ("phone-dark-zh", PHONE, "dark"),
        ("dark-zh", DESK, "dark"),
        ("phone", PHONE, "light"),
    ):
        other = Visitor(browser, sat, size, scheme, "zh-CN" if "zh" in name else "en-GB")
        for page_name, path in (("review", "review?reviewer=Cyd&row=0"), ("reviews", "review")):
            other.go(f"/quiz/sets/{identifier}/{path}")
            other.picture(f"quiz-{page_name}-{name}", whole=True)
            other.check()
        other.close()


def on(page: Any, first: str, *, same: bool) -> None:
    """Wait until the page is there, with the first question or another one."""
    page.wait_for_function(
        """([first, same]) => {
          const now = document.querySelector(".reviewing h1")?.innerText;
          return document.readyState === "complete" && now && (now === first) === same;
        }""",
        arg=[first, same],
    )
