"""A trained reader model as one small file: all blocks reduced to weights of words, tags and axes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.readermodel.blocks import (
    INTERESTS_SIZE,
    Array,
    Features,
    Fitted,
    Matrix,
    Recipe,
    Standard,
    blocks,
    blocks_of,
    fit,
)
from fabula.readermodel.mix import Mix
from fabula.readermodel.model import ASPECT_IDS, FIELDS, FORMAT, SENSE_FIELDS
from fabula.readermodel.training import FOLDS, Targets, Truth, chosen, duals, kernel, targets, truth_of
from fabula.readermodel.training_books import ReviewCounts, TrainingBook
from fabula.readermodel.validation import REPEATS, Validation, cross_validated
from fabula.readermodel.variants import VARIANTS, Tags

Arrays = dict[str, NDArray[Any]]


def train(
    features: Features,
    training_books: Sequence[TrainingBook],
    counts: Sequence[ReviewCounts],
    mix: Mix | None = None,
    repeats: int = REPEATS,
    parts: int = FOLDS,
) -> bytes:
    """Cross-validate every variant (`repeats` times in `parts`), fit it on all books, and pack all with its figures."""
    truth = truth_of(training_books, counts, mix)
    validated = cross_validated(features, truth, mix.name if mix else "", repeats, parts)
    rows = np.arange(len(training_books))
    fitted, aims = fit(features, rows), targets(truth, rows)
    found = blocks(features, fitted)
    recipes = chosen(features, truth, rows)
    arrays = _tables(features, fitted)
    arrays |= _weights(found, fitted, aims, recipes)
    arrays["stars"] = np.array(
        [_stars(validated[variant.name], aims) for variant in VARIANTS], dtype=np.float32
    )
    arrays |= _shares([validated[variant.name] for variant in VARIANTS])
    arrays |= _books(features, truth, found, training_books, counts)
    arrays["about"] = _json(_about(features, fitted, validated, counts, recipes))
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _about(
    features: Features,
    fitted: Fitted,
    validated: Mapping[str, Validation],
    counts: Sequence[ReviewCounts],
    recipes: Mapping[Tags, Sequence[Recipe]],
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "books": fitted.books,
        "reviews": sum(each.reviews for each in counts),
        "genres": features.genres,
        "length": fitted.length,
        "measured": features.measured,
        "recipes": {tags: [asdict(recipe) for recipe in own] for tags, own in recipes.items()},
        "variants": {name: each.figures for name, each in validated.items()},
    }


def _tables(features: Features, fitted: Fitted) -> Arrays:
    """What is needed to turn a text into the blocks' numbers."""
    size = len(features.lexicon)
    heard = fitted.spoken_words[fitted.frequency["premise"][fitted.spoken_words] > 0]
    axes = fitted.interest_axes[fitted.frequency["premise"][fitted.spoken_words] > 0]
    scale = np.maximum(np.abs(axes).max(axis=0, initial=0), 1e-12) / 127
    arrays: Arrays = {
        "words": np.frombuffer("\n".join(features.lexicon).encode(), dtype=np.uint8),
        "rows.sense": _rows(features.sensed, size),
        "sense": features.senses,
        "sense_scale": features.sense_scale.astype(np.float32),
        "rows.interests": _rows(heard, size),
        "interests": np.round(axes / scale).astype(np.int8),
        "interests_scale": scale.astype(np.float32),
        "middle.interests": fitted.interest_middle.astype(np.float32),
        "interests_spread": fitted.interest_spread.astype(np.float32),
        "frequency.letters": fitted.frequency["letters"].astype(np.uint16),
    }
    standards: dict[str, Standard] = {"cues": fitted.cues, "measures": fitted.measures}
    for name, standard in standards.items():
        arrays[f"middle.{name}"] = standard.middle.astype(np.float32)
        arrays[f"spread.{name}"] = standard.spread.astype(np.float32)
    for name in FIELDS:
        arrays[f"frequency.{name}"] = fitted.frequency[name].astype(np.uint16)
        arrays[f"rows.terms.{name}"] = _rows(fitted.terms[name], size)
        arrays[f"middle.{name}"] = fitted.sense_middle[name].astype(np.float32)
    return arrays


def _rows(words: NDArray[np.intp], size: int) -> NDArray[np.int32]:
    """The row of each word of the lexicon in a table of these words; -1 if it has none."""
    rows = np.full(size, -1, dtype=np.int32)
    rows[words] = np.arange(len(words))
    return rows


