"""Questions about writers from Python: the same requests as the commands make."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fabula
from fabula.errors import UsageError
from fabula.novelists.request import JudgeRequest


def test_a_named_model_is_the_first_judge() -> None:
    asked = JudgeRequest((Path("stories.jsonl"),), judge=("custom/stern",))
    assert asked.for_model("custom/kind").judge == ("custom/kind", "custom/stern")
    assert asked.for_model(None).judge == ("custom/stern",)
    with pytest.raises(UsageError, match="no judge is named"):
        JudgeRequest((Path("stories.jsonl"),)).for_model(None)
    with pytest.raises(UsageError, match="run it separately"):
        JudgeRequest((Path("stories.jsonl"),), judge=("embedded",)).for_model("custom/kind")


def test_the_gauge_judges_from_python_without_a_model(tmp_path: Path) -> None:
    stories = tmp_path / "stories.jsonl"
    line = {"model": "m", "story": "s", "chapter": 1, "text": "He walked to the quay. " * 60}
    stories.write_text(json.dumps(line) + "\n", encoding="utf-8")
    answer = fabula.novelist_judge([str(stories)], judge=["embedded"], out=tmp_path / "scores.jsonl")
    assert answer.result.kind == "novelist-gauge" and answer.result.scored == 1
    assert (tmp_path / "scores.jsonl").is_file()


def test_other_scores_or_another_reference_have_another_signature(tmp_path: Path) -> None:
    numbers = [
        [3 + step / 20 + number % 3 / 7] * 7 + [3.0 + step / 9] for number, step in enumerate(range(12))
    ]
    novels = [
        {"novel": f"n{number}", "original score": row, "novel_info": []} for number, row in enumerate(numbers)
    ]
    scores = tmp_path / "scores.json"
    scores.write_text(json.dumps(novels), encoding="utf-8")
    own = tmp_path / "reference.json"
    fabula.novelist_fit([scores], out=own)
    found = [
        fabula.novelist_place(scores="4,4,4,4,4,4,4,4"),
        fabula.novelist_place(scores="4,4,4,4,4,4,4,3"),
        fabula.novelist_place(scores="4,4,4,4,4,4,4,4", reference=own),
    ]
    assert len({each.result.signature for each in found}) == 3
