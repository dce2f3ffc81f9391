"""`fabula readers`: what real readers said, and what can be learned from it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import FabulaError, UsageError

if TYPE_CHECKING:
    from fabula.models.several import Doors
    from fabula.readermodel.model import Abstained, ReaderRating
    from fabula.reviews.restructure import Build

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

Books = Annotated[Path, typer.Option("--books", help="Books: JSONL as in LongStoryEval's release.")]
Reviews = Annotated[Path, typer.Option("--reviews", help="Readers' reviews: parquet or JSONL, as released.")]


@app.callback()
def readers() -> None:
    """What real readers said, and a model that learned from it."""


@app.command()
def stats(
    books: Books,
    reviews: Reviews,
    thin: Annotated[
        bool, typer.Option("--thin", help="First bring each book's stars to its rating distribution.")
    ] = False,
    normalise: Annotated[
        bool,
        typer.Option("--normalise", help="First move each reader's stars to the platform's mean and spread."),
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for the figures, as SVG and PNG, and the JSON.")
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """What a set of reviews holds: sizes, scores, aspects by genre, who writes, what goes with the rating."""
    from fabula.cli.readers_tables import show_statistics
    from fabula.reviews.reviews import read_release
    from fabula.reviews.statistics import statistics

    stderr().print("reading the reviews ...")
    release = read_release(books, reviews)
    for line in release.skipped:
        stderr().print(f"skipped: {line}", markup=False)
    document = statistics(release, thinned=thin, normalised=normalise, seed=seed)
    if out:
        from fabula.reports.readers import write_statistics

        stderr().print(f"figures: {write_statistics(document, out)}", markup=False)
    if as_json:
        print_json(document)
    else:
        show_statistics(document)


@app.command()
@asks_a_model
def build(
    raw: Annotated[Path, typer.Argument(help="Raw reviews: JSONL with book, reviewer, rating, text.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Structured reviews, one a line.")],
    recorded: Annotated[
        bool, typer.Option("--recorded", help="`text` is a model's recorded Markdown: read it, ask nobody.")
    ] = False,
    second_model: Annotated[
        str | None, typer.Option("--second-model", help="Asked where the first leaves the reader's words.")
    ] = None,
    ask_names: Annotated[
        bool, typer.Option("--ask-names", help="Ask the model where unknown names of aspects belong.")
    ] = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Raw reviews put in order by a model: aspects, viewpoints, conclusion, rating."""
    from fabula.cli.readers_tables import show_build
    from fabula.jsonl import write_lines
    from fabula.reviews.raw import read_raw
    from fabula.reviews.restructure import build_with, gather, replayed

    found, skipped = read_raw(raw, recorded=recorded)
    for line in skipped:
        stderr().print(f"skipped: {line}", markup=False)
    if recorded:
        result = gather(replayed(found))
    else:

        async def work(doors: Doors) -> Build:
            return await build_with(doors, asking.required(), found, second_model, ask_names=ask_names)

        result = asking.run_several(work, as_json=as_json, about={"reviews": raw.name})
    write_lines(result.rows, output)
    document: dict[str, Any] = {
        "reviews": len(found),
        "written": len(result.rows),
        "outcomes": dict(result.outcomes),
        "left_out": result.left_out,
        "unrated": result.unrated,
        "unknown_names": dict(result.unknown_names.most_common()),
        "skipped": skipped,
        "output": str(output),
    }
    if as_json:
        print_json(document)
    else:
        show_build(document)
        stdout().print(f"Written to {output}", markup=False)


