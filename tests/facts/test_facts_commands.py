"""fabula facts, as a user types it; and a script of a hundred thousand tokens through all of it."""

from __future__ import annotations

import asyncio
import json
import random
import tracemalloc
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fabula.cli import app
from fabula.reports.facts import facts_page
from fabula.tokens import estimate_tokens
from facts.keyed import ERRORS, EXAMPLES, Key, told, wanted
from loopback import Loopback

STORY = EXAMPLES / "the-tide-house.txt"
FAULTY = EXAMPLES / "the-tide-house.faulty-synopsis.txt"


def facts(*arguments: object, code: int = 0) -> Any:
    result = CliRunner().invoke(app, ["facts", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


def document(*arguments: object) -> Any:
    return json.loads(facts(*arguments, "--json").stdout)


def test_check_without_a_model_says_what_it_cannot_see(tmp_path: Path) -> None:
    page = tmp_path / "marked.html"
    said = facts("check", FAULTY, "--book", STORY, "--embedder", "none", "--page", page).stdout
    told, shown = " ".join(said.split()), page.read_text(encoding="utf-8")
    figure = "of 23 sentences fit the words of the story"
    assert told.index("misses most swapped names") < told.index(figure) and "facts.embedded|summary:" in said
    assert shown.index("misses most swapped names") < shown.index("sentences fit the words of the story")
    assert shown.count('class="sentence') >= 23
    for sure in ("supported by the story", "the story says otherwise", "not in the story"):
        assert sure not in told and sure not in shown


def test_check_json_has_the_promised_fields() -> None:
    found = document("check", FAULTY, "--book", STORY, "--embedder", "none")
    assert {"score", "low", "high", "facts", "baselines", "signature", "usage"} <= set(found)
    for fact in found["facts"]:
        assert {"text", "sentence", "verdict", "reason", "correction", "evidence", "triples"} <= set(fact)
        assert all(set(line) == {"chapter", "quote", "verified"} for line in fact["evidence"])
    assert found["baselines"]["words"] > 300 and found["usage"]["calls"] == 0


def test_a_pasted_summary_is_checked_as_its_file_is() -> None:
    from fabula.facts.request import FactCheckRequest
    from fabula.facts.run import run_check

    text = FAULTY.read_text(encoding="utf-8")
    request = FactCheckRequest(book=STORY, summary_text=text, embedder="none")
    pasted = asyncio.run(run_check(request, None)).result.json_document
    from_file = document("check", FAULTY, "--book", STORY, "--embedder", "none")
    for name in ("request", "made_at"):
        del pasted[name], from_file[name]
    assert pasted == from_file


def test_a_summary_is_made_where_none_is_given_in_chinese_too() -> None:
    found = document("check", "--book", EXAMPLES / "seven-keys.zh.txt")
    assert found["summary"]["source"] == "TextRank" and found["score"] > 0.9


def test_a_summary_in_word_and_markdown_is_read(tmp_path: Path) -> None:
    import docx

    written = docx.Document()
    written.add_paragraph("Nell rang the bell. Ruth came to the Tide House.")
    written.save(str(tmp_path / "synopsis.docx"))
    (tmp_path / "synopsis.md").write_text("Nell *rang* the bell. Ruth came to the Tide House.\n")
    for name in ("synopsis.docx", "synopsis.md"):
        found = document("check", tmp_path / name, "--book", STORY, "--embedder", "none")
        assert [row["text"] for row in found["sentences"]] == [
            "Nell rang the bell.",
            "Ruth came to the Tide House.",
        ]


def test_graph_writes_json_graphml_and_a_drawing(tmp_path: Path, loopback: Loopback) -> None:
    loopback.answer = Key()
    drawing, gephi = tmp_path / "g.svg", tmp_path / "g.graphml"
    found = document("graph", STORY, "--model", "custom/x", "--base-url", loopback.url, "--embedder", "none", "--svg", drawing, "--graphml", gephi)  # fmt: skip
    nell = next(node for node in found["nodes"] if node["name"] == "Eleanor Marrable")
    assert set(nell) == {"id", "name", "aliases", "mentions", "first", "last"} and nell["aliases"] == ["Nell"]
    assert set(found["edges"][0]) == {"subject", "predicate", "object", "support", "scenes"}
    assert found["edges"][0]["support"] == 3 * 21
    assert "Nell" in drawing.read_text() or "Marrable" in drawing.read_text()
    ET.parse(drawing), ET.parse(gephi)


def test_refine_prints_what_it_changed_and_writes_the_summary(tmp_path: Path, loopback: Loopback) -> None:
    loopback.answer = Key()
    out = tmp_path / "mended.txt"
    found = document("refine", FAULTY, "--book", STORY, "--no-graph", "--embedder", "none", "--model", "custom/x", "--base-url", loopback.url, "--out", out)  # fmt: skip
    assert found["best"] == 1 and [one["score"] for one in found["rounds"]] == [pytest.approx(15 / 23), 1.0]
    assert {one["before"] for one in found["rounds"][1]["diff"]} == {error["sentence"] for error in ERRORS}
    first, second = found["rounds"]
    assert first["gain"] is None and second["gain"] == pytest.approx(8 / 23)
    assert first["usage"]["calls"] > 0 and second["usage"]["calls"] >= 2 * len(ERRORS)
    assert first["usage"]["calls"] + second["usage"]["calls"] == found["usage"]["calls"]
    assert out.read_text(encoding="utf-8").strip() == (EXAMPLES / "the-tide-house.synopsis.txt").read_text(encoding="utf-8").strip()  # fmt: skip
    assert found["signature"].startswith("facts.refine.model.nograph|m:custom/x|search:bm25|n:1|T:0")


def test_a_graph_made_before_is_used_in_place_of_a_new_one(tmp_path: Path, loopback: Loopback) -> None:
    loopback.answer = Key()
    kept = tmp_path / "graph.json"
    kept.write_text(facts("graph", STORY, "--json").stdout, encoding="utf-8")
    document("check", FAULTY, "--book", STORY, "--graph", kept, "--embedder", "none", "--model", "custom/x", "--base-url", loopback.url)  # fmt: skip
    assert not any("entities" in wanted(request.body) for request in loopback.requests)


@pytest.mark.parametrize(
    ("arguments", "cure"),
    [
        (("refine", FAULTY, "--book", STORY), "--model"),
        (("check", FAULTY, "--book", STORY, "--checker", "model"), "--checker embedded"),
        (("check", FAULTY, "--book", STORY, "--checker", "nli"), "--nli-model"),
        (("check", "no-such.txt", "--book", STORY), "there is no summary"),
    ],
)
def test_what_is_missing_is_said_in_one_line(arguments: tuple[object, ...], cure: str) -> None:
    result = CliRunner().invoke(app, ["facts", *map(str, arguments)])
    assert result.exit_code != 0 and cure in str(result.exception)


def test_a_page_escapes_what_it_is_given() -> None:
    from fabula.facts.request import FactCheckRequest
    from fabula.facts.run import run_check

    hostile = "Nell <script>alert(1)</script> rang."
    answer = asyncio.run(run_check(FactCheckRequest(book=STORY, summary_text=hostile, embedder="none"), None))
    assert "<script>alert" not in facts_page(answer)


def long_script(path: Path) -> None:
    """A film of 260 scenes and more than 100,000 tokens, from a few turns of phrase."""
    chance = random.Random(4)
    people = ["MARA QUILL", "TOM FENN", "ODA REISS", "CAPTAIN HALE", "LIS"]
    lines = [
        "The lamp on the far wall goes out and somebody laughs in the dark.",
        "We were promised a boat before the frost, and there is no boat.",
        "She counts the coins twice and puts one back into the drawer.",
        "If you knew about the letter you should have said so in the spring.",
        "Outside the snow has begun to fall on the roofs of the harbour.",
    ]
    scenes = []
    for number in range(1, 261):
        speeches = "\n\n".join(
            f"{chance.choice(people)}\n{' '.join(chance.choice(lines) for _ in range(5))} ({number}-{turn})"
            for turn in range(5)
        )
        scenes.append(f"INT. PLACE {number} - NIGHT\n\n{speeches}")
    path.write_text("\n\n".join(scenes), encoding="utf-8")


def test_a_script_of_a_hundred_thousand_tokens_goes_through_with_bounded_memory(
    tmp_path: Path, loopback: Loopback
) -> None:
    script = tmp_path / "film.fountain"
    long_script(script)
    assert estimate_tokens(script.read_text(encoding="utf-8")) > 100_000
    summary = tmp_path / "summary.txt"
    summary.write_text("Mara Quill counts the coins. Tom Fenn is promised a boat. Lis burns the letter.")

    def answer(body: dict[str, Any]) -> Any:
        fields, question = wanted(body), body["messages"][-1]["content"]
        if "entities" in fields:
            return told({"entities": [{"name": "Mara Quill", "aliases": ["MARA QUILL"]}, {"name": "Lis", "aliases": []}], "relations": [{"subject": "Mara Quill", "predicate": "speaks to", "object": "Lis"}]})  # fmt: skip
        if "facts" in fields:
            return told({"facts": [question.rpartition("apart:\n\n")[2].split("\n")[1]]})
        if "verdict" in fields:
            bad = "burns" in question
            return told(
                {
                    "reason": "",
                    "quotation": "" if bad else "We were promised a boat before the frost",
                    "verdict": "not_found" if bad else "supported",
                    "correction": "",
                }
            )
        return told({"sentence": "Lis knows of the letter."})

    loopback.answer, loopback.record = answer, False
    asked = ("--model", "custom/x", "--base-url", loopback.url, "--embedder", "none", "--graph-rounds", 1)
    plan = document("refine", summary, "--book", script, *asked, "--dry-run")
    steps = {step["step"]: step for step in plan["steps"]}
    assert set(steps) == {"character graph", "atomic facts", "verdict", "rewriting"}
    assert steps["character graph"]["calls"] == 260 and steps["character graph"]["input_tokens"] > 100_000
    assert loopback.count == 0
    tracemalloc.start()
    found = document("refine", summary, "--book", script, *asked)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found["best"] == 1 and found["score"] == 1.0
    assert most < 200 * 2**20
