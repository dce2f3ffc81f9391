"""`fabula quiz make|review|export`: a new question set, from the drafts to another harness."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from fabula.quiz.questions import QuizSet

QuizFile = Annotated[
    Path, typer.Argument(help="A question set: CSV, JSONL or XLSX in LFED's shape, in any encoding.")
]


class TargetName(StrEnum):
    """Where an export goes."""

    LM_EVAL = "lm-eval"
    INSPECT = "inspect"
    LFED = "lfed"


@asks_a_model
def make(
    book: Annotated[Path, typer.Argument(help="The novel.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="A .csv in LFED's shape (kinds and proofs stand beside it, as .jsonl), or a .jsonl.",
        ),
    ] = None,
    each: Annotated[int, typer.Option("--each", min=1, help="Drafts for each kind of question.")] = 4,
    kinds: Annotated[
        str | None,
        typer.Option(
            "--kinds", help="Comma-separated, such as fiction-plot,literary-style; default: all eight."
        ),
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Draft questions on a new novel, by kind, each with the passage that proves its answer."""
    from fabula.quiz.classify import names
    from fabula.quiz.files import write_set
    from fabula.quiz.making import make as drafted
    from fabula.text.files import read

    text = read(book)
    wanted = [kind.strip() for kind in kinds.split(",")] if kinds else list(names("en"))
    place = output or book.with_name(f"{book.stem}.quiz.csv")
    if place.suffix.lower() not in (".csv", ".jsonl"):
        raise UsageError(f"--output {place.name}: a question set is written as .csv or .jsonl")
    made = asking.run(
        lambda door: drafted(door, text, each, wanted, seed),
        as_json=as_json,
        about={"books": [book.name], "seed": seed},
    )
    write_set(made.questions, place)
    if as_json:
        print_json(made.document | {"output": str(place)})
        return
    from fabula.cli.quiz_tables import show_made

    show_made(made, place)


def review(
    file: QuizFile,
    reviewer: Annotated[
        str | None,
        typer.Option("--reviewer", help="Who looks; without a name, only what has come of it is shown."),
    ] = None,
    passed: Annotated[
        Path | None,
        typer.Option("--passed", help="Write the questions that two reviewers passed, in LFED's shape."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Walk a reviewer through four checks of every question; two reviewers must pass it, one can send it back."""
    from fabula.quiz.files import csv_text, read_set
    from fabula.quiz.review import read_reviews, reviews_file, summary

    asked = read_set(file)
    place = reviews_file(file)
    if reviewer is not None:
        _look(asked, place, reviewer)
    found = summary(asked.questions, read_reviews(place))
    if passed is not None:
        rows = set(found["passed"])
        passed.write_text(csv_text([one for one in asked.questions if one.row in rows]), encoding="utf-8-sig")
    if as_json:
        print_json(found)
        return
    from fabula.cli.quiz_tables import show_reviews

    show_reviews(found)


def export(
    file: QuizFile,
    folder: Annotated[Path, typer.Argument(help="Where the files go.")],
    to: Annotated[
        TargetName, typer.Option("--to", help="lm-evaluation-harness, Inspect AI, or LFED's own CSV.")
    ],
    as_json: AsJson = False,
) -> None:
    """Write a set as a task for another harness."""
    from fabula.quiz.export import exported, left_out
    from fabula.quiz.files import read_set

    asked = read_set(file)
    folder.mkdir(parents=True, exist_ok=True)
    files = exported(asked, to.value)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    rows = [one.row for one in left_out(asked)]
    if as_json:
        print_json({"files": [str(folder / name) for name in files], "left_out": rows})
        return
    stdout().print(
        f"{len(asked.questions) - len(rows):,} questions in {folder}: {', '.join(files)}", markup=False
    )
    if rows:
        stdout().print(
            f"Left out, as their key names no option: questions {', '.join(str(row + 1) for row in rows)}",
            markup=False,
        )


def _look(asked: QuizSet, place: Path, reviewer: str) -> None:
    """One question after the other in the terminal; every answer is kept at once, so that one can stop at any time."""
    from fabula.quiz.questions import LETTERS
    from fabula.quiz.review import Review, checks_for, keep, read_reviews, waiting

    todo = waiting(asked.questions, read_reviews(place), reviewer)
    for number, question in enumerate(todo, 1):
        lines = [f"\n{number} of {len(todo)} · {question.title} · {question.category or ''}", question.text]
        for letter, option in zip(LETTERS, question.options, strict=False):
            lines.append(f"  {'→' if letter == question.answer else ' '} {letter}. {option}")
        if question.passage:
            lines.append(f"  “{question.passage}” ({question.chapter or '?'})")
        stdout().print("\n".join(lines), markup=False)
        checks = {name: typer.confirm(said) for name, said in checks_for(question, asked.language).items()}
        note = "" if all(checks.values()) else typer.prompt("Why", default="", show_default=False)
        keep(place, Review(reviewer, question.digest, checks, note))
