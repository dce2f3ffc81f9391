"""JSON Lines: lines end with a line feed, whatever else stands inside their strings."""

import json
from pathlib import Path

import pytest

from fabula.errors import FabulaError, UsageError
from fabula.jsonl import check_writable, parse_lines, read_lines, write_lines

SEPARATORS = "one\u2028two\u2029three\u0085four\x0cfive\x1csix"


def test_separators_inside_a_string_do_not_end_a_line(tmp_path: Path) -> None:
    rows = [{"text": SEPARATORS}, {"text": "plain"}]
    write_lines(rows, tmp_path / "rows.jsonl")
    assert read_lines(tmp_path / "rows.jsonl") == [(1, rows[0]), (2, rows[1])]


def test_blank_lines_carriage_returns_and_a_byte_order_mark_are_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\r\n  \n{"a": 2}')
    assert read_lines(path) == [(1, {"a": 1}), (4, {"a": 2})]


def test_a_line_that_is_not_json_stops_or_is_collected() -> None:
    text = '1\n{"a": \n3'
    with pytest.raises(UsageError, match=r"rows\.jsonl, line 2: not JSON"):
        list(parse_lines(text, "rows.jsonl"))
    faults: list[str] = []
    assert list(parse_lines(text, "rows.jsonl", faults)) == [(1, 1), (3, 3)]
    assert len(faults) == 1 and "line 2" in faults[0]


def test_a_missing_or_binary_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="give reviews as JSON Lines"):
        read_lines(tmp_path / "none.jsonl", wanted="reviews")
    (tmp_path / "bad.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match=r"bad\.jsonl cannot be read as UTF-8"):
        read_lines(tmp_path / "bad.jsonl")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    write_lines([{"a": 1}], path)

    def broken():  # type: ignore[no-untyped-def]
        yield {"a": 2}
        raise ValueError

    with pytest.raises(ValueError):
        write_lines(broken(), path)
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": 1}
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FabulaError):
        write_lines([], tmp_path / "file" / "rows.jsonl")
    with pytest.raises(UsageError, match="cannot be written there"):
        check_writable(tmp_path / "file" / "rows.jsonl")
