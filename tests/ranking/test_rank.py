"""Books in order, in a world where their quality is planted and the judge prefers what it sees first."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands import Completed, fabula
from fabula.ranking.result import RankResult
from fabula.reports.ranking import ranking_page
from judging.critics import asked, judgement, losing_steps, notes, properties
from loopback import Behaviour, Loopback

MARK = re.compile(r"the (\d+)\. house")
BIAS = 1.2
"""The judge takes a book for this much better when it comes first: more than one place, so that neighbours flip, and less than two."""


def judge(
    noise: float = 0.0, seed: int = 0, sway: Callable[[], float] = lambda: 0.0, bias: float = BIAS
) -> Callable[[dict[str, Any]], Any]:
    """Scores with errors, the same for a book each time; compares with a preference for the first, and `sway`."""
    chance = random.Random(seed)
    errors = {quality: chance.gauss(0, noise) for quality in range(30)}

    def answer(body: dict[str, Any]) -> Any:
        names = properties(body)
        seen = [int(found) for found in MARK.findall(asked(body))]
        if "cast" in names:
            return notes(body, plot=f"They live in the {seen[-1]}. house and leave it. [1]")
        if "overall_score" in names:
            return judgement(body, round(min(100, max(0, 30 + 4 * (seen[0] + errors[seen[0]])))), quotes=())
        first, second = dict.fromkeys(seen)
        better = "A" if first + bias + sway() > second else "B"
        return {"a_does_better": "Its end.", "b_does_better": "Its start.", "better": better}

    return answer


def shelf(folder: Path, qualities: list[int]) -> list[Path]:
    """One short book for each quality."""
    books = []
    for quality in qualities:
        books.append(folder / f"book{quality:02}.txt")
        story = f"Chapter 1\n\nThey lived in the {quality}. house by the sea. " + "The winter was long. " * 40
        books[-1].write_text(story + "\n\nChapter 2\n\n" + "They left in spring. " * 40, encoding="utf-8")
    return books


def ranked(loopback: Loopback, folder: Path, *words: object) -> Any:
    said = typed(loopback, folder, *words, "--json")
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def typed(loopback: Loopback, folder: Path, *words: object) -> Completed:
    return fabula(
        "rank",
        *words,
        "--model",
        "custom/critic",
        "--base-url",
        loopback.url,
        FABULA_LEDGER=str(folder / "l.sqlite"),
    )


def order(result: Any) -> list[int]:
    return [int(each["id"][4:6]) for each in result["books"]]


@pytest.mark.parametrize("seed", [2, 5])
def test_twelve_books_are_in_order_for_a_third_of_the_questions(
    loopback: Loopback, tmp_path: Path, seed: int
) -> None:
    loopback.answer = judge(noise=0.4, seed=seed)
    qualities = random.Random(seed).sample(range(12), 12)
    result = ranked(loopback, tmp_path, *shelf(tmp_path, qualities))
    assert order(result) == list(range(11, -1, -1))
    asked = result["questions"] + result["score_questions"]
    assert asked <= 132 // 3 == result["questions_of_all_pairs"] // 3
    assert result["flips"] > 5 and result["first_chosen_low"] > 0.5, "the planted bias is seen"
    by_score = sorted(result["books"], key=lambda each: -each["score"])
    assert order({"books": by_score}) != order(result), "scores alone would not do"


def test_scores_alone_would_have_been_wrong_and_pairs_mend_them(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge(noise=1.0, seed=4, bias=0.5)
    result = ranked(loopback, tmp_path, *shelf(tmp_path, list(range(8))), "--pairs", 16)
    by_score = sorted(result["books"], key=lambda each: -each["score"])
    assert [each["id"] for each in by_score] != [each["id"] for each in result["books"]]
    assert order(result) == [7, 6, 5, 4, 3, 2, 1, 0]
    assert result["score_agreement"] < 1


def test_flips_are_shown_and_count_for_nobody(loopback: Loopback, tmp_path: Path) -> None:
    always_first = judge(sway=lambda: 100.0)
    loopback.answer = always_first
    result = ranked(loopback, tmp_path, *shelf(tmp_path, [3, 4, 5]), "--direct", "none")
    assert result["flips"] == len(result["pairs"]) == 3 and result["stopped"] == "all"
    assert {each["outcome"] for each in result["pairs"]} == {"tie"}
    assert all(each["undecided"] == 2 and each["rating"] == pytest.approx(1000) for each in result["books"])
    assert result["first_chosen"] > 0.75 and result["score_questions"] == 0


def test_a_sure_order_stops_early(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge()
    books = shelf(tmp_path, [0, 9, 18, 27])
    result = ranked(loopback, tmp_path, *books, "--sure", 0.6, "--pairs", 6)
    assert result["stopped"] == "sure" and len(result["pairs"]) < 6
    assert all(each["above_next"] is None or each["above_next"] >= 0.6 for each in result["books"])


def test_as_many_single_scores_as_the_pairs_took(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge()
    result = ranked(loopback, tmp_path, *shelf(tmp_path, [1, 2, 3, 4]), "--direct", "equal", "--pairs", 4)
    assert result["score_questions"] == result["questions"] == 8


def test_saved_readings_are_not_paid_again(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge()
    books = shelf(tmp_path, [1, 2, 3])
    for book in books:
        fabula(
            "read", book, "-o", tmp_path / "readings" / f"{book.stem}.json", "--model", "custom/critic",
            "--base-url", loopback.url, FABULA_LEDGER=str(tmp_path / "other.sqlite"),
        )  # fmt: skip
    paid = sum("cast" in properties(each.body) for each in loopback.requests)
    result = ranked(loopback, tmp_path, *books, "--reading", tmp_path / "readings")
    assert sum("cast" in properties(each.body) for each in loopback.requests) == paid == 3
    assert order(result) == [3, 2, 1] and "|reading:" in result["signature"]
    stranger = typed(
        loopback, tmp_path, *shelf(tmp_path, [5, 6, 7]), "--reading", tmp_path / "readings" / "book01.json"
    )
    assert "is a reading of" in stranger.stderr


def test_the_table_fits_eighty_columns_and_names_what_was_not_usable(
    loopback: Loopback, tmp_path: Path
) -> None:
    answer = judge()
    loopback.answer = lambda body: (
        Behaviour(text="I cannot say.")
        if "better" in properties(body) and "the 3. house" in asked(body)
        else answer(body)
    )
    shown = typed(loopback, tmp_path, *shelf(tmp_path, [1, 2, 3, 4]))
    assert shown.returncode == 0 and "questions of 12 for all pairs" in shown.stdout
    assert "Lost: " in shown.stdout and max(map(len, shown.stdout.splitlines()[:6])) <= 80


def test_what_was_lost_while_books_were_read_is_named_with_the_book(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = losing_steps(judge())
    books = shelf(tmp_path, [1, 2, 3])
    with books[0].open("a", encoding="utf-8") as file:
        file.write("\n\nChapter 3\n\n" + "The summer was short. " * 200)
    (trouble,) = ranked(loopback, tmp_path, *books, "--segment-tokens", 500)["troubles"]
    assert trouble["text"].startswith("Book01: ") and "gave nothing" in trouble["text"]


def test_the_page_shows_order_intervals_flips_pairs_and_cost(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge()
    books = shelf(tmp_path, [4, 9, 5])
    page = tmp_path / "out" / "rank.html"
    result = ranked(loopback, tmp_path, *books, "--page", page)
    shown = page.read_text(encoding="utf-8")
    places = [shown.index(f">{each['title']}</th>") for each in result["books"]]
    assert places == sorted(places) and order(result) == [9, 5, 4]
    assert [each["place"] for each in result["books"]] == [1, 2, 0]
    assert f"{result['questions']} questions of the 6" in shown and "Its end." in shown
    assert f"In {result['flips']} of {len(result['pairs'])} pairs the choice changed" in shown
    assert "Cost: unknown" in shown and result["signature"] in shown and shown.count("<svg") == 3


def test_a_page_in_chinese_escapes_what_a_judge_says(loopback: Loopback, tmp_path: Path) -> None:
    plain = judge()
    loopback.answer = lambda body: (
        plain(body) | {"a_does_better": "<script>alert(1)</script>"}
        if "better" in properties(body)
        else plain(body)
    )
    result = RankResult.model_validate(ranked(loopback, tmp_path, *shelf(tmp_path, [1, 2, 3])))
    shown = ranking_page(result, "zh")
    assert "3 本书的排名" in shown and "<script>alert" not in shown and "&lt;script&gt;alert" in shown


def test_what_it_would_cost_is_told_and_two_books_are_refused(loopback: Loopback, tmp_path: Path) -> None:
    books = shelf(tmp_path, [1, 2, 3, 4])
    planned = typed(loopback, tmp_path, *books, "--dry-run")
    assert planned.returncode == 0 and "comparing" in planned.stdout and not loopback.count
    assert "three books or more" in typed(loopback, tmp_path, *books[:2]).stderr
    twice = typed(loopback, tmp_path, *books, books[0])
    assert f"the same text is given twice ({books[0]})" in " ".join(twice.stderr.split())


def test_a_folder_of_books_stands_for_its_books(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge()
    books = tmp_path / "books"
    books.mkdir()
    told = "\n\n".join(f"Chapter {n}\n\n" + "The winter was long. " * 40 for n in range(2, 5))
    for path, name in zip(shelf(books, [1, 2, 3]), ("Ann Gray", "Tom Hale", "Eve Moss"), strict=True):
        met = f"{name} came home. {name} slept. " * 6
        path.write_text(f"{path.read_text(encoding='utf-8')}\n\n{met}\n\n{told}", encoding="utf-8")
    said = typed(loopback, tmp_path, books, "--json")
    assert said.returncode == 0, said.stderr
    assert "shelf of 3 books" in said.stderr and order(json.loads(said.stdout)) == [3, 2, 1]
    broken = books / "broken.epub"
    broken.write_bytes(b"PK\x03\x04 and no more")
    again = typed(loopback, tmp_path, books, "--json")
    assert order(json.loads(again.stdout)) == [3, 2, 1]
    assert "left out: broken.epub" in again.stderr
    named = typed(loopback, tmp_path, *sorted(books.iterdir()), "--json")
    assert named.returncode != 0 and "broken.epub" in named.stderr, "who names a file wants it ranked"
