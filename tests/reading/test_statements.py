"""Every statement of a plot is tied to its chapters, by the model's marks or by its words."""

from __future__ import annotations

import pytest

from fabula.reading.statements import statements, unmarked
from fabula.text.book import Book, Chapter

BOOK = Book(
    "The Lamp",
    None,
    "en",
    (
        Chapter(1, "", "Mara came home to the harbour. Her father was gone."),
        Chapter(2, "", "The letter lay under the lamp. It was about the boat."),
        Chapter(3, "", "A storm broke the mast, and Tom drowned."),
    ),
)


def tied(plot: str) -> list[tuple[str, tuple[int, ...], str]]:
    return [(one.text, one.chapters, one.tied_by) for one in statements(plot, BOOK)]


def test_marks_of_the_model_tie_what_stands_before_them() -> None:
    plot = "Mara comes home. [1] She finds a letter [2-3]. Later, Tom drowns.【3】"
    assert tied(plot) == [
        ("Mara comes home.", (1,), "model"),
        ("She finds a letter.", (2, 3), "model"),
        ("Later, Tom drowns.", (3,), "model"),
    ]
    assert unmarked(plot) == "Mara comes home. She finds a letter. Later, Tom drowns."


@pytest.mark.parametrize("mark", ["[9]", "[0]", "[99999999-99999999999]"])
def test_a_mark_of_a_chapter_that_is_not_there_counts_for_nothing(mark: str) -> None:
    assert tied(f"Tom drowned in a storm. {mark}") == [("Tom drowned in a storm.", (3,), "words")]


def test_without_marks_the_rarest_shared_words_decide() -> None:
    assert tied("Mara's father was gone. The letter was about the boat. Nobody knows why.") == [
        ("Mara's father was gone.", (1,), "words"),
        ("The letter was about the boat.", (2,), "words"),
        ("Nobody knows why.", (), "words"),
    ]


def test_a_chinese_plot_is_tied_too() -> None:
    book = Book("灯", None, "zh", (Chapter(1, "", "玛拉回到港口。"), Chapter(2, "", "汤姆在风暴中溺死。")))
    found = statements("玛拉回到港口［1］。汤姆溺死了。", book)
    assert [(one.text, one.chapters) for one in found] == [("玛拉回到港口。", (1,)), ("汤姆溺死了。", (2,))]
