"""fabula novelist: can a model write? Synopsis, story, judgement, and a place among human novels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.door import Door
    from fabula.novelists.lines import Story
    from fabula.novelists.sources import Shelf

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Can a model write?"
)

EMBEDDED = "embedded"

Out = Annotated[Path, typer.Option("--out", "-o", help="The file to write.")]
Shelves = Annotated[
    list[Path] | None,
    typer.Option("--shelf", help="A folder whose every file is a book; its name labels them (repeat)."),
]
ReferenceFile = Annotated[
    Path | None,
    typer.Option("--reference", help="From `novelist fit`; default: the 4,332 web novels of WebNovelBench."),
]


@app.command()
@asks_a_model
def synopsis(
    books: Annotated[list[Path] | None, typer.Argument(help="Book files.")] = None,
    out: Out = Path("synopses.jsonl"),
    shelf: Shelves = None,
    chapters: Annotated[int, typer.Option("--chapters", min=1, help="In a row, of each book.")] = 10,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Boil human novels down to what a writer is given: people, plot in order, scenes, for ten chapters each."""
    from fabula.novelists.lines import write_lines
    from fabula.novelists.sources import read_shelf
    from fabula.novelists.synopsis import synopses

    found = read_shelf(books or (), shelf or ())
    _tell(found)
    about = {"books": [one.book.id for one in found.books], "chapters": chapters, "seed": seed}
    made = asking.run(
        lambda door: synopses([one.book for one in found.books], door, chapters, seed),
        as_json=as_json,
        about=about,
    )
    write_lines(made, out)
    missing = [f"{each.story}, chapter {each.chapter}: {each.trouble}" for each in made if each.trouble]
    _report(
        {"out": str(out), "synopses": len(made), "missing": missing, "left_out": list(found.left_out)},
        as_json,
    )


