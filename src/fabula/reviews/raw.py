"""Reviews as they were written, or as a model once put them in order: what `fabula readers build` starts from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.measures.scorefile import number
from fabula.reviews.reviews import at_most_named, fault, json_lines

_TEXT = ("text", "review", "review_text", "raw")
_READER = ("reviewer", "reader", "user", "user_id")


@dataclass(frozen=True, slots=True)
class RawReview:
    """A review as it was written; stars where the platform has them, and a model's recorded output where there is one."""

    book: str
    reader: str
    text: str
    stars: float | None = None
    recorded: str = ""


def read_raw(path: Path, *, recorded: bool = False) -> tuple[list[RawReview], list[str]]:
    """Reviews from JSON lines, and the rows that were left out with the reason.

    With `recorded`, `text` is a model's output in Markdown and `raw`, where it stands, the review itself.
    """
    faults: list[str] = []
    found: list[RawReview] = []
    for place, row in json_lines(path, faults):
        try:
            found.append(_raw(row, recorded))
        except (ValueError, TypeError, AttributeError) as error:
            faults.append(fault(path, place, error))
    if not found:
        raise UsageError(f"{path.name} holds no reviews{f' ({faults[0]})' if faults else ''}")
    return found, at_most_named(faults, path.name)


def write_rows(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """One review a line; the file is complete or not there."""
    beside = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        with beside.open("w", encoding="utf-8") as file:
            file.writelines(lines)
        beside.replace(path)
    except OSError as error:
        raise FabulaError(f"{path} cannot be written: {error.strerror}") from None


def _raw(row: Mapping[str, Any], recorded: bool) -> RawReview:
    told = {name: row[name] for name in _TEXT if isinstance(row.get(name), str) and row[name].strip()}
    if recorded:
        if "text" not in told:
            raise ValueError("no text: a recorded output is needed")
        output, text = told["text"], told.get("raw", "")
    else:
        if not told:
            raise ValueError("no text")
        output, text = "", next(iter(told.values()))
    reader = next((str(row[name]) for name in _READER if row.get(name)), "")
    return RawReview(str(row.get("book") or ""), reader, text, number(row.get("rating")), output)
