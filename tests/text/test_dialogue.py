from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.text.dialogue import spans


def said(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in spans(text, language)]


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        ('"I went," he said, "and came back."', ['"I went,"', '"and came back."']),
        ("“I went,” he said, “and came back.”", ["“I went,”", "“and came back.”"]),
        ("‘I don’t know,’ said the boys’ father. ‘Ask ’em.’", ["‘I don’t know,’", "‘Ask ’em.’"]),
        ("'I don't know,' said Tom's father. 'Ask 'em.'", ["'I don't know,'", "'Ask 'em.'"]),
        ("‘He said “no” to me,’ she said.", ["‘He said “no” to me,’"]),
        ("“He said ‘no’ and ‘never’ to me,” she said.", ["“He said ‘no’ and ‘never’ to me,”"]),
        (
            "‘Well,’ she said. ‘ “Go on,” he says.” ’ She laughed. ‘No,’ she said. ‘No more.’",
            ["‘Well,’", "‘ “Go on,” he says.” ’", "‘No,’", "‘No more.’"],
        ),
        (
            "‘To think of it sometimes’—she looked up—‘to think of her.’",
            ["‘To think of it sometimes’", "‘to think of her.’"],
        ),
        (
            "“I don’t care,” he said. “I had hoped that my father’s ship”—he paused, with Anna’s hand in his—“might come.”",
            ["“I don’t care,”", "“I had hoped that my father’s ship”", "“might come.”"],
        ),
        ("“No,” she said. She read it out. “No Entry”—the sign was old—and laughed.", ["“No,”"]),
        ("‘ ’Ware the dog,’ he said. ‘... old friend.’", ["‘ ’Ware the dog,’", "‘... old friend.’"]),
        ("“It can,” she said. “We go no further.\n\nThey went in.", ["“It can,”", "“We go no further."]),
        ("‘It can,’ she said. ‘We go no further.\n\nThey went in.", ["‘It can,’", "‘We go no further."]),
        ("The sign read “hello“ and they went in.", []),
        ("The boys’ coats and the girls’ hats hung there.", []),
        ("She had her “troubles,” as they called them, in the “best room.”", []),
        ("The house of “Stwun,” or “Beacon House,” was where she read “The Princess.”", []),
        ("She went out shouting “Dad,” and he answered “Miss Lowe.”", ["“Dad,”", "“Miss Lowe.”"]),
        ("He murmured to her “not again,” and left. They called it “home.”", ["“not again,”"]),
        ("They asked—“is it far,” or “how far.”", ["“is it far,”"]),
        ('The so-called "best" of them slept.', []),
        ("He didn't go to the dogs' home.", []),
        (
            "—Hello, said Stephen.\n\n—Go on, Buck said. — It is late.\n\nHe went.",
            ["—Hello, said Stephen.", "—Go on, Buck said."],
        ),
    ],
)
def test_speech_in_english_marks(text: str, speech: list[str]) -> None:
    assert said(text) == speech


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        ("宝玉笑道：“我知道了。”便走了。", ["“我知道了。”"]),
        ("他說：「你說『不』嗎？」我沒說。", ["「你說『不』嗎？」"]),
        ("史进道：『却怎生是好？』众人不语。", ["『却怎生是好？』"]),
        ("此回中凡用“梦”用“幻”等字，是提醒阅者眼目。", []),
        ('雪芹笑道：“果然是痴！"空空道人便问：“先生何以认得？"', ['“果然是痴！"', '“先生何以认得？"']),
        ("太尉说道，”似此如何得见！”真人不语。", ["”似此如何得见！”"]),
    ],
)
def test_speech_in_chinese_marks(text: str, speech: list[str]) -> None:
    assert said(text, "zh") == speech


def test_a_speech_over_paragraphs_opens_its_marks_again_in_each() -> None:
    text = "“The first day was cold.\n\n“The second was worse,” he said.\n\nThey slept."
    assert said(text) == ["“The first day was cold.", "“The second was worse,”"]


def test_a_sentence_that_lost_its_stop_is_speech_where_it_ends_a_paragraph_but_a_title_is_none() -> None:
    text = '"No," she said. She sat down. "He must be made to come home for the sake of the children "\n\nThey slept.'
    assert said(text) == ['"No,"', '"He must be made to come home for the sake of the children "']
    assert said("“No,” she said. She read the sign. “No Entry on Sundays”\n\nThey slept.") == ["“No,”"]
    assert said("“No,” she said. “He must be made to come home” was all in the letter.\n\nThey slept.") == [
        "“No,”"
    ]


@given(
    st.text(alphabet=st.sampled_from("ab I.,!?\"'“”‘’「」『』—- \n第回。，"), max_size=200),
    st.sampled_from(["en", "zh"]),
)
@settings(max_examples=400)
def test_speech_stands_in_order_within_its_paragraph(text: str, language: str) -> None:
    found = spans(text, language)
    assert all(start < end for start, end in found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))
    assert all("\n\n" not in text[start:end] for start, end in found)


def test_a_long_text_of_opening_marks_takes_no_longer_for_it() -> None:
    assert len(spans("“a " * 200_000, "en")) == 1


def test_what_they_call_somebody_is_a_name() -> None:
    told = (
        "“Sit down,” he said. Even Peter feared “The Old Fox of the Quay,” as they called him, and went home."
    )
    assert said(told) == ["“Sit down,”"]
    assert said("“Come in,” as always. “Come in,” as he had said before.") == ["“Come in,”", "“Come in,”"]
    assert said("“Wait,” she called as they called him.") == ["“Wait,”"]
