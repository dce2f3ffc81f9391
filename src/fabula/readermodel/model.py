"""The embedded reader model: it predicts from genres and summaries how readers would rate a book, without an LLM.

It was trained on 447 English books and their readers. It sees what a book is about but not its prose. So its rating
places a book among others of its kind, with a wide interval.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.languages import ENGLISH, Language
from fabula.notices import Notice
from fabula.readermodel.features import is_latin, word_counts
from fabula.readermodel.variants import SHELF_TAGS, VARIANTS, Variant, matched

Floats = NDArray[np.float32]
FORMAT = 1
ASPECT_IDS = ("plot", "characters", "writing", "world", "themes", "emotion", "enjoyment", "expectation")
FIELDS = ("premise", "plot", "cast")
SENSE_FIELDS = ("premise", "cast")
"""Texts whose meaning is taken from word vectors. A plot's vectors added nothing in cross-validation."""
FEWEST_OF_GENRE = 15
"""Training books that a genre needs before a percentile within it is given."""


@dataclass(frozen=True, slots=True)
class BookFacts:
    """What is known about a book before anyone has rated it."""

    genres: tuple[str, ...] = ()
    premise: str | None = None
    words: int | None = None
    plot: str | None = None
    cast: str | None = None
    language: str = "en"
    shelved: bool = False
    """Do the genres come from readers' shelves, as on Goodreads? An author's own genres do not."""


@dataclass(frozen=True, slots=True)
class AspectRating:
    """What readers who speak of one aspect would rate the book, with its 80 % interval."""

    score: float
    low: float
    high: float
    kendall: float
    """How well such scores agreed with readers in cross-validation."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a variant's ratings of unseen books agreed with readers."""

    kendall: float
    low: float
    high: float
    """95 % bootstrap interval over books."""
    within_genre: float | None
    """The mean of Kendall's tau within genres; None where no genre had enough books."""
    coverage: float
    """The share of ratings that lay within the 80 % interval."""
    books: int


@dataclass(frozen=True, slots=True)
class ReaderRating:
    """A rating of 1 to 5 stars, with an interval that contains four of five ratings, and its basis."""

    value: float
    low: float
    high: float
    percentile: float
    """The share of the training books that readers rated lower, in percent."""
    genre: str | None
    genre_percentile: float | None
    """The same among training books of `genre`, the first of the book's genres with enough of them."""
    aspects: Mapping[str, AspectRating]
    inputs: tuple[str, ...]
    unused: tuple[Notice, ...]
    """Inputs that could not be used, and why."""
    variant: str
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Abstained:
    """No rating, and why."""

    reason: Notice


@dataclass(frozen=True, slots=True)
class ReaderModel:
    """A trained model, as loaded from its file."""

    digest: str
    """The digest of its file. It is in the signature of every number that the model made."""
    word_place: Mapping[str, int]
    genre_place: Mapping[str, int]
    genres: tuple[str, ...]
    arrays: Mapping[str, NDArray[Any]]
    variants: Mapping[str, Mapping[str, Any]]
    """By variant: interval offsets, cross-validation figures, aspects."""
    length: tuple[float, float]
    """Mean and spread of the training books' log length."""
    books: int
    ratings: Floats
    carries: NDArray[np.bool_]
    """Training books by genres: which book has which genre."""

    @property
    def titles(self) -> list[list[str]]:
        """Id, title and author of each training book."""
        titles: list[list[str]] = json.loads(self.arrays["books"].tobytes())
        return titles

    @property
    def ids(self) -> frozenset[str]:
        """The training books' ids. Agreement on these proves nothing."""
        return frozenset(own for own, _, _ in self.titles)


@cache
def shipped() -> ReaderModel:
    """The model that comes with fabula."""
    return unpacked((files("fabula.readermodel") / "shipped" / "reader.npz").read_bytes())


