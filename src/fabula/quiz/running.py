"""A whole run: which questions are asked, in which settings, with which book open, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fabula.errors import UsageError
from fabula.models.chat import Embedder
from fabula.models.door import Door
from fabula.quiz.asking import Examples, Setting, ask_all
from fabula.quiz.attributes import Novel
from fabula.quiz.classify import Label
from fabula.quiz.questions import QuizSet, plain
from fabula.quiz.results import OpenBook, Trial, results
from fabula.reading.passages import book_passages
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class Plan:
    """What the user asked for."""

    settings: tuple[Setting, ...]
    """The first stands for the whole."""
    permute: int = 1
    examples: QuizSet | None = None
    """Where examples come from; None: the set itself."""
    books: tuple[Book, ...] = ()
    embedder: Embedder | None = None


async def run_quiz(
    door: Door, quiz: QuizSet, plan: Plan, labels: Sequence[Label], novels: Mapping[str, Novel]
) -> dict[str, Any]:
    """Ask everything that can be answered, in every setting, and give the document of results."""
    asked = [each for each in quiz.questions if each.right is not None]
    examples = Examples((plan.examples or quiz).questions)
    opened = [(book, _about(quiz, book)) for book in plan.books]
    trials = []
    for place, setting in enumerate(plan.settings):
        answers = await ask_all(door, asked, setting, examples, plan.permute if place == 0 else 1)
        books = []
        for book, title in opened if place == 0 else []:
            passages = book_passages(book, plan.embedder)
            own = [each for each in asked if each.title == title]
            again = await ask_all(door, own, setting, examples, book=passages)
            books.append(OpenBook(title, tuple(each[0] for each in again)))
        trials.append(Trial(setting, tuple(tuple(each) for each in answers), tuple(books)))
    first = plan.settings[0]
    about = {
        "model": door.model,
        "signature": str(
            door.signature(f"quiz.{first.by}", n=1, temperature=0, seed=first.seed, text=quiz.digest[:4])
        ),
        "shots": first.shots,
        "prompt": first.prompt,
        "language": first.language,
        "by": first.by,
    }
    return results(quiz, trials, labels, novels, about)


def only(quiz: QuizSet, titles: Sequence[str]) -> QuizSet:
    """The questions on some novels alone; rows keep their numbers."""
    wanted = {plain(title) for title in titles}
    unknown = wanted - {plain(title) for title in quiz.titles}
    if unknown:
        raise UsageError(f"--title: {quiz.name} has no questions on it; it has {_listed(quiz.titles)}")
    return replace(quiz, questions=tuple(each for each in quiz.questions if plain(each.title) in wanted))


def _about(quiz: QuizSet, book: Book) -> str:
    """Which title of the set the book is: the same name, or the only one there is."""
    for title in quiz.titles:
        if plain(title) == plain(book.title) or plain(title) == plain((book.source or "").rpartition(".")[0]):
            return title
    if len(quiz.titles) == 1:
        return quiz.titles[0]
    raise UsageError(
        f"--with {book.source}: its title is {book.title!r}, and {quiz.name} asks about {_listed(quiz.titles)};"
        " give the file the name that the set uses"
    )


def _listed(titles: Sequence[str]) -> str:
    more = f" and {len(titles) - 6} more" if len(titles) > 6 else ""
    return ", ".join(titles[:6]) + more
