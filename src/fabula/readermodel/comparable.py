"""The training books most like a manuscript: what readers of such books speak of, and how kindly. Figures only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from fabula.readermodel.model import (
    ASPECT_IDS,
    FIELDS,
    Abstained,
    BookFacts,
    Floats,
    Learned,
    Seen,
    counted,
    interests,
    seen,
    sense,
    shipped,
)

WEIGHTS: Mapping[str, float] = {"genres": 2.0, "premise": 1.0, "interests": 1.0, "plot": 1.0, "cast": 0.5}
"""What each likeness counts for; those that cannot be told are left out."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a book's readers said of one aspect, in figures."""

    share: float
    """Of the book's reviews, how many speak of it."""
    kindness: float
    """How kind those passages are on average, from -1 to 1, by a sentiment lexicon."""
    stars: float
    """The mean rating of the readers who speak of it."""
    reviews: int


@dataclass(frozen=True, slots=True)
class Comparable:
    """One training book that lies near."""

    title: str
    author: str
    rating: float
    likeness: float
    """The cosine of what both are about, from -1 to 1."""
    genres: tuple[str, ...]
    aspects: Mapping[str, Said]
    """Empty where no review of the book is known."""


def like(facts: BookFacts, k: int = 5, learned: Learned | None = None) -> tuple[Comparable, ...] | Abstained:
    """The `k` nearest training books, the nearest first."""
    learned = learned or shipped()
    book = seen(facts, learned)
    if isinstance(book, Abstained):
        return book
    nearness = _nearness(book, learned)
    titles = learned.titles
    order = sorted(range(len(titles)), key=lambda at: (-nearness[at], at))[:k]
    return tuple(_comparable(at, titles[at], float(nearness[at]), learned) for at in order)


def _nearness(book: Seen, learned: Learned) -> Floats:
    """The weighted mean of the likenesses that the facts allow."""
    told: dict[str, Floats] = {}
    if book.genres:
        tags = learned.carries.astype(np.float32)
        rarity = np.log(learned.books / (1 + tags.sum(axis=0))) + 1
        own = np.zeros(len(learned.genres), dtype=np.float32)
        own[[learned.genre_place[genre] for genre in book.genres]] = 1
        told["genres"] = _cosines(tags * rarity, own * rarity)
    for name in FIELDS:
        if name in book.texts:
            words = counted(book.texts[name], learned)
            told[name] = _cosines(learned.arrays[f"near.{name}"], sense(words, name, learned))
            if name == "premise":
                told["interests"] = _cosines(learned.arrays["near.interests"], interests(words, learned))
    total = sum(WEIGHTS[name] for name in told)
    return np.asarray(sum(WEIGHTS[name] * each for name, each in told.items()) / total, dtype=np.float32)


def _cosines(rows: Floats, one: Floats) -> Floats:
    rows = rows.astype(np.float32)
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(one)
    return np.asarray(rows @ one / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def _comparable(at: int, title: list[str], likeness: float, learned: Learned) -> Comparable:
    arrays = learned.arrays
    reviews = int(arrays["reviews"][at])
    return Comparable(
        title=title[1],
        author=title[2],
        rating=round(float(learned.ratings[at]), 2),
        likeness=round(likeness, 3),
        genres=tuple(genre for genre, has in zip(learned.genres, learned.carries[at], strict=True) if has),
        aspects={
            aspect: Said(
                share=round(int(arrays["mentions"][at, column]) / reviews, 3),
                kindness=round(float(arrays["kindness"][at, column]), 3),
                stars=round(float(arrays["mention_stars"][at, column]), 2),
                reviews=int(arrays["mentions"][at, column]),
            )
            for column, aspect in enumerate(ASPECT_IDS)
            if arrays["mentions"][at, column]
        },
    )
