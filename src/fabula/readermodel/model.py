"""The embedded reader model: it predicts from genres and summaries how readers would rate a book, without an LLM.

It was trained on 447 English books and their readers. It sees what a book is about but not its prose. So its rating
places a book among others of its kind, with a wide interval.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.languages import ENGLISH, Language
from fabula.notices import Notice
from fabula.readermodel.features import BUCKETS, cue_values, is_latin, letter_counts, word_counts
from fabula.readermodel.starshares import expected
from fabula.readermodel.variants import SHELF_TAGS, VARIANTS, Variant, matched

Floats = NDArray[np.float32]
FORMAT = 2
ASPECT_IDS = ("plot", "characters", "writing", "world", "themes", "emotion", "enjoyment", "expectation")
FIELDS = ("premise", "plot", "cast")
SENSE_FIELDS = ("premise", "cast")
"""Texts whose meaning is taken from word vectors. A plot's vectors added nothing in cross-validation."""
Place = Literal["low", "high", "unknown"]
MOST_OF_SHELF = 0.7
"""If so much of the shelf lies within a rating's interval, the rating cannot tell the book from most others."""
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
    measures: Mapping[str, float] = field(default_factory=dict)
    """What was measured in the text, for a model that was trained with such measures."""
    has_text: bool = False
    """Is there a whole book? Then it is placed on the shelf even if nothing else is known of it."""


@dataclass(frozen=True, slots=True)
class AspectRating:
    """What readers who speak of one aspect would rate the book, with its 80 % interval."""

    score: float
    low: float
    high: float
    kendall: float
    """How well such scores agreed with readers in validation."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a variant's ratings of unseen books agreed with readers, where each book counts by how like it is to
    the books to come. Nothing that predicted a book was fitted or chosen with it."""

    kendall: float
    low: float
    high: float
    """95 % bootstrap interval over books."""
    of_100_pairs: int
    """Of a hundred pairs of books, how many are put in the right order. 50 is chance."""
    within_genre: float | None
    """The mean of Kendall's tau within genres; None where no genre had enough books."""
    coverage: float
    """The share of ratings that lay within the 80 % interval."""
    books: int
    effective_books: int
    """How many books of equal weight would say as much."""
    mix: str
    """Which books the figures are for; empty for books like those of training."""
    plain: float
    """Kendall's tau if all training books count the same."""


@dataclass(frozen=True, slots=True)
class StarShare:
    """The expected share of readers who give so many stars, with its 80 % interval."""

    stars: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Gain:
    """What one more input would bring."""

    input: Literal["genres", "premise", "reading"]
    of_100_pairs: int


@dataclass(frozen=True, slots=True)
class ReaderRating:
    """A rating of 1 to 5 stars, with an interval that contains four of five ratings, and its basis."""

    value: float
    low: float
    high: float
    percentile: float
    """The share of the shelf that readers rated lower, in percent. The shelf is the training books, each counted by how
    like it is to the books to come."""
    covers: float
    """The share of the shelf whose rating lies within the interval. Where it is high, the place says little."""
    genre: str | None
    genre_percentile: float | None
    """The same among training books of `genre`, the first of the book's genres with enough of them."""
    aspects: Mapping[str, AspectRating]
    """Empty if nothing but a text is known: the shelf's means say nothing of this book."""
    shares: tuple[StarShare, ...]
    """From one to five stars; empty if the training books did not tell."""
    inputs: tuple[str, ...]
    unused: tuple[Notice, ...]
    """Inputs that could not be used, and why."""
    variant: str
    agreement: Agreement

    would_help: tuple[Gain, ...]
    """What else could be told, and how many of a hundred pairs would then be put in the right order."""

    @property
    def place(self) -> Place:
        """Where the book stands on the shelf, as far as the interval can tell."""
        if self.covers >= MOST_OF_SHELF:
            return "unknown"
        return "high" if self.percentile > 50 else "low"


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
    shelf: Floats
    """How much each training book counts as a book of the shelf."""
    measured: tuple[str, ...]
    """The measures of a text that it was trained with."""
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
        shelf=arrays["shelf"],
        measured=tuple(about["measured"]),
        carries=np.unpackbits(arrays["carries"], axis=1, count=len(genres)).astype(bool),
    )


@dataclass(frozen=True, slots=True)
class UsableFacts:
    """What the model can use of a book's facts."""

    variant: Variant
    genres: tuple[str, ...]
    words: int | None
    texts: Mapping[str, str]
    measures: Mapping[str, float]
    unused: tuple[Notice, ...]

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of what was used."""
        tags = () if self.variant.tags == "none" else ("genres", *(("length",) if self.words else ()))
        return (*tags, *self.texts, *(("measures",) if self.measures else ()))


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
    words = facts.words if facts.words and facts.words > 0 else None
    measures = {name: facts.measures[name] for name in model.measured if name in facts.measures}
    if not (genres or texts or facts.has_text):
        return Abstained(Notice.of("readermodel.too-little"))
    return UsableFacts(variant, tuple(genres), words, texts, measures, tuple(unused))


def _named(field: str) -> Notice:
    return Notice.of(f"readermodel.{field}")


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
        opinions += arrays[f"scales.letters.{place}"] * (_letters(book.texts, model) @ weights)
    dense += [sense(counts.get(name), name, model) for name in SENSE_FIELDS]
    dense.append(interests(counts.get("premise"), model))
    premise = book.texts.get("premise")
    dense.append(_standard("cues", None if premise is None else np.array(cue_values(premise)), model))
    dense.append(
        _standard("measures", np.array([book.measures.get(name, np.nan) for name in model.measured]), model)
    )
    opinions += arrays["dense"][place] @ np.concatenate(dense)
    stars = arrays["stars"][place]
    return float(opinions[0]), [float(star) for star in stars[:, 0] + stars[:, 1:] @ opinions]


def _letters(texts: Mapping[str, str], model: ReaderModel) -> Floats:
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


def _standard(name: str, numbers: NDArray[np.float64] | None, model: ReaderModel) -> Floats:
    """Numbers in spreads from the training books' mean, at most three; 0 for what is not known."""
    middle, spread = model.arrays[f"middle.{name}"], model.arrays[f"spread.{name}"]
    if numbers is None:
        return np.zeros_like(middle)
    return np.asarray(np.clip(np.nan_to_num((numbers - middle) / spread), -3, 3), dtype=np.float32)


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
