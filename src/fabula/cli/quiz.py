"""`fabula quiz`: does a model know its literature? Multiple choice over long fiction, asked, checked and made."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.quiz_making import QuizFile, export, make, review
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


app.command()(make)
app.command()(review)
app.command()(export)


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
