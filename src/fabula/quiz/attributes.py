"""Attributes of the novels themselves: type, length and year. Results are grouped by them; unknown stays unknown.

The groups are those of LFED's Table 3. The paper does not say which novel is in which group. The built-in table gives
for each novel of LFED the year of first publication (of the first volume or the first year of a serial), a type of the
paper's list by our own reading, and a length where it lies clearly inside one group; its `source` column says why.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from fabula.errors import UsageError
from fabula.quiz.questions import plain
from fabula.text.encoding import decode, read_bytes

_YEARS = (
    (None, 1899, "before 1900"),
    (1900, 1950, "1900 to 1950"),
    (1951, 2000, "1951 to 2000"),
    (2001, None, "from 2001"),
)
_LENGTHS = (
    (None, 99_999, "under 100,000"),
    (100_000, 1_000_000, "100,000 to 1,000,000"),
    (1_000_001, None, "over 1,000,000"),
)
UNKNOWN = "unknown"
BANDS = {
    "type": (
        "love and friendship",
        "growth and life",
        "society and human nature",
        "military and history",
        "crime and mystery",
        "science fiction and fantasy",
        "fables and philosophies",
        "literature and art",
    ),
    "length": tuple(name for *_, name in _LENGTHS),
    "year": tuple(name for *_, name in _YEARS),
}
"""The groups of each attribute in display order. Types of your own follow, sorted by name."""


@dataclass(frozen=True, slots=True)
class Novel:
    """One novel's attributes."""

    year: int | None = None
    type: str | None = None
    length: int | str | None = None
    """Words, or characters in Chinese; or the name of a group of lengths."""

    def groups(self) -> dict[str, str]:
        """The novel's group for each attribute."""
        return {
            "type": self.type or UNKNOWN,
            "length": self.length if isinstance(self.length, str) else _band(self.length, _LENGTHS),
            "year": _band(self.year, _YEARS),
        }


def shipped() -> dict[str, Novel]:
    """The built-in table for LFED's novels."""
    return _read((files("fabula.quiz") / "attributes.csv").read_text(encoding="utf-8"), "attributes.csv")


def read_attributes(path: Path) -> dict[str, Novel]:
    """Reads the user's own table: title, and any of year, type and length."""
    return _read(decode(read_bytes(path), path.name).text, path.name)


def attributes_of(title: str, table: Mapping[str, Novel]) -> Novel:
    """A novel's attributes, looked up by its normalised title."""
    return table.get(plain(title), Novel())


def _read(text: str, name: str) -> dict[str, Novel]:
    rows = csv.DictReader(io.StringIO(text))
    if "title" not in (rows.fieldnames or ()):
        raise UsageError(f"{name}: a table of novels needs the column title, and any of year, type, length")
    return {
        plain(row["title"]): Novel(
            _number(row.get("year"), row["title"], name),
            (row.get("type") or "").strip() or None,
            _length(row.get("length"), row["title"], name),
        )
        for row in rows
    }


def _length(cell: str | None, title: str, name: str) -> int | str | None:
    bare = (cell or "").strip()
    return bare if bare in BANDS["length"] else _number(cell, title, name)


def _number(cell: str | None, title: str, name: str) -> int | None:
    bare = (cell or "").replace(",", "").strip()
    if not bare:
        return None
    try:
        return int(bare)
    except ValueError:
        raise UsageError(f"{name}: {title}: {cell!r} is not a whole number") from None


def _band(value: int | None, bands: tuple[tuple[int | None, int | None, str], ...]) -> str:
    if value is None:
        return UNKNOWN
    return next(
        name for low, high, name in bands if (low is None or value >= low) and (high is None or value <= high)
    )
