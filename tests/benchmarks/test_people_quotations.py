"""Speakers in annotated novels: where quotations stand, what counts as right, the baseline, training, and real novels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dialogism_corpus import write_corpus

from commands import fabula
from fabula.benchmarks.dialogism import Novel, read_novels
from fabula.benchmarks.people_quotations import compared, noted, of_nearest_name, of_speeches, placed
from fabula.benchmarks.people_training import annotated, train
from fabula.reading.cast import Cast, find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import Speech, held_out, speeches
from fabula.reading.speech.model import load
from fabula.text.book import Book
from fabula.text.files import read

CORPUS = Path(__file__).parents[2] / ".." / "shared" / "data" / "pdnc"


@pytest.fixture
def novels(tmp_path: Path) -> list[Novel]:
    return read_novels(write_corpus(tmp_path))


def heard(novel: Novel) -> tuple[Book, Cast, list[Speech]]:
    book = read(novel.path)
    parsed, cast = parse(book), find_cast(book)
    return book, cast, speeches(book, parsed, cast, held_out(novel.name))


def test_quotations_are_placed_in_the_chapters_whatever_the_lines(novels: list[Novel]) -> None:
    tide = novels[1]
    book = read(tide.path)
    found = placed(tide, book)
    said = [book.chapters[place[0]].text[place[1] :][:5] for place in found if place is not None]
    assert said == ["Who l", "I do,", "Stay,"]


def test_right_wrong_and_silent_are_counted_by_kind(novels: list[Novel]) -> None:
    mill, tide = novels
    book, cast, found = heard(tide)
    names = of_speeches(placed(tide, book), found)
    figures = compared(tide, cast, names)
    assert figures.explicit.count == 3 and figures.implicit.count == 0
    nobody = compared(tide, cast, [None, None, None])
    assert (nobody.all.right, nobody.all.wrong, nobody.all.silent) == (0, 0, 3)
    book, cast, _ = heard(mill)
    both = compared(mill, cast, ["Jonas", "Jonas"])
    assert (both.explicit.right, both.implicit.wrong) == (1, 1), (
        "nobody can be right where the speaker is not known"
    )


def test_people_of_the_cast_are_characters_by_name_or_by_most_of_their_names(novels: list[Novel]) -> None:
    mill = novels[0]
    _, cast, _ = heard(mill)
    assert set(noted(mill.characters, cast).values()) == {0, 1}


def test_the_baseline_names_whoever_is_named_nearest(novels: list[Novel]) -> None:
    mill = novels[0]
    book, cast, found = heard(mill)
    names = [one.name for one in cast.characters]
    jonas, ruth = (next(name for name in names if part in name) for part in ("Jonas", "Ruth"))
    assert of_nearest_name(placed(mill, book), found, cast) == [jonas, ruth]


def test_the_ranker_learns_and_its_file_holds_one_without_each_author(novels: list[Novel]) -> None:
    document = json.loads(json.dumps(train([annotated(novel) for novel in novels])))
    assert [each["novels"] for each in document["without"]] == [["Mill"], ["Tide"]]
    ranker = load(document["ranker"])
    assert ranker.dump() == document["ranker"]
    assert ranker.confidence(0.9) > ranker.confidence(0.5)


def test_the_command_prints_speakers_beside_the_baseline(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    found = json.loads(fabula("bench", "people", "--data", corpus, "--json").stdout)
    kinds = found["quotations"]
    assert sum(sum(kinds[kind].values()) for kind in kinds) == 5
    assert "Speakers, in percent" in fabula("bench", "people", "--data", corpus).stdout


@pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the novels of the corpus are not at hand (data beside the checkout)"
)
@pytest.mark.parametrize(("name", "least"), [("DaisyMiller", 0.7), ("TheSportOfTheGods", 0.5)])
def test_novels_by_authors_whom_the_weights_never_saw(name: str, least: float) -> None:
    (novel,) = read_novels(CORPUS, [name])
    book, cast, found = heard(novel)
    figures = compared(novel, cast, of_speeches(placed(novel, book), found)).all
    assert figures.right / figures.count > least
    assert figures.right / (figures.right + figures.wrong) > 0.78
