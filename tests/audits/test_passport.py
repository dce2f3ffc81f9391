"""`fabula audit all`: the passport of a judge, and two judges against each other."""

from __future__ import annotations

import json
from html import escape
from itertools import combinations
from pathlib import Path

import pytest

from audits.judges import first_or_fair
from commands import fabula
from judging.critics import critic, losing_steps, properties
from loopback import Loopback
from personas.scripted_readers import stories


def table(folder: Path) -> Path:
    path = folder / "stories.jsonl"
    rows = [
        {"plot_a": one.text, "plot_b": two.text, "title_a": one.name, "title_b": two.name, "ending": "A"}
        for one, two in list(combinations(stories(6), 2))[:12]
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def one_question(folder: Path) -> Path:
    """A rubric of one question, so that the tests ask little."""
    path = folder / "ending.toml"
    path.write_text(
        'id = "ending"\ntitle = "One question"\nscale = { low = 1, high = 10 }\n[[aspects]]\nid = "ending"\n'
        'kind = "subjective"\n[aspects.en]\nlabel = "Ending"\ndefinition = "Which plot ends better?"\n',
        encoding="utf-8",
    )
    return path


def test_the_passport_of_two_judges(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = first_or_fair
    page = tmp_path / "passport.html"
    found = fabula(
        "audit", "all", table(tmp_path), "--model", "custom/first", "--against", "custom/second", "--base-url",
        loopback.url, "--page", page, "--stories", "2", "--rubric", one_question(tmp_path), "--json",
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    document = json.loads(found.stdout)
    one, two = document["passports"]
    assert {each["audit"] for each in one["skipped"]} == {"reader", "copying", "language", "own"}
    order = next(each for each in one["parts"] if each["audit"] == "order")
    assert {each["verdict"] for each in order["effects"]} == {"bias"} and order["calls"] > 0
    assert two["biases"] == 0 and two["tested"] == one["tested"]
    first = next(each for each in document["against"] if each["what"]["code"] == "audits.what-first")
    assert first["value"] == 0.5 and first["p"] < 0.05
    assert document["signature"].startswith("audit.all|") and "against:custom/second" in document["signature"]
    assert "Does the order decide?" in page.read_text("utf-8")
    figures = [figure for part in one["parts"] for figure in part["figures"]]
    assert figures and all(escape(each["label"]) in page.read_text("utf-8") for each in figures)
    assert json.loads(page.with_suffix(".json").read_text("utf-8"))["passports"] == document["passports"]


def test_what_is_printed_fits_80_columns(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = first_or_fair
    found = fabula(
        "audit", "order", table(tmp_path), "--model", "custom/first", "--base-url", loopback.url, COLUMNS="80"
    )
    assert found.returncode == 0 and max(map(len, found.stdout.splitlines()[:-1])) <= 80
    assert "That is a bias" in " ".join(found.stdout.split())


@pytest.mark.parametrize("kind", ["author", "all"])
def test_what_was_lost_while_a_book_was_read_is_said_and_kept(
    loopback: Loopback, tmp_path: Path, kind: str
) -> None:
    loopback.answer = losing_steps(
        lambda body: critic(body) if "cast" in properties(body) else first_or_fair(body)
    )
    book, page = tmp_path / "book.md", tmp_path / "passport.html"
    book.write_text("".join(f"# {n}\n\n{'The tide went out at noon. ' * 500}\n\n" for n in range(3)))
    whole = ("--page", page, "--rubric", one_question(tmp_path)) if kind == "all" else ()
    found = fabula(
        "audit", kind, book, "--model", "custom/judge", "--base-url", loopback.url, "--json", *whole
    )
    assert found.returncode == 0, found.stderr
    (trouble,) = json.loads(found.stdout)["troubles"]
    assert trouble["code"] == "judging.of-book" and "1 steps of the reading gave nothing" in trouble["text"]
    assert f"note: {trouble['text']}" in " ".join(found.stderr.split())
    assert kind != "all" or "1 steps of the reading gave nothing" in page.read_text("utf-8")
