"""What the rooms below say in English, told to a Chinese reader: every warning, every reason, every trouble."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from lxml import html
from rich.console import Console

from fabula.judging.evaluation import Evaluation
from fabula.languages import Language
from fabula.models.chat import Choice, Unusable
from fabula.models.embeddings import default_embedder
from fabula.models.structured import read_answer
from fabula.notices import worded
from fabula.reports.labels import labels
from fabula.reports.markdown import markdown
from fabula.reports.page import page
from fabula.reports.terminal import print_evaluation
from fabula.rubrics.verdict import AspectVerdict, Verdict
from fabula.text.files import read

SAY = labels("zh")


TROUBLES = {
    "refusal: the model declined to answer": "拒答：模型不肯作答",
    "segment 2: empty: the answer was empty; segment 10: failed: https://x.test/v1 is in trouble (500: an error) (after 5 tries)": "第 2 部分：空白：回答为空；第 10 部分：未得回答：https://x.test/v1 出了故障（500: an error）（试了 5 次）",
    "3 of 9 reviews: cut off: the answer reached its limit of 2000 tokens": "9 篇评论中有 3 篇：未完：回答到了 2000 token 的上限",
    "malformed: it holds 2 answers that differ; give one": "格式不合：其中有 2 个不同的回答；只应有一个",
}  # fmt: skip


@pytest.mark.parametrize(("english", "chinese"), TROUBLES.items())
def test_what_was_wrong_with_an_answer_is_told_in_chinese(english: str, chinese: str) -> None:
    assert SAY.told(english) == chinese


def test_what_breaks_the_form_of_an_answer_is_told_place_by_place() -> None:
    from fabula.judging.answers import answer_type
    from fabula.rubrics.files import load

    broken = read_answer(
        Choice('{"plot": {"strengths": "a", "weaknesses": {}, "quotations": [], "score": 120}, "overall_score": -2}'),
        answer_type(load("longstory")),
    )  # fmt: skip
    assert isinstance(broken, Unusable)
    told = SAY.told(f"malformed: {broken.detail}")
    assert "plot.score：应不大于 100（所得为 120）" in told and "plot.weaknesses：应为文字" in told
    assert "缺此项" in told and "Input" not in told and "required" not in told


def test_the_line_about_finding_passages_has_chinese() -> None:
    _, line = default_embedder("zh")
    assert line and "只按字词" in worded(line, Language("zh"))


def test_words_of_the_book_are_left_as_they_are() -> None:
    assert SAY.told("Sky; Water; Fire") == "Sky; Water; Fire"


def printed(found: Evaluation) -> str:
    """What a terminal shows, without its spaces and the ends of its lines."""
    out = StringIO()
    print_evaluation(found, Console(file=out, width=80), Path("report.html"))
    return "".join(out.getvalue().split())


def test_a_chinese_report_tells_warnings_and_troubles_in_chinese(
    unjudged_chinese_book: Evaluation, tmp_path: Path
) -> None:
    file = tmp_path / "书.txt"
    file.write_text("第一章 雾\n\n雾起。\n\n第三章 灯\n\n灯灭。\n", encoding="utf-8")
    book = read(file)
    assert any("chapter 2 is missing" in str(warning) for warning in book.warnings)
    aspects = tuple(AspectVerdict(one.id, None) for one in unjudged_chinese_book.aspects)
    verdict = Verdict("b", "longstory", "summary", "custom/critic", 0, None, "", aspects, "refusal: the model declined to answer")  # fmt: skip
    found = replace(
        unjudged_chinese_book,
        book=replace(unjudged_chinese_book.book, warnings=book.warnings),
        method="summary",
        verdicts=(verdict,),
    )
    said = html.fromstring(page(found, ())).get_element_by_id("honesty").text_content()
    for text in (said, markdown(found, ())):
        assert "“第三章 灯”之前缺第 2 章" in text and "模型不肯作答" in text
        assert "missing before" not in text and "declined" not in text
    assert "“第三章灯”之前缺第2章" in printed(found)
    assert "直接由正文测得。读者模型没有给出评分" in markdown(found, ()), "with no space between sentences"
