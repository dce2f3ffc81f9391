"""Which reader model is used: one for each set of inputs that a book may have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Tags = Literal["none", "drafted", "shelved"]
"""Where genre tags come from: the author, or readers' shelves, which partly say how the book was received."""

SHELF_TAGS = frozenset(
    {
        "21st Century",
        "Adult",
        "Adult Fiction",
        "Audiobook",
        "Book Club",
        "Chick Lit",
        "Contemporary",
        "Dark",
        "Death",
        "Drama",
        "Family",
        "Fiction",
        "Historical",
        "Love",
        "Marriage",
        "Mystery Thriller",
        "Novels",
        "Science Fiction Fantasy",
        "Teen",
    }
)
"""Tags that readers give when they shelve a book and no author gives a draft.

They hold half of the information in tags.
"""

SAME_TAG = {
    "chicklit": "womensfiction",
    "cosy": "cozymystery",
    "cosymystery": "cozymystery",
    "detective": "mystery",
    "gay": "lgbt",
    "historic": "historicalfiction",
    "historicalnovel": "historicalfiction",
    "lgbtq": "lgbt",
    "lgbtqia": "lgbt",
    "literary": "literaryfiction",
    "romanticcomedy": "contemporaryromance",
    "romcom": "contemporaryromance",
    "scifi": "sciencefiction",
    "sf": "sciencefiction",
    "womenfiction": "womensfiction",
    "ya": "youngadult",
    "yafantasy": "youngadultfantasy",
}
"""Other names that people type for a tag, letters only."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One set of inputs. Length is used together with genre tags; an unknown length counts as average."""

    tags: Tags
    premise: bool
    plot: bool
    cast: bool

    @property
    def name(self) -> str:
        """Its name in reports."""
        parts = {"none": [], "drafted": ["author's genres"], "shelved": ["shelf genres"]}[self.tags]
        return " + ".join([*parts, *self.texts]) or "text alone"

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts about the book that it uses."""
        return tuple(name for name in ("premise", "plot", "cast") if getattr(self, name))


VARIANTS: tuple[Variant, ...] = tuple(
    Variant(tags, premise, plot, cast)
    for tags in ("shelved", "drafted", "none")
    for plot, cast in ((True, True), (True, False), (False, False))
    for premise in (True, False)
)
"""Every set that differs in results. A cast is used only with a plot. Length alone says nothing, so a text about
which nothing else is known (the last one) is placed in the middle of the shelf."""


def letters_only(tag: str) -> str:
    """How tags are compared: `Sci-Fi`, `sci fi` and `SciFi` are the same."""
    return re.sub(r"[\W_]", "", tag.lower())


def matched(tags: Sequence[str], known: Iterable[str]) -> tuple[list[str], list[str]]:
    """The tags that the model knows, by its own names, and the unknown ones as given."""
    names = {letters_only(name): name for name in known}
    found: list[str] = []
    unknown: list[str] = []
    for tag in tags:
        key = letters_only(tag)
        name = names.get(key) or names.get(SAME_TAG.get(key, key))
        if name is None:
            unknown.append(tag)
        elif name not in found:
            found.append(name)
    return found, unknown
