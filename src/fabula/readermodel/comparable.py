"""The training books most like a manuscript: what their readers talk about, and how kindly. Figures only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from fabula.notices import Notice
from fabula.readermodel.book_features import counted, interests, sense
from fabula.readermodel.model import ASPECT_IDS, FIELDS, Floats, ReaderModel, shipped
from fabula.readermodel.rating import Abstained, BookFacts
from fabula.readermodel.usable import UsableFacts, usable_facts

WEIGHTS: Mapping[str, float] = {"genres": 2.0, "premise": 1.0, "interests": 1.0, "plot": 1.0, "cast": 0.5}
"""The weight of each similarity. Those that cannot be computed are left out."""


@dataclass(frozen=True, slots=True)
class AspectFigures:
    """What a book's readers said about one aspect, in figures."""

    share: float
    """The share of the book's reviews that mention it."""
    kindness: float
    """Mean sentiment of those passages, from -1 to 1, by a sentiment lexicon."""
    stars: float
    """Mean rating by the readers who mention it."""
    reviews: int


@dataclass(frozen=True, slots=True)
class Comparable:
    """One of the nearest training books."""

    title: str
    author: str
    rating: float
    likeness: float
    """Cosine similarity of what both are about, from -1 to 1."""
    genres: tuple[str, ...]
    aspects: Mapping[str, AspectFigures]
    """Empty if no review of the book is known."""


def like(
    facts: BookFacts, k: int = 5, model: ReaderModel | None = None
) -> tuple[Comparable, ...] | Abstained:
    """The `k` nearest training books, the nearest first."""
    model = model or shipped()
    book = usable_facts(facts, model)
    if isinstance(book, Abstained):
        return book
    if not (book.genres or book.texts):
        return Abstained(Notice.of("readermodel.too-little"))
    nearness = _nearness(book, model)
    titles = model.titles
    order = sorted(range(len(titles)), key=lambda at: (-nearness[at], at))[:k]
    return tuple(_comparable(at, titles[at], float(nearness[at]), model) for at in order)


def _nearness(book: UsableFacts, model: ReaderModel) -> Floats:
    """The weighted mean of the similarities that the facts allow."""
    by_kind: dict[str, Floats] = {}
    if book.genres:
        tags = model.carries.astype(np.float32)
        rarity = np.log(model.books / (1 + tags.sum(axis=0))) + 1
        own = np.zeros(len(model.genres), dtype=np.float32)
        own[[model.genre_place[genre] for genre in book.genres]] = 1
        by_kind["genres"] = _cosines(tags * rarity, own * rarity)
    for name in FIELDS:
        if name in book.texts:
            words = counted(book.texts[name], model)
            by_kind[name] = _cosines(model.arrays[f"near.{name}"], sense(words, name, model))
            if name == "premise":
                by_kind["interests"] = _cosines(model.arrays["near.interests"], interests(words, model))
    total = sum(WEIGHTS[name] for name in by_kind)
    return np.asarray(sum(WEIGHTS[name] * each for name, each in by_kind.items()) / total, dtype=np.float32)


def _cosines(rows: Floats, one: Floats) -> Floats:
    rows = rows.astype(np.float32)
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(one)
    return np.asarray(rows @ one / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def _comparable(at: int, title: list[str], likeness: float, model: ReaderModel) -> Comparable:
    arrays = model.arrays
    reviews = int(arrays["reviews"][at])
    return Comparable(
        title=title[1],
        author=title[2],
        rating=round(float(model.ratings[at]), 2),
        likeness=round(likeness, 3),
        genres=tuple(genre for genre, has in zip(model.genres, model.carries[at], strict=True) if has),
        aspects={
            aspect: AspectFigures(
                share=round(int(arrays["mentions"][at, column]) / reviews, 3),
                kindness=round(float(arrays["kindness"][at, column]), 3),
                stars=round(float(arrays["mention_stars"][at, column]), 2),
                reviews=int(arrays["mentions"][at, column]),
            )
            for column, aspect in enumerate(ASPECT_IDS)
            if arrays["mentions"][at, column]
        },
    )
