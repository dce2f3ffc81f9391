"""WebNovelBench in one line: raw texts to a leaderboard, killed and resumed; released data; a replay."""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from commands import fabula, started
from fabula import bench_webnovel
from fabula.novelists.writing import criteria
from fabula.rubrics.files import load
from loopback import Behaviour, Loopback

sys.path.append(str(Path(__file__).parents[1] / "novelists"))
from scripted_novelists import novelist, raw_shelf

KILLED_AT = (5, 22, 30)
"""While synopses, stories and judgements are asked for, counted from the start of each run."""
IN_FLIGHT = 4


def bench(*words: str | Path) -> dict[str, Any]:
    done = fabula("bench", "webnovel", *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def board_of(server: Loopback | None = None, **options: Any) -> dict[str, Any]:
    """The same without its page, which takes longest."""
    if server is not None:
        names = ["custom/weak", "custom/strong"]
        options |= {
            "model": names,
            "judge": ["custom/kind"],
            "base_url": server.url,
            "concurrency": IN_FLIGHT,
        }
    found: dict[str, Any] = bench_webnovel(**options).result.json_document
    return found


def models(url: str) -> tuple[str, ...]:
    return (
        "--model", "custom/weak", "--model", "custom/strong", "--judge", "custom/kind", "--base-url", url,
        "--concurrency", str(IN_FLIGHT),
    )  # fmt: skip


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Novels in the shape of the paper's released data."""
    told = "<主要人物> [张三, 李四] </主要人物> \n<主要情节> \n(1)张三出门\n(2)李四归来</主要情节> \n<重要场景> [码头, 客栈] </重要场景>"
    novels = [
        {
            "novel": f"小说{number}", "original score": [round(2 + number / 8, 2)] * 8, "normalized score": 0.5,
            "percentile": 8.0 * number, "request_id": f"4e14-{number}", "chapters": ["第一章", "第二章"],
            "novel_info": [told.replace("码头", f"码头{number}"), told.replace("客栈", f"客栈{number}")],
        }
        for number in range(12)
    ]  # fmt: skip
    path = tmp_path_factory.mktemp("released") / "scoring_results.json"
    path.write_text(json.dumps(novels, ensure_ascii=False), encoding="utf-8")
    return path


def test_raw_texts_to_a_leaderboard_killed_and_resumed_without_paying_twice(tmp_path: Path) -> None:
    shelf, out = raw_shelf(tmp_path / "raw", books=4, chapters=6, lines=16), tmp_path / "out"
    (shelf / "short.txt").write_text(
        "Chapter 1\n\nToo short a book.\n\nChapter 2\n\nThe end.", encoding="utf-8"
    )
    twice = next(
        path for path in sorted(shelf.iterdir()) if path.suffix == ".txt" and path.stat().st_size > 4_000
    )
    edited = twice.read_bytes() + b"\n\nOne line more, and another name.\n"
    (shelf / "posted-again.txt").write_bytes(edited)
    with Loopback(novelist) as server:
        words = ("--data", shelf, "--out", out, "--chapters", "4", *models(server.url))
        for moment in KILLED_AT:
            runs: list[BaseProcess] = []

            def kill(count: int, limit: int = server.count + moment, runs: list[BaseProcess] = runs) -> None:
                if count == limit:
                    runs[0].kill()

            server.on_request = kill
            runs.append(started("bench", "webnovel", *words))
            runs[0].join(timeout=120)
            assert runs[0].exitcode == -signal.SIGKILL
            assert not (out / "board.html").exists()
        server.on_request = None
        board = bench(*words)
        paid = server.count
        asked = Counter(json.dumps(each.body, sort_keys=True) for each in server.requests)
        finished = board_of(server, data=shelf, out=out, chapters=4)
        assert finished["writers"] == board["writers"] and finished["usage"]["calls"] == 0
        assert server.count == paid, "a finished run was paid for again"
    again = sum(asked.values()) - len(asked)
    assert again <= IN_FLIGHT * len(KILLED_AT), "only what was in flight at a kill is asked again"
    assert [row["writer"] for row in board["writers"]] == ["custom/strong", "human", "custom/weak"]
    assert {row["books"] for row in board["writers"]} == {4}
    assert all(row["chapters"] == 16 and row["unjudged"] == 0 for row in board["writers"])
    left_out = {each["code"]: each["fields"] for each in board["not_in_the_set"]}
    assert left_out["novelists.too-few-chapters"]["file"].startswith("short")
    assert "custom/strong" in (out / "board.html").read_text(encoding="utf-8")
    assert len((out / "stories.jsonl").read_text(encoding="utf-8").splitlines()) == 32
    assert "novelists.copy" in left_out
    assert set(board["gauge"]["means"]) == {"custom/strong", "custom/weak"}, (
        "the prose gauge is beside the judges"
    )
    lines = {"synopses.jsonl", "stories.jsonl", "scores.jsonl", "gauged.jsonl"}
    assert {path.name for path in out.glob("*.jsonl")} == lines


def test_the_released_data_reads_as_it_is_one_novel_a_band(released: Path, tmp_path: Path) -> None:
    with Loopback(novelist) as server:
        board = bench("--data", released, "--novels", "6", "--pairwise", "-o", tmp_path, *models(server.url))
        told = next(each.question for each in server.requests if each.body["model"] == "strong")
    assert "人物\n张三\n李四" in told and "1. 张三出门\n2. 李四归来" in told
    rows = {row["writer"]: row for row in board["writers"]}
    assert rows["custom/strong"]["books"] == 6 and rows["custom/strong"]["chapters"] == 12
    assert rows["custom/strong"]["duels"]["rating"] > rows["custom/weak"]["duels"]["rating"]
    assert rows["human (as released)"]["books"] == 6
    replayed = bench("--replay", tmp_path, "-o", tmp_path / "again")
    assert replayed["writers"] == board["writers"] and replayed["differences"] == board["differences"]
    assert (tmp_path / "again" / "board.html").is_file()


def test_as_in_the_paper_its_prompt_and_criteria_are_asked_and_its_scale_is_shown(
    released: Path, tmp_path: Path
) -> None:
    def tagged(body: dict[str, Any]) -> Any:
        answer = novelist(body)
        return (
            replace(answer, text=f"<text>{answer.text}</text>") if isinstance(answer, Behaviour) else answer
        )

    with Loopback(tagged) as server:
        words = ("--data", released, "--novels", "3", "-o", tmp_path, "--paper", *models(server.url))
        board = bench(*words)
        asked = [str(each.body["messages"][0]["content"]) for each in server.requests]
        told = next(each.question for each in server.requests if each.body["model"] == "weak")
    written = [text for text in asked if text.startswith("你是一位中文小说作家")]
    judged = [text for text in asked if "八项标准" in text]
    assert len(written) == len(judged) == 12 and len(asked) == 24
    assert "角色对白独特性" in written[0]
    assert "感官描述丰富度" in judged[0] and "5:" not in judged[0], "the paper describes no anchors"
    assert "<主要人物>张三, 李四</主要人物>" in told and "<主要情节>1. 张三出门" in told
    stories = [
        json.loads(line) for line in (tmp_path / "stories.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert not any("<text>" in one["text"] or "</text>" in one["text"] for one in stories)
    rows = {row["writer"]: row for row in board["beside_paper"]}
    assert rows["Qwen3-235B-A22B"] == {
        "writer": "Qwen3-235B-A22B",
        "published": True,
        "norm": 5.21,
        "below": None,
    }
    ours = next(row for row in board["writers"] if row["model"] == "custom/strong")
    assert rows[ours["writer"]]["norm"] == pytest.approx(5 * ours["normalised"])
    assert "Qwen3-235B-A22B" in (tmp_path / "board.html").read_text(encoding="utf-8")
    assert {each["code"] for each in board["cautions"]} >= {"novelists.other-judge", "novelists.other-prompt"}


def test_the_papers_own_words_are_those_of_its_english_prompt() -> None:
    told = criteria(load("webnovel-paper"), "en")
    paper = Path(__file__).parents[2] / ".." / "shared" / "papers" / "webnovelbench.txt"
    if not paper.is_file():
        pytest.skip("needs ../shared/papers")
    printed = paper.read_text(encoding="utf-8").replace("’", "'")
    assert all(line.removeprefix("- ") in printed for line in told.splitlines())


def test_the_paper_asks_once_and_holds_no_duels(tmp_path: Path) -> None:
    done = fabula("bench", "webnovel", "--data", tmp_path, "--paper", "--pairwise", "--model", "custom/a", "--judge", "custom/b")  # fmt: skip
    assert done.returncode == 2 and "--paper" in done.stderr


def test_a_dry_run_names_every_step_of_every_model_and_sends_nothing(released: Path, tmp_path: Path) -> None:
    with Loopback(novelist) as server:
        plan = bench("--data", released, "-o", tmp_path / "none", *models(server.url), "--dry-run")
        assert server.count == 0
    steps = {step["step"]: step["calls"] for step in plan["steps"]}
    assert steps["story, custom/weak"] == 24 and steps["story, custom/strong"] == 24
    assert steps["judgement, custom/kind"] > 0
    assert not (tmp_path / "none").exists()


def test_a_story_that_nobody_judged_is_shown_in_a_replay(released: Path, tmp_path: Path) -> None:
    with Loopback(novelist) as server:
        board_of(server, data=released, out=tmp_path)
    scores = (tmp_path / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "scores.jsonl").write_text("\n".join(scores[:-1]) + "\n", encoding="utf-8")
    rows = {row["writer"]: row for row in board_of(replay=tmp_path)["writers"]}
    assert rows["custom/strong"]["unjudged"] == 1 and rows["custom/weak"]["unjudged"] == 0


def test_a_dry_run_counts_as_many_stories_as_are_written(tmp_path: Path) -> None:
    shelf = raw_shelf(tmp_path / "shelf", books=2, chapters=4, lines=12)
    with Loopback(novelist) as server:
        words = ("--data", shelf, "--chapters", "3", "-o", tmp_path / "out", *models(server.url))
        plan = bench(*words, "--dry-run")
        board_of(server, data=shelf, chapters=3, out=tmp_path / "out")
        sent = Counter(
            "story" if "remarks" not in str(each.body.get("response_format")) else "judgement"
            for each in server.requests
            if each.body["model"] in ("weak", "strong") or "remarks" in str(each.body.get("response_format"))
        )
    steps = {step["step"]: step["calls"] for step in plan["steps"]}
    assert steps["story, custom/weak"] + steps["story, custom/strong"] == sent["story"] == 12
    assert steps["judgement, custom/kind"] == sent["judgement"] == 18


def test_places_are_made_from_the_human_chapters_of_the_run_when_asked(tmp_path: Path) -> None:
    shelf = raw_shelf(tmp_path / "shelf", books=24, chapters=2, lines=12)
    with Loopback(novelist) as server:
        words = ("--data", shelf, "--chapters", "1", "--novels", "6", "--reference", "own", "-o", tmp_path / "out", *models(server.url))  # fmt: skip
        assert bench(*words, "--dry-run")["total"]["calls"] > 0
        options = {"chapters": 1, "novels": 6, "reference": "own", "out": tmp_path / "out"}
        board = board_of(server, data=shelf, **options)
    rows = {row["writer"]: row for row in board["writers"]}
    assert board["calibrated"] and 40 <= rows["human"]["percentile"] <= 60 and rows["human"]["books"] == 24
    assert rows["custom/strong"]["books"] == 6 and "of this run" in board["reference"]


def test_another_writer_is_paid_for_alone_and_the_site_grows(tmp_path: Path) -> None:
    shelf = raw_shelf(tmp_path / "shelf", books=2, chapters=3)
    more = ("--data", shelf, "--chapters", "2", "-o", tmp_path / "out", "--site", tmp_path / "site")
    with Loopback(novelist) as server:
        judge = ("--judge", "custom/kind", "--base-url", server.url)
        bench(*more, "--model", "custom/weak", *judge)
        before = server.count
        bench(*more, "--model", "custom/weak", "--model", "custom/strong", *judge)
        added = [each.body["model"] for each in server.requests[before:]]
    assert Counter(added) == {"strong": 4, "kind": 4}
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "custom/weak" in index and "custom/strong" in index
    chapter = next((tmp_path / "site" / "chapters").glob("*.html")).read_text(encoding="utf-8")
    assert chapter.count("<article") == 3, "the human chapter and both stories"
