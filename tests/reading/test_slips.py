"""Slips of continuity and measured strengths: what is planted is found at its place, and plain books have none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_books import EXAMPLES

from fabula.reading.findings import Finding
from fabula.reading.measured import Measured, measure
from fabula.text.book import Book, Chapter
from fabula.text.files import read

PLAIN = (
    "Katharine walked down to the quay and looked at the boats. The pilot sat on the wall, as he had sat every day "
    "since the war, and told her that the wind would turn before the evening. She asked him about the lamp. He said "
    "that nobody had lit it, and that nobody would. Katharine laughed and went on along the wall to the old house."
)


def told(*extra: tuple[int, str], chapters: int = 8) -> Measured:
    """A plain book with paragraphs put into some of its chapters."""
    made = []
    for number in range(1, chapters + 1):
        own = [f"The morning of day {number} was grey.", *[PLAIN] * 5]
        own += [text for where, text in extra if where == number]
        made.append(Chapter(number, f"Day {number}", "\n\n".join(own)))
    return measure(Book("Quay", "A. Writer", "en", tuple(made)))


def of(kind: str, measured: Measured) -> list[Finding]:
    found = (*measured.findings.shown, *measured.findings.rest, *measured.strengths)
    return [each for each in found if each.kind == kind]


def test_notes_that_were_left_in_the_text() -> None:
    placed = (2, "Then [insert the name of the boat] came in."), (5, "**Word count:** 1000")
    (found,) = of("leftover", told(*placed))
    assert (found.chapter, found.severity) == (2, "high") and "insert the name" in found.quote
    assert [each.chapter for each in found.also] == [5] and "2 places" in found.text
    said = (2, "“The chapter ends with a kiss,” said Katharine. He had written 900 words.")
    assert not of("leftover", told(said))


def test_a_plain_book_has_no_slips() -> None:
    measured = told()
    for kind in (
        "date-slip",
        "name-slip",
        "trait-change",
        "speaks-after-death",
        "tense-slip",
        "retold-passage",
    ):
        assert not of(kind, measured), kind


def test_a_weekday_that_the_calendar_does_not_have() -> None:
    measured = told((3, "It was Friday the eighth of October 1984, and cold."))
    (found,) = of("date-slip", measured)
    assert (found.chapter, found.notice.fields["words"]) == (3, "Friday the eighth of October 1984")
    assert "Monday" in found.text


def test_true_dates_are_a_strength() -> None:
    right = (
        (3, "It was Monday the eighth of October 1984."),
        (5, "On Sunday, 2 February 1947, the sea had come in."),
    )
    assert of("true-dates", told(*right))
    assert not of("true-dates", told(right[0], (5, "On Monday, 2 February 1947, the sea had come in.")))


def test_a_name_in_another_spelling() -> None:
    (found,) = of("name-slip", told((6, "Katherine shut the door. Then she slept.")))
    assert found.chapter == 6
    assert found.notice.fields["right"] == "Katharine"
    assert not of("name-slip", told((6, "They spoke of Katherine Parr for an hour."))), (
        "another person's full name"
    )
    assert not of("name-slip", told((6, "He cried, “Katherine, Amour, Toujours!” all night."))), (
        "another language"
    )
    assert "occurs once" in found.text
    assert not of("name-slip", told((6, "Every sailor hopes for a Katherine at home."))), "any such woman"


def test_eyes_that_change_colour_name_both_places() -> None:
    measured = told(
        (2, "Katharine’s blue eyes were on the sea."), (7, "Katharine’s eyes were brown in the lamplight.")
    )
    (found,) = of("trait-change", measured)
    assert found.chapter == 7
    assert [each.chapter for each in found.also] == [2]
    assert "blue eyes" in found.also[0].quote


def test_grey_and_blue_are_no_contradiction() -> None:
    assert not of(
        "trait-change", told((2, "Katharine’s blue eyes shone."), (7, "Katharine’s grey eyes closed."))
    )


def test_the_dead_who_speak() -> None:
    dead = (3, "Edmund came in the morning. Edmund died that night, and they buried him by the wall.")
    talk = "“There is a boat at the steps,” said Edmund. “We must go.”\n\n“So there is,” Edmund said.\n\n“Come,” said Edmund."
    (found,) = of("speaks-after-death", told(dead, (6, talk)))
    assert (found.chapter, found.severity) == (6, "high")
    assert "Edmund died" in found.also[0].quote
    feared = (3, "Edmund came in the morning. She feared that Edmund had died, but he came home.")
    assert not of("speaks-after-death", told(feared, (6, talk)))


@pytest.mark.parametrize(
    "looking_back", ["He had the house because Edmund died that night.", "It was long since Edmund died."]
)
def test_a_death_that_is_only_remembered_is_no_scene(looking_back: str) -> None:
    talk = "“There is a boat at the steps,” said Edmund. “We must go.”\n\n“So there is,” Edmund said.\n\n“Come,” said Edmund."
    assert not of("speaks-after-death", told((3, f"Edmund came in the morning. {looking_back}"), (6, talk)))


def test_a_form_that_is_rare_may_be_a_fathers() -> None:
    named = (
        "Edmund came in. “No,” said Edmund. Edmund sat down. Edmund had a boat. Then Edmund slept.\n\n" * 6
    )
    bold = "Edmund Bold came home. Then Dr. Bold died, and Edmund had the house."
    talk = "“There is a boat at the steps,” said Edmund. “We must go.”\n\n“So there is,” Edmund said.\n\n“Come,” said Edmund."
    assert not of("speaks-after-death", told((2, named), (3, bold), (6, talk)))
    assert of("speaks-after-death", told((2, named), (3, bold.replace("Dr. Bold", "Edmund")), (6, talk)))


def test_a_death_is_told_also_before_the_week_is_out() -> None:
    dead = (3, "Edmund came in the morning. Before the week was out Edmund was dead, and they buried him.")
    talk = "“There is a boat at the steps,” said Edmund. “We must go.”\n\n“So there is,” Edmund said.\n\n“Come,” said Edmund."
    assert of("speaks-after-death", told(dead, (6, talk)))
    gone = (3, "Edmund came in the morning. Before Edmund had died, they said, he was to sign.")
    assert not of("speaks-after-death", told(gone, (6, talk)))


def test_who_had_died_before_may_speak_in_a_memory() -> None:
    gone = (3, "It was a house of clocks. They had all stopped in the year in which Edmund had died.")
    talk = "It was ten years ago. “There is a boat,” said Edmund.\n\n“So there is,” Edmund said.\n\n“Come,” said Edmund."
    assert not of("speaks-after-death", told((1, "Edmund stood by the wall."), gone, (6, talk)))


def test_the_dead_are_not_absent_when_they_are_remembered() -> None:
    named = "Edmund stood by the wall. Edmund had not slept, and Edmund said nothing. " * 8
    later = "She thought of Edmund. " * 6
    assert of("absence", told((1, named), (2, named), (9, later), chapters=10))
    dead = "That night Edmund drowned."
    assert not of("absence", told((1, named), (2, named + dead), (9, later), chapters=10))


def test_a_chinese_death_is_why_somebody_vanishes() -> None:
    named = "董卓大怒，喝道：“谁敢来？”董卓拔剑下殿，吕布跟在董卓后面。董卓道：“走。”" * 3
    plain = "吕布道：“好。”吕布骑马出城，貂蝉在后。吕布笑道：“天晚了。”" * 3

    def ends_with(last: str) -> Book:
        parts = [plain + (named if n <= 4 else "") + (last if n == 4 else "") for n in range(1, 11)]
        chapters = tuple(Chapter(n, f"第{n}回", text) for n, text in enumerate(parts, 1))
        return Book("三国", "无名", "zh", chapters)

    assert of("vanishing-character", measure(ends_with("董卓去了。")))
    for death in ("吕布一戟刺中，董卓死于车下。", "董卓被吕布所杀。", "是夜董卓病逝。"):
        assert not of("vanishing-character", measure(ends_with(death)))


def test_nobody_vanishes_whose_death_is_told() -> None:
    named = "Edmund stood by the wall. Edmund had not slept. “No,” said Edmund. " * 3
    there = [(n, named) for n in (1, 2, 3, 4)]
    assert of("vanishing-character", told(*there, chapters=10))
    assert not of("vanishing-character", told(*there, (4, "That night Edmund died."), chapters=10))


def test_a_telling_is_steady_though_a_few_chapters_show_little_of_it() -> None:
    book = [f"The morning of day {n} was grey.\n\n{PLAIN * 5}" for n in range(1, 9)]
    few = "Night. The quay, the boats, the lamp. No wind, and no moon over the harbour wall. " * 25

    def steady(*chapters: str) -> list[Finding]:
        made = [Chapter(n, f"Day {n}", text) for n, text in enumerate(chapters, 1)]
        return of("steady-telling", measure(Book("Quay", "A. Writer", "en", tuple(made))))

    (found,) = steady(*book[:5], few, few, book[7])
    assert (found.notice.fields["n"], found.notice.fields["chapters"]) == (6, 8)
    assert not steady(*book[:4], few, few, few, book[7])
    present = (
        PLAIN.replace("walked", "walks")
        .replace("sat", "sits")
        .replace("told", "tells")
        .replace("said", "says")
    )
    assert not steady(*book[:6], f"{present} It is late. She goes in and she sits down. " * 6, book[7])
    scene = (
        "It is late. She goes in, she takes the lamp and she sits down. She looks out and she sees the boats. She is cold. "
        * 3
    )
    assert not steady(*book[:6], f"{PLAIN * 9}\n\n{scene}\n\n{PLAIN * 9}", book[7])
    (found,) = steady("I\n\n" + book[0], *book[1:])
    assert len(found.quote.split()) > 3, "a numeral shows nothing"


def test_a_king_whom_the_story_leaves_with_his_country_is_not_missed_most() -> None:
    named = "King Edmund stood by the wall. King Edmund had not slept. “No,” said King Edmund. " * 6
    early = of("vanishing-character", told(*((n, named) for n in (2, 3, 4, 5)), chapters=16))
    late = of("vanishing-character", told(*((n, named) for n in (3, 4, 8, 9)), chapters=16))
    assert [each.severity for each in (*early, *late)] == ["high", "medium"]
    assert not of("vanishing-character", told(*((n, named * 2) for n in (2, 3, 11)), chapters=20)), "a visit"


def test_a_passage_in_another_tense_needs_a_person() -> None:
    slip = "Katharine walks to the door. She looks out, she sees the boats, she goes down and she sits on the wall."
    assert [each.chapter for each in of("tense-slip", told((4, slip)))] == [4]
    assert of("steady-telling", told())
    assert not of("steady-telling", told((4, slip))), "what a slip breaks is not praised"
    truth = "He who walks looks out, and he who sees knows, and he who goes out comes home and sits down."
    assert not of("tense-slip", told((4, truth)))
    scenes = "\n\n".join([slip] * 12)
    assert not of("tense-slip", told((4, scenes))), "a chapter with scenes in the present"


def test_what_you_would_do_is_no_slip_of_tense() -> None:
    example = (
        "You have lent somebody a boat. Katharine walks to the door when you come in. She looks out, she sees the boats, she "
        "goes down to the quay, and she sits on the wall until you ask."
    )
    assert not of("tense-slip", told((4, example)))
    spoken = example.replace("You have lent somebody a boat. ", "").replace(
        "when you come in", "and “Are you in?”"
    )
    assert of("tense-slip", told((4, spoken.replace("until you ask", "until they ask"))))


def test_a_scene_that_was_moved_and_reworded() -> None:
    scene = (
        "The harbourmaster unrolled the chart on the counter and put a tin of biscuits on each corner, and with the "
        "stem of his pipe he showed her where the channel had silted and how far the ferry would have to go about, "
        "and she wrote the soundings on the back of a paper bag because he would not lend her a pencil for longer."
    )
    changed = (
        scene.replace("harbourmaster", "old clerk").replace("biscuits", "tobacco").replace("pencil", "pen")
    )
    (found,) = of("retold-passage", told((2, scene), (7, changed)))
    assert (found.chapter, found.also[0].chapter) == (7, 2)


def test_what_somebody_said_is_quoted_and_not_told_again() -> None:
    told_her = (
        "the pilot is too proud to take a coat from us, but he may have the one that the children have outgrown, if you are "
        "quite sure that he will not be offended, and tell him that we can do little because we are so poor ourselves"
    )
    first = (2, f"“I think {told_her},” said Katharine.")
    for again in (
        f"“She said, ‘I think {told_her.replace('quite', 'very')}.’ And that is all.”",
        f"‘She said, “I think {told_her.replace('quite', 'very')}.” And that is all.’",
    ):
        assert not of("retold-passage", told(first, (7, again)))
    assert of(
        "retold-passage", told(first, (7, f"“I think {told_her.replace('quite', 'very')},” said Anna."))
    )


def test_what_the_narration_remembers_is_not_told_again() -> None:
    vow = "Oh, Edgar, I am only a woman, and I cannot live without you; I must and will be your wife, whatever they say of us"
    first = (
        2,
        f"“Go where you may, I go with you, and I care for nothing that I lose! {vow},” said Katharine.",
    )
    again = "And she had answered, “{0}.” And now, after the parson had united them, they were parted, though nobody had found him guilty, and she did not know for how many years it would be."
    assert not of("retold-passage", told(first, (7, again.format(vow))))
    assert of("retold-passage", told(first, (7, again.format(vow).replace("“", "").replace("”", ""))))


def test_what_is_said_twice_in_part_is_somebody_who_repeats_it() -> None:
    promise = (
        "I will wait at the ferry until the lamp is lit and the last of the nets is in, and then I will go down to the "
        "water by myself and nobody shall hold me"
    )
    other = (
        ", for the old people used to tell us that a lamp which is lit in March brings herring by the middle of the summer, and "
        "my father never missed a year of it, whatever the parson had to say about heathens and their herring"
    )
    first = (2, f"“{promise}{other},” said Katharine.")
    again = "“You always told me it was so: {0}; those were your own words, and I have kept them by me all these years, as one keeps a coin, though I never saw what they could buy for a man who cannot swim, nor for his widow either,” said Edgar."
    assert not of("retold-passage", told(first, (7, again.format(promise))))
    assert of("retold-passage", told(first, (7, again.format(promise).replace("“", "").replace("”", ""))))


def test_a_chapter_that_was_copied_and_changed_is_said_once() -> None:
    scenes = [
        "The harbourmaster unrolled the chart on the counter and put a tin of biscuits on each corner, and with the stem of "
        "his pipe he showed her where the channel had silted and how far the ferry would have to go about in a north wind.",
        "Upstairs the widow counted spoons into a drawer, eleven where there ought to have been twelve, and said that a pencil "
        "had gone as well, and that nobody who came for the rent should be let past the second landing until it was found.",
        "By four o’clock the tide had left the slip and two boys were throwing biscuits to a dog that would not fetch them, while "
        "an old man with a bucket told everybody who passed how deep the water used to stand there before the wall was built.",
    ]
    copy = [scene.replace("biscuits", "tobacco").replace("pencil", "pen") for scene in scenes]
    measured = told((2, "\n\n".join(scenes)), (5, "\n\n".join(copy)), (7, "\n\n".join(copy)))
    (found,) = of("retold-passage", measured)
    assert found.notice.fields["chapters"] == ("2", "5", "7")
    assert found.notice.fields["n"] == 2 * len(scenes)
    assert {each.chapter for each in found.also} == {2, 5, 7}


def test_hair_likened_to_a_thing_has_its_colour() -> None:
    measured = told(
        (2, "The sun was on Katharine’s hair, which was the colour of ripe wheat."),
        (7, "Katharine turned, and the lamp fell on hair that was as black as a boot."),
    )
    (found,) = of("trait-change", measured)
    assert (found.chapter, found.notice.fields["here"], found.notice.fields["there"]) == (
        7,
        "black hair",
        "fair hair",
    )
    another = (7, "Katharine looked at a girl and at the girl’s hair that was as black as a boot.")
    assert not of("trait-change", told((2, "Katharine’s hair was golden."), another))


def test_a_general_truth_with_a_name_in_it_is_no_slip_of_tense() -> None:
    truth = (
        "It is agreed that the sea is the best of teachers. Whether you are a pilot, who knows what it is, or Katharine, who "
        "sees ships in it, or a child, who thinks it is a field, the sea is always there and it has its own ways."
    )
    assert not of("tense-slip", told((4, truth)))


def test_a_detail_that_comes_back_is_a_strength_in_a_book_that_does_not_repeat_itself() -> None:
    first = "She wore a mouldering bonnet with a tortoiseshell brooch pinned to it."
    last = "The girl wore a mouldering bonnet with a tortoiseshell brooch, and she was winding the clock."
    novella = read(EXAMPLES / "the-tide-house.epub")

    def with_details(*, repeats: bool) -> list[Finding]:
        chapters = list(novella.chapters)
        for n, text in ((1, first), (9, last)):
            more = f"\n\n{PLAIN}" * repeats
            chapters[n] = replace(chapters[n], text=f"{chapters[n].text}\n\n{text}{more}")
        measured = measure(replace(novella, chapters=tuple(chapters)))
        return [each for each in of("return", measured) if "tortoiseshell" in each.text]

    (found,) = with_details(repeats=False)
    assert (found.chapter, found.also[0].chapter) == (10, 2)
    assert not with_details(repeats=True)
