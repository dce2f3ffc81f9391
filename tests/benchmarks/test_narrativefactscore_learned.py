"""Measures and a checker that need torch, with tiny random models made on the spot."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.tiny_models import make_tiny_models
from fabula.benchmarks.faithfulness import Labelled
from fabula.benchmarks.learned import by_learned_measures
from fabula.benchmarks.scripts import Scorers, Script, system_row
from fabula.errors import UsageError
from fabula.facts.by_passages import PassageChecker
from fabula.facts.check import check
from fabula.facts.evidence import Evidence
from fabula.facts.nli import NliScorer
from fabula.facts.summaries import of_text
from fabula.text.book import Book, Chapter

pytestmark = pytest.mark.extras
STORY = "Anna kept a shop by the sea. The storm took the roof. Ben mended it in two days."
ITEMS = (
    Labelled(
        "a", "Anna kept a shop. Ben mended it.", ("Anna kept a shop.", "Ben mended it."), (), 1.0, 1, STORY
    ),
    Labelled("b", "The sea took the shop.", ("The sea took the shop.",), (), 0.0, 0, STORY),
)


class ByLetters:
    """Counts letters: an embedder that needs nothing."""

    name = "letters"

    def embed(self, texts: Any) -> Any:
        rows = np.array(
            [[text.lower().count(letter) + 0.1 for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]
        )
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_models(tmp_path_factory.mktemp("tiny"), [STORY, ITEMS[1].summary])


def test_each_measure_has_a_row_for_every_summary(tiny: Path) -> None:
    pytest.importorskip("bert_score", reason="fabula[train] is not installed")
    rows = by_learned_measures(ITEMS, tiny / "bert", tiny / "bart", ByLetters())
    assert [row.checker for row in rows] == [
        "baseline:bertscore",
        "baseline:bartscore",
        "baseline:longdocfactscore",
    ]
    assert all(set(row.scores) == {"a", "b"} for row in rows)
    assert all(value < 0 for row in rows[1:] for value in row.scores.values())


def test_the_tables_of_summaries_have_three_columns_of_bertscore(tiny: Path) -> None:
    for name in ("bert_score", "rouge_score", "sacrebleu"):
        pytest.importorskip(name, reason="fabula[train] and fabula[bench] are not installed")
    human = "Anna kept a shop by the sea. Ben mended it."
    scripts = [Script(Book(name, None, "en", (Chapter(1, "", STORY),)), human) for name in ("a", "b")]
    same = asyncio.run(system_row("same", dict.fromkeys("ab", human), scripts, Scorers(), tiny / "bert"))
    columns = ("bertscore_p", "bertscore_r", "bertscore")
    assert [round(same.fields[name], 4) for name in columns] == [1, 1, 1]
    short = asyncio.run(system_row("short", {"a": "The sea took it."}, scripts, Scorers(), tiny / "bert"))
    precision, recall, both = (short.fields[name] for name in columns)
    assert short.fields["n"] == 1 and max(precision, recall) < 1 and precision != recall
    assert both == pytest.approx(2 * precision * recall / (precision + recall), abs=1e-4)


def test_an_entailment_model_rules_on_every_sentence_with_a_line_of_the_story(tiny: Path) -> None:
    book = Book("The Shop", None, "en", (Chapter(1, "", STORY),))
    found = asyncio.run(
        check(of_text(ITEMS[0].summary, "en"), PassageChecker(Evidence(book, None), NliScorer(tiny / "nli")))
    )
    assert len(found.facts) == 2
    for one in found.facts:
        assert one.ruling.verdict in ("supported", "contradicted", "not_found")
        assert one.ruling.evidence[0].verified and one.ruling.notices[0].code == "facts.entailment"


def test_a_model_without_a_label_for_entailment_is_refused(tiny: Path) -> None:
    with pytest.raises(UsageError, match="say in order what they mean"):
        NliScorer(tiny / "unnamed")
