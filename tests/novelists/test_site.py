"""The published leaderboard: no broken link, every judged chapter within three clicks, and nothing from the network."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from scripted_novelists import ASPECTS, noise

from commands import fabula
from fabula.novelists.line_files import write_lines
from fabula.novelists.lines import Score, Story, Synopsis
from fabula.novelists.results_whole import AspectScore, Contradiction, WholeBookResult, WholeResult

WRITERS = {"custom/strong": 4.1, "custom/weak <b>": 2.7, "作者/模型": 3.4}
HUMAN = "human"


class Page(HTMLParser):
    """A page's links, anchors and everything it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if given.get("id"):
            self.ids.add(str(given["id"]))
        if given.get("src") or (tag == "link" and not str(given.get("href")).startswith("data:")):
            self.fetched.append(str(given))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    stories, scores, synopses = [], [], []
    for book in ("灯塔", "The Lamp & the <Sea>", "a/b"):
        for chapter in (3, 4):
            synopses.append(
                Synopsis.model_validate(
                    {"story": book, "chapter": chapter, "language": "en", "plot": ("It goes out.",)}
                )
            )
            for name, level in {**WRITERS, HUMAN: 3.0}.items():
                setting = "human" if name == HUMAN else "hidden"
                text = (
                    f"{name} wrote chapter {chapter}. <script>alert(1)</script> "
                    + "The tide came in again. " * 30
                )
                whole = {
                    "model": name,
                    "story": book,
                    "chapter": chapter,
                    "setting": setting,
                    "language": "en",
                }
                stories.append(Story.model_validate({**whole, "text": text}))
                given = {each: level + noise(f"{name}{book}{chapter}{each}") % 5 / 10 for each in ASPECTS}
                remark = {
                    "remarks": f"Seen in {name}: <i>the tide</i>.",
                    "judge": "custom/kind",
                    "words": 160,
                }
                scores.append(
                    Score.model_validate(
                        {**whole, **remark, "scores": given, "score": sum(given.values()) / 8}
                    )
                )
    write_lines(stories, folder / "stories.jsonl")
    write_lines(scores, folder / "scores.jsonl")
    write_lines(synopses, folder / "synopses.jsonl")
    return folder


def site(run: Path, out: Path, *more: object) -> tuple[dict[str, Any], dict[Path, Page]]:
    done = fabula("novelist", "site", out, "--results", run, *more, "--json")
    assert done.returncode == 0, done.stderr
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in out.rglob("*.html")}
    return json.loads(done.stdout), pages


def test_no_link_is_broken_and_nothing_is_fetched(run: Path, tmp_path: Path) -> None:
    found, pages = site(run, tmp_path)
    assert (found["writers"], found["stories"], found["chapters"]) == (4, 3, 6)
    assert len(pages) == 1 + 4 + 3 + 6
    for path, page in pages.items():
        assert page.fetched == []
        for link in page.links:
            target, anchor = urldefrag(unquote(link))
            place = (path.parent / target).resolve() if target else path
            assert place.is_file(), f"{path.name}: {link}"
            assert not anchor or anchor in pages[place].ids, f"{path.name}: {link}"


def test_every_judged_chapter_is_within_three_clicks_of_the_board(run: Path, tmp_path: Path) -> None:
    _, pages = site(run, tmp_path)
    depth = {(tmp_path / "index.html").resolve(): 0}
    waiting = list(depth)
    for path in waiting:
        for link in pages[path].links:
            target = (path.parent / unquote(urldefrag(link)[0])).resolve() if urldefrag(link)[0] else path
            if target in pages and target not in depth:
                depth[target] = depth[path] + 1
                waiting.append(target)
    assert depth.keys() == pages.keys() and max(depth.values()) <= 3


def test_a_chapter_shows_synopsis_texts_scores_and_remarks_of_all_and_no_text_becomes_markup(
    run: Path, tmp_path: Path
) -> None:
    site(run, tmp_path)
    whole = [path.read_text(encoding="utf-8") for path in (tmp_path / "chapters").glob("*.html")]
    for text in whole:
        assert "It goes out." in text and text.count("<article") == 4
        assert "<script>alert" not in text and "<i>the tide</i>" not in text
        assert "Seen in custom/strong: &lt;i&gt;the tide" in text
    assert all("not calibrated" in text for text in [(tmp_path / "index.html").read_text(encoding="utf-8")])


