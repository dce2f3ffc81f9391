"""What became of a sentence, word by word."""

from __future__ import annotations

import pytest

from fabula.reports.rewording import reworded

PAIRS = [
    ("en", "The water took twenty-three minutes, and rose.", "The water took forty-one minutes to rise.", "twenty-three"),
    ("en", "Ida’s  stair <b>&amp;</b>", "Ida's stair", "’"),
    ("zh", "水位用了二十三分钟到达十八英尺。", "水位用了四十一分钟到达十八英尺！", "二十三"),
    ("en", "", "All is new.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("language", "before", "after", "gone"), PAIRS)
def test_the_runs_give_both_sentences_back(language: str, before: str, after: str, gone: str) -> None:
    runs = reworded(before, after, language)
    assert "".join(text for kind, text in runs if kind != "come") == before
    assert "".join(text for kind, text in runs if kind != "gone") == after
    assert gone in "".join(text for kind, text in runs if kind == "gone")


def test_what_stays_is_whole_words() -> None:
    runs = reworded("Kit is Walter’s niece.", "Kit is Walter’s daughter.", "en")
    assert runs == [("same", "Kit is Walter’s "), ("gone", "niece"), ("come", "daughter"), ("same", ".")]
