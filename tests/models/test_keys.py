"""A key planted for one server is seen by no other, in every command that asks two models."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from commands import Completed, fabula
from fabula.errors import UsageError
from fabula.models.addresses import address, api_key, typed_again
from fabula.models.config import Config, load_config
from fabula.models.providers import Address
from judging.critics import notes, properties
from loopback import Loopback, key_refused, plain

sys.path.append(str(Path(__file__).parents[1] / "novelists"))
from scripted_novelists import novelist

MINE, OPENAIS = "key-of-my-own-server", "key-of-openai"
EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass
class Servers:
    """The server of --model, and the one that stands for OpenAI's; each has its own key."""

    mine: Loopback
    openais: Loopback

    def run(self, *words: object) -> Completed:
        said = fabula(
            *words, "--base-url", self.mine.url, FABULA_API_KEY=MINE, OPENAI_API_KEY=OPENAIS, COLUMNS="200"
        )
        assert said.returncode == 0, said.stderr
        return said

    def each_saw_its_own_key(self, models: tuple[str, str] = ("mine", "gpt-4o")) -> None:
        for server, key, other, model in (
            (self.mine, MINE, OPENAIS, models[0]),
            (self.openais, OPENAIS, MINE, models[1]),
        ):
            assert server.requests, f"{model} was never asked"
            for look in server.looks:
                assert look.headers["authorization"] == f"Bearer {key}"
            for request in server.requests:
                assert request.headers["authorization"] == f"Bearer {key}"
                assert other not in json.dumps([dict(request.headers), request.body])
                assert request.body["model"] == model


@pytest.fixture
def servers(own_home: Path) -> Iterator[Servers]:
    with Loopback() as mine, Loopback() as openais:
        (own_home / "fabula.toml").write_text(f'[providers.openai]\nbase_url = "{openais.url}"\n')
        yield Servers(mine, openais)


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """One novel in the shape of WebNovelBench's release."""
    told = (
        "<主要人物> [张三] </主要人物> \n<主要情节> \n(1)张三出门</主要情节> \n<重要场景> [码头] </重要场景>"
    )
    novels = [
        {
            "novel": f"小说{number}", "original score": [2 + number / 8] * 8, "normalized score": 0.5,
            "percentile": 30.0 * number, "request_id": f"4e14-{number}", "chapters": ["第一章"], "novel_info": [told],
        }
        for number in range(3)
    ]  # fmt: skip
    path = tmp_path / "scoring_results.json"
    path.write_text(json.dumps(novels, ensure_ascii=False), encoding="utf-8")
    return path


def stories(folder: Path) -> Path:
    """Two writers' chapters of one synopsis."""
    lines = [
        {"model": writer, "story": "s", "chapter": 1, "text": f"{writer} rowed home. " * 40, "language": "en"}
        for writer in ("one", "two")
    ]
    path = folder / "stories.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


@pytest.mark.parametrize("duels", [(), ("--pairwise",)])
def test_a_writer_and_a_judge(
    servers: Servers, released: Path, tmp_path: Path, duels: tuple[str, ...]
) -> None:
    servers.mine.answer = servers.openais.answer = novelist
    servers.run(
        "bench", "webnovel", "--model", "custom/mine", "--judge", "openai/gpt-4o", "--data", released,
        "--novels", 2, "--out", tmp_path / "out", *duels,
    )  # fmt: skip
    servers.each_saw_its_own_key()


def test_two_models_of_one_benchmark(servers: Servers, tmp_path: Path) -> None:
    data = tmp_path / "set.csv"
    rows = [
        f"小说,关于《小说》这本小说，{n}号人物的性格特点是什么？,勇敢,胆小,冷漠,热心,A" for n in range(10)
    ]
    data.write_text("\n".join(["名字,题目,选项1,选项2,选项3,选项4,答案", *rows]), encoding="gb18030")
    servers.mine.answer = servers.openais.answer = lambda _: "A"
    servers.run(
        "bench", "lfed", "--data", data, "--shots", "0", "--model", "custom/mine", "--model", "openai/gpt-4o"
    )
    servers.each_saw_its_own_key()


