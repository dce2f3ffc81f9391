"""The blocks of features that the reader model adds up, and what is fitted on the training books.

`Features` counts each book once. `fit` learns everything that depends on the training books (frequencies, means,
spreads, topics of reviews), so that a fold of cross-validation knows as little about its held-out books as about a
new manuscript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from fabula.models.chat import Embedder
from fabula.readermodel.features import BUCKETS, cue_values, letter_counts, word_counts
from fabula.readermodel.model import FIELDS
from fabula.readermodel.training_books import ReviewCounts, TrainingBook
from fabula.readermodel.variants import SHELF_TAGS, VARIANTS, Variant

Array = NDArray[np.float64]
Matrix = Any
"""A numpy array or a scipy sparse matrix, books by features."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How much the kernels count, and how strongly the ridge holds weights down. Cross-validation chooses one."""

    genres: float = 1.0
    interests: float = 2.0
    penalty: float = 10.0

    @property
    def weights(self) -> Mapping[str, float]:
        """The weight of each block's kernel."""
        return {**_WEIGHTS, "genres": self.genres, "interests": self.interests}


_WEIGHTS: Mapping[str, float] = {
    "genres by length": 0.1,
    "words of premise": 10.0,
    "words of plot": 10.0,
    "words of cast": 10.0,
    "letters": 10.0,
    "sense of premise": 2.0,
    "sense of cast": 2.0,
    "cues": 0.05,
    "measures": 0.05,
}
RECIPES = tuple(
    Recipe(genres, interests, penalty)
    for penalty in (10.0, 30.0)
    for genres in (1.0, 0.5)
    for interests in (2.0, 5.0)
)
"""The recipes to choose from. They differ where the mix of books matters most: in how far tags are trusted."""
SENSE_SIZE, INTERESTS_SIZE = 24, 30
FEWEST_BOOKS = {"genre": 2, "sense": 2, "word": 3, "review word": 10}
FEWEST_REVIEWS = 20


class WordEmbedder(Embedder, Protocol):
    """An embedder that can name the words it knows."""

    def vocabulary(self) -> tuple[str, ...]:
        """Whole words, in a fixed order."""
        ...


@dataclass(frozen=True, slots=True)
class Features:
    """The books as counts."""

    lexicon: tuple[str, ...]
    texts: Mapping[str, sparse.csr_matrix]
    """By field: counts of books by words."""
    genres: tuple[str, ...]
    tags: Array
    log_length: Array
    reviews: Array
    """How many each book has."""
    letters: Mapping[str, sparse.csr_matrix]
    """By field: counts of books by letter groups."""
    cues: Array
    """What each premise says besides its story."""
    measures: Array
    """Books by measured features of their texts; NaN where one is not known. No column if none were given."""
    measured: tuple[str, ...]
    """The names of those features."""
    spoken: sparse.csr_matrix
    """Books by words: the square root of the share of its reviews in which a word occurs."""
    sensed: NDArray[np.intp]
    """The words of the lexicon that have a vector."""
    senses: NDArray[np.int8]
    """Their vectors, in steps of `sense_scale`."""
    sense_scale: Array


def count_features(
    training_books: Sequence[TrainingBook], review_counts: Sequence[ReviewCounts], embedder: WordEmbedder
) -> Features:
    """Count everything that the blocks need, without looking at any rating."""
    buckets = {bucket: bucket for bucket in range(BUCKETS)}
    measured = tuple(sorted({name for each_book in training_books for name in each_book.facts.measures}))
    counts = {
        name: [word_counts(getattr(each_book.facts, name) or "") for each_book in training_books]
        for name in FIELDS
    }
    lexicon = _lexicon(counts)
    place = {word: at for at, word in enumerate(lexicon)}
    tagged = Counter(tag for each_book in training_books for tag in set(each_book.facts.genres))
    genres = tuple(sorted(tag for tag, books in tagged.items() if books >= FEWEST_BOOKS["genre"]))
    lengths = [each_book.facts.words for each_book in training_books]
    middle = np.median([length for length in lengths if length])
    shares = [{word: np.sqrt(n / each.reviews) for word, n in each.words.items()} for each in review_counts]
    sensed, vectors, scale = senses(embedder, lexicon)
    return Features(
        lexicon=lexicon,
        texts={name: _matrix(each, place) for name, each in counts.items()},
        genres=genres,
        tags=np.array(
            [[float(genre in each_book.facts.genres) for genre in genres] for each_book in training_books]
        ),
        log_length=np.log([length or middle for length in lengths]),
        reviews=np.array([each.reviews for each in review_counts], dtype=float),
        letters={
            name: _matrix(
                [letter_counts(getattr(each_book.facts, name) or "") for each_book in training_books], buckets
            )
            for name in FIELDS
        },
        cues=np.array([cue_values(each_book.facts.premise or "") for each_book in training_books]),
        measures=np.array(
            [
                [each_book.facts.measures.get(name, np.nan) for name in measured]
                for each_book in training_books
            ]
        ).reshape(len(training_books), len(measured)),
        measured=measured,
        spoken=_matrix(shares, place),
        sensed=sensed,
        senses=vectors,
        sense_scale=scale,
    )


