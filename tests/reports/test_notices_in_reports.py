"""Warnings, reasons and troubles reach a Chinese reader in Chinese."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

from lxml import html
from rich.console import Console

from fabula.judging.evaluation import Evaluation
from fabula.notices import Notice
from fabula.reports.markdown import markdown
from fabula.reports.page import page
from fabula.reports.terminal import print_evaluation
from fabula.reports.view import report_view
from fabula.rubrics.verdict import AspectVerdict, Verdict
from fabula.text.files import read

REFUSED = Notice.of("models.refusal", why=Notice.of("models.declined"))


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
    verdict = Verdict("b", "longstory", "summary", "custom/critic", 0, None, "", aspects, REFUSED)  # fmt: skip
    found = replace(
        unjudged_chinese_book,
        book=replace(unjudged_chinese_book.book, warnings=book.warnings),
        method="summary",
        verdicts=(verdict,),
    )
    said = html.fromstring(page(report_view(found), ())).get_element_by_id("honesty").text_content()
    for text in (said, markdown(report_view(found))):
        assert "“第三章 灯”之前缺第 2 章" in text and "模型拒绝回答" in text
        assert "missing before" not in text and "declined" not in text
    assert "“第三章灯”之前缺第2章" in printed(found)
