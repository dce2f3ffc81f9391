"""One chapter by everyone who wrote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.errors import UsageError
from fabula.notices import Notice
from fabula.novelists.line_files import read_lines
from fabula.novelists.lines import Score, Story, Synopsis
from fabula.novelists.side_by_side import side_by_side
from fabula.novelists.vectors import kind_of


def score(model: str, judge: str, value: float | None, **more: object) -> Score:
    return Score.model_validate(
        {"model": model, "story": "lamp", "chapter": 1, "judge": judge, "score": value, "words": 900,
         "scores": {"dialogue": value, "atmosphere": value}, "trouble": "" if value else "malformed", **more}
    )  # fmt: skip


def test_humans_come_first_and_scores_are_means_over_judges() -> None:
    stories = [Story(model="m/a", story="lamp", chapter=1, text="It went out.", language="en")]
    scores = [
        score("m/a", "kind", 4.0), score("m/a", "stern", 3.0), score("shelf", "kind", 3.5, setting="human"),
    ]  # fmt: skip
    (chapter,) = side_by_side(
        stories, scores, [Synopsis(story="lamp", chapter=1, language="en", plot=("Dark",))]
    )
    human, model = chapter.written
    assert (human.writer, human.human, human.text) == ("shelf", True, None)
    assert (model.scores, model.judgements, model.language) == ({"dialogue": 3.5, "atmosphere": 3.5}, 2, "en")
    assert chapter.synopsis and chapter.synopsis.plot == ("Dark",)


def test_what_was_refused_or_lost_is_told_and_is_no_zero() -> None:
    stories = [Story(model="m/a", story="lamp", chapter=1, text="", trouble="refusal: no")]
    (chapter,) = side_by_side(stories, [score("m/a", "kind", None, written="refusal: no")])
    (one,) = chapter.written
    assert (str(one.trouble), one.scores, one.judgements) == ("refusal: no", {}, 0)
    assert [str(each) for each in one.unjudged] == ["kind: malformed"]
    assert one.document()["trouble"]["code"] == "models.refusal"


def test_a_writer_who_was_told_the_criteria_is_another_writer() -> None:
    told = Story(model="m/a", story="lamp", chapter=1, text="B", setting="explicit")
    plain = Story(model="m/a", story="lamp", chapter=1, text="A")
    (chapter,) = side_by_side([told, plain], [])
    assert [(one.writer, one.text) for one in chapter.written] == [("m/a", "A"), ("m/a (explicit)", "B")]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('{"model": "m", "story": "s", "chapter": 1, "judge": "j"}', "scores"),
        ('{"model": "m", "story": "s", "chapter": 1, "text": "t"}', "stories"),
        ('{"first": "a", "second": "b", "story": "s", "chapter": 1, "judge": "j"}', "duels"),
        ('{"story": "s", "chapter": 1, "language": "en", "plot": []}', "synopses"),
        ('{"model": "m", "story": "s", "chapter": 1, "abstain": true, "diagnostics": {}}', "gauged"),
        ('{"question": "Who?"}', None),
        ("[" * 100_000, None),
        ("not JSON", None),
    ],
)
def test_a_file_is_known_by_the_fields_of_its_first_line(tmp_path: Path, line: str, kind: str | None) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    assert kind_of(path) == kind


def test_a_score_that_is_no_number_is_told_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text('{"model": "m", "story": "s", "chapter": 1, "judge": "j", "score": NaN}\n')
    with pytest.raises(UsageError, match=r"scores\.jsonl, line 1"):
        read_lines(path, Score)


def test_a_reason_that_an_earlier_version_wrote_as_text_is_read() -> None:
    old = {"model": "m/a", "story": "lamp", "chapter": 1, "text": ""}
    cut, own, none = (
        Story.model_validate({**old, "trouble": each}) for each in ("cut off: at 90", "a flood", "")
    )
    assert cut.trouble == Notice.of("models.cut-off", why="at 90")
    assert own.trouble == Notice.of("novelists.noted", said="a flood") and none.trouble is None
    assert Story.model_validate_json(cut.model_dump_json()) == cut
