"""Chapters in plain text: made texts for each trap, and real books where they are at hand."""

from __future__ import annotations

import textwrap

import pytest
from plain_books import plain_text_of, shared_book
from printed_numerals import to_chinese

from fabula.notices import Notice
from fabula.text.headings.split import Split, split_chapters

PROSE = textwrap.fill(
    "It was late in the year when the letter came, and nobody at the farm could say who had brought it up the hill. "
    "The snow had begun to lie. Anna read it twice by the window and then put it into the fire without a word.",
    70,
)
HAN = "　　那一年冬天来得早，山上已经落了雪。她在窗前把信读了两遍，一句话也没有说，就把它投进了火里。\n　　第二天他又来了。"


def english(*headings: str, gap: str = "\n\n\n") -> str:
    return gap.join(f"{heading}\n\n{PROSE}\n\n{PROSE}" for heading in headings)


def han(*headings: str) -> str:
    return "\n".join(f"{heading}\n{HAN}\n{HAN}" for heading in headings)


def titles(split: Split) -> list[str]:
    return [chapter.title for chapter in split.chapters]


def parts(split: Split) -> list[str | None]:
    return [chapter.part for chapter in split.chapters]


@pytest.mark.parametrize(
    "headings",
    [
        ("Chapter 1", "Chapter 2", "Chapter 3"),
        ("CHAPTER I.", "CHAPTER II.", "CHAPTER III."),
        ("CHAPTER THE FIRST", "CHAPTER THE SECOND", "CHAPTER THE THIRD"),
        ("Chapter One: The Letter", "Chapter Two: The Snow", "Chapter Three: The Fire"),
        ("Chapter 1 The Letter", "Chapter 2 The Snow", "Chapter 3 The Fire"),
        ("Letter 1", "Letter 2", "Chapter 1", "Chapter 2"),
        ("Prologue", "Chapter 1", "Interlude", "Chapter 2", "Interlude", "Chapter 3", "Epilogue"),
        ("I", "II", "III", "IV"),
        ("1", "2", "3"),
        ("One", "Two", "Three"),
        ("I. THE LETTER", "II. THE SNOW", "III. THE FIRE"),
        ("Book I", "Book II", "Book III"),
    ],
)
def test_english_headings_begin_chapters(headings: tuple[str, ...]) -> None:
    split = split_chapters(english(*headings), "en")
    assert titles(split) == list(headings)
    assert split.left_out == ()
    assert split.warnings == ()
    assert all(chapter.text.count("\n\n") == 1 for chapter in split.chapters)


@pytest.mark.parametrize(
    "headings",
    [
        ("第一章 信", "第二章 雪", "第三章 火"),
        ("第１章", "第２章", "第３章"),
        ("第壹回　甲乙", "第貳回　丙丁", "第參回　戊己"),
        ("第九十九章 甲", "第一百章 乙", "第一百零一章 丙", "第一○二章 丁"),
        ("楔子", "第一章 信", "第二章 雪", "尾声", "番外一 旧事"),
        ("序章", "第1节 甲", "第2节 乙"),
        ("引子", "第一折 甲", "第二折 乙"),
        ("一", "二", "三"),
        ("卷一", "卷二", "卷三"),
        ("一、起程", "二、下山", "三、归来"),
    ],
)
def test_chinese_headings_begin_chapters(headings: tuple[str, ...]) -> None:
    split = split_chapters(han(*headings), "zh")
    assert [title.replace(" ", "") for title in titles(split)] == [
        heading.replace(" ", "").replace("　", "") for heading in headings
    ] or titles(split) == list(headings)
    assert split.warnings == () or headings[0].startswith("第九十九")
    assert split.left_out == ()


@pytest.mark.parametrize(
    "headings",
    [
        ("第一章 信", "第二章 雪", "后记"),
        ("第一章 信", "第二章 雪", "后记", "番外一 旧事"),
        ("第一章 信", "第二章 雪", "番外一 旧事", "後記"),
    ],
)
def test_an_authors_afterword_is_listed_and_the_extras_stay(headings: tuple[str, ...]) -> None:
    split = split_chapters(han(*headings), "zh")
    assert titles(split) == [each for each in headings if each not in ("后记", "後記")]
    assert [(str(each.what), str(each.why)) for each in split.left_out] == [
        (each, "back matter, by its title") for each in headings if each in ("后记", "後記")
    ]


