"""Files of scores as people keep them."""

import json
from pathlib import Path

import pytest

from fabula.errors import UsageError
from fabula.measures.comparison import Question, compare
from fabula.measures.intervals import estimate, permutation_p
from fabula.measures.refusal import Refused
from fabula.measures.scorefile import number, read


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "id,overall\nb1,3\nb2,4.5\n"),
        ("a.CSV", "id,overall\nb1,3\nb2,4.5\n"),
        ("a.tsv", "id\toverall\nb1\t3\nb2\t4.5\n"),
        ("a.jsonl", '{"id": "b1", "overall": 3}\n{"id": "b2", "overall": 4.5}\n'),
        ("a.json", '[{"id": "b1", "overall": 3}, {"id": "b2", "overall": 4.5}]'),
        ("a.json", '{"b1": 3, "b2": {"overall": 4.5}}'),
        ("a.json", '{"books": [{"id": "b1", "overall": {"score": 3}}, {"id": "b2", "overall": 4.5}]}'),
        (
            "a.jsonl",
            '{"id": "b1", "scores": {"overall": 3}}\n{"id": "b2", "scores": {"overall": {"value": 4.5}}}',
        ),
        ("a.jsonl", '{"id": "b1", "aspects": [{"id": "overall", "score": 3}]}\n{"id": "b2", "overall": 4.5}'),
    ],
)
def test_scores_are_read_from_every_format(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    found = read(tmp_path / name)
    assert found.values("overall") == {"b1": [3.0], "b2": [4.5]} and found.numeric == ("overall",)


def test_a_cell_of_a_csv_may_hold_a_line_break(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,said,overall\nb1,"two\nlines",3\nb2,"a, b",4\n', encoding="utf-8")
    assert read(tmp_path / "a.csv").values("overall") == {"b1": [3.0], "b2": [4.0]}


def test_a_separator_within_a_string_does_not_cut_a_row(tmp_path: Path) -> None:
    row = json.dumps({"id": "b1", "said": "one\u2028two", "overall": 3}, ensure_ascii=False)
    (tmp_path / "a.jsonl").write_text(row, encoding="utf-8")
    assert read(tmp_path / "a.jsonl").values("overall") == {"b1": [3.0]}


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (4, 4.0), (True, None), ("4.10", 4.1), ("62,000 words", 62_000.0), ("12 pages", 12.0), ("3 stars", None),
        ("-.5", -0.5), ("1e3", 1000.0), ("", None), ("n/a", None), (None, None), ([], None),
    ],
)  # fmt: skip
def test_the_number_in_a_cell(cell: object, value: float | None) -> None:
    assert number(cell) == value


def test_what_is_written_as_not_a_number_is_not_a_gap() -> None:
    found = number("NaN")
    assert found is not None and found != found


def test_labels_are_lists_or_words_with_separators(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"id": "a", "genres": ["x", " y "]}\n{"id": "b", "genres": "x; y|z"}\n{"id": "c"}', encoding="utf-8"
    )
    found = read(tmp_path / "a.jsonl")
    assert found.find("genre") == "genres" and found.find("length") is None
    assert found.labels("genres") == {"a": ["x", "y"], "b": ["x", "y", "z"], "c": []}


def test_a_column_of_mostly_numbers_is_named_with_its_first_word(tmp_path: Path) -> None:
    rows = [{"id": str(n), "plot": n, "half": n if n % 2 else "w", "words_only": "w"} for n in range(4)]
    rows[2]["plot"] = "refused"
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert read(tmp_path / "a.jsonl").mixed() == {"plot": "refused"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "no rows"),
        ("3", "neither a list"),
        ('[{"overall": 1}]', "no id"),
        ("[1]", "an object with an id"),
    ],
)
def test_a_faulty_document_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        read(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (("rating",), ["overall"]),
        (("grade",), ["overall"]),
        (("rating", "plot", "world"), ["overall", "plot", "world"]),
        (("plot", "overall"), ["overall", "plot"]),
        (("plot", "world", "low", "plot_low", "cost"), ["plot", "world"]),
    ],
)
def test_the_columns_that_are_scores(tmp_path: Path, columns: tuple[str, ...], shown: list[str]) -> None:
    rows = [{"id": str(n)} | {name: (n * k) % 7 for k, name in enumerate(columns, 2)} for n in range(6)]
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    truth = [{"id": str(n), "rating": n} for n in range(6)]
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, truth)), encoding="utf-8")
    found = compare(read(tmp_path / "s.jsonl"), read(tmp_path / "t.jsonl"), Question(resamples=100))
    assert list(found.document["scores"]) == shown


def test_the_smallest_p_value_is_one_in_all_shuffles_and_one() -> None:
    column = list(range(30))
    for kind in ("kendall", "spearman", "pearson"):
        assert permutation_p(column, column, kind, 200, 0) == pytest.approx(1 / 201)  # type: ignore[arg-type]
        found = estimate(column, column, kind, 200, 0)  # type: ignore[arg-type]
        assert not isinstance(found, Refused) and found.n == 30 and found.value == pytest.approx(1)
