"""The embedded reader model: how readers would rate a book, told from its genres and summaries without an LLM.

It learned from 447 English books and their readers. It reads what a book is about, never its prose; what it
says is a place among books of that kind, with the wide interval that this leaves.
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

from fabula.errors import UsageError
from fabula.readermodel.features import is_latin, word_counts
from fabula.readermodel.variants import SHELF_TAGS, VARIANTS, Variant, matched

Floats = NDArray[np.float32]
FORMAT = 1
ASPECT_IDS = ("plot", "characters", "writing", "world", "themes", "emotion", "enjoyment", "expectation")
FIELDS = ("premise", "plot", "cast")
SENSE_FIELDS = ("premise", "cast")
"""Texts whose meaning is read from word vectors; a plot's vectors added nothing in cross-validation."""
FEWEST_OF_GENRE = 15
"""Training books that a genre needs before a place within it is told."""


@dataclass(frozen=True, slots=True)
class BookFacts:
    """What is known of a book before anyone has rated it."""

    genres: tuple[str, ...] = ()
    premise: str | None = None
    words: int | None = None
    plot: str | None = None
    cast: str | None = None
    language: str = "en"
    shelved: bool = False
    """Do the genres come from readers' shelves, as on Goodreads? An author's own do not."""


@dataclass(frozen=True, slots=True)
class AspectRating:
    """What readers who speak of one aspect would rate the book, with its 80 % interval."""

    score: float
    low: float
    high: float
    kendall: float
    """How far such scores agreed with readers in cross-validation."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a variant's ratings of books it had not seen agreed with readers."""

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
    """A rating in stars, 1 to 5, with an interval that holds four ratings of five, and where it comes from."""

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
    unused: tuple[str, ...]
    """What was given and could not be used, in words."""
    variant: str
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Abstained:
    """No rating, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Learned:
    """A trained model, as loaded from its file."""

    word_place: Mapping[str, int]
    genre_place: Mapping[str, int]
    genres: tuple[str, ...]
    arrays: Mapping[str, NDArray[Any]]
    variants: Mapping[str, Mapping[str, Any]]
    """By variant: offsets of intervals, figures of cross-validation, aspects."""
    length: tuple[float, float]
    """Mean and spread of the training books' log length."""
    books: int
    ratings: Floats
    carries: NDArray[np.bool_]
    """Training books by genres."""

    @property
    def titles(self) -> list[list[str]]:
        """Id, title and author of each training book."""
        titles: list[list[str]] = json.loads(self.arrays["books"].tobytes())
        return titles

    @property
    def ids(self) -> frozenset[str]:
        """The training books' ids: agreement on these proves nothing."""
        return frozenset(own for own, _, _ in self.titles)


@cache
def shipped() -> Learned:
    """The model that comes with fabula."""
    return unpacked((files("fabula.readermodel") / "shipped" / "reader.npz").read_bytes())


def load(path: Path) -> Learned:
    """A model that `fabula readers train` wrote."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"no reader model {path}: `fabula readers train` writes one") from None
    except OSError as error:
        raise UsageError(f"{path.name} cannot be read ({error.strerror})") from None
    if not data.startswith(b"PK"):
        raise UsageError(f"{path.name} is no reader model: `fabula readers train` writes one")
    try:
        return unpacked(data)
    except (BadZipFile, KeyError, ValueError, EOFError, TypeError) as error:
        raise UsageError(f"{path.name} is no reader model that this fabula can read: {error}") from None


def unpacked(data: bytes) -> Learned:
    """A model from the bytes of its file."""
    with np.load(BytesIO(data)) as file:
        arrays = {name: file[name] for name in file.files}
    about = json.loads(arrays.pop("about").tobytes())
    if about["format"] != FORMAT:
        raise ValueError(f"it has format {about['format']}, this fabula reads {FORMAT}")
    words = arrays.pop("words").tobytes().decode().split("\n")
    genres = tuple(about["genres"])
    return Learned(
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
class Seen:
    """A book's facts as the model sees them."""

    variant: Variant
    genres: tuple[str, ...]
    words: int | None
    texts: Mapping[str, str]
    unused: tuple[str, ...]

    @property
    def inputs(self) -> tuple[str, ...]:
        """What was used, in words."""
        tags = () if self.variant.tags == "none" else ("genres", *(("length",) if self.words else ()))
        return (*tags, *self.texts)


