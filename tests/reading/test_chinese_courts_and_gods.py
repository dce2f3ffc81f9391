"""People of old Chinese novels of courts and gods: their titles, their new names, and phrases that are nobody."""

from __future__ import annotations

from small_books import book_of

from fabula.reading.cast import Cast, find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches


def names_of(cast: Cast, form: str) -> set[str]:
    """All the names of whoever has this one."""
    (found,) = [{each.name, *each.aliases} for each in cast.characters if form in (each.name, *each.aliases)]
    return found


def test_the_titles_of_one_lady_at_court_are_hers() -> None:
    told = (
        "姜后奏曰：“妾闻陛下夜饮。”纣王大怒。姜皇后泪流满面。\n\n姜后曰：“妾无罪。”黄妃在旁，黄妃曰：“姜娘娘受屈了。”纣王曰：“宣黄贵妃。”\n\n"
        "黄贵妃进宫，姜氏已被拿下。姜后哭曰：“冤枉！”黄妃叹曰：“可怜姜后！”\n\n"
    )
    cast = find_cast(book_of(told * 4, language="zh"))
    assert names_of(cast, "姜后") == {"姜后", "姜皇后", "姜娘娘", "姜氏"}
    assert names_of(cast, "黄妃") == {"黄妃", "黄贵妃"}
    two = find_cast(book_of(told.replace("黄贵妃", "姜贵妃") * 4, language="zh"))
    assert "姜贵妃" not in names_of(two, "姜后"), "two ladies of one family"


def test_phrases_of_a_short_text_are_nobody() -> None:
    told = (
        "探马飞报元帅。苏护大怒，厉声高叫道：“开门！”\n\n苏护闻言大喜，满心欢喜道：“好。”探马飞报进城，苏护披金锁甲，骑火眼金睛兽。\n\n"
        "玉帝传旨道：“宣来。”苏护自思：“怎生是好？”玉帝闻言道：“准奏。”玉帝道：“去。”\n\n毕竟不知苏护性命如何，且听下回分解。\n\n"
    )
    cast = find_cast(book_of(told * 3, language="zh"))
    names = {form for person in cast.characters for form in (person.name, *person.aliases)}
    assert "苏护" in names
    assert not names & {"马飞报", "厉声高", "满心欢喜", "金睛兽", "玉帝传旨", "玉帝闻言", "自思", "毕竟不"}


def test_a_given_name_belongs_to_the_full_one_that_it_was_given_with() -> None:
    told = (
        "祖师道：“与你起个法名，叫做孙悟空。”猴王笑道：“好！好！我叫孙悟空也！”\n\n悟空道：“弟子拜谢。”祖师道：“悟空，你来。”\n\n"
        "悟空叩头，悟空又道：“弟子不学。”祖师大怒。孙悟空去了，悟空再不回来。\n\n"
    )
    cast = find_cast(book_of(told * 4, language="zh"))
    assert "孙悟空" in names_of(cast, "悟空")
    assert names_of(cast, "祖师")


def test_a_surname_that_no_table_has() -> None:
    told = "只见散宜生进营。宜生道：“奉命而来。”\n\n苏护款待散宜生，宜生拜谢。宜生曰：“告辞。”苏护遣散宜生回城。\n\n宜生出营，苏护道：“不送。”\n\n"
    cast = find_cast(book_of(told * 3, language="zh"))
    assert "散宜生" in names_of(cast, "宜生")


def test_a_ruler_is_called_by_the_title_alone() -> None:
    told = "纣王设朝，商容出班奏曰：“臣有本。”王曰：“奏来。”\n\n纣王看罢大怒，苏护俯伏在地。王曰：“斩了！”\n\n苏护曰：“臣冤枉。”纣王不听，王曰：“拿下。”纣王回宫，纣王不乐。\n\n"
    book = book_of(told * 4, language="zh")
    said = [each.speaker for each in speeches(book, parse(book), find_cast(book))]
    assert said[1:5] == ["纣王", "纣王", "苏护", "纣王"]