def test_an_afterword_between_volumes_or_with_a_title_of_its_own_stays_a_chapter() -> None:
    for headings in (("第一章 信", "后记", "第二章 雪"), ("第一章 信", "第二章 雪", "后记 十年以后")):
        split = split_chapters(han(*headings), "zh")
        assert titles(split) == list(headings) and split.left_out == ()


def test_parts_stand_above_chapters_and_may_count_again() -> None:
    text = "\n\n\n".join(
        ["BOOK ONE", english("Chapter 1", "Chapter 2"), "BOOK TWO", english("Chapter 1", "Chapter 2")]
    )
    split = split_chapters(text, "en")
    assert titles(split) == ["Chapter 1", "Chapter 2"] * 2
    assert parts(split) == ["BOOK ONE"] * 2 + ["BOOK TWO"] * 2
    assert split.warnings == ()


def test_a_volume_named_on_every_line_is_a_part() -> None:
    split = split_chapters(
        han("第一卷 风起 第一章 少年", "第一卷 风起 第二章 下山", "第二卷 云涌 第三章 归来"), "zh"
    )
    assert titles(split) == ["第一章 少年", "第二章 下山", "第三章 归来"]
    assert parts(split) == ["第一卷 风起", "第一卷 风起", "第二卷 云涌"]


def test_a_part_is_joined_with_its_title() -> None:
    text = "\n\n\n".join(
        [
            "PART ONE\n\nThe Old Buccaneer",
            english("Chapter 1", "Chapter 2"),
            "PART TWO\n\nThe Sea Cook",
            english("Chapter 3", "Chapter 4"),
        ]
    )
    split = split_chapters(text, "en")
    assert parts(split) == ["PART ONE: The Old Buccaneer"] * 2 + ["PART TWO: The Sea Cook"] * 2


def test_a_file_of_one_chapter_has_no_order_to_keep() -> None:
    split = split_chapters(english("Chapter 7"), "en")
    assert titles(split) == ["Chapter 7"]
    assert split.warnings == ()


def test_text_under_a_part_goes_with_its_first_chapter() -> None:
    split = split_chapters("PART ONE\n\nWar is a door.\n\n" + english("Chapter 1", "Chapter 2"), "en")
    assert split.chapters[0].text.startswith("War is a door.\n\nIt was late in the year")


def test_a_contents_list_is_no_chapter_and_is_listed() -> None:
    listed = "Contents\n\nPART ONE\nChapter 1. The Letter . . . . 5\nChapter 2. The Snow . . . . 9\nChapter 3. The Fire . . . . 12\n"
    body = "PART ONE\n\n" + english("Chapter 1. The Letter", "Chapter 2. The Snow", "Chapter 3. The Fire")
    split = split_chapters(f"A Book\nby Nobody\n\n{listed}\n\n{body}", "en")
    assert titles(split) == ["Chapter 1. The Letter", "Chapter 2. The Snow", "Chapter 3. The Fire"]
    assert [str(each.what) for each in split.left_out] == ["title page", "Contents"]
    assert split.warnings == ()


def test_a_chinese_contents_list_is_no_chapter() -> None:
    listed = "目录\n第一章 信\n第二章 雪\n第三章 火\n\n"
    split = split_chapters("书名\n\n" + listed + han("第一章 信", "第二章 雪", "第三章 火"), "zh")
    assert titles(split) == ["第一章 信", "第二章 雪", "第三章 火"]
    assert [str(each.what) for each in split.left_out] == ["title page", "目录"]


def test_a_contents_list_at_the_end_is_no_chapter() -> None:
    split = split_chapters(
        english("Chapter 1", "Chapter 2", "Chapter 3") + "\n\nChapter 1\nChapter 2\nChapter 3\n", "en"
    )
    assert titles(split) == ["Chapter 1", "Chapter 2", "Chapter 3"]


def test_a_running_head_is_taken_out_and_the_sentence_joined() -> None:
    broken = "Anna went down to the river with the\n\nCHAPTER I. 57\n\nboy and said nothing of it."
    split = split_chapters(
        f"CHAPTER I.\n\n{PROSE}\n\n{broken}\n\n" + english("CHAPTER II.", "CHAPTER III."), "en"
    )
    assert titles(split) == ["CHAPTER I.", "CHAPTER II.", "CHAPTER III."]
    assert split.chapters[0].text.endswith("Anna went down to the river with the boy and said nothing of it.")
    assert [str(each.what) for each in split.left_out] == ["repeated headings"]


