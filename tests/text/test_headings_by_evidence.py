"""Headings that no list of words knows: by the count that their lines share, or by dates."""

from __future__ import annotations

import textwrap

import pytest

from fabula.languages.numerals import in_roman
from fabula.text.headings import Split, split_chapters

PROSE = (
    "It was late in the year when the letter came, and nobody at the farm could say who had brought it up the hill. "
    "The snow had begun to lie. Anna read it twice by the window and then put it into the fire without a word."
)
HAN = "　　那一年冬天来得早，山上已经落了雪。她在窗前把信读了两遍，一句话也没有说，就把它投进了火里。"
TITLES = (
    "The day we left",
    "Snow on the hill",
    "What the boy saw",
    "An unwelcome visitor",
    "He comes back",
    "Fire",
)
HAN_TITLES = ("归途", "少年下山", "风雨夜归人", "剑与酒", "重逢", "长街")
WORDS = ("One", "Two", "Three", "Four", "Five", "Six")
ROMAN = ("I", "II", "III", "IV", "V", "VI")
HAN_NUMBERS = "一二三四五六"
N = range(6)


def english(*headings: str, prose: str = PROSE) -> Split:
    return split_chapters("\n\n".join(f"{heading}\n\n{prose}\n\n{prose}" for heading in headings), "en")


def han(*headings: str) -> Split:
    return split_chapters("\n".join(f"{heading}\n" + f"{HAN}\n" * 4 for heading in headings), "zh")


def titles(split: Split) -> list[str]:
    return [] if split.in_sections else [chapter.title for chapter in split.chapters]


@pytest.mark.parametrize(
    "headings",
    [
        [f"{n + 1} {TITLES[n]}" for n in N],
        [f"{n + 1}. {TITLES[n]}" for n in N],
        [f"{ROMAN[n]} {TITLES[n]}" for n in N],
        [f"{WORDS[n]}: {TITLES[n]}" for n in N],
        [f"Chapter {n + 1} {TITLES[n]}" for n in N],
        [f"[Chapter {n + 1}] {TITLES[n]}" for n in N],
        [f"{{Chapter {n + 1}}}" for n in N],
        [f"[{n + 1}]" for n in N],
        [f"#{n + 1} {TITLES[n]}" for n in N],
        [f"No. {n + 1}" for n in N],
        [f"Ep. {n + 1} - {TITLES[n]}" for n in N],
        [f"DAY {WORDS[n].upper()}" for n in N],
        [f"{TITLES[n]} ({n + 1})" for n in N],
        [f"{n + 3} May." for n in N],
        [f"Monday, May {n + 3}, 1897" for n in N],
        [f"2019-03-0{n + 1}" for n in N],
        [f"ch{n + 1}" for n in N],
        [f"Chapter {'ⅠⅡⅢⅣⅤⅥ'[n]}" for n in N],
        [f"{'ⅠⅡⅢⅣⅤⅥ'[n]}. {TITLES[n]}" for n in N],
        [f"{n // 3 + 1}-{n % 3 + 1}" for n in N],
        [f"{n // 3 + 1}.{n % 3 + 1} {TITLES[n]}" for n in N],
        [f"V{n // 3 + 1}C{n % 3 + 1} {TITLES[n]}" for n in N],
        ["Monday", "Tuesday", "Wednesday evening", "Thursday", "Friday", "Saturday"],
    ],
    ids=lambda headings: headings[0],
)
def test_english_lines_that_share_a_count_or_are_dates_begin_chapters(headings: list[str]) -> None:
    assert [title.strip(".") for title in titles(english(*headings))] == [
        heading.strip(".{}[]") if heading[0] in "{[" and heading[-1] in "}]" else heading.strip(".#")
        for heading in headings
    ] or titles(english(*headings)) == headings


