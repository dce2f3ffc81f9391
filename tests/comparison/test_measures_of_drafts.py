"""Do the measures of a whole book move when its text does, and only then?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache

from fabula.comparison.result import CompareResult, FigureChange
from fabula.comparison.run import compare
from fabula.comparison.sides import Side, evaluated_side
from fabula.text.book import Book, Chapter

PLACES = ("harbour", "mill", "church", "station", "orchard", "quarry", "lake", "tower")
PEOPLE = ("Ruth", "Nils", "Agnes", "Jonas")
DEEDS = (
    "mended the net",
    "counted coins",
    "wrote letters",
    "watched gulls",
    "sharpened knives",
    "peeled apples",
)
WEATHER = ("rain", "frost", "sunlight", "fog", "thunder")


def page(n: int) -> str:
    """A paragraph unlike its neighbours."""
    who, where = PEOPLE[n % 4], PLACES[(n * 3) % 8]
    return (
        f"{who} {DEEDS[n % 6]} near the {where} while {WEATHER[n % 5]} number {n} crossed bay {n * 7}. "
        f"“Nothing lasts {n} years,” said {PEOPLE[(n + 1) % 4]}, and {DEEDS[(n * 5) % 6]} until dusk {n * 11} came. "
        f"Afterwards boat {n * 13} carried {WEATHER[(n * 2) % 5]} past {PLACES[(n * 5) % 8]} {n * 17}, slowly."
    )


PASTED = (
    "He was very very tired and he was very very cold and he was very very sad and it was very very late. "
    * 3
)


def book(chapters: Sequence[Sequence[str]]) -> Book:
    made = tuple(Chapter(n, f"Day {n}", "\n\n".join(texts)) for n, texts in enumerate(chapters, 1))
    return Book("Landings", "A. Author", "en", made)  # type: ignore[arg-type]


def judged(chapters: Sequence[Sequence[str]]) -> Side:
    return asyncio.run(evaluated_side(book(chapters), None, None))


WRITTEN = [[page(n) for n in range(20 * chapter, 20 * chapter + 20)] for chapter in range(8)]
OLD = cache(lambda: judged(WRITTEN))


def compared(later: Sequence[Sequence[str]]) -> CompareResult:
    return compare(OLD(), judged(later)).result


def row(found: CompareResult, name: str) -> FigureChange:
    return next(each for each in found.measures if each.id == name)


def test_sixty_pasted_paragraphs_in_one_chapter_are_not_noise() -> None:
    later = [[*texts, *([PASTED] * 60 if n == 3 else [])] for n, texts in enumerate(WRITTEN)]
    variety = row(compared(later), "mtld")
    assert variety.moved == "down"
    assert variety.old and variety.new and variety.low and variety.high
    assert variety.low <= variety.new - variety.old <= variety.high < 0


def test_a_chapter_that_was_added_counts_too() -> None:
    variety = row(compared([*WRITTEN, [PASTED] * 60]), "mtld")
    assert variety.moved == "down"


def test_one_rewritten_page_tells_nothing() -> None:
    later = [[*texts[:-1], PASTED] if n == 3 else texts for n, texts in enumerate(WRITTEN)]
    variety = row(compared(later), "mtld")
    assert variety.moved == "unsaid"
    assert variety.why and variety.why.code == "comparison.few-passages"


def test_pages_like_all_the_others_are_noise() -> None:
    later = [
        [page(1000 + n * 20 + i) for i in range(20)] if n == 3 else texts for n, texts in enumerate(WRITTEN)
    ]
    found = compared(later)
    assert {row(found, name).moved for name in ("mtld", "dialogue_share", "sentence_words")} <= {
        "within",
        "unsaid",
    }


def test_the_same_chapters_in_another_order_are_the_same_book() -> None:
    found = compared([*WRITTEN[5:], *WRITTEN[:5]])
    for name in ("dialogue_share", "sentence_words", "filter_words"):
        assert row(found, name).moved == "within"
