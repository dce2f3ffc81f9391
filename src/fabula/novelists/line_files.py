"""Reads and writes the JSON Lines files between the steps: a file is whole, or it is as it was."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from fabula.errors import UsageError
from fabula.jsonl import numbered_lines, read_text
from fabula.novelists.lines import Line, Story
from fabula.whole_files import write_whole

L = TypeVar("L", bound=Line)


def read_lines(path: Path, kind: type[L]) -> list[L]:
    """Reads and validates the lines of a file. The first error is reported with its line number."""
    found = []
    for number, line in numbered_lines(
        read_text(path, f"{kind.__name__.lower()} lines, one JSON object each")
    ):
        try:
            found.append(kind.model_validate(json.loads(line)))
        except (json.JSONDecodeError, ValidationError, RecursionError) as error:
            raise UsageError(f"{path.name}, line {number}: {_fault(error, kind)}") from None
    return found


def write_lines(lines: Iterable[BaseModel], path: Path) -> None:
    """Writes all lines, or leaves the file unchanged."""
    write_whole(path, "".join(f"{line.model_dump_json()}\n" for line in lines))


def stories_of(paths: Sequence[Path]) -> list[Story]:
    """Reads the stories of several files. The same chapter by the same writer and setting twice is an error."""
    found = [story for path in paths for story in read_lines(path, Story)]
    seen: set[tuple[str, str, str, int]] = set()
    for one in found:
        key = (one.model, one.setting, one.story, one.chapter)
        if key in seen:
            raise UsageError(f"{one.model} has chapter {one.chapter} of {one.story!r} twice in these files")
        seen.add(key)
    return found


def write_document(document: Any, path: Path) -> None:
    """One JSON file."""
    write_whole(path, json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def _fault(error: Exception, kind: type[Line]) -> str:
    wants = ", ".join(name for name, field in kind.model_fields.items() if field.is_required())
    first = error.errors()[0] if isinstance(error, ValidationError) else None
    what = f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}" if first else "not JSON"
    return f"a {kind.__name__.lower()} is an object with {wants} ({what})"