@app.command()
def train(
    books: Books,
    reviews: Reviews,
    output: Annotated[Path, typer.Option("--output", "-o", help="The model's file.")],
    as_json: AsJson = False,
) -> None:
    """Learn a reader model: cross-validate every set of inputs, then fit on all books. Some four minutes."""
    from fabula.cli.reader_model_tables import show_variants
    from fabula.models.minilm import MiniLM
    from fabula.readermodel.blocks import shelve
    from fabula.readermodel.model import unpacked
    from fabula.readermodel.packing import train as packed
    from fabula.readermodel.training_books import hear, read_lessons
    from fabula.reviews.reviews import read_release

    _make_way(output)
    embedder = MiniLM()
    lessons = read_lessons(books)
    release = read_release(books, reviews)
    for line in release.skipped:
        stderr().print(f"skipped: {line}", markup=False)
    stderr().print(f"{len(lessons)} books; listening to {len(release.reviews):,} reviews")
    said = hear(release.reviews, [lesson.book.id for lesson in lessons])
    stderr().print("a vector for each word, then cross-validation")
    data = packed(shelve(lessons, said, embedder), lessons, said)
    output.write_bytes(data)
    learned = unpacked(data)
    if as_json:
        print_json(
            {"model": str(output), "bytes": len(data), "books": len(lessons), "variants": learned.variants}
        )
    else:
        show_variants(learned.variants)
        stdout().print(f"Written to {output} ({len(data) / 1e6:.2f} MB)", markup=False)


ReaderModel = Annotated[
    Path | None, typer.Option("--reader-model", help="A model of your own training, in place of the shipped.")
]


@app.command()
def predict(
    books: Annotated[Path, typer.Argument(help="Books: JSONL with the fields of LongStoryEval's release.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Ratings: JSONL, a line a book.")],
    draft: Annotated[
        bool,
        typer.Option("--draft", help="The genres are an author's own, not those of readers' shelves."),
    ] = False,
    reader_model: ReaderModel = None,
    as_json: AsJson = False,
) -> None:
    """Rate books as their readers might: genres, length, premise, plot and cast in, stars with intervals out."""
    import json
    from collections import Counter

    from fabula.readermodel.model import Abstained, load, shipped
    from fabula.readermodel.model import predict as rated
    from fabula.readermodel.training_books import facts_of, rows_with_ids

    learned = load(reader_model) if reader_model else shipped()
    _make_way(output)
    taught = learned.ids
    rows = []
    used: Counter[str] = Counter()
    for place, row in rows_with_ids(books):
        told = rated(facts_of(row, books.name, place, shelved=not draft), learned)
        used["abstained" if isinstance(told, Abstained) else told.variant] += 1
        rows.append(_line(row["id"], told) | {"learned_from": row["id"] in taught})
    output.parent.mkdir(parents=True, exist_ok=True)
    if known := sum(row["learned_from"] for row in rows):
        stderr().print(
            f"{known} of {len(rows)} books are among those that the model learned from: agreement on them proves nothing"
        )
    output.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    if as_json:
        print_json({"books": len(rows), "variants": dict(used.most_common()), "output": str(output)})
        return
    for variant, count in used.most_common():
        agreed = learned.variants.get(variant)
        said = f" (Kendall {agreed['agreement']['kendall']:.2f} with readers)" if agreed else ""
        stdout().print(f"{count:>6}  {variant}{said}", markup=False)
    stdout().print(f"Written to {output}", markup=False)


def _make_way(output: Path) -> None:
    """Before long work: is there a place for what comes of it?"""
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with output.open("ab"):
            pass
    except OSError as error:
        raise UsageError(f"-o {output}: cannot be written there ({error.strerror})") from None


def _line(own: Any, told: ReaderRating | Abstained) -> dict[str, Any]:
    """A book's line in the ratings file: a score an aspect beside the overall, and what each of them rests on."""
    from dataclasses import asdict

    from fabula.readermodel.model import Abstained

    if isinstance(told, Abstained):
        return {"id": own, "overall": None, "reason": str(told.reason)}
    return {
        "id": own,
        "overall": told.value,
        "low": told.low,
        "high": told.high,
        "percentile": told.percentile,
        "genre": told.genre,
        "genre_percentile": told.genre_percentile,
        **{name: each.score for name, each in told.aspects.items()},
        "aspects": {name: asdict(each) for name, each in told.aspects.items()},
        "inputs": told.inputs,
        "unused": [str(one) for one in told.unused],
        "variant": told.variant,
        "agreement": asdict(told.agreement),
    }


