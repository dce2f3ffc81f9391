"""`fabula quiz`: does a model know its literature? Multiple-choice questions about long fiction."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model, engaged, spread_options
from fabula.cli.outputs import Overwrite, check_report
from fabula.cli.terminal import print_json, print_result, stderr, stdout
from fabula.errors import FabulaError
from fabula.quiz.request import (
    QuizCheckRequest,
    QuizClassifyRequest,
    QuizDifficultyRequest,
    QuizExportRequest,
    QuizImportRequest,
    QuizMakeRequest,
    QuizRedraftRequest,
    QuizReviewRequest,
    QuizRunRequest,
)

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

Out = Annotated[Path | None, typer.Option("--out", help="A folder for the page, its figures and quiz.json.")]
Reviewer = Annotated[
    str | None,
    typer.Option("--reviewer", help="The reviewer's name. Without one, only shows the state."),
]


@app.callback()
def quiz() -> None:
    """Multiple-choice questions about novels: ask, check, sort, make, review, redraft and export them, and measure how hard they are."""


@app.command()
@engaged
@asks_a_model
def run(
    request: QuizRunRequest,
    out: Out = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Ask a model. Shows accuracy with intervals, by kind of question and novel, beside guessing."""
    from fabula.cli.quiz_tables import show_results
    from fabula.quiz.run import answered, read_inputs

    if out is not None:
        check_report(out / "quiz.json", request, asking.named(), overwrite=overwrite)
    inputs = read_inputs(request)
    settings = inputs.settings(rehearsal=asking.dry_run)
    about = {"set": request.file.name, "questions": inputs.whole.digest, "seed": request.seed}
    answer = asking.run(lambda door: answered(inputs, door, settings), as_json=as_json, about=about)
    document = answer.result.json_document
    if out is not None:
        from fabula.reports.quiz import write_quiz

        page_file = write_quiz(document, out, inputs.language)
    if as_json:
        print_json(document)
    else:
        show_results(document, inputs.language)
        if out is not None:
            stdout().print(f"  → {page_file}", soft_wrap=True, markup=False)
    if 0 < document["n"] <= document["unreadable"]:
        raise FabulaError("no reply names an option, so 0% says nothing of what the model knows")


@app.command()
@spread_options
def check(request: QuizCheckRequest, as_json: AsJson = False) -> None:
    """Find the faults of a set: keys, blank and identical options, titles, repeated questions, uneven answers."""
    from fabula.cli.quiz_tables import show_check
    from fabula.quiz.checking import run

    result = asyncio.run(run(request)).result
    print_result(result, lambda: show_check(result), as_json=as_json)


@app.command()
@asks_a_model
def classify(request: QuizClassifyRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Sort questions into the eight kinds, first by rules and then, if a model is named, by the model."""
    from fabula.cli.quiz_tables import show_labels
    from fabula.quiz.classifying import run

    if asking.named() is None:
        answer = asyncio.run(run(request, None))
        stderr().print("No model is named: questions that no rule covers stay unlabelled.")
    else:
        about = {"set": request.file.name}
        answer = asking.run(lambda door: run(request, door), as_json=as_json, about=about)
    print_result(answer.result, lambda: show_labels(answer.result, answer.quiz.language), as_json=as_json)


@app.command()
@asks_a_model
def difficulty(request: QuizDifficultyRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Let a panel of models answer a set: how hard each question is, and whether it tells good models from poor ones."""
    from fabula.cli.quiz_tables import show_difficulty
    from fabula.quiz.difficulty import run

    request.validate()
    about = {"set": request.file.name, "seed": request.seed}
    answer = asking.run_several(request, lambda doors: run(request, doors), as_json=as_json, about=about)
    print_result(answer.result, lambda: show_difficulty(answer.result, answer.quiz), as_json=as_json)


@app.command()
@asks_a_model
def make(request: QuizMakeRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Draft questions about a novel, by kind, each with the passage that proves its answer."""
    from fabula.cli.quiz_tables import show_made
    from fabula.quiz.making import run

    about = {"books": [Path(str(request.book)).name], "seed": request.seed}
    answer = asking.run(lambda door: run(request, door), as_json=as_json, about=about)
    print_result(answer.result, lambda: show_made(answer.made, answer.result), as_json=as_json)


@app.command()
@spread_options
def review(request: QuizReviewRequest, reviewer: Reviewer = None, as_json: AsJson = False) -> None:
    """Walk a reviewer through four checks of every question. Both reviewers must pass it; one can send it back."""
    from fabula.cli.quiz_review import walk_through
    from fabula.cli.quiz_tables import show_reviews
    from fabula.quiz.reviewing import run

    if reviewer is not None:
        walk_through(request.file, reviewer)
    result = asyncio.run(run(request)).result
    print_result(result, lambda: show_reviews(result), as_json=as_json)


@app.command()
@asks_a_model
def redraft(request: QuizRedraftRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Draft again the questions that reviewers sent back, following what they said."""
    from fabula.cli.quiz_tables import show_redrafts
    from fabula.quiz.redrafting import run

    about = {"set": request.file.name, "seed": request.seed}
    answer = asking.run(lambda door: run(request, door), as_json=as_json, about=about)
    print_result(answer.result, lambda: show_redrafts(answer.result), as_json=as_json)


@app.command("import")
@spread_options
def import_(request: QuizImportRequest, as_json: AsJson = False) -> None:
    """Turn somebody else's set into one that fabula reads: QuALITY, NovelQA, or any JSON by a mapping of its fields."""
    from fabula.cli.quiz_tables import show_import
    from fabula.quiz.importing import run

    result = asyncio.run(run(request))
    print_result(result, lambda: show_import(result), as_json=as_json)


@app.command()
@spread_options
def export(request: QuizExportRequest, as_json: AsJson = False) -> None:
    """Write a set as a task for another evaluation harness."""
    from fabula.cli.quiz_tables import show_export
    from fabula.quiz.exporting import run

    answer = asyncio.run(run(request))
    print_result(
        answer.result,
        lambda: show_export(answer.result, len(answer.quiz.questions), request.folder),
        as_json=as_json,
    )
