"""FABLES by its claims, with one's own copies of the books; thresholds for single sentences."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from fabula.benchmarks.facts_bench import run_bench_facts
from fabula.benchmarks.facts_request import BenchFactsRequest, Dataset
from fabula.errors import UsageError
from facts.keyed import ERRORS, EXAMPLES, synopsis


def released(folder: Path) -> Path:
    """A set in the form of FABLES, about the novella and a book that the user does not have."""
    true = [(one.text, "Yes") for one in synopsis("synopsis").sentences]
    false = [(one["sentence"], "No") for one in ERRORS] + [("It is a fine book.", "Inapplicable")]
    claims = {str(n): {"claim": text, "label": label} for n, (text, label) in enumerate([*true, *false])}
    row = {"summary": "A summary.", "claims": claims}
    other = {"summary": "Another.", "claims": {"0": {"claim": "It ends well.", "label": "Yes"}}}
    document = {"FABLES": {"The Tide House": {"one": row}, "Another Book": {"one": other}}}
    (folder / "FABLES.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def test_claims_are_checked_against_ones_own_books(tmp_path: Path) -> None:
    books = tmp_path / "books"
    books.mkdir()
    (books / "the tide-house.txt").write_bytes((EXAMPLES / "the-tide-house.txt").read_bytes())
    request = BenchFactsRequest(dataset=Dataset.FABLES, data=released(tmp_path), books=books)
    found = asyncio.run(run_bench_facts(request, None)).result
    row = found.rows[1]
    assert row.checker == "embedded" and row.n == 1 and row.left_out == ("Another Book",)
    assert row.by_sentence is not None and row.by_sentence.n == len(ERRORS) + 23
    assert row.by_sentence.auc is not None


def test_without_books_a_checker_of_fables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--books"):
        BenchFactsRequest(dataset=Dataset.FABLES, data=tmp_path, checker=("embedded",)).validate()
    (tmp_path / "none").mkdir()
    request = BenchFactsRequest(dataset=Dataset.FABLES, data=released(tmp_path), books=tmp_path / "none")
    with pytest.raises(UsageError, match="no file is named as a book of the data"):
        asyncio.run(run_bench_facts(request, None))


def test_storysumm_gives_a_threshold_for_single_sentences(tmp_path: Path) -> None:
    story = " ".join(one.text for one in synopsis("synopsis").sentences)
    rows = {
        str(n): {
            "story": story,
            "summary": [true, false],
            "claims": [],
            "errors": [1, 0],
            "label": 0,
            "split": split,
        }
        for n, (true, false, split) in enumerate(
            [
                ("Ruth Adeyemi comes to the Tide House.", "Zebulon flies to Mars in a rocket.", "val"),
                ("Nell keeps the tide house.", "Ottoline sells nine camels in Cairo.", "test"),
            ]
        )
    }
    (tmp_path / "storysumm.json").write_text(json.dumps(rows), encoding="utf-8")
    request = BenchFactsRequest(dataset=Dataset.STORYSUMM, data=tmp_path, checker=("embedded",))
    row = asyncio.run(run_bench_facts(request, None)).result.rows[-1]
    assert row.by_sentence is not None and row.by_sentence.n == 2
    assert row.by_sentence.auc == 1.0 and row.by_sentence.threshold is not None
