"""Passages found by their words, by their meaning, and by both."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.models.vectors import minilm
from fabula.models.vectors.retrieval import Passages

ENGLISH = [
    "The keeper climbed the stair and lit the lamp.",
    "Marta hid the letter under the floor of the boathouse.",
    "Nobody in the village would speak to the harbour master.",
    "The physician said that the child had a fever and would not see the morning.",
    "At the fair they sold eels, ribbons, and a blind pony.",
]
CHINESE = [
    "宝玉笑道：林妹妹来了。",
    "凤姐管着府里的银钱账目。",
    "黛玉葬花，独自哭了一场。",
    "贾母带着众人到园中赏雪。",
]


class Meanings:
    """Counts how often it was asked; its vectors know one thing: whether a text speaks of illness."""

    name = "meanings"

    def __init__(self) -> None:
        self.asked = 0

    def embed(self, texts: Sequence[str]) -> Any:
        self.asked += 1
        ill = np.array(
            [any(word in text for word in ("fever", "sick", "ill ")) for text in texts], dtype=np.float32
        )
        return np.stack([ill, 1 - ill], axis=1)


def found(passages: Passages, query: str, k: int = 10) -> list[int]:
    return [hit.index for hit in passages.search(query, k)]


def test_a_passage_is_found_by_its_words() -> None:
    passages = Passages(ENGLISH, "en")
    assert found(passages, "Where is Marta's letter? Marta hid it.")[0] == 1
    assert found(passages, "HARBOUR MASTER") == [2]
    assert found(passages, "submarine") == []
    assert found(passages, "") == []


def test_a_chinese_passage_is_found_by_its_words() -> None:
    passages = Passages(CHINESE, "zh")
    assert found(passages, "黛玉为什么哭？")[0] == 2
    assert found(passages, "谁管银钱？")[0] == 1
    assert found(passages, "潜水艇") == []


def test_chinese_inside_an_english_book_is_found_too() -> None:
    assert found(Passages([*ENGLISH, "She wrote 黛玉葬花 on the wall."], "en"), "黛玉") == [5]


def test_a_passage_that_shares_no_word_is_found_by_its_meaning() -> None:
    passages = Passages(ENGLISH, "en", Meanings())
    assert found(passages, "Who was sick?")[0] == 3
    assert 3 not in found(Passages(ENGLISH, "en"), "Who was sick?")


def test_a_passage_that_both_rankings_like_stands_first() -> None:
    hits = Passages(ENGLISH, "en", Meanings()).search("the child was sick and had a fever")
    assert hits[0].index == 3
    assert hits[0].score == max(hit.score for hit in hits)


@pytest.mark.skipif(not minilm.is_installed(), reason="the MiniLM weights are not installed")
def test_minilm_finds_what_words_do_not() -> None:
    passages = Passages(ENGLISH, "en", minilm.MiniLM())
    assert found(passages, "Was anybody seriously unwell?")[0] == 3
    assert found(passages, "market day animals for sale")[0] == 4


def test_no_more_than_k_are_given() -> None:
    assert len(found(Passages(ENGLISH, "en", Meanings()), "the keeper", 2)) == 2


def test_equal_passages_come_in_the_order_of_the_book() -> None:
    assert found(Passages(["a storm"] * 5, "en"), "storm") == [0, 1, 2, 3, 4]


def test_many_questions_are_embedded_together() -> None:
    meanings = Meanings()
    passages = Passages(ENGLISH, "en", meanings)
    together = passages.search_all(["fever", "lamp", "pony"], 2)
    assert meanings.asked == 2
    assert together == [passages.search(query, 2) for query in ("fever", "lamp", "pony")]


def test_vectors_are_computed_once_for_the_same_texts(tmp_path: Path) -> None:
    meanings = Meanings()
    first = found(Passages(ENGLISH, "en", meanings, keep=tmp_path / "vectors"), "sick")
    asked = meanings.asked
    again = Passages(ENGLISH, "en", meanings, keep=tmp_path / "vectors")
    assert meanings.asked == asked
    assert found(again, "sick") == first
    Passages([*ENGLISH, "More."], "en", meanings, keep=tmp_path / "vectors")
    assert meanings.asked == asked + 2


@given(st.lists(st.text(max_size=30), max_size=8), st.text(max_size=20), st.sampled_from(["en", "zh"]))
def test_no_text_makes_a_search_fail(texts: list[str], query: str, language: str) -> None:
    for embedder in (None, Meanings()):
        hits = Passages(texts, language, embedder).search(query, 3)
        assert len(hits) <= 3
        assert all(0 <= hit.index < len(texts) for hit in hits)
