"""The record: what was done, with which prompts, every call with its question and answer, and what it cost."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from studios import VIEWS, Client, Open, Visitor

from fabula.models.chat import ChatMessage, ChatRequest
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.archive import recorded_calls
from fabula.models.opening import open_door
from fabula.platforms import lock
from fabula.studio.home import open_home
from fabula.studio.jobs import Job, JobQueue
from fabula.studio.tasks.context import Progress, TaskContext
from fabula.studio.tasks.evaluate import Form as Evaluation
from loopback import Loopback

WICKED = "<script>alert(1)</script>"
CALLS = 30
PRICES = '[prices]\n"custom/scripted" = { input = 10, output = 100 }\n'


async def _two_runs(url: str, ledger: Path) -> list[str]:
    """Thirty questions with HTML in them and one very long; then a run that draws on two of them."""
    settings = DoorSettings(base_url=url, ledger=ledger, command=f"fabula evaluate {WICKED}.txt", about={"book": WICKED, "rubric": {"id": "longstory", "digest": "3f2a"}})  # fmt: skip
    made = []
    for questions in (range(CALLS), range(2)):
        async with open_door("custom/scripted", settings) as door:
            door.prompt("judging", "one-pass", "en")
            door.sign(None, "longstory.one-pass", asked={"n": 1})
            for number in questions:
                system = ChatMessage("system", f"You judge. {WICKED}")
                user = ChatMessage(
                    "user", f"Question {number} " + ("a long book " * 4_000 if number == 3 else "")
                )
                await door.ask_text(ChatRequest("verdict" if number else "reading", (system, user)))
            made.append(door.run.id)
    return made


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Open, list[str]]]:
    """A studio beside a ledger that has two runs."""
    home = tmp_path_factory.mktemp("record")
    (home / "fabula.toml").write_text(PRICES)
    with Loopback(lambda _: f"An answer {WICKED} " + "and more of it " * 60) as server, pytest.MonkeyPatch.context() as patched:  # fmt: skip
        patched.setenv("FABULA_CONFIG", str(home / "fabula.toml"))
        with (
            ThreadPoolExecutor() as beside
        ):  # where a browser was opened before, its loop runs in this thread
            runs = beside.submit(asyncio.run, _two_runs(server.url, home / "ledger.sqlite")).result()
        with Open(home) as opened:
            yield opened, runs


@pytest.fixture(scope="module")
def client(filled: tuple[Open, list[str]]) -> Client:
    return filled[0].client()


@pytest.fixture(scope="module")
def runs(filled: tuple[Open, list[str]]) -> list[str]:
    return filled[1]


def test_the_record_lists_work_and_runs(client: Client, runs: list[str]) -> None:
    client.get("/shelf")
    page = client.get("/runs")
    assert page.status == 200
    assert page.text.index(runs[1]) < page.text.index(runs[0]), "the latest is first"
    assert "The Tide House" in page.text
    assert "Every use of a model (2)" in page.text
    assert WICKED not in page.text
    assert "&lt;script&gt;" in page.text


def test_one_run_tells_how_its_numbers_were_made(client: Client, runs: list[str]) -> None:
    page = client.get(f"/runs/{runs[0]}").text
    assert "<h1>fabula evaluate &lt;script&gt;" in page
    assert "custom/scripted" in page
    assert "judging/one-pass.en" in page
    assert "longstory.one-pass|m:custom/scripted|n:1|" in page
    assert re.search(r"Calls \(30\)", page)
    assert WICKED not in page
    assert page.count('<details class="call">') == 25


def test_calls_are_read_a_page_at_a_time(client: Client, runs: list[str]) -> None:
    numbers = [
        re.findall(r"<pre[^>]*>Question (\d+)|Question (\d+) a long", client.get(f"/runs/{runs[0]}?page={page}").text)
        for page in (1, 2, 3)
    ]  # fmt: skip
    found = [int(a or b) for page in numbers for a, b in page]
    assert sorted(set(found)) == list(range(CALLS))
    assert len(numbers[1]) == CALLS - 25
    assert not numbers[2]


def test_a_long_question_is_folded_and_its_own_page_has_the_whole(client: Client, runs: list[str]) -> None:
    page = client.get(f"/runs/{runs[0]}").text
    assert page.count("a long book") < 1_000
    place = re.search(rf'href="(/runs/{runs[0]}/calls/[0-9a-f]{{64}})"', page)
    assert place
    whole = client.get(place[1])
    assert whole.text.count("a long book") > 4_000
    assert WICKED not in whole.text


def test_what_another_run_had_paid_for_is_told_as_drawn_from_the_ledger(
    client: Client, runs: list[str]
) -> None:
    page = client.get(f"/runs/{runs[1]}").text
    assert re.search(r"Calls \(2\)", page)
    assert page.count("already answered") >= 2


def test_the_export_is_that_of_the_command(client: Client, runs: list[str], filled: Any) -> None:
    answer = client.get(f"/runs/{runs[0]}/calls.jsonl")
    assert answer.headers["content-disposition"] == f'attachment; filename="{runs[0]}.jsonl"'
    kept = list(recorded_calls(filled[0].home / "ledger.sqlite", runs[0]))
    assert [json.loads(line) for line in answer.text.splitlines()] == kept


def test_cost_is_added_up_by_model_step_and_day(client: Client) -> None:
    page = client.get("/runs/cost").text
    assert page.count("<h2>") == 3
    assert "custom/scripted" in page
    assert re.search(r"<tfoot>.*\$0\.[1-9]\d{3}<", page)


@pytest.mark.parametrize("path", ["/runs/1999", "/runs/..%2f..", "/runs/%00", "/runs/x/calls.jsonl", "/runs/{run}/calls/" + "0" * 64, "/runs/{run}/calls/..%2fx", "/runs/{run}/calls/" + "0" * 63])  # fmt: skip
def test_what_the_ledger_does_not_know_is_not_found(client: Client, runs: list[str], path: str) -> None:
    answer = client.get(path.format(run=runs[0]))
    assert answer.status == 404
    assert "sqlite" not in answer.text


@pytest.mark.parametrize("page", ["0", "-1", "x", "1e9", "99999999999999999999"])
def test_a_page_that_is_no_number_is_a_line(client: Client, runs: list[str], page: str) -> None:
    assert client.get(f"/runs/{runs[0]}?page={page}").status == 400


def test_work_that_is_removed_is_forgotten(client: Client) -> None:
    edge = client.hand_in("/shelf", "short.txt", b"Chapter 1\n\n" + b"He went home and slept. " * 200)
    book = edge.led_to
    job = re.search(r'data-job="([0-9a-f]{16})"', client.get(f"/shelf/{book}").text)
    found = re.findall(r'href="/jobs/([0-9a-f]{16})">short.txt', client.get("/runs").text)
    assert found
    if job:
        client.finished(found[0])
    gone = client.post(f"/jobs/{found[0]}/remove")
    assert (gone.status, gone.headers["location"]) == (303, "/runs")
    assert found[0] not in client.get("/runs").text
    assert client.get(f"/jobs/{found[0]}").status == 404


async def _part(jobs: JobQueue, job: Job, status: str, question: str) -> Job:
    """One run of a piece of job, ended as it may end."""
    planning = status == "planned"
    progress = Progress(job.folder / "state.json", "planning" if planning else "running")
    context = TaskContext(jobs.home, job.folder, progress, jobs.settings, planning)
    async with context.door(Evaluation.model_validate(job.form), {}) as door:
        await door.ask_text(ChatRequest("verdict", (ChatMessage("user", question),)))
    progress.end(status)
    return jobs.job(job.id)


def test_work_that_went_on_has_cost_what_all_its_runs_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fabula.toml").write_text(PRICES)
    monkeypatch.setenv("FABULA_CONFIG", str(tmp_path / "fabula.toml"))
    with Loopback(lambda _: "An answer") as server:
        jobs = JobQueue(
            open_home(tmp_path / "home"),
            {"model": "custom/scripted", "base_url": server.url, "ledger": str(tmp_path / "ledger.sqlite")},
        )
        job = jobs.add(
            "evaluate", Evaluation(book="0" * 16, method="one-pass", model="custom/scripted"), "A book"
        )
        job = asyncio.run(_part(jobs, job, "planned", "One?"))
        assert job.state["tally"]["cost"] > 0 and job.spent is None, "nothing was begun"
        job = asyncio.run(_part(jobs, job, "stopped", "One?"))
        first = job.spent
        job = asyncio.run(_part(jobs, job, "done", "And two?"))
    assert first and job.spent == pytest.approx(first + job.state["tally"]["cost"])
    assert len(job.runs) == 2


def test_work_under_way_says_how_long_is_left(client: Client, filled: tuple[Open, list[str]]) -> None:
    folder = filled[0].home / "studio" / "jobs" / ("7" * 16)
    folder.mkdir()
    asked = {"kind": "quiz", "about": "Emma", "form": {"model": "custom/scripted"}, "settings": {}, "at": time.time()}  # fmt: skip
    now = {"status": "running", "stage": "asking_questions", "started": time.time() - 60, "expected": 660}
    for name, document in (("job", asked), ("state", now)):
        (folder / f"{name}.json").write_text(json.dumps(document))
    with (folder / "lock").open("w") as held:
        assert lock(held), "as its worker does"
        assert "about 10 minutes left" in client.get(f"/jobs/{folder.name}").text
        cookie = f"{client.cookie}; language=zh"
        assert "大约还剩 10 分钟" in client.get(f"/jobs/{folder.name}", {"cookie": cookie}).text
    assert "minutes left" not in client.get(f"/jobs/{folder.name}").text, "it was interrupted"
    assert client.post(f"/jobs/{folder.name}/remove").status == 303


def test_before_any_model_was_asked_the_page_says_so(studio: Open) -> None:
    client = studio.client()
    assert "No model has been asked yet" in client.get("/runs").text
    assert "No model has been asked yet" in client.get("/runs/cost").text
    assert client.get("/runs/last").status == 404
    assert not (studio.home / "ledger.sqlite").exists(), "looking made a ledger"


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_the_record_in_a_browser(
    browser: Any, filled: tuple[Open, list[str]], name: str, size: dict[str, int], scheme: str, locale: str
) -> None:
    visitor = Visitor(browser, filled[0], size, scheme, locale)
    visitor.go("/runs")
    visitor.picture(f"runs-{name}", whole=True)
    visitor.check()
    visitor.go("/runs/cost")
    visitor.picture(f"runs-cost-{name}", whole=True)
    visitor.check()
    visitor.go(f"/runs/{filled[1][0]}")
    visitor.page.locator("details.call > summary").nth(1).click()
    visitor.page.locator("details.call").nth(1).locator("pre").first.wait_for()
    visitor.picture(f"runs-one-{name}", whole=True)
    visitor.check()
    visitor.close()