def seen(facts: BookFacts, learned: Learned) -> Seen | Abstained:
    """Choose the variant that the facts allow, or say why there is none."""
    if facts.language.lower().split("-")[0] != "en":
        return Abstained(
            f"the reader model learned from English books alone and does not know readers of `{facts.language}`"
        )
    texts = {name: text.strip() for name in FIELDS if (text := getattr(facts, name)) and text.strip()}
    if foreign := [name for name, text in texts.items() if not is_latin(text)]:
        return Abstained(
            f"the reader model learned from English books alone; the {foreign[0]} is in another script"
        )
    unused: list[str] = []
    for name in list(texts):
        if not any(word in learned.word_place for word in word_counts(texts[name])):
            unused.append(f"{name} (no word of it is known)")
            del texts[name]
    if "cast" in texts and "plot" not in texts:
        unused.append("cast (it is read only beside a plot)")
        del texts["cast"]
    genres, unknown = matched(facts.genres, learned.genres)
    unused += [f"genre {tag} (not among the training books' genres)" for tag in unknown]
    if not facts.shelved:
        unused += [f"genre {tag} (only readers' shelves give it)" for tag in genres if tag in SHELF_TAGS]
        genres = [tag for tag in genres if tag not in SHELF_TAGS]
    tags = "none" if not genres else "shelved" if facts.shelved else "drafted"
    variant = Variant(tags, *(name in texts for name in FIELDS))  # type: ignore[arg-type]
    if variant not in VARIANTS:
        return Abstained(
            "nothing to tell from: give genres, a premise or a plot summary (length alone tells nothing)"
        )
    words = facts.words if facts.words and facts.words > 0 else None
    return Seen(variant, tuple(genres), words, texts, tuple(unused))


def predict(facts: BookFacts, learned: Learned | None = None) -> ReaderRating | Abstained:
    """What readers would give the book; `learned` is the shipped model where none is given."""
    learned = learned or shipped()
    book = seen(facts, learned)
    if isinstance(book, Abstained):
        return book
    told = learned.variants[book.variant.name]
    stars = _stars(book, learned)
    value = _within(stars[0])
    low, high = told["interval"]
    genre, genre_percentile = _genre_place(value, book.genres, learned)
    return ReaderRating(
        value=value,
        low=_within(stars[0] + low),
        high=_within(stars[0] + high),
        percentile=_percentile(value, learned.ratings),
        genre=genre,
        genre_percentile=genre_percentile,
        aspects={
            name: AspectRating(
                _within(score),
                _within(score + each["interval"][0]),
                _within(score + each["interval"][1]),
                each["kendall"],
            )
            for (name, each), score in zip(told["aspects"].items(), stars[1:], strict=True)
        },
        inputs=book.inputs,
        unused=book.unused,
        variant=book.variant.name,
        agreement=Agreement(**told["agreement"]),
    )


def _stars(book: Seen, learned: Learned) -> list[float]:
    """The rating and the aspects' scores: what each block of features adds, turned to stars."""
    place = VARIANTS.index(book.variant)
    arrays = learned.arrays
    dense = tags_and_length(book.genres, book.words, learned)
    opinions = np.zeros(arrays["stars"].shape[2] - 1)
    counts = {name: counted(text, learned) for name, text in book.texts.items()}
    for name, words in counts.items():
        rows, values = weighted(words, name, "terms", learned)
        weights = arrays[f"weights.{name}.{place}"][rows].astype(np.float32)
        opinions += arrays[f"scales.{name}.{place}"] * (values @ weights)
    dense += [sense(counts.get(name), name, learned) for name in SENSE_FIELDS]
    dense.append(interests(counts.get("premise"), learned))
    opinions += arrays["dense"][place] @ np.concatenate(dense)
    stars = arrays["stars"][place]
    return [float(star) for star in stars[:, 0] + stars[:, 1:] @ opinions]


