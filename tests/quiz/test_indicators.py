"""Which option a reply names, hand-counted: the forms that models answer in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.quiz.indicators import letter_of, read_as_published, read_option

KIN = ("恋人", "夫妻", "前任", "兄妹")
MOOD = ("友好", "不友好", "冷漠", "支持")
ENGLISH = ("his brother", "his father", "a stranger", "the tide itself")
NUMBERS = ("3", "1", "4", "2")
EQUAL = ("鲍小姐", "孙柔嘉", "孙柔嘉", "赵辛楣")

READ = [
    # one letter
    ("C", KIN, {2}), ("c", KIN, {2}), ("C.", KIN, {2}), ("(C)", KIN, {2}), ("**C**", KIN, {2}), ("「C」", KIN, {2}), ("C. 前任", KIN, {2}),
    ("C、前任。", KIN, {2}), ("C) a stranger", ENGLISH, {2}),
    # full width, circled
    ("Ｃ", KIN, {2}), ("答案是：Ｃ。", KIN, {2}), ("Ⓒ", KIN, {2}), ("③", KIN, {2}),
    # numerals
    ("三", KIN, {2}), ("第三个", KIN, {2}), ("第三项", KIN, {2}), ("答案是第三个选项。", KIN, {2}), ("选三", KIN, {2}), ("选项3", KIN, {2}), ("3", KIN, {2}),
    ("丙", KIN, {2}), ("The third option.", ENGLISH, {2}),
    # the option's own words
    ("前任", KIN, {2}), ("他们是前任关系。", KIN, {2}), ("答案是前任。", KIN, {2}), ("He is a stranger to them all.", ENGLISH, {2}),
    ("不友好", MOOD, {1}), ("他们对他很不友好。", MOOD, {1}),
    # numbers as options: the words go before the numeral
    ("3", NUMBERS, {0}), ("答案是2", KIN, {1}),
    # chatty
    ("好的，让我想一想。郝红梅后来嫁给了别人，所以正确答案是C。", KIN, {2}),
    ("这道题考查人物关系。A选项不对，B选项也不对，因此应选C。", KIN, {2}),
    ("A good question! The answer is B.", ENGLISH, {1}),
    ("As a reader I would say the correct answer is (B), because he raised him.", ENGLISH, {1}),
    ("A. 恋人 B. 夫妻 C. 前任 D. 兄妹\n答案：D", KIN, {3}),
    ("答案不是A，而是选B", KIN, {1}), ("The answer is not A. It is option D.", ENGLISH, {3}),
    ("I think it's B. Yes: B. Some say C.", ENGLISH, {1}),
    # options called right or wrong
    ("A项错误，他们从未相爱；B项与原文不符；C项正确；D项错误。", KIN, {2}), ("A、B、D项错误，C正确", KIN, {2}), ("A不对，B不对，D不对", KIN, {2}),
    ("Options A and B are wrong, D is incorrect, so C", ENGLISH, {2}), ("C is correct because A and B are wrong.", ENGLISH, {2}),
    ("The answer is B, not C.", ENGLISH, {1}), ("It could be A or B, but the answer is B.", ENGLISH, {1}), ("不是恋人，而是前任。", KIN, {2}),
    ("正确答案是C，因为A、B两项说的是另外两个人。", KIN, {2}), ("选项A错误。应选D。", KIN, {3}),
    ("【答案】C【解析】A项说的是另一个人，B项不对", KIN, {2}), ("A is tempting, but I'd go with D", ENGLISH, {3}), ("The answer isn't A; it's B.", ENGLISH, {1}),
    ("排除B、C、D", KIN, {0}), ("不是A、B，也不是C", KIN, {3}), ("排除A和B，选C", KIN, {2}), ("Not A. Not B. Not D.", ENGLISH, {2}), ("Neither A nor B nor D", ENGLISH, {2}),
    ("Neither A nor B. C.", ENGLISH, {2}), ("A？不，应该是D。", KIN, {3}), ("B, because he raised him: A and C did not.", ENGLISH, {1}),
    # equal options share their words
    ("孙柔嘉", EQUAL, {1, 2}), ("B", EQUAL, {1}),
]  # fmt: skip
UNREAD = [
    ("", KIN), ("   ", KIN), ("抱歉，我无法回答这个问题。", KIN), ("I'm sorry, I can't help with that.", ENGLISH), ("A good question indeed!", ENGLISH),
    ("B or C", ENGLISH), ("答案为A或B", KIN), ("答案是A、B", KIN), ("The answer is B or C.", ENGLISH), ("either b or c", ENGLISH),
    ("A和C都有可能，他们是恋人。", KIN), ("A或者B", KIN), ("可能是恋人，也可能是夫妻。", KIN), ("答案是三兄弟", KIN), ("I am a Bot. Also, ABBA.", ENGLISH), ("选择很难", KIN),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "options", "places"), READ)
def test_a_reply_names_its_option(reply: str, options: tuple[str, ...], places: set[int]) -> None:
    assert read_option(reply, options) == places


@pytest.mark.parametrize(("reply", "options"), UNREAD)
def test_nothing_is_read_into_a_reply_that_does_not_decide(reply: str, options: tuple[str, ...]) -> None:
    assert read_option(reply, options) == frozenset()


@given(
    st.integers(0, 3),
    st.sampled_from(["答案是{}。", "The answer is {}.", "选{}", "{}", "({})", "综上，答案：{}"]),
)
def test_every_letter_is_read_in_every_frame(place: int, frame: str) -> None:
    for signs in ("ABCD", "ＡＢＣＤ"):
        assert read_option(frame.format(signs[place]), KIN) == {place}


@given(st.text(max_size=300))
def test_any_reply_is_read_without_failing(reply: str) -> None:
    assert read_option(reply, KIN) <= {0, 1, 2, 3}


def test_a_token_names_an_option() -> None:
    assert [letter_of(each) for each in ("A", " B", "Ｃ", "(D", "b", "甲", "An", "", "The")] == [
        0,
        1,
        2,
        3,
        1,
        0,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("reply", "places"),
    [
        ("C", {2}), ("答案是C，不是A，因为C最合适", {2}), ("A和B", set()), ("ABBA is a band", set()), ("Ｄ", {3}), ("A错误，B正确", set()),
    ],
)  # fmt: skip
def test_the_papers_rule_counts_letters(reply: str, places: set[int]) -> None:
    assert read_as_published(reply) == places
