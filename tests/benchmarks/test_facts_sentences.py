"""The benchmark of the check without a model: scales from other books, held-out books, editions."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from commands import fabula
from fabula.benchmarks.facts_sentences import run
from fabula.benchmarks.facts_sentences_request import BenchSentencesRequest
from fabula.errors import UsageError
from fabula.text.files import read
from facts.keyed import ERRORS, EXAMPLES, synopsis

PUBLISHED = EXAMPLES / "facts"
BOOKS = EXAMPLES
SHARED = Path(__file__).parents[3] / "shared"


@pytest.fixture(autouse=True)
def books(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with one edition of the novella."""
    folder = tmp_path_factory.mktemp("books")
    (folder / "the-tide-house.txt").write_bytes((EXAMPLES / "the-tide-house.txt").read_bytes())
    monkeypatch.setitem(globals(), "BOOKS", folder)


def novella_set(folder: Path, name: str = "the-tide-house", text: str = "") -> Path:
    true = [f"true\t-\t{one.text}" for one in synopsis("synopsis").sentences]
    false = [f"false\t{one['kind'].replace(' ', '-')}\t{one['sentence']}" for one in ERRORS]
    head = [f"# text: {text or read(EXAMPLES / 'the-tide-house.txt').text_hash}", "# language: en"]
    (folder / f"{name}.tsv").write_text("\n".join([*head, *true, *false]) + "\n", encoding="utf-8")
    return folder


def test_a_set_is_measured_and_what_is_missing_is_named(tmp_path: Path) -> None:
    novella_set(tmp_path)
    novella_set(tmp_path, "no-such-book")
    (found,) = (asyncio.run(run(BenchSentencesRequest(data=tmp_path, books=BOOKS))).result,)
    (row,) = found.books
    assert row.n == len(ERRORS) + 23 and row.auc is not None
    assert found.missing == ("no-such-book",) and found.other_editions == ()
    assert json.loads(found.scales)["en"]["cut"] < 0.5


def test_another_edition_is_said(tmp_path: Path) -> None:
    novella_set(tmp_path, text="0123456789ab")
    done = fabula("bench", "facts", tmp_path, "--books", BOOKS)
    assert done.returncode == 0 and "another edition" in done.stderr and "all 1" in done.stdout


def test_a_held_out_book_gives_nothing_to_the_scales(tmp_path: Path) -> None:
    novella_set(tmp_path)
    request = BenchSentencesRequest(data=tmp_path, books=BOOKS, held_out=("the-tide-house",))
    found = asyncio.run(run(request)).result
    assert found.books[0].held_out and json.loads(found.scales) == {}


def test_a_second_set_of_a_book_is_not_weighed_on_the_scale_of_its_first(tmp_path: Path) -> None:
    novella_set(tmp_path)
    alone = asyncio.run(run(BenchSentencesRequest(data=tmp_path, books=BOOKS))).result
    novella_set(tmp_path, "the-tide-house.second")
    both = asyncio.run(run(BenchSentencesRequest(data=tmp_path, books=BOOKS))).result
    assert [row.book for row in both.books] == ["the-tide-house.second", "the-tide-house"]
    assert {(row.auc, row.caught) for row in both.books} == {(alone.books[0].auc, alone.books[0].caught)}


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "emma.tsv").write_text("true\tEmma is rich.\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"emma\.tsv, line 1"):
        asyncio.run(run(BenchSentencesRequest(data=tmp_path, books=BOOKS)))


def test_the_published_sets_are_whole() -> None:
    files = sorted(PUBLISHED.glob("*.tsv"))
    assert len(files) >= 12
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        head = [line for line in lines if line.startswith("#")]
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
        assert {line.split(":")[0] for line in head} == {
            "# title",
            "# author",
            "# edition",
            "# text",
            "# language",
        }
        assert len(rows) >= 30 and len({row[2] for row in rows}) == len(rows)
        assert {row[1] for row in rows if row[0] == "false"} == {
            "swap", "fate", "order", "number", "negation", "invented", "place"
        }  # fmt: skip


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared books")
def test_deaths_of_people_who_live_are_called_contradicted(tmp_path: Path) -> None:
    book = SHARED / "data" / "pdnc" / "DaisyMiller" / "novel_text.txt"
    (tmp_path / "daisy-miller.txt").write_bytes(book.read_bytes())
    request = BenchSentencesRequest(data=PUBLISHED / "deaths", books=tmp_path, only=("daisy-miller",))
    (row,) = asyncio.run(run(request)).result.books
    assert row.contradicted_false >= 3 and row.contradicted == row.contradicted_false


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared books")
def test_sentences_of_an_unseen_book_are_told_apart_better_than_by_chance(tmp_path: Path) -> None:
    book = SHARED / "data" / "pdnc" / "AlicesAdventuresInWonderland" / "novel_text.txt"
    (tmp_path / "alice-in-wonderland.txt").write_bytes(book.read_bytes())
    request = BenchSentencesRequest(data=PUBLISHED, books=tmp_path, only=("alice-in-wonderland",))
    (row,) = asyncio.run(run(request)).result.books
    assert row.auc is not None and row.auc > 0.65