@pytest.mark.parametrize(
    "headings",
    [
        [f"{HAN_NUMBERS[n]} {HAN_TITLES[n]}" for n in N],
        [f"{n + 1}、{HAN_TITLES[n]}" for n in N],
        [f"（{HAN_NUMBERS[n]}）{HAN_TITLES[n]}" for n in N],
        [f"「第{HAN_NUMBERS[n]}章」{HAN_TITLES[n]}" for n in N],
        [f"『第{HAN_NUMBERS[n]}章 {HAN_TITLES[n]}』" for n in N],
        [f"〈{n + 1}〉 {HAN_TITLES[n]}" for n in N],
        [f"{'①②③④⑤⑥'[n]}{HAN_TITLES[n]}" for n in N],
        [f"第{HAN_NUMBERS[n]}封信" for n in N],
        [f"三月{HAN_NUMBERS[n]}日 晴" for n in N],
        [f"{1937 + n}年" for n in N],
        [f"{HAN_NUMBERS[n]}章 {HAN_TITLES[n]}" for n in N],
        [f"第{n // 3 + 1}-{n % 3 + 1}章" for n in N],
        [f"{HAN_TITLES[n // 3]}之{HAN_NUMBERS[n % 3]}" for n in N],
        [f"{HAN_TITLES[n // 3]}（{HAN_NUMBERS[n % 3]}）" for n in N],
        [f"{HAN_TITLES[n // 2]}（{'上下'[n % 2]}）" for n in N],
        [f"☆、{HAN_TITLES[n // 3]}·其{HAN_NUMBERS[n % 3]}" for n in N],
        [f"五月十{HAN_NUMBERS[n]}" for n in N],
        [f"2019年3月{n + 1}日　星期{HAN_NUMBERS[n]}" for n in N],
    ],
    ids=lambda headings: headings[0],
)
def test_chinese_lines_that_share_a_count_or_are_dates_begin_chapters(headings: list[str]) -> None:
    assert len(titles(han(*headings))) == len(headings)


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("BookHub.example - My Novel - Chapter {n}: Snow", "Chapter {n}: Snow"),
        ("Chapter {n}: Snow - My Novel - ReadFree.example", "Chapter {n}: Snow"),
        ("Read free at NovelZone Chapter {n}", "Chapter {n}"),
    ],
)
def test_words_of_a_site_before_and_after_every_heading_are_not_in_titles(printed: str, title: str) -> None:
    split = english(*(printed.format(n=n) for n in range(1, 7)))
    assert titles(split) == [title.format(n=n) for n in range(1, 7)]


def test_words_of_a_chinese_site_are_not_in_titles() -> None:
    before, after, within = (
        han(*(printed.format(n=HAN_NUMBERS[n], title=HAN_TITLES[n]) for n in N))
        for printed in ("某某小说网 {n} {title}", "第{n}章 {title} - 某某小说网", "西游外传第{n}回{title}")
    )
    assert titles(before)[1] == "二 少年下山"
    assert titles(after)[1] == "第二章 少年下山"
    assert titles(within)[1] == "第二回少年下山"


def test_numbers_within_the_story_are_no_headings() -> None:
    long = "\n\n".join([PROSE] * 12)
    rules = "\n\n".join(f"{n}. Never leave the house after dark\n\n{PROSE}" for n in range(1, 6))
    notes = "\n\n".join(f"{long}\n\n[{n}] See the letter of Anna to her brother." for n in range(1, 8))
    years = "\n\n".join(f"{long}\n\n{n} years went by" for n in (3, 1, 4, 2, 5, 1, 6, 2))
    pages = "\n\n".join(
        f"{long} And then she went with him to the hill where\n\nPage {n}" for n in range(1, 9)
    )
    for text in (f"{long}\n\n{long}\n\n{rules}\n\n{long}\n\n{long}\n\n{long}", notes, years, pages):
        assert split_chapters(text, "en").in_sections


def test_sections_that_start_again_in_every_chapter_are_not_chapters() -> None:
    text = "\n\n".join(
        f"Chapter {chapter}\n\n" + "\n\n".join(f"{n}\n\n{PROSE}" for n in range(1, 9))
        for chapter in range(1, 4)
    )
    assert titles(split_chapters(text, "en")) == ["Chapter 1", "Chapter 2", "Chapter 3"]


def test_numerals_of_which_some_have_no_sections_are_the_chapters() -> None:
    """I, with its title on the line below, then 1 to 3; IV has no sections. Where each had some, they would be parts."""
    sections = (3, 4, 0, 0, 2, 3)
    rows = []
    for numeral, title, count in zip(ROMAN, TITLES, sections, strict=True):
        rows.append(f"{numeral}\n{title}")
        rows += [f"{n}\n\n{PROSE}" for n in range(1, count + 1)] or [PROSE]
    found = split_chapters("\n\n".join(rows), "en")
    assert titles(found) == [f"{numeral}: {title}" for numeral, title in zip(ROMAN, TITLES, strict=True)]
    assert not any(chapter.parts for chapter in found.chapters)


