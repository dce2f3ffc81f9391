"""JSON Lines: one JSON value a line, read and written the same way everywhere.

A line ends with a line feed and with nothing else. `str.splitlines` also breaks at U+2028, U+2029, U+0085 and form
feeds, which stand inside strings of real files; it cuts such a row in two.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError


def read_lines(path: Path, faults: list[str] | None = None, wanted: str = "rows") -> list[tuple[int, Any]]:
    """The value of every line of a file, with the line's number. Blank lines are skipped.

    A line that is not JSON stops with a UsageError, or with `faults` is added to them and left out. `wanted` says in an
    error message what the file should hold.
    """
    return list(parse_lines(read_text(path, f"{wanted} as JSON Lines, one object a line"), path.name, faults))


def parse_lines(text: str, name: str, faults: list[str] | None = None) -> Iterator[tuple[int, Any]]:
    """The value of every line of a text, with the line's number; `name` is the file's, for error messages."""
    for number, line in numbered_lines(text):
        try:
            yield number, json.loads(line)
        except json.JSONDecodeError as error:
            fault = f"{name}, line {number}: not JSON ({error.msg} at column {error.colno})"
            if faults is None:
                raise UsageError(fault) from None
            faults.append(fault)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a JSON Lines text that hold something, with their numbers from 1."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line.removesuffix("\r")


def read_text(path: Path, wanted: str) -> str:
    """A text file in UTF-8, with or without a byte order mark; `wanted` says what to give where there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"no file {path}: give {wanted}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path.name} cannot be read as UTF-8 text ({error})") from None


def write_lines(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """One object a line. The file is complete or not there: it is written beside its place and moved there."""
    beside = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        beside.replace(path)
    except OSError as error:
        raise FabulaError(f"{path} cannot be written: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """Before long work: stop now if the result could not be written there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab"):
            pass
    except OSError as error:
        raise UsageError(f"-o {path}: cannot be written there ({error.strerror})") from None
