"""A reader model's card: what it learned from and how far it agrees with readers, in figures from its own file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fabula.readermodel.model import ReaderModel


def card(model: ReaderModel) -> str:
    """The card of a model, as Markdown."""
    return "\n".join([f"# Reader model `{model.digest}`", "", *_origin(model), "", figures(model)])


def figures(model: ReaderModel) -> str:
    """Its figures in nested validation, as Markdown tables with a sentence on the best of them."""
    return "\n".join([*_summary(model), "", *_variants(model), "", *_aspects(model)]).rstrip() + "\n"


def _origin(model: ReaderModel) -> Iterator[str]:
    reviews = int(model.arrays["reviews"].sum())
    yield f"It learned from {model.books} books and {reviews:,} reviews of them."
    if model.measured:
        yield f"It also knows these measures of a text: {', '.join(model.measured)}."
    yield "It sees what a book is about, not its prose, and only books in English."


def _summary(model: ReaderModel) -> Iterator[str]:
    """The strongest inputs in plain words, and whether they beat genres alone by more than noise."""
    name, best = max(model.variants.items(), key=lambda each: each[1]["agreement"]["kendall"])
    agreement = best["agreement"]
    low, high = (f"{50 + 50 * bound:.0f}" for bound in (agreement["low"], agreement["high"]))
    where = f"On {agreement['mix']} it" if agreement["mix"] else "It"
    yield (
        f"{where} puts two books in the right order about {agreement['of_100_pairs']} times in 100 with {name} "
        f"(50 is chance; 95% interval {low} to {high})."
    )
    gain, least, most = best["above_genres"]
    verdict = "more than noise" if least > 0 else "no more than noise can explain"
    yield f"That is {100 * gain:.1f} points of tau above genres alone ({100 * least:.1f} to {100 * most:.1f}): {verdict}."
    if best["measures_add"]:
        gain, least, most = best["measures_add"]
        verdict = "the measures help" if least > 0 else "the measures are not shown to help"
        yield f"The measures of the texts add {100 * gain:.1f} points ({100 * least:.1f} to {100 * most:.1f}): {verdict}."
    if agreement["mix"]:
        yield (
            f"Books that are like {agreement['mix']} count more, so the {agreement['books']} books "
            f"say as much as {agreement['effective_books']} books of equal weight."
        )


def _variants(model: ReaderModel) -> Iterator[str]:
    yield "| what is known | of 100 pairs | tau | 95% | above genres | within genres | unseen authors | later books | plain folds | held | interval | shares off |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for name, each in model.variants.items():
        agreement = each["agreement"]
        low, high = each["interval"]
        cells = (
            name,
            str(agreement["of_100_pairs"]),
            _points(agreement["kendall"]),
            f"{round(100 * agreement['low'])} to {round(100 * agreement['high'])}",
            _gain(each),
            _points(agreement["within_genre"]),
            _points(each["other_authors"]),
            _points(each["later"]),
            _points(agreement["plain"]),
            f"{100 * agreement['coverage']:.0f}%",
            f"{low:+.2f} to {high:+.2f}",
            _points(each["shares_off"]),
        )
        yield f"| {' | '.join(cells)} |"


def _gain(each: Mapping[str, Any]) -> str:
    gain, low, high = each["above_genres"]
    return "-" if gain == low == high else f"{100 * gain:+.0f} ({round(100 * low)} to {round(100 * high)})"


def _aspects(model: ReaderModel) -> Iterator[str]:
    richest = next(iter(model.variants.values()))
    if not richest["aspects"]:
        return
    yield "| aspect | all inputs | the rating's own prediction in its place | held | books |"
    yield "|---|---|---|---|---|"
    for name, each in richest["aspects"].items():
        yield (
            f"| {name} | {_points(each['kendall'])} | {_points(each['kendall_of_rating'])} "
            f"| {100 * each['coverage']:.0f}% | {each['books']} |"
        )


def _points(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"
