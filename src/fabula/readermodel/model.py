"""The embedded reader model as it is loaded from its file.

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

Floats = NDArray[np.float32]
FORMAT = 2
ASPECT_IDS = ("plot", "characters", "writing", "world", "themes", "emotion", "enjoyment", "expectation")
FIELDS = ("premise", "plot", "cast")
SENSE_FIELDS = ("premise", "cast")
"""Texts whose meaning is taken from word vectors. A plot's vectors added nothing in cross-validation."""
FEWEST_OF_GENRE = 15
"""Training books that a genre needs before a percentile within it is given."""


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
