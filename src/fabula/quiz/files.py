"""Reads question sets from CSV, TSV, JSONL, JSON and XLSX in every encoding that `text.encoding` knows; writes CSV and JSONL in LFED's format."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.jsonl import numbered_lines
from fabula.quiz.questions import LETTERS, Question, QuizSet, called
from fabula.quiz.sheet import sheet_rows
from fabula.text.encoding import decode, read_bytes

HEADER = ("名字", "题目", "选项1", "选项2", "选项3", "选项4", "答案")
"""LFED's own columns: novel, question, four options, answer."""
_NAMES = {
    "title": ("名字", "书名", "小说", "title", "novel", "book", "name"),
    "text": ("题目", "问题", "question", "text", "input"),
    "answer": ("答案", "answer", "target", "key", "label"),
    "category": ("类别", "分类", "category", "type"),
    "passage": ("出处", "passage", "proof"),
    "chapter": ("章", "chapter"),
    "second_passage": ("second_passage",),
    "second_chapter": ("second_chapter",),
}
_OPTIONS = ("选项{n}", "option{n}", "option {n}", "option_{n}", "选项{l}", "option_{l}", "option {l}", "{l}")
_MOST = 200_000
Row = Mapping[str, Any]
Placed = tuple[int | None, Row]
"""A row and the line on which it begins, if its file has lines."""


def read_set(path: Path) -> QuizSet:
    """Reads a set from a file. Every row must be a question; the error names the row and what is wrong with it."""
    raw = read_bytes(path)
    if raw[:4] == b"PK\x03\x04":
        encoding, rows = "xlsx", list(_table([(None, row) for row in sheet_rows(raw, path.name)], path.name))
    else:
        decoded = decode(raw, path.name)
        encoding = decoded.encoding
        if decoded.text.lstrip()[:1] in ("{", "["):
            rows = list(_documents(decoded.text, path.name))
        else:
            rows = list(_table(_lines(decoded.text, path.name), path.name))
    if not rows:
        raise FabulaError(f"{path.name} contains no questions")
    if len(rows) > _MOST:
        raise FabulaError(f"{path.name} contains {len(rows):,} rows; a question set has at most {_MOST:,}")
    questions = tuple(_question(index, row, path.name, line) for index, (line, row) in enumerate(rows))
    return QuizSet(path.name, questions, encoding)


def csv_text(questions: Sequence[Question]) -> str:
    """The set in LFED's format, with exactly seven columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([each.title, each.text, *each.options, each.answer] for each in questions)
    return out.getvalue()


def jsonl_text(questions: Sequence[Question]) -> str:
    """The set with all known fields, one question a line."""
    return "".join(json.dumps(document(each), ensure_ascii=False) + "\n" for each in questions)


def write_set(questions: Sequence[Question], place: Path) -> None:
    """Writes a set as .jsonl. For .csv it uses LFED's format and puts kinds and proofs into a .jsonl beside it."""
    if place.suffix.lower() == ".csv":
        place.write_text(csv_text(questions), encoding="utf-8-sig")
    place.with_suffix(".jsonl").write_text(jsonl_text(questions), encoding="utf-8")


def document(question: Question) -> dict[str, Any]:
    """One question as JSON, without unknown fields."""
    more = {
        "category": question.category,
        "passage": question.passage,
        "chapter": question.chapter,
        "second_passage": question.second_passage,
        "second_chapter": question.second_chapter,
    }
    return {
        "title": question.title,
        "question": question.text,
        "options": list(question.options),
        "answer": question.answer,
    } | {name: value for name, value in more.items() if value is not None}


def _lines(text: str, name: str) -> list[tuple[int | None, list[str]]]:
    head = text.partition("\n")[0]
    mark = "\t" if head.count("\t") >= 5 else ";" if head.count(";") >= 5 > head.count(",") else ","
    reader = csv.reader(io.StringIO(text), delimiter=mark)
    found: list[tuple[int | None, list[str]]] = []
    before = 0
    try:
        for row in reader:
            if any(row):
                found.append((before + 1, row))
            before = reader.line_num
        return found
    except csv.Error as error:
        raise FabulaError(f"{name} cannot be read as a table: {error}") from None


