"""JSON Lines: lines end with a line feed, whatever else stands inside their strings."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.errors import FabulaError, UsageError
from fabula.jsonl import check_writable, parse_lines, read_lines, write_lines
from fabula.judging.recorded import read_recording
from fabula.judging.sources import sources
from fabula.measures.scorefile import read
from fabula.personas.row_files import rows_of
from fabula.reviews.reviews import read_books, read_release
from fabula.rubrics.files import load
from fabula.training.example_packs import open_examples

SEPARATORS = "one\u2028two\u2029three\u0085four\x0cfive\x1csix"


def test_separators_inside_a_string_do_not_end_a_line(tmp_path: Path) -> None:
    rows = [{"text": SEPARATORS}, {"text": "plain"}]
    write_lines(rows, tmp_path / "rows.jsonl")
    assert read_lines(tmp_path / "rows.jsonl") == [(1, rows[0]), (2, rows[1])]


@settings(max_examples=60)
@given(st.lists(st.text(alphabet=st.sampled_from(f"{SEPARATORS}\r\n\t\x1d\x1e\v 书")), max_size=5))
def test_whatever_a_string_holds_it_comes_back_whole(texts: list[str]) -> None:
    lines = "".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
    assert [row["text"] for _, row in parse_lines(lines, "rows.jsonl")] == texts


@pytest.mark.parametrize(("line", "why"), [("[" * 100_000, "nested too deeply"), ("1" * 5_000, "a number with too many digits"), ("{", "column 2")])  # fmt: skip
def test_a_line_that_is_made_to_harm_is_a_fault_like_any_other(line: str, why: str) -> None:
    with pytest.raises(UsageError, match=f"rows.jsonl, line 1: not JSON .*{why}"):
        list(parse_lines(line, "rows.jsonl"))


ROWS: dict[str, tuple[dict[str, object], Callable[[Path], str | None]]] = {
    "a shelf": ({"path": "a.txt", "title": SEPARATORS}, lambda path: sources([path]).sources[0][0].title),
    "a recording": (
        {"id": "lamp", "rating": 4, "outputs": {"plot": f"{SEPARATORS}\n### Score: 3.0"}},
        lambda path: read_recording(path, load("longstory")).judged["summary"]["lamp"].verdicts[0].aspects[0].critique,
    ),
    "reviews": (
        {"book": "a", "reviewer": "r", "rating": 4, "aspects": [], "reviews": [], "conclusion": SEPARATORS},
        lambda path: read_release(path, path).reviews[0].conclusion,
    ),
    "books": ({"id": "a", "title": SEPARATORS, "score": "3.4"}, lambda path: read_books(path)[0]["a"].title),
    "lessons": (
        {"messages": [{"role": "user", "content": SEPARATORS}, {"role": "assistant", "content": "4"}]},
        lambda path: open_examples(path).read([0])[0][0]["content"],
    ),
    "scores": ({"id": "a", "overall": 3, "genres": [SEPARATORS]}, lambda path: read(path).labels("genres")["a"][0]),
    "a table of ratings": ({"story": SEPARATORS}, lambda path: rows_of(path)[0][1]["story"]),
}  # fmt: skip


@pytest.mark.parametrize("kind", ROWS)
def test_no_reader_of_a_users_rows_cuts_one_at_a_separator(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "rows.jsonl"
    row, told = ROWS[kind]
    path.write_text(json.dumps(row, ensure_ascii=False) + "\n", encoding="utf-8")
    assert SEPARATORS.split("\x0c")[0] in (told(path) or "")


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
    with pytest.raises(UsageError, match=r"bad\.jsonl is no UTF-8 text: give rows as JSON Lines"):
        read_lines(tmp_path / "bad.jsonl")
    with pytest.raises(UsageError, match=r"is a folder: give rows as JSON Lines"):
        read_lines(tmp_path)


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
