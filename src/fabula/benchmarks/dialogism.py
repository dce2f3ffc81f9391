"""Reads novels of the Project Dialogism Novel Corpus as released: text, characters, and quotations with their speakers.

One folder per novel holds `novel_text.txt`, `character_info.csv` and `quotation_info.csv`. A list in a cell is a Python
literal. The corpus counts bytes of the text; everything here counts characters.
"""

from __future__ import annotations

import ast
import csv
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal

from fabula.errors import FabulaError, UsageError
from fabula.languages.topics.names import Gender

Category = Literal["major", "intermediate", "minor"]
Kind = Literal["explicit", "anaphoric", "implicit"]
TEXT, CHARACTERS, QUOTATIONS = "novel_text.txt", "character_info.csv", "quotation_info.csv"
_NOBODY = "_"
"""`_group` and `_unknowable` are notes of the annotators."""


@dataclass(frozen=True, slots=True)
class CorpusCharacter:
    """Someone the annotators listed, with all names that mean them."""

    name: str
    aliases: tuple[str, ...]
    """With the name itself."""
    gender: Gender
    category: Category

    @property
    def leading(self) -> bool:
        """Whether the annotators call them major or intermediate."""
        return self.category != "minor"


@dataclass(frozen=True, slots=True)
class Quotation:
    """One quotation, in one or more pieces, and who says it."""

    id: str
    spans: tuple[tuple[int, int], ...]
    """Offsets of its pieces in the novel's text, marks excluded."""
    speaker: int | None
    """The index of the character. None if nobody can know, or if a group speaks."""
    kind: Kind


@dataclass(frozen=True, slots=True)
class Novel:
    """A novel of the corpus."""

    name: str
    path: Path
    text: str
    characters: tuple[CorpusCharacter, ...]
    quotations: tuple[Quotation, ...]


def read_novels(folder: Path, wanted: Sequence[str] = ()) -> list[Novel]:
    """The novels of a folder, or those that are wanted by name, in the order of their names."""
    if not folder.is_dir():
        raise UsageError(f"--data {folder}: no such folder; give a folder with one folder per novel")
    found = {each.parent.name: each.parent for each in sorted(folder.glob(f"*/{TEXT}"))}
    if not found:
        raise UsageError(f"--data {folder}: no novel in it; each is a folder with {TEXT} and {CHARACTERS}")
    if unknown := [name for name in wanted if name not in found]:
        raise UsageError(f"--novel {unknown[0]}: no such folder in {folder}; it has {', '.join(found)}")
    return [read_novel(place) for name, place in found.items() if not wanted or name in wanted]


def read_novel(folder: Path) -> Novel:
    """One novel from its folder."""
    raw = (folder / TEXT).read_bytes()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FabulaError(f"{folder.name}/{TEXT} is not UTF-8: byte {error.start}") from None
    characters = tuple(_character(row, folder) for row in _rows(folder / CHARACTERS))
    people = tuple(each for each in characters if not each.name.startswith(_NOBODY))
    listed = folder / QUOTATIONS
    rows = list(_rows(listed)) if listed.is_file() else []
    return Novel(folder.name, folder / TEXT, text, people, _quotations(rows, raw, text, people, folder))


def _rows(path: Path) -> Iterable[Mapping[str, str]]:
    if not path.is_file():
        raise FabulaError(f"{path.parent.name} has no {path.name}")
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


def _character(row: Mapping[str, str], folder: Path) -> CorpusCharacter:
    place = f"{folder.name}/{CHARACTERS}"
    try:
        name, category = row["Main Name"].strip(), row["Category"].strip().lower()
        aliases = {name, *(each.strip() for each in _literal(row["Aliases"], place))}
        gender = row["Gender"].strip().lower()
    except KeyError as missing:
        raise FabulaError(f"{place} has no column {missing}") from None
    if category not in ("major", "intermediate", "minor"):
        raise FabulaError(f"{place}: {name} is of category {category!r}, not major, intermediate or minor")
    return CorpusCharacter(
        name,
        tuple(sorted(aliases)),
        "f" if gender == "f" else "m" if gender == "m" else "",
        category,  # type: ignore[arg-type]
    )


def _literal(cell: str, place: str) -> Any:
    try:
        return ast.literal_eval(cell)
    except (ValueError, SyntaxError):
        raise FabulaError(f"{place}: {cell[:60]!r} is not a Python literal") from None


def _quotations(
    rows: Sequence[Mapping[str, str]],
    raw: bytes,
    text: str,
    people: Sequence[CorpusCharacter],
    folder: Path,
) -> tuple[Quotation, ...]:
    """Rows whose kind is not marked are left out: they are no quotations."""
    place = f"{folder.name}/{QUOTATIONS}"
    named = _speakers(people)
    of_byte = _character_offsets(raw, text)
    found = []
    for row in rows:
        kind = row["quoteType"].strip().lower()
        if kind not in ("explicit", "anaphoric", "implicit"):
            continue
        spans = tuple((of_byte(start), of_byte(end)) for start, end in _literal(row["quoteByteSpans"], place))
        speaker = named.get(row["speaker"].strip().casefold())
        found.append(Quotation(row["quoteID"], spans, speaker, kind))  # type: ignore[arg-type]
    return tuple(sorted(found, key=lambda quotation: quotation.spans))


def _speakers(people: Sequence[CorpusCharacter]) -> dict[str, int]:
    """Main name or alias -> character. Some rows name a speaker by an alias, which counts if only one person bears it."""
    bearers: dict[str, set[int]] = {}
    for index, person in enumerate(people):
        for alias in person.aliases:
            bearers.setdefault(alias.casefold(), set()).add(index)
    named = {alias: min(who) for alias, who in bearers.items() if len(who) == 1}
    return named | {person.name.casefold(): index for index, person in enumerate(people)}


def _character_offsets(raw: bytes, text: str) -> Callable[[int], int]:
    """From an offset in bytes to one in characters."""
    if len(raw) == len(text):
        return int
    starts = list(accumulate((len(letter.encode("utf-8")) for letter in text), initial=0))
    return lambda offset: max(0, bisect_right(starts, offset) - 1)
