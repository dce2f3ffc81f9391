"""Boards that do not mislead: whose places are calibrated, which differences hold, and judges that fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from scripted_novelists import ASPECTS, noise, raw_shelf

from commands import fabula
from fabula.errors import UsageError
from fabula.novelists.board import Board, board
from fabula.novelists.calibration import cautions, own_reference
from fabula.novelists.differences import flipped_p
from fabula.novelists.judge_effects import cells_of, judge_effects
from fabula.novelists.line_files import write_lines
from fabula.novelists.lines import Score
from fabula.novelists.reference import fit
from fabula.novelists.reference_files import read_reference, shipped_reference, write_reference
from loopback import Loopback


def line(model: str, book: int, level: float, *, judge: str = "j", chapter: int = 1, **more: Any) -> Score:
    given = {name: level + noise(f"{model}{book}{chapter}{name}") % 9 / 100 for name in ASPECTS}
    whole = {
        "model": model, "story": f"book {book}", "chapter": chapter, "judge": judge, "language": "en",
        "scores": given, "score": float(np.mean(list(given.values()))), **more,
    }  # fmt: skip
    return Score.model_validate(whole)


def made(scores: list[Score], **more: Any) -> Board:
    return board(scores, shipped_reference(), ASPECTS, **more)


@pytest.mark.parametrize(("writers", "books"), [(32, 20), (33, 20), (50, 30), (60, 12)])
def test_planted_gaps_come_out_in_order_and_hold_on_boards_of_any_size(writers: int, books: int) -> None:
    scores = [
        line(f"w{n:02}", book, 2 + 0.05 * n + book % 5 / 20) for n in range(writers) for book in range(books)
    ]
    found = made(scores)
    assert [row.writer for row in found.rows] == sorted((row.writer for row in found.rows), reverse=True)
    assert all(one.holds for one in found.apart) and len(found.apart) == writers * (writers - 1) // 2


def test_writers_who_are_alike_do_not_differ_on_a_large_board() -> None:
    dice = np.random.default_rng(0)
    scores = [line(f"w{n:02}", book, 3 + dice.normal(0, 0.3)) for n in range(40) for book in range(20)]
    assert not any(one.holds for one in made(scores).apart)


def test_a_difference_on_five_books_is_said_to_have_too_few() -> None:
    scores = [line(name, book, level) for name, level in (("good", 4.4), ("bad", 1.5)) for book in range(5)]
    (one,) = made(scores).apart
    assert one.difference > 95 and not one.holds and one.too_few


def test_the_chance_of_the_signs_is_exact_for_any_number_of_books() -> None:
    assert flipped_p(np.full(40, 3.0)) == pytest.approx(2 / 2**40)
    assert flipped_p(np.array([3.0, 1.0, -1.0])) == 6 / 8
    assert flipped_p(np.array([1.0, -1.0])) == 1


def test_a_judge_that_failed_on_half_of_a_writers_chapters_does_not_decide_their_rank() -> None:
    scores = []
    for book in range(8):
        for chapter in range(1, 5):
            level = 3 + noise(f"{book}.{chapter}") % 20 / 100
            for name in ("one", "two"):
                lost = name == "two" and chapter % 2
                for judge, shift in (("kind", 0.6), ("stern", -0.2)):
                    given = line("same", book, level + shift, judge=judge, chapter=chapter).model_copy(
                        update={"model": name}
                    )
                    if lost and judge == "kind":
                        given = given.model_copy(update={"score": None, "scores": dict.fromkeys(ASPECTS)})
                    scores.append(given)
    found = made(scores)
    first, second = found.rows
    assert first.centre == pytest.approx(second.centre, abs=0.01), "it was 69.1 against 47.0"
    (apart,) = found.apart
    assert apart.norm == pytest.approx(0) and not apart.holds


def test_judges_who_share_no_chapter_are_told_apart_by_the_writers_and_books_they_share() -> None:
    dice = np.random.default_rng(0)
    books, level = dice.normal(0, 0.25, 20), {"one": 3.4, "two": 3.1, "three": 2.8}
    scores = []
    for place, (name, own) in enumerate(level.items()):
        for book in range(20):
            for chapter in range(1, 4):
                judge = "kind" if (book + chapter + place) % 3 else "stern"
                given = own + books[book] + dice.normal(0, 0.15) + (0.5 if judge == "kind" else -0.3)
                scores.append(line(name, book, given, judge=judge, chapter=chapter))
    cells = {name: cells_of([one for one in scores if one.model == name], ASPECTS) for name in level}
    found = judge_effects(cells)
    assert (found["kind"] - found["stern"]).mean() == pytest.approx(0.8, abs=0.05)


def test_a_judge_that_cannot_be_told_from_a_writer_takes_nothing_from_them() -> None:
    scores = [line("one", book, 4.0, judge="a") for book in range(9)]
    scores += [line("two", book, 3.0, judge="b") for book in range(9)]
    found = made(scores)
    means = {row.writer: np.mean(list(row.dimensions.values())) for row in found.rows}
    assert means["one"] - means["two"] == pytest.approx(1, abs=0.01)


def test_human_books_of_one_judge_are_a_fair_reference_for_writers_of_two() -> None:
    """The second judge is kinder and saw no human chapter: alike writers and humans still meet in the middle."""
    human = shifted("human", human_levels(7, 40), 0, float, setting="human")
    writers = shifted("m", human_levels(8, 40), 0, float)
    kinder = [
        one.model_copy(
            update={"judge": "kind", "scores": {name: (mark or 0) + 0.9 for name, mark in one.scores.items()}}
        )
        for one in writers
    ]
    run = [*human, *writers, *kinder]
    found = {row.writer: row for row in board(run, own_reference(run, ASPECTS), ASPECTS).rows}
    assert 40 <= (found["m"].centre or 0) <= 60 and 40 <= (found["human"].centre or 0) <= 60


def test_scores_of_the_release_are_no_judge_and_are_not_compared_with_ours() -> None:
    ours = [line("m", book, 4.2, judge="custom/kind") for book in range(12)]
    released = [
        line("human (as released)", book, 3.0, judge="as released", setting="human") for book in range(12)
    ]
    found = made([*ours, *released])
    assert found.judges.names == ("custom/kind",)
    assert found.apart == ()


def test_places_by_another_judge_prompt_or_language_are_flagged() -> None:
    codes = [each.code for each in made([line("m", 0, 3, judge="custom/kind", prompt="abc")]).cautions]
    assert codes == ["novelists.other-judge", "novelists.other-prompt", "novelists.other-language"]
    alike = [line("m", 0, 3, judge="x/DeepSeek-V3", prompt="WebNovelBench", language="zh")]
    assert made(alike).cautions == ()


def test_a_reference_remembers_who_judged_its_novels(tmp_path: Path) -> None:
    scores = tmp_path / "human.jsonl"
    human = [
        line("web", book, 2.5 + book / 10, judge="custom/kind", prompt="p", setting="human")
        for book in range(14)
    ]
    write_lines(human, scores)
    done = fabula("novelist", "fit", scores, "-o", tmp_path / "reference.json", "--json")
    assert done.returncode == 0, done.stderr
    known = read_reference(tmp_path / "reference.json")
    assert (known.judges, known.prompts, known.languages) == (("custom/kind",), ("p",), ("en",))
    assert cautions(human, known) == ()
    (other,) = cautions([line("m", 0, 3, judge="custom/stern", prompt="p")], known)
    assert other.code == "novelists.other-judge"
    nobody = fit([[3 + n / 10 + d / 50 * (n % 3) for d in range(8)] for n in range(12)], ASPECTS)
    write_reference(nobody, tmp_path / "nobody.json")
    (unknown,) = cautions(human, read_reference(tmp_path / "nobody.json"))
    assert unknown.code == "novelists.reference-unknown"


def human_levels(seed: int, count: int) -> Iterator[float]:
    yield from np.random.default_rng(seed).normal(3.2, 0.35, count)


def shifted(
    name: str, levels: Iterator[float], first: int, shift: Callable[[float], float], **more: Any
) -> list[Score]:
    return [
        line(name, first + n, min(5.0, shift(level)), chapter=1, **more) for n, level in enumerate(levels)
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_unseen_human_books_stand_in_the_middle_under_a_judge_shifted_by_eight_tenths(language: str) -> None:
    def kind(level: float) -> float:
        return level + 0.8

    anchors = shifted("anchor", human_levels(1, 60), 0, kind, setting="human", language=language)
    unseen = shifted("unseen", human_levels(2, 60), 100, kind, language=language)
    reference = own_reference(anchors, ASPECTS)
    found = board([*anchors, *unseen], reference, ASPECTS)
    assert found.cautions == ()
    rows = {row.writer: row for row in found.rows}
    assert 40 <= (rows["unseen"].centre or 0) <= 60
    assert found.held_out and 40 <= found.held_out.percentile.value <= 60
    uncalibrated = {row.writer: row for row in made([*anchors, *unseen]).rows}
    assert (uncalibrated["unseen"].centre or 0) > 80, "on the paper's scale the same books seem far better"
    paper = np.mean(shipped_reference().quantiles)
    assert rows["unseen"].on_paper_scale == pytest.approx(paper, abs=0.08)


def test_public_domain_serials_make_an_english_reference_of_the_users_own_judge(tmp_path: Path) -> None:
    """The commands of the docs: judge a shelf of serials, fit, and place other human books by the same judge."""
    shelf = raw_shelf(tmp_path / "serials", books=64, chapters=1, lines=4)
    for chinese in shelf.glob("灯塔*"):
        chinese.unlink()
    books = sorted(shelf.iterdir())
    for place, book in enumerate(books):
        level = NormalDist(3.2, 0.35).inv_cdf((place + 0.5) / len(books))
        book.write_text(book.read_text(encoding="utf-8") + f" The quality is {level:.3f}.", encoding="utf-8")
    unseen = tmp_path / "unseen"
    unseen.mkdir()
    for book in books[::2]:
        book.rename(unseen / book.name)

    def kind(body: dict[str, Any]) -> dict[str, Any]:
        asked = str(body["messages"][-1]["content"])
        level = float(asked.partition("The quality is ")[2][:5]) + 0.8
        return {
            "remarks": "seen",
            **{name: min(5, level + noise(asked + name) % 9 / 100) for name in ASPECTS},
        }

    with Loopback(kind) as server:
        judge = ("--judge", "custom/kind", "--chapters", "1", "--base-url", server.url)
        for folder in (shelf, unseen):
            done = fabula(
                "novelist", "judge", "--shelf", folder, "-o", tmp_path / f"{folder.name}.jsonl", *judge
            )
            assert done.returncode == 0, done.stderr
    reference = tmp_path / "english.json"
    assert fabula("novelist", "fit", tmp_path / "serials.jsonl", "-o", reference).returncode == 0
    done = fabula("novelist", "board", tmp_path / "unseen.jsonl", "--reference", reference, "--json")
    board = json.loads(done.stdout)
    assert board["calibrated"] and board["cautions"] == []
    (row,) = board["writers"]
    assert row["books"] == 16 and 40 <= row["percentile"] <= 60


def test_each_language_is_placed_among_novels_of_its_own() -> None:
    english = shifted("human en", human_levels(3, 20), 0, float, setting="human")
    chinese = shifted(
        "human zh", human_levels(4, 20), 50, lambda level: level - 1, setting="human", language="zh"
    )
    writer = shifted("m", human_levels(5, 20), 0, float)
    writer += shifted("m", human_levels(6, 20), 50, lambda level: level - 1, language="zh")
    reference = own_reference([*english, *chinese], ASPECTS)
    found = {row.writer: row for row in board([*english, *chinese, *writer], reference, ASPECTS).rows}
    assert 35 <= (found["m"].centre or 0) <= 65
    assert set(reference.languages) == {"en", "zh"}


def test_too_few_human_novels_for_a_reference_of_ones_own_are_told() -> None:
    with pytest.raises(UsageError, match="10 human novels"):
        own_reference([line("web", n, 3, setting="human") for n in range(4)], ASPECTS)


def test_a_score_that_no_judge_gives_is_refused() -> None:
    done = fabula("novelist", "place", "--scores", "9,3,3,3,3,3,3,3")
    assert done.returncode == 2 and "from 1 to 5" in done.stderr
    said = fabula("novelist", "place", "--scores", "3,3,3,3,3,3,3,3")
    assert "deepseek-v3" in said.stdout


def test_repeats_that_are_one_answer_are_said_to_be_one(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    write_lines([line("m", book, 3, replicate=n, temperature=0) for book in range(4) for n in range(3)], path)
    (judge,) = json.loads(fabula("novelist", "check", path, "--json").stdout)["judges"]
    assert judge["repeats"]["caution"]["code"] == "novelists.one-answer-cold"


def test_names_of_writers_fit_into_eighty_columns(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    names = [f"custom/writer-with-a-long-name-{n}" for n in range(12)]
    write_lines([line(name, book, 3 + n / 10) for n, name in enumerate(names) for book in range(5)], path)
    shown = fabula("novelist", "board", path, COLUMNS="80").stdout
    assert all(shown.count(f"-name-{n}") >= 3 for n in range(12))
    assert max(map(len, shown.splitlines())) <= 80


def test_a_board_of_no_judgement_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "scores.jsonl").touch()
    done = fabula("novelist", "board", str(tmp_path / "scores.jsonl"))
    assert done.returncode == 2 and "there is no judgement in these files" in done.stderr
