"""Finished runs as tables for SQL: one row a judged book with its signature, from reports and from tables of shelves.

`verdicts` has one row for each book that a run judged, `aspects` one for each of its aspects.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from fabula.errors import FabulaError, UsageError
from fabula.extras import extra

VERDICTS = {
    "file": "VARCHAR", "book": "VARCHAR", "title": "VARCHAR", "author": "VARCHAR", "language": "VARCHAR", "words": "BIGINT",
    "chapters": "BIGINT", "method": "VARCHAR", "model": "VARCHAR", "rubric": "VARCHAR", "score": "DOUBLE", "stars": "DOUBLE",
    "low": "DOUBLE", "high": "DOUBLE", "calls": "BIGINT", "cost": "DOUBLE", "made_at": "VARCHAR", "signature": "VARCHAR",
    "why": "VARCHAR",
}  # fmt: skip
"""`score` is the judge's on its rubric's scale; `stars`, `low` and `high` are what readers are expected to give."""
_ASPECTS = {
    "file": "VARCHAR", "book": "VARCHAR", "aspect": "VARCHAR", "score": "DOUBLE", "low": "DOUBLE", "high": "DOUBLE",
    "model": "VARCHAR", "signature": "VARCHAR",
}  # fmt: skip
_OF_SHELVES = tuple(name for name in VERDICTS if name not in ("file", "calls", "cost", "made_at"))
_SCORES = "STRUCT(aspect VARCHAR, score DOUBLE, low DOUBLE, high DOUBLE)[]"
_AT_ONCE = 500
COMPARABLE = ("model", "method", "rubric", "signature", "file")


@dataclass(frozen=True, slots=True)
class Table:
    """What a query found."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def documents(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class Finished:
    """Finished runs in a database in memory."""

    def __init__(self, places: Sequence[Path]) -> None:
        with extra("results", "a table of finished runs"):
            import duckdb
        self._error = duckdb.Error
        self._db = duckdb.connect()
        self._make("verdicts", VERDICTS)
        self._make("aspects", _ASPECTS)
        reports, shelves = _files(places)
        for shelf in shelves:
            self._take_shelf(shelf)
        self._take_reports(reports)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_reason: object) -> None:
        self._db.close()

    def query(self, sql: str, out: Path | None = None) -> Table:
        """What one SELECT finds. `out` is a .csv or .parquet file to write it to."""
        if out is not None and out.suffix not in (".csv", ".parquet"):
            raise UsageError(f"--out {out.name}: give a .csv or .parquet file")
        try:
            self._db.execute(f"CREATE OR REPLACE TEMP TABLE answer AS {sql}")
            if out is not None:
                kind = "FORMAT parquet" if out.suffix == ".parquet" else "FORMAT csv, HEADER"
                self._db.execute(f"COPY answer TO {_quoted(out)} ({kind})")
            found = self._db.execute("SELECT * FROM answer")
            return Table(tuple(each[0] for each in found.description), tuple(found.fetchall()))
        except self._error as error:
            raise UsageError(f"the query is refused: {_in_one_line(error)}") from None

    def _make(self, name: str, columns: dict[str, str]) -> None:
        self._db.execute(
            f"CREATE TABLE {name} ({', '.join(f'{one} {kind}' for one, kind in columns.items())})"
        )

    def _take_shelf(self, path: Path) -> None:
        """The rows of `evaluate --results`. A line that a kill cut short is left out."""
        kinds = {name: VERDICTS[name] for name in _OF_SHELVES} | {"path": "VARCHAR", "aspects": _SCORES}
        columns = ", ".join(f"{_text(name)}: {_text(kind)}" for name, kind in kinds.items())
        source = (
            f"read_parquet({_quoted(path)})"
            if path.suffix == ".parquet"
            else f"read_json({_quoted(path)}, format='newline_delimited', ignore_errors=true, columns={{{columns}}})"
        )
        named = ", ".join(f"CAST({name} AS {VERDICTS[name]}) AS {name}" for name in _OF_SHELVES)
        try:
            self._db.execute(
                f"INSERT INTO verdicts BY NAME SELECT {_quoted(path)} AS file, "
                f"{named.replace('CAST(book AS VARCHAR)', 'coalesce(book, path)')} FROM {source} "
                "WHERE path IS NOT NULL AND (signature IS NOT NULL OR why IS NOT NULL)"
            )
            self._db.execute(
                f"INSERT INTO aspects BY NAME SELECT {_quoted(path)} AS file, coalesce(book, path) AS book, model, signature, "
                f"unnest(CAST(aspects AS {_SCORES}), recursive := true) FROM {source} WHERE path IS NOT NULL"
            )
        except self._error as error:
            raise UsageError(
                f"{path.name} is not a table of `fabula evaluate --results`: {str(error).splitlines()[0]}"
            ) from None

    def _take_reports(self, paths: Iterable[Path]) -> None:
        verdicts: list[tuple[Any, ...]] = []
        aspects: list[tuple[Any, ...]] = []
        for path in paths:
            document = _report(path)
            if document is not None:
                verdicts.append(_verdict(path, document))
                aspects += _aspects(path, document)
            if len(verdicts) >= _AT_ONCE:
                self._insert(verdicts, aspects)
        self._insert(verdicts, aspects)

    def _insert(self, verdicts: list[tuple[Any, ...]], aspects: list[tuple[Any, ...]]) -> None:
        for name, rows in (("verdicts", verdicts), ("aspects", aspects)):
            if rows:
                self._db.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
                rows.clear()


