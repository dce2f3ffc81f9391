"""A small run of `fabula novelist` as it lies on a disk: two models, one of them with a name that is markup, and a human."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from fabula.novelists.line_files import write_lines
from fabula.novelists.lines import Score, Setting, Story, Synopsis
from fabula.rubrics.files import load

HOSTILE = "<img src=x onerror=alert(1)>"
WRITERS = {
    "human": 3.4,
    "anthropic/claude-sonnet-4-20250514": 4.1,
    "mistral/mistral-small": 2.9,
    HOSTILE: 2.6,
}
ASPECTS = tuple(aspect.id for aspect in load("webnovel").scored_aspects)
BOOKS = 5
STORY = "The lamp went out, and nobody came home. <script>alert('story')</script> <b>It was dark.</b>\n\n"


def results(folder: Path, human: str = "novel") -> Path:
    """scores.jsonl, stories.jsonl and synopses.jsonl; `human` names the first novel, chapter 1."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [human, *(f"novel-{n}" for n in range(1, BOOKS))]
    write_lines([each for name in WRITERS for each in _scores(name, names)], folder / "scores.jsonl")
    told = [each for name in WRITERS if name != "human" for each in _stories(name, names)]
    write_lines(told, folder / "stories.jsonl")
    synopses = [
        Synopsis(story=name, chapter=1, language="en", title="<i>One</i>", characters=("Ann, a pilot",),
                 plot=("The lamp goes out <b>at once</b>", "Nobody comes"), scenes=("the quay",))
        for name in names
    ]  # fmt: skip
    write_lines(synopses, folder / "synopses.jsonl")
    return folder


def _faulty(writer: str, book: int) -> str:
    if writer.startswith("mistral") and book == 1:
        return "refusal: I'm sorry, I cannot write <u>that</u>."
    return "cut off: length" if writer.startswith("mistral") and book == 2 else ""


def _scores(writer: str, names: list[str]) -> Iterator[Score]:
    for book, name in enumerate(names):
        trouble = _faulty(writer, book)
        for judge in ("custom/kind", "custom/stern"):
            given: dict[str, float | None] = {
                each: round(WRITERS[writer] + _noise(writer + name + judge + each) % 6 / 10, 1)
                for each in ASPECTS
            }
            refused = trouble.startswith("refusal")
            yield Score(
                model=writer, story=name, chapter=1, judge=judge, scores=dict.fromkeys(ASPECTS) if refused else given,
                score=None if refused else sum(each or 0 for each in given.values()) / len(given),
                trouble=f"nothing to judge: {trouble}" if refused else "", written=trouble, words=600 + _noise(name + writer) % 900,
                language="en", setting=_setting(writer), cost=0.01,
            )  # fmt: skip


def _stories(writer: str, names: list[str]) -> Iterator[Story]:
    for book, name in enumerate(names):
        trouble = _faulty(writer, book)
        text = "" if trouble.startswith("refusal") else f"By {writer}. " + STORY * 12
        yield Story(
            model=writer, story=name, chapter=1, text=text, language="en", trouble=trouble, setting=_setting(writer)
        )  # fmt: skip


def _setting(writer: str) -> Setting:
    return "human" if writer == "human" else "hidden"


def _noise(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
