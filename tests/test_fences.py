"""Whatever a user's file says reaches a model between marks that it cannot close, in every prompt of every question."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from fabula.editing.pitch import run_pitch
from fabula.editing.pitch_request import PitchRequest
from fabula.editing.request import EditRequest
from fabula.editing.run import run as edit
from fabula.facts.request import FactCheckRequest, GraphRequest, RefineRequest
from fabula.facts.run import run_check, run_graph, run_refine
from fabula.judging.evaluate import run as evaluate
from fabula.judging.request import EvaluateRequest
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.models.prompts import load_prompt
from fabula.models.rehearsal import made_up
from fabula.novelists.request import WholeRequest
from fabula.novelists.whole import run_whole
from fabula.personas.choosing import run as choose
from fabula.personas.rating import run as rate
from fabula.personas.request import PersonaCompareRequest, PersonaRateRequest
from fabula.quiz.making import run as make_quiz
from fabula.quiz.request import QuizMakeRequest
from fabula.ranking.request import RankRequest
from fabula.ranking.run import run as rank
from fabula.request import Request
from fabula.synopsis.request import ReadRequest
from fabula.synopsis.run import run as read
from fabula.text.book import Book, Chapter
from loopback import Loopback

SIGN = "Qzyx"
"""Stands in everything that the files say, and nowhere else."""
_FENCED = re.compile(r"<(\w+)-([0-9a-f]{16})>.*?</\1-\2>", re.DOTALL)
_LINES = (
    "Anna {sign}ova rowed to the lamp in the storm. “Where is {sign}?” asked Ben {sign}ley, and she wept. "
)
_MINICHECK = load_prompt("facts", "yes-no", "en").turns[0][1][:40]
"""Asked of small checkers alone, in the very words that they were trained on: they answer Yes or No and follow nothing."""
_OF_ANOTHER_FILE = {
    "quiz": "a set of questions, whose prompts are the paper's",
    "reviews": "reviews and the names of a rubric's parts",
    "audits": "stories of audits, which are masked and fenced in tests/audits",
    "novelists": "synopses and chapters; `whole` is asked here",
    "models": "what the server said",
}
"""Rooms with prompts that no question below reaches, and what those are about."""


def book(name: str = "one") -> Book:
    """A short book in which every part of its file has the sign."""
    text = _LINES.format(sign=SIGN) * 12
    chapters = tuple(
        Chapter(n, f"{SIGN} heads {n}", f"{text} This is {name}, part {n}.") for n in range(1, 4)
    )
    about = {"genres": (f"{SIGN} romance",), "premise": f"{SIGN} at sea."}
    return Book(f"The {SIGN} of {name}", f"A. {SIGN}", "en", chapters, **about)


def rubric_file(folder: Path) -> Path:
    """A user's own rubric."""
    file = folder / "own.toml"
    aspect = (
        f'[[aspects]]\nid = "plot"\n[aspects.en]\nlabel = "Plot {SIGN}"\ndefinition = "How {SIGN} it is."\n'
    )
    file.write_text(f'id = "own"\ntitle = "{SIGN}"\n[scale]\nlow = 0\nhigh = 100\nintegers = true\n{aspect}')
    return file


def long_stories(folder: Path) -> Path:
    """The chapters of a long story, as `novelist write --chapters` saves them."""
    file = folder / "stories.jsonl"
    rows = [
        {"story": "s", "chapter": n, "model": "w", "setting": "long", "language": "en", "text": one.text}
        for n, one in enumerate(book().chapters, 1)
    ]
    file.write_text("\n".join(map(json.dumps, rows)))
    return file


def reader_file(folder: Path) -> Path:
    """A reader with one past review."""
    file = folder / "reader.jsonl"
    said = {"item": "b1", "text": f"Of {SIGN}.", "review": f"{SIGN} moved me.", "score": 7}
    file.write_text(json.dumps({"reader": SIGN, **said}))
    return file


def questions(folder: Path) -> Iterator[tuple[Callable[[Any, Door], Awaitable[object]], Request]]:
    summary, rubric = f"Anna {SIGN}ova rows to the lamp. Ben {SIGN}ley weeps.", str(rubric_file(folder))
    for method in ("one-pass", "aggregation", "incremental"):
        yield evaluate, EvaluateRequest(book=book(), method=method, runs=1)
    yield evaluate, EvaluateRequest(book=book(), method="summary", runs=1, critique="by aspect")
    yield evaluate, EvaluateRequest(book=book(), method="summary", runs=1, anonymise=True)
    yield read, ReadRequest(book=book(), method="separate")
    yield run_check, FactCheckRequest(book=book(), chunk_tokens=200, embedder="none")
    yield run_check, FactCheckRequest(book=book(), summary_text=summary, checker="yes-no", embedder="none")
    yield run_refine, RefineRequest(book=book("denial"), summary_text=summary, embedder="none", rounds=1)
    yield run_graph, GraphRequest(book=book(), embedder="none")
    yield make_quiz, QuizMakeRequest(book=book(), each=1, rounds=2, output=folder / "quiz.jsonl")
    yield rank, RankRequest(books=(book(), book("two"), book("three")), rubric=rubric)
    yield rate, PersonaRateRequest(stories=(book(),), repeats=1, profile=reader_file(folder))
    yield (
        choose,
        PersonaCompareRequest(
            first=book(), second=book("two"), repeats=1, rubric=rubric, profile=reader_file(folder)
        ),
    )
    yield edit, EditRequest(book=book(), depth="thorough")
    yield run_pitch, PitchRequest(book=book("denial"), checker="yes-no")
    yield run_whole, WholeRequest(stories=long_stories(folder), runs=1)


def answer(body: dict[str, Any]) -> str:
    """Something valid of the right form. What it supports by a quotation is in no book, so that it is asked again."""
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
    if schema is None:
        return "Something happens here. It ends."
    made = made_up(schema, 60)
    if "verdict" in made:
        made["verdict"] = "contradicted" if "of denial" in str(body["messages"]) else "supported"
    return json.dumps(made)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All that a model is sent in these questions, once each."""
    folder = tmp_path_factory.mktemp("fences")
    with Loopback(answer) as server:

        async def ask() -> None:
            for run, request in questions(folder):
                settings = DoorSettings(base_url=server.url, ledger=folder / "ledger.sqlite")
                async with open_door("custom/judge", settings) as door:
                    await run(request, door)

        asyncio.run(ask())
        return list(
            dict.fromkeys(
                "\n".join(one["content"] for one in each.body["messages"]) for each in server.requests
            )
        )


def test_nothing_of_a_users_file_stands_outside_the_marks(asked: list[str]) -> None:
    assert sum(SIGN in each for each in asked) > 20
    loose = [
        re.findall(rf".*{SIGN}.*", _FENCED.sub("", each)) for each in asked if not each.startswith(_MINICHECK)
    ]
    assert [each for each in loose if each] == []


def test_the_questions_reach_every_prompt_that_shows_a_book(asked: list[str]) -> None:
    """A prompt is known by its longest words of our own."""
    sent, unreached = "\n".join(asked), []
    for room in sorted(one.name for one in files("fabula").iterdir() if (one / "prompts").is_dir()):
        for file in (files("fabula") / room / "prompts").iterdir():
            name, language, _ = file.name.split(".")
            if language == "en" and room not in _OF_ANOTHER_FILE:
                text = "\n".join(said for _, said in load_prompt(room, name, "en").turns)
                ours = max(re.split(r"\{[{%].*?[%}]\}|\n", text), key=len).strip()
                unreached += [] if ours in sent else [f"{room}/{name}"]
    assert unreached == []
