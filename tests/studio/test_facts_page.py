"""The Facts page: a graph drawn and listed, a summary held against its story, and mended, with a model and without."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from studios import VIEWS, Client, Open, Visitor, scripted

from fabula.samples import sample
from fabula.studio.tasks.searching import watched_by
from facts.keyed import ERRORS, Key, told, wanted
from loopback import Behaviour, Loopback

EXAMPLES = Path(__file__).parents[2] / "examples"
FAULTY = "the-tide-house.faulty-synopsis.txt"
SAMPLE = sha256((EXAMPLES / "the-tide-house.epub").read_bytes()).hexdigest()[:16]
HOSTILE = '<img src=x onerror="document.title=1"><script>document.title="taken"</script>'


class HostileKey(Key):
    """Knows the eight errors, tells relations scene by scene, and puts HTML into everything it says."""

    TIES = (
        ("Kit", "is daughter of", "Walter Stroud"),
        ("Nell", f"teaches {HOSTILE}", "Ruth Adeyemi"),
        ("Amos Stroud", "is father of", "Walter Stroud"),
        ("Ida Fenn", "takes in", "Nell"),
        ("Nell", "is stubborn", ""),
    )

    def __call__(self, body: dict[str, Any]) -> Behaviour:
        if "entities" not in wanted(body):
            return super().__call__(body)
        people = ("Kit", "Walter Stroud", "Nell", "Ruth Adeyemi", "Amos Stroud", "Ida Fenn", f"Mr {HOSTILE}")
        return told(
            {
                "entities": [{"name": name, "aliases": []} for name in people],
                "relations": [dict(zip(("subject", "predicate", "object"), tie, strict=True)) for tie in self.TIES],
            }
        )  # fmt: skip

    def ruling(self, fact: str, scene: str) -> dict[str, str]:
        said = super().ruling(fact, scene)
        return {**said, "reason": said["reason"] + HOSTILE}


@pytest.fixture(scope="module")
def model() -> Iterator[Loopback]:
    with Loopback(HostileKey()) as server:
        yield server


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory, model: Loopback) -> Iterator[Open]:
    with scripted(tmp_path_factory.mktemp("keyed"), model.url) as studio:
        yield studio


def shelf(client: Client, name: str) -> str:
    """A book of the examples handed in; its id."""
    answer = client.hand_in("/shelf", name, (EXAMPLES / name).read_bytes())
    return answer.led_to


def lying(answer: Any) -> dict[str, str]:
    """What lies on the table, by the address that a form led to."""
    assert answer.status == 303, answer.text
    return {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}


def test_the_example_in_the_package_is_the_example_of_the_repository() -> None:
    assert sample(FAULTY) == (EXAMPLES / FAULTY).read_bytes()


def test_a_pasted_summary_is_checked_by_words_and_its_text_is_no_markup(studio: Open) -> None:
    client = studio.client()
    book = shelf(client, "the-tide-house.epub")
    text = f"Nell keeps the gauge at Saltry. {HOSTILE} Ruth Adeyemi comes to the Tide House."
    on = lying(client.post(f"/facts/{book}/text", {"text": text}))
    assert client.finished(on["summary"]) == "done"
    on = lying(client.post(f"/facts/{book}/check", on))
    assert client.finished(on["check"]) == "done"
    page = client.get(f"/facts/{book}?check={on['check']}").text
    assert "<img src=x" not in page and "&lt;img src=x" in page
    assert page.count('class="ruling"') == page.count('data-ruling="check-') >= 2
    assert page.index("it misses most swapped names") < page.index("sentences fit the words of the story")
    assert "fits what the story says" in page and "supported by the story" not in page and "✕" not in page
    assert "written here, " in page and "handed in" not in page
    alone = client.get(f"/jobs/{on['check']}").text
    assert "<img src=x" not in alone and 'class="ruling"' in alone
    alone = f"/jobs/{on['check']}/facts.html"
    for language, lang in (("en", "en"), ("zh", "zh")):
        page = client.get(alone, {"cookie": f"{client.cookie}; language={language}"})
        assert page.status == 200 and f'<html lang="{lang}">' in page.text and "\x02" not in page.text
        assert '<h1 lang="en">The Tide House</h1>' in page.text


def test_a_summary_from_a_file_and_one_made_here_lie_on_the_table_in_turn(studio: Open) -> None:
    client = studio.client()
    book = shelf(client, "seven-keys.zh.txt")
    own = "# 梗概\n\n沈家有七把钥匙。"
    given = lying(client.hand_in(f"/facts/{book}/file", "梗概.md", own.encode()))
    assert client.finished(given["summary"]) == "done"
    made = lying(client.post(f"/facts/{book}/summary", given))
    assert client.finished(made["summary"]) == "done"
    assert given["summary"] != made["summary"]
    zh = {"accept-language": "zh"}
    assert "上传的，" in client.get(f"/facts/{book}?summary={given['summary']}", zh).text
    assert "书中最有代表性的原句，" in client.get(f"/facts/{book}?summary={made['summary']}", zh).text
    checked = lying(client.post(f"/facts/{book}/check", given))
    assert client.finished(checked["check"]) == "done"
    of_it = f"/jobs/{checked['check']}/files/facts.json"
    assert of_it in client.get(f"/facts/{book}?summary={given['summary']}").text
    assert of_it not in client.get(f"/facts/{book}?summary={made['summary']}").text
    alone = client.get(f"/facts/{book}?check={checked['check']}", zh).text
    assert of_it in alone and "上传的，" in alone
    in_english = client.get(f"/facts/{book}?check={checked['check']}").text
    assert "Checked without a model" in in_english
    assert "the story" in in_english
    assert "原文" in alone


class Lengths:
    """The simplest of embedders."""

    name = "lengths"

    def embed(self, texts: Sequence[str]) -> Any:
        return [[float(len(text))] for text in texts]


def test_a_book_that_is_prepared_for_search_tells_how_far_it_is() -> None:
    told: list[tuple[str, dict[str, int]]] = []
    progress: Any = SimpleNamespace(stage=lambda name, **about: told.append((name, about)))
    embedder = watched_by(progress, "checking")(Lengths())
    texts = ["a" * length for length in range(300)]
    assert embedder.embed(texts).tolist() == Lengths().embed(texts)
    assert [about for _, about in told] == [{"done": done, "of": 300} for done in range(0, 300, 64)] + [{}]
    assert told[0][0] == "preparing" and told[-1][0] == "checking"
    assert embedder.embed(["A question."]) == [[11.0]] and len(told) == 6


def test_what_cannot_be_is_refused_in_one_line(studio: Open) -> None:
    client = studio.client()
    book, other = shelf(client, "the-tide-house.txt"), shelf(client, "seven-keys.zh.txt")
    for path, said in [
        (f"/facts/{book}/check", "there is no summary yet"),
        (f"/facts/{book}/text", "paste or type some"),
        (f"/facts/{other}/example", "sample novella alone"),
    ]:
        answer = client.post(path, {"text": " \n"})
        assert answer.status in (400, 404) and said in answer.text
    on = lying(client.post(f"/facts/{book}/text", {"text": "Nell keeps the gauge."}))
    client.finished(on["summary"])
    answer = client.post(f"/facts/{book}/refine", {"rounds": "3"})
    assert answer.status == 400 and "choose a model first" in answer.text
    assert client.post(f"/facts/{book}/remove", {}).status == 400
    assert client.get(f"/facts/{book}?graph=../../secret&summary=nothing").status == 200
    graph = lying(client.post(f"/facts/{book}/graph"))["graph"]
    assert client.finished(graph) == "done"
    between = "between?graph={}&one={}&other={}"
    assert client.get(f"/facts/{book}/{between.format(graph, 'nell-marrable', 'kit')}").status == 200
    assert client.get(f"/facts/{other}/{between.format(graph, 'nell-marrable', 'kit')}").status == 404
    assert client.get(f"/facts/{book}/{between.format(graph, 'nell', '../kit')}").status == 404
    assert client.get(f"/facts/{book}/{between.format('../../x', 'nell', 'kit')}").status == 404


def test_the_scenes_of_two_are_those_of_the_chapters_asked_for(studio: Open) -> None:
    client = studio.client()
    book = shelf(client, "the-tide-house.epub")
    graph = lying(client.post(f"/facts/{book}/graph"))["graph"]
    assert client.finished(graph) == "done"
    pair = f"/facts/{book}/between?graph={graph}&one=nell-marrable&other=kit"
    picture = json.loads(client.get(f"/jobs/{graph}/files/picture.json").body)
    (line,) = [each for each in picture["lines"] if {each["one"], each["other"]} == {"nell-marrable", "kit"}]
    last = line["chapters"][-1]
    chapters = re.findall(r"<footer>chapter (\d+)", client.get(f"{pair}&first={last}").text)
    assert chapters and set(chapters) == {str(last)}
    assert set(map(int, re.findall(r"<footer>chapter (\d+)", client.get(pair).text))) <= set(line["chapters"])
    assert b"<graphml" in client.get(f"/jobs/{graph}/files/graph.graphml").body
    assert client.get(f"/jobs/{graph}").status == 200


@pytest.mark.extras
def test_without_a_model_from_the_graph_to_the_score(browser: Any, studio: Open) -> None:
    from playwright.sync_api import expect

    visitor = Visitor(browser, studio)
    page = visitor.page
    page.get_by_role("link", name="The Tide House").first.wait_for()
    visitor.go("/facts")
    visitor.picture("facts-books")
    visitor.check()
    page.locator(f"main a[href='/facts/{SAMPLE}']").click()
    visitor.check()
    page.get_by_label("A summary of this book").fill("Half a sentence that was never sent")
    page.get_by_role("button", name="Build the graph").click()
    first = page.locator("#lines button").first
    first.wait_for()
    assert page.get_by_label("A summary of this book").input_value() == "Half a sentence that was never sent"
    expect(
        page.locator("#lines button[tabindex='0']"), "one stop of the Tab key for the whole list"
    ).to_have_count(1)
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#lines button").nth(1)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.locator("#between blockquote").first.wait_for()
    assert "chapters 1 to 11" in page.locator("#between h3").first.inner_text()
    page.locator("#circles span").nth(1).wait_for()
    expect(first).to_have_attribute("aria-pressed", "true")
    page.locator("#between button.name").first.click()
    page.get_by_text("named 49 times").wait_for()
    visitor.picture("facts-graph")
    visitor.check()
    drawn = "[...document.querySelectorAll('#canvas canvas')].map((layer) => layer.toDataURL()).join()"
    by_day = page.evaluate(drawn)
    page.locator("#theme").click()
    page.wait_for_function(f"before => {drawn} !== before", arg=by_day)
    page.locator("#theme").click()
    all_lines = page.locator("#lines li:visible").count()
    page.get_by_label("to", exact=True).fill("1")
    page.wait_for_function(
        "all => { const n = [...document.querySelectorAll('#lines li')].filter(one => one.checkVisibility()).length; return 0 < n && n < all }",
        arg=all_lines,
    )
    page.get_by_label("From chapter").fill("5")
    expect(page.locator(".time output")).to_have_text(["5", "5"])
    page.get_by_role("button", name="Use the faulty synopsis").click()
    page.get_by_role("button", name="Check the summary").click()
    page.locator("#check-made .of-summary").wait_for()
    page.locator("#ruling .fact").wait_for()
    sentence = page.locator("a.sentence.not_found", has_text="the bell did not ring").first
    sentence.focus()
    expect(page.locator("#ruling h3")).to_contain_text("the bell did not ring")
    assert page.get_by_label("A summary of this book").input_value() == "Half a sentence that was never sent"
    visitor.picture("facts-score")
    visitor.check()
    visitor.close()


@pytest.mark.extras
def test_with_a_model_every_fault_is_found_and_mended_and_no_word_of_it_is_markup(browser: Any, keyed: Open, model: Loopback) -> None:  # fmt: skip
    from playwright.sync_api import expect

    visitor = Visitor(browser, keyed)
    page = visitor.page
    page.get_by_role("link", name="The Tide House").first.wait_for()
    visitor.go("/facts")
    page.locator(f"main a[href='/facts/{SAMPLE}']").click()
    page.get_by_label("Who checks").select_option("custom/scripted")
    page.get_by_label("Rounds over each scene").fill("2")
    page.get_by_role("button", name="Build the graph").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Kit is daughter of Walter Stroud").click()
    page.locator("#between blockquote").first.wait_for()
    visitor.picture("facts-graph-model")
    page.evaluate("sessionStorage.clear()")  # As if the page's script had come after the button was pressed.
    page.reload()
    expect(page.get_by_label("Who checks")).to_have_value("custom/scripted")
    page.get_by_role("button", name="Use the faulty synopsis").click()
    page.locator("#step-summary details.chosen").wait_for()
    expect(page.get_by_label("Who checks")).to_have_value("custom/scripted")
    asked = model.count
    page.get_by_role("button", name="Check the summary").click()
    page.get_by_role("button", name="Start").wait_for()
    assert model.count == asked
    visitor.picture("facts-cost")
    page.get_by_role("button", name="Start").click()
    page.locator("#check-made .of-summary").wait_for()
    expect(page.locator("#check-made a.sentence.contradicted")).to_have_count(len(ERRORS))
    page.locator("a.sentence.contradicted").nth(1).click()
    expect(page.locator("#ruling")).to_contain_text(ERRORS[1]["quotation"])
    expect(page.locator("#ruling")).to_contain_text(HOSTILE)
    visitor.picture("facts-score-model")
    page.get_by_label("Rounds at most").fill("1")
    page.get_by_role("button", name="Correct the summary").click()
    page.get_by_role("button", name="Start").click()
    page.locator(".rounds li.best").wait_for()
    assert page.locator(".rounds .best .value").inner_text() == "100%"
    assert page.locator(".rounds ins").count() >= len(ERRORS) <= page.locator(".rounds del").count()
    page.locator(".rounds").scroll_into_view_if_needed()
    visitor.picture("facts-mended")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the corrected summary").click()
    assert ERRORS[0]["truth"] in Path(download.value.path()).read_text(encoding="utf-8")
    assert page.title() == "The Tide House · fabula"
    visitor.picture("facts-whole", whole=True)
    visitor.check()
    jobs = re.findall(r"/jobs/(\w{16})/files/facts.json", page.content())
    assert len(jobs) == 2
    for name, size, scheme, locale in VIEWS[1:]:
        look(browser, keyed, size, scheme, locale, name)
    page.get_by_role("button", name="Use the corrected summary").click()
    page.locator(".rounds").wait_for(state="detached")
    page.get_by_role("button", name="Check the summary").wait_for()
    for job in jobs:
        visitor.go(f"/jobs/{job}")
        visitor.check()
    visitor.close()


def look(browser: Any, studio: Open, size: dict[str, int], scheme: str, locale: str, name: str) -> None:
    """The same page by night, on a phone and in Chinese."""
    visitor = Visitor(browser, studio, size, scheme, locale)
    visitor.go("/facts")
    visitor.page.locator(f"main a[href='/facts/{SAMPLE}']").click()
    visitor.page.locator("#lines button").first.click()
    visitor.page.locator("#between blockquote").first.wait_for()
    visitor.page.locator("#ruling .fact").wait_for()
    visitor.picture(f"facts-{name}", whole=True)
    visitor.check()
    visitor.close()


def test_what_cannot_be_is_refused_in_the_language_of_whoever_looks(studio: Open) -> None:
    client = studio.client()
    missing = "/books/0123456789abcdef"
    assert "there is nothing here by that name" in client.get(missing).text
    in_chinese = client.get(missing, {"accept-language": "zh"})
    assert in_chinese.status == 404 and "这里没有叫这个名字的东西" in in_chinese.text
    assert "there is nothing" not in in_chinese.text