def comparison(column: str, condition: str | None = None) -> str:
    """SQL for pairs of values of a column: over the books that both judged, the mean difference of scores and stars."""
    if column not in COMPARABLE:
        raise UsageError(f"--compare {column}: one of {', '.join(COMPARABLE)}")
    return (
        f"WITH each AS (SELECT book, {column} AS kind, avg(score) AS score, avg(stars) AS stars FROM verdicts "
        f"WHERE why IS NULL AND {column} IS NOT NULL AND ({condition or 'true'}) GROUP BY ALL) "
        "SELECT one.kind AS one, other.kind AS other, count(*) AS books, avg(one.score - other.score) AS score_difference, "
        "avg(CAST(one.score > other.score AS INT)) AS share_higher, corr(one.score, other.score) AS score_correlation, "
        "avg(one.stars - other.stars) AS stars_difference "
        "FROM each one JOIN each other ON one.book = other.book AND one.kind < other.kind GROUP BY ALL ORDER BY ALL"
    )


def _in_one_line(error: Exception) -> str:
    """What is wrong, and which columns the database would offer instead."""
    first, *rest = str(error).splitlines()
    return " ".join([first, *(line.strip() for line in rest if line.startswith("Candidate"))])


def _files(places: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Reports and tables of shelves, as named or below the folders that are named."""
    found: list[Path] = []
    for place in places:
        if not place.exists():
            raise UsageError(f"there is no {place}")
        inside = (*place.rglob("report.json"), *place.rglob("*.parquet"), *place.rglob("rows.jsonl"))
        found += sorted(inside) if place.is_dir() else [place]
    shelves = [path for path in found if path.suffix in (".jsonl", ".parquet")]
    reports = [path for path in found if path.suffix == ".json"]
    if len(shelves) + len(reports) < len(found) or not found:
        raise UsageError(
            "give folders of reports, report.json files, or .jsonl and .parquet tables of --results"
        )
    return reports, shelves


def _report(path: Path) -> dict[str, Any] | None:
    """The document of a report about one book; None for reports of other questions."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FabulaError(f"{path} cannot be read as a report: {error}") from None
    return document if isinstance(document, dict) and document.get("kind") == "evaluate" else None


def _verdict(path: Path, document: dict[str, Any]) -> tuple[Any, ...]:
    overall, rating, usage = (document.get(name) or {} for name in ("overall", "rating", "usage"))
    found = {
        **{name: document.get(name) for name in ("title", "author", "language", "words", "method", "rubric")},
        **{name: document.get(name) for name in ("made_at", "signature")},
        **{name: rating.get(name) for name in ("low", "high")},
        **{name: usage.get(name) for name in ("calls", "cost")},
        "file": str(path),
        "book": document.get("id"),
        "chapters": len(document.get("chapters") or ()),
        "model": (document.get("model") or {}).get("name"),
        "score": overall.get("score"),
        "stars": rating.get("value"),
        "why": _words(document.get("no_verdict")),
    }
    return tuple(found[name] for name in VERDICTS)


def _aspects(path: Path, document: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    model = (document.get("model") or {}).get("name")
    for each in document.get("aspects") or ():
        scores = (each.get("score"), each.get("low"), each.get("high"))
        yield str(path), document.get("id"), each.get("id"), *scores, model, document.get("signature")


def _words(notice: Any) -> str | None:
    return notice.get("text") if isinstance(notice, dict) else notice


def _quoted(path: Path) -> str:
    return _text(str(path))


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"
