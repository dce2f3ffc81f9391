"""From books to a leaderboard by the commands, with a scripted server in the model's place."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from scripted_novelists import ASPECTS, novelist, raw_shelf
from typer.testing import CliRunner

from fabula.cli import app
from loopback import Loopback, cut_off, refusal

EXAMPLE = "3.5,3.5,4,3.8,4.1,3.9,4.1,4"


def fabula(*words: str | Path) -> Any:
    found = CliRunner().invoke(app, [*map(str, words), "--json"], catch_exceptions=False)
    assert found.exit_code == 0, found.stderr
    return json.loads(found.stdout)


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def server() -> Any:
    with Loopback(novelist) as served:
        yield served


@pytest.fixture(scope="module")
def retold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a shelf of six books and its synopses, made once for all tests of this file."""
    folder = tmp_path_factory.mktemp("retold")
    ledger = ("--ledger", folder / "ledger.sqlite")
    with Loopback(novelist) as server:
        model = ("--model", "custom/kind", "--base-url", server.url)
        said = fabula("novelist", "synopsis", "--shelf", raw_shelf(folder / "shelf"), "-o", folder / "synopses.jsonl", *model, *ledger)  # fmt: skip
    assert said["synopses"] == 60 and said["missing"] == []
    return folder


@pytest.fixture
def synopses(retold: Path, tmp_path: Path) -> Path:
    """The synopses as a file beside their shelf, in a folder that the test may write to."""
    shutil.copytree(retold / "shelf", tmp_path / "shelf")
    return Path(shutil.copy(retold / "synopses.jsonl", tmp_path))


def write(server: Loopback, synopses: Path, name: str, *more: str) -> Path:
    out = synopses.with_name(f"stories-{name}{''.join(more)}.jsonl")
    fabula(
        "novelist", "write", synopses, "-o", out, "--model", f"custom/{name}", "--base-url", server.url, *more
    )
    return out


def judge(server: Loopback, out: Path, *what: str | Path) -> Path:
    fabula("novelist", "judge", *what, "-o", out, "--base-url", server.url)
    return out


def test_ten_chapters_in_a_row_of_each_book_in_any_encoding(synopses: Path) -> None:
    told = rows(synopses)
    by_book: dict[str, list[int]] = {}
    for line in told:
        by_book.setdefault(line["story"], []).append(line["chapter"])
    assert all(numbers == list(range(numbers[0], numbers[0] + 10)) for numbers in by_book.values())
    assert {line["language"] for line in told} == {"en", "zh"}


