"""fabula persona: a story as one particular reader, or a whole audience, would take it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout

if TYPE_CHECKING:
    from fabula.personas.profiles import Profile
    from fabula.personas.rating_tables import Table

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="As one particular reader would take it.",
)


class FormatName(StrEnum):
    """The tables of ratings that can be read."""

    MPST = "mpst"
    AMAZON = "amazon"
    DOC = "doc"
    LONGSTORYEVAL = "longstoryeval"


ProfileFile = Annotated[
    Path | None,
    typer.Option(
        "--profile", help="JSONL or CSV: what a reader judged before (reader, text, review, score)."
    ),
]
ReaderName = Annotated[
    list[str] | None, typer.Option("--reader", help="Only this reader of the profile file (repeat).")
]
ProfileScale = Annotated[
    str | None,
    typer.Option("--profile-scale", help="The scale of the profile's scores, such as 1-5; default 1-10."),
]
Ratings = Annotated[
    Path | None,
    typer.Option("--ratings", help="A table of many readers' ratings, for --audience and --model embedded."),
]
RatingsFormat = Annotated[FormatName, typer.Option("--format", help="How that table is written.")]
Items = Annotated[
    Path | None, typer.Option("--items", help="A second file with the stories, where they stand apart.")
]
Known = Annotated[
    int | None,
    typer.Option(
        "--past", min=0, help="Know a reader by so many judgements; default: all of a profile, 5 of others."
    ),
]
Budget = Annotated[int, typer.Option("--budget", min=100, help="Words that one question may hold.")]
Temperature = Annotated[float, typer.Option("--temperature", min=0, max=2)]
KeepInstructions = Annotated[
    bool,
    typer.Option("--keep-instructions", help="Send passages that address the judge instead of masking them."),
]


@app.command()
@asks_a_model
def rate(
    stories: Annotated[
        list[Path], typer.Argument(metavar="STORY...", help="A plot, a summary or a whole book.")
    ],
    profile: ProfileFile = None,
    reader: ReaderName = None,
    profile_scale: ProfileScale = None,
    audience: Annotated[
        list[str] | None,
        typer.Option(
            "--audience", help="Readers of a kind, drawn from --ratings: 'Romance, strict' (repeat)."
        ),
    ] = None,
    readers: Annotated[int, typer.Option("--readers", min=1, help="How many of each audience.")] = 12,
    ratings: Ratings = None,
    kind: RatingsFormat = FormatName.LONGSTORYEVAL,
    items: Items = None,
    past: Known = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often each reader is asked.")] = 5,
    temperature: Temperature = 0.8,
    scale: Annotated[str, typer.Option("--scale", help="Show scores on this scale.")] = "1-10",
    without_reviews: Annotated[
        bool, typer.Option("--without-reviews", help="Show the judge a reader's scores but not his words.")
    ] = False,
    budget: Budget = 2_500,
    genres: Annotated[
        str | None, typer.Option("--genres", help="Of the stories, with commas; for --model embedded.")
    ] = None,
    keep_instructions: KeepInstructions = False,
    page_file: Annotated[
        Path | None, typer.Option("--page", help="Also write an HTML page: who would love it, who would not.")
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """A reader's review and score; for several readers the distribution of scores. --model embedded asks nobody."""
    from fabula.personas.groups import everyone, group
    from fabula.personas.personal import Manner
    from fabula.personas.profiles import parse_scale
    from fabula.personas.readership import by_title, expect_books, rate_books
    from fabula.reports.audience import embedded_document, modelled_document
    from fabula.text.files import read

    shown = parse_scale(scale)
    table = _table(ratings, kind, items)
    own = _own(profile, profile_scale, reader, past)
    label = profile.stem if profile else ""
    groups = group(own, label, audience or (), table, _note, readers=readers, past=past, seed=seed)
    embedded = asking.named() in (None, "embedded")
    if embedded and asking.dry_run:
        stdout().print("Nothing would be asked: without a model the readers' ratings decide.")
        raise typer.Exit
    books = by_title((path.name, read(path)) for path in stories)
    if embedded:
        if table is not None:
            _note("comparing what needs no model, by cross-validation over the table's stories ...")
        typed = [part.strip() for part in (genres or "").split(",") if part.strip()]
        found = expect_books(books, groups, table, typed)
        for note in found.notes:
            _note(f"note: {note}")
        document = embedded_document(found, groups, shown)
    else:
        manner = Manner(repeats, temperature, budget, not without_reviews)
        about = {
            "stories": [path.name for path in stories],
            "readers": len(everyone(groups)),
            "repeats": repeats,
        }
        told, signature = asking.run(
            lambda door: rate_books(books, groups, door, manner, keep_instructions=keep_instructions),
            as_json=as_json,
            about=about,
        )
        document = modelled_document(told, groups, shown, signature)
    if page_file:
        from fabula.reports.audience import write_page

        write_page(document, page_file)
    if as_json:
        print_json(document)
        return
    from fabula.cli.persona_tables import show_ratings

    show_ratings(document)
    if page_file:
        stderr().print(f"page: {page_file}", markup=False)


