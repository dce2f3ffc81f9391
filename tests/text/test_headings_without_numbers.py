"""Titles that no word and no number marks, headings that a count lacks, and what only looks like either."""

from __future__ import annotations

import pytest

from fabula.text.headings import Split, split_chapters

PROSE = (
    "It was late in the year when the letter came, and nobody at the farm could say who had brought it up the hill. "
    "The snow had begun to lie. Anna read it twice by the window and then put it into the fire without a word."
)
HAN = "　　那一年冬天来得早，山上已经落了雪。她在窗前把信读了两遍，一句话也没有说，就把它投进了火里。"
TITLES = (
    "The Day We Left",
    "Snow on the Hill",
    "What the Boy Saw",
    "An Unwelcome Visitor",
    "He Comes Back",
    "Fire",
)
HAN_TITLES = ("归途", "少年下山", "风雨夜归人", "剑与酒", "重逢", "长街")
N = range(6)


def english(*headings: str, parted: str = "\n\n") -> Split:
    return split_chapters(
        parted.join(parted.join([each, *[PROSE] * (8 + at % 3)]) for at, each in enumerate(headings)), "en"
    )


def han(*headings: str, indent: bool = True) -> Split:
    line = HAN if indent else HAN.strip()
    return split_chapters(
        "\n".join("\n".join([each, *[line] * (20 + at % 3)]) for at, each in enumerate(headings)), "zh"
    )


def titles(split: Split) -> list[str]:
    return [] if split.in_sections else [chapter.title for chapter in split.chapters]


@pytest.mark.parametrize("form", ["{}", "## {}", "**{}**", "[{}]", "*** {} ***", "★ {}"])
@pytest.mark.parametrize("parted", ["\n\n", "\n"], ids=["blank lines", "none"])
def test_english_titles_of_one_form_begin_chapters(form: str, parted: str) -> None:
    assert titles(english(*map(form.format, TITLES), parted=parted)) == list(TITLES)


@pytest.mark.parametrize("form", ["{}", "☆、{}", "★{}", "◆{}◆", "【{}】", "《{}》", "## {}"])
@pytest.mark.parametrize("indent", [True, False], ids=["indented", "not"])
def test_chinese_titles_of_one_form_begin_chapters(form: str, indent: bool) -> None:
    assert titles(han(*map(form.format, HAN_TITLES), indent=indent)) == list(HAN_TITLES)


def test_capitals_begin_chapters_and_a_prologue_joins_them() -> None:
    printed = ["Prologue", *(title.upper() for title in TITLES), "Epilogue"]
    assert titles(english(*printed)) == printed


def test_titles_that_a_list_of_contents_repeats_are_chapters_once() -> None:
    listed = "\n".join(["Contents", *TITLES])
    text = "\n\n".join([listed, *("\n\n".join([title, *[PROSE] * 8]) for title in TITLES)])
    assert titles(split_chapters(text, "en")) == list(TITLES)


@pytest.mark.parametrize(
    "line",
    ["Yours truly, Anna Grey", "THE END OF THE WATCH", "* * *", "Anna", "“Come in”", "and then he was gone"],
)
def test_a_line_that_comes_again_is_no_title(line: str) -> None:
    assert english(*[line] * 8).in_sections


def test_lines_that_come_by_chance_or_in_verse_are_no_titles() -> None:
    prose = [PROSE] * 60
    for at, line in zip((2, 3, 11, 12, 41, 58), TITLES, strict=True):
        prose.insert(at, line)
    verse = "\n".join(TITLES[:4])
    for text in ("\n\n".join(prose), "\n\n".join([*[PROSE] * 9, verse] * 6)):
        assert split_chapters(text, "en").in_sections


def test_the_names_of_groups_are_parts() -> None:
    split = han(*(f"{HAN_TITLES[n // 3]}（{'一二三'[n % 3]}）" for n in N))
    assert [chapter.parts for chapter in split.chapters] == [("归途",)] * 3 + [("少年下山",)] * 3
    assert not split.warnings


def test_a_heading_below_a_line_without_a_stop_is_found_by_its_number() -> None:
    text = "\n".join(
        f"Chapter {n}\n" + "\n".join([PROSE] * 8) + ("\nand he said" if n == 3 else "") for n in range(1, 8)
    )
    assert titles(split_chapters(text, "en")) == [f"Chapter {n}" for n in range(1, 8)]


