"""Scripted judges for the loopback server: they read what they are sent and answer as a model would."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from fabula.text.book import Book, Chapter

STORM = "The storm took the roof before midnight, and Mara held the lamp until her hands shook."
LETTER = "Her father's letter said only that the house was hers, and that he was sorry about the boat."


def short_book(chapters: int = 6, language: str = "en") -> Book:
    """A book whose chapters can be told apart in a prompt."""
    filler = "They walked along the shore and spoke of the winter that was coming to the village. " * 60
    return Book(
        title="The Lamp",
        author="A. Writer",
        language=language,
        genres=("Fiction",),
        premise="A daughter comes home to a house by the sea.",
        chapters=tuple(
            Chapter(number, f"Part {number}", f"{STORM if number % 2 else LETTER}\n\n{filler} [{number}]")
            for number in range(1, chapters + 1)
        ),
    )


def properties(body: dict[str, Any]) -> dict[str, Any]:
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    return dict(schema.get("properties", {}))


def asked(body: dict[str, Any]) -> str:
    return "\n".join(message["content"] for message in body["messages"])


def notes(body: dict[str, Any], plot: str | None = None) -> dict[str, Any]:
    """Reading notes for the chapters that the prompt names."""
    numbers = [int(number) for number in re.findall(r"(?:chapter |第)(\d+)(?:章（| \()", asked(body))]
    return {
        "chapters": [{"chapter": number, "summary": f"Chapter {number} happens."} for number in numbers],
        "plot": plot
        if plot is not None
        else f"Mara comes home and by chapter {numbers[-1]} has read the letter. " * 3,
        "cast": [
            {
                "name": "Mara",
                "aliases": ["the daughter"],
                "profile": "She tends the lamp.",
                "current": "",
                "experience": "She comes home.",
            }
        ],
    }


def losing_steps(answer: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], Any]:
    """The same judge, except that every step of a reading after the first comes back empty."""

    def lost(body: dict[str, Any]) -> Any:
        said = answer(body)
        is_first = "The plot before this piece:" not in asked(body)
        return said if "cast" not in properties(body) or is_first else said | {"plot": "", "chapters": []}

    return lost


def judgement(body: dict[str, Any], score: float = 80, quotes: tuple[str, ...] = (STORM,)) -> dict[str, Any]:
    """The same score for every aspect that the schema asks for."""
    answer: dict[str, Any] = {}
    for name in properties(body):
        if name == "overall_assessment":
            answer[name] = "A quiet book that keeps its promise."
        elif name == "overall_score":
            answer[name] = score
        else:
            answer[name] = {
                "strengths": f"{name} holds.",
                "weaknesses": f"{name} sags in the middle.",
                "quotations": list(quotes),
                "score": score,
            }
    return answer


def critic(body: dict[str, Any]) -> dict[str, Any]:
    """Reads when asked to read, judges when asked to judge, and leaves new names to the rules of the language."""
    if "names" in properties(body):
        return {"names": []}
    return notes(body) if "cast" in properties(body) else judgement(body)


def prose_of(answer: dict[str, Any]) -> str:
    """A judgement as a model that ignores schemas might write it."""
    lines = []
    for name, said in answer.items():
        if isinstance(said, dict):
            lines.append(
                f"### {name.title()}\n- **Review:** {said['strengths']}\n- **Score:** [{said['score']}/100]"
            )
    lines.append(
        f"### Overall\n{answer['overall_assessment']}\n\n**Overall Score**:\n{answer['overall_score']}"
    )
    return "\n\n".join(lines)


def as_text(answer: dict[str, Any]) -> str:
    return json.dumps(answer)