def test_two_models_and_their_humans_stand_in_order_on_the_board(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    stories = [write(server, synopses, name) for name in ("weak", "strong")]
    assert all("think" not in line["text"] for line in rows(stories[0]))
    scores = judge(server, tmp_path / "scores.jsonl", *stories, "--shelf", tmp_path / "shelf", "--judge", "custom/kind", "--judge", "custom/stern", "--repeats", "2")  # fmt: skip
    duels = judge(server, tmp_path / "duels.jsonl", *stories, "--pairwise", "--judge", "custom/kind")
    folder = tmp_path / "board"
    board = fabula("novelist", "board", scores, duels, "-o", folder)
    writers = [row["writer"] for row in board["writers"]]
    assert writers == ["custom/strong", "shelf", "custom/weak"]
    assert [row["unjudged"] for row in board["writers"]] == [0, 0, 0]
    strong = board["writers"][0]
    assert strong["low"] <= strong["percentile"] <= strong["high"]
    assert strong["duels"]["rating"] > 1000 > board["writers"][2]["duels"]["rating"]
    assert [one["p"] for one in board["differences"]] == [2 / 2**6] * 3, (
        "six books, all one way: no p can be smaller"
    )
    assert all(one["low"] > 0 for one in board["differences"])
    assert board["judges"]["alpha"] > 0.8 and len(board["judges"]["names"]) == 2
    page = (folder / "board.html").read_text(encoding="utf-8")
    assert "custom/strong" in page and "<svg" in page
    assert {path.stem for path in (folder / "figures").glob("*.svg")} == {
        "radar", "density", "place", "repeats", "lengths",
    }  # fmt: skip
    assert fabula("novelist", "board", scores, "-o", folder, "--lang", "zh")["writers"]
    assert "排行榜" in (folder / "board.html").read_text(encoding="utf-8")


def test_a_second_run_pays_for_nothing(server: Loopback, synopses: Path) -> None:
    first = write(server, synopses, "weak").read_bytes()
    paid = server.count
    assert write(server, synopses, "weak").read_bytes() == first
    assert server.count == paid


def test_the_criteria_are_told_when_asked_for_and_only_then(server: Loopback, synopses: Path) -> None:
    write(server, synopses, "weak")
    assert "Sensory description" not in json.dumps(server.requests[-1].body)
    explicit = write(server, synopses, "weak", "--explicit")
    told = [each.body["messages"][0]["content"] for each in server.requests[-60:]]
    assert all("Sensory description" in text or "感官描写" in text for text in told)
    asked = server.requests[-1].body
    assert (asked["temperature"], asked.get("max_tokens") or asked.get("max_completion_tokens")) == (
        0.6,
        4096,
    )
    assert {line["setting"] for line in rows(explicit)} == {"explicit"}


def test_refusals_cut_offs_and_lost_judgements_are_shown_and_are_no_zeros(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(synopses.read_text(encoding="utf-8").splitlines()[:10]) + "\n", encoding="utf-8")
    server.script(refusal(), cut_off("It began. " * 200), "I'm sorry, I can't write that.")
    lost_in_thought: list[str] = []

    def thinker(body: dict[str, Any]) -> Any:
        asked = str(body["messages"][:2])
        lost_in_thought.append(asked)
        return "<think>and on I think" if asked == lost_in_thought[0] else novelist(body)

    server.answer = thinker
    stories = rows(write(server, few, "strong", "--concurrency=1"))
    troubles = [line["trouble"] and line["trouble"]["code"] for line in stories]
    assert sorted(filter(None, troubles)) == [
        "models.cut-off",
        "models.empty",
        "models.refusal",
        "models.refusal",
    ]
    cut = next(line for line in stories if line["trouble"] and line["trouble"]["code"] == "models.cut-off")
    assert cut["text"].startswith("It began.") and cut["trouble"]["text"].startswith("cut off: ")
    unlucky = next(line["text"] for line in stories if not line["trouble"])[:60]
    server.answer = lambda body: "no scores" if unlucky in str(body["messages"]) else novelist(body)
    scores = judge(server, tmp_path / "s.jsonl", few.with_name("stories-strong--concurrency=1.jsonl"), "--judge", "custom/kind", "--concurrency", "1")  # fmt: skip
    lost = [line for line in rows(scores) if line["score"] is None]
    assert len(lost) == 4 and all(line["trouble"] for line in lost)
    (row,) = fabula("novelist", "board", scores)["writers"]
    assert (row["chapters"], row["unjudged"]) == (10, 4)
    assert row["faults"] == {"cut off": 1, "empty": 1, "refusal": 2}
    assert min(row["dimensions"].values()) > 3.5, "what has no score does not pull the mean down"


def test_one_placement_in_json_is_two_figures() -> None:
    found = fabula("novelist", "place", "--scores", EXAMPLE)
    assert found["normalised"] == pytest.approx(0.8749, abs=5e-5)
    again = fabula("novelist", "place", "--scores", f"[{EXAMPLE}]")
    assert (again["normalised"], again["percentile"]) == (found["normalised"], found["percentile"])
    assert again["signature"].split("|scores:")[1] == found["signature"].split("|scores:")[1]


def test_a_batch_has_a_mean_percentile_with_an_interval(tmp_path: Path) -> None:
    path = tmp_path / "many.json"
    path.write_text(json.dumps([[3 + step / 10] * 8 for step in range(8)]))
    found = fabula("novelist", "place", "--scores", path)
    assert found["percentile"]["low"] < found["percentile"]["value"] < found["percentile"]["high"]
    assert found["n"] == 8


def test_a_shelf_of_scores_is_fitted_and_a_test_set_chosen(tmp_path: Path) -> None:
    import numpy as np

    rng = np.random.default_rng(1)
    novels = [
        {"novel": f"n{n}", "original score": [round(float(s), 3) for s in np.clip(rng.normal(3, 0.4) + rng.normal(0, 0.2, 8), 1, 5)],
         "percentile": 5.0, "request_id": "x", "novel_info": []}
        for n in range(60)
    ]  # fmt: skip
    path = tmp_path / "scoring_results.json"
    path.write_text(json.dumps(novels))
    made = fabula("novelist", "fit", path, "-o", tmp_path / "ref.json")
    assert made["novels"] == 60 and sum(made["weights"]) == pytest.approx(1)
    own = fabula("novelist", "place", "--scores", EXAMPLE, "--reference", tmp_path / "ref.json")
    assert own["percentile"] > 90
    said = fabula("novelist", "choose", path, "--count", "20", "-o", tmp_path / "chosen.json", "--reference", tmp_path / "ref.json")  # fmt: skip
    assert len(said["chosen"]) == 20


def test_a_judge_is_checked_for_repeats_length_and_known_order(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    stories = [write(server, synopses, name) for name in ("weak", "strong")]
    scores = judge(server, tmp_path / "s.jsonl", *stories, "--judge", "custom/kind", "--repeats", "2")
    (found,) = fabula("novelist", "check", scores, "--order", "custom/strong,custom/weak")["judges"]
    assert found["repeats"]["replicates"] == 2 and found["repeats"]["spread"] == 0
    assert found["known_order"]["in_order"] and found["known_order"]["pairs"][0]["won"]["value"] == 1
    assert found["length"]["within_writers"]["value"] is not None, found["length"]


def test_a_long_story_is_written_in_turn_and_its_course_measured(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    book = write(server, synopses, "strong", "--chapters=4", "--context=1000")
    assert {line["chapter"] for line in rows(book)} == {1, 2, 3, 4}
    later = [each.question for each in server.requests if "chapter 4" in each.question]
    assert later and all("story so far" in text and "earliest chapters" in text for text in later)
    scores = judge(server, tmp_path / "s.jsonl", book, "--judge", "custom/kind")
    (model,) = fabula("novelist", "course", book, "--scores", scores)["models"]
    assert model["verdict"] in {"falls", "rises", "holds within the noise"}
    assert model["low"] <= model["slope"] <= model["high"] and len(model["stories"]) == 6


def test_a_dry_run_plans_every_judge_and_sends_nothing(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    stories = write(server, synopses, "weak")
    before = server.count
    plan = fabula("novelist", "judge", stories, "-o", tmp_path / "none.jsonl", "--judge", "custom/kind", "--judge", "custom/stern", "--base-url", server.url, "--dry-run")  # fmt: skip
    assert plan["total"]["calls"] == 120 and server.count == before
    assert not (tmp_path / "none.jsonl").exists()


def test_every_aspect_of_the_rubric_is_scored(server: Loopback, synopses: Path, tmp_path: Path) -> None:
    scores = judge(server, tmp_path / "s.jsonl", write(server, synopses, "weak"), "--judge", "custom/kind")
    assert all(tuple(line["scores"]) == ASPECTS for line in rows(scores))


def test_what_a_writer_cost_stands_on_the_board_whoever_paid_for_it_before(
    server: Loopback, synopses: Path, tmp_path: Path, own_home: Path
) -> None:
    (own_home / "fabula.toml").write_text('[prices]\n"custom/weak" = { input = 1.0, output = 2.0 }\n')
    first = rows(write(server, synopses, "weak"))
    paid = server.count
    again = rows(write(server, synopses, "weak"))
    assert server.count == paid
    assert sum(line["cost"] for line in again) == pytest.approx(sum(line["cost"] for line in first)) != 0
    scores = judge(
        server, tmp_path / "s.jsonl", synopses.with_name("stories-weak.jsonl"), "--judge", "custom/kind"
    )
    (row,) = fabula("novelist", "board", scores)["writers"]
    assert row["cost"] == pytest.approx(sum(line["cost"] for line in first))


def test_the_dull_judge_is_asked_alone_and_shown_beside_the_others(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    stories = write(server, synopses, "weak")
    paid = server.count
    out = tmp_path / "gauge.jsonl"
    fabula("novelist", "judge", stories, "--judge", "embedded", "-o", out)
    assert server.count == paid
    told = rows(out)
    assert all(
        {"model", "story", "chapter", "text", "score", "abstain", "diagnostics"} <= line.keys()
        for line in told
    )
    assert all(line["score"] is None and line["abstain"] for line in told if line["language"] == "zh")
    scores = judge(server, tmp_path / "s.jsonl", stories, "--judge", "custom/kind")
    found = fabula("novelist", "board", scores, out, "-o", tmp_path / "board")
    assert found["gauge"]["judges"][0]["judge"] == "custom/kind"
    assert "imitates" in (tmp_path / "board" / "board.html").read_text(encoding="utf-8")
    shown = CliRunner().invoke(app, ["novelist", "board", str(scores), str(out)], catch_exceptions=False)
    assert shown.exit_code == 0 and "prose gauge" in shown.stdout


def test_hidden_and_explicit_books_of_one_model_are_two_and_criteria_are_in_the_books_language(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    hidden = write(server, synopses, "strong", "--chapters=3")
    before = len(server.requests)
    explicit = write(server, synopses, "strong", "--chapters=3", "--explicit")
    told = [str(each.body["messages"][0]["content"]) for each in server.requests[before:]]
    chapters = [text for text in told if "1 to 5" in text or "1 到 5" in text]
    assert chapters and all(
        ("Sensory description" in text) == ("novelist writing" in text) for text in chapters
    )
    scores = judge(server, tmp_path / "s.jsonl", hidden, explicit, "--judge", "custom/kind")
    found = fabula("novelist", "board", scores)["writers"]
    assert {row["writer"] for row in found} == {"custom/strong (long)", "custom/strong (long explicit)"}
    assert all(row["chapters"] == 18 for row in found)
    (model,) = fabula("novelist", "course", explicit, "--scores", scores)["models"]
    assert model["model"] == "custom/strong (long explicit)" and None not in model["stories"][0]["scores"]


def test_temperature_length_and_caps_of_writers_and_judges_are_settings(
    server: Loopback, synopses: Path, tmp_path: Path
) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(synopses.read_text(encoding="utf-8").splitlines()[:2]) + "\n", encoding="utf-8")
    stories = write(server, few, "weak", "--temperature=1.1", "--max-tokens=9000", "--least-words=2500", "--most-words=3500")  # fmt: skip
    asked = server.requests[-1].body
    assert (asked["temperature"], asked.get("max_tokens") or asked.get("max_completion_tokens")) == (
        1.1,
        9000,
    )
    assert "2500" in asked["messages"][0]["content"] and rows(stories)[0]["bounds"] == [2500, 3500]
    scores = judge(server, tmp_path / "s.jsonl", stories, "--judge", "custom/kind", "--repeats", "2", "--max-tokens", "3000")  # fmt: skip
    asked = server.requests[-1].body
    assert (asked["temperature"], asked.get("max_tokens") or asked.get("max_completion_tokens")) == (
        0.8,
        3000,
    ), "at 0 the repeats would be one answer"
    assert {line["remarks"] for line in rows(scores)} == {"seen"}, "the judge's remarks are kept"
    assert len({line["prompt"] for line in rows(scores)}) == 1 and rows(scores)[0]["prompt"]


def test_prose_scores_are_printed_as_a_table(server: Loopback, synopses: Path, tmp_path: Path) -> None:
    stories = write(server, synopses, "weak")
    words = ["novelist", "judge", str(stories), "--judge", "embedded", "-o", str(tmp_path / "g.jsonl")]
    shown = CliRunner().invoke(app, words, catch_exceptions=False).stdout
    assert "weak" in shown and "{" not in shown and "not a measure of quality" in shown


def test_generated_stories_of_one_piece_are_judged_and_ranked(server: Loopback, tmp_path: Path) -> None:
    lines = [
        {"id": f"s{n}", "model": name, "text": f"The tide took house {n}. " * 300}
        for n in range(3)
        for name in ("mine", "older")
    ]
    generated = tmp_path / "generated.jsonl"
    generated.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    scores = judge(server, tmp_path / "scores.jsonl", generated, "--judge", "custom/kind")
    assert {(row["story"], row["chapter"]) for row in rows(scores)} == {(f"s{n}", 1) for n in range(3)}
    ranked = fabula("novelist", "board", scores)
    assert {row["writer"]: row["books"] for row in ranked["writers"]} == {"mine": 3, "older": 3}
