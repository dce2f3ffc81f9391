"""`fabula quiz`: does a model know its literature? Multiple choice over long fiction, asked, checked and made."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import margin, page, print_json
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.chat import Embedder
    from fabula.models.door import Door
    from fabula.quiz.asking import Setting
    from fabula.quiz.classify import Label, Labelled
    from fabula.quiz.questions import QuizSet

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

QuizFile = Annotated[
    Path, typer.Argument(help="A question set: CSV, JSONL or XLSX in LFED's shape, in any encoding.")
]
EmbedderName = Annotated[
    str | None,
    typer.Option("--embedder", help="minilm, hub/OWNER/NAME or PROVIDER/NAME; without one, wording decides."),
]


class PromptName(StrEnum):
    """How much is said around the question."""

    SHORT = "short"
    LONG = "long"
    BOTH = "both"


class LanguageName(StrEnum):
    """The language of the prompts."""

    ZH = "zh"
    EN = "en"


class ByName(StrEnum):
    """What counts as the answer."""

    TEXT = "text"
    LOGPROB = "logprob"


class TargetName(StrEnum):
    """Where an export goes."""

    LM_EVAL = "lm-eval"
    INSPECT = "inspect"
    LFED = "lfed"


@app.callback()
def quiz() -> None:
    """Multiple-choice questions on novels: asked, checked, sorted, made, reviewed, exported."""


@app.command()
@asks_a_model
def run(
    file: QuizFile,
    shots: Annotated[
        str, typer.Option("--shots", help="Examples before each question: 0 to 5; several as 0,5 or 0..5.")
    ] = "0",
    prompt: Annotated[
        PromptName,
        typer.Option("--prompt", help="The question alone, or with instructions; or one after the other."),
    ] = PromptName.SHORT,
    language: Annotated[
        LanguageName | None, typer.Option("--language", help="Of the prompts; default: the set's own.")
    ] = None,
    by: Annotated[
        ByName, typer.Option("--by", help="Read the reply, or take the likeliest letter of its first token.")
    ] = ByName.TEXT,
    permute: Annotated[
        int,
        typer.Option(
            "--permute",
            min=1,
            max=24,
            help="Ask in so many orders of the options; 4 puts each at every place.",
        ),
    ] = 1,
    with_book: Annotated[
        list[Path] | None,
        typer.Option("--with", help="A novel of the set: its questions are asked again with passages of it."),
    ] = None,
    title: Annotated[
        list[str] | None,
        typer.Option("--title", help="Only the questions on this novel; may be given again."),
    ] = None,
    examples: Annotated[
        Path | None, typer.Option("--examples", help="Another set to draw examples from.")
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option("--labels", help="Kinds as `quiz classify` keeps them; default: those beside the set."),
    ] = None,
    attributes: Annotated[
        Path | None,
        typer.Option("--attributes", help="Your own table of novels: title, and any of type, length, year."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against", help="The quiz.json of another model's run, to be compared question by question."
        ),
    ] = None,
    embedder: EmbedderName = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for the page, its figures and quiz.json.")
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Ask a model: accuracy with intervals, by kind of question and of novel, beside guessing."""
    from fabula.quiz.attributes import read_attributes, shipped
    from fabula.quiz.files import read_set
    from fabula.quiz.results import check_pairs, compared
    from fabula.quiz.running import Plan, only, run_quiz
    from fabula.text.files import read

    whole = read_set(file)
    asked = only(whole, title) if title else whole
    spoken = language.value if language else whole.language
    other = _document(against) if against else None
    if other is not None:
        check_pairs(asked, other)
    plan = Plan(
        settings=_settings(shots, prompt, spoken, by, seed, rehearsal=asking.dry_run),
        permute=permute,
        examples=read_set(examples) if examples else whole,
        books=tuple(read(path) for path in with_book or []),
        embedder=_embedder(embedder),
    )
    known = _labels(file, labels, asked)
    novels = read_attributes(attributes) if attributes else shipped()
    about = {"set": file.name, "questions": whole.digest, "seed": seed}
    document = asking.run(
        lambda door: run_quiz(door, asked, plan, known, novels), as_json=as_json, about=about
    )
    document["against"] = compared(document, other) if other else None
    if out is not None:
        from fabula.reports.quiz import write_quiz

        page_file = write_quiz(document, out, spoken)
    if as_json:
        print_json(document)
        return
    from fabula.cli.quiz_tables import show_results

    show_results(document, spoken)
    if out is not None:
        page().print(f"  → {page_file}", soft_wrap=True, markup=False)


