"""Calls leave from the workers of a Ray cluster, to servers and to vLLM's engines, and a killed worker costs calls in flight alone."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from fabula.errors import FabulaError, UsageError
from fabula.models.budget import BudgetSpent
from fabula.models.chat import ChatMessage, ChatRequest, Choice
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.local.line import Line
from fabula.models.opening import open_door
from fabula.models.rehearsal import made_up
from fabula.models.retry import RetryPolicy
from fabula.workers.place import elsewhere
from facts.keyed import EXAMPLES
from loopback import Behaviour, Loopback

ray = pytest.importorskip("ray", reason="ray is not installed: make test-extras")
pytestmark = pytest.mark.extras
VLLM = "vllm-offline/Qwen/Qwen3-8B"
AGAIN = RetryPolicy(tries=60, first_wait=0.1, longest_wait=1.0)


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """On this machine, with two GPUs in name: the stand-in of vLLM needs none."""
    path = os.pathsep.join([str(Path(__file__).parents[1] / "standins"), *sys.path])
    found = {"env_vars": {"PYTHONPATH": path}}
    ray.init(num_cpus=2, num_gpus=2, include_dashboard=False, log_to_driver=False, runtime_env=found)
    with elsewhere("ray"):
        yield
    ray.shutdown()


def question(number: int) -> ChatRequest:
    return ChatRequest("asking", (ChatMessage("user", f"Question {number}"),), temperature=0.5)


async def answers(door: Door, count: int) -> list[Any]:
    return await asyncio.gather(*(door.ask_text(question(number)) for number in range(count)))


@pytest.mark.usefixtures("cluster")
def test_a_killed_worker_costs_its_calls_in_flight_and_nothing_is_paid_again(tmp_path: Path) -> None:
    with Loopback() as server:

        async def asked(kill: bool) -> list[Any]:
            settings = DoorSettings(base_url=server.url, ledger=tmp_path / "ledger.sqlite", retry=AGAIN)
            async with open_door("custom/m", settings) as door:
                await door.ask_text(question(0))
                server.latency = 0.2
                asking = asyncio.create_task(answers(door, 20))
                while kill and server.in_flight < 8 and not asking.done():
                    await asyncio.sleep(0.01)
                server.latency = 0.0
                if kill:
                    ray.kill(door._model._workers[0]._actor, no_restart=False)  # type: ignore[attr-defined]
                return await asking

        found = asyncio.run(asked(kill=True))
        assert all(isinstance(each, Choice) for each in found)
        assert 20 <= server.count <= 20 + 16, "those in flight are asked again, and no others"
        count = server.count
        again = asyncio.run(asked(kill=False))
        assert [each.text for each in again] == [each.text for each in found] and server.count == count


@pytest.mark.usefixtures("cluster")
def test_one_budget_holds_for_all_workers(tmp_path: Path) -> None:
    with Loopback() as server:

        async def asked() -> None:
            settings = DoorSettings(base_url=server.url, ledger=tmp_path / "ledger.sqlite", max_calls=5)
            async with open_door("custom/m", settings) as door:
                await answers(door, 20)

        with pytest.raises(BudgetSpent, match="--max-calls 5 is reached"):
            asyncio.run(asked())
        assert server.count == 5


@pytest.mark.usefixtures("cluster")
def test_what_stops_a_run_is_said_as_without_workers(tmp_path: Path) -> None:
    with Loopback() as server:
        server.script(Behaviour(status=401, body='{"error": {"message": "no"}}'))

        async def asked() -> None:
            async with open_door(
                "custom/m", DoorSettings(base_url=server.url, ledger=tmp_path / "l")
            ) as door:
                await answers(door, 1)

        with pytest.raises(FabulaError, match=r"does not accept the key \(401"):
            asyncio.run(asked())


@pytest.mark.usefixtures("cluster")
def test_an_engine_on_every_gpu_and_the_ledger_pays_once(tmp_path: Path) -> None:
    async def asked(count: int, kill: bool = False) -> tuple[list[Any], int]:
        async with open_door(VLLM, DoorSettings(ledger=tmp_path / "ledger.sqlite", retry=AGAIN)) as door:
            first = await answers(door, 20)
            line = door._model
            assert isinstance(line, Line)
            if kill:
                for engine, _ in line._engines:
                    ray.kill(engine._worker._actor, no_restart=False)  # type: ignore[attr-defined]
            await answers(door, count)
            assert len(line._engines) == 2
            return [each.text for each in first], door.tally.calls

    first, paid = asyncio.run(asked(30, kill=True))
    assert paid == 30
    assert asyncio.run(asked(33)) == (first, 3)


@pytest.mark.usefixtures("cluster")
def test_more_gpus_than_the_cluster_has_are_refused(tmp_path: Path, own_home: Path) -> None:
    (own_home / "fabula.toml").write_text(
        f'[models.judge]\nname = "{VLLM}"\nextra_body = {{ tensor_parallel_size = 4 }}\n', encoding="utf-8"
    )

    async def opened() -> None:
        async with open_door("judge", DoorSettings(ledger=tmp_path / "ledger.sqlite")):
            pass

    with pytest.raises(UsageError, match="needs 4 GPUs, and the cluster has 2 left"):
        asyncio.run(opened())


@pytest.mark.usefixtures("cluster")
def test_pairs_are_checked_by_calls_from_workers_as_from_here(tmp_path: Path) -> None:
    """A command with everything in between: the same scores, and a ledger that knows every answer."""
    story = (EXAMPLES / "the-tide-house.txt").read_text(encoding="utf-8")[:4_000]
    told = [{"story": story, "system": each, "summary": f"{each} keeps the lamp."} for each in ("Ada", "Bea")]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, told)), encoding="utf-8")

    def checked(server: Loopback, *more: object) -> dict[str, Any]:
        words = ("facts", "pairs", tmp_path / "pairs.jsonl", "--model", "custom/m", "--base-url", server.url)
        done = fabula(*words, "--json", *more)
        assert done.returncode == 0, done.stderr
        return {name: json.loads(done.stdout)[name] for name in ("summaries", "signature", "model")}

    with Loopback(lambda body: made_up(body["response_format"]["json_schema"]["schema"], 50)) as server:
        here = checked(server, "--ledger", tmp_path / "here")
        count = server.count
        there = checked(server, "--ledger", tmp_path / "there", "--engine", "ray")
        assert here == there and server.count == 2 * count > 0
        assert checked(server, "--ledger", tmp_path / "there", "--engine", "ray") == here
        assert server.count == 2 * count
