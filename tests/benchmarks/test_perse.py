"""PerSE's tables on a made set of readers: figures of a judge that knows, of one that does not, and of the baselines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fabula.benchmarks.perse_baselines import baselines
from fabula.benchmarks.perse_data import Case, load
from fabula.benchmarks.perse_figures import row, words
from fabula.benchmarks.perse_ways import Way
from fabula.cli import app
from fabula.personas.profiles import PastChoice, PastReview, Profile
from fabula.personas.questions import draw, write
from fabula.personas.rating_tables import Table
from fabula.rubrics.rubric import parse_scale
from judging.critics import asked, properties
from loopback import Loopback
from personas.scripted_readers import chance, choice, fenced

SCALE = parse_scale("1-10")


def score_of(who: int, book: int) -> int:
    """A reader's kindness, and his liking for every third book."""
    return 3 + who % 4 + (3 if (who + book) % 3 == 0 else 0)


def built(folder: Path, readers: int = 60, books: int = 24) -> Path:
    rows: list[tuple[str, PastReview | PastChoice]] = [
        (
            f"r{who:02}",
            PastReview(f"b{n}", f"Plot {n} for r{who:02}.", f"Review of {n} by r{who:02}.", score_of(who, n)),
        )
        for who in range(readers)
        for n in range(books)
    ]
    write(draw(Table(SCALE, rows)), folder)
    return folder


def one_who_knows(body: dict[str, Any]) -> dict[str, Any]:
    found = re.fullmatch(r"Plot (\d+) for r(\d+)\.", fenced(body)[-1])
    assert found
    book, who = found.groups()
    return {"review": f"Review of {book} by r{who}.", "score": score_of(int(who), int(book))}


def bench(loopback: Loopback, data: Path, *more: str) -> dict[str, Any]:
    words = [
        "bench",
        "perse",
        "--data",
        str(data),
        "--model",
        "custom/judge",
        "--base-url",
        loopback.url,
        "--json",
    ]
    found = CliRunner().invoke(app, [*words, *more])
    assert found.exit_code == 0, found.output
    document: dict[str, Any] = json.loads(found.stdout)
    return document


