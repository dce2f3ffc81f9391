"""Quizzes in the browser: sets looked over and put to a scripted model, results from anywhere, hostile words among them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from studios import PHONE, VIEWS, Client, Open, Visitor, scripted

from fabula.result import SCHEMA_VERSION
from loopback import Loopback

HOSTILE = '<script>document.title="taken"</script>'
NOVELS = ("The Tide House", "The Bell", "North Light", "March Book", "The Ferry", "Far Hills")
ASKED = (
    "who keeps the key of door {row}?", "which letter is burnt first?", "why does the ferryman refuse the coin?",
    "how does the winter of year {row} end?", "what is sung at the wedding?", "where was the map hidden?",
    "whom does the judge pardon?", "what colour is the widow's shawl?", "when are the lamps put out?",
    "whose name is cut into the bench?", "what would follow if the bridge had held?",
)  # fmt: skip
KINDS = ("fiction-plot", "characterisation")


def quiz_csv(answers: str = "ABCDABCDAAAA", hostile: bool = True) -> bytes:
    """A set with a blank option, a wrong key and one question twice."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("title", "question", "A", "B", "C", "D", "answer", "category"))
    for row, key in enumerate(answers):
        novel = NOVELS[row % 6]
        asked = ASKED[row % 11].format(row=row)
        said = f"In {novel}, {asked} {HOSTILE if hostile and row < 8 else ''}".strip()
        options = [f"{name} of {row} {HOSTILE if hostile else ''}" for name in ("Ann", "Ben", "Cyd", "Dov")]
        writer.writerow((novel, said, *options, key, KINDS[row % 2]))
    rang = f"Who rang it, in The Bell? {HOSTILE if hostile else ''}"
    writer.writerow(("The Bell", rang, "one", "", "three", "four", "E", ""))
    return out.getvalue().encode()


