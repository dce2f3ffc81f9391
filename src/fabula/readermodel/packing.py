"""A trained reader model as one small file: all blocks folded into weights of words, tags and places."""

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
    Fitted,
    Matrix,
    Shelf,
    blocks,
    blocks_of,
    fit,
)
from fabula.readermodel.model import ASPECT_IDS, FIELDS, FORMAT, SENSE_FIELDS
from fabula.readermodel.training import (
    OPINIONS,
    Judged,
    Targets,
    Truth,
    cross_validated,
    duals,
    enough,
    kernel,
    targets,
    truth_of,
)
from fabula.readermodel.training_books import Lesson, Said
from fabula.readermodel.variants import VARIANTS

Arrays = dict[str, NDArray[Any]]


def train(shelf: Shelf, lessons: Sequence[Lesson], said: Sequence[Said]) -> bytes:
    """Cross-validate every variant, fit it on all the books, and pack the lot with its figures."""
    truth = truth_of(lessons, said)
    enough(truth)
    judged = cross_validated(shelf, truth)
    rows = np.arange(len(lessons))
    fitted, aims = fit(shelf, rows), targets(truth, rows)
    found = blocks(shelf, fitted)
    arrays = _tables(shelf, fitted)
    arrays |= _weights(found, fitted, aims)
    arrays["stars"] = np.array([_stars(judged[variant.name], aims) for variant in VARIANTS], dtype=np.float32)
    arrays |= _books(shelf, truth, found, lessons, said)
    arrays["about"] = _json(_about(shelf, fitted, judged, said))
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _about(
    shelf: Shelf, fitted: Fitted, judged: Mapping[str, Judged], said: Sequence[Said]
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "books": fitted.books,
        "reviews": sum(each.reviews for each in said),
        "genres": shelf.genres,
        "length": fitted.length,
        "variants": {name: each.figures for name, each in judged.items()},
    }


def _tables(shelf: Shelf, fitted: Fitted) -> Arrays:
    """What turns a text into the blocks' numbers."""
    size = len(shelf.lexicon)
    heard = fitted.spoken_words[fitted.frequency["premise"][fitted.spoken_words] > 0]
    axes = fitted.interest_axes[fitted.frequency["premise"][fitted.spoken_words] > 0]
    scale = np.maximum(np.abs(axes).max(axis=0), 1e-12) / 127
    arrays: Arrays = {
        "words": np.frombuffer("\n".join(shelf.lexicon).encode(), dtype=np.uint8),
        "rows.sense": _rows(shelf.sensed, size),
        "sense": shelf.senses,
        "sense_scale": shelf.sense_scale.astype(np.float32),
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
    """The row of each word of the lexicon in a table of these words, -1 where it has none."""
    rows = np.full(size, -1, dtype=np.int32)
    rows[words] = np.arange(len(words))
    return rows


def _weights(found: Mapping[str, Matrix], fitted: Fitted, aims: Targets) -> Arrays:
    """Each variant's ridge solution, one weight a feature; words' weights in 127 steps to each side."""
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
    """Features by opinions, in the order in which a prediction lists them; zeros for blocks not read."""
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


def _stars(judged: Judged, aims: Targets) -> Array:
    """Rating and aspects by base and opinions: the calibrated way from opinions to stars."""
    overall, *aspects = judged.lines
    first = [overall.base, overall.slope, *[0.0] * (OPINIONS - 1)]
    rest = [
        [line.base + line.slope * aims.middle[at], *(line.slope * aims.turn[:, at])]
        for at, line in enumerate(aspects)
    ]
    return np.array([first, *rest])


def _books(
    shelf: Shelf, truth: Truth, found: Mapping[str, Matrix], lessons: Sequence[Lesson], said: Sequence[Said]
) -> Arrays:
    """What is told of a comparable book: who wrote it, how readers rated it, and figures of their reviews."""
    mentions = np.maximum(truth.mentions, 1)
    kindness = np.array([[each.kindness.get(aspect, 0.0) for aspect in ASPECT_IDS] for each in said])
    arrays: Arrays = {
        "ratings": truth.rating.astype(np.float32),
        "carries": np.packbits(shelf.tags.astype(bool), axis=1),
        "near.interests": _unit_steps(found["interests"]),
        "reviews": shelf.reviews.astype(np.int32),
        "mentions": truth.mentions.astype(np.int32),
        "mention_stars": np.nan_to_num(truth.aspects).astype(np.float16),
        "kindness": (kindness / mentions).astype(np.float16),
        "books": _json([[lesson.book.id, lesson.book.title, lesson.book.author] for lesson in lessons]),
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
