"""Judges that answer in a form of their own: what they plainly say is taken, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from fabula.judging.answers import answer_type, verdict
from fabula.languages import Language
from fabula.models.chat import Choice, Unusable
from fabula.models.structured import read_answer
from fabula.rubrics.files import load
from fabula.rubrics.verdict import Verdict
from loopback import Loopback

LONG = load("longstory")
WHOLE = {aspect.id: 40 + place for place, aspect in enumerate(LONG.scored_aspects)}


def judged(text: str) -> Verdict:
    answer = read_answer(Choice(text), answer_type(LONG))
    return verdict(answer, LONG, book="b", method="summary", model="m", replicate=0, language=Language("en"))


def scores(found: Verdict) -> Mapping[str, float | None]:
    return {each.aspect: each.score for each in found.aspects}


def sheet(score: Any = lambda each: each) -> dict[str, Any]:
    aspects = {
        name: {"strengths": "It holds.", "weaknesses": "It sags.", "quotations": [], "score": score(each)}
        for name, each in WHOLE.items()
    }
    return {**aspects, "overall_assessment": "A book.", "overall_score": score(45)}


def test_a_half_point_is_a_score_where_whole_numbers_were_asked_for() -> None:
    found = judged(json.dumps(sheet(lambda each: each + 0.5)))
    assert scores(found) == {name: each + 0.5 for name, each in WHOLE.items()}
    assert found.overall == 45.5 and found.trouble is None


def test_names_of_another_language_are_read() -> None:
    chinese = {"strengths": "优点", "weaknesses": "缺点", "quotations": "引文", "score": "评分"}
    labels = {each.id: each.zh.label for each in LONG.scored_aspects if each.zh}
    said = {
        labels.get(name, {"overall_assessment": "总评", "overall_score": "总分"}.get(name, name)): (
            {chinese[key]: value for key, value in each.items()} if isinstance(each, dict) else each
        )
        for name, each in sheet().items()
    }
    found = judged(json.dumps(said, ensure_ascii=False))
    assert scores(found) == WHOLE and found.overall == 45


@pytest.mark.parametrize(
    "said",
    [
        {**WHOLE, "overall_score": 45},
        {"scores": {**WHOLE, "overall": 45}},
        {**{name: f"{each}/100" for name, each in WHOLE.items()}, "overall_score": "45/100"},
        {**{name: {"score": each, "strengths": None} for name, each in WHOLE.items()}, "overall_score": 45},
    ],
)
def test_scores_without_words_are_scores_and_the_rest_is_missing(said: dict[str, Any]) -> None:
    found = judged(json.dumps(said))
    assert scores(found) == WHOLE and found.overall == 45
    assert {each.critique for each in found.aspects} == {""}


@pytest.mark.parametrize(
    "form",
    ["{tenth}/10", "{comma}/10", "{tenth} out of ten", "{tenth}分/10分", "满分10分，{tenth}分", "十分制：{tenth}分", "{tenth} sur 10", "{tenth} de 10"],
)  # fmt: skip
def test_a_judge_that_keeps_to_tens_is_understood(form: str) -> None:
    found = judged(
        json.dumps(
            sheet(lambda each: form.format(tenth=each / 10, comma=str(each / 10).replace(".", ","))),
            ensure_ascii=False,
        )
    )
    assert scores(found) == pytest.approx(WHOLE) and found.overall == pytest.approx(45)


@pytest.mark.parametrize("key", ["max", "out_of", "scale", "Max score"])
def test_a_maximum_that_stands_in_a_field_of_its_own_counts(key: str) -> None:
    said = {
        name: {**each, key: 10} if isinstance(each, dict) else each
        for name, each in sheet(lambda each: each / 10).items()
    }
    found = judged(json.dumps({**said, key: 10}))
    assert scores(found) == pytest.approx(WHOLE) and found.overall == pytest.approx(45)
    assert judged(json.dumps({**sheet(lambda _: 8), "scale": "1-10"})).overall is None


@pytest.mark.parametrize(
    "word", ["★★★★", "4 stars", "B+", "7-8", "between 70 and 80", "about 75", "good", "8/10 or 9/10"]
)
def test_what_leaves_a_choice_is_no_score(word: str) -> None:
    found = judged(json.dumps(sheet(lambda _: word)))
    assert set(scores(found).values()) == {None} and found.overall is None and found.trouble is not None


def table(head: str, cell: str) -> str:
    rows = "\n".join(f"| {each.en.label} | {cell} | Lively in 3 places |" for each in LONG.scored_aspects)
    return f"| Aspect | {head} | Remark |\n|---|---|---|\n{rows}"


@pytest.mark.parametrize(
    ("head", "cell", "meant"),
    [
        ("Score", "★★★★☆", 80),
        ("Score", "8,5/10", 85),
        ("Score (0–100)", "**85**", 85),
        ("Score", "85%", 85),
        ("Score (1-10)", "8", None),
        ("Score (out of 10)", "8", None),
        ("评分（满分10分）", "8", None),
        ("Score", "70-80", None),
    ],
)
def test_a_table_is_read_on_the_scale_that_it_names(head: str, cell: str, meant: float | None) -> None:
    assert set(scores(judged(table(head, cell))).values()) == {meant}


@pytest.mark.parametrize(
    "line",
    ["{label}: {score}", "- **{label}**: {score}/100 – it holds", "| {label} | {score}/100 | 3 of us |", "{label} ({score}/100)", "{zh}：{score}分"],
)  # fmt: skip
def test_a_plain_list_of_scores_is_read(line: str) -> None:
    lines = [
        line.format(label=each.en.label, zh=(each.zh or each.en).label, score=WHOLE[each.id])
        for each in LONG.scored_aspects
    ]
    found = judged("\n".join(["My scores", *lines, line.format(label="Overall", zh="总分", score=45)]))
    assert scores(found) == WHOLE and found.overall == 45


@pytest.mark.parametrize(
    "text",
    [
        "Plot and structure: 3 of the 9 chapters drag.",
        "Plot and structure: chapter 12 is weak\nCharacters: 1984 would envy them.",
        "Plot and structure: 70/100\nPlot and structure: 60/100",
        "Plot and structure: 7/9",
        "Plot and structure: 850",
        json.dumps(answer_type(LONG).model_json_schema()),
        "[62, 55, 65, 30, 70, 85, 50, 60]",
    ],
)
def test_a_number_that_is_no_plain_score_is_not_taken_for_one(text: str) -> None:
    found = judged(text)
    assert set(scores(found).values()) == {None} and found.overall is None
    assert isinstance(read_answer(Choice(text), answer_type(LONG)), Unusable)


def test_such_a_judge_is_asked_again_and_its_scores_are_reported(loopback: Loopback, tmp_path: Path) -> None:
    def judge(body: dict[str, Any]) -> str:
        schema = body["response_format"]["json_schema"]["schema"]
        return json.dumps({**WHOLE, "overall_score": 45} if "overall_score" in schema["properties"] else {})

    loopback.answer = judge
    (tmp_path / "plan.md").write_text("# Tide\n\n## Plot\n" + "She counts the tides and leaves. " * 20)
    words = [
        "evaluate", "--plan", tmp_path / "plan.md", "--runs", 1, "--json",
        "--model", "custom/flat", "--base-url", loopback.url,
    ]  # fmt: skip
    for again in ("first", "again"):
        said = fabula(*words, "--out", tmp_path / again)
        assert said.returncode == 0, said.stderr
        (book,) = json.loads(said.stdout)["books"]
        assert book["overall"]["score"] == 45 and book["missing"] == []
        assert loopback.count == 3, "what served is not paid for twice"
