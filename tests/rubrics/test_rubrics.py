"""Rubrics: the shipped ones, and a user's own with its faults told."""

from pathlib import Path

import pytest

from fabula.errors import UsageError
from fabula.rubrics import files
from fabula.rubrics.rubric import Scale
from fabula.rubrics.verdict import AspectVerdict, Verdict

OWN = """
id = "thriller"
title = "Thrillers"
scale = { low = 1, high = 7 }
[[aspects]]
id = "dread"
[aspects.en]
label = "Dread"
definition = "Does the hair rise?"
"""


def test_longstory_scores_eight_aspects_and_names_four_more() -> None:
    rubric = files.load("longstory")
    assert [aspect.id for aspect in rubric.scored_aspects] == [
        "plot", "characters", "writing", "world", "themes", "emotion", "enjoyment", "expectation",
    ]  # fmt: skip
    assert len(rubric.aspects) == 12
    assert sum(len(aspect.sub_aspects) for aspect in rubric.aspects) == 20


@pytest.mark.parametrize("name", files.shipped_names())
def test_every_shipped_aspect_speaks_english_and_chinese(name: str) -> None:
    for aspect in files.load(name).aspects:
        assert aspect.wording("en").definition and aspect.wording("zh").definition
        assert aspect.wording("zh") is not aspect.wording("en")


def test_webnovel_has_the_eight_dimensions_on_one_to_five() -> None:
    rubric = files.load("webnovel")
    assert (rubric.scale.low, rubric.scale.high, len(rubric.aspects)) == (1, 5, 8)


def test_a_users_own_rubric_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "thriller.toml"
    file.write_text(OWN, encoding="utf-8")
    rubric = files.load(str(file))
    assert rubric.aspects[0].wording("zh").label == "Dread"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("low = 1", "low = 9"), "must be below its high"),
        (('id = "dread"', ""), "aspects.0.id"),
        (('label = "Dread"', 'lable = "Dread"'), "aspects.0.en.label"),
        (("[[aspects]]", "[[aspects"), "not valid TOML"),
    ],
)
def test_a_fault_in_a_rubric_is_told_with_its_place(change: tuple[str, str], says: str) -> None:
    with pytest.raises(UsageError, match=says.replace(".", r"\.")):
        files.parse(OWN.replace(*change), "thriller.toml")


def test_two_aspects_may_not_share_an_id() -> None:
    twice = OWN + OWN[OWN.index("[[aspects]]") :]
    with pytest.raises(UsageError, match="given twice: dread"):
        files.parse(twice, "thriller.toml")


def test_an_unknown_rubric_names_those_there_are() -> None:
    with pytest.raises(UsageError, match="longstory"):
        files.load("longstroy")


def test_a_digest_changes_with_the_wording() -> None:
    first, second = files.parse(OWN, "a"), files.parse(OWN.replace("hair", "skin"), "b")
    assert files.digest(first) != files.digest(second)


def test_a_score_keeps_its_place_on_another_scale() -> None:
    assert Scale(low=0, high=100).to(89, Scale(low=0, high=5)) == pytest.approx(4.45)


def test_a_verdict_names_the_scores_it_lacks() -> None:
    aspects = (AspectVerdict("plot", 80), AspectVerdict("themes", None))
    verdict = Verdict("b", "longstory", "summary", "m", 0, None, "", aspects)
    assert verdict.missing == ("themes",)


def test_a_misspelt_name_is_told_beside_what_is_missing() -> None:
    toml = 'id = "x"\ntitle = "X"\n[scale]\nlow = 0\nhigh = 10\n[[aspects]]\nid = "plot"\n[aspects.en]\nlable = "Plot"\ndefinition = "d"\n'
    with pytest.raises(
        UsageError, match=r"aspects\.0\.en\.label: Field required; aspects\.0\.en\.lable: Extra"
    ):
        files.parse(toml, "thriller.toml")
