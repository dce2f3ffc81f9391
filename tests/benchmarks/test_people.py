"""People in annotated novels: the corpus as released, and what counts as found, split and merged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dialogism_corpus import TIDE, write_corpus

from commands import fabula
from fabula.benchmarks.dialogism import CorpusCharacter, read_novels
from fabula.benchmarks.people_found import Listed, compare, of_baseline
from fabula.errors import UsageError


def test_the_corpus_is_read_as_released(tmp_path: Path) -> None:
    mill, tide = read_novels(write_corpus(tmp_path))
    assert (mill.name, tide.name) == ("Mill", "Tide")
    assert [one.name for one in tide.characters if one.leading] == ["Mr. Harker", "Nell"]
    assert tide.characters[1].aliases == ("Miss Marrable", "Nell", "Nell Marrable")
    said = [[tide.text[start:end] for start, end in one.spans] for one in tide.quotations]
    assert said == [["Who lives here?"], ["I do,", "My father was the keeper."], ["Stay,"]]
    assert [one.speaker for one in tide.quotations] == [0, 1, 1]
    assert [one.speaker for one in mill.quotations] == [0, None]


def test_what_is_not_the_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no novel in it"):
        read_novels(tmp_path)
    with pytest.raises(UsageError, match="it has Mill, Tide"):
        read_novels(write_corpus(tmp_path / "corpus"), ["Emma"])


def test_found_split_merged_and_missed() -> None:
    characters = (
        CorpusCharacter("Anna", ("Anna", "Miss Bell"), "f", "major"),
        CorpusCharacter("Dr. Bell", ("Bell", "Dr. Bell"), "m", "intermediate"),
        CorpusCharacter("Hugo", ("Hugo",), "m", "major"),
        CorpusCharacter("Ida", ("Ida", "Bell"), "f", "minor"),
    )
    cast = [
        Listed("Anna", {"Anna": 20, "Dr Bell": 6}),
        Listed("Miss Bell", {"Miss Bell": 4, "Bell": 9}),
        Listed("London", {"London": 3}),
    ]
    found = compare(characters, cast)
    assert (found.leading, found.found, found.missed) == (3, 2, ("Hugo",))
    assert [(one.person, one.under, one.mentions) for one in found.split] == [
        ("Anna", ("Anna", "Miss Bell"), (20, 4))
    ]
    assert [(one.person, one.holds, one.mentions) for one in found.merged] == [
        ("Anna", ("Anna", "Dr. Bell"), (20, 6))
    ]
    assert not found.split[0].is_clear
    assert found.merged[0].is_clear
    assert found.strangers == ("London",)


def test_the_baseline_groups_runs_of_capitals_by_their_last_word() -> None:
    text = "We met Mr. Darcy. " * 5 + "We met Darcy. " * 6 + "We met Jane. " * 4
    assert of_baseline([text]) == [
        Listed("We", {"We": 15}),
        Listed("Darcy", {"Mr. Darcy": 5, "Darcy": 6}),
    ]


def test_the_command_prints_every_novel_and_both_ways(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    found = json.loads(fabula("bench", "people", "--data", corpus, "--json").stdout)
    assert [row["novel"] for row in found["novels"]] == ["Mill", "Tide"]
    assert found["people"]["leading"] == 5
    assert found["people"]["missed"] == ["The Miller"]
    assert found["baseline"]["found"] == 0
    one = fabula("bench", "people", "--data", corpus, "--novel", "Tide")
    assert one.returncode == 0 and "Tide" in one.stdout and "Mill" not in one.stdout
    assert TIDE.count("Harker") == 3
