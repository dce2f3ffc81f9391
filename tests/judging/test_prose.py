"""Evaluations written as prose: the dialects that models speak, and what is missing said as missing."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

from fabula.errors import UsageError
from fabula.judging.prose import read_prose, score_at_end
from fabula.judging.recorded import is_recording, read_recording
from fabula.rubrics.files import load
from fabula.rubrics.rubric import Scale

LONGSTORY = load("longstory")
SHARED = Path(__file__).parents[2] / ".." / "shared" / "data" / "longstoryeval"


def released(name: str) -> Path:
    if not (SHARED / name).is_file():
        pytest.skip(f"{name} of the LongStoryEval release is not here")
    return SHARED / name


@pytest.mark.parametrize(
    "line",
    [
        "- **Score:** 85",
        "**Score**: [85]",
        "Score: 85/100",
        "- Score - 85 out of 100",
        "- **Score:** 8.5/10",
        "Score:\n85",
        "**Score:**\n\n**85**",
        "- **Score:** 85  ",
        "评分：85",
        "- *Overall Score:* 85",
        "Score: 8,5/10",
        "评分：8.5分（满分10分）",
        "Score: 85/100, because chapter 3 sags",
        "Score: 85. It holds through chapter 12.",
        "Rating: 4.25 out of 5 stars overall",
    ],
)
def test_a_score_is_read_in_every_dialect(line: str) -> None:
    said = read_prose(f"### 1. Plot and Structure:\n- **Review:** It holds.\n{line}\n", LONGSTORY)
    assert said.aspects[0].score == 85
    assert said.aspects[0].critique == "It holds."


@pytest.mark.parametrize(
    "line",
    [
        "It has 85 chapters.",
        "Score: 70-80",
        "Score (1-10): 8",
        "Score: 4 stars",
        "Score: 80 ± 5",
        "Score: -5",
        "Score: high",
        "Score: 850",
        "- **Score:** N/A",
        "They scored 3 goals in 1985.",
    ],
)
def test_a_number_that_is_no_score_is_not_taken_for_one(line: str) -> None:
    said = read_prose(f"### Plot\n{line}\n### Characters\n- Score: 70", LONGSTORY)
    assert said.aspects[0].score is None and said.aspects[1].score == 70
    assert "plot" in said.missing and "characters" not in said.missing


@pytest.mark.parametrize("spelling", ["Expectation Fulfillment", "Expectation Fulfilment", "Expectations"])
def test_an_aspect_is_known_in_both_spellings(spelling: str) -> None:
    said = read_prose(f"**8. {spelling}**\nKept.\nScore: 60", LONGSTORY)
    assert {a.aspect: a.score for a in said.aspects}["expectation"] == 60


def test_chinese_headings_are_read() -> None:
    said = read_prose("## 情节与结构\n紧凑。\n得分：78\n## 总评\n好书。\n总分：80", LONGSTORY)
    assert said.aspects[0].score == 78 and said.overall == 80 and said.assessment == "好书。"


def test_gpt4o_recorded_over_the_invisible_man_comes_out_as_published() -> None:
    recording = read_recording(released("gpt4o_outputs_invisible_man.json"), LONGSTORY)
    stars = {
        method: fmean(verdict.overall or 0 for judged in books.values() for verdict in judged.verdicts) / 20
        for method, books in recording.judged.items()
    }
    assert stars["summary"] == pytest.approx(4.450, abs=5e-4)
    assert stars["aggregation"] == pytest.approx(4.252, abs=5e-4)
    assert stars["incremental"] == pytest.approx(4.800, abs=5e-4)
    assert not any(
        verdict.missing
        for books in recording.judged.values()
        for one in books.values()
        for verdict in one.verdicts
    )


def test_every_novelcritique_output_gives_its_nine_scores() -> None:
    path = released("novelcritique_outputs_50.jsonl")
    recording = read_recording(path, LONGSTORY)
    verdicts = [judged.verdicts[0] for judged in recording.judged["summary"].values()]
    assert is_recording(path) and len(verdicts) == 50 == len(recording.ratings)
    assert all(verdict.overall is not None and not verdict.missing for verdict in verdicts)


def test_the_score_at_the_end_is_the_one_that_counts() -> None:
    assert score_at_end("### Score: 2\nOn reflection\n### Score: 3.5", Scale(low=0, high=5)) == 3.5


def test_a_file_that_is_no_recording_is_named(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text('{"strategy": {}}', encoding="utf-8")
    with pytest.raises(UsageError, match="not a recording fabula knows"):
        read_recording(file, LONGSTORY)
    assert not is_recording(file)
