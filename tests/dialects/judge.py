"""A scripted judge whose every word depends on what it read, so that a changed or lost text is a changed verdict.

It reads the manuscript between its marks and nothing else of the prompt: the same book has the same verdict over every
server, whatever the dialect put around it. It holds to the schema's names, not its bounds: a server may have made it
leave those out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from dialects.dialect import Json, schema_of
from loopback import fill

_MARKED = re.compile(r"<manuscript-(\w+)>\n(.*?)\n</manuscript-\1>", re.S)
_NAME = re.compile(r"\b[A-Z][a-z]{3,}\b")


def judge(asked: Json) -> str:
    """The answer to one question, as JSON where a schema came with the request or in its words."""
    texts = [str(message["content"]) for message in asked["messages"]]
    schema = schema_of(asked) or in_words(texts[-1])
    marked = [" ".join(text.split()) for _, text in _MARKED.findall("\n".join(texts))]
    if schema is None:
        return f"The reader has noted this as {digest(*marked)}."
    return json.dumps(verdict(schema, marked, texts[-1]), ensure_ascii=False)


def in_words(text: str) -> Json | None:
    """The schema that stands in the text, the last one that does."""
    decoder = json.JSONDecoder()
    found, start = None, text.find("{")
    while start >= 0:
        try:
            document, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError:
            start = text.find("{", start + 1)
            continue
        if isinstance(document, dict) and {"properties", "$ref", "anyOf"} & document.keys():
            found = document
        start = text.find("{", end)
    return found


def verdict(schema: Mapping[str, Any], marked: list[str], prompt: str) -> Any:
    names = schema.get("properties", {})
    if "cast" in names and "plot" in names and "chapters" in names:
        return notes(marked, prompt)
    if "overall_score" in names:
        return {name: opinion(name, marked) for name in names}
    if "relations" in names:
        return graph(marked)
    if "facts" in names:
        return {"facts": [marked[-1]]}
    if "verdict" in names:
        rulings = sorted(names["verdict"].get("enum", ["supported"]))
        ruling = rulings[number("verdict", *marked) % len(rulings)]
        quotation = " ".join(marked[-1].split()[:8])
        return {
            "reason": f"Seen in {digest(*marked)}.",
            "quotation": quotation,
            "verdict": ruling,
            "correction": "",
        }
    return fill(schema)


def opinion(name: str, marked: list[str]) -> Any:
    if name == "overall_assessment":
        return f"A book of {digest(*marked)}."
    score = number(name, *marked) % 101
    if name == "overall_score":
        return score
    quotation = marked[-1][:60].rsplit(" ", 1)[0]
    return {
        "strengths": f"{name} holds.",
        "weaknesses": f"{name} sags.",
        "quotations": [quotation],
        "score": score,
    }


def notes(marked: list[str], prompt: str) -> Json:
    chapters = sorted({int(found) for found in re.findall(r"chapter (\d+)", prompt)}) or [1]
    plot = f"By chapter {chapters[-1]} the story has come to {digest(*marked)}. " * 3
    names = list(dict.fromkeys(_NAME.findall(marked[-1])))[:3]
    person = {
        "aliases": [],
        "profile": f"Known by {digest(*marked)}.",
        "current": "",
        "experience": "Comes home.",
    }
    return {
        "chapters": [
            {"chapter": each, "summary": f"Chapter {each} of {digest(*marked)}."} for each in chapters
        ],
        "plot": plot,
        "cast": [{"name": name, **person} for name in names],
    }


def graph(marked: list[str]) -> Json:
    names = list(dict.fromkeys(_NAME.findall(marked[-1])))[:4]
    pairs = pairwise(names)
    return {
        "entities": [{"name": name, "aliases": []} for name in names],
        "relations": [{"subject": one, "predicate": "meets", "object": other} for one, other in pairs],
    }


def digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:10]


def number(*texts: str) -> int:
    return int(digest(*texts), 16)
