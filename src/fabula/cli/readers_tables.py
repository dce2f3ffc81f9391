"""Prints the figures of `fabula readers`."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from fabula.benchmarks.longstoryeval_published import published_written
from fabula.cli.terminal import plain_table, stdout

_GENRES = 12
_NAMES = 10


def show_statistics(document: dict[str, Any]) -> None:
    """Print four short tables within 80 columns. All genres and bins are in --json."""
    sizes, lengths = document["reviews_a_book"], document["lengths"]
    out = stdout()
    out.print(
        f"{document['books']:,} books, {document['reviewed_books']:,} of them with {document['reviews']:,} reviews "
        f"by {document['readers']:,} readers",
        markup=False,
    )
    for title, summary in (
        ("reviews a book", sizes),
        ("words a book", lengths["book_words"]),
        ("words a review", lengths["review_words"]),
        ("aspects a review", lengths["aspects_a_review"]),
        ("rating of a book", document["scores"]["books"]),
        ("stars of a review", document["scores"]["reviews"]),
    ):
        out.print(f"  {title:18} {_summary(summary)}", markup=False)
    _show_mitigation(document["mitigation"])
    out.print(
        "Pearson: mean stars of the reviews that name it with the book's rating. Stars apart: from the book's other reviews."
    )
    out.print(_aspect_table(document["aspects"], document["sub_aspects"]))
    if not document["sub_aspects"]:
        out.print(
            "These reviews name aspects only; reviews from `fabula readers build` name sub-aspects too.",
            markup=False,
        )
    if document["ablations"]:
        out.print(_ablation_table(document["ablations"]))
    out.print(_star_table(document["review_bias"], document["kinds"]))
    if document["genres"]:
        out.print(_genre_table(document["genres"]))
        if len(document["genres"]) > _GENRES:
            out.print(f"{len(document['genres']) - _GENRES} more genres are in --json", markup=False)
    _show_unknown(document["unknown_names"])


def show_build(document: dict[str, Any]) -> None:
    """Print what happened to the reviews."""
    table = plain_table(None, "outcome", "reviews")
    for outcome, count in document["outcomes"].items():
        table.add_row(outcome, f"{count:,}")
    stdout().print(table)
    if document["unrated"]:
        stdout().print(f"{document['unrated']:,} reviews give no stars", markup=False)
    _show_unknown(document["unknown_names"])


def _show_mitigation(mitigation: dict[str, Any]) -> None:
    if thinned := mitigation["thinned"]:
        stdout().print(
            f"Thinned: {thinned['left_out']:,} reviews left out; {thinned['unmatched_books']:,} books could not be matched",
            markup=False,
        )
    if normalised := mitigation["normalised"]:
        stdout().print(
            f"Normalised to mean {normalised['mean']:.2f}, spread {normalised['spread']:.2f}; "
            f"{normalised['left_as_they_are']:,} reviews left unchanged because their readers wrote too few",
            markup=False,
        )


def _aspect_table(aspects: dict[str, Any], sub_aspects: dict[str, Any]) -> Table:
    """Each aspect with its sub-aspects below it, where the reviews name some."""
    table = plain_table(None, "aspect", "in reviews", "books", "Pearson x100", "stars apart")
    for aspect, whole in aspects.items():
        if whole["mentions"]:
            table.add_row(aspect, *_mentioned(whole))
        for name, part in sub_aspects.get(aspect, {}).items():
            if part["mentions"]:
                table.add_row(f"  {name}", *_mentioned(part), style="dim")
    return table


def _mentioned(entry: dict[str, Any]) -> tuple[str, str, str, str]:
    pearson, apart = entry["pearson"], entry["apart"]
    shown = (
        "-"
        if pearson["value"] is None
        else f"{100 * pearson['value']:.1f} ({100 * pearson['low']:.0f} to {100 * pearson['high']:.0f})"
    )
    stars = (
        "-"
        if apart["value"] is None
        else f"{apart['value']:+.2f} ({apart['low']:.1f} to {apart['high']:.1f})"
    )
    return f"{entry['share']:.1%}", str(entry["books"]), shown, stars


def _ablation_table(ablations: dict[str, Any]) -> Table:
    """One column for each correction."""
    table = plain_table("Corrections compared, over the books", "", *ablations)
    rows = {
        "reviews": [f"{each['reviews']:,}" for each in ablations.values()],
        "tau with rating x 100": [_hundred(each["kendall"]) for each in ablations.values()],
        "error in stars": [
            "-" if each["rmse"] is None else f"{each['rmse']:.3f}" for each in ablations.values()
        ],
    }
    for aspect in next(iter(ablations.values()))["aspects"]:
        rows[f"Pearson, {aspect}"] = [_hundred(each["aspects"][aspect]) for each in ablations.values()]
    for name, cells in rows.items():
        table.add_row(name, *cells)
    return table


def _hundred(figure: dict[str, Any]) -> str:
    return "-" if figure["value"] is None else f"{100 * figure['value']:.1f}"


def _star_table(bias: dict[str, Any], kinds: dict[str, Any]) -> Table:
    table = plain_table(
        None,
        "stars",
        "of reviews",
        "of ratings",
        "ratio",
        "reviews a rating",
        "paper",
        "objective",
        "subjective",
    )
    paper = published_written()
    for stars, entry in bias.items():
        kind = kinds[stars]
        table.add_row(
            stars,
            *(_share(entry[side]) for side in ("reviews", "ratings")),
            "-" if entry["ratio"] is None else f"{entry['ratio']:.2f}",
            _share(entry["written"]),
            _share(paper[stars]),
            *(_share(kind[side]) for side in ("objective", "subjective")),
        )
    return table


def _genre_table(genres: dict[str, Any]) -> Table:
    names = [name for name in next(iter(genres.values())) if name not in ("books", "drawn")]
    table = plain_table(None, "% said of", "books", *(name[:5] for name in names))
    for genre, entry in list(genres.items())[:_GENRES]:
        table.add_row(genre, str(entry["books"]), *(f"{100 * entry[name]:.0f}" for name in names))
    return table


def _show_unknown(names: dict[str, int]) -> None:
    if names:
        shown = ", ".join(f"{name} ({count})" for name, count in list(names.items())[:_NAMES])
        stdout().print(f"{len(names)} names of aspects are unknown: {shown}", markup=False)


def _summary(summary: dict[str, Any]) -> str:
    if summary["mean"] is None:
        return "-"
    shown = {name: f"{summary[name]:,.2f}" for name in ("mean", "median", "low", "high")}
    return f"mean {shown['mean']}, median {shown['median']}, {shown['low']} to {shown['high']}"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
