"""`fabula audit all`: the passport of a judge, and two judges against each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from commands import fabula
from loopback import Loopback
from personas.scripted_readers import chance, choice, fenced, is_choice, review, stories


def table(folder: Path) -> Path:
    path = folder / "stories.jsonl"
    rows = [{"title": story.name, "plot": story.text} for story in stories(8)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def judge(body: dict[str, Any]) -> Any:
    """The first judge always takes the first plot. The second has no such habit."""
    wanted = str(body.get("response_format"))
    if "recognised" in wanted:
        return {"reason": "", "recognised": False, "title": "", "author": ""}
    if "json_schema" not in wanted:
        return "A summary of it."
    texts = fenced(body)
    if is_choice(body):
        return choice("A" if "first" in body["model"] or texts[-2] < texts[-1] else "B")
    return review(round(3 + 5 * chance(texts[-1][:40]), 1))


def test_the_passport_of_two_judges(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge
    page = tmp_path / "passport.html"
    found = fabula(
        "audit", "all", table(tmp_path), "--model", "custom/first", "--against", "custom/second", "--base-url",
        loopback.url, "--page", page, "--pairs", "12", "--json",
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
    assert "A judge&#39;s passport" in page.read_text("utf-8") or "A judge's passport" in page.read_text(
        "utf-8"
    )
    assert json.loads(page.with_suffix(".json").read_text("utf-8"))["passports"] == document["passports"]


def test_what_is_printed_fits_80_columns(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge
    found = fabula(
        "audit", "order", table(tmp_path), "--model", "custom/first", "--base-url", loopback.url, COLUMNS="80"
    )
    assert found.returncode == 0 and max(map(len, found.stdout.splitlines()[:-1])) <= 80
    assert "That is a bias" in " ".join(found.stdout.split())