@app.command()
@asks_a_model
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="A plot, a summary or a whole book.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The other.")],
    profile: ProfileFile = None,
    reader: ReaderName = None,
    profile_scale: ProfileScale = None,
    past: Known = None,
    premise: Annotated[str, typer.Option("--premise", help="What both plots grow from.")] = "",
    rubric: Annotated[
        str, typer.Option("--rubric", help="The questions: plot-preference, longstory, or your own TOML.")
    ] = "plot-preference",
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often, in both orders.")] = 1,
    temperature: Temperature = 0.8,
    without_reviews: Annotated[
        bool, typer.Option("--without-reviews", help="Show the judge a reader's scores but not his words.")
    ] = False,
    budget: Budget = 2_500,
    keep_instructions: KeepInstructions = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Which of two a reader would choose, aspect by aspect, in both orders; what flips with the order is a tie."""
    from fabula.audits.material import NOBODY
    from fabula.personas.personal import Manner
    from fabula.personas.readership import choose_between
    from fabula.reports.audience import choices_document
    from fabula.rubrics.files import load
    from fabula.text.files import read

    chosen = load(rubric)
    manner = Manner(repeats, temperature, budget, not without_reviews)
    profiles = _own(profile, profile_scale, reader, past) or [NOBODY]
    books = read(first), read(second)
    choices, signature = asking.run(
        lambda door: choose_between(
            books, profiles, door, manner, chosen, premise=premise, keep_instructions=keep_instructions
        ),
        as_json=as_json,
        about={"stories": [first.name, second.name], "rubric": chosen.id, "repeats": repeats},
    )
    document = choices_document(choices, (books[0].title, books[1].title), signature)
    if as_json:
        print_json(document)
        return
    from fabula.cli.persona_tables import show_choices

    show_choices(document)


@app.command()
@asks_a_model
def build(
    table: Annotated[Path, typer.Argument(help="A table of ratings; for longstoryeval its folder.")],
    kind: Annotated[FormatName, typer.Option("--format", help="How the table is written.")],
    out: Annotated[Path, typer.Option("--out", help="The folder for profiles.jsonl and questions.jsonl.")],
    items: Items = None,
    past: Annotated[int, typer.Option("--past", min=0, help="Judgements drawn as a reader's past.")] = 5,
    fewest: Annotated[
        int, typer.Option("--fewest", min=1, help="Readers with fewer judgements are left out.")
    ] = 6,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Take so many readers at most.")] = None,
    anonymise: Annotated[
        bool, typer.Option("--anonymise", help="Give everyone in every plot another name.")
    ] = False,
    summarise: Annotated[
        bool, typer.Option("--summarise", help="Then tell every plot shorter, by --model.")
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Profiles and questions from a table of ratings: each reader's past drawn, the rest to be asked about."""
    from fabula.personas.questions import draw, plots, under_other_names, write
    from fabula.personas.rating_tables import read_table

    read = read_table(table, kind.value, items)
    asked = draw(read, past, fewest, seed, limit)
    if anonymise:
        asked = [under_other_names(each, seed) for each in asked]
    if summarise:
        from fabula.personas.readership import told_shorter

        about = {"plots": len({text for each in asked for text in plots(each)})}
        asked = asking.run(lambda door: told_shorter(asked, door), as_json=as_json, about=about)
    write(asked, out)
    document: dict[str, Any] = {
        "readers": len(asked),
        "tested": sum(each.split == "test" for each in asked),
        "past": past,
        "questions": sum(len(each.questions) for each in asked),
        "seed": seed,
        "anonymised": anonymise,
        "summarised": summarise,
        "left_out": read.left_out,
        "out": str(out),
    }
    if as_json:
        print_json(document)
        return
    stdout().print(
        f"{document['readers']} readers ({document['tested']} of them for testing), {past} past judgements each, "
        f"{document['questions']} questions, in {out}",
        markup=False,
    )
    for why, count in read.left_out.items():
        stderr().print(f"left out: {count} {why}", markup=False)


def _table(ratings: Path | None, kind: FormatName, items: Path | None) -> Table | None:
    from fabula.personas.rating_tables import read_table

    return read_table(ratings, kind.value, items) if ratings else None


def _own(
    profile: Path | None, scale: str | None, readers: list[str] | None, past: int | None
) -> list[Profile]:
    from fabula.personas.groups import readers_of
    from fabula.personas.profiles import parse_scale

    if profile is None:
        return []
    own_scale = parse_scale(scale) if scale else None
    return readers_of(profile, _note, scale=own_scale, names=readers or (), past=past)


def _note(line: str) -> None:
    stderr().print(line, markup=False)
