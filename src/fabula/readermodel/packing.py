"""A trained reader model as one small file: all blocks reduced to weights of words, tags and axes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.readermodel.blocks import (
    INTERESTS_SIZE,
    WEIGHTS,
    Array,
    Features,
    Fitted,
    Matrix,
    blocks,
    blocks_of,
    fit,
)
from fabula.readermodel.model import ASPECT_IDS, FIELDS, FORMAT, SENSE_FIELDS
from fabula.readermodel.training import (
    OPINIONS,
    Targets,
    Truth,
    Validation,
    cross_validated,
    duals,
    enough,
    kernel,
    targets,
    truth_of,
)
from fabula.readermodel.training_books import ReviewCounts, TrainingBook
from fabula.readermodel.variants import VARIANTS

Arrays = dict[str, NDArray[Any]]


def train(
    features: Features, training_books: Sequence[TrainingBook], counts: Sequence[ReviewCounts]
) -> bytes:
    """Cross-validate every variant, fit it on all books, and pack everything with its figures."""
    truth = truth_of(training_books, counts)
    enough(truth)
    validated = cross_validated(features, truth)
    rows = np.arange(len(training_books))
    fitted, aims = fit(features, rows), targets(truth, rows)
    found = blocks(features, fitted)
    arrays = _tables(features, fitted)
    arrays |= _weights(found, fitted, aims)
    arrays["stars"] = np.array(
        [_stars(validated[variant.name], aims) for variant in VARIANTS], dtype=np.float32
    )
    arrays |= _books(features, truth, found, training_books, counts)
    arrays["about"] = _json(_about(features, fitted, validated, counts))
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _about(
    features: Features, fitted: Fitted, validated: Mapping[str, Validation], counts: Sequence[ReviewCounts]
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "books": fitted.books,
        "reviews": sum(each.reviews for each in counts),
        "genres": features.genres,
        "length": fitted.length,
        "variants": {name: each.figures for name, each in validated.items()},
    }


def _tables(features: Features, fitted: Fitted) -> Arrays:
    """What is needed to turn a text into the blocks' numbers."""
    size = len(features.lexicon)
    heard = fitted.spoken_words[fitted.frequency["premise"][fitted.spoken_words] > 0]
    axes = fitted.interest_axes[fitted.frequency["premise"][fitted.spoken_words] > 0]
    scale = np.maximum(np.abs(axes).max(axis=0), 1e-12) / 127
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
    }
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


def _weights(found: Mapping[str, Matrix], fitted: Fitted, aims: Targets) -> Arrays:
    """Each variant's ridge solution, one weight per feature. Words' weights are stored in 127 steps to each side."""
    arrays: Arrays = {}
    kernels: dict[str, Array] = {}
    dense = []
    for place, variant in enumerate(VARIANTS):
        alpha = duals(kernel(variant, found, kernels), aims.opinions)
        primal = {
            name: WEIGHTS[name] * np.asarray(found[block].T @ alpha)
            for name, block in blocks_of(variant).items()
        }
        for name in FIELDS:
            if (weights := primal.get(f"words of {name}")) is not None:
                scale = np.maximum(np.abs(weights).max(axis=0), 1e-12) / 127
                arrays[f"weights.{name}.{place}"] = np.round(weights / scale).astype(np.int8)
                arrays[f"scales.{name}.{place}"] = scale.astype(np.float32)
        dense.append(_dense(primal, fitted).T)
    arrays["dense"] = np.array(dense, dtype=np.float32)
    return arrays


def _dense(primal: Mapping[str, Array], fitted: Fitted) -> Array:
    """Features by opinions, in the order in which a prediction lists them. Zeros for unused blocks."""
    tags = len(fitted.genre_counts)
    senses = [
        _or_zeros(primal, f"sense of {name}", len(fitted.sense_middle[name])) / fitted.sense_spread[name]
        for name in SENSE_FIELDS
    ]
    return np.concatenate(
        [
            _or_zeros(primal, "genres", tags),
            _or_zeros(primal, "genres by length", tags),
            *senses,
            _or_zeros(primal, "interests", len(fitted.interest_spread)) / np.sqrt(INTERESTS_SIZE),
        ]
    )


def _or_zeros(primal: Mapping[str, Array], name: str, size: int) -> Array:
    weights = primal.get(name)
    return np.zeros((size, OPINIONS)) if weights is None else weights


def _stars(validated: Validation, aims: Targets) -> Array:
    """Rating and aspects by base and opinions: the calibrated conversion of opinions to stars."""
    overall, *aspects = validated.lines
    first = [overall.base, overall.slope, *[0.0] * (OPINIONS - 1)]
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
    mentions = np.maximum(truth.mentions, 1)
    kindness = np.array([[each.kindness.get(aspect, 0.0) for aspect in ASPECT_IDS] for each in counts])
    arrays: Arrays = {
        "ratings": truth.rating.astype(np.float32),
        "carries": np.packbits(features.tags.astype(bool), axis=1),
        "near.interests": _unit_steps(found["interests"]),
        "reviews": features.reviews.astype(np.int32),
        "mentions": truth.mentions.astype(np.int32),
        "mention_stars": np.nan_to_num(truth.aspects).astype(np.float16),
        "kindness": (kindness / mentions).astype(np.float16),
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
