"""The page in a real browser: no errors, nothing fetched, no sideways scrolling on a phone, marks that are kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from reports_samples import embedded, judged, story

from fabula.comparison.run import compare
from fabula.comparison.sides import Side
from fabula.judging.result import EvaluateResult
from fabula.reports.comparison_views import comparison_page
from fabula.reports.files import write_report

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation

pytestmark = pytest.mark.extras

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def reports(judged_book: Evaluation, unjudged_chinese_book: Evaluation, hostile_book: Evaluation, long_headed_book: Evaluation, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:  # fmt: skip
    folder = tmp_path_factory.mktemp("reports")
    books = {
        "judged": judged_book,
        "chinese": unjudged_chinese_book,
        "hostile": hostile_book,
        "long-headed": long_headed_book,
    }
    found = {name: write_report(one, folder / name) for name, one in books.items()}
    found["comparison"] = folder / "compare.html"
    found["comparison"].write_text(
        comparison_page(
            compare(Side(EvaluateResult.of(judged())), Side(EvaluateResult.of(embedded(story())))).result
        ),
        encoding="utf-8",
    )
    return found


class Visit:
    """One page opened in one window, with everything that went wrong."""

    def __init__(self, browser: Any, path: Path, size: dict[str, int], scheme: str = "light") -> None:
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
        self.page.on(
            "console",
            lambda message: self.wrong.append(message.text) if message.type in ("error", "warning") else None,
        )
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *_: object) -> None:
        self.page.context.close()


@pytest.mark.parametrize("name", ["judged", "chinese", "hostile", "long-headed", "comparison"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_page_opens_without_errors_and_fetches_nothing(browser: Any, reports: dict[str, Path], name: str, size: dict[str, int]) -> None:  # fmt: skip
    with Visit(browser, reports[name], size) as visit:
        visit.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        wide = visit.page.evaluate("document.documentElement.scrollWidth")
    assert visit.wrong == []
    assert [url for url in visit.asked if not url.startswith(("file:", "data:"))] == []
    assert wide <= size["width"]


def test_the_first_screen_shows_a_long_heading_whole(browser: Any, reports: dict[str, Path]) -> None:
    with Visit(browser, reports["long-headed"], PHONE) as visit:
        places = visit.page.evaluate(
            "[...document.querySelectorAll('.look .where')].map((one) => [one.textContent, one.getBoundingClientRect().right])"
        )
    assert places and all("Nobody Goes" in text and right <= PHONE["width"] for text, right in places)


def test_every_section_can_be_seen(browser: Any, reports: dict[str, Path]) -> None:
    with Visit(browser, reports["judged"], PHONE) as visit:
        heights = visit.page.evaluate(
            "[...document.querySelectorAll('main section')].map((one) => [one.id, one.offsetHeight])"
        )
        drawn = visit.page.evaluate(
            "[...document.querySelectorAll('figure')].map((one) => one.getBoundingClientRect().height)"
        )
    assert [name for name, _ in heights] == [
        "verdict", "aspects", "first", "course", "people", "craft", "findings", "instructions", "comparable", "honesty", "made", "places", "words",
    ]  # fmt: skip
    assert min(height for _, height in heights) > 40 and min(drawn) > 80


def test_a_quotation_leads_to_its_place(browser: Any, reports: dict[str, Path]) -> None:
    with Visit(browser, reports["judged"], DESK) as visit:
        visit.page.click("#aspect-plot a.where")
        assert (
            visit.page.evaluate("document.querySelector(':target mark').textContent") == "the lamp went out"
        )


def test_a_decision_on_a_finding_outlives_the_page(browser: Any, reports: dict[str, Path]) -> None:
    with Visit(browser, reports["judged"], DESK) as visit:
        first = ".finding >> nth=0"
        visit.page.click(f"{first} >> button[value=intended]")
        visit.page.reload()
        assert visit.page.get_attribute(f"{first} >> button[value=intended]", "aria-pressed") == "true"
        assert visit.page.inner_text("#progress").startswith("1 of ")
        visit.page.click(f"{first} >> button[value=intended]")
        assert visit.page.inner_text("#progress").startswith("0 of ")


def test_day_and_night_follow_the_system_and_the_button(browser: Any, reports: dict[str, Path]) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with Visit(browser, reports["judged"], DESK, "dark") as visit:
        dark = visit.page.evaluate(ground)
        visit.page.click("#theme")
        light = visit.page.evaluate(ground)
    assert (dark, light) == ("rgb(23, 25, 28)", "rgb(251, 250, 246)")
