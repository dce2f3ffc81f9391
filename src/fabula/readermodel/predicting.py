"""From the facts of a book to the rating that readers would give it, with its range, its place and its basis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np

from fabula.readermodel.book_features import (
    counted,
    interests,
    letters,
    sense,
    standard,
    tags_and_length,
    weighted,
)
from fabula.readermodel.features import cue_values
from fabula.readermodel.model import FEWEST_OF_GENRE, SENSE_FIELDS, Floats, ReaderModel, shipped
from fabula.readermodel.rating import (
    Abstained,
    Agreement,
    AspectRating,
    BookFacts,
    Gain,
    ReaderRating,
    StarShare,
)
from fabula.readermodel.starshares import expected
from fabula.readermodel.usable import UsableFacts, usable_facts
from fabula.readermodel.variants import VARIANTS, Variant


def predict(facts: BookFacts, model: ReaderModel | None = None) -> ReaderRating | Abstained:
    """What readers would give the book, predicted by the shipped model unless another is given."""
    model = model or shipped()
    book = usable_facts(facts, model)
    if isinstance(book, Abstained):
        return book
    figures = model.variants[book.variant.name]
    opinion, stars = _stars(book, model)
    value = _within(stars[0])
    low, high = figures["interval"]
    genre, genre_percentile = _genre_place(value, book.genres, model)
    return ReaderRating(
        value=value,
        low=_within(stars[0] + low),
        high=_within(stars[0] + high),
        percentile=_percentile(value, model.ratings, model.shelf),
        covers=_share_within(stars[0] + low, stars[0] + high, model),
        genre=genre,
        genre_percentile=genre_percentile,
        aspects={
            name: AspectRating(
                _within(score),
                _within(score + each["interval"][0]),
                _within(score + each["interval"][1]),
                each["kendall"],
            )
            for (name, each), score in zip(figures["aspects"].items(), stars[1:], strict=True)
            if book.inputs
        },
        shares=_shares(opinion, VARIANTS.index(book.variant), model),
        inputs=book.inputs,
        unused=book.unused,
        variant=book.variant.name,
        agreement=Agreement(**figures["agreement"]),
        would_help=tuple(_gains(book.variant, model)),
    )


def _gains(variant: Variant, model: ReaderModel) -> Iterator[Gain]:
    """What would raise the agreement, the most first."""
    more: dict[Literal["genres", "premise", "reading"], Variant] = {
        "genres": replace(variant, tags="drafted") if variant.tags == "none" else variant,
        "premise": replace(variant, premise=True),
        "reading": replace(variant, plot=True, cast=True),
    }
    of_100 = {each.name: model.variants[each.name]["agreement"]["of_100_pairs"] for each in VARIANTS}
    found = [Gain(name, of_100[each.name]) for name, each in more.items() if each != variant]
    yield from sorted(
        (gain for gain in found if gain.of_100_pairs > of_100[variant.name]),
        key=lambda gain: -gain.of_100_pairs,
    )


def _stars(book: UsableFacts, model: ReaderModel) -> tuple[float, list[float]]:
    """The rating's opinion, then the rating and the aspect scores in stars: the sum of all blocks of features."""
    place = VARIANTS.index(book.variant)
    arrays = model.arrays
    dense = tags_and_length(book.genres, book.words, model)
    opinions = np.zeros(arrays["stars"].shape[2] - 1)
    counts = {name: counted(text, model) for name, text in book.texts.items()}
    for name, words in counts.items():
        rows, values = weighted(words, name, "terms", model)
        weights = arrays[f"weights.{name}.{place}"][rows].astype(np.float32)
        opinions += arrays[f"scales.{name}.{place}"] * (values @ weights)
    if book.texts:
        weights = arrays[f"weights.letters.{place}"].astype(np.float32)
        opinions += arrays[f"scales.letters.{place}"] * (letters(book.texts, model) @ weights)
    dense += [sense(counts.get(name), name, model) for name in SENSE_FIELDS]
    dense.append(interests(counts.get("premise"), model))
    premise = book.texts.get("premise")
    dense.append(standard("cues", None if premise is None else np.array(cue_values(premise)), model))
    dense.append(
        standard("measures", np.array([book.measures.get(name, np.nan) for name in model.measured]), model)
    )
    opinions += arrays["dense"][place] @ np.concatenate(dense)
    stars = arrays["stars"][place]
    return float(opinions[0]), [float(star) for star in stars[:, 0] + stars[:, 1:] @ opinions]


def _shares(opinion: float, place: int, model: ReaderModel) -> tuple[StarShare, ...]:
    if "shares" not in model.arrays:
        return ()
    shares = expected(model.arrays["shares"][place].astype(float), np.array([opinion]))[0]
    offsets = model.arrays["share_offsets"][place]
    return tuple(
        StarShare(
            stars,
            round(float(share), 3),
            round(max(0.0, float(share + low)), 3),
            round(min(1.0, float(share + high)), 3),
        )
        for stars, (share, (low, high)) in enumerate(zip(shares, offsets, strict=True), 1)
    )


def _genre_place(
    value: float, genres: tuple[str, ...], model: ReaderModel
) -> tuple[str | None, float | None]:
    for genre in genres:
        own = model.carries[:, model.genre_place[genre]]
        if own.sum() >= FEWEST_OF_GENRE:
            return genre, _percentile(value, model.ratings[own], model.shelf[own])
    return None, None


def _percentile(value: float, ratings: Floats, counts: Floats) -> float:
    below, equal = ratings < value - 0.005, np.abs(ratings - value) <= 0.005
    return float(round(100 * float((counts[below].sum() + counts[equal].sum() / 2) / counts.sum()), 1))


def _share_within(low: float, high: float, model: ReaderModel) -> float:
    inside = (model.ratings >= low) & (model.ratings <= high)
    return float(round(float(model.shelf[inside].sum() / model.shelf.sum()), 3))


def _within(stars: float) -> float:
    return round(min(5.0, max(1.0, stars)), 3)
