"""The sample texts contain what the other tests and the demo depend on."""

from __future__ import annotations

import json
import re
import runpy
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from fabula import samples

EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS = {
    "wrong person",
    "wrong relation",
    "wrong place",
    "wrong number",
    "negation",
    "invented event",
    "swapped roles",
    "wrong order",
}
ERRORS: list[dict[str, Any]] = json.loads((EXAMPLES / "the-tide-house.errors.json").read_text("utf-8"))[
    "errors"
]


def sample(name: str) -> str:
    return (EXAMPLES / name).read_text(encoding="utf-8")


def novella_chapters() -> list[str]:
    return re.split(r"^Chapter \w+: .+$", sample("the-tide-house.txt"), flags=re.MULTILINE)[1:]


def test_the_epub_is_what_the_text_builds() -> None:
    build = runpy.run_path(str(EXAMPLES / "build.py"))["build"]
    assert (EXAMPLES / "the-tide-house.epub").read_bytes() == build(sample("the-tide-house.txt"))


def test_the_novella_has_eleven_chapters_scene_breaks_and_some_eight_thousand_words() -> None:
    text = sample("the-tide-house.txt")
    assert len(novella_chapters()) == 11
    assert text.count("\n\n***\n\n") >= 8
    assert 8_000 <= len(text.split()) <= 9_000


def test_the_chinese_story_has_six_chapters_and_can_be_written_in_gb18030() -> None:
    text = sample("seven-keys.zh.txt")
    headings = re.findall(r"^第[一二三四五六]章 .+$", text, flags=re.MULTILINE)
    letters = [letter for letter in text if unicodedata.category(letter)[0] in "LP"]
    assert len(headings) == 6
    assert 4_400 <= len(letters) <= 5_600
    assert text.encode("gb18030").decode("gb18030") == text


def test_the_samples_in_the_package_are_the_examples() -> None:
    for name in samples.STORIES.values():
        assert samples.sample(name) == (EXAMPLES / name).read_bytes()


def test_the_eight_planted_errors_are_of_eight_kinds() -> None:
    assert {error["kind"] for error in ERRORS} == KINDS
    assert len(ERRORS) == len(KINDS)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error["kind"])
def test_a_planted_error_stands_in_the_faulty_synopsis_and_the_novella_proves_it(
    error: dict[str, Any],
) -> None:
    faithful, faulty = sample("the-tide-house.synopsis.txt"), sample("the-tide-house.faulty-synopsis.txt")
    assert faulty.count(error["sentence"]) == 1
    assert error["sentence"] not in faithful
    assert faithful.count(error["truth"]) == 1
    assert error["truth"] not in faulty
    assert error["quotation"] in novella_chapters()[error["chapter"] - 1]


def test_the_two_synopses_differ_in_the_planted_sentences_alone() -> None:
    mended = sample("the-tide-house.faulty-synopsis.txt")
    for error in ERRORS:
        mended = mended.replace(error["sentence"], error["truth"])
    assert mended == sample("the-tide-house.synopsis.txt")
