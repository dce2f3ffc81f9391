"""A shelf as a CSV table: one row per book, read as the rows of LongStoryEval's release are."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fabula.errors import UsageError

_NAMES = {
    "rating": "score",
    "plot": "plot_summary",
    "cast": "character_summary",
    "words": "book_len",
    "published": "published_date",
    "genre": "genres",
    "tags": "genres",
    "description": "premise",
    "blurb": "premise",
}
"""Other names of columns, by the release's names."""
_STARS = tuple(f"stars_{stars}" for stars in (5, 4, 3, 2, 1))


def table_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each row and its line. Genres are separated by `;` or `|`; `stars_5` to `stars_1` count readers."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            for row in reader:
                yield reader.line_num, _row(row, path, reader.line_num)
    except FileNotFoundError:
        raise UsageError(f"no file {path}") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path.name} is not a CSV table in UTF-8 ({error})") from None


def _row(cells: dict[str | None, Any], path: Path, line: int) -> dict[str, Any]:
    if None in cells or None in cells.values():
        raise UsageError(f"{path.name}, line {line}: a row needs as many cells as there are columns")
    named = {str(name).strip().lower(): str(value).strip() for name, value in cells.items()}
    row: dict[str, Any] = {_NAMES.get(name, name): value or None for name, value in named.items()}
    row["id"] = row.get("id") or row.get("title")
    if not row["id"]:
        raise UsageError(f"{path.name}, line {line}: a column `id` or `title` must name the book")
    if "genres" in row:
        row["genres"] = [genre.strip() for genre in re.split(r"[;|]", row["genres"] or "") if genre.strip()]
    if all(row.get(name) for name in _STARS):
        row["rating_distribution"] = [row[name] for name in _STARS]
    return row