def test_human_chapters_stay_out_where_they_may_not_be_shown(run: Path, tmp_path: Path) -> None:
    site(run, tmp_path, "--no-human-text", "--lang", "zh")
    text = next((tmp_path / "chapters").glob("*.html")).read_text(encoding="utf-8")
    assert "human wrote chapter" not in text and "custom/strong wrote chapter" in text and "人类" in text


def test_files_without_judgements_are_told(tmp_path: Path) -> None:
    done = fabula("novelist", "site", tmp_path / "site", "--results", tmp_path)
    assert done.returncode == 2 and "--results" in done.stderr


def whole_of(writer: str, story: str) -> WholeResult:
    told = Contradiction(
        chapter=4, statement="Ann strikes with her left hand.", quotation="With her left hand <b>Ann</b> struck.",
        earlier=3, earlier_quotation="She lost her left hand.", reason="The hand is gone.",
    )  # fmt: skip
    aspect = AspectScore(id="plot", label="Plot", score=3.1, critique="It holds.")
    book = WholeBookResult(
        writer=writer, story=story, chapters=2, words=320, overall=3.42, low=3.2, high=3.6,
        assessment="A quiet book.", aspects=(aspect,), statements_checked=12, contradictions=(told,), troubles=(),
    )  # fmt: skip
    return WholeResult(request={}, model=None, signature=f"whole|{writer}|{story}", books=(book,))


@pytest.fixture
def with_whole(run: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Verdicts on a book that is on the site, on a story that is not, and on a book that nothing else knows."""
    folder = tmp_path / "whole"
    folder.mkdir()
    for number, (writer, story) in enumerate(
        [("custom/weak <b>", "灯塔"), ("custom/weak <b>", "A long one"), ("custom/nobody", "Elsewhere")]
    ):
        whole_of(writer, story).save(folder / f"{number}.json")
    return run, folder


def test_verdicts_on_whole_books_stand_with_writer_and_story_and_both_lines(
    with_whole: tuple[Path, Path], tmp_path: Path
) -> None:
    run, whole = with_whole
    out = tmp_path / "site"
    found, pages = site(run, out, "--results", whole)
    assert found["whole_books"] == 2
    texts = {path: path.read_text(encoding="utf-8") for path in pages}
    shown = {path.parent.name: path for path, text in texts.items() if "She lost her left hand." in text}
    assert set(shown) == {"writers", "stories"}
    for path in shown.values():
        assert "With her left hand &lt;b&gt;Ann" in texts[path] and "among 12 statements" in texts[path]
        assert "A quiet book." in texts[path] and "3.42" in texts[path] and "It holds." in texts[path]
        linked = {unquote(link).rpartition("-")[2] for link in pages[path].links if "/chapters/" in link}
        assert {"3.html", "4.html"} <= linked
        for link in pages[path].links:
            assert (path.parent / unquote(urldefrag(link)[0])).resolve().is_file()
    assert not any("Elsewhere" in text for text in texts.values())
    assert "whole:" in found["signature"]


@pytest.mark.extras
def test_the_site_sorts_and_finds_from_disk_without_errors(browser: Any, run: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as aside:  # the browser's event loop runs in this thread
        aside.submit(site, run, tmp_path).result()
    wrong: list[str] = []
    for size in ({"width": 390, "height": 844}, {"width": 1280, "height": 900}):
        context = browser.new_context(viewport=size, color_scheme="dark")
        page = context.new_page()
        page.on(
            "console", lambda told: wrong.append(told.text) if told.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto((tmp_path / "index.html").as_uri())
        first = "document.querySelector('.sortable tbody tr').dataset.name"
        assert page.evaluate(first) == "custom/strong"
        page.locator(".sortable thead button").nth(2).click()
        page.locator(".sortable thead button").nth(2).click()
        assert page.evaluate(first) == "custom/weak <b>"
        page.fill("#search", "灯塔")
        assert page.locator("[data-name]:visible").count() == 1
        page.locator("[data-name]:visible a").click()
        page.wait_for_url("**/stories/*")
        page.locator("tbody th a").first.click()
        page.wait_for_url("**/chapters/*")
        assert page.locator("article").count() == 4
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        context.close()
    assert wrong == []
