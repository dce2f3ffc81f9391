import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.text.language import detect
from fabula.text.scenes import scene_breaks
from fabula.text.words import count_words, words
from fabula.tokens import estimate_tokens, token_weight


def test_words_are_counted_in_english_and_characters_in_chinese() -> None:
    assert count_words("“Don’t,” said the well-known man—he was 42.", "en") == 8
    assert count_words("第一回，林黛玉进了KFC 3次。", "zh") == 11
    assert words("Don’t go, Anna.", "en") == ["Don’t", "go", "Anna"]
    assert "".join(words("林黛玉进了贾府。", "zh")) == "林黛玉进了贾府"


@given(st.text(max_size=60), st.text(max_size=60))
def test_token_weights_add_up(first: str, second: str) -> None:
    assert token_weight(first) + token_weight(second) == pytest.approx(token_weight(first + second))


def test_an_estimate_is_near_what_tokenizers_make_of_prose() -> None:
    english = (
        "It was late in the year when the letter came, and nobody could say who had brought it up the hill."
    )
    assert 20 <= estimate_tokens(english) <= 28
    assert 15 <= estimate_tokens("那一年冬天来得早，山上已经落了雪，她一句话也没有说。") <= 26


@pytest.mark.parametrize("ornament", ["***", "* * *", "#", "⁂", "———", "-----", "☆☆☆", "◇", "• • •", ". . ."])
def test_a_scene_begins_after_an_ornament(ornament: str) -> None:
    text = f"One.\n\n{ornament}\n\nTwo.\n\nThree."
    assert [text[at:][:4] for at in scene_breaks(text)] == ["Two."]


@pytest.mark.parametrize("line", ["……", "...", "—", "Two", "2024"])
def test_other_short_lines_part_no_scenes(line: str) -> None:
    assert scene_breaks(f"One.\n\n{line}\n\nTwo.") == ()


def test_ornaments_before_the_first_and_after_the_last_scene_part_nothing() -> None:
    assert scene_breaks("***\n\nOne.\n\n***") == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("It was late in the year when the letter came.", "en"),
        ("此开卷第一回也．作者自云：因曾历过一番梦幻之后，故将真事隐去。", "zh"),
        ("吾輩は猫である。名前はまだ無い。", "ja"),
        ("Il était tard dans l’année quand la lettre arriva, et personne ne le savait.", "fr"),
        ("그해 겨울은 일찍 왔다.", "ko"),
        ("1234 ...", "en"),
    ],
)
def test_the_language_of_a_text_is_found(text: str, language: str) -> None:
    assert detect(text) == language
