"""Who tells a chapter and in which tense, arcs, openings and endings, rhythm, overused words: each from a few lines."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.languages import Language
from fabula.reading.findings import Finding
from fabula.reading.measured import Measured, measure
from fabula.text.book import Book

PAST = (
    "The ferry left at six and nobody waved. On the far bank a dog was asleep beside the nets. Anna counted the posts as "
    "they went by, had lost the count near forty, and was about to begin again. The smoke of the saltworks was like a second shore. "
    "She thought of the house, which stood empty, and looked away. "
)
PRESENT = (
    "The ferry leaves at six and nobody waves. On the far bank a dog is asleep beside the nets. Anna counts the posts as "
    "they go by, has lost the count near forty, and is about to begin again. The smoke of the saltworks is like a second shore. "
    "She thinks of the house, which stands empty, and looks away. "
)
OWN = (
    "I left at six and nobody waved to me. On the far bank a dog was asleep beside my nets. I counted the posts as they went "
    "by, had lost my count near forty, and was about to begin again. I thought of my house, which stood empty, and looked away. "
)


def found(book: Book, kind: str) -> list[Finding]:
    findings = measure(book).findings
    texts = {chapter.number: chapter.text for chapter in book.chapters}
    for each in (*findings.shown, *findings.rest):
        assert texts[each.chapter].startswith(each.quote, each.offset)
    return [each for each in (*findings.shown, *findings.rest) if each.kind == kind]


def told(*chapters: str) -> Measured:
    return measure(book_of(*chapters))


def test_person_and_tense_of_each_chapter() -> None:
    first, second, third = told(PAST * 8, PRESENT * 8, OWN * 8).telling
    assert (first.view, first.tense) == ("third", "past")
    assert (second.view, second.tense) == ("third", "present")
    assert (third.view, third.tense) == ("first", "past")


def test_a_chapter_about_others_is_told_by_the_i_of_the_book() -> None:
    about = OWN + PAST * 8
    assert [each.view for each in told(*[OWN * 8] * 4, about).telling] == ["first"] * 5
    assert [each.view for each in told(*[PAST * 8] * 4, about).telling] == ["third"] * 4 + [None]


def test_a_chapter_in_another_tense_or_person_is_found_and_speech_does_not_count() -> None:
    spoken = (
        PAST * 8
        + "\n\n"
        + "\n\n".join(f"“I am sure I know my own mind, and I say {n} is enough.”" for n in range(30))
    )
    book = book_of(*[PAST * 8] * 4, spoken, PRESENT * 8, OWN * 8)
    (tense,) = found(book, "tense-shift")
    assert tense.chapter == 6 and "present tense" in tense.text
    (person,) = found(book, "person-shift")
    assert person.chapter == 7 and person.quote.startswith("I left")


def test_a_change_of_person_counts_every_chapter() -> None:
    (last,) = found(book_of(*[PAST * 8] * 6, "Nobody came.", PAST, OWN * 8, OWN * 9), "person-shift")
    assert (last.chapter, [each.chapter for each in last.also]) == (9, [10])
    assert "Clearly told in the third person: 6 of 10 chapters; in the first: 2; unclear: 2." in last.text
    (clear,) = found(book_of(*[PAST * 8] * 5, OWN * 8), "person-shift")
    assert "Told in the third person: 5 of 6 chapters; in the first: 1." in clear.text


def test_a_long_confession_is_said_once() -> None:
    talk = PAST * 3 + "\n\n" + "\n\n".join(f"“The boat is {n} hours late,” said Anna." for n in range(60))
    measured = told(*[talk] * 7, OWN * 80)
    kinds = [each.kind for each in measured.findings.shown if each.chapter == 8]
    assert kinds.count("person-shift") == 1
    assert not {"chapter-length", "silent-stretch", "tense-shift"} & set(kinds)
    plain = told(*[talk] * 7, PAST * 80)
    assert {"chapter-length", "silent-stretch"} <= {each.kind for each in plain.findings.shown}


def test_what_comes_again_is_one_finding_with_all_places() -> None:
    long = "They went " + "over the hill and under the wood and along the wall " * 16 + "to the house."
    book = book_of(*[f"{PAST * 8}\n\n{long}" if n in (2, 4, 5) else PAST * 8 for n in range(1, 8)])
    (one,) = found(book, "long-sentence")
    assert one.chapter == 2 and [each.chapter for each in one.also] == [4, 5] and "3 sentences" in one.text
    chapters = [*[PAST * 4] * 7, PAST * 20, PAST * 4, PAST * 30]
    (length,) = found(book_of(*chapters), "chapter-length")
    assert (
        length.chapter == 8 and [each.chapter for each in length.also] == [10] and "2 chapters" in length.text
    )


def test_a_chapter_that_is_hardly_longer_than_the_next_is_not_much_longer() -> None:
    chapters = [*[PAST * 4] * 7, PAST * 27, PAST * 4]
    assert found(book_of(*chapters, PAST * 30), "chapter-length")
    near = [PAST * n for n in (3, 4, 5, 3, 4, 5, 3, 7)]
    assert found(book_of(*near, PAST * 10, PAST * 4), "chapter-length")
    assert not found(book_of(*near[:-1], PAST * 8, PAST * 9, PAST * 4), "chapter-length")


def test_a_wall_of_text_is_found_and_verse_is_none() -> None:
    lines = [PAST] * 12
    wall = "And the boats went out and came in again, and nobody knew the hour. " * 80
    (one,) = found(
        book_of("\n\n".join([*lines, wall, *lines]), "\n\n".join([*lines, wall])), "long-paragraph"
    )
    assert one.quote.startswith("And the boats went out") and [each.chapter for each in one.also] == [2]
    endless = "And the boats went out and came in again and nobody knew the hour and " * 80 + "slept."
    assert not found(book_of("\n\n".join([*lines, endless, *lines])), "long-paragraph"), "a long sentence"
    verse = "And the boats went out,\nAnd came in again,\nAnd nobody knew,\n" * 80
    assert not found(book_of("\n\n".join([*lines, verse, *lines])), "long-paragraph")
    assert not found(book_of("\n\n".join([wall] * 6)), "long-paragraph"), "all are so long"
    alone = ["And the boats went out,", "and came in again"] * 20
    (with_verse,) = found(book_of("\n\n".join([*lines, wall, *alone])), "long-paragraph")
    assert with_verse.notice.fields["usual"] == one.notice.fields["usual"], "a line of verse is no paragraph"


def leaving(*, they_speak: bool) -> list[Finding]:
    """Findings on two people who are named in four chapters of ten."""
    said = "“Good day,” said {0}.\n\n" if they_speak else "{0} had slept well.\n\n"
    there = "".join(f"{name} came in.\n\n{said.format(name)}" * 4 for name in ("Mr. Hall", "Edmund"))
    return found(book_of(*[there + PAST] * 4, *[PAST] * 6), "vanishing-character")


def test_people_who_leave_in_one_chapter_leave_together() -> None:
    (gone,) = leaving(they_speak=True)
    assert {gone.notice.fields["name"], *gone.notice.fields["others"]} == {"Mr. Hall", "Edmund"}
    assert gone.text.endswith(("Edmund.", "Mr. Hall.")) and gone.chapter == 4


def test_nobody_waits_for_those_who_say_nothing() -> None:
    assert not leaving(they_speak=False)


def test_a_letter_in_a_part_of_a_chapter_is_no_change_of_person() -> None:
    assert not found(book_of(*[PAST * 8] * 5, PAST * 8 + OWN * 3), "person-shift")


def test_where_most_chapters_show_neither_there_is_no_rule_to_break() -> None:
    essay = ("The whale has no nose. " * 20 + "I say so. ") * 4
    book = book_of(PAST * 8, *[essay] * 12, *[PAST * 8] * 5, OWN * 8)
    assert not found(book, "person-shift")


def test_a_leading_person_who_is_away_for_long_and_one_who_comes_late() -> None:
    edgar, anna, plain = (
        "Edgar came in. " * 9 + PAST,
        "Anna came in. " * 9 + PAST,
        PAST.replace("Anna", "The girl"),
    )
    book = book_of(*[edgar] * 3, *[plain] * 4, *[edgar.replace("Anna", "The girl")] * 3)
    assert [each.text.split(" is")[0] for each in found(book, "absence")] == ["Edgar"]
    assert "absence" not in {each.kind for each in measure(book).findings.shown}, "folded"
    late = book_of(*[plain + "Edgar came in. " * 9] * 6, *[anna] * 6)
    assert [each.text.split(",")[0] for each in found(late, "late-arrival")] == ["Anna"]


def test_sentences_that_begin_alike_unless_somebody_speaks() -> None:
    run = "She rose. She took the lamp. She went down. She opened the door. She saw nothing."
    (alike,) = found(book_of(PAST + run), "alike-sentences")
    assert alike.text.startswith("6 sentences") and alike.quote.endswith(run)
    assert not found(book_of(PAST + run.replace("She went down.", "“She went down.”")), "alike-sentences")


def test_talk_without_a_word_of_narration() -> None:
    talk = "\n\n".join(f"“Not before {n}.”" for n in range(20))
    (bare,) = found(book_of(f"{PAST}\n\n{talk}\n\n{PAST}"), "bare-talk")
    assert bare.text.startswith("20 short speeches")
    assert not found(book_of(talk.replace("9.”", "9,” she said.")), "bare-talk")
    tale = talk.replace("“", "“ ‘").replace("”", "’ he told me.”")
    assert not found(book_of(f"{PAST}\n\n{tale}\n\n{PAST}"), "bare-talk"), (
        "whoever tells a tale says who speaks"
    )


def test_a_tale_told_in_quotation_marks_is_no_quick_talk() -> None:
    tale = "“" + PAST * 4 + "\n\n“" + PAST * 4 + "”"
    quick = "\n\n".join(f"“Not before {n},” she said." for n in range(60))
    slow, fast = told(tale, quick).craft_by_chapter
    assert slow.dialogue_share > 0.9 and slow.exchange_share == 0
    assert fast.exchange_share == pytest.approx(fast.dialogue_share) and fast.exchange_share > 0.5


def test_a_motto_is_no_opening_speech() -> None:
    verse = "“The sea is grey, the wind is cold,\n\nAnd nobody will come.”\n\n"
    assert [each.opening for each in told(*[f"{verse}Mrs. Hale.\n\nThe next morning {PAST}"] * 2).edges] == [
        "time"
    ] * 2
    asked = "“Who is it?” said Anna.\n\n“Ruth.”\n\n"
    assert [each.opening for each in told(*[asked + PAST] * 2).edges] == ["speech"] * 2


def test_openings_of_one_kind_and_of_one_word() -> None:
    book = book_of(*[f"The next morning {PAST}"] * 6)
    kinds = {each.text for each in found(book, "alike-openings")}
    assert any("6 of 6 chapters open by telling the time" in each for each in kinds)
    assert {each.opening for each in measure(book).edges} == {"time"}
    numbered = book_of(
        *[f"[I]\n\n{word} came home at last. {PAST}" for word in ("Rain", "Snow", "Wind", "Fog")]
    )
    assert not found(numbered, "alike-openings")
    asked = "“What now?” asked Rain.\n\n"
    openings = ("", asked, "")
    spoken = book_of(*[f"{first}Rain came home at last. {PAST}" for first in openings])
    assert found(book_of(*[f"Rain came home at last. {PAST}"] * 3), "alike-openings")
    assert not found(spoken, "alike-openings")


def test_words_of_time_with_their_places() -> None:
    book = book_of(
        PAST
        + "Three weeks later it rained. “See you on Monday,” he said. The next morning it had stopped. Twenty-four hours earlier it had not."
    )
    assert [each.words for each in measure(book).time_words] == [
        "Three weeks later",
        "The next morning",
        "Twenty-four hours earlier",
    ]
    assert [each.words for each in measure(book_of("次日他走了。", language="zh")).time_words] == ["次日"]


def test_a_word_used_more_than_in_any_published_novel() -> None:
    text = PAST * 150 + "It was a hideous, hideous thing. The house was hideous. He thought it hideous. " * 15
    (one,) = found(book_of(*[text] * 3), "overused-word")
    assert "hideous" in one.text and "published novels" in one.text


def test_a_word_in_what_a_thing_is_called_is_no_habit() -> None:
    house = PAST * 150 + "He came to the hideous house. " * 10 + "It was hideous. " * 10
    assert not found(book_of(*[house] * 3), "overused-word")
    assert found(book_of(*[house.replace("the hideous house", "a hideous end")] * 3), "overused-word")


@pytest.mark.parametrize(("times", "is_habit"), [(4, False), (7, True)])
def test_where_a_story_happens_gives_it_words(times: int, is_habit: bool) -> None:
    """A book of winter says *cold* often enough."""
    published = Language("en").style.published()
    assert published is not None
    told = PAST * 150
    rate = sum(published.words["cold"]) / sum(published.totals)
    often = round(times * rate * len(told.split()))
    book = book_of(*[told + "It was cold. " * often] * 3)
    assert bool(found(book, "overused-word")) == is_habit
    assert "cold" not in {each.notice.fields.get("word") for each in measure(book).findings.shown}


def test_the_same_gestures_again_and_again() -> None:
    deeds = "Anna shook her head. Edgar shook his grey head. “I shook my head,” he said. Her heart raced. A sob shook her from head to foot. "
    (one,) = found(book_of(*[PAST * 80 + deeds * 4] * 3), "overused-word")
    assert one.text == "The same gestures come back: “shook … head” (24), “heart raced” (12)."
    assert one.severity == "medium" and one.quote == "Anna shook her head."
    assert [each.quote for each in one.also] == ["Her heart raced."]
    assert not found(book_of(*[PAST * 80 + deeds] * 3), "overused-word"), "six times is no habit"
    assert not found(book_of(*[PAST * 80 + "She shook. Her head hurt. " * 9] * 3), "overused-word")


def test_a_reference_novel_is_not_compared_with_itself() -> None:
    published = Language("en").style.published()
    assert published is not None
    own = {word: row[3] for word, row in published.words.items()}
    assert published.without(own, published.totals[3]) == tuple(
        n for n in range(len(published.totals)) if n != 3
    )


def test_a_worn_figure_of_speech() -> None:
    (one,) = found(book_of(PAST + "He came in the nick of time."), "cliche")
    assert "nick of time" in one.text
    assert not found(book_of(PAST + "A nick in the blade took time."), "cliche")
    assert found(book_of(PAST + "He was as busy as a bee."), "cliche")
    assert not found(book_of(PAST + "He was as busy as a bee with one wing."), "cliche"), "the author's own"


def test_arcs_have_one_value_for_each_chapter() -> None:
    glad = "“What a wonderful morning!” said Anna. Anna laughed with joy. " + PAST
    dark = "“He is dead,” said Edgar. Edgar wept in misery and terror. " + PAST.replace("Anna", "The girl")
    arcs = {arc.name: arc for arc in told(glad * 3, dark * 3).arcs}
    assert arcs["Anna"].speech == (1.0, 0.0) and arcs["Edgar"].speech == (0.0, 1.0)
    assert arcs["Edgar"].mood[0] is None and (arcs["Edgar"].mood[1] or 0) < 0 < (arcs["Anna"].mood[0] or 0)


def test_a_dark_stretch_has_no_bright_chapter() -> None:
    bright, dark = (
        "It was a happy, lovely, wonderful day of joy. ",
        "It was a day of grief, murder and misery. ",
    )
    book = book_of(
        *[PAST + bright] * 8, *[PAST + dark] * 3, PAST + bright * 3, *[PAST + dark] * 4, *[PAST + bright] * 8
    )
    (one,) = found(book, "dark-stretch")
    assert one.text.startswith(("Chapters 13", "Chapters 14")) and one.quote == dark.strip()


def test_a_dark_stretch_goes_on_to_the_dark_chapter_before_a_bright_one() -> None:
    bright, dark = (
        "It was a happy, lovely, wonderful day of joy. ",
        "It was a day of grief, murder and misery. ",
    )
    book = book_of(*[PAST] * 8, *[PAST + dark] * 4, PAST + bright * 6, *[PAST] * 8)
    (one,) = found(book, "dark-stretch")
    assert one.text.startswith("Chapters 9 to 12")


CALM = {
    "en": "{one} poured the tea. {one} thought of the house. {other} sat by the fire. ",
    "zh": "{one}倒了茶。{one}心想房子的事。{other}坐在火边。",
}
HOPPING = {
    "en": "{one} thought of the house. {other} wondered what {one} meant. {one} felt cold. {other} knew it was late. ",
    "zh": "{one}心想房子的事。{other}暗暗寻思起来。{one}不禁觉得冷。{other}暗想天色已晚。",
}


@pytest.mark.parametrize(("language", "one", "other"), [("en", "Anna", "Peter"), ("zh", "林晚秋", "沈砚舟")])
def test_a_scene_that_jumps_between_two_minds_where_the_others_keep_to_one(
    language: str, one: str, other: str
) -> None:
    calm = CALM[language].format(one=one, other=other) * 6
    hopping = HOPPING[language].format(one=one, other=other) * 4
    (hop,) = found(book_of(*[calm] * 5, hopping, language=language), "head-hopping")
    assert hop.chapter == 6 and {hop.notice.fields["one"], hop.notice.fields["other"]} == {one, other}
    assert not found(book_of(*[calm] * 6, language=language), "head-hopping")
    assert not found(book_of(*[hopping] * 6, language=language), "head-hopping"), (
        "an omniscient narrator is no slip"
    )
    turns = CALM[language].format(one=other, other=one) * 6
    assert not found(book_of(calm, turns, calm, turns, calm, turns, language=language), "head-hopping")


def test_a_paragraph_that_jumps_between_two_minds_in_any_book() -> None:
    calm = CALM["en"].format(one="Anna", other="Peter") * 6
    jumps = "Anna thought that it was late. Peter wondered what she meant. Anna knew nothing of it. Peter felt cold."
    turns = CALM["en"].format(one="Peter", other="Anna") * 6
    book = book_of(calm, turns, calm + "\n\n" + jumps, turns, calm, turns)
    (hop,) = found(book, "head-hopping")
    assert (hop.chapter, hop.notice.fields["n"]) == (3, 3)


def test_chinese_idioms_are_worn_only_where_they_come_again_and_again() -> None:
    often = "他听了，目瞪口呆。她站在门口，没有说话。" * 4
    (worn,) = found(book_of(often, language="zh"), "cliche")
    assert (worn.notice.fields["words"], worn.notice.fields["n"]) == ("目瞪口呆", 4)
    assert not found(book_of("他听了，目瞪口呆。她站在门口，没有说话。" * 2, language="zh"), "cliche")


def test_chinese_sentences_that_begin_alike_and_those_that_only_seem_to() -> None:
    alike = "呼延灼披挂上马。呼延灼拍马上坡。呼延灼奋力追赶。呼延灼踏着陷坑。呼延灼被人捉了。"
    (run,) = found(book_of(alike, language="zh"), "alike-sentences")
    assert (run.notice.fields["word"], run.notice.fields["n"]) == ("呼延灼", 5)
    assert not found(book_of("他走了。她来了。门开着。他坐下。她笑了。", language="zh"), "alike-sentences")


def test_chinese_chapters_that_begin_with_one_word_but_not_with_a_formula() -> None:
    rest = "走到河边，看见船还停在那里，船夫坐在墙上抽烟。天色很暗，没有人说话。"
    (run,) = found(book_of(*["林晚秋" + rest] * 3, "次日" + rest, language="zh"), "alike-openings")
    assert (run.notice.fields["word"], run.notice.fields["n"]) == ("林晚秋", 3)
    assert not found(book_of(*["话说林晚秋" + rest] * 4, language="zh"), "alike-openings")
    for word, shown in (("Anna", "Anna"), ("あい", "あい")):
        (run,) = found(book_of(*[word + rest] * 4, language="zh"), "alike-openings")
        assert run.notice.fields["word"] == shown
    assert not found(book_of("Anna" + rest, "Anton" + rest, "Antje" + rest, language="zh"), "alike-openings")


def test_storytellers_formulas_and_forms_of_address_are_no_repeated_phrases() -> None:
    chapters = [
        f"船夫在第{n}个码头下了船。要知端的，且听下回分解。东京八十万禁军教头来了。" for n in "一二三四五六"
    ]
    assert not found(book_of(*chapters, language="zh"), "repeated-phrase")
    again = [f"船夫在第{n}个码头下了船，嘴角泛起一丝苦涩的笑意。" for n in "一二三四五六"]
    assert found(book_of(*again, language="zh"), "repeated-phrase")


def test_a_list_of_names_is_no_long_sentence_in_chinese() -> None:
    names = "、".join(["秦明", "徐宁", "董平", "张清", "刘唐"] * 25) + "。"
    prose = "那条路从城门一直通到河边" + "，路旁种着两行高大的白杨树" * 25 + "。"
    book = book_of(names + "他走了。" * 40, prose + "他走了。" * 40, language="zh")
    assert [each.chapter for each in found(book, "long-sentence")] == [2]


def test_older_chinese_prose_alone_is_compared_with_older_novels() -> None:
    text = "宋江大喜，便走。众人看了一回，都来吃酒。" * 90
    chapters = [text] * 12
    assert [
        each.notice.fields["word"] for each in found(book_of(*chapters, language="zh"), "overused-word")
    ] == ["大喜"]
    modern = [each.replace("众人", "她们和她") for each in chapters]
    assert not found(book_of(*modern, language="zh"), "overused-word")


def test_chapters_with_few_bright_sentences_and_no_dark_ones_are_not_dark() -> None:
    bright = "It was a happy, lovely, wonderful day of joy. " * 3 + "It was a day of grief and misery. "
    plain = "It was a day in June. " * 3
    book = book_of(*[PAST + bright] * 9, *[PAST + plain] * 4, *[PAST + bright] * 9)
    assert not found(book, "dark-stretch")


def test_a_fight_is_not_slow() -> None:
    talk = "\n\n".join(f"“I counted {n} of them at the ferry this morning,” said Anna." for n in range(12))
    long = "He counted the posts as they went by, and the boats, and the nets that lay upon the wall, and began again. "
    fight = "He ran at them with the lamp in his hand and struck. They fell back to the wall of the house and stood there again. "
    quiet = [PAST * 3 + "\n\n" + talk] * 9
    assert found(book_of(*quiet, *[long * 12] * 4, *quiet), "slow-stretch")
    assert not found(book_of(*quiet, *[fight * 20] * 4, *quiet), "slow-stretch")


def test_a_tale_told_aloud_is_not_slow() -> None:
    quiet = [
        "“No,” said Anna. “Not yet.” Peter nodded. “When?” he said. Nobody came. “Soon,” said Anna. The sea was grey.\n\n"
        * 20
    ] * 10
    long = "the old road went along the side of the hill, past the mill and the three farms, and came down to the river where the boats lay in the mud"
    told, aloud = (
        f"All that summer {long}, and nobody spoke of it. " * 12,
        f"“All that summer {long}, and nobody spoke of it. " * 12 + "”",
    )
    assert found(book_of(*quiet, *[told] * 4, *quiet), "slow-stretch")
    assert not found(book_of(*quiet, *[aloud] * 4, *quiet), "slow-stretch")


def test_a_slow_stretch_has_the_slow_chapter_beside_it_though_a_lively_one_comes_next() -> None:
    """Smoothed with its neighbours, that chapter alone would not be slow."""
    talk = [f"“I counted {n} of them at the ferry this morning,” said Anna." for n in range(40)]
    long = "He counted the posts as they went by, and the boats, and the nets that lay upon the wall, and began again. "
    quiet = [PAST * 3 + "\n\n" + "\n\n".join(talk[:12])] * 9
    lively, beside, slow = "\n\n".join(talk), long * 9 + "\n\n" + "\n\n".join(talk[:6]), [long * 12] * 3
    for chapters, stretch in (
        ([*quiet, lively, beside, *slow, *quiet], (11, 14)),
        ([*quiet, *slow, beside, lively, *quiet], (10, 13)),
    ):
        (one,) = found(book_of(*chapters), "slow-stretch")
        assert (one.notice.fields["first"], one.notice.fields["last"]) == stretch


def test_whoever_says_mine_once_tells_the_chapter() -> None:
    tells = [OWN * 8] * 6
    assert found(book_of(*tells, PAST * 8), "person-shift")
    assert not found(book_of(*tells, PAST * 8 + "It was a narrower escape than mine."), "person-shift")


def test_a_tale_over_chapters_has_no_openings_and_misses_nobody() -> None:
    frame = (
        "Edgar came in. “I will tell it,” said Edgar. Edgar sat down. Anna looked at Edgar, and Edgar began. Edgar coughed. "
        * 3
        + PAST * 3
    )
    aloud = ["\n\n".join(f"“{line} {OWN * 2}" for line in ("First, then.", "And so.")) + "”"] * 6
    plain = ["\n\n".join(f"{line} {PAST * 2}" for line in ("First, then.", "And so."))] * 6
    told = book_of(frame, *aloud, frame, frame)
    assert not found(told, "alike-openings") and not found(told, "absence")
    assert [
        each.notice.fields["name"] for each in found(book_of(frame, *plain, frame, frame), "absence")
    ] == ["Edgar"]


def test_a_figure_within_a_figure_is_told_once() -> None:
    text = (PAST + "He breathed a sigh of relief. ") * 2
    assert len(found(book_of(text), "cliche")) == 1


@pytest.mark.parametrize(("lead", "is_plain"), [("She said", True), ("She said quietly", False)])
def test_adverbs_before_a_speech_are_no_plain_tags(lead: str, is_plain: bool) -> None:
    talk = "\n\n".join(f"{lead}:\n\n“I counted {n} of them at the ferry.”" for n in range(160))
    praised = {each.kind for each in measure(book_of(f"{PAST}\n\n{talk}")).strengths}
    assert ("plain-tags" in praised) == is_plain


@pytest.mark.parametrize(
    ("tag", "is_plain"),
    [("hooted Anna", True), ("Anna jovially hooted", False), ("she was rather sadly petitioning", False)],
)
def test_adverbs_of_verbs_on_no_list_are_no_plain_tags(tag: str, is_plain: bool) -> None:
    talk = "\n\n".join(
        f"“I counted {n} of them at the ferry,” {tag if n % 20 == 0 else 'said Anna'}." for n in range(160)
    )
    praised = {each.kind for each in measure(book_of(f"{PAST}\n\n{talk}")).strengths}
    assert ("plain-tags" in praised) == is_plain
