"""The tables of NarrativeFactScore: the figures of the released data, and the shapes of the others on files of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from commands import fabula
from fabula.benchmarks.conan import annotated, matched
from fabula.benchmarks.faithfulness import CheckerScores, Labelled, fables, recorded, storysumm
from fabula.benchmarks.narrativefactscore import best_threshold, overlap, row, words
from fabula.benchmarks.scripts import given_summaries, scripts
from fabula.cli import app
from fabula.errors import UsageError
from fabula.measures.agreement import kendall, spearman
from fabula.reading.graph import Notes, build
from fabula.reading.scenelist import scenes
from facts.keyed import wanted
from loopback import Loopback

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"


def released(name: str) -> Path:
    if not (DATA / name).is_dir():
        pytest.skip(f"{name} is not at hand (data beside the checkout)")
    return DATA / name


def truth(items: tuple[Labelled, ...], said: CheckerScores) -> tuple[list[float], list[float]]:
    return [said.scores[item.id] for item in items], [item.faithful for item in items]


def test_the_one_fault_of_storysumm_is_named_and_mended() -> None:
    found = storysumm(released("storysumm"))
    assert len(found.items) == 96 and "line 1455" in found.notes[0]


@pytest.fixture(scope="module")
def baselines() -> dict[str, CheckerScores]:
    """What every baseline says of the release: ROUGE takes seconds."""
    items = storysumm(released("storysumm")).items
    return {one.checker: one for one in [words(items), *overlap(items)]}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("words", (0.41, 0.31)),
        ("rouge1", (0.247, 0.177)),
        ("rouge2", (0.297, 0.217)),
        ("rougeL", (0.310, 0.225)),
    ],
)
def test_baselines_agree_with_people_as_they_should(
    baselines: dict[str, CheckerScores], kind: str, expected: tuple[float, float]
) -> None:
    items = storysumm(released("storysumm")).items
    said = baselines[f"baseline:{kind}"]
    digits = 2 if kind == "words" else 3
    for measure, value in zip((spearman, kendall), expected, strict=True):
        found = measure(*truth(items, said))
        assert isinstance(found, float) and found == pytest.approx(value, abs=0.6 * 10**-digits)


def test_unieval_at_its_published_threshold() -> None:
    folder = released("storysumm")
    items = storysumm(folder).items
    found = row(recorded(folder, "unieval", items), items)
    assert found["by_split"]["val"] == pytest.approx(0.653, abs=0.0006)
    assert found["by_split"]["test"] == pytest.approx(0.518, abs=0.0006)


def test_labels_that_do_not_line_up_are_left_out_for_that_checker_alone() -> None:
    folder = released("storysumm")
    items = storysumm(folder).items
    assert len(recorded(folder, "minicheck-flan-t5-large", items).left_out) == 7
    assert not recorded(folder, "fables-gpt-4-turbo-preview", items).left_out


def test_fables_has_its_counts() -> None:
    found = fables(released("fables"))
    assert found.counts == {"Yes": 2422, "PartialSupport": 419, "No": 247, "Inapplicable": 70}
    assert len(found.items) == 130


def test_a_row_holds_intervals_and_says_why_a_figure_is_missing() -> None:
    items = tuple(Labelled(str(n), "word " * (n + 5), (), (), n / 9, int(n > 4)) for n in range(10))
    found = row(CheckerScores("a", {item.id: item.faithful for item in items}, None), items)
    assert found["spearman"] == pytest.approx(1) and found["auc"] == 1 and found["n"] == 10
    assert (
        set(found["intervals"]) >= {"spearman", "kendall", "auc"} and found["intervals"]["spearman"][0] > 0.9
    )
    constant = row(CheckerScores("b", dict.fromkeys((item.id for item in items), 1.0), None), items)
    assert constant["spearman"] is None and "constant" in constant["why"]["spearman"]["text"]


def test_a_threshold_is_the_best_on_validation() -> None:
    assert best_threshold([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]) == 0.2


def small_storysumm(folder: Path, tail: str = ",") -> Path:
    rows = {}
    for n in range(12):
        true = n % 2
        rows[f"s{n}"] = {
            "label": true,
            "errors": [1, true],
            "story": f"Anna and Ben kept a shop in town {n}. The storm took the roof. Ben mended it for two days with his sister.",
            "summary": [
                "Anna and Ben kept a shop.",
                "Ben mended the roof." if true else "Zebulon flew to Mars in 1999.",
            ],
            "claims": ["a", "b"],
            "split": "val" if n < 4 else "test",
        }
    text = json.dumps(rows, indent=1)
    (folder / "storysumm.json").write_text(text.replace('"a",\n', f'"a"{tail}\n', 1), encoding="utf-8")
    place = folder / "predicted_labels"
    place.mkdir()
    labels = {
        key: {"sentence_labels": value["errors"][: 1 if key == "s3" else 2], "label": value["label"]}
        for key, value in rows.items()
    }
    (place / "oracle.json").write_text(json.dumps(labels))
    return folder


def shown(*arguments: object, code: int = 0) -> Any:
    result = CliRunner().invoke(app, ["bench", "narrativefactscore", *map(str, arguments), "--json"])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_the_command_puts_checkers_and_baselines_in_one_table(tmp_path: Path) -> None:
    document = shown("--dataset", "storysumm", "--data", small_storysumm(tmp_path, ', "'))
    rows = {one["checker"]: one for one in document["rows"]}
    assert {"baseline:words", "baseline:rougeL", "embedded", "recorded:oracle"} <= set(rows)
    assert rows["recorded:oracle"]["left_out"] == ["s3"] and rows["recorded:oracle"]["n"] == 11
    assert rows["embedded"]["auc"] == 1.0 and rows["embedded"]["n"] == 12
    assert "stray quotation mark" in document["notes"][0]


def test_another_fault_in_the_file_is_not_mended(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not valid JSON at line"):
        storysumm(small_storysumm(tmp_path, ", oops"))


def test_a_model_is_judged_beside_the_baselines(tmp_path: Path, loopback: Loopback) -> None:
    def answer(body: dict[str, Any]) -> dict[str, Any]:
        if "entities" in wanted(body):
            return {"entities": [], "relations": []}
        question = body["messages"][-1]["content"]
        if "facts" in wanted(body):
            return {
                "facts": [
                    "Zebulon flew." if "Zebulon" in question.rpartition("Take this")[2] else "It is so."
                ]
            }
        bad = "Zebulon" in question
        return {
            "reason": "",
            "quotation": "",
            "verdict": "not_found" if bad else "supported",
            "correction": "",
        }

    loopback.answer = answer
    document = shown(
        "--dataset", "storysumm", "--data", small_storysumm(tmp_path), "--checker", "model",
        "--model", "custom/judge", "--base-url", loopback.url, "--no-graph",
    )  # fmt: skip
    row = document["rows"][-1]
    assert row["checker"] == "custom/judge, no graph" and row["balanced_accuracy"] == 1.0
    assert document["signature"].startswith("bench-narrativefactscore|m:custom/judge|search:bm25")


SCENE = "INT. SHOP - NIGHT\n\nAnna counts the money. Ben bars the door. The storm takes the roof."


@pytest.mark.parametrize(
    "record",
    [
        {"movie_name": "The Roof", "script": f"<script><scene><scene_description>{SCENE}</scene_description></scene><scene>{SCENE}</scene></script>", "summary": "A storm takes a roof."},
        {"name": "The Roof", "scenes": [SCENE, ["ANNA", "Hold the door!"]], "summary": ["A storm takes a roof."]},
    ],
    ids=["moviesum", "mensa"],
)  # fmt: skip
def test_scripts_are_read_scene_by_scene(tmp_path: Path, record: dict[str, Any]) -> None:
    path = tmp_path / "films.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    (script,) = scripts(path)
    assert script.book.title == "The Roof" and len(script.book.chapters) == 2
    assert "<" not in script.book.chapters[0].text and script.summary == "A storm takes a roof."


def test_a_script_without_scenes_is_refused_by_its_place(tmp_path: Path) -> None:
    (tmp_path / "films.json").write_text('[{"name": "x", "summary": "y", "scenes": []}]')
    with pytest.raises(UsageError, match="record 1"):
        scripts(tmp_path)


def test_the_refinement_table_has_a_row_a_round(tmp_path: Path, loopback: Loopback) -> None:
    path = tmp_path / "films.jsonl"
    path.write_text(
        json.dumps(
            {"name": "The Roof", "scenes": [SCENE] * 2, "summary": "A storm takes the roof of a shop."}
        )
    )

    def answer(body: dict[str, Any]) -> dict[str, Any] | str:
        fields, question = wanted(body), body["messages"][-1]["content"]
        if not fields:
            return "A whale takes the roof."
        if "entities" in fields:
            return {"entities": [], "relations": []}
        if "facts" in fields:
            return {"facts": ["The whale takes it." if "whale" in question else "The storm takes it."]}
        if "verdict" in fields:
            bad = "whale" in question
            return {
                "reason": "",
                "quotation": "" if bad else "The storm takes the roof.",
                "verdict": "contradicted" if bad else "supported",
                "correction": "",
            }
        return {"sentence": "A storm takes the roof."}

    loopback.answer = answer
    given = tmp_path / "led.jsonl"
    given.write_text(json.dumps({"story": "The Roof", "system": "LED", "summary": "A whale takes a shop."}))
    document = shown("--dataset", "mensa", "--data", path, "--rounds", 2, "--summaries", given, "--factscore", "--model", "custom/x", "--base-url", loopback.url)  # fmt: skip
    rows = document["rows"]
    assert [one["summary"] for one in rows] == ["TextRank", "LED", "round 0", "round 1", "round 2"]
    assert [one["score"] for one in rows] == [1.0, 0.0, 0.0, 1.0, 1.0] == [one["factscore"] for one in rows]
    assert rows[3]["rouge1"] > rows[2]["rouge1"]
    assert [one["row"] for one in document["published"]][:3] == ["TextRank", "LED", "LongT5"]
    assert document["published"][-1]["figures"]["score"] == 93.31


@pytest.mark.parametrize("dataset", ["conan", "storysumm"])
def test_the_embedder_that_is_named_is_the_one_that_is_used(
    dataset: str, tmp_path: Path, loopback: Loopback
) -> None:
    data = small_storysumm(tmp_path)
    more: tuple[object, ...] = ("--bart", tmp_path)
    if dataset == "conan":
        data = tmp_path / "conan.json"
        data.write_text('[{"title": "The Shop", "text": "Anna Reed is Ben.", "relations": []}]')
        more = ("--model", "custom/x", "--base-url", loopback.url)
    done = fabula(
        "bench", "narrativefactscore", "--dataset", dataset, "--data", data, "--embedder", "nothing", *more
    )
    assert done.returncode == 2 and "--embedder nothing: write minilm" in done.stderr


def test_systems_are_tested_against_each_other_story_by_story_without_a_model(tmp_path: Path) -> None:
    story = "Anna kept a shop by the sea. The storm took the roof. Ben mended it in two days. "
    films = [
        {"name": f"Film {n}", "scenes": [story * 2], "summary": "A storm takes a roof."} for n in range(2)
    ]
    (tmp_path / "films.json").write_text(json.dumps(films))
    made = [{"story": one["name"], "system": "mine", "summary": "The storm took the roof."} for one in films]
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, made)))
    document = shown("--dataset", "moviesum", "--data", tmp_path / "films.json", "--summaries", tmp_path / "mine.jsonl", "--checker", "embedded")  # fmt: skip
    assert [one["n"] for one in document["rows"]] == [2, 2] and document["rows"][1]["score"] is not None
    (test,) = document["tests"]
    assert {test["first"], test["second"]} == {"TextRank", "mine"} and test["n"] == 2 and 0 < test["p"] <= 1
    assert {one["table"] for one in document["published"]} == {2, 4}
    with pytest.raises(UsageError, match="no story is named"):
        given_summaries(tmp_path / "mine.jsonl", scripts(_other(tmp_path, films)))


def _other(folder: Path, films: list[dict[str, Any]]) -> Path:
    path = folder / "other.json"
    path.write_text(json.dumps([{**films[0], "name": "Another"}]))
    return path


def test_a_graph_is_held_against_annotated_relations(tmp_path: Path) -> None:
    path = tmp_path / "conan.json"
    path.write_text(
        json.dumps(
            [
                {
                    "title": "The Shop",
                    "text": "Anna Reed is Ben's sister.",
                    "relations": [
                        {"subject": "Anna Reed", "relation": "sister of", "object": "Ben"},
                        {"subject": "Ben", "relation": "rival of", "object": "Carl"},
                    ],
                }
            ]
        )
    )
    (story,) = annotated(path)
    notes = Notes(
        1, (("Anna Reed", "Anna"), ("Ben",)), (("Anna", "sister of", "Ben"), ("Ben", "fears", "Anna"))
    )
    found = matched(build(story.book, scenes(story.book), [notes], None, 1), story.relations, None)
    assert found["exact"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5} and found["pairs"]["recall"] == 0.5