def test_two_strategies_of_two_models(servers: Servers, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    (folder / "summaries").mkdir(parents=True)
    told = {"overall_sum": "Mara comes home and reads the letter. " * 5, "overall_char": "**Mara**:\n- **Profile**: She tends the lamp."}  # fmt: skip
    info = {}
    for number in range(4):
        info[f"b{number}"] = {
            "title": f"Book {number}", "author": "A. Writer", "genres": ["Fantasy"], "score": f"{3 + number / 4:.2f}",
            "rating_distribution": ["10 (50%)", "5 (25%)", "3 (15%)", "1 (5%)", "1 (5%)"], "premise": "A daughter comes home.", "book_len": "60000 words",
        }  # fmt: skip
        (folder / "summaries" / f"b{number}.json").write_text(json.dumps(told), encoding="utf-8")
    (folder / "all_book_info.json").write_text(json.dumps(info), encoding="utf-8")
    (folder / "test.txt").write_text("b0\nb1\nb2", encoding="utf-8")
    servers.run(
        "bench", "longstoryeval", "--data", folder, "--method", "summary", "--runs", 1, "--resamples", 100,
        "--model", "custom/mine", "--model", "openai/gpt-4o",
    )  # fmt: skip
    servers.each_saw_its_own_key()


@pytest.mark.parametrize("duels", [(), ("--pairwise",)])
@pytest.mark.parametrize("first", [("--model", "custom/mine"), ("--judge", "custom/mine")])
def test_two_judges(servers: Servers, tmp_path: Path, duels: tuple[str, ...], first: tuple[str, str]) -> None:
    servers.run(
        "novelist", "judge", stories(tmp_path), "-o", tmp_path / "scores.jsonl", *first, "--judge", "openai/gpt-4o", *duels
    )  # fmt: skip
    servers.each_saw_its_own_key()


def test_a_model_and_a_second_one(servers: Servers, tmp_path: Path) -> None:
    raw = tmp_path / "raw.jsonl"
    raw.write_text(json.dumps({"book": "b", "reviewer": "r", "rating": 4, "text": "I loved the plot. " * 20}))
    servers.run(
        "readers", "build", raw, "-o", tmp_path / "out.jsonl", "--model", "custom/mine", "--second-model", "openai/gpt-4o"
    )  # fmt: skip
    servers.each_saw_its_own_key()


def test_a_checker_and_an_embedder(servers: Servers) -> None:
    servers.run(
        "facts", "check", EXAMPLES / "the-tide-house.faulty-synopsis.txt", "--book", EXAMPLES / "the-tide-house.txt",
        "--model", "custom/mine", "--embedder", "openai/text-embedding-3-small",
    )  # fmt: skip
    servers.each_saw_its_own_key(("mine", "text-embedding-3-small"))


def test_a_judge_and_a_reader(servers: Servers, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("Chapter 1\n\n" + "Mara rowed home before the storm. " * 300, encoding="utf-8")

    def answer(body: dict[str, Any]) -> Any:
        return notes(body) if "cast" in properties(body) else plain(body)

    servers.mine.answer = servers.openais.answer = answer
    servers.run(
        "evaluate", book, "--method", "summary", "--model", "custom/mine", "--reading-model", "openai/gpt-4o", "--out", tmp_path / "o"
    )  # fmt: skip
    servers.each_saw_its_own_key()


def test_a_job_of_the_studio_for_another_model_than_the_studios_own(
    servers: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fabula.models.chat import ChatMessage, ChatRequest
    from fabula.studio.home import open_home
    from fabula.studio.tasks.context import Progress, TaskContext
    from fabula.studio.tasks.form import TaskForm

    monkeypatch.setenv("FABULA_API_KEY", MINE)
    monkeypatch.setenv("OPENAI_API_KEY", OPENAIS)
    settings = {"model": "custom/mine", "base_url": servers.mine.url, "ledger": str(tmp_path / "ledger")}

    async def ask(model: str) -> None:
        progress = Progress(tmp_path / "state.json", "running")
        context = TaskContext(open_home(tmp_path / "home"), tmp_path, progress, settings, rehearsing=False)
        async with context.door(TaskForm(model=model), {}) as door:
            await door.ask_text(ChatRequest("verdict", (ChatMessage("user", "How good?"),)))
        progress.end("done")

    asyncio.run(ask("openai/gpt-4o"))
    asyncio.run(ask("custom/mine"))
    servers.each_saw_its_own_key()


def at(model: str, base_url: str | None = None, *main: str, **config: object) -> Address:
    return address(model, base_url, Config(**config), main or None)  # type: ignore[arg-type]


def key(where: Address, **config: object) -> str:
    return api_key(where, Config(**config))  # type: ignore[arg-type]


def test_an_address_that_was_typed_for_a_provider_gets_fabulas_key_or_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", OPENAIS)
    typed = at("openai/gpt-4o", "https://proxy.example/v1")
    assert (typed.base_url, key(typed, keys={"openai": OPENAIS})) == ("https://proxy.example/v1", "none")
    monkeypatch.setenv("FABULA_API_KEY", MINE)
    assert key(typed) == MINE
    assert key(at("openai/gpt-4o", "https://api.openai.com/v1/")) == MINE
    monkeypatch.delenv("FABULA_API_KEY")
    assert key(at("openai/gpt-4o", "https://api.openai.com/v1/")) == OPENAIS


def test_fabulas_key_is_for_the_one_server_of_the_models_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABULA_API_KEY", MINE)
    both = ("openai/gpt-4o", "deepseek/deepseek-chat")
    for model in both:
        with pytest.raises(UsageError, match=r"no key for \w+: set [A-Z]+_API_KEY, or put"):
            key(at(model, None, *both))
    assert key(at("openai/gpt-4o", None, "openai/gpt-4o", "openai/o3")) == MINE
    assert key(at("openai/gpt-4o", None, "replay:answers.jsonl")) == MINE


def test_one_address_for_models_of_two_providers_is_asked_back() -> None:
    with pytest.raises(UsageError, match=r"several providers: give each its own under \[models.NAME\]"):
        at("openai/o3", "http://proxy.example/v1", "openai/o3", "deepseek/deepseek-chat")
    assert at("vllm/b", "http://gpu.example/v1", "vllm/a", "vllm/b").base_url == "http://gpu.example/v1"
    judge = at("custom/judge", "http://gpu.example/v1", "vllm/a")
    assert (judge.base_url, judge.main) == ("http://gpu.example/v1", True)


def test_a_refused_key_says_which_variable_to_set(servers: Servers) -> None:
    servers.mine.listing = key_refused()
    book = EXAMPLES / "the-tide-house.txt"
    said = fabula(
        "evaluate", book, "--method", "one-pass", "--model", "openai/gpt-4o", "--base-url", servers.mine.url,
        OPENAI_API_KEY=OPENAIS,
    )  # fmt: skip
    assert said.returncode == 1 and "(401): set FABULA_API_KEY to the key of this server" in said.stderr
    assert servers.mine.looks[0].headers["authorization"] == "Bearer none"
    assert not servers.mine.requests and not servers.openais.looks


def test_a_saved_result_does_not_say_where_keys_go() -> None:
    assert typed_again("openai/gpt-4o", "http://127.0.0.1:4000/v1", Config()) == "http://127.0.0.1:4000/v1"
    assert (
        typed_again("custom/x", "https://own.example/v1", Config(base_url="https://own.example/v1")) is None
    )
    with pytest.raises(UsageError, match=r"give --base-url https://stranger.example/v1 to ask there again"):
        typed_again("openai/gpt-4o", "https://stranger.example/v1", Config())


WRONG = ["schlüssel-1234", "two\nlines-1234", "with\ttab-1234"]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("source", ["FABULA_API_KEY", "OPENAI_API_KEY", "JUDGE_KEY", "[keys] openai", "[models.judge]"])  # fmt: skip
def test_a_key_that_cannot_be_sent_is_one_line_whatever_its_source(
    wrong: str, source: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = json.dumps(wrong)
    model = "openai/gpt-4o"
    if source.startswith("[keys]"):
        (own_home / "fabula.toml").write_text(f"[keys]\nopenai = {told}\n")
    elif source.startswith("[models"):
        model = "judge"
        (own_home / "fabula.toml").write_text(f'[models.judge]\nname = "openai/gpt-4o"\nkey = {told}\n')
    else:
        monkeypatch.setenv(source, wrong)
    if source == "JUDGE_KEY":
        model = "judge"
        (own_home / "fabula.toml").write_text(
            '[models.judge]\nname = "openai/gpt-4o"\nkey_variable = "JUDGE_KEY"\n'
        )
    said = fabula("evaluate", EXAMPLES / "the-tide-house.txt", "--method", "one-pass", "--model", model)
    assert said.returncode == 2
    assert said.stderr == f"fabula: the key of {source} has characters that no key has: copy it again\n"


def test_a_project_says_neither_where_keys_are_nor_where_they_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    model = '[models.judge]\nname = "openai/gpt-4o"\n'
    for line in ('base_url = "https://x.example"', 'key = "env:HOME"', 'key_variable = "HOME"'):
        (tmp_path / "fabula.toml").write_text(model + line)
        with pytest.raises(UsageError, match="in a project's file it could send your key to a stranger"):
            load_config()
    (tmp_path / "fabula.toml").write_text('[providers.openai]\nbase_url = "https://x.example"')
    with pytest.raises(UsageError, match="could send your key to a stranger"):
        load_config()


def test_a_variable_that_is_not_set_is_named(own_home: Path) -> None:
    (own_home / "fabula.toml").write_text('[models.judge]\nname = "custom/j"\nbase_url = "http://x.example/v1"\nkey = "env:JUDGE_KEY"\n')  # fmt: skip
    with pytest.raises(UsageError, match="no key for judge: set JUDGE_KEY"):
        config = load_config()
        api_key(address("judge", None, config), config)
