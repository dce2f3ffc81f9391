"""Tables that people open in a spreadsheet: the encoding is understood, and no text is run as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from fabula.errors import FabulaError
from fabula.whole_files import write_whole

_FORMULA = tuple("=+-@\t\r")
_ENCODING_MARK = "\ufeff"
"""Without it, spreadsheets take the text for another encoding."""


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table as the text of a .csv file."""
    made = io.StringIO()
    made.write(_ENCODING_MARK)
    writer = csv.writer(made)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return made.getvalue()


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write the table. A spreadsheet that has it open may keep others from writing it."""
    try:
        write_whole(path, as_csv(columns, rows))
    except FabulaError as error:
        raise FabulaError(f"{error} (is it open in another program?)") from None


def _cell(value: object) -> object:
    """A text that a spreadsheet would take for a formula begins with an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
