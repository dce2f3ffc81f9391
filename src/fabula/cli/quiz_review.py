"""Shows the questions of a set to a reviewer in the terminal, one after another."""

from __future__ import annotations

from pathlib import Path

import typer

from fabula.cli.terminal import stdout
from fabula.quiz.files import read_set
from fabula.quiz.questions import LETTERS, Question
from fabula.quiz.review import Review, checks_for, keep, read_reviews, reviews_file, waiting


def walk_through(file: Path, reviewer: str) -> None:
    """Asks the four checks for every question left for this reviewer. Each answer is saved at once."""
    quiz, reviews = read_set(file), reviews_file(file)
    left = waiting(quiz.questions, read_reviews(reviews), reviewer)
    for number, question in enumerate(left, 1):
        stdout().print(f"\n{number} of {len(left)} · {_shown(question)}", markup=False)
        checks = {name: typer.confirm(text) for name, text in checks_for(question, quiz.language).items()}
        note = "" if all(checks.values()) else typer.prompt("Why", default="", show_default=False)
        keep(reviews, Review(reviewer, question.digest, checks, note))


def _shown(question: Question) -> str:
    lines = [f"{question.title} · {question.category or ''}", question.text]
    for letter, option in zip(LETTERS, question.options, strict=False):
        lines.append(f"  {'→' if letter == question.answer else ' '} {letter}. {option}")
    if question.passage:
        lines.append(f"  “{question.passage}” ({question.chapter or '?'})")
    return "\n".join(lines)
