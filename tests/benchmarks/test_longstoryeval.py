"""LongStoryEval's comparison as a researcher meets it: a folder in, the paper's table out."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from fabula.benchmarks.longstoryeval import genres_alone
from fabula.benchmarks.longstoryeval_trials import Trial, trials
from fabula.benchmarks.release import read_shelf
from fabula.cli import app
from fabula.errors import UsageError
from judging.critics import asked, critic, judgement, losing_steps, properties, short_book
from loopback import Loopback

RELEASE = Path(__file__).parents[2] / ".." / "shared" / "data" / "longstoryeval"
NEEDS_RELEASE = pytest.mark.skipif(
    not RELEASE.is_dir(), reason="LongStoryEval's release is not at ../shared/data"
)


def bench(*words: object) -> dict[str, Any]:
    done = CliRunner().invoke(
        app, ["bench", "longstoryeval", *map(str, words), "--json"], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def row(number: int, rating: float) -> dict[str, Any]:
    return {
        "title": f"Book {number}",
        "author": "A. Writer",
        "genres": ["Fantasy"] if rating > 3.9 else ["Romance", "Adult"],
        "score": f"{rating:.2f}",
        "rating_distribution": ["10 (50%)", "5 (25%)", "3 (15%)", "1 (5%)", "1 (5%)"],
        "premise": "A daughter comes home.",
        "book_len": f"{60_000 + 500 * number} words",
    }


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """The dataset folder in the shape in which it was released, with sixty books, ten of them for testing."""
    folder = tmp_path / "dataset"
    (folder / "summaries").mkdir(parents=True)
    (folder / "books_json").mkdir()
    ratings = np.random.default_rng(0).normal(3.9, 0.3, 60).clip(3, 4.8)
    info = {f"b{number}": row(number, float(rating)) for number, rating in enumerate(ratings)}
    (folder / "all_book_info.json").write_text(json.dumps(info), encoding="utf-8")
    (folder / "test.txt").write_text("\n".join(f"b{number}" for number in range(10)), encoding="utf-8")
    for number in range(10):
        told = {
            "overall_sum": f"Mara comes home to book {number} and reads the letter. " * 5,
            "overall_char": "**Mara**:\n- **Profile**: She tends the lamp.\n\n**Jon**:\n- **Profile**: He rows.",
        }
        (folder / "summaries" / f"b{number}.json").write_text(json.dumps(told), encoding="utf-8")
    text = {"chaps": [{"title": each.title, "content": [each.text]} for each in short_book(3).chapters]}
    (folder / "books_json" / "b0.json").write_text(json.dumps(text), encoding="utf-8")
    return folder


def rating_judge(release: Path) -> Any:
    """A judge who has seen the ratings: each book's score is what its readers gave."""
    info = json.loads((release / "all_book_info.json").read_text(encoding="utf-8"))

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        if "cast" in properties(body):
            return critic(body)
        title = re.search(r"Title:.*?(Book \d+)", asked(body))
        book = next(own for own in info.values() if title and own["title"] == title[1])
        return judgement(body, round(20 * float(book["score"])), quotes=())

    return answer


def test_strategies_are_compared_on_the_test_books_with_what_each_took(
    release: Path, loopback: Loopback
) -> None:
    loopback.answer = rating_judge(release)
    found = bench(
        "--data", release, "--model", "custom/critic", "--base-url", loopback.url, "--runs", 2,
        "--method", "summary", "--method", "aggregation", "--definitions", "both", "--resamples", 2000,
    )  # fmt: skip
    assert found["n"] == 10
    assert set(found["table"]) == {
        "custom/critic: summary",
        "custom/critic: summary, no definitions",
        "custom/critic: aggregation",
        "custom/critic: aggregation, no definitions",
    }
    whole = found["table"]["custom/critic: summary"]["overall"]
    assert whole["n"] == 10 and whole["kendall"]["value"] > 0.9 and whole["kendall"]["p_holm"] < 0.05
    assert whole["beyond"]["length"]["difference"] > 0
    assert found["table"]["custom/critic: aggregation"]["plot"]["kendall"]["why"]["text"].startswith(
        "too few"
    )
    assert "aggregation: 9 books have no text here" in found["skipped"]
    assert found["baselines"]["genres"]["fitted"]["text"] == "on 50 books that are not judged"
    usage = found["systems"]["custom/critic: summary"]["usage"]
    assert usage["calls"] > 0 and usage["input_tokens"] > 0 and usage["seconds"] >= 0
    assert found["reading"]["custom/critic"]["calls"] > 0


