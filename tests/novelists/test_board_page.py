"""The leaderboard's own page in a real browser: nothing wrong in the console, nothing fetched, no sideways scrolling."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from scripted_novelists import ASPECTS, noise

from fabula.novelists.asking import criteria
from fabula.novelists.line_files import write_lines
from fabula.novelists.lines import Duel, Score
from fabula.novelists.ranking import run_board
from fabula.novelists.ranking_request import BoardRequest
from fabula.reports.novelists import write_board

pytestmark = pytest.mark.extras

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
WRITERS = {
    "anthropic/claude-sonnet-4-20250514": 4.1,
    "qwen/qwen3-235b-a22b-instruct-2507-with-a-very-long-name": 3.7,
    "<img src=x onerror=alert(1)>": 2.7,
    "human": 3.4,
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("board")
    write_lines([score for name in WRITERS for score in scores(name)], folder / "scores.jsonl")
    duels = [
        Duel(first=one, second=two, story="book 0", chapter=1, judge="custom/kind", outcome="first")
        for one, two in zip(list(WRITERS)[:-1], list(WRITERS)[1:], strict=True)
    ]
    write_lines(duels, folder / "duels.jsonl")
    request = BoardRequest((folder / "scores.jsonl", folder / "duels.jsonl"))
    with ThreadPoolExecutor(1) as beside_the_browsers_loop:
        made = beside_the_browsers_loop.submit(asyncio.run, run_board(request)).result()
    document = made.result.json_document
    return {
        language: write_board(made.board, document, criteria(), folder / language, language)
        for language in ("en", "zh")
    }


def scores(name: str) -> Iterator[Score]:
    """Five books of one writer by two judges, each asked twice; one chapter was refused."""
    for book in range(5):
        for judge in ("custom/kind", "custom/stern"):
            for replicate in range(2):
                key = f"{name}{book}{judge}{replicate}"
                given: dict[str, float | None] = {
                    each: round(WRITERS[name] + noise(key + each) % 5 / 10, 1) for each in ASPECTS
                }
                refused = name.startswith("qwen") and book == 2
                yield Score(
                    model=name, story=f"book {book}", chapter=1, judge=judge, replicate=replicate,
                    scores=dict.fromkeys(ASPECTS) if refused else given,
                    score=None if refused else sum(each or 0 for each in given.values()) / len(given),
                    trouble="nothing to judge: refusal" if refused else "",
                    written="refusal: I cannot" if refused else "", words=600 + noise(key) % 900, cost=0.01,
                    setting="human" if name == "human" else "hidden",
                )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_board_opens_without_errors_and_no_wider_than_its_window(
    browser: Any, pages: dict[str, Path], size: dict[str, int], scheme: str, language: str
) -> None:
    wrong: list[str] = []
    asked: list[str] = []
    context = browser.new_context(viewport=size, color_scheme=scheme)
    page = context.new_page()
    page.on("console", lambda told: wrong.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(pages[language].as_uri())
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    wide = page.evaluate("document.documentElement.scrollWidth")
    narrow = page.evaluate(
        "Math.min(...[...document.querySelectorAll('tbody th')].map((cell) => cell.getBoundingClientRect().width))"
    )
    images = page.locator("img").count()
    context.close()
    assert wrong == []
    assert asked == [pages[language].as_uri()]
    assert wide <= size["width"]
    assert narrow > 80, "a writer's name is set letter beneath letter"
    assert images == 0, "a model's name became an element"


def test_what_stands_in_a_figure_can_be_read_by_night(browser: Any, pages: dict[str, Path]) -> None:
    context = browser.new_context(viewport=DESK, color_scheme="dark")
    page = context.new_page()
    page.goto(pages["en"].as_uri())
    dark = page.evaluate(
        "[...document.querySelectorAll('figure .page text')].filter((text) => getComputedStyle(text).fill === 'rgb(0, 0, 0)').map((text) => text.textContent)"
    )
    context.close()
    assert dark == []