@pytest.fixture(scope="module")
def model() -> Iterator[Loopback]:
    with Loopback(lambda _: f"I think the answer is A. {HOSTILE}") as server:
        yield server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results as an owner may have one, with what does not belong on the page."""
    place = tmp_path_factory.mktemp("owners")
    (place / "runs").mkdir()
    (place / "runs" / "quiz.json").write_text(json.dumps(result()), encoding="utf-8")
    (place / "other.json").write_text('{"by_category": 1}', encoding="utf-8")
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.json"
    secret.write_text(json.dumps(result(model="custom/secret")), encoding="utf-8")
    (place / "link.json").symlink_to(secret)
    return place


@pytest.fixture(scope="module")
def sat(tmp_path_factory: pytest.TempPathFactory, model: Loopback, folder: Path) -> Iterator[Open]:
    with scripted(tmp_path_factory.mktemp("sat"), model.url, "--results", str(folder)) as studio:
        yield studio


def result(model: str = f"custom/{HOSTILE}", count: int = 60) -> dict[str, Any]:
    """What `quiz run --json` prints, of a model that answers A to everything."""
    share = {"value": 0.25, "low": 0.15, "high": 0.4}
    group = {"n": count, "accuracy": share, "constant": {"letter": "A", "value": 0.25}}
    answers = [
        {
            "row": row, "question": f"{row:012x}", "title": "The Bell", "text": f"Question {row}? {HOSTILE}",
            "options": [f"{letter} it is {HOSTILE}" for letter in "abcd"], "category": KINDS[row % 2], "key": "ABCD"[row % 4],
            "said": "A" if row else None, "right": row % 4 == 0 and row > 0, "asks": 1, "state": "read" if row else "unreadable", "reply": f"A {HOSTILE}",
        }
        for row in range(count)
    ]  # fmt: skip
    settings = [
        {
            "shots": shots,
            "prompt": "short",
            "language": "en",
            "by": "text",
            "signature": "quiz.text|m:custom",
            "n": count,
            "accuracy": share,
            "by_category": dict.fromkeys(KINDS, group),
            "unreadable": 0,
        }
        for shots in (0, 5)
    ]
    return {
        "kind": "quiz-run", "schema_version": SCHEMA_VERSION, "fabula_version": "0.1.0", "packages": {}, "request": {"file": "set.csv"},
        "made_at": "2026-01-01T00:00:00Z", "questions": "0" * 12, "language": "en", "asked": count, "asks": {"1": count},
        "model": {"name": model}, "signature": "quiz.text|m:custom", "shots": 0, "prompt": "short", "by": "text", "set": "set.csv", "n": count,
        "accuracy": share, "by_category": dict.fromkeys(KINDS, group), "categories_from": {"given": count},
        "by_attribute": {name: {"unknown": group} for name in ("type", "length", "year")}, "unreadable": 1, "failed": [],
        "faulty": [{"row": 3, "kind": "title", "detail": {"code": "quiz.novel-not-named", "fields": {"title": HOSTILE}}, "asked": True}],
        "baselines": {f"always_{letter}": 0.25 for letter in "ABCD"} | {"random": 0.25}, "by_setting": settings, "order": None,
        "open_book": [], "against": None, "answers": answers,
    }  # fmt: skip


def handed_in(client: Client, kind: str, content: bytes, name: str = "set.csv") -> str:
    answer = client.hand_in(f"/quiz/{kind}", name, content)
    return answer.led_to


def shown(page: str) -> list[str]:
    """The numbers of the questions on a page."""
    return re.findall(r'<p class="small">question (\d+)', page)


def test_a_set_is_looked_over_as_it_comes_in(studio: Open) -> None:
    client = studio.client()
    identifier = handed_in(client, "sets", quiz_csv())
    found = re.search(r'data-job="(\w+)"', client.get(f"/quiz/sets/{identifier}").text)
    if found:
        assert client.finished(found[1]) == "done"
    page = client.get(f"/quiz/sets/{identifier}").text
    assert "option B is blank" in page and "The key names no option" in page
    assert page.count("<script>document") == 0 and "Always choosing it scores" in page
    assert "&lt;script&gt;document" in page, "the faulty question is shown"
    assert "选项 B 为空" in client.get(f"/quiz/sets/{identifier}", {"accept-language": "zh"}).text


def test_wrong_answers_are_filtered_by_plain_parameters(studio: Open) -> None:
    client = studio.client()
    identifier = handed_in(client, "results", json.dumps(result()).encode(), "quiz.json")
    place = f"/quiz/results/{identifier}"
    first = client.get(place).text
    assert len(shown(first)) == 25 and "1 of 2" in first
    assert len(shown(client.get(place + "?page=2").text)) == 46 - 25
    assert shown(client.get(place + "?show=unreadable").text) == ["1"]
    own = shown(client.get(place + "?show=all&category=characterisation&page=2").text)
    assert own and all(int(number) % 2 == 0 for number in own)
    assert "always A" in first and "the model’s answer" in first and "no examples, short prompt" in first
    assert "<script>document" not in first and "&lt;script&gt;document" in first
    assert client.get(place + "?show=../../x").status == 400
    assert client.get(place + "?category=" + "x" * 201).status == 400


@pytest.mark.parametrize(
    "raw", [b"[]", b"not json", b"[" * 100_000, b'{"by_category": {}}', json.dumps(result(model="\ud800")).encode(), json.dumps(result() | {"n": float("nan")}).encode(), json.dumps(result() | {"answers": [1]}).encode(), json.dumps(result() | {"schema_version": 1}).encode(), json.dumps(result() | {"faulty": [{"row": 3, "kind": "title", "detail": {"code": "quiz.x", "fields": {}}, "asked": True}]}).encode()]
)  # fmt: skip
def test_what_is_no_result_is_said_in_one_line_and_not_kept(studio: Open, raw: bytes) -> None:
    client = studio.client()
    answer = client.hand_in("/quiz/results", "thing.json", raw)
    assert answer.status == 400 and "thing.json is not a result of `fabula quiz run`" in answer.text
    assert "thing.json" not in client.get("/quiz").text


def test_a_set_with_half_a_character_is_looked_over(studio: Open) -> None:
    client = studio.client()
    row = {"title": "T", "question": "in T \ud800?", "options": ["a", "a", "c", "d"], "answer": "A"}
    place = f"/quiz/sets/{handed_in(client, 'sets', json.dumps([row]).encode(), 'half.json')}"
    found = re.search(r'data-job="(\w+)"', client.get(place).text)
    assert found and client.finished(found[1]) == "done"
    assert "in T ??" in client.get(place).text


def test_what_is_no_set_is_said_in_one_line_and_not_kept(studio: Open) -> None:
    client = studio.client()
    answer = client.hand_in("/quiz/sets", "<b>odd.csv", b"a,b\n1,2\n")
    assert answer.status == 400 and "has no options" in answer.text and "<b>odd" not in answer.text
    assert "odd" not in client.get("/quiz").text


@pytest.mark.parametrize("path", ["..%2f..%2fsecret", "0" * 16, "quiz.json", "runs%2fquiz.json"])
def test_results_and_sets_are_found_by_their_id_alone(sat: Open, path: str) -> None:
    client = sat.client()
    assert client.get(f"/quiz/results/{path}").status == 404
    assert client.get(f"/quiz/sets/{path}").status == 404


def test_results_of_the_owners_folder_are_listed_and_no_link_is_followed(sat: Open) -> None:
    client = sat.client()
    page = client.get("/quiz").text
    assert "runs/quiz.json" in page and "other.json" not in page and "secret" not in page
    found = re.search(r'href="(/quiz/results/\w+)">custom/&lt;script', page)
    assert found and len(shown(client.get(found[1]).text)) == 25


def test_a_set_is_put_to_a_model_and_its_result_is_shown_the_same_way(sat: Open, model: Loopback) -> None:
    client = sat.client()
    identifier = handed_in(client, "sets", quiz_csv(hostile=False))
    refused = client.post(f"/quiz/sets/{identifier}", {"shots": "0", "prompt": "short"})
    assert refused.status == 400 and "choose one" in refused.text
    body = b"model=custom%2Fscripted&shots=0&shots=2&prompt=short&by=text&permute=1"
    kind = "application/x-www-form-urlencoded"
    before = model.count
    answer = client.post_raw(f"/quiz/sets/{identifier}", body, kind)
    job = answer.headers["location"].rpartition("/")[2]
    assert client.finished(job) == "planned" and model.count == before
    client.post(f"/jobs/{job}/start")
    assert client.finished(job) == "done"
    page = client.get(f"/quiz/results/{job}").text
    assert "46.2%" in page, "six of thirteen are right by A; the question without a key is not right"
    assert len(shown(page)) == 6 and "2 examples, short" in page
    assert client.get("/quiz").text.count(f"/quiz/results/{job}") == 1
    again = client.post_raw(f"/quiz/sets/{identifier}", body, kind)
    assert again.headers["location"].endswith(job), "the same question is the same job"


@pytest.mark.extras
def test_a_quiz_from_the_file_to_what_was_wrong_in_a_browser(browser: Any, sat: Open, tmp_path: Path) -> None:
    visitor = Visitor(browser, sat)
    page = visitor.page
    visitor.go("/quiz")
    visitor.picture("quiz", whole=True)
    visitor.check()
    file = tmp_path / "quiz.csv"
    file.write_bytes(quiz_csv("ABCDABCDAAAA" + "A" * 20))
    page.set_input_files("#set", file)
    page.locator("form[action='/quiz/sets'] button").click()
    page.locator(".positions").wait_for()
    page.locator("#other-model").wait_for(state="hidden")
    its_set = urlsplit(page.url).path
    visitor.picture("quiz-set", whole=True)
    opened(visitor)
    visitor.check()
    page.locator("form.asking button.strong").click()
    page.locator(".panel.planned").wait_for()
    visitor.picture("quiz-cost")
    page.locator(".panel button.strong").click()
    page.locator(".question").first.wait_for()
    its_result = urlsplit(page.url).path
    visitor.picture("quiz-result", whole=True)
    opened(visitor)
    visitor.check()
    page.locator("#category").select_option("fiction-plot")
    page.locator(".filter button").click()
    page.wait_for_url("**category=fiction-plot*")
    assert page.locator(".question").count()
    assert page.title() != "taken"
    visitor.picture("quiz-questions")
    visitor.check()
    visitor.close()
    on_a_phone = Visitor(browser, sat, PHONE, "dark", "zh-CN")
    for name, path in (("quiz", "/quiz"), ("quiz-set", its_set), ("quiz-result", its_result)):
        on_a_phone.go(path)
        on_a_phone.picture(f"{name}-phone-dark-zh", whole=True)
        opened(on_a_phone)
        on_a_phone.check()
    on_a_phone.close()


@pytest.mark.extras
def test_a_result_with_hostile_words_in_every_view(browser: Any, sat: Open) -> None:
    client = sat.client()
    identifier = handed_in(client, "results", json.dumps(result(count=30)).encode(), "quiz.json")
    for name, size, scheme, locale in VIEWS:
        visitor = Visitor(browser, sat, size, scheme, locale)
        visitor.go(f"/quiz/results/{identifier}")
        visitor.picture(f"quiz-handed-in-{name}", whole=True)
        visitor.check()
        assert visitor.page.title() != "taken"
        visitor.close()


def opened(visitor: Visitor) -> None:
    """Everything that is folded away on the page, laid open."""
    visitor.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