def test_a_judge_that_knows_the_readers_stands_above_the_baselines(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = one_who_knows
    document = bench(loopback, built(tmp_path))
    rows = {each["name"]: each for each in document["scores"]}
    judge = rows["custom/judge, k = 5"]
    assert judge["pearson"]["value"] == pytest.approx(1) and judge["centred_pearson"][
        "value"
    ] == pytest.approx(1)
    assert 0 < rows["the reader's average"]["pearson"]["value"] < 0.9
    assert rows["the reader's average"]["centred_pearson"]["value"] is None
    assert "matrix factorisation" in rows
    assert document["reviews"][0]["bleu"] == pytest.approx(100) and document["reviews"][0][
        "rouge1"
    ] == pytest.approx(1)
    assert (
        document["signature"].startswith("bench.perse|n:1|T:0.8")
        and "|m:custom/judge|" in document["signature"]
    )


def test_the_sweep_asks_with_no_past_to_five_in_three_orders_and_without_words(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = one_who_knows
    document = bench(loopback, built(tmp_path), "--sweep", "--questions", "6")
    names = [each["name"].removeprefix("custom/judge, ") for each in document["reviews"]]
    assert names == [
        *(f"k = {k}" for k in range(6)),
        *(f"k = {k}, order {order}" for k in range(2, 6) for order in (2, 3)),
        "k = 5, scores alone",
    ]
    pasts = [
        (asked(request.body).count("The reader's score"), len(fenced(request.body)))
        for request in loopback.requests
    ]
    assert {past for past, _ in pasts} == {0, 1, 2, 3, 4, 5} and (5, 6) in pasts
    average, judge = document["curves"]
    assert average["name"] == "the reader's average" and judge["name"] == "custom/judge"
    assert [(each["past"], each["orders"]) for each in judge["points"]] == [
        (0, 1),
        (1, 1),
        (2, 3),
        (3, 3),
        (4, 3),
        (5, 3),
    ]
    assert {each["name"] for each in document["orders"]} == {f"custom/judge, k = {k}" for k in range(2, 6)}


def test_a_judge_that_knows_only_how_kind_a_reader_is_is_shown_as_such(tmp_path: Path) -> None:
    data = load(built(tmp_path), questions=100)
    pairs = [
        Case(each.profile, question.past)
        for each in data.tested
        for question in each.questions
        if isinstance(question.past, PastReview)
    ]
    kind = [each.profile.mean for each in pairs]
    found = row("kind", kind, pairs)
    assert (found.pearson.value or 0) > 0.2
    assert found.centred_pearson.value is None and "constant" in str(found.centred_pearson.why)


def test_missing_answers_are_counted(tmp_path: Path) -> None:
    data = load(built(tmp_path), questions=20)
    pairs = [Case(each.profile, question.past) for each in data.tested for question in each.questions]  # type: ignore[arg-type]
    found = row("halting", [None, *(float(n % 7) for n in range(len(pairs) - 1))], pairs)
    assert found.missing == 1 and found.n == len(pairs) - 1
    assert len(baselines(data)["matrix factorisation"]) == len(pairs)


def test_accuracy_by_aspect_with_what_flips_counted(loopback: Loopback, tmp_path: Path) -> None:
    rows: list[tuple[str, PastReview | PastChoice]] = [
        (
            f"r{who}",
            PastChoice(f"P{n}", f"good {n}", f"bad {n}", {"ending": "A", "surprise": "B" if n % 2 else "A"}),
        )
        for who in range(20)
        for n in range(8)
    ]
    write(draw(Table(SCALE, rows)), tmp_path)

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        assert "choice" in properties(body)
        if "Ending" not in body["messages"][0]["content"]:
            return choice("A")
        return choice("A" if fenced(body)[-2].startswith("good") else "B")

    loopback.answer = answer
    document = bench(loopback, tmp_path)
    always, _, judge = (row["aspects"] for row in document["choices"])
    assert always["ending"]["value"] == 1.0 and 0 < always["surprise"]["value"] < 1
    assert judge["ending"]["value"] == 1.0 and judge["ending"]["flipped"] == 0
    assert judge["surprise"]["value"] == always["surprise"]["value"], "a server that always says A"
    assert judge["surprise"]["both"] == 0.0 and judge["surprise"]["flipped"] == judge["surprise"]["n"]


def pairs_built(folder: Path, past: int = 5) -> Path:
    rows: list[tuple[str, PastReview | PastChoice]] = [
        (f"r{who}", PastChoice(f"P{n}", f"one {n}", f"two {n}", {"ending": "A" if n % 2 else "B"}))
        for who in range(40)
        for n in range(20)
    ]
    write(draw(Table(SCALE, rows), past), folder)
    return folder


def test_a_coin_has_half_in_single_order_and_the_oracle_all(loopback: Loopback, tmp_path: Path) -> None:
    def answer(body: dict[str, Any]) -> dict[str, Any]:
        if body["model"] == "coin":
            return choice("A" if chance(str(body)) < 0.5 else "B")
        which, number = fenced(body)[-2].split()
        return choice("A" if (which == "one") == bool(int(number) % 2) else "B")

    loopback.answer = answer
    document = bench(loopback, pairs_built(tmp_path, 1), "--model", "custom/coin", "--questions", "80")
    rows = {row["name"]: row["aspects"]["ending"] for row in document["choices"]}
    coin = rows["custom/coin, k = 1"]
    assert abs(coin["value"] - 0.5) < 0.2 and abs(coin["both"] - 0.25) < 0.2
    assert rows["custom/judge, k = 1"]["value"] == rows["custom/judge, k = 1"]["both"] == 1.0
    assert {"always A", "the reader's average, k = 1", "custom/judge, k = 1", "custom/coin, k = 1"} == set(
        rows
    )
    assert {each["measure"] for each in document["paired"]} == {"accuracy"}


def test_k_is_what_the_folder_holds_and_any_k_up_to_it(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = one_who_knows
    data = built(tmp_path)
    document = bench(loopback, data, "--questions", "6", "--past", "1,3")
    assert {row["name"] for row in document["reviews"]} == {"custom/judge, k = 1", "custom/judge, k = 3"}
    assert {"the reader's average, k = 1", "the reader's average, k = 3"} <= {
        row["name"] for row in document["scores"]
    }
    found = CliRunner().invoke(app, ["bench", "perse", "--data", str(data), "--past", "9"])
    assert "the data has 5 past judgements" in str(found.exception)


def test_reviews_are_compared_character_by_character_in_chinese() -> None:
    pairs = [Case(Profile("甲"), PastReview("b", "故事", "这本书很好看，我喜欢。", 8))]
    assert words("", ["这本书很好看，我喜欢。"], pairs).rouge1 == pytest.approx(1)
    assert 0 < (words("", ["这本书不好看。"], pairs).rouge1 or 0) < 1
    assert words("", [""], pairs).rouge1 is None


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["bench", "perse", "--data", str(tmp_path)])
    assert "contains neither profiles.jsonl" in str(found.exception)


def test_a_way_of_asking_is_named_for_its_row() -> None:
    assert Way(3).name == "k = 3" and Way(5, with_reviews=False).name == "k = 5, scores alone"
    assert Way(2, order=1, nearest=True, version="summarised").name == "k = 2 nearest, summarised, order 2"


def test_without_a_model_the_signature_names_the_baselines_and_the_options(tmp_path: Path) -> None:
    def signature(*more: str) -> str:
        found = CliRunner().invoke(app, ["bench", "perse", "--data", str(data), "--json", *more])
        assert found.exit_code == 0, found.output
        return str(json.loads(found.stdout)["signature"])

    data = built(tmp_path)
    signatures = {signature(*more) for more in ((), ("--seed", "3"), ("--questions", "9"))}
    assert len(signatures) == 3
    assert all("|baselines:the-reader's-average+" in each for each in signatures)
