"""A scripted model that knows the planted errors of the sample novella's faulty synopsis."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fabula.facts.summaries import Summary, of_text
from fabula.text.book import Book
from fabula.text.files import read
from loopback import Behaviour

EXAMPLES = Path(__file__).parents[2] / "examples"
ERRORS: list[dict[str, Any]] = json.loads((EXAMPLES / "the-tide-house.errors.json").read_text())["errors"]
_FENCED = re.compile(r"<manuscript-(\w+)>\n(.*?)\n</manuscript-\1>", re.S)


def novella() -> Book:
    return read(EXAMPLES / "the-tide-house.txt")


def synopsis(name: str = "faulty-synopsis") -> Summary:
    return of_text((EXAMPLES / f"the-tide-house.{name}.txt").read_text(encoding="utf-8").strip(), "en")


def wanted(body: dict[str, Any]) -> set[str]:
    """The fields that the answer's schema asks for: they say which question this is."""
    return set(body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {}))


def fenced(body: dict[str, Any]) -> list[str]:
    return [text for _, text in _FENCED.findall(body["messages"][-1]["content"])]


class Key:
    """Answers every question of graph, check and refine as one who knows the eight errors."""

    def __init__(self) -> None:
        self.false = {error["sentence"]: error for error in ERRORS}

    def __call__(self, body: dict[str, Any]) -> Behaviour:
        fields, parts = wanted(body), fenced(body)
        if "entities" in fields:
            return told({"entities": [{"name": "Nell", "aliases": ["Eleanor Marrable"]}, {"name": "Walter Stroud", "aliases": []}], "relations": [{"subject": "Nell", "predicate": "is a friend of", "object": "Walter Stroud"}]})  # fmt: skip
        if "facts" in fields:
            return told({"facts": [parts[-1], "", parts[-1].lower()]})
        if "verdict" in fields:
            return told(self.ruling(parts[-1], parts[0]))
        return told({"sentence": self.false[parts[1]]["truth"]})

    def ruling(self, fact: str, scene: str) -> dict[str, str]:
        error = self.false.get(fact)
        if error is None:
            return {
                "reason": "The scenes say so.",
                "quotation": " ".join(scene.split()[:8]),
                "verdict": "supported",
                "correction": "",
            }
        return {
            "reason": f"The story has it otherwise ({error['kind']}).",
            "quotation": error["quotation"],
            "verdict": "contradicted",
            "correction": error["truth"],
        }


def told(answer: dict[str, Any]) -> Behaviour:
    return Behaviour(json.dumps(answer))