def test_a_mention_in_a_sentence_is_no_chapter() -> None:
    mention = "第四回中既将薛家母子在荣府内寄居等事略已表明，此回则暂不能写矣。"
    split = split_chapters(han("第四回 甲", "第五回 乙\n" + mention, "第六回 丙"), "zh")
    assert titles(split) == ["第四回 甲", "第五回 乙", "第六回 丙"]
    assert mention in split.chapters[1].text


def test_a_closing_line_that_repeats_the_heading_is_no_chapter() -> None:
    split = split_chapters(
        han("第一回 甲乙丙 丁戊己") + "\n　　第一回甲乙丙丁戊己——\n" + han("第二回 庚辛"), "zh"
    )
    assert titles(split) == ["第一回 甲乙丙 丁戊己", "第二回 庚辛"]


def test_a_wrapped_line_that_begins_with_chapter_is_text() -> None:
    told = "She had read all this before, and every word of it, in what the old man called\nChapter 2. The Snow was not in it."
    split = split_chapters(english("Chapter 1") + f"\n\n{told}\n\n" + english("Chapter 2", "Chapter 3"), "en")
    assert titles(split) == ["Chapter 1", "Chapter 2", "Chapter 3"]


def test_a_title_on_the_following_line_is_joined() -> None:
    split = split_chapters(
        english("CHAPTER I.\nThe Letter", "CHAPTER II.\nThe Snow", "CHAPTER III.\nThe Fire"), "en"
    )
    assert titles(split) == ["CHAPTER I. The Letter", "CHAPTER II. The Snow", "CHAPTER III. The Fire"]
    spaced = split_chapters(
        english("Chapter 1\n\nThe Letter", "Chapter 2\n\nThe Snow", "Chapter 3\n\nThe Fire"), "en"
    )
    assert titles(spaced) == ["Chapter 1: The Letter", "Chapter 2: The Snow", "Chapter 3: The Fire"]
    chinese = split_chapters(han("第一回\n甲乙丙丁　戊己庚辛", "第二回\n子丑寅卯　辰巳午未"), "zh")
    assert titles(chinese) == ["第一回 甲乙丙丁 戊己庚辛", "第二回 子丑寅卯 辰巳午未"]


def test_a_short_first_paragraph_is_no_title() -> None:
    split = split_chapters(english("Chapter 1\n\nMarley was dead.", "Chapter 2\n\n“Yes.”", "Chapter 3"), "en")
    assert titles(split) == ["Chapter 1", "Chapter 2", "Chapter 3"]


def test_bare_numerals_within_chapters_are_scenes() -> None:
    body = f"1\n\n{PROSE}\n\n2\n\n{PROSE}\n\n3\n\n{PROSE}"
    split = split_chapters(f"Chapter 1\n\n{body}\n\n\nChapter 2\n\n{body}", "en")
    assert titles(split) == ["Chapter 1", "Chapter 2"]
    assert all(len(chapter.scene_breaks) == 2 for chapter in split.chapters)


def test_page_numbers_are_no_chapters() -> None:
    page = "The snow had begun to lie upon the hill and Anna was thinking of the"
    text = "\n\n".join(f"{PROSE}\n\n{page}\n\n{number}\n\nfire and the boy." for number in range(1, 30))
    split = split_chapters(text, "en")
    assert "no chapter headings" in str(split.warnings[0])


@pytest.mark.parametrize(
    ("numbers", "kept", "told"),
    [
        ((1, 2, 4, 5), 4, "chapter 3 is missing before “Chapter 4”"),
        ((1, 2, 6), 3, "chapters 3 to 5 are missing before “Chapter 6”"),
        ((3, 4, 5), 3, "the first chapter found is numbered 3"),
        ((1, 2, 2, 4), 4, "number 2 appears twice"),
        ((1, 2, 3, 1, 2), 5, "the numbering starts again"),
        ((1, 2, 3, 1, 4, 5), 5, "is out of order: taken as text"),
        ((1, 2, 9, 3, 4), 4, "is out of order: taken as text"),
    ],
)
def test_numbers_that_look_wrong_are_told(numbers: tuple[int, ...], kept: int, told: str) -> None:
    split = split_chapters(english(*(f"Chapter {number}" for number in numbers)), "en")
    assert len(split.chapters) == kept
    assert len(split.warnings) == 1
    assert told in str(split.warnings[0])


