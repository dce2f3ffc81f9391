import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.text.sentences import sentences


def cut(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in sentences(text, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Bennet went. Mrs. Bennet stayed!", ["Mr. Bennet went.", "Mrs. Bennet stayed!"]),
        ("“Go.” He went.", ["“Go.”", "He went."]),
        ('"Go!" she said. "Now."', ['"Go!" she said.', '"Now."']),
        (
            "He had 3.5 miles to go... and went. Then… he slept.",
            ["He had 3.5 miles to go... and went.", "Then… he slept."],
        ),
        (
            "J. R. Smith met Dr. John H. Watson. They spoke.",
            ["J. R. Smith met Dr. John H. Watson.", "They spoke."],
        ),
        ("It was I. He knew.", ["It was I.", "He knew."]),
        (
            "See vol. 2, p. 5. It is no. 7. No. He slept.",
            ["See vol. 2, p. 5.", "It is no. 7.", "No.", "He slept."],
        ),
        ("At 5 p.m. He left at 6 p.m. sharp.", ["At 5 p.m.", "He left at 6 p.m. sharp."]),
        ("A heading\n\nA paragraph", ["A heading", "A paragraph"]),
        ("Sing, goddess,\nthe wrath. Sing", ["Sing, goddess,\nthe wrath.", "Sing"]),
    ],
)
def test_english_sentences(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他走了。她没走！真的？", ["他走了。", "她没走！", "真的？"]),
        ("“走罢。”他说。", ["“走罢。”", "他说。"]),
        ('“走罢！"他说．众人不语．', ['“走罢！"', "他说．", "众人不语．"]),
        ('他说："走。"她说："好。"', ['他说："走。"', '她说："好。"']),
        ('他走了。"你好。"', ["他走了。", '"你好。"']),
        ("「走吧。」他想……然後睡了。", ["「走吧。」", "他想……", "然後睡了。"]),
    ],
)
def test_chinese_sentences(text: str, expected: list[str]) -> None:
    assert cut(text, "zh") == expected


@given(
    st.text(alphabet=st.sampled_from("ab IMr.,!?…\"'“”「」 \n\t第回。！？．é1"), max_size=200),
    st.sampled_from(["en", "zh"]),
)
@settings(max_examples=400)
def test_sentences_cover_all_but_white_space_in_order(text: str, language: str) -> None:
    at = 0
    for start, end in sentences(text, language):
        assert start < end and text[at:start].strip() == ""
        assert not text[start].isspace() and not text[end - 1].isspace()
        at = end
    assert text[at:].strip() == ""


@pytest.mark.parametrize("piece", [" \n", ". ", "“", "。", "a.", '"', "...”"])
def test_long_runs_of_one_thing_take_no_longer_for_it(piece: str) -> None:
    text = piece * 100_000
    assert sum(end - start for start, end in sentences(text, "en")) <= len(text)
