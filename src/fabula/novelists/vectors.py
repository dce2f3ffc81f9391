"""Scores by book from any kind of file: judged lines, the released data, or bare numbers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fabula.errors import UsageError
from fabula.notices import Notice
from fabula.novelists.board import book_scores, no_score
from fabula.novelists.line_files import read_lines
from fabula.novelists.lines import Duel, Gauged, Score, writer
from fabula.novelists.reference_files import shipped_reference
from fabula.novelists.released import is_released, read_released

Vector = tuple[float, ...]
Kind = Literal["duels", "gauged", "scores", "stories", "synopses"]
_MARKS: dict[Kind, set[str]] = {
    "duels": {"first", "second", "judge"},
    "gauged": {"abstain", "diagnostics"},
    "scores": {"model", "story", "chapter", "judge"},
    "stories": {"model", "story", "chapter", "text"},
    "synopses": {"story", "chapter", "language", "plot"},
}
"""The fields that tell each kind of line from the kinds listed after it."""


@dataclass(frozen=True, slots=True)
class Results:
    """The judgements of one set of writers."""

    scores: list[Score]
    duels: list[Duel]
    gauged: list[Gauged]


@dataclass(frozen=True, slots=True)
class Books:
    """Each book's scores by name, the lines they were made from, and what has no scores, with the reason."""

    scores: dict[str, Vector]
    lines: list[Score]
    """Empty for the released data and for bare numbers, which do not say who judged."""
    left_out: list[Notice]


def vectors(paths: Sequence[Path], dimensions: Sequence[str]) -> Books:
    """The books of several files."""
    found = Books({}, [], [])
    for path in paths:
        if is_released(path):
            named = _released(path, found.left_out)
        else:
            own = read_lines(path, Score)
            named = _judged(own, dimensions, found.left_out)
            found.lines.extend(own)
        if twice := found.scores.keys() & named.keys():
            raise UsageError(f"{sorted(twice)[0]!r} is in two of these files")
        found.scores.update(named)
    if not found.scores:
        raise UsageError("no book with all its scores in " + ", ".join(path.name for path in paths))
    return found


@dataclass(frozen=True, slots=True)
class GivenScores:
    """What `--scores` names."""

    rows: list[Vector]
    single: bool = False
    """Whether it is one set of bare numbers."""
    lines: Sequence[Score] = ()
    left_out: Sequence[Notice] = ()


def read_scores(given: str, dimensions: Sequence[str]) -> GivenScores:
    """Reads `--scores`: numbers, a JSON list of numbers or of such lists, or a file."""
    bare = given.strip()
    if bare[:1] == "[" or _numbers(bare) is not None:
        return _parsed(bare if bare[:1] == "[" else f"[{bare}]", "--scores")
    path = Path(given)
    if not path.is_file():
        raise UsageError(
            f"--scores: {given!r} is neither {len(dimensions)} numbers separated by commas nor a file"
        )
    text = path.read_text(encoding="utf-8-sig").strip()
    if text[:1] == "[" and not is_released(path):
        return _parsed(text, path.name)
    books = vectors([path], dimensions)
    return GivenScores(list(books.scores.values()), False, books.lines, books.left_out)


def kind_of(path: Path) -> Kind | None:
    """The kind of a run's file, from the fields of its first line, or None for any other file."""
    fields = _first_line(path).keys()
    return next((kind for kind, marks in _MARKS.items() if fields >= marks), None)


def read_results(paths: Sequence[Path]) -> Results:
    """Reads scores, duels and gauge lines from several files, told apart by their fields."""
    found = Results([], [], [])
    for path in paths:
        match kind_of(path):
            case "duels":
                found.duels.extend(read_lines(path, Duel))
            case "gauged":
                found.gauged.extend(read_lines(path, Gauged))
            case _:
                found.scores.extend(read_lines(path, Score))
    return found


def _first_line(path: Path) -> dict[str, object]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            first = json.loads(next((line for line in file if line.strip()), "{}"))
    except FileNotFoundError:
        raise UsageError(f"no file at {path}") from None
    except (ValueError, RecursionError, OSError):
        return {}
    return first if isinstance(first, dict) else {}


def _released(path: Path, left_out: list[Notice]) -> dict[str, Vector]:
    found = {}
    for novel in read_released(path):
        if novel.scores:
            found[novel.novel] = novel.scores
        else:
            left_out.append(Notice.of("novelists.no-original-score", novel=novel.novel))
    return found


def _judged(lines: Sequence[Score], dimensions: Sequence[str], left_out: list[Notice]) -> dict[str, Vector]:
    by_writer: dict[str, list[Score]] = defaultdict(list)
    for score in lines:
        by_writer[writer(score)].append(score)
        if score.score is None:
            left_out.append(no_score(score))
    return {
        f"{name}: {book.story}" if len(by_writer) > 1 else book.story: book.scores
        for name, own in by_writer.items()
        for book in book_scores(own, shipped_reference(), dimensions)
    }


def _parsed(text: str, where: str) -> GivenScores:
    try:
        read = json.loads(text)
        if read and all(isinstance(row, list) for row in read):
            return GivenScores([tuple(float(each) for each in row) for row in read])
        return GivenScores([tuple(float(each) for each in read)], single=True)
    except (json.JSONDecodeError, TypeError, ValueError) as error:
        raise UsageError(f"{where}: give numbers, or lists of numbers ({error})") from None


def _numbers(text: str) -> list[float] | None:
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        return None
