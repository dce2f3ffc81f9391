"""Reads and writes tables: JSONL, JSON, CSV, TSV and parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.extras import extra
from fabula.jsonl import read_text

Row = Mapping[str, Any]
_WANTED = "a table as JSONL, CSV or parquet"


def rows_of(path: Path) -> list[tuple[str, Row]]:
    """The rows of a JSONL, JSON, CSV, TSV or parquet file, each with its position for error messages."""
    kind = path.suffix.lower()
    if not path.exists():
        raise UsageError(f"no file {path}: give {_WANTED}")
    if kind == ".parquet":
        with extra("parquet", path.name):
            import pyarrow as pa
            import pyarrow.parquet as pq

        try:
            return [(f"row {place}", row) for place, row in enumerate(pq.read_table(path).to_pylist(), 1)]
        except (pa.ArrowInvalid, OSError) as error:
            raise UsageError(f"{path.name} is damaged or not a parquet file ({error})") from None
    text = read_text(path, _WANTED)
    if kind in (".csv", ".tsv"):
        csv.field_size_limit(2**31 - 1)
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter="\t" if kind == ".tsv" else ",")
        return [(f"row {place}", row) for place, row in enumerate(reader, 1)]
    return _json_rows(text, path.name, whole=kind == ".json")


def _json_rows(text: str, name: str, *, whole: bool) -> list[tuple[str, Row]]:
    rows: list[tuple[str, Row]] = []
    try:
        found = (
            enumerate(json.loads(text), 1)
            if whole
            else ((at, json.loads(line)) for at, line in enumerate(text.split("\n"), 1) if line.strip())
        )
        for place, row in found:
            if not isinstance(row, Mapping):
                raise UsageError(f"{name}, row {place}: must be an object with named fields")
            rows.append((f"row {place}", row))
    except UsageError:
        raise
    except RecursionError:
        raise UsageError(f"{name}: lists or objects are nested too deeply after row {len(rows)}") from None
    except (ValueError, TypeError) as error:
        raise UsageError(f"{name}: not JSON after row {len(rows)} ({error})") from None
    return rows
