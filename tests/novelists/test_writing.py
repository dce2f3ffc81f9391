"""What is a story and what is not: thinking aloud, refusals, cut-offs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.models.chat import Choice, Unusable
from fabula.notices import Notice
from fabula.novelists.lines import Synopsis
from fabula.novelists.released import Released
from fabula.novelists.synopsis import chosen_chapters
from fabula.novelists.writing import criteria, read_story, story_in
from fabula.novelists.writing import given as told
from fabula.rubrics.files import load
from fabula.text.book import Book, Chapter

STORY = "The boats came home.\n\n“Where is he?” she asked."


@pytest.mark.parametrize(
    "answer",
    [
        f"<think>A plan.\nMore.</think>\n\n{STORY}",
        f"A plan that began before the answer.</think>\n\n{STORY}",
        f"<thinking>one</thinking><reasoning>two</reasoning>{STORY}",
        f"<THINK>loud</THINK>{STORY}",
        f"◁think▷一番思索◁/think▷{STORY}",
        f"<seed:think>so</seed:think>{STORY}",
        f"<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>{STORY}<|return|>",
        f"{STORY}\n<think>and was that good?",
        STORY,
    ],
)
def test_thinking_aloud_is_no_part_of_the_story(answer: str) -> None:
    assert story_in(answer) == STORY


@given(st.text(alphabet=st.characters(blacklist_characters="<>|◁▷"), min_size=1))
def test_a_story_without_marks_stays_as_it_is(text: str) -> None:
    assert story_in(text) == text.strip()


LIMIT = Notice.of("models.reached-limit-of", n=4096)


def test_a_story_that_opens_on_an_apology_is_no_refusal() -> None:
    for text in (f"I'm sorry, he had said. {STORY * 20}", "“I'm sorry,” she said.", "“对不起，”他说。"):
        assert read_story(Choice(text)) == (text.strip(), None)
    for text in ("I'm sorry, but I can't help with that.", "抱歉，我无法创作这个故事。"):
        story, trouble = read_story(Choice(text))
        assert story == "" and trouble and trouble.code == "models.refusal"


def test_a_cut_off_story_is_kept_and_a_refused_one_is_not() -> None:
    story, trouble = read_story(Unusable("cut off", LIMIT, f"<think>x</think>{STORY}"))
    assert story == STORY and trouble and trouble.code == "models.cut-off"
    assert read_story(Unusable("refusal", Notice.of("models.declined"), "I cannot"))[0] == ""
    assert read_story(Unusable("cut off", LIMIT, "<think>I shall"))[0] == ""


def test_a_released_synopsis_is_read_in_either_language_and_without_tags() -> None:
    novel = Released(
        novel="n",
        novel_info=(
            "<主要人物> [张三, 李四、王五] </主要人物>\n<主要情节>\n(1)出门\n（2）归来\n</主要情节><重要场景>[码头]</重要场景>",
            "<main characters>[Ann, Bo]</main characters><main plot>1. Goes\n2. Comes</main plot><important scenes>[quay]</important scenes>",
            "Ann goes out.",
        ),
    )
    first, second, third = novel.synopses()
    assert (first.characters, first.plot, first.scenes, first.language) == (
        ("张三", "李四", "王五"), ("出门", "归来"), ("码头",), "zh",
    )  # fmt: skip
    assert (second.characters, second.plot, second.language) == (("Ann", "Bo"), ("Goes", "Comes"), "en")
    assert third.plot == ("Ann goes out.",)
    assert told(first).startswith("人物\n张三")


@given(st.integers(1, 40), st.integers(0, 5))
def test_chosen_chapters_stand_in_a_row_and_depend_on_the_seed_alone(count: int, seed: int) -> None:
    book = Book("b", None, "en", tuple(Chapter(n, "", f"text {n}") for n in range(1, count + 1)))
    numbers = [chapter.number for chapter in chosen_chapters(book, 10, seed)]
    assert numbers == list(range(numbers[0], numbers[0] + min(10, count)))
    assert numbers == [chapter.number for chapter in chosen_chapters(book, 10, seed)]


def test_a_synopsis_line_needs_no_more_than_a_story_and_a_chapter() -> None:
    assert Synopsis.model_validate({"story": "s", "chapter": 1, "language": "en", "extra": 3}).plot == ()


def test_a_judge_is_told_what_a_one_a_three_and_a_five_mean_and_a_writer_is_not() -> None:
    rubric = load("webnovel")
    for language in ("en", "zh"):
        wordings = [aspect.wording(language) for aspect in rubric.scored_aspects]
        assert all([score for score, _ in each.anchors] == [1, 3, 5] for each in wordings)
        told, bare = criteria(rubric, language, anchored=True), criteria(rubric, language)
        assert all(text in told and text not in bare for each in wordings for _, text in each.anchors)
    assert "anchors" not in load("longstory").model_dump_json()
