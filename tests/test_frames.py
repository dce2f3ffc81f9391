"""Results as data frames and as tables in notebooks."""

import sys
from types import ModuleType

import pytest

import fabula
from fabula.errors import UsageError
from fabula.extras import MissingExtra
from fabula.frames import frame, table

STORY = "The door was open. Ruth came in and shut it behind her. “Who is there?” said Nell.\n\n" * 20


@pytest.fixture(scope="module")
def outline(tmp_path_factory: pytest.TempPathFactory) -> object:
    place = tmp_path_factory.mktemp("story") / "story.txt"
    place.write_text(f"Chapter 1\n\n{STORY}\n\nChapter 2\n\n{STORY}", encoding="utf-8")
    return fabula.outline(place).result


@pytest.fixture
def polars(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A machine with polars and without pandas."""
    made = ModuleType("polars")
    made.DataFrame = list
    monkeypatch.setitem(sys.modules, "polars", made)
    monkeypatch.setattr("fabula.frames.find_spec", lambda name: name == "polars" or None)
    return made


@pytest.mark.usefixtures("polars")
def test_a_list_of_rows_becomes_a_data_frame(outline: object) -> None:
    assert [row["number"] for row in outline.to_frame("chapters")] == [1, 2]
    assert outline.to_frame() in (outline.to_frame("chapters"), outline.to_frame("cast"))
    with pytest.raises(UsageError, match="chapters"):
        outline.to_frame("nothing")


@pytest.mark.usefixtures("polars")
def test_what_is_nested_has_its_place_in_the_name() -> None:
    notice = {"code": "a.b", "fields": {}, "text": "A sentence."}
    assert frame([{"a": 1, "all": {"right": 2, "deep": {"x": 3}}, "what": notice, "none": {}}]) == [
        {"a": 1, "all.right": 2, "all.deep.x": 3, "what": "A sentence.", "none": {}}
    ]


def test_without_a_package_for_data_frames_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match=r"fabula\[notebook\]"):
        frame([{"a": 1}])


def test_a_result_shows_its_tables_and_its_signature_in_a_notebook(outline: object) -> None:
    page = outline._repr_html_()
    assert "<h4>chapters</h4><table><tr><th>number</th>" in page and outline.signature in page
    shown = table([{"a": f"<b>{'x' * 300}", "n": 1 / 3}] * 30)
    assert "&lt;b&gt;" in shown and "0.3333" in shown and "20 of 30 rows" in shown and "x" * 200 not in shown
