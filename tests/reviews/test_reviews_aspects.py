"""What readers call an aspect, and where it belongs."""

import tomllib
from importlib import resources

import pytest

from fabula.reviews.aspects import AspectMatch, match_name, match_names, table
from fabula.rubrics.files import load


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Pacing", [AspectMatch("plot", "development")]),
        ("Character Development (Austin)", [AspectMatch("characters", "development")]),
        ("**World-Building:**", [AspectMatch("world", "world-building")]),
        ("Plot and Twists", [AspectMatch("plot")]),
        ("Writing Style and Pacing", [AspectMatch("writing", "style"), AspectMatch("plot", "development")]),
        ("Expectations vs. Reality", [AspectMatch("expectation")]),
        ("Author’s Writing Style", [AspectMatch("writing", "style")]),
        ("The unforgettable ending", [AspectMatch("plot", "ending")]),
        ("Cover Design", [AspectMatch("design")]),
        ("Trigger Warnings", [AspectMatch("content_warnings")]),
        ("文笔", [AspectMatch("writing")]),
        ("人物塑造", [AspectMatch("characters", "characterisation")]),
        ("结局与节奏", [AspectMatch("plot", "ending"), AspectMatch("plot", "development")]),
        ("作者的世界观", [AspectMatch("world", "world-building")]),
        ("Zorblax", []),
        ("", []),
    ],
)
def test_a_name_as_readers_write_it_finds_its_aspect(name: str, expected: list[AspectMatch]) -> None:
    assert list(match_name(name)) == expected


def test_every_place_in_the_table_is_one_of_the_rubric() -> None:
    known = {aspect.id: {sub.id for sub in aspect.sub_aspects} for aspect in load("longstory").aspects}
    for name, place in table().items():
        assert place.aspect in known, name
        assert place.sub_aspect is None or place.sub_aspect in known[place.aspect], name
    assert {place.aspect for place in table().values()} == set(known)


def test_the_table_knows_many_names_in_both_languages_and_each_stands_once() -> None:
    source = tomllib.loads(
        resources.files("fabula.reviews").joinpath("aspects.toml").read_text(encoding="utf-8")
    )
    names = [
        name
        for aspect in source.values()
        for key, entry in aspect.items()
        for name in (entry if key == "names" else entry["names"])
    ]
    assert len(names) == len(set(names)) and len(names) > 300
    assert sum("\u4e00" <= name[0] <= "\u9fff" for name in names) > 150


def test_the_rubrics_own_labels_and_ids_are_known() -> None:
    for aspect in load("longstory").aspects:
        labels = (aspect.id, aspect.en.label, aspect.zh.label if aspect.zh else aspect.id)
        for label in labels:
            assert [place.aspect for place in match_name(label)][:1] == [aspect.id], label


def test_names_that_nobody_knows_are_counted() -> None:
    matched = match_names(["Plot", "Zorblax", "Zorblax"])
    assert matched.unknown == {"Zorblax": 2} and set(matched.matches) == {"Plot"}


@pytest.mark.parametrize(
    ("name", "aspect", "sub_aspect"),
    [
        ("Turns", "plot", "development"),
        ("Coherence", "plot", "structure"),
        ("Conclusion", "plot", "ending"),
        ("Backstories", "characters", "development"),
        ("Intimacy", "characters", "relationships"),
        ("Fluency", "writing", "language"),
        ("Length", "writing", "readability"),
        ("Educational Value", "themes", "depth"),
        ("Cultural References", "world", "setting"),
        ("Sequel Potential", "enjoyment", "enjoyment"),
        ("Scare Factor", "expectation", "genre"),
        ("Warnings", "content_warnings", None),
    ],
)
def test_readers_terms_stand_where_the_papers_table_of_criteria_puts_them(
    name: str, aspect: str, sub_aspect: str | None
) -> None:
    assert match_name(name) == (AspectMatch(aspect, sub_aspect),)