def test_a_mention_below_such_a_line_is_no_heading() -> None:
    chapters = [n for n in range(1, 9) if n != 4]
    text = "\n\n".join(
        f"Chapter {n}\n\n"
        + "\n\n".join([PROSE] * 8)
        + ("\n\nYou will find it in\nChapter 4" if n == 3 else "")
        for n in chapters
    )
    assert titles(split_chapters(text, "en")) == [f"Chapter {n}" for n in chapters]


@pytest.mark.parametrize(
    "numbers", [(1, 2, 3, 3, 4, 5), (1, 2, 4, 3, 5, 6)], ids=["two threes", "out of order"]
)
def test_a_wrong_number_with_a_title_of_its_own_is_a_chapter(numbers: tuple[int, ...]) -> None:
    printed = [f"Chapter {n}: {title}" for n, title in zip(numbers, TITLES, strict=True)]
    split = english(*printed)
    assert titles(split) == printed
    assert split.warnings


def test_a_count_of_words_below_a_chapter_is_no_heading() -> None:
    text = "\n\n".join(
        f"Chapter {n}: {TITLES[n - 1]}\n\n" + "\n\n".join([PROSE] * 8) + f"\n\nChapter {n} Word Count: 998"
        for n in range(1, 7)
    )
    assert titles(split_chapters(text, "en")) == [f"Chapter {n}: {TITLES[n - 1]}" for n in range(1, 7)]


def test_what_stands_in_brackets_after_every_number_is_no_title() -> None:
    printed = [f"Chapter {n} (about a thousand words)" for n in range(1, 7)]
    assert titles(english(*printed)) == [f"Chapter {n}" for n in range(1, 7)]


def test_the_number_in_words_ends_where_it_stops_being_one() -> None:
    assert (
        titles(english("CHAPTER ONE", "CHAPTER TWO TWO BROTHERS", "CHAPTER THREE"))[1]
        == "CHAPTER TWO TWO BROTHERS"
    )


def test_an_authors_notes_between_chapters_are_no_story() -> None:
    split = han(
        "第一章 归途", "上架感言", "第二章 重逢", "请假条", "第三章 长街", "大结局（上）", "大结局（下）"
    )
    assert titles(split) == ["第一章 归途", "第二章 重逢", "第三章 长街", "大结局（上）", "大结局（下）"]
    assert [left.what.fields["title"] for left in split.left_out] == ["上架感言", "请假条"]


def test_headings_at_the_ends_of_lines_begin_chapters() -> None:
    text = " ".join(f"Chapter {n}: {TITLES[n - 1]}\n" + "\n".join([PROSE] * 8) for n in range(1, 7))
    assert titles(split_chapters(text, "en")) == [f"Chapter {n}: {TITLES[n - 1]}" for n in range(1, 7)]


def test_headings_that_another_word_begins_midway_are_found() -> None:
    printed = [
        f"{'正文' if n < 3 else 'VIP卷'} 第{n + 1}章 {title}"
        for n, title in enumerate([*HAN_TITLES, *HAN_TITLES])
    ]
    assert len(titles(han(*printed))) == 12


NAMES = ("Darrow", "Cora", "Darrow", "Jessamy", "Cora", "Darrow", "Jessamy", "Old Vardon", "Cora")


@pytest.mark.parametrize("form", ["{}", "**{}**", "_{}_", "# {}"])
@pytest.mark.parametrize("parted", ["\n\n", "\n"], ids=["blank lines", "none"])
def test_names_of_who_tells_that_come_again_begin_chapters(form: str, parted: str) -> None:
    assert titles(english(*map(form.format, NAMES), parted=parted)) == list(NAMES)


@pytest.mark.parametrize(
    "headings", [("Then", "Now") * 5, ("BRAN", "CATE", "CATE", "EDDARD", "BRAN", "DANY", "CATE")]
)
def test_a_few_labels_that_take_turns_begin_chapters(headings: tuple[str, ...]) -> None:
    assert titles(english(*headings)) == list(headings)