@app.command()
def like(
    book: Annotated[Path, typer.Argument(metavar="BOOK", help="A book in any format that fabula reads.")],
    genre: Annotated[list[str] | None, typer.Option("--genre", help="Its genre; may be given again.")] = None,
    premise: Annotated[
        str | None, typer.Option("--premise", help="What it is about, as on a back cover.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many books.")] = 5,
    reader_model: ReaderModel = None,
    as_json: AsJson = False,
) -> None:
    """Published books most like a manuscript, and what their readers spoke of and how kindly."""
    from dataclasses import asdict

    from fabula.cli.reader_model_tables import show_comparable
    from fabula.readermodel.comparable import like as nearest
    from fabula.readermodel.model import Abstained, BookFacts, load
    from fabula.text.files import read
    from fabula.text.words import count_words

    read_book = read(book)
    facts = BookFacts(
        genres=tuple(genre or read_book.genres),
        premise=premise or read_book.premise,
        words=sum(count_words(chapter.text, read_book.language) for chapter in read_book.chapters),
        language=read_book.language,
    )
    found = nearest(facts, count, load(reader_model) if reader_model else None)
    if isinstance(found, Abstained):
        raise FabulaError(f"the reader model cannot place this book: {found.reason}")
    if as_json:
        print_json({"book": read_book.id, "like": [asdict(each) for each in found]})
    else:
        show_comparable(found)


class Learner(StrEnum):
    """Who learns from an export."""

    CRITIQUE = "critique"
    PERSONA = "persona"


@app.command()
def export(
    learner: Annotated[Learner, typer.Option("--for", help="Who is to learn from it.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Lessons: JSONL in chat form, one a review.")
    ],
    books: Annotated[
        Path | None, typer.Option("--books", help="For critique: books, JSONL as released.")
    ] = None,
    reviews: Annotated[
        Path | None, typer.Option("--reviews", help="For critique: reviews, parquet or JSONL.")
    ] = None,
    asked: Annotated[
        Path | None, typer.Option("--asked", help="For persona: a folder that `persona build` wrote.")
    ] = None,
    one_each: Annotated[
        bool, typer.Option("--one-each", help="For persona: a file for each aspect of a choice.")
    ] = False,
    thin: Annotated[bool, typer.Option(help="Bring each book's stars to its rating distribution.")] = True,
    normalise: Annotated[
        bool, typer.Option(help="Move each reader's stars to the platform's mean and spread.")
    ] = True,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Reviews as lessons for `fabula train`: a question in chat form, and what a reader answered."""
    if learner is Learner.PERSONA:
        _for_persona(asked, output, one_each, as_json)
        return
    from fabula.jsonl import write_lines
    from fabula.reviews.reviews import read_release
    from fabula.training.critique_lessons import critique_lessons

    if books is None or reviews is None:
        raise UsageError("--for critique learns from --books and --reviews")
    release = read_release(books, reviews)
    for line in release.skipped:
        stderr().print(f"skipped: {line}", markup=False)
    lessons = critique_lessons(books, release, thinned=thin, normalised=normalise, seed=seed)
    write_lines(lessons.rows, output)
    if as_json:
        print_json({"for": learner.value, "outcomes": dict(lessons.outcomes), "output": str(output)})
        return
    for outcome, count in lessons.outcomes.most_common():
        stdout().print(f"{count:>9,}  {outcome}", markup=False)
    stdout().print(f"Written to {output}", markup=False)


def _for_persona(asked: Path | None, output: Path, one_each: bool, as_json: bool) -> None:
    from fabula.personas.questions import read
    from fabula.rubrics.files import load as load_rubric
    from fabula.training.persona_lessons import export as export_persona

    if asked is None:
        raise UsageError("--for persona learns from --asked, a folder that `fabula persona build` wrote")
    written = export_persona(read(asked), output, load_rubric("plot-preference"), one_each=one_each)
    if as_json:
        print_json({"for": "persona", "outcomes": written, "output": str(output)})
        return
    for name, count in written.items():
        stdout().print(f"{count:>9,}  {output.parent / name}", markup=False)
