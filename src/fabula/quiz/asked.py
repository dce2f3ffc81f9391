"""A quiz as it is asked for: what was chosen, and what lies beside the set, made ready to be put to a model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.models.chat import Embedder
from fabula.models.door import Door
from fabula.quiz.asking import ASKS, By, PromptKind, Setting
from fabula.quiz.attributes import Novel, read_attributes, shipped
from fabula.quiz.classify import Label, known_labels
from fabula.quiz.files import read_set
from fabula.quiz.questions import QuizSet
from fabula.quiz.results import check_pairs, compared, read_result
from fabula.quiz.running import Plan, only, run_quiz
from fabula.text.book import Book

PROMPTS: tuple[PromptKind, ...] = ("short", "long")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a user can say about a run."""

    shots: Sequence[int] = (0,)
    prompts: Sequence[PromptKind] = ("short",)
    """Every number of shots is asked with each of these."""
    language: str | None = None
    """Of the prompts; None: the set's own."""
    by: By = "text"
    permute: int = 1
    titles: Sequence[str] = ()
    """Only the questions on these novels; none named, all."""
    books: tuple[Book, ...] = ()
    """Novels whose questions are asked again with passages of them."""
    embedder: Embedder | None = None
    examples: Path | None = None
    labels: Path | None = None
    attributes: Path | None = None
    against: Path | None = None
    """The result of another model's run."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything read and checked that a run needs: what fails, fails before anything is paid for."""

    whole: QuizSet
    quiz: QuizSet
    """The questions that are asked."""
    language: str
    plan: Plan
    labels: Sequence[Label]
    novels: Mapping[str, Novel]
    against: Mapping[str, Any] | None


def make_ready(file: Path, asked: Asked, *, rehearsal: bool = False) -> Ready:
    """The set with what lies beside it. A rehearsal counts one ask a question: the made-up reply names no option."""
    whole = read_set(file)
    quiz = only(whole, asked.titles) if asked.titles else whole
    against = read_result(asked.against) if asked.against else None
    if against is not None:
        check_pairs(quiz, against)
    language = asked.language or whole.language
    plan = Plan(
        settings=tuple(
            Setting(
                count,
                prompt,
                language,
                "text" if rehearsal else asked.by,
                asked.seed,
                1 if rehearsal else ASKS,
            )
            for prompt in asked.prompts
            for count in asked.shots
        ),
        permute=asked.permute,
        examples=read_set(asked.examples) if asked.examples else whole,
        books=asked.books,
        embedder=asked.embedder,
    )
    labels = known_labels(file, quiz, asked.labels)
    novels = read_attributes(asked.attributes) if asked.attributes else shipped()
    return Ready(whole, quiz, language, plan, labels, novels, against)


async def answered(ready: Ready, door: Door) -> dict[str, Any]:
    """The document of `quiz run`."""
    document = await run_quiz(door, ready.quiz, ready.plan, ready.labels, ready.novels)
    return document | {"against": compared(document, ready.against) if ready.against else None}


def shot_counts(typed: str) -> list[int]:
    """Numbers of examples as typed: one, several, or a span."""
    if span := re.fullmatch(r"([0-5])\.\.([0-5])", typed):
        return list(range(int(span[1]), int(span[2]) + 1))
    if re.fullmatch(r"[0-5](,[0-5])*", typed):
        return [int(each) for each in dict.fromkeys(typed.split(","))]
    raise UsageError(f"--shots {typed}: a number from 0 to 5, or several as 0,5 or 0..5")
