"""JSON Lines: one JSON value per line, read and written the same way everywhere.

Only a line feed ends a line. `str.splitlines` also breaks at U+2028, U+2029, U+0085 and form feeds. Real files have
these inside strings, so it would cut such rows in two.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.whole_files import beside


def read_lines(path: Path, faults: list[str] | None = None, wanted: str = "rows") -> list[tuple[int, Any]]:
    """Yield the value of every line of a file with its line number. Blank lines are skipped.

    A line that is not JSON raises a UsageError. If `faults` is given, the line is added there and skipped instead.
    `wanted` tells the user what the file should contain.
    """
    return list(
        parse_lines(read_text(path, f"{wanted} as JSON Lines, one object per line"), path.name, faults)
    )


def parse_lines(text: str, name: str, faults: list[str] | None = None) -> Iterator[tuple[int, Any]]:
    """Yield the value of every line of a text with its line number. `name` is the file name for error messages."""
    for number, line in numbered_lines(text):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            fault = f"{name}, line {number}: not JSON ({not_json(error)})"
            if faults is None:
                raise UsageError(fault) from None
            faults.append(fault)


def not_json(error: ValueError | RecursionError) -> str:
    """Why a text is no JSON. Python also refuses numbers of thousands of digits and what is nested a thousand deep."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at column {error.colno}"
    return "nested too deeply" if isinstance(error, RecursionError) else "a number with too many digits"


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a JSON Lines text that are not blank, numbered from 1."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line.removesuffix("\r")


def read_text(path: Path, wanted: str) -> str:
    """The text of a UTF-8 file, with or without a byte order mark. If there is none, `wanted` says what to give."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"no file {path}: give {wanted}") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder: give {wanted}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no UTF-8 text: give {wanted}") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None


def write_lines(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write one object per line: the whole file, or nothing."""
    try:
        with beside(path) as aside, aside.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    except OSError as error:
        raise FabulaError(f"{path} cannot be written: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """Check before long work that the result can be written there, and stop if not. No empty file is left behind."""
    there = path.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise UsageError(f"-o {path}: cannot be written there ({error.strerror})") from None
