"""Speech whose closing mark is missing, and what is written, proverbial or reported by somebody without a name."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches

TAVERN = """张大成走进店来，店主人陈老实忙迎出来。张大成道：“有好酒么？陈老实道：“有，有。”张大成道：“打两角来。”陈老实去了。李三笑道：“哥哥好酒量。”

张大成吃了酒，看那墙上写着四句诗道：“万里江山一望中。”张大成道：“好诗！”陈老实道：“壁上有笔。”

三人出得店来，只见一座石碑，碑上刻着三个大字，道：“断魂桥。”李三吃了一惊，自古道：“逢桥须下马。”张大成取出书信，信上写着一行字道：“三更来会。”陈老实问道：“谁写的？”"""
STRAIGHT = """王大郎在家闲坐。李二哥道："大郎哪里去？王大郎道："进城。"李二哥道："同去。"两个人进了城。

王大郎道："先吃酒。"李二哥道："好。"只见小喽罗报道："官军来了！"王大郎大惊。李二哥道："快走！\""""
FLAT = """“外面下雨了。”林晚秋说。沈砚舟看着窗外。

“嗯。”沈砚舟说。林晚秋走到门口，门上贴着一张纸，纸上写着八个字：“闲人免进，后果自负。”

“谁贴的？”林晚秋问。沈砚舟笑道：“学生。”"""


def said(text: str) -> dict[str, str | None]:
    book = book_of(text, language="zh")
    found = speeches(book, parse(book), find_cast(book))
    return {text[start:end].strip('“”"'): each.speaker for each in found for start, end in each.spans}


@pytest.mark.parametrize("marks", ["“”", '""'])
def test_a_speech_that_is_not_closed_ends_before_the_next_ones_tag(marks: str) -> None:
    found = said(TAVERN.replace("“", marks[0]).replace("”", marks[1]))
    assert found["有好酒么？"] == "张大成" and found["有，有。"] == "陈老实"
    assert found["打两角来。"] == "张大成" and found["哥哥好酒量。"] == "李三"


def test_straight_marks_turn_the_rest_of_a_paragraph_around_no_more() -> None:
    found = said(STRAIGHT)
    assert found["大郎哪里去？"] == found["同去。"] == "李二哥"
    assert found["进城。"] == found["先吃酒。"] == "王大郎"


def test_speech_within_speech_stays_one_where_no_mark_is_missing() -> None:
    page = "李三道：“我昨日去了。他说：“不去。”我便回来了。”张大成道：“好。”李三笑了，张大成也笑了。"
    assert [each for each in said(page) if "我昨日" in each] == ["我昨日去了。他说：“不去。"]


def test_inscriptions_and_proverbs_are_nobodys() -> None:
    found = said(TAVERN)
    assert not any(found[words] for words in ("万里江山一望中。", "断魂桥。", "逢桥须下马。", "三更来会。"))
    assert found["好诗！"] == "张大成" and found["谁写的？"] == "陈老实"
    assert said(FLAT)["闲人免进，后果自负。"] is None


def test_who_reports_without_a_name_is_not_whoever_was_named_before() -> None:
    assert said(STRAIGHT)["官军来了！"] is None
