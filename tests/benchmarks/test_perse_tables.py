"""PerSE's tables as they are printed, with the paper's rows beside, and what one run with every way of asking holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.test_perse import built, pairs_built
from commands import fabula
from fabula.benchmarks.perse_data import load
from fabula.benchmarks.perse_described import described
from fabula.benchmarks.perse_published import rows_of
from fabula.personas.questions import read
from fabula.reports.perse import figures
from fabula.reports.vega import Vega
from fabula.rubrics.files import load as load_rubric
from fabula.training.persona_lessons import lessons
from judging.critics import properties
from loopback import Loopback
from personas.scripted_readers import chance, choice, fenced


def judge(body: dict[str, Any]) -> Any:
    """Likes even plots, more or less. Names nobody; its summary keeps the number of the plot."""
    wanted = properties(body)
    if "names" in wanted:
        return {"names": []}
    told = fenced(body)[-1] if fenced(body) else ""
    if "choice" in wanted:
        return choice("A" if chance(str(body)) < 0.5 else "B")
    if "score" not in wanted:
        return told or "Plot 2 again."
    return {"review": "I liked it.", "score": 3 + len(told) % 5}


def printed(loopback: Loopback, data: Path, *more: str) -> str:
    loopback.answer = judge
    found = fabula(
        "bench", "perse", "--data", data, "--model", "custom/a-judge-with-quite-a-long-name", "--model", "custom/another",
        "--base-url", loopback.url, *more, COLUMNS="80",
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    lines = found.stdout.splitlines()
    assert max(map(len, lines[:-1])) <= 80 and not any("…" in line for line in lines[:-1])
    return found.stdout


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("scores"), readers=40, books=12)


def test_one_run_prints_every_table_of_scores_and_cuts_no_figure_at_80_columns(
    loopback: Loopback, scores: Path
) -> None:
    shown = printed(loopback, scores, "--questions", "4", "--past", "1", "--hidden")
    for title in ("(Tables 1 and 10)", "(Table 2)", "(Table 3)", "(Figure 8)", "summarised"):
        assert title in shown
    assert "PERSE-13b (paper)" in shown and "0.345" in shown and "4.108" in shown
    assert "Both parts share 0 readers, 0 stories; 0 stories asked about stand in a past." in shown


def test_the_figures_are_drawn_from_the_result(scores: Path, tmp_path: Path) -> None:
    found = fabula("bench", "perse", "--data", scores, "--past", "1,3", "--figures", tmp_path, COLUMNS="80")
    assert found.returncode == 0 and "(Figures 3 and 4)" in found.stdout
    assert "figures/by_past.svg" in (tmp_path / "figures.md").read_text("utf-8")
    document = json.loads((tmp_path / "result.json").read_text("utf-8"))
    rows = [
        {"name": "judge", "version": version, "past": 1, "kendall": {"value": 0.3}}
        for version in ("raw", "anonymised", "summarised")
    ]
    both = list(figures(document | {"versions": rows}))
    assert [each.name for each in both] == ["by_past", "by_version"]
    assert "judge, k = 1 summarised 0.300" in both[1].alt
    assert isinstance(both[1].chart, Vega)
    shown = json.dumps(both[1].chart.spec(704))
    assert all(f'"{row["version"]}"' in shown for row in rows)


def test_choices_stand_beside_the_paper_by_aspect(loopback: Loopback, tmp_path: Path) -> None:
    shown = printed(loopback, pairs_built(tmp_path, 1), "--questions", "8")
    assert "(Table 4)" in shown and "0.621" in shown and "character" in shown and "always A" in shown


def test_the_nearest_past_is_a_way_of_its_own(loopback: Loopback, scores: Path) -> None:
    shown = printed(loopback, scores, "--questions", "4", "--past", "1", "--pick-past", "nearest")
    assert "k = 1 nearest" in " ".join(shown.split())


def test_the_data_is_described_and_its_parts_share_nothing(scores: Path) -> None:
    found = described(load(scores, questions=1_000))
    train, test = found.parts
    assert (found.shared_readers, found.shared_stories, found.stories_in_pasts) == (0, 0, 0)
    assert train.readers > test.readers == 4 and train.questions > 0 and (test.words or 0) > 20
    assert 1 <= (train.score_mean or 0) <= 10 and (train.scores_of_story or 0) > 1 and train.score_spread


def test_the_papers_averages_are_those_of_its_rows() -> None:
    """Table 4 prints an average: the rows are copied right."""
    averages = {"Reviewer Avg.": 0.477, "GPT-4": 0.529, "PERSE-7b": 0.576, "PERSE-13b": 0.602}
    for name, average in averages.items():
        own = rows_of("choices")[name]
        assert len(own) == 5 and abs(sum(own.values()) / 5 - average) < 0.001


def test_lessons_without_reviews_show_scores_alone(scores: Path) -> None:
    rubric = load_rubric("plot-preference")
    with_words, alone = (list(lessons(read(scores), rubric, with_reviews=way)) for way in (True, False))
    assert len(with_words) == len(alone) > 0
    assert all("The reader's review" not in row["messages"][1]["content"] for row in alone)
    assert all("The reader's score" in row["messages"][1]["content"] for row in alone)
    assert alone[0]["messages"][-1] == with_words[0]["messages"][-1]


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Books and reviews in the shape in which LongStoryEval was released."""
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    books = [{"id": f"b{n}", "title": f"B{n}", "plot": f"Plot {n} by the sea."} for n in range(10)]
    (tmp_path / "books_train.jsonl").write_text("\n".join(map(json.dumps, books)), encoding="utf-8")
    rows = [
        {"book": f"b{n}", "reviewer": f"r{who}", "rating": 1 + (n + who) % 5, "reviews": ["Fine."], "conclusion": ""}
        for who in range(12)
        for n in range(10)
    ]  # fmt: skip
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "reviews_train.parquet")
    return tmp_path


def test_stories_without_earlier_ratings_have_a_table_whose_figures_are_whole_at_80_columns(
    release: Path,
) -> None:
    found = fabula("bench", "perse", "--data", release, "--unseen", COLUMNS="80")
    assert found.returncode == 0, found.stderr
    lines = found.stdout.splitlines()[:-1]
    assert max(map(len, lines)) <= 80 and not any("…" in line for line in lines)
    table = found.stdout.partition("Stories without earlier ratings")[2].partition("Kendall by")[0]
    figures = re.findall(r" (-?\d\.\d{2,3}|-)(?= |\n)", table)
    assert len(figures) == 4 * 5, table


def test_stories_without_earlier_ratings_need_a_table_of_ratings(scores: Path) -> None:
    found = fabula("bench", "perse", "--data", scores, "--unseen")
    assert found.returncode == 2 and "--unseen needs LongStoryEval's reviews_train.parquet" in found.stderr
