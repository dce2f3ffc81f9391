"""Roles: one model reads, another judges. Each server gets its own steps, on one budget, under one signature."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from commands import Completed, fabula
from fabula import api
from fabula.models.ledger.archive import recorded_calls
from judging.critics import critic, properties, short_book
from loopback import Loopback, key_refused, plain

sys.path.append(str(Path(__file__).parents[1] / "novelists"))
from scripted_novelists import novelist, raw_shelf


@dataclass
class Roles:
    """The judge's server and the reader's."""

    judge: Loopback
    reader: Loopback
    home: Path

    def run(self, *words: object, reading: str = "cheap") -> Completed:
        given = ("--reading-model", reading) if reading else ()
        said = fabula(*words, "--model", "custom/judge", "--base-url", self.judge.url, *given, COLUMNS="200")
        assert said.returncode == 0, said.stderr
        return said

    def steps(self) -> dict[str, set[str]]:
        """Which steps each model answered, as the ledger has it."""
        found: dict[str, set[str]] = {}
        for call in recorded_calls(self.home / "ledger.sqlite", None):
            found.setdefault(call["model"], set()).add(call["step"])
        for server, model in ((self.judge, "judge"), (self.reader, "reader")):
            assert {request.body["model"] for request in server.requests} <= {model}
        return found


@pytest.fixture
def roles(own_home: Path) -> Iterator[Roles]:
    def answer(body: dict[str, Any]) -> Any:
        return critic(body) if {"cast", "overall_score"} & set(properties(body)) else plain(body)

    with Loopback(answer) as judge, Loopback(answer) as reader:
        (own_home / "fabula.toml").write_text(
            f'[models.cheap]\nprovider = "custom"\nname = "reader"\nbase_url = "{reader.url}"\n'
            "price = { input = 1, output = 1 }\n"
            '[prices]\n"custom/judge" = { input = 10, output = 10 }\n'
        )
        yield Roles(judge, reader, own_home)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "lamp.txt"
    text = "\n\n".join(f"Chapter {each.number}\n\n{each.text}" for each in short_book(4).chapters)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("method", ["summary", "aggregation", "incremental"])
def test_who_reads_need_not_judge(roles: Roles, book: Path, tmp_path: Path, method: str) -> None:
    out = tmp_path / "out"
    roles.run("evaluate", book, "--method", method, "--out", out)
    found = roles.steps()
    assert found["custom/reader"] == {"reading"}
    assert "reading" not in found["custom/judge"] and found["custom/judge"]
    document = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert "|reading:custom/reader|" in document["signature"] and "m:custom/judge|" in document["signature"]
    assert document["model"]["reading"] == "cheap"
    calls = roles.judge.answered + roles.reader.answered
    assert document["usage"]["calls"] == calls and document["usage"]["cost"] > 0


def test_rerun_keeps_the_reader(roles: Roles, book: Path, tmp_path: Path) -> None:
    roles.run("evaluate", book, "--method", "summary", "--out", tmp_path / "out")
    before = roles.judge.count + roles.reader.count
    said = fabula("rerun", tmp_path / "out" / "report.json", "--book", book)
    assert said.returncode == 0 and "The signature is the same" in said.stdout, said.stderr
    assert roles.judge.count + roles.reader.count == before


def test_the_plan_shows_the_steps_by_model_and_the_budget_is_one(roles: Roles, book: Path) -> None:
    plan = roles.run("evaluate", book, "--method", "summary", "--dry-run").stdout
    assert "custom/judge, custom/reader" in plan and "reading, custom/reader" in plan
    assert not roles.judge.looks and not roles.reader.looks
    said = fabula(
        "evaluate", book, "--method", "summary", "--model", "custom/judge", "--base-url", roles.judge.url,
        "--reading-model", "cheap", "--max-calls", 1,
    )  # fmt: skip
    assert said.returncode == 1 and "--max-calls 1 is reached" in said.stderr
    assert roles.judge.count + roles.reader.count == 1


def test_a_book_that_does_not_fit_the_models_known_context_is_refused_unasked(
    roles: Roles, book: Path
) -> None:
    with (roles.home / "fabula.toml").open("a", encoding="utf-8") as file:
        file.write('[models.small]\nname = "custom/judge"\ncontext = 9000\n')
    said = fabula("evaluate", book, "--method", "one-pass", "--model", "small", "--base-url", roles.judge.url)
    assert said.returncode == 1 and "and the context holds 9,000" in said.stderr
    assert not roles.judge.count


def test_a_method_that_reads_nothing_asks_the_judge_alone(roles: Roles, book: Path, tmp_path: Path) -> None:
    roles.run("evaluate", book, "--method", "one-pass", "--out", tmp_path / "out")
    document = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert "reading:" not in document["signature"] and not roles.reader.count


def test_the_reader_of_fabula_toml_reads(roles: Roles, book: Path, tmp_path: Path) -> None:
    place = roles.home / "fabula.toml"
    place.write_text('reading_model = "cheap"\n' + place.read_text())
    roles.run("evaluate", book, "--method", "summary", "--out", tmp_path / "out", reading="")
    assert roles.steps()["custom/reader"] == {"reading"}


def test_a_readers_refused_key_is_found_before_anything_is_paid(roles: Roles, book: Path) -> None:
    roles.reader.listing = key_refused()
    said = fabula(
        "evaluate", book, "--method", "summary", "--model", "custom/judge", "--base-url", roles.judge.url, "--reading-model", "cheap"
    )  # fmt: skip
    assert said.returncode == 1 and "does not accept the key" in said.stderr
    assert roles.judge.count == roles.reader.count == 0


def test_a_checker_checks_what_another_model_summed_up(roles: Roles, book: Path) -> None:
    said = roles.run("facts", "check", "--book", book, "--embedder", "none", "--json")
    found = roles.steps()
    assert found["custom/reader"] and found["custom/judge"]
    assert not found["custom/reader"] & found["custom/judge"]
    assert "|reading:custom/reader|" in json.loads(said.stdout)["signature"]


def test_the_graph_is_read(roles: Roles, book: Path) -> None:
    roles.run("facts", "graph", book, "--embedder", "none")
    assert set(roles.steps()) == {"custom/reader"}


def test_synopses_are_read_and_stories_judged(roles: Roles, tmp_path: Path) -> None:
    roles.judge.answer = roles.reader.answer = novelist
    shelf = raw_shelf(tmp_path / "raw", books=2)
    roles.run(
        "bench", "webnovel", "--data", shelf, "--judge", "custom/judge", "--out", tmp_path / "out", "--novels", 1,
    )  # fmt: skip
    found = roles.steps()
    assert found["custom/reader"] == {"synopsis"} and "synopsis" not in found["custom/judge"]


def test_a_reader_answers_what_another_model_summed_up(roles: Roles, book: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile.jsonl"
    past = [
        {"reader": "Ann", "text": f"A plot {n}.", "review": "I liked it.", "score": n + 4} for n in range(4)
    ]
    profile.write_text("\n".join(map(json.dumps, past)), encoding="utf-8")
    book.write_text("\n\n".join([book.read_text(encoding="utf-8")] * 2), encoding="utf-8")
    roles.run("persona", "rate", book, "--profile", profile, "--repeats", 1)
    found = roles.steps()
    assert found["custom/reader"] == {"reading"} and found["custom/judge"] == {"a reader's review"}


def test_both_drafts_are_read_by_one_and_judged_by_the_other(
    roles: Roles, book: Path, tmp_path: Path
) -> None:
    other = tmp_path / "second.txt"
    other.write_text(book.read_text(encoding="utf-8").replace("winter", "summer"), encoding="utf-8")
    roles.run("compare", book, other, "--method", "summary")
    found = roles.steps()
    assert found["custom/reader"] == {"reading"} and "reading" not in found["custom/judge"]


def test_in_python(roles: Roles, book: Path) -> None:
    report = api.function("evaluate")(
        book,
        method="summary",
        model="custom/judge",
        base_url=roles.judge.url,
        reading_model="cheap",
        max_calls=50,
    )
    assert roles.steps()["custom/reader"] == {"reading"}
    assert report.result.usage.calls == roles.judge.answered + roles.reader.answered
