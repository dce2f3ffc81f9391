"""Two short novels of our own in the format of the Project Dialogism Novel Corpus."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

TIDE = (
    "Chapter 1\n\nMr. Harker came to Café Rose in the rain. “Who lives here?” asked Mr. Harker.\n\n"
    "“I do,” said Nell Marrable. “My father was the keeper.” She smiled, and Mr. Harker sat down by Miss Marrable.\n\n"
    "“Stay,” said Nell.\n"
)
MILL = (
    "Chapter 1\n\nOld Jonas looked at the wheel. “It turns,” said Jonas.\n\n"
    "“It always did,” said Ruth Vane. Ruth went out, and Jonas followed Ruth.\n"
)


def write_corpus(folder: Path) -> Path:
    """A folder with both novels."""
    _write(
        folder / "Tide",
        TIDE,
        [
            ("Mr. Harker", "{'Mr. Harker', 'Harker'}", "M", "major"),
            ("Nell", "{'Nell', 'Nell Marrable', 'Miss Marrable'}", "F", "intermediate"),
            ("The Keeper", "['The Keeper']", "M", "minor"),
            ("_group", "['_group']", "X", "minor"),
        ],
        [
            ("Who lives here?", "Mr. Harker", "Explicit"),
            ("I do,|My father was the keeper.", "nell marrable", "Explicit"),
            ("Stay,", "Nell", "Explicit"),
        ],
    )
    _write(
        folder / "Mill",
        MILL,
        [
            ("Jonas", "{'Jonas', 'Old Jonas'}", "M", "major"),
            ("Ruth Vane", "{'Ruth', 'Ruth Vane'}", "F", "major"),
            ("The Miller", "{'The Miller'}", "M", "intermediate"),
        ],
        [("It turns,", "Jonas", "Explicit"), ("It always did,", "_unknowable", "Implicit")],
    )
    return folder


def _write(
    folder: Path, text: str, people: Sequence[tuple[str, ...]], quotations: Sequence[tuple[str, str, str]]
) -> None:
    folder.mkdir(parents=True)
    raw = text.encode()
    (folder / "novel_text.txt").write_bytes(raw)
    with (folder / "character_info.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["Character ID", "Main Name", "Aliases", "Gender", "Category"])
        rows.writerows([number, *person] for number, person in enumerate(people))
    with (folder / "quotation_info.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["quoteID", "quoteText", "quoteByteSpans", "speaker", "quoteType"])
        for number, (quotation, speaker, kind) in enumerate(quotations):
            pieces = quotation.split("|")
            starts = [raw.index(piece.encode()) for piece in pieces]
            spans = [
                [start, start + len(piece.encode())] for start, piece in zip(starts, pieces, strict=True)
            ]
            rows.writerow([f"Q{number}", " ".join(pieces), spans, speaker, kind])