def test_titled_numerals_with_a_count_of_the_same_numerals_below_each_are_the_chapters() -> None:
    """`II`, The Tooth, then I to III: sections. A second book begins again at I."""
    names = ("The Square", "The Tooth", "A Battle", "Elephant", "The Traveller", "Escapade")
    rows = []
    for book in ("Book One", "Book Two"):
        rows.append(f"{book}\n\nThe Ferry")
        for numeral, title, count in zip(ROMAN, names, (3, 4, 0, 2, 5, 3), strict=True):
            rows.append(f"{numeral}\n\n{title}")
            rows += [f"{each}\n\n{PROSE}" for each in ROMAN[:count]] or [PROSE]
    found = split_chapters("\n\n".join(rows), "en")
    assert titles(found) == [f"{numeral}: {title}" for numeral, title in zip(ROMAN, names, strict=True)] * 2
    assert [len(chapter.parts) for chapter in found.chapters] == [1] * 12
    assert not found.warnings
    untitled = "\n\n".join(
        f"{numeral}\n\n" + "\n\n".join(f"{each}\n\n{PROSE}" for each in ROMAN[:3]) for numeral in ROMAN
    )
    assert len(split_chapters(untitled, "en").chapters) != 6, "numerals without titles may be parts"


def test_numerals_with_a_count_below_each_are_chapters_also_without_titles_where_books_stand_above() -> None:
    rows = []
    for book in ("Book One", "Book Two"):
        rows.append(f"{book}\n\nThe Ferry")
        for numeral, count in zip(ROMAN, (3, 4, 2, 5, 3, 4), strict=True):
            rows += [numeral, *(f"{each}\n\n{PROSE}" for each in ROMAN[:count])]
    assert titles(split_chapters("\n\n".join(rows), "en")) == [*ROMAN] * 2


def test_lines_with_a_stop_directly_below_all_numbers_are_titles() -> None:
    names = (
        "The Bride’s Mistake.",
        "Her Thoughts.",
        "The Sands.",
        "On the way home.",
        "A Discovery.",
        "The Major.",
    )
    rows = [f"{numeral}\n{name}\n\n{PROSE}\n\n{PROSE}" for numeral, name in zip(ROMAN, names, strict=True)]
    assert titles(split_chapters("\n\n".join(rows), "en")) == [
        f"{numeral}: {name}" for numeral, name in zip(ROMAN, names, strict=True)
    ]


def test_epilogues_whose_chapters_start_again_are_parts() -> None:
    rows = ["BOOK ONE: 1805", "CHAPTER I", "CHAPTER II", "BOOK TWO: 1806", "CHAPTER I", "CHAPTER II"]
    rows += [
        "FIRST EPILOGUE: 1813 - 20",
        "CHAPTER I",
        "CHAPTER II",
        "SECOND EPILOGUE",
        "CHAPTER I",
        "CHAPTER II",
    ]
    text = "\n\n\n".join(f"{row}\n\n{PROSE}" if "CHAPTER" in row else row for row in rows)
    split = split_chapters(text, "en")
    assert [chapter.parts for chapter in split.chapters] == [
        (part,)
        for part in ("BOOK ONE: 1805", "BOOK TWO: 1806", "FIRST EPILOGUE: 1813 - 20", "SECOND EPILOGUE")
        for _ in range(2)
    ]
    assert split.warnings == ()


def test_volumes_books_and_parts_nest() -> None:
    rows = ["VOLUME I", "BOOK ONE", "PART ONE", "Chapter 1", "PART TWO", "Chapter 2", "BOOK TWO", "Chapter 3"]
    text = "\n\n\n".join(f"{row}\n\n{PROSE}" if "Chapter" in row else row for row in rows)
    assert [chapter.parts for chapter in split_chapters(text, "en").chapters] == [
        ("VOLUME I", "BOOK ONE", "PART ONE"),
        ("VOLUME I", "BOOK ONE", "PART TWO"),
        ("VOLUME I", "BOOK TWO"),
    ]


@pytest.mark.parametrize(
    "headings",
    [
        ("ADVENTURE I. THE LAMP", "ADVENTURE II. THE NET", "ADVENTURE III. THE WELL", "IV. THE ADVENTURE OF THE BOAT", "V. THE ADVENTURE OF THE OAR"),
        ("Chapter 1", "Chapter 2", "III. The Well", "Chapter 4", "Chapter 5"),
        ("CHAPTER I", "CHAPTER II", "CHAPTER III", "CHAPTER IV", "V. THE OAR"),
    ],
)  # fmt: skip
def test_headings_may_change_their_form_midway(headings: tuple[str, ...]) -> None:
    assert titles(english(*headings)) == list(headings)


