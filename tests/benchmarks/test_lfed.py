"""LFED's tables, from live answers: every model in every table, beside guessing and the paper."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from fabula.cli import app
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
    assert [(row["model"], row["prompt"], row["accuracy"]["value"]) for row in found["table_5"]] == [
        ("custom/one", "short", 0.25), ("custom/one", "long", 0.25), ("custom/two", "short", 0.25), ("custom/two", "long", 0.25),
    ]  # fmt: skip
    assert set(found["table_5"][0]["by_category"]) == {"characterisation"}
    assert all(set(row["by_shots"]) == {"0", "1"} for row in found["table_6"])
    assert found["table_7"][0]["year"]["unknown"]["n"] == 20
    (pair,) = found["pairs"]
    assert (pair["only_first"], pair["only_second"], pair["p_holm"]) == (5, 5, 1.0)
    assert found["published"][0]["accuracy"] == 0.5708
    assert loopback.count == 2 * 2 * 2 * 20
