"""The jobs from end to end against two servers that others wrote, over models of random weights made on the spot.

llama.cpp's server holds the model to the schema, so every job has an answer. `transformers serve` holds it to nothing:
what it says is no answer, and every job must say so and come to its end.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from tiny_models import llama_file, transformers_folder

from commands import Completed, fabula

pytestmark = pytest.mark.extras

NOVELLA = Path(__file__).parents[2] / "examples" / "the-tide-house.txt"
SUMMARY = "Ruth came to the tower. Nell let her in."
QUIZ = """序号,小说名,问题,A,B,C,D,答案
1,潮汐之家,谁来到了塔楼？,露丝,内尔,凯特,佩吉,A
2,潮汐之家,谁在塔楼里？,露丝,内尔,凯特,佩吉,B
"""


@contextmanager
def started(command: list[str], log: IO[str], **more: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | more, start_new_session=True
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """llama.cpp's own server, as the package xllamacpp brings it."""
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed (make test-extras)")
    pytest.importorskip("gguf", reason="gguf is not installed (make test-extras)")
    folder = tmp_path_factory.mktemp("llama")
    file = llama_file(folder / "tiny.gguf")
    serve = [sys.executable, str(Path(__file__).with_name("tiny_models.py")), "serve", str(file)]
    with (folder / "log").open("w") as log, started(serve, log) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://"), (folder / "log").read_text()
        yield ["--model", "llamacpp/tiny", "--base-url", f"{address}/v1"]


@pytest.fixture(scope="module")
def transformers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """`transformers serve`."""
    pytest.importorskip("torch", reason="torch is not installed (make test-extras)")
    command = Path(sys.executable).with_name("transformers")
    if not command.exists():
        pytest.skip("transformers is not installed (make test-extras)")
    folder = tmp_path_factory.mktemp("transformers")
    model = transformers_folder(folder / "tiny")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve = [str(command), "serve", str(model), "--device", "cpu", "--host", "127.0.0.1", "--port", str(port)]
    offline = {"HF_HOME": str(folder / "home"), "HF_HUB_OFFLINE": "1"}
    with (folder / "log").open("w") as log, started(serve, log, **offline) as process:
        address = f"http://127.0.0.1:{port}"
        assert _answers(f"{address}/health", process), (folder / "log").read_text()
        yield ["--model", f"custom/{model}", "--base-url", f"{address}/v1"]


def _answers(address: str, process: subprocess.Popen[str]) -> bool:
    """Whether the server is up, once it is; False if it ended first."""
    while process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    return False


@pytest.fixture
def book(tmp_path: Path) -> Path:
    chapters = re.split(r"(?m)^(?=Chapter )", NOVELLA.read_text(encoding="utf-8"))[1:4]
    short = tmp_path / "three-chapters.txt"
    short.write_text("\n\n".join("\n\n".join(each.split("\n\n")[:4]) for each in chapters), encoding="utf-8")
    return short


def evaluate(book: Path, server: list[str]) -> Completed:
    out = book.with_name("report")
    return fabula("evaluate", book, "--method", "summary", "--runs", 2, "--out", out, "--json", *server)


def check(book: Path, server: list[str]) -> Completed:
    given = ["--summary-text", SUMMARY, "--embedder", "none", "--graph-rounds", 1]
    return fabula("facts", "check", "--book", book, *given, "--json", *server)


def quiz(book: Path, server: list[str]) -> Completed:
    questions = book.with_name("set.csv")
    questions.write_text(QUIZ, encoding="utf-8")
    return fabula("quiz", "run", questions, "--json", *server)


def document(said: Completed) -> Any:
    assert "Traceback" not in said.stderr and "fault of fabula" not in said.stderr, said.stderr
    return json.loads(said.stdout)


def test_llama_cpp_gives_a_verdict(book: Path, llama: list[str]) -> None:
    said = evaluate(book, llama)
    assert said.returncode == 0, said.stderr
    (judged,) = document(said)["books"]
    assert len(judged["aspects"]) == 8 and not judged["missing"]
    assert all(0 <= aspect["score"] <= 100 for aspect in judged["aspects"])
    assert judged["overall"] is not None


def test_llama_cpp_checks_facts(book: Path, llama: list[str]) -> None:
    said = check(book, llama)
    assert said.returncode == 0, said.stderr
    verdicts = {fact["verdict"] for fact in document(said)["facts"]}
    assert verdicts and verdicts <= {"supported", "contradicted", "not_found"}


def sat(said: Completed) -> None:
    """Both questions were asked. A tiny model of random weights may name no option at all, and that is a failure."""
    found = document(said)
    assert found["asked"] == 2
    assert said.returncode == int(found["unreadable"] == 2), said.stderr


def test_llama_cpp_sits_a_quiz(book: Path, llama: list[str]) -> None:
    sat(quiz(book, llama))


def test_what_transformers_serve_says_is_no_verdict_and_that_is_said(
    book: Path, transformers: list[str]
) -> None:
    said = evaluate(book, transformers)
    assert said.returncode == 1
    assert "no usable" in document(said)["failed"][0]["why"]


def test_what_transformers_serve_says_of_facts_is_left_unjudged(book: Path, transformers: list[str]) -> None:
    said = check(book, transformers)
    assert {fact["verdict"] for fact in document(said)["facts"]} == {"unjudged"}


def test_transformers_serve_sits_a_quiz(book: Path, transformers: list[str]) -> None:
    sat(quiz(book, transformers))