def test_numbers_within_a_chapter_are_no_chapters() -> None:
    """A list that goes on from four is too short for chapters; sections begin again from one; pages are digits alone."""
    chapters = ["CHAPTER I", "CHAPTER II", "CHAPTER III"]
    for within in ("IV. Bread\n\nV. Oil", f"I.\n\n{PROSE}\n\nII.\n\n{PROSE}", f"4\n\n{PROSE}\n\n{PROSE}"):
        assert titles(english(*chapters, within)) == chapters, within


def test_a_misprinted_numeral_after_the_last_chapter_begins_a_chapter() -> None:
    """The Prisoner of Zenda ends with a second XII, which should be XXII."""
    printed = [*(in_roman(n) for n in range(1, 22)), "XII"]
    split = english(*printed)
    assert [chapter.title for chapter in split.chapters] == printed
    assert [notice.code for notice in split.warnings] == ["text.comes-after"]


@pytest.mark.parametrize("form", ["CHAPTER {}", "{}"])
def test_a_misprinted_figure_within_a_count_begins_a_chapter(form: str) -> None:
    printed = [form.format(n) for n in (*range(1, 24), 14, *range(25, 30))]
    assert [chapter.title for chapter in english(*printed).chapters] == printed


def test_a_numeral_that_is_no_misprint_of_the_next_is_no_chapter() -> None:
    split = english(*(in_roman(n) for n in range(1, 9)), "V")
    assert len(split.chapters) == 8


@pytest.mark.parametrize("times", [1, 2], ids=["printed once", "printed twice"])
def test_numerals_below_numbered_titles_are_sections_also_where_they_count_on(times: int) -> None:
    """As 务虚笔记 is printed: 一、写作之夜, then １ to ７, then the next title and ８."""
    numbers = iter(range(1, 99))
    chapters = "".join(
        f"{'一二三四五'[at]}、{title}\n\n" * times
        + "".join(f"{next(numbers)}\n\n{HAN * 3}\n\n" for _ in range(4))
        for at, title in enumerate(("写作之夜", "残疾与爱情", "死亡序幕", "童年之门", "恋人"))
    )
    assert [chapter.title for chapter in split_chapters(chapters, "zh").chapters] == [
        "一、写作之夜",
        "二、残疾与爱情",
        "三、死亡序幕",
        "四、童年之门",
        "五、恋人",
    ]


def test_a_title_wrapped_over_four_lines_begins_its_chapter() -> None:
    """The sixth chapter of A Room with a View, as a file wrapped at 72 columns prints it."""
    sixth = (
        "Chapter VI: The Reverend Arthur Beebe, the Reverend Cuthbert Eager,\n"
        "Mr. Emerson, Mr. George Emerson, Miss Eleanor Lavish, Miss Charlotte\n"
        "Bartlett, and Miss Lucy Honeychurch Drive Out in Carriages to See a\n"
        "View; Italians Drive Them."
    )
    printed = [sixth if n == 6 else f"Chapter {in_roman(n)}: A Title" for n in range(1, 10)]
    split = english(*printed, prose=textwrap.fill(f"{PROSE} {PROSE}", 72))
    assert [chapter.title for chapter in split.chapters] == [" ".join(each.split()) for each in printed]


@pytest.mark.parametrize(
    "headings",
    [
        ["6:00 a.m.", "7:45 a.m.", "9 a.m.", "11:30 a.m.", "2:15 p.m.", "11:59 p.m."],
        ["06:30", "07:15", "09:00", "12:45", "18:20", "23:59"],
        ["January 1999", "March 1999", "June 1999", "August 2000", "May 2001", "May 2002"],
        ["London 1938", "Prague 1938", "London 1939", "Vienna 1941", "London 1944", "Prague 1945"],
        [
            "136 Days Before",
            "128 Days Before",
            "101 Days Before",
            "52 Days Before",
            "3 Days Before",
            "1 Day Before",
        ],
        ["Day 3", "Day 7", "Day 12", "Day 30", "Day 31", "Day 90"],
        [
            "Gestation 1.1",
            "Gestation 1.2",
            "Gestation 1.3",
            "Agitation 2.1",
            "Agitation 2.2",
            "Agitation 2.3",
        ],
        [
            "EERSTE HOOFDSTUK.",
            "TWEEDE HOOFDSTUK.",
            "DERDE HOOFDSTUK.",
            "VIERDE HOOFDSTUK.",
            "VIJFDE HOOFDSTUK.",
        ],
    ],
    ids=lambda headings: headings[0],
)
def test_times_numbers_with_gaps_and_ordinals_of_other_languages_begin_chapters(headings: list[str]) -> None:
    assert titles(english(*headings, prose="\n\n".join([PROSE] * 4))) == [
        each.rstrip(".") if each.isupper() else each for each in headings
    ]