@app.command()
@asks_a_model
def write(
    synopses: Annotated[Path, typer.Argument(help="From `novelist synopsis`, or the paper's released JSON.")],
    out: Out = Path("stories.jsonl"),
    explicit: Annotated[
        bool, typer.Option("--explicit/--hidden", help="Tell the writer the eight criteria, or not.")
    ] = False,
    chapters: Annotated[
        int | None,
        typer.Option(
            "--chapters", min=2, help="Write a book of so many chapters from each novel's synopses."
        ),
    ] = None,
    context: Annotated[
        int,
        typer.Option("--context", min=1_000, help="Tokens of the story so far that a next chapter reads."),
    ] = 24_000,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Stories by the model under test, one a synopsis; with --chapters a whole book, chapter after chapter."""
    from fabula.novelists import asked
    from fabula.novelists.lines import write_lines
    from fabula.novelists.sources import read_synopses

    given = read_synopses(synopses)

    async def work(door: Door) -> tuple[Door, list[Story]]:
        return door, await asked.write(given, door, explicit=explicit, chapters=chapters, context=context)

    about = {"synopses": len(given), "setting": "explicit" if explicit else "hidden", "chapters": chapters}
    door, made = asking.run(work, as_json=as_json, about=about)
    made = asked.priced_stories(door, made, asking.settings({}))
    write_lines(made, out)
    faults = [f"{each.story}, chapter {each.chapter}: {each.trouble}" for each in made if each.trouble]
    _report({"out": str(out), "model": door.model, "stories": len(made), "faults": faults}, as_json)


@app.command()
@asks_a_model
def judge(
    stories: Annotated[list[Path] | None, typer.Argument(help="Stories (.jsonl), or human books.")] = None,
    out: Out = Path("scores.jsonl"),
    judges: Annotated[
        list[str] | None,
        typer.Option("--judge", help="A model that judges (repeat); `embedded`: prose tier, no model."),
    ] = None,
    shelf: Shelves = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="Ask each judge so often.")] = 1,
    pairwise: Annotated[
        bool,
        typer.Option("--pairwise", help="Duels between the writers, in both orders, in place of scores."),
    ] = False,
    chapters: Annotated[int, typer.Option("--chapters", min=1, help="In a row, of each human book.")] = 10,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Eight scores from 1 to 5 for each chapter, by one judge or several; or duels with --pairwise."""
    from fabula.novelists.asked import judged, priced_judgements
    from fabula.novelists.lines import write_lines
    from fabula.novelists.sources import read_to_judge

    names = [*([asking.model] if asking.model else []), *(judges or [])] or [asking.required()]
    if names == [EMBEDDED]:
        _gauge(stories or [], out, as_json)
        return
    if EMBEDDED in names:
        raise UsageError(
            "--judge embedded gives a tier and no eight scores: run it by itself, to a file of its own"
        )
    found, human = read_to_judge(stories or (), shelf or (), chapters, seed)
    _tell(human)
    settings = asking.settings({})
    about = {"chapters": len(found), "judges": names, "repeats": repeats, "pairwise": pairwise, "seed": seed}
    asked = asking.run_several(
        lambda doors: judged(found, names, doors, repeats=repeats, pairwise=pairwise),
        as_json=as_json,
        about=about,
    )
    lines = priced_judgements(asked, settings)
    write_lines(lines, out)
    missing = [f"{each.story}, chapter {each.chapter}: {each.trouble}" for each in lines if each.trouble]
    what = "duels" if pairwise else "judgements"
    _report(
        {
            "out": str(out),
            "judges": names,
            what: len(lines),
            "missing": missing,
            "left_out": list(human.left_out),
        },
        as_json,
    )


@app.command()
def fit(
    scores: Annotated[
        list[Path],
        typer.Argument(help="Scores of human novels, from `novelist judge`, or the released JSON."),
    ],
    out: Out = Path("reference.json"),
    table: Annotated[
        bool, typer.Option("--table", help="Keep 1,001 percentiles in place of every novel's figure.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """A reference from human novels: z-scores, first principal component, ends and percentiles, in one JSON."""
    from fabula.cli.novelist_tables import show_reference
    from fabula.novelists.asked import dimensions
    from fabula.novelists.place import fit as fitted
    from fabula.novelists.place import tabled, write_reference
    from fabula.novelists.vectors import vectors

    named, left_out = vectors(scores, dimensions())
    made = fitted(
        list(named.values()),
        dimensions(),
        f"{len(named)} novels of {', '.join(path.name for path in scores)}",
    )
    write_reference(tabled(made) if table else made, out)
    document: dict[str, Any] = {
        "out": str(out), "novels": len(named), "weights": list(made.weights),
        "explained_variance": list(made.explained), "left_out": left_out,
    }  # fmt: skip
    if as_json:
        print_json(document)
    else:
        show_reference(made, document)


@app.command()
def choose(
    scores: Annotated[list[Path], typer.Argument(help="Scores of human novels, or the released JSON.")],
    out: Out = Path("chosen.json"),
    count: Annotated[int, typer.Option("--count", min=1, help="One novel for each of so many bands.")] = 100,
    reference: ReferenceFile = None,
    as_json: AsJson = False,
) -> None:
    """A test set spread over the human scale: one novel a percentile."""
    from fabula.novelists.asked import dimensions, reference_of
    from fabula.novelists.lines import write_document
    from fabula.novelists.place import choose as chosen_of
    from fabula.novelists.place import place as placed
    from fabula.novelists.vectors import vectors

    held = reference_of(reference)
    named, left_out = vectors(scores, dimensions())
    percentiles = {name: placed(row, held).percentile for name, row in named.items()}
    chosen = chosen_of(percentiles, count)
    document = {"chosen": [{"story": name, "percentile": percentiles[name]} for name in chosen]}
    write_document(document, out)
    _report({"out": str(out), "chosen": len(chosen), "of": len(named), "left_out": left_out}, as_json)


@app.command()
def place(
    scores: Annotated[
        str,
        typer.Option("--scores", help="Eight numbers with commas, or a file of them or of `novelist judge`."),
    ],
    reference: ReferenceFile = None,
    as_json: AsJson = False,
) -> None:
    """Where scores stand among human novels: a figure from 0 to 1 and a percentile; off the scale is said so."""
    from fabula.cli.novelist_tables import show_batch, show_place
    from fabula.novelists.asked import placed, reference_of

    found = placed(scores, reference_of(reference))
    if as_json:
        print_json(found.document)
    elif found.place is not None:
        show_place(found.place)
    elif found.batch is not None:
        show_batch(found.batch, found.left_out)


@app.command()
def board(
    results: Annotated[list[Path], typer.Argument(help="Scores and duels, from `novelist judge`.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for page, JSON and figures.")
    ] = None,
    reference: ReferenceFile = None,
    lang: Annotated[str, typer.Option("--lang", help="The page's language: en or zh.")] = "en",
    as_json: AsJson = False,
) -> None:
    """The leaderboard: percentile among human novels, eight dimensions, length, cost, and what is beyond the noise."""
    from fabula.cli.novelist_tables import show_board
    from fabula.novelists.asked import board_document, board_of, criteria, reference_of, signature

    made = board_of(results, reference_of(reference))
    if out is not None:
        from fabula.reports.novelists import write_board

        written = write_board(made, criteria(), out, lang, signature(made))
        stderr().print(f"page: {written}", markup=False)
    if as_json:
        print_json(board_document(made))
    else:
        show_board(made, criteria())


@app.command()
def course(
    stories: Annotated[Path, typer.Argument(help="From `novelist write --chapters`.")],
    scores: Annotated[
        list[Path] | None, typer.Option("--scores", help="From `novelist judge` (repeat).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Does quality hold over a long story? Scores by chapter and their slope, repetition, stock phrases."""
    from fabula.cli.novelist_tables import show_course
    from fabula.novelists.asked import course_document, course_of

    found = course_of(stories, scores or ())
    if as_json:
        print_json(course_document(found))
    else:
        show_course(found)


@app.command()
def check(
    scores: Annotated[list[Path], typer.Argument(help="From `novelist judge`, best with --repeats.")],
    order: Annotated[
        str | None,
        typer.Option("--order", help="Labels from best to worst, such as prize,web,weak: shelves or models."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Can the judge be trusted? Spread over repeats, length bias, and whether known quality comes out in order."""
    from fabula.cli.novelist_tables import show_checks
    from fabula.novelists.asked import check_document

    labels = [label.strip() for label in order.split(",") if label.strip()] if order else []
    found = check_document(scores, labels)
    if as_json:
        print_json(found)
    else:
        show_checks(found)


def _gauge(stories: Sequence[Path], out: Path, as_json: bool) -> None:
    from fabula.gauge.gauge import gauge_file

    if len(stories) != 1 or stories[0].suffix.lower() != ".jsonl":
        raise UsageError("--judge embedded reads one file of stories: lines with model, story, chapter, text")
    _report(gauge_file(stories[0], out), as_json)


def _tell(shelf: Shelf) -> None:
    """What was found of human books that the user would not expect."""
    for title in shelf.short:
        stderr().print(f"{title}: fewer than ten chapters; all of them are used", markup=False)
    for line in shelf.left_out:
        stderr().print(f"left out: {line}", markup=False)


def _report(document: dict[str, Any], as_json: bool) -> None:
    """What was written, and what is missing from it and why."""
    if as_json:
        print_json(document)
        return
    told = ", ".join(f"{name} {value}" for name, value in document.items() if not isinstance(value, list))
    stdout().print(told, markup=False)
    for name in ("missing", "faults", "left_out"):
        for line in document.get(name, ()):
            stderr().print(f"{name.replace('_', ' ')}: {line}", markup=False)