def senses(
    embedder: WordEmbedder, lexicon: Sequence[str]
) -> tuple[NDArray[np.intp], NDArray[np.int8], Array]:
    """The vector of each word that the embedder knows, embedded alone and rotated to the first axes of its
    whole vocabulary. Words of several pieces get no vector: they are mostly names, whose vectors only add
    noise."""
    vocabulary = embedder.vocabulary()
    vectors = np.asarray(embedder.embed(vocabulary), dtype=np.float64)
    vectors -= vectors.mean(axis=0)
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    turned = vectors @ axes[:, ::-1][:, :SENSE_SIZE]
    scale = np.abs(turned).max(axis=0) / 127
    row = {word: at for at, word in enumerate(vocabulary)}
    sensed = np.array([at for at, word in enumerate(lexicon) if word in row], dtype=np.intp)
    steps = np.round(turned / scale).astype(np.int8)
    return sensed, steps[[row[lexicon[at]] for at in sensed]], scale


def _lexicon(counts: Mapping[str, Sequence[Counter[str]]]) -> tuple[str, ...]:
    """Words that occur in texts of at least two books."""
    books: Counter[str] = Counter()
    for across in zip(*counts.values(), strict=True):
        books.update({word for count in across for word in count})
    return tuple(sorted(word for word, n in books.items() if n >= FEWEST_BOOKS["sense"]))


def _matrix(rows: Sequence[Mapping[Any, float]], place: Mapping[Any, int]) -> sparse.csr_matrix:
    entries = [
        (at, place[word], value)
        for at, row in enumerate(rows)
        for word, value in sorted(row.items())
        if word in place
    ]
    across, down, values = zip(*entries, strict=True) if entries else ((), (), ())
    return sparse.csr_matrix((values, (across, down)), shape=(len(rows), len(place)), dtype=float)


@dataclass(frozen=True, slots=True)
class Standard:
    """The mean and spread of some numbers among the training books."""

    middle: Array
    spread: Array

    @classmethod
    def of(cls, numbers: Array) -> Standard:
        """Of these rows. Columns that do not vary, or are not known, count for nothing."""
        known = np.isfinite(numbers)
        count = np.maximum(known.sum(axis=0), 1)
        middle = np.where(known, numbers, 0.0).sum(axis=0) / count
        spread = np.sqrt((np.where(known, numbers - middle, 0.0) ** 2).sum(axis=0) / count)
        return cls(middle, np.where(spread > 1e-9, spread, np.inf))

    def units(self, numbers: Array) -> Array:
        """Numbers in spreads from the mean, at most three. What is not known counts as the mean."""
        return np.clip(np.nan_to_num((numbers - self.middle) / self.spread), -3, 3)


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was fitted on the training books for each block, before any rating is used."""

    books: int
    frequency: Mapping[str, Array]
    """By field: in how many training books each word of the lexicon occurs."""
    terms: Mapping[str, NDArray[np.intp]]
    """By field: the words that are in enough books to have a weight of their own."""
    genre_counts: Array
    length: tuple[float, float]
    cues: Standard
    measures: Standard
    sense_middle: Mapping[str, Array]
    sense_spread: Mapping[str, float]
    spoken_words: NDArray[np.intp]
    interest_axes: Array
    interest_middle: Array
    interest_spread: Array


def fit(features: Features, rows: NDArray[np.intp]) -> Fitted:
    """Fit on these books alone."""
    frequency = {name: _books_with(texts[rows]) for name, texts in features.texts.items()}
    frequency["letters"] = _books_with(sum(features.letters[name][rows] for name in FIELDS))
    lengths = features.log_length[rows]
    middle, spread = {}, {}
    words, axes = _interests(features, rows)
    vectors_of = features.senses * features.sense_scale
    for name in FIELDS:
        vectors = weighted(features, name, features.sensed, frequency[name], len(rows))[rows] @ vectors_of
        middle[name] = vectors.mean(axis=0)
        spread[name] = float(np.sqrt(((vectors - middle[name]) ** 2).sum(axis=1).mean())) or 1.0
    places = weighted(features, "premise", words, frequency["premise"], len(rows))[rows] @ axes
    return Fitted(
        books=len(rows),
        frequency=frequency,
        terms={name: np.flatnonzero(frequency[name] >= FEWEST_BOOKS["word"]) for name in FIELDS},
        genre_counts=features.tags[rows].sum(axis=0),
        length=(float(lengths.mean()), float(lengths.std()) or 1.0),
        cues=Standard.of(features.cues[rows]),
        measures=Standard.of(features.measures[rows]),
        sense_middle=middle,
        sense_spread=spread,
        spoken_words=words,
        interest_axes=axes,
        interest_middle=places.mean(axis=0),
        interest_spread=np.maximum(places.std(axis=0), 1e-9),
    )


def _books_with(counts: Matrix) -> Array:
    return np.asarray((counts > 0).sum(axis=0), dtype=float).ravel()


def _interests(features: Features, rows: NDArray[np.intp]) -> tuple[NDArray[np.intp], Array]:
    """The topics of the training books' reviews: the first axes of words by books, standardised."""
    reviewed = rows[features.reviews[rows] >= FEWEST_REVIEWS]
    if len(reviewed) <= INTERESTS_SIZE:
        return np.zeros(0, dtype=np.intp), np.zeros((0, INTERESTS_SIZE))
    spoken = features.spoken[reviewed]
    words = np.flatnonzero(np.asarray((spoken > 0).sum(axis=0)).ravel() >= FEWEST_BOOKS["review word"])
    shares = spoken[:, words].toarray()
    shares = (shares - shares.mean(axis=0)) / np.maximum(shares.std(axis=0), 1e-9)
    strength, books = np.linalg.eigh(shares @ shares.T)
    first = np.arange(len(strength))[::-1][:INTERESTS_SIZE]
    axes = shares.T @ books[:, first] / np.sqrt(np.maximum(strength[first], 1e-9))
    return words, axes


