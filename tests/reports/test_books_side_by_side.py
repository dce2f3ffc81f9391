"""Several books beside each other: what their results say, and the better end where there is one."""

from __future__ import annotations

from dataclasses import replace

from reports_samples import chinese_story, embedded, judged, story

from fabula.judging.evaluation import Estimate
from fabula.judging.result import EvaluateResult
from fabula.reports.books_side_by_side import Row, in_one_language, side_by_side
from fabula.reports.labels import labels


def rows(*books: EvaluateResult | None, language: str = "en") -> dict[str, Row]:
    return {row.label: row for group in side_by_side(books, labels(language)) for row in group.rows}


def test_the_higher_score_is_marked_only_beyond_both_ranges() -> None:
    first = judged()
    high = EvaluateResult.of(replace(first, overall=Estimate(80, 76, 84)))
    low = EvaluateResult.of(replace(first, overall=Estimate(70, 66, 74)))
    near = EvaluateResult.of(replace(first, overall=Estimate(75, 73, 77)))
    assert [cell.best for cell in rows(low, high)["The judge / 100"].cells] == [False, True]
    assert not any(cell.best for cell in rows(low, high, near)["The judge / 100"].cells)
    other = high.model_copy(update={"method": "one-pass"})
    assert not any(cell.best for cell in rows(low, other)["The judge / 100"].cells), "two scales"
    assert not any(cell.best for cell in rows(low, high)["Spoken words, told stories included"].cells), (
        "prose has no better end"
    )


def test_a_book_without_results_or_without_a_judge_has_empty_cells() -> None:
    found = rows(EvaluateResult.of(judged()), EvaluateResult.of(embedded(story())), None)
    assert [bool(cell.shown) for cell in found["The judge / 100"].cells] == [True, False, False]
    assert [bool(cell.shown) for cell in found["Length"].cells] == [True, True, False]
    assert found["All findings"].cells[2].shown == ""


def test_books_of_two_languages_are_said_to_be_and_labels_are_the_readers() -> None:
    books = [EvaluateResult.of(embedded(story())), EvaluateResult.of(embedded(chinese_story()))]
    assert not in_one_language(books) and in_one_language(books[:1])
    sizes = [cell.shown for cell in rows(*books, language="zh")["篇幅"].cells]
    assert sizes[0].endswith("词") and sizes[1].endswith("字")


def test_aspects_are_named_in_the_readers_language() -> None:
    result = EvaluateResult.of(judged())
    english, chinese = (rows(result, result, language=each) for each in ("en", "zh"))
    assert "Plot and structure" in english
    assert not {each.label for each in result.aspects} & set(chinese)
