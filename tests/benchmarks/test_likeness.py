"""BERTScore and BARTScore with models of this machine, here tiny random ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.tiny_models import make_tiny_models
from fabula.benchmarks.conan import matched
from fabula.benchmarks.likeness import bert_f1, meaning
from fabula.benchmarks.perse_data import Case
from fabula.personas.profiles import PastReview, Profile
from fabula.reading.graph import Notes, build
from fabula.reading.scenelist import scenes
from fabula.text.book import Book, Chapter

TRUE = ("a good book about the sea", "I liked it")


def cases() -> list[Case]:
    return [Case(Profile("Ada"), PastReview(str(n), "plot", review, 5)) for n, review in enumerate(TRUE)]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    pytest.importorskip("bert_score", reason="fabula[train] is not installed")
    folder = make_tiny_models(tmp_path_factory.mktemp("tiny"), [*TRUE, "a dull book about war"])
    return folder / "bert", folder / "bart"


@pytest.mark.extras
def test_the_same_words_are_as_near_as_can_be_and_a_missing_review_is_left_out(
    tiny: tuple[Path, Path],
) -> None:
    bert, bart = tiny
    found = meaning([TRUE[0], ""], cases(), bert, bart)
    assert found["bertscore"] == pytest.approx(1) and found["bartscore"] < 0
    assert meaning(["a dull book about war", ""], cases(), bert, None)["bertscore"] < 1


def test_nothing_to_compare_gives_no_figure(tmp_path: Path) -> None:
    assert meaning(["", ""], cases(), tmp_path, tmp_path) == {}


@pytest.mark.extras
def test_relations_worded_alike_match_by_bertscore(tiny: tuple[Path, Path]) -> None:
    bert, _ = tiny
    book = Book("The Shop", None, "en", (Chapter(1, "", "Anna is Ben's sister."),))
    notes = Notes(1, (("Anna",), ("Ben",)), (("Anna", "a good book", "Ben"),))
    graph = build(book, scenes(book), [notes], None, 1)
    found = matched(graph, [("Anna", "a good book", "Ben")], None, bert)
    assert found["bertscore"] == found["exact"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert bert_f1(["a good book"], ["a good book"], bert)[0] == pytest.approx(1, abs=1e-4)
