"""Where a command cannot write, it says so before a model is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import fabula
from loopback import Loopback

EXAMPLES = Path(__file__).parents[2] / "examples"
NOVELLA, SUMMARY = EXAMPLES / "the-tide-house.epub", EXAMPLES / "the-tide-house.synopsis.txt"


def commands(folder: Path) -> dict[str, list[object]]:
    synopses = folder / "synopses.jsonl"
    line = {
        "story": "s",
        "chapter": 1,
        "title": "T",
        "language": "en",
        "people": "p",
        "plot": "p",
        "scenes": "s",
    }
    synopses.write_text(json.dumps(line) + "\n")
    return {
        "evaluate": ["evaluate", NOVELLA, "--out"],
        "compare": ["compare", NOVELLA, SUMMARY, "--method", "summary", "--out"],
        "facts refine": ["facts", "refine", SUMMARY, "--book", NOVELLA, "--out"],
        "novelist synopsis": ["novelist", "synopsis", NOVELLA, "--out"],
        "novelist write": ["novelist", "write", synopses, "--out"],
    }


@pytest.mark.parametrize(
    "name", ["evaluate", "compare", "facts refine", "novelist synopsis", "novelist write"]
)
def test_nothing_is_asked_where_nothing_can_be_written(name: str, loopback: Loopback, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    out = tmp_path / "file" / "out.jsonl"
    said = fabula(*commands(tmp_path)[name], out, "--model", "custom/m", "--base-url", loopback.url)
    assert said.returncode == 2, said.stderr
    assert "cannot" in said.stderr and str(out) in said.stderr
    assert loopback.count == 0
    assert (tmp_path / "file").read_text() == "mine"
