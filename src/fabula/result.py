"""What every saved result contains besides its figures: schema and package versions, the time, and the request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabula.errors import FabulaError, UsageError
from fabula.extensions import used
from fabula.frames import figures, frame, table
from fabula.version import __version__

SCHEMA_VERSION = 2
"""Raised when a file saved by an older fabula can no longer be read."""

_MEASURING = ("numpy", "scipy", "pydantic", "rjieba", "bm25s", "onnxruntime", "tokenizers", "vaderSentiment")
"""Packages whose version can change a figure."""


def _packages() -> dict[str, str]:
    """What is installed, and the packages that added something to this process."""
    return _installed() | used()


@cache
def _installed() -> dict[str, str]:
    """Read once in a process: the metadata of each package is a file to parse."""
    found: dict[str, str] = {}
    for name in _MEASURING:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


class ModelUsed(BaseModel):
    """Which model was asked and with which settings, so that it can be asked again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    """PROVIDER/NAME, as typed after --model."""
    base_url: str | None = None
    """The address without credentials. None for the provider's default address."""
    label: str | None = None
    """Its name in fabula.toml: `judge` for `[models.judge]`."""
    reading: str | None = None
    """The model that read beforehand, where it was another one: as typed after --reading-model."""
    settings: dict[str, str] = {}
    """What fabula.toml decided for it, as the signature names it."""
    left_out: tuple[str, ...] = ()
    """Parameters that the server refused, so they were not sent."""
    parameters: int | None = None
    """How large it is, where it ran from a file in this process."""
    asked_in_english: tuple[str, ...] = ()
    """Languages of the text for which fabula has no prompts, so the model was asked in English."""
    read_in_part: int = 0
    """Questions of which the server seems to have read only a part: it counted far fewer tokens than were sent."""


class UsageTotal(BaseModel):
    """What was asked and what it cost."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    calls: int
    cached: int
    """Answers that were already in the ledger."""
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars. None if a price is unknown, never 0."""


class Result(BaseModel):
    """The base class of every result. Subclasses add their own figures as typed fields and set `kind`."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=False)

    KIND: ClassVar[str]
    """The question this answers, as named in `fabula.questions`."""

    kind: str
    schema_version: int = SCHEMA_VERSION
    fabula_version: str = __version__
    packages: dict[str, str] = Field(default_factory=_packages)
    made_at: datetime = Field(default_factory=lambda: datetime.now(UTC).replace(microsecond=0))
    request: dict[str, Any]
    """Every option of the question; `fabula rerun FILE` asks it again."""
    model: ModelUsed | None = None
    """None if no model was asked."""
    signature: str
    usage: UsageTotal | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.signature}>"

    __str__ = __repr__

    @property
    def json_document(self) -> dict[str, Any]:
        """The document that `--json` prints."""
        return self.model_dump(mode="json")

    def to_frame(self, rows: str | None = None) -> Any:
        """A list of rows as a data frame of pandas or polars: the one of that name, or the longest."""
        tables = self._tables()
        if rows is not None and rows not in tables:
            raise UsageError(f"there are no rows {rows!r}; there are {', '.join(tables) or 'none'}")
        chosen = (
            tables[rows] if rows is not None else max(tables.values(), key=len, default=[self._singles()])
        )
        return frame(chosen)

    def _repr_html_(self) -> str:
        """In a notebook: the single figures, then each table."""
        parts = [figures(self._singles())]
        parts += [f"<h4>{name.replace('_', ' ')}</h4>{table(rows)}" for name, rows in self._tables().items()]
        return f"{''.join(parts)}<p><code>{escape(self.signature)}</code></p>"

    def _tables(self) -> dict[str, list[dict[str, Any]]]:
        found = {name: _rows(value) for name, value in self._own().items()}
        return {name: rows for name, rows in found.items() if rows}

    def _singles(self) -> dict[str, Any]:
        return {name: value for name, value in self._own().items() if isinstance(value, str | int | float)}

    def _own(self) -> dict[str, Any]:
        """What this kind of result has and others have not."""
        return {name: value for name, value in self.json_document.items() if name not in Result.model_fields}

    def save(self, path: Path) -> Path:
        """Write the document as JSON."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.json_document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        return path

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a saved result. A result of another kind or an older schema raises an error that says what to do."""
        return cls._of(read_document(path), path.name)

    @classmethod
    def parse(cls, raw: bytes, name: str) -> Self:
        """Read it from the bytes of a file. `name` is the file name for error messages."""
        return cls._of(parse_document(raw, name), name)

    @classmethod
    def _of(cls, document: Mapping[str, Any], name: str) -> Self:
        if document.get("kind") != cls.KIND:
            raise FabulaError(f"{name} contains a result of kind {document.get('kind')!r}, not {cls.KIND!r}")
        try:
            return cls.model_validate(document)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise FabulaError(
                f"{name} does not fit the schema of {cls.KIND}: {place}: {first['msg']}"
            ) from None


def _rows(value: Any) -> list[dict[str, Any]]:
    """A list of rows, or rows by their names. Empty for anything else."""
    if isinstance(value, dict):
        value = [{"name": name, **row} if isinstance(row, dict) else row for name, row in value.items()]
    return value if isinstance(value, list) and all(isinstance(row, dict) for row in value) else []


def read_document(path: Path) -> Mapping[str, Any]:
    """Read a saved result as a plain document and check its schema version."""
    try:
        return parse_document(path.read_bytes(), path.name)
    except FileNotFoundError:
        raise FabulaError(f"{path}: there is no such file") from None
    except OSError as error:
        raise FabulaError(f"{path.name} cannot be read: {error}") from None


def parse_document(raw: bytes, name: str) -> Mapping[str, Any]:
    """Read it from the bytes of a file. `name` is the file name for error messages."""
    try:
        document = json.loads(raw)
        json.dumps(document, ensure_ascii=False).encode()  # an unpaired surrogate cannot be written back
    except (ValueError, RecursionError) as error:
        raise FabulaError(f"{name} is not a readable JSON file: {error}") from None
    if not isinstance(document, dict) or "signature" not in document:
        raise FabulaError(f"{name} is not a fabula result: give a report.json or the output of --json")
    found = document.get("schema_version")
    if found != SCHEMA_VERSION:
        made_by = document.get("fabula_version") or "an earlier fabula"
        raise FabulaError(
            f"{name} was written by {made_by} with schema {found or 1}; this is fabula {__version__} with"
            f" schema {SCHEMA_VERSION}: run the same command again to recreate it"
        )
    return document
