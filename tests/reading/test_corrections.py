"""Corrections of a book's people: the file, what it changes, and what a model's cast adds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_books import EXAMPLES, book_of

from commands import fabula
from fabula.errors import UsageError
from fabula.reading.cast import Cast, find_cast
from fabula.reading.corrections import load_roster, parse_roster, roster_text, with_corrections
from fabula.reading.reading import Character
from fabula.reading.roster_edits import as_listed, joined, struck_out
from fabula.text.book import Book
from fabula.text.roster import Listed, Roster

SCHLEGELS = book_of(
    "Margaret laughed. Helen Schlegel played. “Miss Schlegel!” said Henry. Margaret rose. “Yes?” said Helen. Miss "
    "Schlegel had gone. “Meg!” cried Helen, and Meg came. Henry was with the tall dwarf Bruno.",
    "Mr. Wilcox smiled at Margaret. Mr. Wilcox had money. Oniton had a castle, and Oniton had a hill. Helen wept.",
)


def corrected(text: str, book: Book = SCHLEGELS) -> Cast:
    return find_cast(replace(book, roster=parse_roster(text, "people.toml")))


def forms(cast: Cast) -> dict[str, set[str]]:
    return {each.name: {each.name, *each.aliases} for each in cast.characters}


def test_names_listed_under_one_person_are_that_person() -> None:
    cast = corrected('[[person]]\nname = "Henry Wilcox"\naliases = ["Henry", "Mr. Wilcox"]\ngender = "m"')
    henry = next(each for each in cast.characters if each.name == "Henry Wilcox")
    assert set(henry.aliases) == {"Henry", "Mr. Wilcox"}
    assert (henry.mentions, henry.gender, henry.mentions_by_chapter) == (4, "m", (2, 2))


def test_a_name_is_taken_from_one_person_by_listing_it_under_another() -> None:
    before = forms(find_cast(SCHLEGELS))
    assert "Miss Schlegel" in before["Helen Schlegel"] | before.get("Helen", set())
    after = forms(corrected('[[person]]\nname = "Margaret"\naliases = ["Meg", "Miss Schlegel"]'))
    assert after["Margaret"] == {"Margaret", "Meg", "Miss Schlegel"}
    assert "Miss Schlegel" not in after["Helen Schlegel"] and "Helen" in after["Helen Schlegel"]


def test_what_is_nobody_is_left_out_and_what_was_not_found_is_added() -> None:
    cast = corrected('not_people = ["Oniton"]\n[[person]]\nname = "Bruno"\naliases = ["the tall dwarf"]')
    assert "Oniton" not in forms(cast)
    bruno = next(each for each in cast.characters if each.name == "Bruno")
    found = [mention.form for mention in cast.mentions if cast.characters[mention.who] is bruno]
    assert found == ["the tall dwarf", "Bruno"]


def test_chinese_names_are_corrected_too() -> None:
    book = book_of("玄德道：“好。”刘备大喜。玄德笑道：“请。”刘备道：“走。”", language="zh")
    cast = corrected('[[person]]\nname = "刘备"\naliases = ["玄德"]', book)
    assert forms(cast)["刘备"] == {"刘备", "玄德"}
    assert cast.characters[0].mentions == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[[person]]\nname = "A"\n\n[[person]]\nnick = "B"',
            "line 4: a person has name, aliases and gender, not nick",
        ),
        ('[[person]]\naliases = ["A"]', 'line 1: this person has no name: write name = "..."'),
        ('\n[[person]]\nname = "A"\naliases = "B"', "line 2: the aliases of A are a list of names"),
        ('[[person]]\nname = "A"\ngender = "x"', "line 1: the gender of A is 'x'"),
        ('[[person]]\nname = "A"\n[[person]]\nname = "A"', "line 3: A is listed under A and under A"),
        ('not_people = ["A"]\n[[person]]\nname = "A"', "line 2: A is listed under not_people and under A"),
        ("# x\npersons = 1", "line 2: persons is unknown; write [[person]] or not_people"),
        ('not_people = "A"', "line 1: not_people takes names"),
        ('[person]\nname = "A"', "line 1: write [[person]] with two brackets"),
        ('[[person]\nname = "A"', "people.toml is not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_roster(text, "people.toml")
    assert said in str(refused.value)


def test_what_is_written_reads_back_and_changes_nothing(tmp_path: Path) -> None:
    cast = find_cast(SCHLEGELS)
    file = tmp_path / "people.toml"
    file.write_text(roster_text("Howards End", cast.characters), encoding="utf-8")
    again = find_cast(with_corrections(SCHLEGELS, file))
    assert forms(again) == forms(cast) and again.mentions == cast.mentions
    with pytest.raises(UsageError, match="there is no such file"):
        load_roster(tmp_path / "other.toml")


def test_a_models_cast_joins_names_that_do_not_contradict_each_other() -> None:
    told = (
        Character("Henry Wilcox", ("Henry", "Mr. Wilcox", "her husband")),
        Character("Margaret Schlegel", ("Margaret", "Meg", "Helen", "Bruno")),
        Character("Helen Schlegel", ("Helen", "Bruno")),
    )
    found = forms(find_cast(SCHLEGELS, told))
    assert any({"Henry", "Mr. Wilcox"} <= each for each in found.values())
    assert any({"Margaret", "Meg"} <= each and "Helen" not in each for each in found.values())


def test_the_commands_write_the_file_and_take_it_back(tmp_path: Path) -> None:
    book, file = EXAMPLES / "the-tide-house.epub", tmp_path / "people.toml"
    assert fabula("outline", book, "--people-out", file).returncode == 0
    again = fabula("outline", book, "--people-out", file)
    assert again.returncode == 2 and "may hold corrections" in again.stderr
    file.write_text('[[person]]\nname = "The Keeper’s Daughter"\naliases = ["Nell"]\n', encoding="utf-8")
    plain = json.loads(fabula("outline", book, "--json").stdout)
    changed = json.loads(fabula("outline", book, "--people", file, "--json").stdout)
    assert "The Keeper’s Daughter" in {one["name"] for one in changed["cast"]}
    assert changed["signature"] != plain["signature"]
    graph = json.loads(fabula("facts", "graph", book, "--people", file, "--json").stdout)
    assert "The Keeper’s Daughter" in json.dumps(graph["nodes"], ensure_ascii=False)
    report = json.loads(
        fabula("evaluate", book, "--people", file, "--json", "--out", tmp_path / "out").stdout
    )
    assert "The Keeper’s Daughter" in json.dumps(report, ensure_ascii=False)


def test_changes_on_a_page_make_the_file_that_the_command_line_takes() -> None:
    found = [
        Listed("Mr. Wilcox", ("Wilcox",), "m"),
        Listed("Henry"),
        Listed("Helen", ("Miss Helen",), "f"),
        Listed("Oniton"),
    ]
    roster = joined(Roster(), found[:2], "", found)
    assert roster.people == (Listed("Mr. Wilcox", ("Wilcox", "Henry"), "m"),)
    roster = struck_out(roster, [found[3]])
    rows = as_listed(found, roster)
    assert [(one.name, len(parts)) for one, parts in rows] == [("Mr. Wilcox", 2), ("Helen", 1)]
    roster = joined(roster, [rows[0][0]], " Henry  Wilcox ", [one for one, _ in rows])
    assert parse_roster(roster_text("Howards End", roster.people, roster.nobody), "people.toml") == roster
    assert roster.people[0].names == ("Henry Wilcox", "Mr. Wilcox", "Wilcox", "Henry")
    with pytest.raises(UsageError, match="already a name of Helen"):
        joined(roster, [rows[0][0]], "Miss Helen", [one for one, _ in rows])
    assert struck_out(roster, [roster.people[0]]).people == ()
