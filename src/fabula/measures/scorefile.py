"""Files of scores and truths: JSONL, JSON or CSV, one row per item with its id."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.jsonl import not_json, parse_lines, read_text

ID_NAMES = ("id", "book", "item", "name", "title")
SAME_NAME = {
    "length": ("words", "book_len", "word_count", "chars"),
    "genre": ("genres",),
    "overall": ("rating", "score", "value"),
}
"""Other names of a column."""
_NESTED = ("scores", "aspects", "outputs")
_MISSING = {"", "na", "n/a", "none", "null", "-"}
_NUMBER = re.compile(r"[-+]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """Rows in file order. An id occurs more than once if its item was judged repeatedly."""

    name: str
    rows: tuple[tuple[str, Mapping[str, Any]], ...]
    numeric: tuple[str, ...]
    """Columns that hold only numbers and gaps, in the order of the file."""

    @property
    def ids(self) -> list[str]:
        """Each id once, in order."""
        return list(dict.fromkeys(own for own, _ in self.rows))

    def only(self, *columns: str) -> ScoreFile:
        """The same rows, with these columns alone for numbers."""
        return replace(self, numeric=columns)

    def find(self, column: str) -> str | None:
        """The column of this name, or of another name for the same thing."""
        present = {name for _, row in self.rows for name in row}
        return next((name for name in (column, *SAME_NAME.get(column, ())) if name in present), None)

    def mixed(self) -> dict[str, str]:
        """Columns that are mostly numbers but contain words too, each with its first word."""
        found: dict[str, str] = {}
        for name in dict.fromkeys(name for _, row in self.rows for name in row if name not in self.numeric):
            cells = [row.get(name) for _, row in self.rows if not _is_gap(row.get(name))]
            words = [cell for cell in cells if number(cell) is None]
            if 0 < len(words) < len(cells) / 2:
                found[name] = str(words[0])
        return found

    def values(self, column: str) -> dict[str, list[float | None]]:
        """Every number of an id in a column. None is a gap; NaN was written in the file."""
        found: dict[str, list[float | None]] = {}
        for own, row in self.rows:
            found.setdefault(own, []).append(number(row.get(column)))
        return found

    def labels(self, column: str) -> dict[str, list[str]]:
        """The labels of each id: a list, or words separated by `;` or `|`."""
        return {own: _labels(row.get(column)) for own, row in self.rows}


def read(path: Path) -> ScoreFile:
    """Read a file of scores; every error message names the line."""
    text = read_text(path, "scores as JSONL or CSV, with an id in each row")
    rows = [_identified(raw, place, path.name) for place, raw in _raw_rows(text, path)]
    if not rows:
        raise UsageError(f"{path.name} holds no rows")
    return ScoreFile(path.name, tuple(rows), _numeric([row for _, row in rows]))


def number(cell: Any) -> float | None:
    """The number in a cell ("4.10", "62,000 words"), or None."""
    if isinstance(cell, int | float):
        return None if isinstance(cell, bool) else float(cell)
    if not isinstance(cell, str):
        return None
    plain = cell.strip().lower()
    if plain in ("nan", "inf", "-inf"):
        return math.nan
    head, _, unit = plain.partition(" ")
    if _NUMBER.fullmatch(head) and unit in ("", "words", "characters", "pages"):
        return float(head.replace(",", ""))
    return None


def _raw_rows(text: str, path: Path) -> Iterable[tuple[str, Any]]:
    if path.suffix.lower() in (".csv", ".tsv"):
        reader = csv.DictReader(
            io.StringIO(text, newline=""), delimiter="\t" if path.suffix.lower() == ".tsv" else ","
        )
        return [(f"row {index}", row) for index, row in enumerate(reader, 1)]
    if path.suffix.lower() == ".json":
        return _whole_document(text, path.name)
    return [(f"line {number}", row) for number, row in parse_lines(text, path.name)]


def _whole_document(text: str, name: str) -> list[tuple[str, Any]]:
    document = _json(text, name)
    if isinstance(document, Mapping) and isinstance(document.get("books"), list):
        document = document["books"]
    elif isinstance(document, Mapping):
        document = [
            {"id": own, **(row if isinstance(row, Mapping) else {"overall": row})}
            for own, row in document.items()
        ]
    if not isinstance(document, list):
        raise UsageError(f"{name} is neither a list of rows nor an object of rows by id")
    return [(f"row {index}", row) for index, row in enumerate(document, 1)]


def _json(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{place}: not JSON ({not_json(error)})") from None


def _identified(raw: Any, place: str, name: str) -> tuple[str, Mapping[str, Any]]:
    if not isinstance(raw, Mapping):
        raise UsageError(f"{name}, {place}: a row must be an object with an id")
    written = {str(column).strip().lower(): column for column in raw}
    named = (written[each] for each in ID_NAMES if each in written)
    key = next((column for column in named if raw[column] not in (None, "")), None)
    if key is None:
        there = ", ".join(str(column) for column in raw if column is not None)
        raise UsageError(
            f"{name}, {place}: no id; name the column one of {', '.join(ID_NAMES)} (it has {there or 'none'})"
        )
    row = {str(column).strip(): _bare(cell) for column, cell in raw.items() if column not in (key, None)}
    for nest in _NESTED:
        for aspect, cell in _aspects(raw.get(nest)).items():
            row.setdefault(aspect, cell)
    return str(raw[key]).strip(), row


def _aspects(nested: Any) -> dict[str, Any]:
    """Scores one level deeper: {"plot": 60}, {"plot": {"score": 60}} or [{"id": "plot", "score": 60}]."""
    if isinstance(nested, list):
        nested = {
            entry.get("id", entry.get("aspect")): entry for entry in nested if isinstance(entry, Mapping)
        }
    if not isinstance(nested, Mapping):
        return {}
    return {str(name): _bare(cell) for name, cell in nested.items() if name is not None}


def _bare(cell: Any) -> Any:
    """The score in a cell that also contains its bounds."""
    if not isinstance(cell, Mapping):
        return cell
    return next((cell[name] for name in ("score", "value") if name in cell), cell)


def _numeric(rows: list[Mapping[str, Any]]) -> tuple[str, ...]:
    cells: dict[str, list[Any]] = {}
    for row in rows:
        for name, cell in row.items():
            if not _is_gap(cell):
                cells.setdefault(name, []).append(cell)
    return tuple(name for name, own in cells.items() if all(number(cell) is not None for cell in own))


def _labels(cell: Any) -> list[str]:
    if isinstance(cell, list):
        return [str(label).strip() for label in cell if str(label).strip()]
    if cell is None:
        return []
    return [label.strip() for label in re.split(r"[;|]", str(cell)) if label.strip()]


def _is_gap(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and cell.strip().lower() in _MISSING)