@pytest.mark.parametrize(
    ("parts", "firsts"),
    [
        (("DAY THE FIRST", "DAY THE SECOND", "DAY THE THIRD"), "THE {} STORY"),
        (
            ("THE STORY BEGUN BY ANNA GREY", "THE STORY CONTINUED BY TOM FELL", "THE STORY ENDED BY JOAN"),
            "CHAPTER {}",
        ),
        (("Spring and the Ford", "Summer on the Hill", "Winter"), "{}"),
    ],
)
def test_what_stands_above_a_count_that_starts_again_is_a_part(parts: tuple[str, ...], firsts: str) -> None:
    numbers = ("First", "Second", "Third", "Fourth") if "STORY" in firsts else ("I", "II", "III", "IV")
    text = "\n\n".join(
        f"{part}\n\n" + "\n\n".join(f"{firsts.format(n).upper()}\n\n{PROSE}\n\n{PROSE}" for n in numbers)
        for part in parts
    )
    split = split_chapters(text, "en")
    assert [chapter.part for chapter in split.chapters] == [part for part in parts for _ in numbers]
    assert not split.warnings and "STORY" not in split.chapters[3].text


def test_the_last_words_of_a_chapter_are_no_part() -> None:
    text = "\n\n".join(f"{n}\n\n{PROSE}\n\n“Yes,” she said." for n in ["I", "II", "III", "IV"] * 2)
    split = split_chapters(text, "en")
    assert [chapter.part for chapter in split.chapters] == [None] * 8
    assert all(chapter.text.endswith("“Yes,” she said.") for chapter in split.chapters)


def test_entries_of_a_diary_in_two_books_are_the_chapters() -> None:
    days = [f"Am {n}. Mai." for n in range(4, 10)]
    text = "\n\n".join(
        f"{book} Buch\n\n" + "\n\n".join(f"{day}\n\n{PROSE}\n\n{PROSE}" for day in days)
        for book in ("Erstes", "Zweites")
    )
    assert [(chapter.part, chapter.title) for chapter in split_chapters(text, "de").chapters] == [
        (f"{book} Buch", day) for book in ("Erstes", "Zweites") for day in days
    ]


def test_short_stories_in_volumes_are_the_chapters() -> None:
    """As 聊斋志异 is printed: 卷一, and below it titles of stories of a few hundred characters."""
    names = [first + last for first in "城耳尸喷瞳画山咬捉宅王偷" for last in "隍变"]
    volumes = [names[:12], names[12:]]
    text = "\n\n".join(
        f"卷{'一二'[at]}\n\n"
        + "\n\n".join(f"{name}\n\n{HAN * (6 + len(name) * place % 7)}" for place, name in enumerate(volume))
        for at, volume in enumerate(volumes)
    )
    assert [(chapter.part, chapter.title) for chapter in split_chapters(text, "zh").chapters] == [
        (f"卷{'一二'[at]}", name) for at, volume in enumerate(volumes) for name in volume
    ]


@pytest.mark.parametrize("section", ["第{}节", "{}"])
def test_the_heading_of_a_first_section_is_no_title_of_its_chapter(section: str) -> None:
    text = "\n\n".join(
        f"第{chapter}章\n\n" + "\n\n".join(f"{section.format(n)}\n\n{HAN * 4}" for n in "一二三")
        for chapter in "一二三四"
    )
    split = split_chapters(text, "zh")
    assert [chapter.title for chapter in split.chapters] == [f"第{chapter}章" for chapter in "一二三四"]
    assert all(chapter.text.startswith(section.format("一")) for chapter in split.chapters)


def test_a_title_may_end_with_what_something_is_called() -> None:
    headings = [
        "I. IN THE BOAT OF THE “LADY GRACE.”",
        "II. THE MAN WHO WAS GOING NOWHERE.",
        "III. THE STRANGE FACE.",
        "IV. MARTHA’S “BANK HOLIDAY.”",
        'V. AT THE SIGN OF THE "SWAN"',
        "VI. ALONE.",
    ]
    assert titles(english(*headings)) == headings
    said = [f"{n + 1} She said to him “{TITLES[n]}.”" for n in N]
    assert not titles(english(*said))


@pytest.mark.parametrize("last", ["CONCLUSION", "Conclusion."])
def test_a_conclusion_is_a_chapter_of_its_own(last: str) -> None:
    headings = [*(f"CHAPTER {numeral}" for numeral in ROMAN), last]
    assert titles(english(*headings)) == headings
    within = english(*headings[:-1], prose=f"{PROSE} Conclusion enough, she thought.")
    assert titles(within) == headings[:-1]