def weighted(features: Features, field: str, words: NDArray[np.intp], frequency: Array, books: int) -> Matrix:
    """The TF-IDF weights of these words in all books, each book's row of length one.

    A word that is in no training book has no weight and does not count.
    """
    return _tf_idf(features.texts[field][:, words], frequency[words], books)


def letters(features: Features, texts: Sequence[str], frequency: Array, books: int) -> Array:
    """The TF-IDF weights of letter groups in these texts together."""
    return np.asarray(_tf_idf(sum(features.letters[name] for name in texts), frequency, books).toarray())


def _tf_idf(counts: Matrix, frequency: Array, books: int) -> Matrix:
    values = counts.astype(float)
    values.data = 1 + np.log(values.data)
    rarity = np.log((1 + books) / (1 + frequency)) + 1
    values = values @ sparse.diags(np.where(frequency > 0, rarity, 0.0))
    length = np.sqrt(np.asarray(values.multiply(values).sum(axis=1)).ravel())
    return sparse.diags(1 / np.where(length > 0, length, 1)) @ values


def blocks(features: Features, fitted: Fitted) -> dict[str, Matrix]:
    """All books, block by block, as fitted on the training books. Tags of drafts are separate."""
    mean, spread = fitted.length
    length = ((features.log_length - mean) / spread)[:, None]
    tags = features.tags * (fitted.genre_counts >= FEWEST_BOOKS["genre"])
    drafted = tags * [genre not in SHELF_TAGS for genre in features.genres]
    vectors_of = features.senses * features.sense_scale
    found: dict[str, Matrix] = {
        "genres": tags,
        "genres by length": tags * length,
        "drafted genres": drafted,
        "drafted genres by length": drafted * length,
    }
    for name in FIELDS:
        frequency = fitted.frequency[name]
        found[f"words of {name}"] = weighted(features, name, fitted.terms[name], frequency, fitted.books)
        vectors = weighted(features, name, features.sensed, frequency, fitted.books) @ vectors_of
        found[f"sense of {name}"] = (vectors - fitted.sense_middle[name]) / fitted.sense_spread[name]
    places = weighted(features, "premise", fitted.spoken_words, fitted.frequency["premise"], fitted.books)
    standard = (places @ fitted.interest_axes - fitted.interest_middle) / fitted.interest_spread
    found["interests"] = standard / np.sqrt(INTERESTS_SIZE)
    found["cues"] = fitted.cues.units(features.cues)
    found["measures"] = fitted.measures.units(features.measures)
    for texts in {variant.texts for variant in VARIANTS if variant.texts}:
        found[letters_of(texts)] = letters(features, texts, fitted.frequency["letters"], fitted.books)
    return found


def letters_of(texts: Sequence[str]) -> str:
    """The name of the block of letter groups of these texts together."""
    return f"letters of {', '.join(texts)}"


def blocks_of(variant: Variant) -> dict[str, str]:
    """The blocks that a variant adds up, by the name of their weight, and which matrix each is."""
    own: dict[str, str] = {}
    if variant.tags != "none":
        prefix = "drafted " if variant.tags == "drafted" else ""
        own |= {name: prefix + name for name in ("genres", "genres by length")}
    for name in FIELDS:
        if getattr(variant, name):
            own |= {block: block for block in (f"words of {name}", f"sense of {name}") if block in _WEIGHTS}
    if variant.premise:
        own |= {"interests": "interests", "cues": "cues"}
    if variant.texts:
        own["letters"] = letters_of(variant.texts)
    return own | {"measures": "measures"}
