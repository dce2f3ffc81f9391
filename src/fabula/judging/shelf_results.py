"""The rows of a shelf on disk: each is written as soon as it is known, so that a killed run loses none."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, Any, Self

from fabula.errors import FabulaError, UsageError
from fabula.extras import extra
from fabula.jsonl import write_lines
from fabula.spreadsheets import write_csv
from fabula.whole_files import beside

SHARD = 1_000
"""Rows in one file of a folder."""
_WHOLE = {"chapters", "words", "findings"}
_NUMBERS = {
    "score",
    "score_low",
    "score_high",
    "stars",
    "low",
    "high",
    "percentile",
    "mtld",
    "dialogue_share",
    "sentence_words",
}

Row = dict[str, Any]


class ShelfResults:
    """Rows by book, in one .jsonl file, one .csv or .parquet file (made from a .jsonl at the end), or a folder of Parquet
    shards.

    In a folder, rows stand in rows.jsonl until there are enough for a shard, which is then written at once. How rows are made
    stands beside them, and rows that are made otherwise do not join them.

    A book whose row says why it could not be judged is tried again by the next run: its server may be up again, its file
    mended. What cannot be mended fails in the same way, and at little cost.
    """

    def __init__(
        self, place: Path, wanted: Sequence[str], columns: Sequence[str], signature: str = ""
    ) -> None:
        if place.suffix not in ("", ".jsonl", ".csv", ".parquet"):
            raise UsageError(
                f"--results {place.name}: give a .csv, .jsonl or .parquet file, or a folder for shards"
            )
        self._place = place
        self._wanted = wanted
        self._columns = columns
        self._signature = signature
        self._sharded = place.suffix == ""
        self._lines = _lines_of(place)
        self._signed = self._lines.with_name(f".{self._lines.stem}.signature")
        if place.suffix in ("", ".parquet"):
            _pyarrow(place.name)
        self._failed: dict[str, bool] = {}
        self._waiting: list[Row] = []
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        try:
            self._lines.parent.mkdir(parents=True, exist_ok=True)
            self._check_signature()
            self._failed = {key: False for shard in _shards(self._place) for key in self._judged_in(shard)}
            here = {
                row["path"]: row for row in _judged(_rows(self._lines)) if row["path"] not in self._failed
            }
            write_lines(here.values(), self._lines)
            self._file = self._lines.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise FabulaError(f"cannot write to {self._place}: {error.strerror}") from None
        self._failed |= dict.fromkeys(here, False)
        self._waiting = list(here.values()) if self._sharded else []
        return self

    def __exit__(self, failed: type[BaseException] | None, *_rest: object) -> None:
        if self._file:
            self._file.close()
        if failed is None and self._sharded and self._waiting:
            self._write_shard()
        elif failed is None and not self._sharded:
            kept = {row["path"]: row for row in _rows(self._lines)}
            wanted = [kept.pop(key) for key in self._wanted if key in kept]
            write_lines([*kept.values(), *wanted], self._lines)
            if self._place.suffix == ".parquet":
                self._write_parquet(wanted, self._place)
            elif self._place.suffix == ".csv":
                write_csv(self._place, *_best_first(wanted, self._columns))

    def _check_signature(self) -> None:
        """A signature counts as long as rows stand beside it: a full disk may have kept it empty, or somebody took the rows away."""
        earlier = self._signed.read_text(encoding="utf-8").strip() if self._signed.exists() else ""
        rows = bool(_shards(self._place)) or (self._lines.exists() and self._lines.stat().st_size > 0)
        if rows and earlier and earlier != self._signature:
            raise UsageError(
                f"--results {self._place.name}: its rows were made with other options or another version ({earlier}), and new ones"
                f" would be {self._signature}: give another place, or the same options"
            )
        if self._signature and earlier != self._signature:
            self._signed.write_text(self._signature + "\n", encoding="utf-8")

    def __contains__(self, key: str) -> bool:
        return key in self._failed

    @property
    def unjudged(self) -> int:
        """How many of the wanted books have a reason in place of figures."""
        return sum(self._failed.get(key, False) for key in self._wanted)

    def add(self, row: Row) -> None:
        """Keep a row. It is on disk when this returns."""
        assert self._file is not None
        self._failed[row["path"]] = row["why"] is not None
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._file.flush()
        if self._sharded:
            self._waiting.append(row)
            if len(self._waiting) >= SHARD:
                self._write_shard()

    def _judged_in(self, shard: Path) -> list[str]:
        """The judged books of a shard, which is written again without the others."""
        found = _parquet_rows(shard, ("path", "why"))
        judged = [row["path"] for row in _judged(found)]
        if not judged:
            shard.unlink()
        elif len(judged) < len(found):
            self._write_parquet(list(_judged(_parquet_rows(shard, self._columns))), shard)
        return judged

    def _write_shard(self) -> None:
        """Move the waiting rows to a shard. A kill in between leaves them in both, and they are counted once."""
        last = max((int(each.stem.partition("-")[2]) for each in _shards(self._place)), default=-1)
        self._write_parquet(self._waiting, self._place / f"part-{last + 1:05}.parquet")
        self._waiting = []
        if self._file and not self._file.closed:
            self._file.truncate(0)
        else:
            self._lines.unlink()

    def _write_parquet(self, rows: Sequence[Row], path: Path) -> None:
        """Every shard has the same columns and types, even where a column is empty."""
        pa, parquet = _pyarrow(path.name)
        types = [(name, _type_of(name, pa)) for name in self._columns]
        with beside(path) as aside:
            parquet.write_table(pa.Table.from_pylist(rows, schema=pa.schema(types)), aside)


def judged_at(place: Path) -> frozenset[str]:
    """The books that have a row there, and are not tried again."""
    return frozenset(row["path"] for row in _judged(_rows_at(place)))


def not_judged_at(place: Path) -> dict[str, str]:
    """The books whose row says why there are no figures, each with the reason."""
    return {row["path"]: row["why"] for row in _rows_at(place) if row["why"] is not None}


def scores_at(place: Path) -> dict[str, float | None]:
    """The overall score of each judged book; None without a model."""
    return {row["path"]: row["score"] for row in _judged(_rows_at(place, ("path", "why", "score")))}


def _rows_at(place: Path, columns: Sequence[str] = ("path", "why")) -> Iterator[Row]:
    """The rows of a folder or a file, wherever they are by now."""
    sharded = (row for shard in _shards(place) for row in _parquet_rows(shard, columns))
    return chain(sharded, _rows(_lines_of(place)))


def _best_first(rows: Sequence[Row], columns: Sequence[str]) -> tuple[list[str], list[list[Any]]]:
    """For a spreadsheet: the best book first, those without figures last, and a column for each aspect."""
    aspects = list(dict.fromkeys(each["aspect"] for row in rows for each in row["aspects"]))
    plain = [name for name in columns if name != "aspects"]

    def cells(row: Row) -> list[Any]:
        scores = {each["aspect"]: each["score"] for each in row["aspects"]}
        return [*(row.get(name) for name in plain), *map(scores.get, aspects)]

    def order(row: Row) -> tuple[float, ...]:
        return tuple(math.inf if row[name] is None else -row[name] for name in ("score", "stars"))

    return [*plain, *aspects], [cells(row) for row in sorted(rows, key=order)]


def _judged(rows: Iterable[Row]) -> Iterator[Row]:
    """Those without a reason in place of figures."""
    return (row for row in rows if row["why"] is None)


def _lines_of(place: Path) -> Path:
    """Where rows wait until there are enough for a table."""
    return place / "rows.jsonl" if place.suffix == "" else place.with_suffix(".jsonl")


def _shards(place: Path) -> list[Path]:
    return sorted(place.glob("part-*.parquet")) if place.suffix == "" else []


def _type_of(column: str, pa: Any) -> Any:
    if column == "aspects":
        scores = [(name, pa.float64()) for name in ("score", "low", "high")]
        return pa.list_(pa.struct([("aspect", pa.string()), *scores]))
    return pa.int64() if column in _WHOLE else pa.float64() if column in _NUMBERS else pa.string()


def _pyarrow(name: str) -> tuple[Any, Any]:
    with extra("parquet", name):
        import pyarrow
        from pyarrow import parquet
    return pyarrow, parquet


def _parquet_rows(path: Path, columns: Sequence[str]) -> list[Row]:
    found: list[Row] = _pyarrow(path.name)[1].read_table(path, columns=list(columns)).to_pylist()
    return found


def _rows(path: Path) -> Iterator[Row]:
    """The rows of a file. A line that a kill cut short is left out."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").split("\n"):
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(row, dict) and "path" in row:
            yield row | {"why": row.get("why")}
