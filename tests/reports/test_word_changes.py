"""What became of a sentence, word by word."""

from __future__ import annotations

import pytest

from fabula.reports.word_changes import word_changes

PAIRS = [
    ("en", "The water took twenty-three minutes, and rose.", "The water took forty-one minutes to rise.", "twenty-three"),
    ("en", "Ida’s  stair <b>&amp;</b>", "Ida's stair", "’"),
    ("zh", "水位用了二十三分钟到达十八英尺。", "水位用了四十一分钟到达十八英尺！", "二十三"),
    ("en", "", "All is new.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("language", "before", "after", "gone"), PAIRS)
def test_the_runs_give_both_sentences_back(language: str, before: str, after: str, gone: str) -> None:
    runs = word_changes(before, after, language)
    assert "".join(text for kind, text in runs if kind != "come") == before
    assert "".join(text for kind, text in runs if kind != "gone") == after
    assert gone in "".join(text for kind, text in runs if kind == "gone")


def test_what_stays_is_whole_words() -> None:
    runs = word_changes("Kit is Walter’s niece.", "Kit is Walter’s daughter.", "en")
    assert runs == [("same", "Kit is Walter’s "), ("gone", "niece"), ("come", "daughter"), ("same", ".")]


def test_words_that_changed_side_by_side_are_one_change() -> None:
    runs = word_changes(
        "that the bell did not ring before dawn", "that the bell rang for an hour before dawn", "en"
    )
    assert [kind for kind, _ in runs] == ["same", "gone", "come", "same"]
    assert ("gone", "did not ring") in runs and ("come", "rang for an hour") in runs