def _table(rows: Sequence[tuple[int | None, Sequence[str]]], name: str) -> Iterator[Placed]:
    if not rows:
        return
    header = [_column(cell) for cell in rows[0][1]]
    for number, (line, cells) in enumerate(rows[1:], 1):
        if len(cells) != len(header) and any(cell.strip() for cell in cells[len(header) :]):
            raise FabulaError(
                f"{name}: {called(number, line)} has {len(cells)} cells, but the header has {len(header)}: is a comma unquoted?"
            )
        filled = [*cells, *[""] * (len(header) - len(cells))]
        yield line, dict(zip(header, filled[: len(header)], strict=True))


def _documents(text: str, name: str) -> Iterator[Placed]:
    parts: list[tuple[int | None, Any]]
    if text.lstrip()[0] == "[":
        parts = [(None, part) for part in _json(text, name, "")]
    else:
        parts = [(n, _json(line, name, f" line {n}:")) for n, line in numbered_lines(text)]
    for number, (line, part) in enumerate(parts, 1):
        if not isinstance(part, dict):
            raise FabulaError(
                f"{name}: {called(number, line)} is not a JSON object with question, options and answer"
            )
        yield line, {_column(str(key)): value for key, value in part.items()}


def _json(text: str, name: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FabulaError(f"{name}:{where} not JSON: {error}") from None


def _column(cell: str) -> str:
    return unicodedata.normalize("NFKC", cell).strip().lstrip("\ufeff").lower()


def _question(index: int, row: Row, name: str, line: int | None) -> Question:
    options = _options(row)
    text = _cell(row, "text")
    answer = _cell(row, "answer")
    if options is None or text is None or answer is None:
        missing = "options" if options is None else "question" if text is None else "answer"
        raise UsageError(
            f"{name}: {called(index + 1, line)} has no {missing}; a set has the columns {', '.join(HEADER)},"
            " or title, question, A, B, C, D (or options), answer"
        )
    return Question(
        row=index,
        title=_cell(row, "title") or "",
        text=text,
        options=options,
        answer=_answer(answer, _held(row, "answer")),
        category=_cell(row, "category") or None,
        passage=_cell(row, "passage") or None,
        chapter=_number(row, "chapter"),
        second_passage=_cell(row, "second_passage") or None,
        second_chapter=_number(row, "second_chapter"),
        line=line,
    )


def _held(row: Row, noun: str) -> Any:
    return next((row[name] for name in _NAMES[noun] if name in row), None)


def _cell(row: Row, noun: str) -> str | None:
    held = _held(row, noun)
    return None if held is None or isinstance(held, list | dict) else str(held).strip()


def _number(row: Row, noun: str) -> int | None:
    cell = _cell(row, noun)
    return int(cell) if cell and cell.isdecimal() else None


def _options(row: Row) -> tuple[str, ...] | None:
    for name in ("options", "choices", "选项"):
        held = row.get(name)
        if isinstance(held, dict):
            held = [held.get(letter, held.get(letter.lower(), "")) for letter in LETTERS]
        if isinstance(held, list) and len(held) == len(LETTERS):
            return tuple("" if each is None else str(each).strip() for each in held)
    for form in _OPTIONS:
        names = [form.format(n=n, l=letter.lower()) for n, letter in enumerate(LETTERS, 1)]
        if all(each in row for each in names):
            return tuple("" if row[each] is None else str(row[each]).strip() for each in names)
    return None


def _answer(written: str, value: Any) -> str:
    """The key as a capital letter. Numbers from 0 to 3, as harnesses write them, count only as JSON numbers."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(LETTERS):
        return LETTERS[value]
    return unicodedata.normalize("NFKC", written).strip().upper()
