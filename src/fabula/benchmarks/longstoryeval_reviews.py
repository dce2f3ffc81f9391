"""LongStoryEval's figures of readers' reviews and of what judges say: Table 4, Figures 4, 6 and 9, appendix B.2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.benchmarks.longstoryeval_result import BookCritiques, ReviewFigures, Said
from fabula.benchmarks.longstoryeval_systems import STARS, System
from fabula.errors import UsageError
from fabula.languages import Language
from fabula.reviews.ablations import compared
from fabula.reviews.mentions import distribution, of_book
from fabula.reviews.reviews import Release, read_reviews
from fabula.reviews.statistics import review_bias

if TYPE_CHECKING:
    from fabula.benchmarks.release import Shelf
    from fabula.rubrics.rubric import Rubric
    from fabula.rubrics.verdict import AspectVerdict

_HEADING = re.compile(r"^\s*#+ .*\n*", re.MULTILINE)
_AFTERWARDS = re.compile(r"^\s*#+ .*\b(?:Assessment|Score)\b.*$", re.MULTILINE)
_LABEL = re.compile(r"^\*\*[^*\n]+\*\*:?\s*")


def review_figures(shelf: Shelf, file: Path, resamples: int, seed: int) -> ReviewFigures:
    """What the reviews of the shelf's books say, raw and corrected."""
    read = read_reviews(file)
    shelf.skipped += read.skipped
    reviews = [review for review in read.reviews if review.book in shelf.reviewed]
    if not reviews:
        raise UsageError(f"--reviews {file.name}: no review of a book in --data that has a rating")
    return ReviewFigures.model_validate(
        {
            "reviews": len(reviews),
            "books": len(of_book(reviews)),
            "ablations": compared(Release(shelf.reviewed, reviews), None, resamples, seed),
            "distribution": distribution(shelf.reviewed, of_book(reviews), seed),
            "review_bias": review_bias(shelf.reviewed, reviews),
        }
    )


def critiques(shelf: Shelf, systems: Sequence[System], rubric: Rubric) -> tuple[BookCritiques, ...]:
    """Every judge's words on the worst and on the best book by its readers, of those that most judges saw."""
    seen: dict[str, int] = {}
    for own in (own for system in systems for own in system.judged):
        if own in shelf.books and shelf.books[own].rating is not None:
            seen[own] = seen.get(own, 0) + 1
    most = max(seen.values(), default=0)
    books = sorted((shelf.books[own].rating or 0.0, own) for own, times in seen.items() if times == most)
    chosen = dict.fromkeys(own for _, own in (books[:1] + books[-1:]))
    found = (_of_book(shelf, own, systems, rubric) for own in chosen)
    return tuple(each for each in found if each.said)


def _of_book(shelf: Shelf, own: str, systems: Sequence[System], rubric: Rubric) -> BookCritiques:
    book = shelf.books[own]
    label = Language(book.facts.language).writing.weaknesses
    said = {
        system.name: dict(_said(system.judged[own].verdicts[0].aspects, label, rubric))
        for system in systems
        if own in system.judged and system.judged[own].verdicts
    }
    return BookCritiques(
        id=own,
        title=book.title,
        readers=book.rating or 0.0,
        said={name: aspects for name, aspects in said.items() if aspects},
    )


def _said(aspects: Iterable[AspectVerdict], label: str, rubric: Rubric) -> Iterable[tuple[str, Said]]:
    for each in aspects:
        text, _, weaknesses = _own_words(each.critique).partition(label)
        if text or weaknesses:
            score = None if each.score is None else rubric.scale.to(each.score, STARS)
            yield each.aspect, Said(score=score, text=text.strip(), weaknesses=weaknesses.strip())


def _own_words(critique: str) -> str:
    """A critique without its headings. A recorded one also repeats itself as an assessment, which is left out."""
    said = _HEADING.sub("", _AFTERWARDS.split(critique, maxsplit=1)[0]).strip()
    return _LABEL.sub("", said)
