"""Training examples for a critic: a book as a judge sees it as the question, one reader's review as the answer.

People who write reviews differ from people who only rate, and readers use stars differently. So by default reviews are
thinned to each book's rating distribution, and stars are moved to the platform's mean and spread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.judging.critique_form import PROMPT, Subject, answer, question
from fabula.models.chat import ChatMessage
from fabula.models.prompts import load_prompt
from fabula.readermodel.training_books import facts_of, rows_with_ids
from fabula.reading.cast_texts import people_of
from fabula.reviews.bias import Moments, corrected, has_ratings
from fabula.reviews.reviews import Release, Review
from fabula.rubrics.files import load
from fabula.rubrics.rubric import Rubric

RUBRIC = "longstory"


@dataclass(slots=True)
class TrainingExamples:
    """The examples to write, one per review. `outcomes` is complete after all were consumed."""

    rows: Iterator[dict[str, Any]]
    outcomes: Counter[str] = field(default_factory=Counter)


def critique_examples(
    books: Path,
    release: Release,
    *,
    thinned: bool = True,
    normalised: bool = True,
    readers: Mapping[str, Moments] | None = None,
    seed: int = 0,
) -> TrainingExamples:
    """Make a training example from every review that mentions an aspect and whose book has a plot in `books`.

    `readers` are the distributions of everything that a reader rated, where they are known.
    """
    subjects = _subjects(books)
    if not any(review.book in subjects for review in release.reviews):
        raise UsageError(
            f"no review is about a book with a plot_summary in {books.name}: there is nothing to train on"
        )
    outcomes: Counter[str] = Counter()
    reviews = _corrected(release, thinned, normalised, readers, seed, outcomes)
    return TrainingExamples(_rows(reviews, subjects, load(RUBRIC), outcomes), outcomes)


def chat_row(messages: Sequence[ChatMessage], answer: str, **about: Any) -> dict[str, Any]:
    """A training example in chat format, for `fabula train` and other trainers."""
    asked = [{"role": message.role, "content": message.content} for message in messages]
    return {"messages": [*asked, {"role": "assistant", "content": answer}], **about}


def _subjects(books: Path) -> dict[str, Subject]:
    """Each book as the critic sees it, with excerpts if the file has them."""
    found = {}
    for place, row in rows_with_ids(books):
        facts = facts_of(row, books.name, place, shelved=True)
        if not facts.plot or not facts.plot.strip():
            continue
        excerpts = row.get("excerpts") or ()
        if not isinstance(excerpts, list | tuple) or not all(isinstance(each, str) for each in excerpts):
            raise UsageError(f"{books.name}, line {place}: excerpts must be a list of texts")
        found[str(row["id"])] = Subject(
            title=str(row.get("title") or row["id"]),
            plot=facts.plot.strip(),
            cast=people_of(facts.cast or ""),
            genres=facts.genres,
            premise=(facts.premise or "").strip(),
            excerpts=tuple(excerpts),
            language=facts.language,
        )
    return found


def _corrected(
    release: Release,
    thinned: bool,
    normalised: bool,
    readers: Mapping[str, Moments] | None,
    seed: int,
    outcomes: Counter[str],
) -> list[Review]:
    """The reviews to train on, with corrected stars."""
    found = corrected(
        release.reviews,
        release.books,
        thinned=thinned,
        normalised=normalised and has_ratings(release.books.values()),
        readers=readers,
        seed=seed,
    )
    if found.common is not None:
        outcomes["stars left as given, reader too little known"] = found.unchanged
    if found.thinned is not None:
        outcomes["thinned away"] = found.thinned.left_out
    return found.reviews


def _rows(
    reviews: Sequence[Review], subjects: Mapping[str, Subject], rubric: Rubric, outcomes: Counter[str]
) -> Iterator[dict[str, Any]]:
    for review in reviews:
        subject = subjects.get(review.book)
        if subject is None:
            outcomes["no plot of the book"] += 1
            continue
        critiques = _critiques(review, rubric, subject.language)
        if not critiques:
            outcomes["speaks of no known aspect"] += 1
        elif not review.conclusion.strip():
            outcomes["no conclusion"] += 1
        else:
            outcomes["written"] += 1
            asked = question(load_prompt(*PROMPT, subject.language), subject, list(critiques))
            text = answer(critiques, review.conclusion, review.stars, subject.language)
            yield chat_row(asked, text, book=review.book, stars=round(review.stars, 1))


def _critiques(review: Review, rubric: Rubric, language: str) -> dict[str, str]:
    """The reader's words by aspect, in the rubric's order. A critique of several aspects goes under the first."""
    by_aspect: dict[str, list[str]] = {}
    for critique in review.critiques:
        if critique.matches and critique.text.strip():
            by_aspect.setdefault(critique.matches[0].aspect, []).append(critique.text.strip())
    return {
        aspect.wording(language).label: "\n".join(by_aspect[aspect.id])
        for aspect in rubric.scored_aspects
        if aspect.id in by_aspect
    }
