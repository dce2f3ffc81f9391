"""One book in the numbers that the model has weights for: words, letter groups, meaning, interests, tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.readermodel.features import BUCKETS, letter_counts, word_counts
from fabula.readermodel.model import Floats, ReaderModel

Counted = tuple[NDArray[np.int32], Floats]
"""Indices of words in the lexicon, and a number for each."""


def counted(text: str, model: ReaderModel) -> Counted:
    """The words of a text that the lexicon knows, and how often each occurs."""
    found = {
        place: count
        for word, count in word_counts(text).items()
        if (place := model.word_place.get(word)) is not None
    }
    return (
        np.fromiter(found, dtype=np.int32, count=len(found)),
        np.fromiter(found.values(), dtype=np.float32, count=len(found)),
    )


def weighted(words: Counted, field: str, table: str, model: ReaderModel) -> Counted:
    """TF-IDF weights of the words that a table knows, normalised to length one, with their rows in that table."""
    rows = model.arrays[f"rows.{table}.{field}" if table == "terms" else f"rows.{table}"][words[0]]
    frequency = model.arrays[f"frequency.{field}"][words[0]]
    known = (rows >= 0) & (frequency > 0)
    frequency = frequency[known]
    return rows[known], _tf_idf(words[1][known], frequency, model)


def _tf_idf(counts: Floats, frequency: NDArray[Any], model: ReaderModel) -> Floats:
    values = (1 + np.log(counts)) * (np.log((1 + model.books) / (1 + frequency)) + 1)
    length = float(np.sqrt(values @ values)) or 1.0
    return np.asarray(values / length, dtype=np.float32)


def sense(words: Counted | None, field: str, model: ReaderModel) -> Floats:
    """A text's vector: the weighted sum of its words' vectors, minus the mean of the training books."""
    middle: Floats = model.arrays[f"middle.{field}"]
    if words is None:
        return np.zeros_like(middle)
    rows, values = weighted(words, field, "sense", model)
    place = values @ model.arrays["sense"][rows].astype(np.float32) * model.arrays["sense_scale"]
    return np.asarray(place - middle, dtype=np.float32)


def interests(words: Counted | None, model: ReaderModel) -> Floats:
    """How similar a premise is to the topics of the training books' reviews."""
    middle: Floats = model.arrays["middle.interests"]
    if words is None:
        return np.zeros_like(middle)
    rows, values = weighted(words, "premise", "interests", model)
    scale = model.arrays["interests_scale"]
    places = values @ model.arrays["interests"][rows].astype(np.float32) * scale
    return np.asarray((places - middle) / model.arrays["interests_spread"], dtype=np.float32)


def tags_and_length(genres: tuple[str, ...], words: int | None, model: ReaderModel) -> list[Floats]:
    """Genre tags, and genre tags times length. An unknown length counts as the mean."""
    tags = np.zeros(len(model.genres), dtype=np.float32)
    tags[[model.genre_place[genre] for genre in genres]] = 1
    mean, spread = model.length
    length = np.float32((np.log(words) - mean) / spread if words else 0)
    return [tags, tags * length]


def letters(texts: Mapping[str, str], model: ReaderModel) -> Floats:
    """The TF-IDF weights of letter groups in all texts together, of length one."""
    counts = np.zeros(BUCKETS, dtype=np.float32)
    for text in texts.values():
        for bucket, count in letter_counts(text).items():
            counts[bucket] += count
    frequency = model.arrays["frequency.letters"]
    known = (counts > 0) & (frequency > 0)
    values = np.zeros(BUCKETS, dtype=np.float32)
    values[known] = _tf_idf(counts[known], frequency[known], model)
    return values


def standard(name: str, numbers: NDArray[np.float64] | None, model: ReaderModel) -> Floats:
    """Numbers in spreads from the training books' mean, at most three; 0 for what is not known."""
    middle, spread = model.arrays[f"middle.{name}"], model.arrays[f"spread.{name}"]
    if numbers is None:
        return np.zeros_like(middle)
    return np.asarray(np.clip(np.nan_to_num((numbers - middle) / spread), -3, 3), dtype=np.float32)
