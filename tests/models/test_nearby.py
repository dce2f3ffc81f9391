"""Model servers on this machine: found at their ports, told to a person at a terminal, and to nobody else."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import pytest

from commands import fabula, typed
from fabula.cli import main
from fabula.models.config import Config
from fabula.models.nearby import models_nearby
from loopback import Behaviour, Loopback, html_page, reset

LISTED = Behaviour(body=json.dumps({"data": [{"id": "nomic-embed-text"}, {"id": "qwen3"}]}))


@pytest.fixture
def ollama(own_home: Path) -> Iterator[Loopback]:
    """A server in the place of Ollama's."""
    with Loopback() as server:
        server.listing = LISTED
        (own_home / "fabula.toml").write_text(f'[providers.ollama]\nbase_url = "{server.url}"\n')
        yield server


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.txt"
    path.write_text("Chapter 1\n\nMara rowed home before the storm.\n\nChapter 2\n\nShe slept.\n")
    return path


class Terminal(io.StringIO):
    """A place to write to that a person reads."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(*words: object) -> str:
    """What a person reads on stderr."""
    err = Terminal()
    with typed(words), redirect_stdout(io.StringIO()), redirect_stderr(err), suppress(SystemExit):
        main()
    return err.getvalue()


async def test_a_server_on_this_machine_is_found_with_a_model_that_writes(ollama: Loopback) -> None:
    assert "ollama/qwen3" in await models_nearby(Config(providers={"ollama": ollama.url}))
    assert ollama.looks[0].path == "/v1/models" and "authorization" not in ollama.looks[0].headers


@pytest.mark.parametrize(
    "listing",
    [html_page(), reset(), Behaviour(status=404, body="no"), Behaviour(body='{"data": []}'), Behaviour(body='{"data": [1]}'), Behaviour(endless=True)],
)  # fmt: skip
async def test_what_is_no_model_server_is_passed_over(ollama: Loopback, listing: Behaviour) -> None:
    ollama.listing = listing
    found = await models_nearby(Config(providers={"ollama": ollama.url}))
    assert not any(each.startswith("ollama/") for each in found)


async def test_a_server_elsewhere_is_not_looked_at() -> None:
    found = await models_nearby(Config(providers={"ollama": "http://198.51.100.1:11434/v1"}))
    assert not any(each.startswith("ollama/") for each in found)


def test_a_person_without_a_model_is_told_the_command(ollama: Loopback, story: Path, tmp_path: Path) -> None:
    said = at_a_terminal("evaluate", story, "--out", tmp_path / "out")
    assert f"fabula evaluate {story} --out {tmp_path / 'out'} --model " in said
    assert "A model answers on this machine" in said and ollama.looks


def test_nobody_else_is_told(ollama: Loopback, story: Path, tmp_path: Path) -> None:
    fabula("evaluate", story, "--out", tmp_path / "one")
    at_a_terminal("evaluate", story, "--out", tmp_path / "two", "--method", "embedded")
    at_a_terminal("evaluate", story, "--out", tmp_path / "three", "--json")
    assert not ollama.looks
