"""Reads raw reviews or a model's recorded outputs, the input of `fabula readers build`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.jsonl import read_lines
from fabula.measures.scorefile import number
from fabula.reviews.reviews import at_most_named, fault

_TEXT = ("text", "review", "review_text", "raw")
_READER = ("reviewer", "reader", "user", "user_id")


@dataclass(frozen=True, slots=True)
class RawReview:
    """An original review, with the platform's stars and a model's recorded output if available."""

    book: str
    reader: str
    text: str
    stars: float | None = None
    recorded: str = ""


def read_raw(path: Path, *, recorded: bool = False) -> tuple[list[RawReview], list[str]]:
    """Reviews from JSON lines, and the rows left out with the reason.

    With `recorded`, `text` is a model's Markdown output and `raw`, if present, is the review itself.
    """
    faults: list[str] = []
    found: list[RawReview] = []
    for place, row in read_lines(path, faults, "reviews"):
        try:
            found.append(_raw(row, recorded))
        except (ValueError, TypeError, AttributeError) as error:
            faults.append(fault(path, place, error))
    if not found:
        raise UsageError(f"{path.name} holds no reviews{f' ({faults[0]})' if faults else ''}")
    return found, at_most_named(faults, path.name)


def _raw(row: Mapping[str, Any], recorded: bool) -> RawReview:
    texts = {name: row[name] for name in _TEXT if isinstance(row.get(name), str) and row[name].strip()}
    if recorded:
        if "text" not in texts:
            raise ValueError("no text: a recorded output is needed")
        output, text = texts["text"], texts.get("raw", "")
    else:
        if not texts:
            raise ValueError("no text")
        output, text = "", next(iter(texts.values()))
    reader = next((str(row[name]) for name in _READER if row.get(name)), "")
    return RawReview(str(row.get("book") or ""), reader, text, number(row.get("rating")), output)
