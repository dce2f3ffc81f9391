"""`quiz import`: sets of others, in JSON or JSON Lines, become sets of fabula by a documented mapping."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Literal

from fabula.errors import UsageError
from fabula.jsonl import numbered_lines
from fabula.models.door import Door
from fabula.notices import Notice
from fabula.quiz.files import write_set
from fabula.quiz.questions import LETTERS, Question, QuizSet, plain
from fabula.quiz.request import QuizImportRequest
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign
from fabula.text.encoding import decode, read_bytes

Counted = Literal["letter", "from 0", "from 1", "text"]


@dataclass(frozen=True, slots=True)
class Fields:
    """Where the parts of a question stand in another set. See mappings.toml."""

    question: tuple[str, ...]
    options: tuple[str, ...]
    answer: tuple[str, ...]
    counted: Counted
    title: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    rows: str = ""


class QuizImportResult(Result):
    """The document of `quiz import`."""

    KIND: ClassVar[str] = "quiz-import"

    kind: Literal["quiz-import"] = "quiz-import"
    questions: int
    left_out: dict[str, int]
    """How many rows were left out, by reason."""
    output: str


async def run(request: QuizImportRequest, door: Door | None = None) -> QuizImportResult:
    """Reads the set, writes those of its questions that have four options and a key, and counts the others by reason."""
    del door
    request.validate()
    fields = mapping(request.mapping)
    name = request.file.name
    found = [
        _question(row, each, fields, request.file.stem)
        for row, each in enumerate(_rows(request.file, fields))
    ]
    questions = [each for each in found if isinstance(each, Question)]
    if not questions:
        raise UsageError(
            f"{name} has no question with four options and a key by the mapping {request.mapping}"
        )
    place = request.output or request.file.with_name(f"{request.file.stem}.quiz.jsonl")
    write_set(questions, place)
    reasons = [str(each) for each in found if isinstance(each, Notice)]
    return QuizImportResult(
        request=document(request),
        signature=sign(
            request, "quiz.import", digests={"text": QuizSet(name, tuple(questions), "utf-8").digest}
        ),
        questions=len(questions),
        left_out={reason: reasons.count(reason) for reason in dict.fromkeys(reasons)},
        output=str(place),
    )


def mapping(name: str) -> Fields:
    """The mapping of that name, or of that file."""
    known = tomllib.loads((files("fabula.quiz") / "mappings.toml").read_text(encoding="utf-8"))
    if name in known:
        return _fields(known[name], name)
    if not Path(name).is_file():
        raise UsageError(f"--mapping {name}: neither a file nor one of {', '.join(known)}")
    try:
        return _fields(tomllib.loads(Path(name).read_text(encoding="utf-8")), name)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"--mapping {name}: not TOML: {error}") from None


def _fields(given: Mapping[str, Any], name: str) -> Fields:
    unknown = given.keys() - Fields.__slots__
    missing = {"question", "options", "answer", "counted"} - given.keys()
    if unknown or missing:
        wrong = f"unknown key {min(unknown)}" if unknown else f"{min(missing)} is missing"
        raise UsageError(f"--mapping {name}: {wrong}; the keys are {', '.join(Fields.__slots__)}")
    if given["counted"] not in ("letter", "from 0", "from 1", "text"):
        raise UsageError(f"--mapping {name}: counted is letter, from 0, from 1 or text")
    parts: dict[str, Any] = {
        key: value if key in ("rows", "counted") else (value,) if isinstance(value, str) else tuple(value)
        for key, value in given.items()
    }
    return Fields(**parts)


def _rows(path: Path, fields: Fields) -> Iterator[Mapping[str, Any]]:
    """Every question with the fields of its document."""
    for each in _documents(path):
        if fields.rows == "*" and all(isinstance(value, dict) for value in each.values()):
            yield from each.values()
        elif fields.rows and isinstance(each.get(fields.rows), list):
            about = {key: value for key, value in each.items() if key != fields.rows}
            yield from (about | row for row in each[fields.rows] if isinstance(row, dict))
        else:
            yield each


def _documents(path: Path) -> Iterator[Mapping[str, Any]]:
    text = decode(read_bytes(path), path.name).text
    try:
        whole = json.loads(text)
        parts = whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        parts = [_line(line, number, path.name) for number, line in numbered_lines(text)]
    for number, part in enumerate(parts, 1):
        if not isinstance(part, dict):
            raise UsageError(f"{path.name}: document {number} is not a JSON object")
        yield part


def _line(line: str, number: int, name: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{name} line {number}: not JSON: {error}") from None


def _question(row: int, given: Mapping[str, Any], fields: Fields, stem: str) -> Question | Notice:
    text, options = _first(given, fields.question), _options(_first(given, fields.options))
    if not isinstance(text, str) or not text.strip() or options is None:
        return Notice.of("quiz.import-no-question")
    if len(options) != len(LETTERS):
        return Notice.of("quiz.import-options", n=len(options))
    place = _place(given, fields, options)
    if place is None:
        return Notice.of("quiz.import-no-key")
    category, title = _first(given, fields.category), _first(given, fields.title)
    return Question(
        row,
        str(title or stem),
        text.strip(),
        options,
        LETTERS[place],
        None if category is None else str(category),
    )


def _first(given: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((given[name] for name in names if given.get(name) is not None), None)


def _options(found: Any) -> tuple[str, ...] | None:
    if isinstance(found, dict) and isinstance(found.get("text"), list):
        found = found["text"]
    if isinstance(found, dict):
        found = [found[letter] for letter in sorted(found)]
    return tuple(str(each).strip() for each in found) if isinstance(found, list) else None


def _place(given: Mapping[str, Any], fields: Fields, options: Sequence[str]) -> int | None:
    """Which option is the key. A letter is read whatever the mapping says, as harnesses mix both."""
    key = _first(given, fields.answer)
    if isinstance(key, list):
        key = key[0] if key else None
    written = str(key).strip()
    if fields.counted == "text":
        same = [place for place, option in enumerate(options) if plain(option) == plain(written)]
        return same[0] if same else None
    if len(written) == 1 and written.upper() in LETTERS:
        return LETTERS.index(written.upper())
    if fields.counted == "letter" or not written.isdecimal():
        return None
    place = int(written) - (fields.counted == "from 1")
    return place if 0 <= place < len(options) else None