def test_front_and_back_matter_is_left_out_and_listed() -> None:
    text = "\n\n".join(
        [
            "The Project Gutenberg eBook of A Book\n\nThis eBook is for the use of anyone anywhere.",
            "*** START OF THE PROJECT GUTENBERG EBOOK A BOOK ***",
            "A BOOK\n\nby Nobody",
            f"PREFACE\n\n{PROSE}",
            english("Chapter 1", "Chapter 2"),
            f"APPENDIX\n\n{PROSE}",
            "*** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***\n\nSection 1. General Terms of Use",
        ]
    )
    split = split_chapters(text, "en")
    assert titles(split) == ["Chapter 1", "Chapter 2"]
    assert {str(each.what) for each in split.left_out} == {
        "Project Gutenberg header",
        "Project Gutenberg licence",
        "title page",
        "PREFACE",
        "APPENDIX",
    }


def test_prose_before_the_first_heading_is_kept_as_a_chapter() -> None:
    split = split_chapters("\n\n".join([PROSE] * 6) + "\n\n\n" + english("Chapter 1", "Chapter 2"), "en")
    assert titles(split) == ["Opening", "Chapter 1", "Chapter 2"]
    assert "before the first heading" in str(split.warnings[0])


def test_a_text_without_headings_is_cut_at_large_breaks_and_says_so() -> None:
    scene = "\n\n".join([PROSE] * 40)
    split = split_chapters("\n\n* * *\n\n".join([scene] * 4), "en")
    assert len(split.chapters) == 4
    assert split.warnings == (Notice.of("text.cut-at-breaks", n=4),)


def test_a_text_without_headings_or_breaks_is_cut_by_size_and_says_so() -> None:
    split = split_chapters("\n\n".join([PROSE] * 600), "en")
    assert len(split.chapters) > 3
    assert "no large breaks found: cut by size" in str(split.warnings[0])
    assert "".join(chapter.text for chapter in split.chapters).count("It was late") == 600


def test_a_short_text_is_one_chapter() -> None:
    assert len(split_chapters(PROSE, "en").chapters) == 1
    assert split_chapters("", "en") == Split((), (), (), in_sections=True)


def test_many_chapters_keep_their_order() -> None:
    split = split_chapters(han(*(f"第{to_chinese(number)}章 名{number}" for number in range(1, 1201))), "zh")
    assert len(split.chapters) == 1200
    assert split.warnings == ()


@pytest.mark.parametrize(
    "line",
    [
        "Chapter " * 20,
        "* " * 90 + "x",
        "第一" * 100,
        "I " * 100,
        "the first " * 20,
        "(((" * 60,
        "one and " * 20,
    ],
)
def test_lines_made_to_confuse_take_no_longer_for_it(line: str) -> None:
    split = split_chapters(f"{line}\n\n" * 3000, "en")
    assert "no chapter headings" in str(split.warnings[-1])


def test_hong_lou_meng_has_its_120_chapters() -> None:
    text = shared_book("hong-lou-meng.txt").read_text(encoding="utf-8")
    split = split_chapters(text, "zh")
    assert len(split.chapters) == 120
    assert split.warnings == ()
    assert split.chapters[3].title == "第四回 薄命女偏逢薄命郎 葫芦僧乱判葫芦案"
    assert split.chapters[4].text.startswith("第四回中既将薛家母子")


def test_shui_hu_zhuan_has_its_120_chapters_and_the_opening_one() -> None:
    text = shared_book("shui-hu-zhuan.gb18030.txt").read_bytes().decode("gb18030")
    split = split_chapters(text, None)
    assert len(split.chapters) == 121
    assert split.chapters[0].title.startswith("楔子")
    assert split.chapters[-1].title.startswith("第一百二十回")
    assert split.warnings == ()