def test_what_was_lost_while_a_book_was_read_is_kept_with_the_table(
    release: Path, loopback: Loopback
) -> None:
    loopback.answer = losing_steps(rating_judge(release))
    found = bench(
        "--data", release, "--model", "custom/critic", "--base-url", loopback.url, "--runs", 1,
        "--segment-tokens", 500, "--resamples", 100,
    )  # fmt: skip
    (trouble,) = found["troubles"]
    assert trouble["text"].startswith("Book 0: ") and "gave nothing" in trouble["text"]


def test_without_definitions_a_judge_is_told_names_alone(release: Path, loopback: Loopback) -> None:
    loopback.answer = rating_judge(release)
    bench(
        "--data", release, "--model", "custom/critic", "--base-url", loopback.url, "--runs", 1, "--limit", 1,
        "--definitions", "without", "--resamples", 200,
    )  # fmt: skip
    assert "- plot: Plot and structure\n" in asked(loopback.requests[-1].body)


def test_anonymised_a_judge_sees_neither_title_nor_author_nor_anyones_name(
    release: Path, loopback: Loopback
) -> None:
    seen: list[str] = []
    given = {"name": "Mara", "kind": "person", "sex": "female", "new_name": "Ottilie"}

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        if "names" in properties(body):
            return {"names": [given]}
        seen.append(asked(body))
        return critic(body) if "cast" in properties(body) else judgement(body, 70, quotes=())

    loopback.answer = answer
    found = bench(
        "--data", release, "--model", "custom/critic", "--base-url", loopback.url, "--runs", 1,
        "--method", "summary", "--anonymise", "--resamples", 100,
    )  # fmt: skip
    name = "custom/critic: summary, anonymised"
    assert list(found["table"]) == [name]
    assert found["systems"][name]["signature"].startswith(
        "longstory.summary|m:custom/critic|n:1|T:0|anonymise:yes|"
    )
    told = [question for question in seen if "comes home to book" in question]
    assert len(told) == 9 and all("Untitled" in question for question in seen)
    assert not [name for name in ("Mara", "Jon", "A. Writer") if any(name in each for each in told)]
    assert all("Ottilie comes home" in each for each in told), "the model's names, as in evaluate"
    assert len(found["renaming"]) == 10
    assert found["renaming"][0]["text"].startswith("Book 0: ")


def test_damaged_and_missing_files_are_named_and_the_rest_is_read(release: Path) -> None:
    (release / "summaries" / "b1.json").write_text("{", encoding="utf-8")
    (release / "summaries" / "nobody.json").write_text('{"overall_sum": "x"}', encoding="utf-8")
    (release / "books_json" / "stranger.json").write_text("{}", encoding="utf-8")
    (release / "books_more.jsonl").write_text('{"id": "x", "score": "9"}\nnot json\n', encoding="utf-8")
    with (release / "test.txt").open("a", encoding="utf-8") as file:
        file.write("\nb999\n")
    shelf = read_shelf(release)
    assert len(shelf.books) == 60 and len(shelf.tested) == 10
    told = "\n".join(shelf.skipped)
    for name in (
        "b1.json",
        "nobody.json",
        "stranger.json",
        "books_more.jsonl, line 1",
        "books_more.jsonl, line 2",
        "b999",
    ):
        assert name in told


