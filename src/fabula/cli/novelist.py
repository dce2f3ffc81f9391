"""fabula novelist: can a model write? Synopsis, story, judgement, and a place among human novels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import margin, page, print_json
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.door import Door
    from fabula.novelists.board import Board
    from fabula.novelists.lines import Duel, Score, Story, Synopsis
    from fabula.novelists.place import Reference
    from fabula.rubrics.rubric import Rubric

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
    from fabula.novelists import synopsis as steps
    from fabula.novelists.lines import write_lines

    found = _shelf(books, shelf)
    about = {"books": [one.book.id for one in found.books], "chapters": chapters, "seed": seed}

    async def work(door: Door) -> list[Synopsis]:
        return await steps.synopses([one.book for one in found.books], door, chapters, seed)

    made = asking.run(work, as_json=as_json, about=about)
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
    from fabula.novelists.lines import Synopsis as Line
    from fabula.novelists.lines import is_released, read_lines, read_released, write_lines
    from fabula.novelists.longform import write_long
    from fabula.novelists.several import WRITING, priced
    from fabula.novelists.writing import write_stories

    given = (
        [each for novel in read_released(synopses) for each in novel.synopses()]
        if is_released(synopses)
        else read_lines(synopses, Line)
    )
    if not given:
        raise UsageError(f"{synopses.name} holds no synopsis")
    rubric = _rubric()

    async def work(door: Door) -> tuple[Door, list[Story]]:
        if chapters is not None:
            made = await write_long(given, door, rubric, chapters, explicit=explicit, context=context)
        else:
            made = await write_stories(given, door, rubric, "explicit" if explicit else "hidden")
        return door, made

    about = {"synopses": len(given), "setting": "explicit" if explicit else "hidden", "chapters": chapters}
    door, made = asking.run(work, as_json=as_json, about=about)
    made = priced(door, made, asking.settings({}), WRITING)
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
    from dataclasses import replace

    from fabula.novelists.duels import fight
    from fabula.novelists.judgement import judge as judged_by
    from fabula.novelists.lines import write_lines
    from fabula.novelists.several import JUDGING, Purse, priced

    names = [*([asking.model] if asking.model else []), *(judges or [])] or [asking.named() or ""]
    if names == [EMBEDDED]:
        _gauge(stories or [], out, as_json)
        return
    if EMBEDDED in names:
        raise UsageError(
            "--judge embedded gives a tier and no eight scores: run it by itself, to a file of its own"
        )
    found, left_out = _to_judge(stories or [], shelf, chapters, seed)
    rubric, settings = _rubric(), asking.settings({})
    about = {"chapters": len(found), "judges": names, "repeats": repeats, "pairwise": pairwise, "seed": seed}

    async def work(door: Door) -> list[tuple[Door, Sequence[Score | Duel]]]:
        async def one(own: Door) -> tuple[Door, Sequence[Score | Duel]]:
            return own, await (
                fight(found, own, rubric) if pairwise else judged_by(found, own, rubric, repeats)
            )

        purse = Purse(settings, door)
        return [await one(door), *[await purse.behind(name, one) for name in names[1:]]]

    asked = replace(asking, model=names[0] or None).run(work, as_json=as_json, about=about)
    lines = [line for door, own in asked for line in priced(door, own, settings, JUDGING)]
    write_lines(lines, out)
    missing = [f"{each.story}, chapter {each.chapter}: {each.trouble}" for each in lines if each.trouble]
    what = "duels" if pairwise else "judgements"
    _report(
        {"out": str(out), "judges": names, what: len(lines), "missing": missing, "left_out": left_out},
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
    from fabula.novelists.place import fit as fitted
    from fabula.novelists.place import tabled, write_reference
    from fabula.novelists.vectors import vectors

    dimensions = _dimensions()
    named, left_out = vectors(scores, dimensions)
    made = fitted(
        list(named.values()), dimensions, f"{len(named)} novels of {', '.join(path.name for path in scores)}"
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
    from fabula.novelists.lines import write_document
    from fabula.novelists.place import choose as chosen_of
    from fabula.novelists.place import place as placed
    from fabula.novelists.vectors import vectors

    held = _reference(reference)
    named, left_out = vectors(scores, _dimensions())
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
    from fabula.novelists.place import place as placed
    from fabula.novelists.place import place_batch
    from fabula.novelists.vectors import read_scores

    held = _reference(reference)
    given, single, left_out = read_scores(scores, _dimensions())
    if single:
        found = placed(given[0], held)
        if as_json:
            print_json({"normalised": found.normalised, "percentile": found.percentile})
        else:
            show_place(found)
        return
    batch = place_batch(given, held)
    if as_json:
        print_json({**batch.document(), "left_out": left_out})
    else:
        show_batch(batch, left_out)


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
    from fabula.novelists.board import board as made_of
    from fabula.novelists.vectors import read_results

    found = read_results(results)
    made = made_of(found.scores, _reference(reference), _dimensions(), found.duels, found.gauged)
    if out is not None:
        from fabula.reports.novelists import write_board

        written = write_board(made, _rubric(), out, lang, _signature(made))
        margin().print(f"page: {written}", markup=False)
    if as_json:
        print_json({**made.document(), "signature": _signature(made)})
    else:
        show_board(made, _rubric())


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
    from fabula.novelists.lines import stories_of
    from fabula.novelists.longform import courses, holding
    from fabula.novelists.vectors import read_results

    known = read_results(scores).scores if scores else []
    found = holding(courses(stories_of([stories]), known))
    if as_json:
        print_json({"models": [each.document() for each in found]})
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
    from fabula.novelists.checks import checks
    from fabula.novelists.vectors import read_results

    labels = [label.strip() for label in order.split(",") if label.strip()] if order else []
    found = checks(read_results(scores).scores, labels)
    if as_json:
        print_json(found)
    else:
        show_checks(found)


def _gauge(stories: Sequence[Path], out: Path, as_json: bool) -> None:
    from fabula.novelists.gauge import gauge_file

    if len(stories) != 1 or stories[0].suffix.lower() != ".jsonl":
        raise UsageError("--judge embedded reads one file of stories: lines with model, story, chapter, text")
    _report(gauge_file(stories[0], out), as_json)


def _to_judge(
    paths: Sequence[Path], shelves: list[Path] | None, chapters: int, seed: int
) -> tuple[list[Story], list[str]]:
    from fabula.novelists.lines import stories_of
    from fabula.novelists.synopsis import human_stories

    written = stories_of([path for path in paths if path.suffix.lower() == ".jsonl"])
    books = [path for path in paths if path.suffix.lower() != ".jsonl"]
    if not books and not shelves:
        if not written:
            raise UsageError("what is to be judged? stories (.jsonl), book files, or --shelf FOLDER")
        return written, []
    found = _shelf(books, shelves)
    human = [story for one in found.books for story in human_stories(one.book, chapters, seed, one.group)]
    return [*written, *human], list(found.left_out)


def _shelf(books: list[Path] | None, shelves: list[Path] | None) -> Any:
    from fabula.novelists.sources import read_shelf

    if not books and not shelves:
        raise UsageError("which books? name book files, or --shelf FOLDER")
    found = read_shelf(books or [], shelves or [])
    for title in found.short:
        margin().print(f"{title}: fewer than ten chapters; all of them are used", markup=False)
    for line in found.left_out:
        margin().print(f"left out: {line}", markup=False)
    return found


def _rubric() -> Rubric:
    from fabula.rubrics.files import load

    return load("webnovel")


def _dimensions() -> tuple[str, ...]:
    return tuple(aspect.id for aspect in _rubric().scored_aspects)


def _reference(path: Path | None) -> Reference:
    from fabula.novelists.place import read_reference, shipped_reference

    return shipped_reference() if path is None else read_reference(path)


def _signature(made: Board) -> str:
    """How the board's numbers were made: by which judges, asked how often, on which rubric."""
    from fabula.models.signature import Signature
    from fabula.rubrics.files import digest

    rounds = max((score.replicate for score in made.scores), default=0) + 1
    judges = "+".join(made.judges.names) or "nobody"
    return str(Signature("webnovel.board", judges, rounds, 0, None, digest(_rubric()), None, None))


def _report(document: dict[str, Any], as_json: bool) -> None:
    """What was written, and what is missing from it and why."""
    if as_json:
        print_json(document)
        return
    told = ", ".join(f"{name} {value}" for name, value in document.items() if not isinstance(value, list))
    page().print(told, markup=False)
    for name in ("missing", "faults", "left_out"):
        for line in document.get(name, ()):
            margin().print(f"{name.replace('_', ' ')}: {line}", markup=False)