Counted = tuple[NDArray[np.int32], Floats]
"""Places of words in the lexicon, and a number for each."""


def counted(text: str, learned: Learned) -> Counted:
    """The words of a text that the lexicon knows, and how often each stands in it."""
    found = {
        place: count
        for word, count in word_counts(text).items()
        if (place := learned.word_place.get(word)) is not None
    }
    return (
        np.fromiter(found, dtype=np.int32, count=len(found)),
        np.fromiter(found.values(), dtype=np.float32, count=len(found)),
    )


def weighted(words: Counted, field: str, table: str, learned: Learned) -> Counted:
    """The TF-IDF weights of the words that a table knows, of length one, with their rows in that table."""
    rows = learned.arrays[f"rows.{table}.{field}" if table == "terms" else f"rows.{table}"][words[0]]
    frequency = learned.arrays[f"frequency.{field}"][words[0]]
    known = (rows >= 0) & (frequency > 0)
    frequency = frequency[known]
    values = (1 + np.log(words[1][known])) * (np.log((1 + learned.books) / (1 + frequency)) + 1)
    length = float(np.sqrt(values @ values)) or 1.0
    return rows[known], (values / length).astype(np.float32)


def sense(words: Counted | None, field: str, learned: Learned) -> Floats:
    """A text's place among meanings: the weighted sum of its words' vectors, from the training books' middle."""
    middle: Floats = learned.arrays[f"middle.{field}"]
    if words is None:
        return np.zeros_like(middle)
    rows, values = weighted(words, field, "sense", learned)
    place = values @ learned.arrays["sense"][rows].astype(np.float32) * learned.arrays["sense_scale"]
    return np.asarray(place - middle, dtype=np.float32)


def interests(words: Counted | None, learned: Learned) -> Floats:
    """A premise's place among what readers' reviews of other books speak of."""
    middle: Floats = learned.arrays["middle.interests"]
    if words is None:
        return np.zeros_like(middle)
    rows, values = weighted(words, "premise", "interests", learned)
    scale = learned.arrays["interests_scale"]
    places = values @ learned.arrays["interests"][rows].astype(np.float32) * scale
    return np.asarray((places - middle) / learned.arrays["interests_spread"], dtype=np.float32)


def tags_and_length(genres: tuple[str, ...], words: int | None, learned: Learned) -> list[Floats]:
    """Genre tags, and genre tags by length, which is the middle where it is not known."""
    tags = np.zeros(len(learned.genres), dtype=np.float32)
    tags[[learned.genre_place[genre] for genre in genres]] = 1
    mean, spread = learned.length
    length = np.float32((np.log(words) - mean) / spread if words else 0)
    return [tags, tags * length]


def _genre_place(value: float, genres: tuple[str, ...], learned: Learned) -> tuple[str | None, float | None]:
    for genre in genres:
        ratings = learned.ratings[learned.carries[:, learned.genre_place[genre]]]
        if len(ratings) >= FEWEST_OF_GENRE:
            return genre, _percentile(value, ratings)
    return None, None


def _percentile(value: float, ratings: Floats) -> float:
    below, equal = (ratings < value - 0.005).sum(), (np.abs(ratings - value) <= 0.005).sum()
    return float(round(100 * (below + equal / 2) / len(ratings), 1))


def _within(stars: float) -> float:
    return round(min(5.0, max(1.0, stars)), 3)