def test_a_folder_without_books_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="lists no books"):
        read_shelf(tmp_path)
    with pytest.raises(UsageError, match="no such folder"):
        read_shelf(tmp_path / "nowhere")


def test_only_combinations_that_differ_are_tried() -> None:
    found = trials(["summary", "incremental"], [True], ["overall", "chapters"])
    assert found == [Trial("summary"), Trial("summary", source="chapters"), Trial("incremental")]


@pytest.mark.parametrize(
    "words", [[], ["--replay", "nowhere.json"], ["--model", "a/b", "--method", "embedded"]]
)
def test_what_cannot_be_compared_is_a_usage_error(release: Path, words: list[str]) -> None:
    with pytest.raises(UsageError):
        CliRunner().invoke(
            app, ["bench", "longstoryeval", "--data", str(release), *words], catch_exceptions=False
        )


@NEEDS_RELEASE
def test_novelcritiques_recorded_outputs_give_its_table_and_genres_alone_do_as_well() -> None:
    found = bench(
        "--data", RELEASE, "--replay", RELEASE / "novelcritique_outputs_50.jsonl", "--resamples", 500
    )
    assert found["n"] == 50
    taus = {name: entry["kendall"]["value"] for name, entry in found["table"]["NovelCritique"].items()}
    assert taus["plot"] == pytest.approx(0.316, abs=5e-4)
    assert taus["overall"] == pytest.approx(0.313, abs=5e-4)
    assert taus.keys() == found["paper"]["NovelCritique"].keys(), "the paper prints a figure for each"
    assert "genres" in found["table"]["NovelCritique"]["overall"]["loses_to"]
    assert found["baselines"]["reader model"]["learned_from"] == 0
    assert found["baselines"]["reader model"]["inputs"] == ["genres"]
    blend = found["blend"]["NovelCritique"]
    assert blend["kendall"]["value"] > max(
        taus["overall"], found["baselines"]["reader model"]["kendall"]["value"]
    )


@NEEDS_RELEASE
def test_gpt4os_recorded_outputs_give_the_papers_scores_by_strategy() -> None:
    found = bench(
        "--data", RELEASE, "--replay", RELEASE / "gpt4o_outputs_invisible_man.json", "--resamples", 200
    )
    book = "The Invisible Man: A Grotesque Romance by H. G. Wells"
    wholes = {method: books[book]["overall"] for method, books in found["strategies"].items()}
    assert wholes == pytest.approx({"summary": 4.450, "aggregation": 4.252, "incremental": 4.800}, abs=5e-4)
    assert found["strategies"]["summary"][book]["readers"] == 3.63
    assert found["n"] == 1


@NEEDS_RELEASE
def test_the_release_as_it_is_here_has_its_text_under_its_book() -> None:
    shelf = read_shelf(RELEASE)
    assert len(shelf.books) == 449 and not shelf.skipped
    assert [book.title for book in shelf.books.values() if book.text] == [
        "The Invisible Man: A Grotesque Romance"
    ]


def test_the_signatures_tell_strategies_and_options_apart(release: Path, loopback: Loopback) -> None:
    loopback.answer = rating_judge(release)
    words = (
        "--data", release, "--model", "custom/critic", "--base-url", loopback.url, "--runs", 1, "--limit", 1,
        "--resamples", 100,
    )  # fmt: skip
    both = bench(*words, "--definitions", "both")
    signatures = [about["signature"] for about in both["systems"].values()]
    assert len(set(signatures)) == 2 and "|definitions:no|" in signatures[1]
    assert bench(*words)["signature"] != both["signature"]
    assert "|reader-model:" in both["signature"] and both["schema_version"]


def test_one_judged_book_beside_one_other_gives_no_warning(tmp_path: Path) -> None:
    info = {f"b{number}": row(number, 3.5 + number) for number in range(2)}
    (tmp_path / "all_book_info.json").write_text(json.dumps(info), encoding="utf-8")
    shelf = read_shelf(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        values, _ = genres_alone(shelf, [shelf.books["b0"]])
    assert values.tolist() == [0.0]