@app.command()
def check(file: QuizFile, embedder: EmbedderName = None, as_json: AsJson = False) -> None:
    """What is wrong with a set: keys, blank and equal options, titles, questions asked twice, uneven answers."""
    from fabula.quiz import faults
    from fabula.quiz.files import read_set

    document = faults.check(read_set(file), _embedder(embedder))
    if as_json:
        print_json(document)
        return
    from fabula.cli.quiz_tables import show_check

    show_check(document)


@app.command()
@asks_a_model
def classify(
    file: QuizFile,
    labels: Annotated[
        Path | None,
        typer.Option("--labels", help="Labels by people (JSONL with row and category), to be held against."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Default: SET.labels.jsonl beside the set.")
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Sort questions into the eight kinds: by rules first, by a model (where one is named) for the rest."""
    import asyncio

    from fabula.quiz.classify import classify as sort_out
    from fabula.quiz.classify import labels_document, labels_file, read_labels, write_labels
    from fabula.quiz.files import read_set

    asked = read_set(file)
    truth = {label.row: label.category for label in read_labels(labels) if label.category} if labels else None

    async def work(door: Door | None) -> Labelled:
        return await sort_out(door, asked, asked.language, truth)

    if asking.named() is None:
        found = asyncio.run(work(None))
        margin().print("No model is named: what the rules do not see plainly stays unlabelled.")
    else:
        found = asking.run(work, as_json=as_json, about={"set": file.name})
    place = output or labels_file(file)
    write_labels(place, found.labels)
    document = labels_document(found) | {"output": str(place)}
    if as_json:
        print_json(document)
        return
    from fabula.cli.quiz_tables import show_labels

    show_labels(document, asked.language)


@app.command()
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
    from dataclasses import asdict

    from fabula.quiz.classify import names
    from fabula.quiz.files import csv_text, document, jsonl_text
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
    if place.suffix.lower() == ".csv":
        place.write_text(csv_text(made.questions), encoding="utf-8-sig")
    place.with_suffix(".jsonl").write_text(jsonl_text(made.questions), encoding="utf-8")
    if as_json:
        found = {
            "questions": [document(one) for one in made.questions],
            "sent_back": [asdict(one) for one in made.sent_back],
        }
        print_json(found | {"output": str(place)})
        return
    from fabula.cli.quiz_tables import show_made

    show_made(made, place)


@app.command()
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


@app.command()
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
    page().print(
        f"{len(asked.questions) - len(rows):,} questions in {folder}: {', '.join(files)}", markup=False
    )
    if rows:
        page().print(
            f"Left out, as their key names no option: rows {', '.join(map(str, rows))}", markup=False
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
        page().print("\n".join(lines), markup=False)
        checks = {name: typer.confirm(said) for name, said in checks_for(question, asked.language).items()}
        note = "" if all(checks.values()) else typer.prompt("Why", default="", show_default=False)
        keep(place, Review(reviewer, question.digest, checks, note))


def _settings(
    shots: str, prompt: PromptName, language: str, by: ByName, seed: int, *, rehearsal: bool
) -> tuple[Setting, ...]:
    """Each number of shots with each prompt. A rehearsal counts one ask a question: the made-up reply names no option."""
    from fabula.quiz.asking import ASKS, By, PromptKind, Setting

    kinds: dict[str, tuple[PromptKind, ...]] = {
        "short": ("short",),
        "long": ("long",),
        "both": ("short", "long"),
    }
    read: By = "text" if rehearsal else by.value
    return tuple(
        Setting(count, kind, language, read, seed, 1 if rehearsal else ASKS)
        for kind in kinds[prompt.value]
        for count in counts(shots)
    )


def counts(shots: str) -> list[int]:
    """Numbers of examples as typed: one, several, or a span."""
    import re

    if span := re.fullmatch(r"([0-5])\.\.([0-5])", shots):
        return list(range(int(span[1]), int(span[2]) + 1))
    if re.fullmatch(r"[0-5](,[0-5])*", shots):
        return [int(each) for each in dict.fromkeys(shots.split(","))]
    raise UsageError(f"--shots {shots}: a number from 0 to 5, or several as 0,5 or 0..5")


def _embedder(name: str | None) -> Embedder | None:
    if name is None:
        return None
    from fabula.models.embeddings import embedder

    return embedder(name)


def _labels(file: Path, named: Path | None, asked: QuizSet) -> Sequence[Label]:
    from fabula.quiz.classify import labels_file, labels_without_model, read_labels

    place = named or labels_file(file)
    if named is None and not place.is_file():
        return labels_without_model(asked)
    return labels_without_model(asked, read_labels(place))


def _document(path: Path) -> dict[str, Any]:
    import json

    try:
        found = json.loads((path / "quiz.json" if path.is_dir() else path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or "answers" not in found or "questions" not in found:
        raise UsageError(f"{path}: not a result of `fabula quiz run` (its quiz.json, or what --json prints)")
    return found