def load(path: Path) -> ReaderModel:
    """A model that `fabula readers train` wrote."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"no reader model {path}: `fabula readers train` writes one") from None
    except OSError as error:
        raise UsageError(f"{path.name} cannot be read ({error.strerror})") from None
    if not data.startswith(b"PK"):
        raise UsageError(f"{path.name} is not a reader model: `fabula readers train` writes one")
    try:
        return unpacked(data)
    except (BadZipFile, KeyError, ValueError, EOFError, TypeError) as error:
        raise UsageError(
            f"{path.name} is not a reader model that this version of fabula can read: {error}"
        ) from None


def unpacked(data: bytes) -> ReaderModel:
    """A model from the bytes of its file."""
    with np.load(BytesIO(data)) as file:
        arrays = {name: file[name] for name in file.files}
    about = json.loads(arrays.pop("about").tobytes())
    if about["format"] != FORMAT:
        raise ValueError(f"its format is {about['format']}, this version reads {FORMAT}")
    words = arrays.pop("words").tobytes().decode().split("\n")
    genres = tuple(about["genres"])
    return ReaderModel(
        digest=digest(data),
        word_place={word: place for place, word in enumerate(words)},
        genre_place={genre: place for place, genre in enumerate(genres)},
        genres=genres,
        arrays=arrays,
        variants=about["variants"],
        length=(about["length"][0], about["length"][1]),
        books=about["books"],
        ratings=arrays["ratings"],
        carries=np.unpackbits(arrays["carries"], axis=1, count=len(genres)).astype(bool),
    )


@dataclass(frozen=True, slots=True)
class UsableFacts:
    """What the model can use of a book's facts."""

    variant: Variant
    genres: tuple[str, ...]
    words: int | None
    texts: Mapping[str, str]
    unused: tuple[Notice, ...]

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of what was used."""
        tags = () if self.variant.tags == "none" else ("genres", *(("length",) if self.words else ()))
        return (*tags, *self.texts)


def usable_facts(facts: BookFacts, model: ReaderModel) -> UsableFacts | Abstained:
    """Choose the variant that these facts allow, or say why there is none."""
    if Language.or_none(facts.language) != ENGLISH:
        return Abstained(Notice.of("readermodel.language", language=facts.language))
    texts = {name: text.strip() for name in FIELDS if (text := getattr(facts, name)) and text.strip()}
    if foreign := [name for name, text in texts.items() if not is_latin(text)]:
        return Abstained(Notice.of("readermodel.other-script", what=_named(foreign[0])))
    unused: list[Notice] = []
    for name in list(texts):
        if not any(word in model.word_place for word in word_counts(texts[name])):
            unused.append(Notice.of("readermodel.no-known-word", what=_named(name)))
            del texts[name]
    if "cast" in texts and "plot" not in texts:
        unused.append(Notice.of("readermodel.cast-without-plot"))
        del texts["cast"]
    genres, unknown = matched(facts.genres, model.genres)
    unused += [Notice.of("readermodel.unknown-genre", genre=tag) for tag in unknown]
    if not facts.shelved:
        unused += [Notice.of("readermodel.shelf-genre", genre=tag) for tag in genres if tag in SHELF_TAGS]
        genres = [tag for tag in genres if tag not in SHELF_TAGS]
    tags = "none" if not genres else "shelved" if facts.shelved else "drafted"
    variant = Variant(tags, *(name in texts for name in FIELDS))  # type: ignore[arg-type]
    if variant not in VARIANTS:
        return Abstained(Notice.of("readermodel.too-little"))
    words = facts.words if facts.words and facts.words > 0 else None
    return UsableFacts(variant, tuple(genres), words, texts, tuple(unused))


def _named(field: str) -> Notice:
    return Notice.of(f"readermodel.{field}")


def predict(facts: BookFacts, model: ReaderModel | None = None) -> ReaderRating | Abstained:
    """What readers would give the book, predicted by the shipped model unless another is given."""
    model = model or shipped()
    book = usable_facts(facts, model)
    if isinstance(book, Abstained):
        return book
    figures = model.variants[book.variant.name]
    stars = _stars(book, model)
    value = _within(stars[0])
    low, high = figures["interval"]
    genre, genre_percentile = _genre_place(value, book.genres, model)
    return ReaderRating(
        value=value,
        low=_within(stars[0] + low),
        high=_within(stars[0] + high),
        percentile=_percentile(value, model.ratings),
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
        },
        inputs=book.inputs,
        unused=book.unused,
        variant=book.variant.name,
        agreement=Agreement(**figures["agreement"]),
    )


def _stars(book: UsableFacts, model: ReaderModel) -> list[float]:
    """The rating and the aspect scores: the sum of all blocks of features, in stars."""
    place = VARIANTS.index(book.variant)
    arrays = model.arrays
    dense = tags_and_length(book.genres, book.words, model)
    opinions = np.zeros(arrays["stars"].shape[2] - 1)
    counts = {name: counted(text, model) for name, text in book.texts.items()}
    for name, words in counts.items():
        rows, values = weighted(words, name, "terms", model)
        weights = arrays[f"weights.{name}.{place}"][rows].astype(np.float32)
        opinions += arrays[f"scales.{name}.{place}"] * (values @ weights)
    dense += [sense(counts.get(name), name, model) for name in SENSE_FIELDS]
    dense.append(interests(counts.get("premise"), model))
    opinions += arrays["dense"][place] @ np.concatenate(dense)
    stars = arrays["stars"][place]
    return [float(star) for star in stars[:, 0] + stars[:, 1:] @ opinions]


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
    values = (1 + np.log(words[1][known])) * (np.log((1 + model.books) / (1 + frequency)) + 1)
    length = float(np.sqrt(values @ values)) or 1.0
    return rows[known], (values / length).astype(np.float32)


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


def _genre_place(
    value: float, genres: tuple[str, ...], model: ReaderModel
) -> tuple[str | None, float | None]:
    for genre in genres:
        ratings = model.ratings[model.carries[:, model.genre_place[genre]]]
        if len(ratings) >= FEWEST_OF_GENRE:
            return genre, _percentile(value, ratings)
    return None, None


def _percentile(value: float, ratings: Floats) -> float:
    below, equal = (ratings < value - 0.005).sum(), (np.abs(ratings - value) <= 0.005).sum()
    return float(round(100 * (below + equal / 2) / len(ratings), 1))


def _within(stars: float) -> float:
    return round(min(5.0, max(1.0, stars)), 3)
