"""People with Japanese names in a Chinese story."""

from __future__ import annotations

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from reading.small_books import book_of

SCHOOL = (
    "林扬推开门。青木靠在墙边，脸色发白。\n\n“别出声。”林扬说。\n\n松岛咽了一下，声音轻得发飘：“藤原呢？”\n\n青木摇了摇头。“我没看见藤原。”\n\n"
    "藤原真央站在走廊尽头。松岛健太追了过去。青木亮介没有动。\n\n藤原回过头：“松岛君，别过来。”\n\n松岛停住脚。“藤原！”\n\n青木低声说：“快走。”\n\n"
    "小野遥从楼上跑下来。林扬看着松岛的左肩，松岛心里一沉。\n\n"
)


def names(text: str) -> list[set[str]]:
    return [{each.name, *each.aliases} for each in find_cast(book_of(text, language="zh")).characters]


def test_a_surname_alone_is_its_bearers() -> None:
    cast = names(SCHOOL * 4)
    for full, surname in (("松岛健太", "松岛"), ("青木亮介", "青木"), ("藤原真央", "藤原")):
        assert [one for one in cast if surname in one] == [one for one in cast if full in one] != []
    assert any({"松岛君", "松岛健太"} <= one for one in cast)
    assert any("小野遥" in one for one in cast)
    everybody = set().union(*cast)
    assert not everybody & {"左肩", "松岛心", "松岛声", "松岛心里"}


def test_whoever_has_such_a_name_speaks() -> None:
    book = book_of(SCHOOL * 4, language="zh")
    said = [each.speaker for each in speeches(book, parse(book), find_cast(book))]
    assert said[:3] == ["林扬", "松岛健太", "青木亮介"]


def test_words_that_are_also_such_names_are_nobody() -> None:
    told = "山下有一座庙。沈舟走到山下，喝了一口清水。沈舟说：“山口就在前面。”\n\n山口风大。沈舟笑道：“田中有人。”陆青说：“那是村上的农夫。”\n\n山下的人都来了。\n\n"
    everybody = set().union(*names(told * 5))
    assert {"沈舟", "陆青"} <= everybody
    assert not everybody & {"山下", "清水", "山口", "田中", "村上"}


def test_a_measure_before_a_great_thing_is_nobody() -> None:
    told = "一条大河流过村子。小松树下有人。三条大蛇爬了过来。\n\n田中央有一条大路，一条大鱼，一条大船。小松树倒了。\n\n"
    everybody = set().union(*names(SCHOOL * 4 + told * 3))
    assert "松岛健太" in everybody
    assert not everybody & {"一条大", "三条大", "小松树", "田中央"}
