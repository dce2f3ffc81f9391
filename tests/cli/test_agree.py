"""`fabula agree` as a researcher meets it: files in, one document or one table out."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from commands import Completed, fabula
from fabula.cli.agree import app

BOOKS = 40


def run(*arguments: object, width: int = 80) -> Completed:
    return fabula("agree", *arguments, COLUMNS=str(width))


def document(*arguments: object) -> dict[str, Any]:
    done = CliRunner().invoke(app, [*map(str, arguments), "--json", "--resamples", "500"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    random = np.random.default_rng(1)
    rows = [
        {
            "id": f"book-{index}",
            "rating": round(float(rating), 2),
            "genres": ["Fantasy"] if index % 2 else ["Romance", "Adult"],
            "book_len": f"{50_000 + 1000 * index} words",
        }
        for index, rating in enumerate(random.normal(3.9, 0.3, BOOKS))
    ]
    return lines(tmp_path / "truth.jsonl", rows)


@pytest.fixture
def scores(tmp_path: Path, truth: Path) -> Path:
    random = np.random.default_rng(2)
    rows = []
    for line in truth.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        close = row["rating"] + random.normal(0, 0.1)
        rows.append(
            {"id": row["id"], "overall": close, "low": 0, "plot": random.normal(), "characters": close}
        )
    return lines(tmp_path / "scores.jsonl", rows)


def test_the_document_has_the_promised_shape_with_correlations_as_fractions(
    scores: Path, truth: Path
) -> None:
    found = document(scores, truth, "--group", "genre", "--baseline", "length", "--baseline", "genre")
    assert found["n"] == BOOKS and found["unmatched"] == []
    assert list(found["scores"]) == ["overall", "plot", "characters"]
    for kind in ("kendall", "spearman", "pearson"):
        entry = found["scores"]["overall"][kind]
        assert {"value", "low", "high", "p"} <= set(entry)
        assert 0.5 < entry["low"] < entry["value"] < entry["high"] <= 1 and entry["p"] < 0.01
    assert {"Fantasy", "Romance", "Adult"} == set(found["groups"])
    assert found["groups"]["Fantasy"]["n"] == BOOKS // 2
    assert set(found["baselines"]) == {"length", "genre"}
    assert found["scores"]["overall"]["loses_to"] == []


def test_the_same_seed_gives_the_same_document(scores: Path, truth: Path) -> None:
    first, second = document(scores, truth), document(scores, truth)
    assert first | {"made_at": None} == second | {"made_at": None}


def test_unmatched_ids_are_listed_from_both_files(tmp_path: Path, scores: Path, truth: Path) -> None:
    more = scores.read_text(encoding="utf-8") + '\n{"id": "nobody", "overall": 3}'
    short = tmp_path / "short.jsonl"
    short.write_text("\n".join(truth.read_text(encoding="utf-8").splitlines()[1:]), encoding="utf-8")
    scores.write_text(more, encoding="utf-8")
    found = document(scores, short)
    assert set(found["unmatched"]) == {"nobody", "book-0"} and found["n"] == BOOKS - 1


def test_two_systems_are_compared_pair_by_pair(tmp_path: Path, scores: Path, truth: Path) -> None:
    random = np.random.default_rng(3)
    other = lines(
        tmp_path / "other.jsonl", [{"id": f"book-{i}", "overall": random.normal()} for i in range(BOOKS)]
    )
    against = document(scores, truth, "--against", other)["against"]
    assert against["difference"] > 0.3 and against["low"] > 0 and against["p"] < 0.05


@pytest.mark.parametrize(
    ("cells", "word"),
    [(["3"] * 8, "constant"), (["NaN", *"1234567"], "not a number"), (["1", "2"], "too few")],
)
def test_what_cannot_be_measured_gets_a_word_and_no_number(
    tmp_path: Path, cells: list[str], word: str
) -> None:
    with (tmp_path / "s.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "score"], *([f"b{i}", cell] for i, cell in enumerate(cells))])
    lines(tmp_path / "t.jsonl", [{"id": f"b{i}", "rating": i} for i in range(len(cells))])
    entry = document(tmp_path / "s.csv", tmp_path / "t.jsonl")["scores"]["overall"]["kendall"]
    assert entry["value"] is None and word in entry["why"]["text"]
    table = run(tmp_path / "s.csv", tmp_path / "t.jsonl", "--resamples", 100)
    assert table.returncode == 0 and word in table.stdout


def test_a_gap_is_counted_and_the_other_books_are_measured(tmp_path: Path, scores: Path, truth: Path) -> None:
    rows = [json.loads(line) for line in scores.read_text(encoding="utf-8").splitlines()]
    rows[3]["overall"] = None
    entry = document(lines(tmp_path / "gap.jsonl", rows), truth)["scores"]["overall"]
    assert (entry["n"], entry["missing"]) == (BOOKS - 1, 1)


def test_a_column_that_holds_words_among_numbers_is_named_and_not_read(
    tmp_path: Path, scores: Path, truth: Path
) -> None:
    rows = [json.loads(line) for line in scores.read_text(encoding="utf-8").splitlines()]
    rows[3]["plot"] = "refused"
    done = run(lines(tmp_path / "words.jsonl", rows), truth, "--resamples", 100, width=200)
    assert done.returncode == 0 and "plot" in done.stderr and "'refused'" in done.stderr


def test_the_document_of_evaluate_is_read_as_scores(tmp_path: Path, truth: Path) -> None:
    books = [
        {
            "id": f"book-{i}",
            "overall": {"score": i, "low": 0, "high": 99} if i else None,
            "aspects": [{"id": "plot", "label": "Plot", "score": -i, "low": None}],
        }
        for i in range(BOOKS)
    ]
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"books": books, "failed": []}), encoding="utf-8")
    found = document(path, truth)["scores"]
    assert set(found) == {"overall", "plot"} and found["overall"]["missing"] == 1


def test_rounding_the_truth_makes_the_ties_of_the_paper(scores: Path, truth: Path) -> None:
    plain, rounded = document(scores, truth), document(scores, truth, "--round-truth", 1)
    assert rounded["truth"]["rounded"] == 1
    assert plain["scores"]["overall"]["kendall"]["value"] != rounded["scores"]["overall"]["kendall"]["value"]


def test_replicates_are_averaged_and_their_spread_is_told(tmp_path: Path, truth: Path) -> None:
    rows = [
        {"id": f"book-{i}", "replicate": r, "overall": i + r / 10} for i in range(BOOKS) for r in range(3)
    ]
    found = document(lines(tmp_path / "runs.jsonl", rows), truth)
    assert found["n"] == BOOKS
    assert found["replicates"]["overall"]["iqr"] == pytest.approx(0.1)
    assert found["replicates"]["overall"]["icc"] > 0.99


def test_a_score_that_only_measures_length_is_shown_losing_to_it(tmp_path: Path) -> None:
    random = np.random.default_rng(4)
    length = random.normal(size=60)
    lines(
        tmp_path / "t.jsonl",
        [{"id": i, "rating": x + random.normal(0, 0.5), "words": x * 1000} for i, x in enumerate(length)],
    )
    lines(
        tmp_path / "s.jsonl",
        [{"id": str(i), "scores": {"overall": -x + random.normal(0, 2)}} for i, x in enumerate(length)],
    )
    found = document(tmp_path / "s.jsonl", tmp_path / "t.jsonl", "--baseline", "length")
    assert found["scores"]["overall"]["loses_to"] == ["length"]


def test_the_table_for_people_keeps_to_eighty_columns(scores: Path, truth: Path) -> None:
    done = run(
        scores,
        truth,
        "--group",
        "length",
        "--baseline",
        "length,genre",
        "--against",
        scores,
        "--resamples",
        200,
    )
    assert done.returncode == 0 and max(map(len, done.stdout.splitlines())) <= 80
    assert "0.3" in done.stdout or "0.8" in done.stdout
    assert "*" in done.stdout and "genre" in done.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"id": "a", "overall": 1}\n{"overall": 2}', "line 2: no id"),
        ('{"id": "a", "overall": 1}\n{"id": ', "line 2: not JSON"),
        ("", "no rows"),
        ('{"id": "book-1", "text": "b"}', "no column of scores"),
        ('{"id": "elsewhere", "overall": 1}', "share no id"),
    ],
)
def test_a_faulty_file_is_told_in_one_line(tmp_path: Path, truth: Path, content: str, said: str) -> None:
    (tmp_path / "bad.jsonl").write_text(content, encoding="utf-8")
    done = run(tmp_path / "bad.jsonl", truth)
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1


def test_an_unknown_column_is_named_with_those_there_are(scores: Path, truth: Path) -> None:
    for option in ("--baseline", "--group", "--truth-column", "--column"):
        done = run(scores, truth, option, "beauty")
        assert done.returncode == 2 and "beauty" in done.stderr and "Traceback" not in done.stderr
    assert run("nowhere.jsonl", truth).returncode == 2


def test_one_table_may_hold_the_scores_and_what_people_said(tmp_path: Path) -> None:
    rows = [("Title", "Human", "Judge")] + [(f"Book {n}", 3 + n / 20, 60 + (n * 7) % 20) for n in range(12)]
    table = tmp_path / "ratings.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    asked = run(table)
    assert asked.returncode == 2 and "--truth-column (columns of numbers: Human, Judge)" in asked.stderr
    found = document(table, "--truth-column", "Human")
    assert found["truth"]["column"] == "Human" and list(found["scores"]) == ["overall"]
    assert found == document(table, table, "--truth-column", "Human") | {
        name: found[name] for name in ("request", "made_at", "signature")
    }
    assert abs(found["scores"]["overall"]["kendall"]["value"]) < 0.9


def test_a_word_among_the_scores_is_named(tmp_path: Path) -> None:
    table = tmp_path / "bad.csv"
    table.write_text("id,score\na,1\nb,2\nc,good\n", encoding="utf-8")
    said = (
        run(table, table).stderr + run(table, lines(tmp_path / "t.jsonl", [{"id": "a", "score": 1}])).stderr
    )
    assert "score holds 'good', which is no number" in said