@pytest.mark.parametrize("width", [60, 72, None])
@pytest.mark.parametrize("contents", [True, False])
def test_frankenstein_as_text_has_4_letters_and_24_chapters(width: int | None, contents: bool) -> None:
    text = plain_text_of("frankenstein.epub", ("preface", "letter", "chapter", "endnotes"), width, contents)
    split = split_chapters(text, "en")
    assert [title.split()[0] for title in titles(split)] == ["Letter"] * 4 + ["Chapter"] * 24
    assert {"Preface", "Endnotes"} <= {str(each.what) for each in split.left_out}
    assert split.warnings == ()


@pytest.mark.parametrize("width", [60, 72, None])
@pytest.mark.parametrize("contents", [True, False])
def test_pride_and_prejudice_as_text_has_61_chapters(width: int | None, contents: bool) -> None:
    split = split_chapters(plain_text_of("pride-and-prejudice.epub", ("chapter",), width, contents), None)
    assert len(split.chapters) == 61
    assert split.warnings == ()


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("《》目录 第{n}回　灵根育孕", "第{n}回 灵根育孕"),
        ("某某书屋 第{n}章 归途", "第{n}章 归途"),
        ("【第{n}章】归途", "第{n}章 归途"),
        ("00{n} 归途", "00{n} 归途"),
    ],
)
def test_headings_of_web_editions_are_read_whole(printed: str, title: str) -> None:
    body = "那天夜里下着大雨，街上没有一个人，只有他站在门口。" * 12
    text = "".join(f"{printed.format(n=n)}\n\n　　{body}\n\n　　{body}\n\n" for n in range(1, 8))
    split = split_chapters(text, "zh")
    assert [chapter.title for chapter in split.chapters] == [title.format(n=n) for n in range(1, 8)]
    assert not split.warnings


def test_numbers_before_words_in_prose_are_no_headings() -> None:
    body = "那天夜里下着大雨，街上没有一个人，只有他站在门口。" * 12
    text = "".join(f"第{n}章 归途\n\n{body}\n\n30 年过去了\n\n{body}\n\n" for n in range(1, 5))
    assert [chapter.title for chapter in split_chapters(text, "zh").chapters] == [
        f"第{n}章 归途" for n in range(1, 5)
    ]


def test_a_full_line_that_goes_on_as_a_paragraph_is_no_heading() -> None:
    """`BOOK I. (Folio), CHAPTER I.—This whale ...` in the middle of Moby-Dick. A long title over two lines is one."""
    run_in = textwrap.fill(f"BOOK I. (Folio), CHAPTER I. (Sperm Whale).—This whale, among the English of old. {PROSE} {PROSE}", 70)  # fmt: skip
    title = "CHAPTER II. In which the letter is read twice by the window, and what\nbefell those who had brought it up the hill"
    told = f"{english('CHAPTER I. The Letter')}\n\n{run_in}\n\n\n{title}\n\n{PROSE}\n\n{PROSE}\n\n\n{english('CHAPTER III. The Fire')}"
    split = split_chapters(told, "en")
    assert [each.split(".")[0] for each in titles(split)] == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]
    assert parts(split) == [None] * 3


def test_a_foreword_in_which_people_talk_is_the_first_chapter() -> None:
    chapters = "\n\n".join(
        f"Chapter {n}\n\n" + "The road went on and nobody came up it. " * 20 for n in range(1, 5)
    )
    talk = "\n\n".join(f"“It was {n} years ago,” said my uncle, and nobody knew the road." for n in range(8))
    for foreword, told in ((talk, True), (talk.replace("“", "").replace("”", ""), False)):
        found = split_chapters(f"Foreword\n\n{foreword}\n\n{chapters}", "en")
        assert ("Foreword" in titles(found)) == told
        assert len(found.chapters) == 4 + told


@pytest.mark.parametrize("opening", ["The Induction", "The Prologue", "Prelude"])
def test_an_opening_is_a_chapter_below_a_note_on_the_text(opening: str) -> None:
    page = "She went up the stairs and sat down by the fire, and nobody said a word.\n\n" * 30
    chapters = "\n\n".join(f"Chapter {n}: The Castle\n\n{page}" for n in ("I", "II", "III"))
    text = f"A Note on Pronunciation\n\nThe e is long.\n\n{opening}\n\n{page}\n\n{chapters}"
    assert [each.title for each in split_chapters(text, "en").chapters][:2] == [
        opening,
        "Chapter I: The Castle",
    ]
