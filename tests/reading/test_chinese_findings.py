"""What is said of Chinese prose: no name as a repeated phrase, no menu as a passage, 不是…而是 by its rate, no weekday in a name,
no storyteller's formula as a cliché."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.languages import Language
from fabula.notices import worded
from fabula.reading.findings import Finding
from fabula.reading.measured import measure
from fabula.text.book import Book

PLAIN = "他走到河边，坐下来看水。水慢慢地流，天上有几朵云。他想起小时候的事情，又觉得没有什么可说的。\n\n"
WIFE = (
    "团圆媳妇牵着马走过。团圆媳妇的婆婆站在门口。{n}个人走过去了。团圆媳妇笑了笑。\n\n"
    "团圆媳妇的婆婆喊她回去，{n}只鸡跑开。团圆媳妇低下头。团圆媳妇的婆婆骂了{n}声。\n\n"
)
NUMBERS = "一二三四五六七八九"
MENU = "首页|原创书库|现代|言情|武侠|科幻|侦探|港台|外国|军事|纪实|历史|名著|古典|儿童|排行|论坛|书友|下载|搜索|帮助"


def findings(book: Book, kind: str) -> list[Finding]:
    return [
        each for each in [*measure(book).findings.shown, *measure(book).findings.rest] if each.kind == kind
    ]


def test_a_phrase_with_somebodys_name_in_it_is_no_repeated_phrase() -> None:
    told = "".join(WIFE.format(n=n) + PLAIN for n in NUMBERS)
    found = findings(book_of(told, PLAIN * 9, language="zh"), "repeated-phrase")
    assert [each for each in found if "团圆媳妇" in str(each.notice.fields["words"])] == []


def test_a_menu_is_no_repeated_passage() -> None:
    other = "".join(f"{n}月里下了{n}场雨，{n}个人坐在屋檐下等{n}辆车。\n\n" for n in NUMBERS)
    assert (
        findings(book_of(f"{MENU}\n\n{PLAIN}", f"{MENU}\n\n{other}", language="zh"), "repeated-passage") == []
    )


def test_what_a_thing_is_not_counts_by_its_rate() -> None:
    denials = "那不是{n}声风响，而是一声哭。他听了{n}回。\n\n"
    often = "".join(denials.format(n=n) for n in NUMBERS) + PLAIN * 2
    few = "".join(denials.format(n=n) for n in NUMBERS[:3]) + "".join(
        f"{m}月{n}日，他写了{n}封信，寄到{m}座城里去，没有一封有回音。\n\n" for m in NUMBERS for n in NUMBERS
    )
    assert len(findings(book_of(often, language="zh"), "denial")) == 1
    assert findings(book_of(few, language="zh"), "denial") == []
    assert findings(book_of(few, language="zh"), "stock-phrase") == []


def test_a_ladys_name_is_no_weekday() -> None:
    measured = measure(book_of("周三奶奶来了。周三，她又来了。周日公子也来了。\n\n" + PLAIN, language="zh"))
    assert [each.words for each in measured.time_words] == ["周三"]


def test_a_storytellers_formula_is_a_cliche_only_in_prose_of_today() -> None:
    told = "".join(
        f"{n}月里，王伦杀了{n}只羊，安排筵宴，不在话下。说时迟，那时快，{n}个人走出来。\n\n" for n in NUMBERS
    )
    today = told.replace("王伦", "她")
    assert findings(book_of(told, language="zh"), "cliche") == []
    assert len(findings(book_of(today, language="zh"), "cliche")) == 2
    assert findings(book_of("却说那日王伦下山。" + today, language="zh"), "cliche") == []


def test_rates_are_per_thousand_of_what_the_book_is_counted_in() -> None:
    chinese = book_of(
        "".join(
            f"{m}月{n}日，他忽然站起来，走了{n}里路，买了{m}斤米。\n\n" for m in NUMBERS for n in NUMBERS
        ),
        language="zh",
    )
    (habit,) = (each for each in findings(chinese, "crutch-word") if each.notice.fields["word"] == "忽然")
    said = worded(habit.notice, Language("zh"))
    size = measure(chinese).craft.words
    assert f"每千字 {81 * 1000 / size:.1f} 次" in said
    assert "per thousand characters" in habit.text
    english = book_of(
        "".join(f"On day {n} he just walked {n} miles to the river.\n\n" for n in range(200)), language="en"
    )
    (habit,) = findings(english, "crutch-word")
    assert "每千词" in worded(habit.notice, Language("zh"))


def test_an_idiom_must_come_more_often_in_older_prose_to_be_worn() -> None:
    told = "".join(f"{n}月里，王伦杀了{n}只羊，众人都目瞪口呆。\n\n" for n in NUMBERS[:4])
    often = "".join(f"{n}月里，王伦杀了{n}只羊，众人都目瞪口呆。\n\n" for n in NUMBERS)
    assert findings(book_of(told, language="zh"), "cliche") == []
    assert len(findings(book_of(often, language="zh"), "cliche")) == 1
    assert len(findings(book_of(told.replace("王伦", "她"), language="zh"), "cliche")) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("这一天早起，，天井里的兰花开了。", "一天早起，，"),
        ("他不许擅开。，众人都走了。", "不许擅开。，"),
        ("张凤道：“请借一步说话。\n\n天来让他进来。天来道：“多谢关切。”", "“请借一步说话。"),
        ("他道：“是，是。”\n\n又走过来说：千万不可错过！”众人听了都笑。", "来说：千万不可错过！”"),
    ],
)
def test_stops_and_marks_that_no_sentence_has(text: str, words: str) -> None:
    (found,) = findings(book_of(text, PLAIN, language="zh"), "misprint")
    assert found.notice.fields["words"] == words


@pytest.mark.parametrize(
    "text",
    [
        "他想了想。。。终于走了，，，谁也没有看见。",
        "他道：“第一，要早起。\n\n“第二，要读书。”众人道：“是。”",
        "他道：“好。”\n\n众人问：“真的么？”\n\n“真的。”",
        '他道：“舍我罢！"僧人笑了。\n\n又道：“走罢！"说着去了。',
    ],
)
def test_marks_that_follow_another_custom(text: str) -> None:
    assert not findings(book_of(text, PLAIN, language="zh"), "misprint")


def repeated(told: str) -> list[str]:
    chapters = ["".join(told.format(n=n) + f"第{n}天下了雨，{n}个人在屋里喝茶。\n\n" for n in NUMBERS)]
    found = findings(
        book_of(*chapters, *[told.format(n=n) for n in NUMBERS], language="zh"), "repeated-phrase"
    )
    return [str(each.notice.fields["words"]) for each in found]


def test_a_habit_is_a_repeated_phrase_and_an_inscription_or_a_calling_is_none() -> None:
    habit = "{n}号门开了，沈舟低头看了一眼，什么也没有。\n\n"
    assert any("低头看了一眼" in words for words in repeated(habit))
    inscription = "{n}号牌子上有一行字：“请先完成点名再进门”。“请先完成点名再进门”，{n}个人念道。\n\n请先完成点名再进门。\n\n"
    assert not [words for words in repeated(inscription) if "点名" in words]
    calling = "广播里的女声{n}次传到楼上。\n\n"
    assert not [words for words in repeated(calling) if "女声" in words]