def test_chinese_names_of_who_tells_begin_chapters() -> None:
    names = ("林婉", "陈默", "林婉", "周伯", "陈默", "林婉")
    assert titles(han(*names)) == list(names)


def test_running_heads_that_take_turns_are_no_chapters() -> None:
    page = (f"{PROSE} " * 6).rstrip(". ") + " and then"
    pages = [f"{head}\n\n{page}" for head in ("THE WATCH HOUSE", "A. N. WRITER") * 8]
    assert split_chapters("\n\n".join(pages), "en").in_sections


@pytest.mark.parametrize(
    "title", ["Mr. H. M. Grey, Esq.", "Who Rang the Bell?", "The Snow Comes Again!", "The Last of It."]
)
def test_a_title_that_ends_as_a_sentence_does_begins_a_chapter_among_others(title: str) -> None:
    printed = [*TITLES[:3], title, *TITLES[3:]]
    assert titles(english(*printed)) == printed


def test_a_short_sentence_within_a_chapter_is_no_title() -> None:
    prose = "\n\n".join([PROSE] * 4)
    text = english(*TITLES)
    with_line = "\n\n".join(f"{each}\n\n{prose}\n\nPoor Old Anna Grey.\n\n{prose}" for each in TITLES)
    assert titles(split_chapters(with_line, "en")) == titles(text)


def test_titles_that_share_their_first_word_begin_chapters_in_any_language() -> None:
    printed = [f"Rozdział {word}" for word in ("pierwszy", "drugi", "trzeci", "czwarty", "piąty", "szósty")]
    assert titles(english(*printed)) == printed


def test_titles_in_small_letters_begin_chapters_where_a_wide_gap_is_above_them() -> None:
    printed = [title.lower() for title in TITLES]
    assert titles(english(*(f"\n\n{title}" for title in printed))) == printed


def test_titles_in_capitals_may_end_with_a_full_stop() -> None:
    printed = [f"{title.upper()}." for title in TITLES]
    assert titles(english(*printed)) == [each.rstrip(".") for each in printed]


def test_a_title_may_go_on_below_the_comma_after_its_number() -> None:
    printed = [f"Глава {word},\nв которой идёт снег" for word in ("первая", "вторая", "третья", "четвертая")]
    split = split_chapters("\n\n".join(f"{each}\n\n{PROSE}\n\n{PROSE}" for each in printed), "ru")
    assert titles(split) == [each.replace(",\n", ": ") for each in printed]


MARKED_TITLES = (
    "The Day We Left",
    "Come Home, Come Home!",
    "What the Boy Saw",
    "An Empty Net",
    "“Hold or Drown”",
    "“Will You Row, Boy?”",
    "Snow",
    "The Net Again",
    "Two Ferries",
    "Fire",
    "The Last Boat",
    "Low Water",
)


def test_a_title_on_the_line_below_may_have_the_marks_of_speech() -> None:
    printed = [f"CHAPTER {n}\n\n{title}" for n, title in enumerate(MARKED_TITLES, 1)]
    assert titles(english(*printed)) == [f"CHAPTER {n}: {title}" for n, title in enumerate(MARKED_TITLES, 1)]


@pytest.mark.parametrize(
    "spoken",
    [
        "“Mother!”",
        "“Mother?”",
        "“Are you there, Anna?”",
        "“Come home,” she said.",
        "“Wait for Anna!” called John.",
    ],
)
def test_a_speech_below_a_number_is_no_title(spoken: str) -> None:
    printed = [
        f"CHAPTER {n}\n\n{title}"
        for n, title in enumerate(("The Day We Left", spoken, "Snow", "Fire", "The Last Boat"), 1)
    ]
    assert titles(english(*printed))[1] == "CHAPTER 2"


def test_a_title_in_marks_stands_where_all_titles_stand() -> None:
    named = ("The Day We Left", "“Turn Out! They’re Found!”", "Snow", "Fire", "The Last Boat")
    printed = [f"CHAPTER {n}\n{title}" for n, title in enumerate(named, 1)]
    assert titles(english(*printed))[1] == "CHAPTER 2: “Turn Out! They’re Found!”"


