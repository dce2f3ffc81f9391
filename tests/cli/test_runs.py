"""fabula runs: what a user finds afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from commands import fabula
from fabula.cli import app
from fabula.errors import UsageError
from fabula.models.chat import ChatMessage, ChatRequest, Choice
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.archive import models_asked, page_of_calls, recorded_call, recorded_calls
from fabula.models.ledger.owners import has_ended, this_process
from fabula.models.opening import open_door
from fabula.models.prices import dollars
from loopback import Loopback


def question(text: str, step: str = "verdict") -> ChatRequest:
    return ChatRequest(step, (ChatMessage("user", text),))


async def _ask(model: str, settings: DoorSettings, *texts: str) -> str:
    async with open_door(model, settings) as door:
        for text in texts:
            assert isinstance(await door.ask_text(question(text)), Choice)
        await door.ask_text(question("the last", "summary"))
        door.sign(None, "longstory.summary", asked={"n": 1})
        return door.run.id


@pytest.fixture
def two_runs(loopback: Loopback, own_home: Path) -> tuple[str, str]:
    (own_home / "fabula.toml").write_text('[prices]\n"custom/m" = { input = 10, output = 100 }\n')
    settings = DoorSettings(
        base_url=loopback.url, command="fabula evaluate novel.txt [draft]", about={"seed": 7}
    )
    first = asyncio.run(_ask("custom/m", settings, "shared", "only first"))
    second = asyncio.run(_ask("custom/m", settings, "shared", "only second"))
    return first, second


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["runs", *words])
    assert result.exit_code == code, result.output
    return result.stdout


def document(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


def test_runs_are_listed_the_latest_first(two_runs: tuple[str, str]) -> None:
    listed = document("list")["runs"]
    assert [each["id"] for each in listed] == list(reversed(two_runs))
    assert [each["tally"]["calls"] for each in listed] == [1, 3]
    assert [each["tally"]["cached"] for each in listed] == [2, 0]
    lines = run("list").splitlines()
    assert [each in line for each, line in zip(reversed(two_runs), lines[2:4], strict=True)] == [True, True]


def test_one_run_is_shown_with_how_its_numbers_were_made(two_runs: tuple[str, str]) -> None:
    shown = document("show", two_runs[0])
    assert shown["about"]["seed"] == 7
    assert shown["about"]["signatures"][0].startswith("longstory.summary|m:custom/m|n:1|")
    assert shown["status"] == "done"
    assert "[draft]" in run("show", "last")


@pytest.mark.usefixtures("two_runs")
def test_a_run_that_is_not_there_is_said() -> None:
    result = CliRunner().invoke(app, ["runs", "show", "1999"])
    assert isinstance(result.exception, UsageError)
    assert "no run" in str(result.exception)


@pytest.mark.usefixtures("two_runs")
def test_costs_add_up_by_model_step_run_and_day(loopback: Loopback) -> None:
    bill = (loopback.input_tokens * 10 + loopback.output_tokens * 100) / 1e6
    for by in ("model", "step", "run", "day"):
        spent = document("cost", "--by", by)
        assert spent["cost"] == pytest.approx(bill)
        assert sum(each["calls"] for each in spent["spending"]) == 4
    assert "in all" in run("cost")


def test_an_export_answers_the_same_run_without_a_server(two_runs: tuple[str, str], tmp_path: Path) -> None:
    out = tmp_path / "calls.jsonl"
    assert document("export", two_runs[1], "--out", str(out))["written"] == 3
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["messages"][0]["content"] for line in lines] == ["shared", "the last", "only second"]
    asyncio.run(_ask(f"replay:{out}", DoorSettings(), "shared", "only second"))
    assert len(document("list")["runs"]) == 2, "a replay is no run that cost anything"


def test_pruning_a_run_leaves_what_another_drew_on(two_runs: tuple[str, str]) -> None:
    assert document("prune", "--run", two_runs[0], "--yes")["answers"] == 1
    assert [each["id"] for each in document("list")["runs"]] == [two_runs[1]]
    assert len(document("export")["calls"]) == 3
    gone = document("prune", "--everything", "--yes")
    assert (gone["runs"], gone["answers"]) == (1, 3)


def test_pruning_by_age_says_what_goes_and_what_it_would_cost_again(
    two_runs: tuple[str, str], own_home: Path
) -> None:
    with closing(sqlite3.connect(own_home / "ledger.sqlite")) as ledger, ledger:
        ledger.execute("UPDATE runs SET started = started - 91 * 86400 WHERE id = ?", (two_runs[0],))
    assert document("prune", "--older-than", "13w", "--yes")["runs"] == 1
    assert [each["id"] for each in document("list")["runs"]] == [two_runs[1]]
    again = document("cost")["cost"]
    said = fabula("runs", "prune", "--everything")
    assert said.returncode == 2
    assert "this deletes 1 runs and 3 answers" in said.stderr
    assert f"Asking again would cost about {dollars(again)}" in said.stderr
    assert len(document("list")["runs"]) == 1


@pytest.mark.usefixtures("two_runs")
def test_prune_deletes_nothing_that_was_not_named_and_confirmed() -> None:
    for words, cure in (
        (["--everything"], "--yes"),
        ([], "--older-than 90d"),
        (["--older-than", "soon"], "90d"),
    ):
        result = CliRunner().invoke(app, ["runs", "prune", *words], input="n\n")
        assert result.exit_code == 1
        assert cure in str(result.exception)
    assert len(document("list")["runs"]) == 2


def test_before_the_first_run_there_is_nothing_to_list() -> None:
    assert document("list")["runs"] == []
    assert document("cost")["cost"] == 0
    assert "No runs yet" in run("list")


def test_a_run_is_running_while_its_process_lives_and_stopped_once_that_was_killed(
    loopback: Loopback,
) -> None:
    script = Path(__file__).parents[1] / "models" / "chained_run.py"
    while_it_ran: list[str] = []

    def look_and_kill(count: int) -> None:
        if count == 5:
            while_it_ran.extend(each["status"] for each in document("list")["runs"])
            process.kill()

    loopback.on_request = look_and_kill
    command = [sys.executable, str(script), loopback.url, os.environ["FABULA_LEDGER"], "1", "9"]
    process = subprocess.Popen(command)
    process.wait(timeout=60)
    (found,) = document("list")["runs"]
    assert (while_it_ran, found["status"]) == (["running"], "stopped")
    assert "process" not in found["about"]
    assert len(document("export", "last")["calls"]) == 4


def test_a_process_elsewhere_is_not_known_to_have_ended() -> None:
    here = this_process()
    node, boot, space = str(here["host"]).split("/")
    assert not has_ended(here)
    assert has_ended(here | {"born": "1"})
    assert has_ended(here | {"host": f"{node}/an-earlier-start/{space}"})
    assert not has_ended(here | {"host": f"another/{boot}/{space}", "pid": 1})
    assert not has_ended(here | {"host": f"{node}/{boot}/another-container"})


def test_a_page_of_calls_is_a_part_of_the_export(two_runs: tuple[str, str], own_home: Path) -> None:
    ledger = own_home / "ledger.sqlite"
    whole = list(recorded_calls(ledger, two_runs[1]))
    assert len(whole) == 3, "what the first run had paid for, the second drew on"
    pages = [page_of_calls(ledger, two_runs[1], first, 2) for first in (0, 2, 4)]
    assert [page.of for page in pages] == [3, 3, 3]
    assert [call for page in pages for call in page.calls] == whole
    assert recorded_call(ledger, whole[1]["key"]) == whole[1]
    assert recorded_call(ledger, "00" * 32) is None
    assert models_asked(ledger) == ["custom/m"]


@pytest.mark.usefixtures("two_runs")
def test_only_its_owner_may_read_a_ledger(own_home: Path, two_runs: tuple[str, str]) -> None:
    path = own_home / "ledger.sqlite"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    listed = document("list")
    assert len(listed["runs"]) == len(two_runs)
    assert listed["bytes"] >= path.stat().st_size
    assert listed["answers"] == 4
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "an old ledger was left open to others"


@pytest.mark.usefixtures("two_runs")
def test_a_whole_ledger_passes_its_check_and_a_changed_question_does_not(own_home: Path) -> None:
    assert document("check")["wrong"] == []
    with closing(sqlite3.connect(own_home / "ledger.sqlite")) as ledger, ledger:
        ledger.execute("UPDATE calls SET replicate = 7 WHERE step = 'summary'")
    said = fabula("runs", "check")
    assert said.returncode == 1
    assert "1 answers do not belong to the question" in said.stderr


def test_a_backup_is_a_ledger_and_overwrites_nothing(two_runs: tuple[str, str], tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert document("backup", str(copy))["answers"] == 4
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [each["id"] for each in document("list", "--ledger", str(copy))["runs"]] == list(
        reversed(two_runs)
    )
    assert document("check", "--ledger", str(copy))["wrong"] == []
    again = fabula("runs", "backup", copy)
    assert again.returncode == 2
    assert "exists" in again.stderr


def test_a_damaged_ledger_is_said_so_and_what_can_be_read_is_saved(
    loopback: Loopback, own_home: Path
) -> None:
    """Four pages of rows are noise: of 150 answers most are saved, and only the others are asked again."""
    texts = [f"{each} " + "x" * 800 for each in range(150)]
    asyncio.run(_ask("custom/m", DoorSettings(base_url=loopback.url), *texts))
    path, noise = own_home / "ledger.sqlite", random.Random(5)
    whole = path.read_bytes()
    of_rows = [
        page for page in range(len(whole) // 4096) if whole[page * 4096] == 13
    ]  # 13 marks a leaf of a table
    with path.open("r+b") as file:
        for page in of_rows[8:40:8]:
            file.seek(page * 4096)
            file.write(noise.randbytes(4096))
    said = fabula("runs", "check")
    assert said.returncode == 1
    assert "the file is damaged" in said.stderr
    assert "runs repair" in said.stderr
    done = document("repair")
    assert 90 < done["answers"] < 151
    assert Path(done["damaged"]).exists()
    before = loopback.count
    asyncio.run(_ask("custom/m", DoorSettings(base_url=loopback.url), *texts))
    assert loopback.count - before == 151 - done["answers"]


def test_a_projects_file_cannot_send_the_manuscript_to_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fabula.toml").write_text('ledger = "postgresql://stranger.example/ledger"\n')
    monkeypatch.chdir(tmp_path)
    said = fabula("runs", "list")
    assert said.returncode == 2
    assert "could send your manuscript to a stranger" in said.stderr
