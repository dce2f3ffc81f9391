"""What `fabula facts` prints in a terminal of 80 columns, with a model and without, in English and in Chinese."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import Completed, fabula
from fabula.cli.bench_facts import show_rows
from facts.keyed import EXAMPLES, Key
from loopback import Loopback

STORY = EXAMPLES / "the-tide-house.txt"
FAULTY = EXAMPLES / "the-tide-house.faulty-synopsis.txt"
ZH = EXAMPLES / "seven-keys.zh.txt"


def narrow(*words: object) -> Completed:
    done = fabula("facts", *words, COLUMNS="80")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80 and "…" not in done.stdout
    return done


def test_a_check_without_a_model() -> None:
    lines = narrow("check", FAULTY, "--book", STORY).stdout.splitlines()
    said = next(line for line in lines if "sentences fit the words" in line)
    assert "(95% interval: " in said and said.endswith("%)")
    assert all(line.startswith("  ") for line in lines if "doubtful: " in line or "” (chapter" in line)


def test_a_line_of_dialogue_is_quoted_once() -> None:
    lines = narrow(
        "check", "--summary-text", "In Pan Lane Ida Fenn remembers no bell.", "--book", STORY
    ).stdout
    assert "““" not in lines and lines.count("“") == lines.count("”") > 0


def test_a_chinese_check_is_punctuated_as_chinese_is() -> None:
    said = narrow("check", "--summary-text", "孟怀远今年九十六岁。青禾坐飞船去了月球。", "--book", ZH).stdout
    assert "句与原文的字词相合，95% 区间：" in said and "可疑：" in said and "（第 1 章）" in said
    assert "””" not in said


def test_a_check_with_a_model_tells_how_far_the_book_is_read(loopback: Loopback) -> None:
    loopback.answer = Key()
    done = narrow(
        "check", FAULTY, "--book", STORY, "--model", "custom/judge", "--base-url", loopback.url, "--no-graph",
        "--embedder", "custom/vectors",
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert any("facts are supported by a line of the story" in line for line in lines)
    assert sum(line.startswith("  the story says otherwise: ") for line in lines) == 8
    assert "Reading passages of the book: 64 of " in done.stderr


def test_a_graph_names_both_people_and_their_chapters_in_columns() -> None:
    title, head, first, *_ = narrow("graph", STORY).stdout.splitlines()
    assert title.startswith("The Tide House: ") and head.split() == [
        "who", "relation", "whom", "chapters", "scenes"
    ]  # fmt: skip
    assert first.split("  ")[0] == "Ruth Adeyemi" and "1–11" in first and "|" not in first


def test_the_tables_of_systems_with_long_names(tmp_path: Path) -> None:
    shop = "Anna kept a shop by the sea. The storm took the roof. Ben mended it in two days."
    long = "a system with a very long name, version 2.17, fine-tuned on summaries"
    rows = [
        {"story": story, "system": system, "summary": told}
        for story in (shop, f"{shop} Anna thanked him.")
        for system, told in ((long, "Anna kept a shop."), ("b", "Zebulon sells camels."))
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    said = narrow("pairs", tmp_path / "pairs.jsonl").stdout
    assert "1.000" in said and "0.000" in said and "+1.000" in said


def test_the_widest_table_of_the_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    checker = "onnx:a-checker-with-a-long-name"
    row = {"checker": checker, "n": 96} | dict.fromkeys(
        ("spearman", "kendall", "p", "auc", "balanced_accuracy", "partial_spearman"), 0.123
    )
    show_rows({"dataset": "storysumm", "n": 96, "rows": [row]})
    shown = capsys.readouterr().out
    assert shown.count("0.123") == 6 and "…" not in shown and max(map(len, shown.splitlines())) <= 80