def _weights(
    found: Mapping[str, Matrix], fitted: Fitted, aims: Targets, recipes: Mapping[Tags, Sequence[Recipe]]
) -> Arrays:
    """Each variant's mean ridge solution, one weight per feature. Words' weights are stored in 127 steps to each side."""
    arrays: Arrays = {}
    kernels: dict[str, Array] = {}
    dense = []
    for place, variant in enumerate(VARIANTS):
        own = recipes[variant.tags]
        alphas = [duals(kernel(variant, each, found, kernels), aims.opinions, each) for each in own]
        primal = {
            name: np.mean(
                [
                    each.weights[name] * np.asarray(found[block].T @ alpha)
                    for each, alpha in zip(own, alphas, strict=True)
                ],
                axis=0,
            )
            for name, block in blocks_of(variant).items()
        }
        tables = {name: f"words of {name}" for name in FIELDS} | {"letters": "letters"}
        for name, block in tables.items():
            if (weights := primal.get(block)) is not None:
                scale = np.maximum(np.abs(weights).max(axis=0, initial=0), 1e-12) / 127
                arrays[f"weights.{name}.{place}"] = np.round(weights / scale).astype(np.int8)
                arrays[f"scales.{name}.{place}"] = scale.astype(np.float32)
        dense.append(_dense(primal, fitted).T)
    arrays["dense"] = np.array(dense, dtype=np.float32)
    return arrays


def _dense(primal: Mapping[str, Array], fitted: Fitted) -> Array:
    """Features by opinions, in the order in which a prediction lists them. Zeros for unused blocks."""
    size = {"genres": len(fitted.genre_counts), "genres by length": len(fitted.genre_counts)}
    size |= {f"sense of {name}": len(fitted.sense_middle[name]) for name in SENSE_FIELDS}
    size |= {"interests": len(fitted.interest_spread)}
    size |= {"cues": len(fitted.cues.middle), "measures": len(fitted.measures.middle)}
    scale = {f"sense of {name}": fitted.sense_spread[name] for name in SENSE_FIELDS}
    scale["interests"] = float(np.sqrt(INTERESTS_SIZE))
    opinions = next(iter(primal.values())).shape[1]
    return np.concatenate(
        [primal.get(name, np.zeros((many, opinions))) / scale.get(name, 1.0) for name, many in size.items()]
    )


def _shares(validated: Sequence[Validation]) -> Arrays:
    """The lines of the shares of readers by stars, if the books tell them."""
    found = [each.shares for each in validated if each.shares is not None]
    if len(found) < len(validated):
        return {}
    return {
        "shares": np.array([each.lines for each in found], dtype=np.float32),
        "share_offsets": np.array([each.offsets for each in found], dtype=np.float32),
    }


def _stars(validated: Validation, aims: Targets) -> Array:
    """Rating and aspects by base and opinions: the calibrated conversion of opinions to stars."""
    overall, *aspects = validated.lines
    first = [overall.base, overall.slope, *[0.0] * (len(aims.turn) - 1)]
    rest = [
        [line.base + line.slope * aims.middle[at], *(line.slope * aims.turn[:, at])]
        for at, line in enumerate(aspects)
    ]
    return np.array([first, *rest])


def _books(
    features: Features,
    truth: Truth,
    found: Mapping[str, Matrix],
    training_books: Sequence[TrainingBook],
    counts: Sequence[ReviewCounts],
) -> Arrays:
    """What is shown about a comparable book: its author, its rating, and figures from its reviews."""
    mentions = np.array([[each.mentions[aspect] for aspect in ASPECT_IDS] for each in counts])
    stars = np.array([[each.stars.get(aspect, 0.0) for aspect in ASPECT_IDS] for each in counts])
    spoken = np.maximum(mentions, 1)
    kindness = np.array([[each.kindness.get(aspect, 0.0) for aspect in ASPECT_IDS] for each in counts])
    arrays: Arrays = {
        "ratings": truth.rating.astype(np.float32),
        "shelf": truth.weights.astype(np.float32),
        "carries": np.packbits(features.tags.astype(bool), axis=1),
        "near.interests": _unit_steps(found["interests"]),
        "reviews": features.reviews.astype(np.int32),
        "mentions": mentions.astype(np.int32),
        "mention_stars": (stars / spoken).astype(np.float16),
        "kindness": (kindness / spoken).astype(np.float16),
        "books": _json(
            [[each_book.book.id, each_book.book.title, each_book.book.author] for each_book in training_books]
        ),
    }
    for name in FIELDS:
        arrays[f"near.{name}"] = _unit_steps(found[f"sense of {name}"])
    return arrays


def _unit_steps(vectors: Array) -> NDArray[np.int8]:
    """Vectors of length one, in 127 steps."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.round(127 * vectors / np.where(length > 0, length, 1)).astype(np.int8)


def _json(value: Any) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(value, ensure_ascii=False).encode(), dtype=np.uint8)
