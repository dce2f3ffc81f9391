"""`fabula quiz`: does a model know its literature? Multiple choice over long fiction, asked, checked and made."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.quiz_making import QuizFile, export, make, review
from fabula.cli.terminal import print_json, stderr, stdout

if TYPE_CHECKING:
    from fabula.models.chat import Embedder
    from fabula.models.door import Door
    from fabula.quiz.classify import Labelled

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
    from fabula.quiz.asked import PROMPTS, Asked, answered, make_ready, shot_counts
    from fabula.text.files import read

    asked = Asked(
        shots=shot_counts(shots),
        prompts=[kind for kind in PROMPTS if prompt in (kind, PromptName.BOTH)],
        language=language.value if language else None,
        by=by.value,
        permute=permute,
        titles=title or (),
        books=tuple(read(path) for path in with_book or []),
        embedder=_embedder(embedder),
        examples=examples,
        labels=labels,
        attributes=attributes,
        against=against,
        seed=seed,
    )
    ready = make_ready(file, asked, rehearsal=asking.dry_run)
    about = {"set": file.name, "questions": ready.whole.digest, "seed": seed}
    document = asking.run(lambda door: answered(ready, door), as_json=as_json, about=about)
    if out is not None:
        from fabula.reports.quiz import write_quiz

        page_file = write_quiz(document, out, ready.language)
    if as_json:
        print_json(document)
        return
    from fabula.cli.quiz_tables import show_results

    show_results(document, ready.language)
    if out is not None:
        stdout().print(f"  → {page_file}", soft_wrap=True, markup=False)


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
        stderr().print("No model is named: what the rules do not see plainly stays unlabelled.")
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


def _embedder(name: str | None) -> Embedder | None:
    if name is None:
        return None
    from fabula.models.embeddings import embedder

    return embedder(name)
