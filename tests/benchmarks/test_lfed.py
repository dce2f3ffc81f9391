"""LFED's tables, from live answers: every model in every table, beside guessing and the paper."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean

import pytest
from typer.testing import CliRunner

from commands import fabula
from fabula.benchmarks import lfed_published as published
from fabula.benchmarks.lfed import settings_of, tables
from fabula.benchmarks.lfed_request import BenchLfedRequest
from fabula.cli import app
from fabula.cli.bench_lfed import _show
from fabula.quiz.asking import Answer
from fabula.quiz.questions import Question
from fabula.quiz.run import counted_up, read_inputs
from fabula.quiz.scoring import Trial
from fabula.result import ModelUsed
from loopback import Loopback

ROWS = [
    (
        f"小说{row % 5}",
        f"关于《小说{row % 5}》这本小说，{row}号人物的性格特点是什么？",
        "勇敢",
        "胆小",
        "冷漠",
        "热心",
        "ABCD"[row % 4],
    )
    for row in range(20)
]


def test_the_tables_hold_every_model_with_every_prompt_and_number_of_examples(
    tmp_path: Path, loopback: Loopback
) -> None:
    data = tmp_path / "set.csv"
    lines = ["名字,题目,选项1,选项2,选项3,选项4,答案", *(",".join(row) for row in ROWS)]
    data.write_text("\n".join(lines), encoding="gb18030")
    loopback.answer = lambda body: "A" if body["model"] == "one" else "答案是Ｂ"
    done = CliRunner().invoke(
        app,
        [
            "bench", "lfed", "--data", str(data), "--shots", "0,1", "--model", "custom/one", "--model", "custom/two",
            "--base-url", loopback.url, "--json",
        ],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    ours = [row for row in found["table_5"] if not row["published"]]
    assert [(row["model"], row["prompt"], row["zero_shot"]) for row in ours] == [
        ("custom/one", "paper-short", 0.25), ("custom/one", "paper-long", 0.25),
        ("custom/two", "paper-short", 0.25), ("custom/two", "paper-long", 0.25),
    ]  # fmt: skip
    assert set(found["table_6"][0]["by_category"]) == {"characterisation"}
    assert all(set(row["by_shots"]) == {"0", "1"} for row in ours)
    assert found["figures_3_and_4"][0]["year"]["unknown"]["n"] == 20
    assert {(row["group"], row["novels"], row["published"]) for row in found["table_3"]} == {
        ("unknown", 5, None)
    }
    (pair,) = found["pairs"]
    assert (pair["only_first"], pair["only_second"], pair["p_holm"]) == (5, 5, 1.0)
    assert next(row["zero_shot"] for row in found["table_5"] if row["published"]) == 0.5708
    assert loopback.count == 2 * 2 * 2 * 20


LFED = Path(__file__).parents[2] / ".." / "shared" / "data" / "lfed" / "LFED.csv"


def test_table_5_of_the_paper_is_the_mean_of_its_categories() -> None:
    """So ours is the mean of the categories, too; the share of all questions stands beside it."""
    for overall, zero, few in zip(
        published.overall(), published.without_examples(), published.with_examples(), strict=True
    ):
        for printed, row in ((overall.zero_shot, zero), (overall.few_shot, few)):
            values = [cell.value for cell in row.by_category.values() if cell.value is not None]
            assert len(values) == 8
            assert fmean(values) == pytest.approx(printed, abs=0.000_11)


@pytest.mark.skipif(not LFED.is_file(), reason="LFED.csv is in ../shared only")
def test_the_release_fills_every_table_in_the_papers_layout(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its 1,304 questions are counted up as a model answers them that always says A; no server is needed for that."""
    request = BenchLfedRequest(LFED, ("custom/a",), shots=(0,))
    inputs = read_inputs(request.quiz())
    trials = [
        Trial(setting, tuple((says_a(each),) for each in inputs.quiz.questions if each.right is not None), (), "")
        for setting in settings_of(inputs, rehearsal=False)
    ]  # fmt: skip
    one = counted_up(inputs, trials, ModelUsed(name="custom/a"), "quiz.text|v:1").result
    assert (one.n, one.asked, len(one.by_setting)) == (1304, 1303, 2)
    found = tables(request, inputs, [one], "custom/a")
    assert [(row.count, row.published_count) for row in found.table_2] == [(n, n) for n in COUNTS]
    first = found.table_6[0].by_category
    assert [cell.n for cell in first.values()] == COUNTS
    overall = found.table_5[0]
    assert overall.zero_shot == pytest.approx(fmean(cell.value or 0 for cell in first.values()), abs=1e-6)
    assert overall.zero_shot_over_all and overall.zero_shot_over_all.value == pytest.approx(0.3673, abs=1e-4)
    monkeypatch.setenv("COLUMNS", "80")
    _show(found)
    printed = capsys.readouterr().out
    assert "Table 7" in printed and "unlabelled" not in printed
    assert max(map(len, printed.splitlines()[:-1])) <= 80


def says_a(question: Question) -> Answer:
    return Answer(question.row, 0, question.right == 0, 1, "read", (0, 1, 2, 3), "A", 0)


COUNTS = [120, 184, 102, 277, 154, 140, 207, 120]


def test_the_papers_protocol_asks_thrice_and_counts_letters(tmp_path: Path, loopback: Loopback) -> None:
    data = tmp_path / "set.csv"
    data.write_text(
        "\n".join(["名字,题目,选项1,选项2,选项3,选项4,答案", *(",".join(row) for row in ROWS[:1])]),
        encoding="utf-8",
    )
    loopback.script("A和B都有可能", "A或B", "B")
    asked = ("quiz", "run", str(data), "--prompt", "paper", "--model", "custom/a", "--base-url", loopback.url)
    loopback.answer = lambda _: "A错误，A不对，所以选B"
    answer = json.loads(fabula(*asked, "--json").stdout)
    (one,) = answer["answers"]
    assert (one["said"], one["asks"]) == ("B", 3)
    sent = [str(each.body["messages"][-1]["content"]) for each in loopback.requests]
    assert sent[0].endswith("正确答案是：") and sent[1].endswith("不要输出任何理由。") and sent[1] == sent[2]
    assert "小说：小说0" in sent[3] and answer["by_setting"][1]["accuracy"]["value"] == 1.0
