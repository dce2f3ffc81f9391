import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed_numerals import to_chinese, to_english, to_roman

from fabula.languages.en.numerals import english
from fabula.languages.numerals import number, roman
from fabula.languages.zh.numerals import chinese

NUMBERS = st.integers(1, 4999)


@given(NUMBERS)
def test_roman_numerals_come_back(value: int) -> None:
    assert roman(to_roman(value)) == value
    assert roman(to_roman(value).lower()) == value
    assert number(to_roman(value)) == value


@given(NUMBERS)
def test_english_words_come_back(value: int) -> None:
    assert english(to_english(value)) == value
    assert english(to_english(value).title()) == value


@given(NUMBERS)
def test_chinese_numerals_of_both_scripts_come_back(value: int) -> None:
    assert chinese(to_chinese(value)) == value
    assert chinese(to_chinese(value, "零壹贰叁肆伍陆柒捌玖", "拾佰仟")) == value
    assert chinese(to_chinese(value, "零壹貳參肆伍陸柒捌玖", "拾佰仟")) == value


@given(NUMBERS)
def test_chinese_digits_by_place_and_full_width_come_back(value: int) -> None:
    assert chinese(str(value).translate(str.maketrans("0123456789", "〇一二三四五六七八九"))) == value
    assert chinese(str(value).translate(str.maketrans("0123456789", "０１２３４５６７８９"))) == value
    assert number(str(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the first", 1),
        ("Twenty First", 21),
        ("hundredth", 100),
        ("twenty twelve", None),
        ("hundred hundred", None),
        ("storm", None),
        ("", None),
        ("the", None),
    ],
)
def test_english_ordinals_and_words_that_are_no_numbers(text: str, value: int | None) -> None:
    assert english(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("廿三", 23), ("十", 10), ("一万二千", 12000), ("一二三十", None), ("章", None), ("", None)],
)
def test_chinese_short_forms(text: str, value: int | None) -> None:
    assert chinese(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("XXXX", 40), ("VIIII", 9), ("IIX", None), ("MIX", 1009), ("", None), ("İ", None), ("Xı", None)],
)
def test_old_roman_forms(text: str, value: int | None) -> None:
    assert roman(text) == value


@given(st.text(max_size=40))
def test_no_text_breaks_the_reading_of_numbers(text: str) -> None:
    value = number(text)
    assert value is None or value >= 0