@pytest.mark.parametrize("empty", ["#*", "# * * *", "## #", "★ ★"])
def test_marks_without_words_are_no_title(empty: str) -> None:
    assert titles(english(*[empty] * 6)) == []
    assert titles(english(*map("## {}".format, TITLES), empty)) == list(TITLES)


def test_a_second_volume_counts_on_and_its_titles_stand_below_the_numerals() -> None:
    titles = ["Lottie", "Becky", "The Diamond-Mines", "In the Attic", "Ram Dass"]
    page = "She went up the stairs and sat down by the fire, and nobody said a word.\n\n" * 30
    text = "\n\n".join(
        f"{numeral}\n{title}\n\n{page}"
        for numeral, title in zip(("IV", "V", "VI", "VII", "VIII"), titles, strict=True)
    )
    chapters = split_chapters(text, "en").chapters
    assert [each.title for each in chapters] == [
        "IV: Lottie",
        "V: Becky",
        "VI: The Diamond-Mines",
        "VII: In the Attic",
        "VIII: Ram Dass",
    ]


def test_a_title_that_ends_with_a_stop_where_the_others_do_not() -> None:
    titles = [
        "The Prison Ship",
        "Sarah Purfoy",
        "The Hospital",
        "The Topography of Van Diemen’s Land.",
        "A Social Evening",
    ]
    page = "She went up the stairs and sat down by the fire, and nobody said a word.\n\n" * 30
    text = "\n\n".join(
        f"{numeral}\n\n{title}\n\n{page}"
        for numeral, title in zip(("I", "II", "III", "IV", "V"), titles, strict=True)
    )
    chapters = split_chapters(text, "en").chapters
    assert [each.title.partition(": ")[2] for each in chapters] == titles


@pytest.mark.parametrize("title", ["LETTER OF DEDICATION", "Epistle Dedicatory", "The Dedicatory Letter"])
def test_a_letter_of_dedication_is_left_out(title: str) -> None:
    page = "She went up the stairs and sat down by the fire, and nobody said a word.\n\n" * 30
    letter = (
        "It has long been one of my pleasantest hopes to offer you this book, in the name of our friendship.\n\n"
        * 9
    )
    split = split_chapters(
        f"Basil\n\n{title}\n\n{letter}" + "".join(f"Chapter {n}\n\n{page}" for n in (1, 2, 3)), "en"
    )
    assert [each.title for each in split.chapters] == ["Chapter 1", "Chapter 2", "Chapter 3"]
    assert title in [str(each.what) for each in split.left_out]


def test_a_number_that_is_printed_twice_heads_two_chapters() -> None:
    numerals = "I II III IV IV VI VII"
    page = "She went up the stairs and sat down by the fire, and nobody said a word.\n\n" * 30
    text = "\n\n".join(f"{numeral}\n\nThe Dragon\n\n(Continuation)\n\n{page}" for numeral in numerals.split())
    split = split_chapters(text, "en")
    assert [each.title for each in split.chapters] == [
        f"{numeral}: The Dragon (Continuation)" for numeral in numerals.split()
    ]
    assert any(each.code == "text.number-twice" for each in split.warnings)
    second = text.rindex("IV\n")
    glued = text[:second] + "She read aloud what was printed above\n" + text[second:]
    assert len(split_chapters(glued, "en").chapters) == len(split.chapters) - 1, (
        "a line that stands in the text"
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "(Continuation and End)"),
        ("en", "(Concluded)"),
        ("es", "(Continuación)"),
        ("fr", "(Suite)"),
        ("zh", "（续）"),
    ],
)
def test_a_title_that_says_that_the_chapter_goes_on(language: str, words: str) -> None:
    page = "She went up the stairs and sat down by the fire, and nobody said a word.\n\n" * 30
    text = "\n\n".join(
        f"{numeral}\n\nThe Dragon\n\n{words}\n\n{page}" for numeral in ("I", "II", "III", "IV")
    )
    chapters = split_chapters(text, language).chapters
    assert [each.title for each in chapters] == [
        f"{each}: The Dragon {words}" for each in ("I", "II", "III", "IV")
    ]
    (asides, *_) = split_chapters(text.replace(words, "(The wind blew.)"), language).chapters
    assert asides.title == "I: The Dragon"
