"""What only looks like a Chinese name, and courtesy names that a book does not introduce."""

from __future__ import annotations

from collections import Counter

import pytest

from fabula.languages.zh.contexts import Beside
from fabula.languages.zh.courtesy import unintroduced
from fabula.languages.zh.cut_words import cut_off
from fabula.languages.zh.introductions import introduced, nicknames
from fabula.languages.zh.pairs import pairs

INTRODUCED = {"玄德": "刘备", "孟德": "曹操", "云长": "关羽"}
TALK = (
    "袁绍聚众谋士商议。谋士谏曰：“本初乃当世之雄，不可轻动。”绍曰：“吾意已决。”袁绍遂引军而行。",
    "曹操笑曰：“吾料袁本初多谋少决。”袁绍闻之大怒。绍曰：“谁敢出战？”本初之将应声而出。",
    "众官曰非河北袁本初不可，绍乃许之。袁绍升帐。袁绍曰：“今日之事如何？”",
    "袁术在南阳，闻绍起兵，心中不悦，按兵不动。本初袁术二人从此不和。",
)


@pytest.mark.parametrize(
    ("text", "names", "cut"),
    [
        ("二将拍马舞刀来战。他拍马舞刀，直取中军。又一将拍马舞刀而出。", {"马舞刀"}, {"马舞刀"}),
        ("探马回报。" + "回报军情。他回报了。" * 6 + "哨马回报，探马回报。", {"马回报"}, {"马回报"}),
        ("陈平安笑了。陈平安看着山。陈平安没有说话。", {"陈平安"}, set()),
        ("有何面目见人。" * 9, {"何面目"}, {"何面目"}),
        ("王善保家的来了，" * 9, {"王善保"}, set()),
    ],
    ids=lambda value: "".join(value) if isinstance(value, set) else value[:8],
)
def test_what_begins_or_ends_within_a_word_is_no_name(text: str, names: set[str], cut: set[str]) -> None:
    plain = {"回报": text.count("回报"), "平安": text.count("平安")}
    assert cut_off(names, Beside.of(names, [text]), plain, Counter()) == cut


@pytest.mark.parametrize(
    ("text", "names", "two"),
    [
        ("知县唤朱雷二都头来。朱雷二都头领命去了。", {"雷二都头"}, {"雷二都头"}),
        ("周二奶奶笑了。周二奶奶坐下。众人都看周二奶奶。", {"周二奶奶"}, set()),
        ("宁荣二府的人都来了。" * 3 + "荣宁的后人。", {"宁荣", "荣宁", "贾珍"}, {"宁荣", "荣宁"}),
        ("韩彭二将出战。韩彭二将大败。", {"韩彭二"}, {"韩彭二"}),
        ("那张小二公平。张小二公道。", {"张小二"}, set()),
    ],
    ids=lambda value: "".join(sorted(value)) if isinstance(value, set) else value[:8],
)
def test_two_who_are_named_in_one_breath_are_nobodys_name(text: str, names: set[str], two: set[str]) -> None:
    assert pairs(names, Beside.of(names, [text]), [text]) == two


def test_a_courtesy_name_belongs_to_the_one_of_its_family_who_is_there_but_not_beside_it() -> None:
    found = unintroduced({"袁绍", "袁术", "袁本初", "本初", "曹操"}, INTRODUCED, TALK)
    assert found == {"本初": "袁绍", "袁本初": "袁绍"}


def test_a_book_that_introduces_no_courtesy_names_has_none() -> None:
    assert unintroduced({"袁绍", "袁术", "袁本初", "本初"}, {}, TALK) == {}


def test_a_name_that_is_hardly_ever_without_its_surname_is_somebody_elses() -> None:
    texts = [text.replace("本初", "袁本初").replace("袁袁", "袁") for text in TALK]
    assert unintroduced({"袁绍", "袁本初", "本初"}, INTRODUCED, texts) == {}


def test_the_end_of_a_title_is_no_surname() -> None:
    text = "却说荆州刺史刘表，字景升，好结纳名士。刘表自领兵来。刘表大喜。景升曰：“善。”刘表许之。"
    assert introduced([text]).among({"刘表"}) == {"景升": "刘表"}


def test_a_son_is_introduced_without_his_surname() -> None:
    text = "孙坚有四子：长子名策，字伯符；次子名权，字仲谋。孙策、孙权皆从军。伯符勇，仲谋沉静，人称孙仲谋。"
    assert introduced([text]).among({"孙策", "孙权", "周权"}, [text]) == {"伯符": "孙策", "仲谋": "孙权"}


def test_who_is_introduced_by_a_courtesy_name_has_the_nickname_too() -> None:
    text = "亮字孔明，道号卧龙先生。人皆称卧龙先生。诸葛亮出。孔明曰：“善。”诸葛亮大笑。"
    assert nicknames({"诸葛亮"}, [text], {"孔明": "诸葛亮"}) == {"卧龙先生": "诸葛亮"}
