"""Finds novels that are on a shelf more than once: under another title, in another script, edited, or shortened.

Candidates share keys of their fingerprints, and rapidfuzz confirms each pair. Copies of copies form one group; the cleanest
of the complete ones is kept. A part of another book is reported as a part. Parts do not join separate groups: a
preface that two novels share does not make them one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from fabula.shelf.catalogue import Catalogue, Facts
from fabula.shelf.fingerprints import Keys, folded
from fabula.shelf.likeness import Likeness, likeness
from fabula.shelf.locations import Location
from fabula.workers.engines import Engine

Pairs = NDArray[np.int64]

_SHARED_LANDMARKS = 3
_NEIGHBOURS = 8
"""Each book is paired with at most this many others that share a key, so that pairs grow linearly with the shelf."""
_WHOLE = 0.95
"""A copy with this share of the letters of the longest, and with all chapters, is whole. What it lacks may be adverts."""
_BOOKS_A_PASS = 250_000
"""More books than this are compared in several passes, to keep memory below a gigabyte."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A book to remove, and its relation to the one that is kept."""

    name: str
    kind: Literal["copy", "part"]
    ratio: float | None
    """The ratio with the kept book, or None if they are connected only through another copy."""
    share: float | None
    """For a part, how much of it is in the kept book."""
    length: float
    """Its length relative to the kept book."""


@dataclass(frozen=True, slots=True)
class Group:
    """One novel that is on the shelf several times."""

    kept: str
    copies: tuple[Copy, ...]


@dataclass(frozen=True, slots=True)
class Suspects:
    """Books connected by shared keys, and the pairs to compare: a task for an engine."""

    books: tuple[tuple[Location, Facts], ...]
    pairs: tuple[tuple[int, int], ...]
    """Places within `books`."""


def find_groups(
    catalogue: Catalogue,
    files: Iterable[Location],
    engine: Engine,
    seen: Callable[[int], None] = lambda _: None,
) -> Iterator[Group]:
    """The groups of one shelf, ordered by their first candidates."""
    for done, groups in enumerate(engine.map(settle, suspects(catalogue, files)), 1):
        seen(done)
        yield from groups


def suspects(catalogue: Catalogue, files: Iterable[Location]) -> list[Suspects]:
    """A shelf's candidates as connected sets, each small enough for one worker."""
    pairs = candidates(catalogue)
    if not len(pairs):
        return []
    wanted = set(pairs.ravel().tolist())
    facts = {at: book for at, book in enumerate(catalogue.books()) if at in wanted}
    where = {location.name: location for location in files}
    graph = nx.Graph(pairs.tolist())
    found = []
    for members in sorted(sorted(each) for each in nx.connected_components(graph)):
        index = {at: n for n, at in enumerate(members)}
        inner = sorted(sorted((index[a], index[b])) for a, b in graph.subgraph(members).edges)
        found.append(
            Suspects(
                tuple((where[facts[at].name], facts[at]) for at in members), tuple((a, b) for a, b in inner)
            )
        )
    return found


def candidates(catalogue: Catalogue) -> Pairs:
    """Pairs of books, as positions in the catalogue, that share a band or several landmarks."""
    count = sum(1 for _ in catalogue.books())
    passes = 1 + count // _BOOKS_A_PASS
    alike = [_pairs(_postings((b for b, _ in catalogue.fingerprints()), n, passes)) for n in range(passes)]
    near = [_pairs(_postings((m for _, m in catalogue.fingerprints()), n, passes)) for n in range(passes)]
    pairs, shared = np.unique(np.concatenate(near), axis=0, return_counts=True)
    return np.unique(np.concatenate([*alike, pairs[shared >= _SHARED_LANDMARKS]]), axis=0)


def _postings(keys: Iterable[Keys], turn: int, passes: int) -> tuple[Keys, NDArray[np.int64]]:
    """The keys of one pass with their books, sorted so that books with the same key are neighbours."""
    own = [each[each % np.uint64(passes) == turn] if passes > 1 else each for each in keys]
    books = np.repeat(np.arange(len(own)), [len(each) for each in own])
    joined = np.concatenate(own) if own else np.zeros(0, dtype=np.uint64)
    order = np.argsort(joined, kind="stable")
    return joined[order], books[order]


def _pairs(postings: tuple[Keys, NDArray[np.int64]]) -> Pairs:
    keys, books = postings
    found = [np.zeros((0, 2), dtype=np.int64)]
    for step in range(1, _NEIGHBOURS + 1):
        same = keys[:-step] == keys[step:]
        if not same.any():
            break
        found.append(np.column_stack([books[:-step][same], books[step:][same]]))
    return np.concatenate(found)


def settle(suspects: Suspects) -> list[Group]:
    """Compares every pair in a set of candidates and decides which books are copies or parts of which."""
    books = suspects.books
    text = lru_cache(maxsize=8)(lambda at: folded(books[at][0].book()))
    copies: nx.Graph = nx.Graph()
    copies.add_nodes_from(range(len(books)))
    parts: list[tuple[int, int]] = []
    for first, second in suspects.pairs:
        if nx.has_path(copies, first, second):
            continue
        alike = likeness(text(first), text(second))
        if alike.same:
            copies.add_edge(first, second)
        elif alike.part:
            shorter, longer = sorted((first, second), key=lambda at: books[at][1].letters)
            parts.append((shorter, longer))
    return _groups([facts for _, facts in books], copies, parts, text)


def _groups(
    books: Sequence[Facts], copies: nx.Graph, parts: Iterable[tuple[int, int]], text: Callable[[int], str]
) -> list[Group]:
    sets = [_best_last(books, each) for each in nx.connected_components(copies)]
    set_of = {at: n for n, each in enumerate(sets) for at in each}
    fullest = [books[each[-1]].letters for each in sets]
    over: dict[int, int] = {}
    for part, whole in parts:
        own, other = set_of[part], set_of[whole]
        if fullest[other] > fullest[own] and (own not in over or fullest[other] > fullest[over[own]]):
            over[own] = other
    under: dict[int, list[int]] = defaultdict(list)
    for n, each in enumerate(sets):
        top = n
        while top in over:
            top = over[top]
        under[sets[top][-1]] += [at for at in each if at != sets[top][-1]]
    return [
        Group(books[kept].name, tuple(_copy(books, at, kept, likeness(text(at), text(kept))) for at in left))
        for kept, left in sorted(under.items())
        if left
    ]


def _best_last(books: Sequence[Facts], copies: Iterable[int]) -> list[int]:
    """Copies of one novel, the best last: of those that are whole, the one with the fewest lines of a site."""
    first_name_last = sorted(copies, reverse=True)
    letters = max(books[at].letters for at in first_name_last)
    long = {at for at in first_name_last if books[at].letters >= _WHOLE * letters}
    chapters = max(books[at].chapters for at in long)

    def merit(at: int) -> tuple[bool, int, int, int, bool]:
        book = books[at]
        whole = at in long and book.chapters == chapters
        return whole, -book.site_lines if whole else 0, book.letters, book.chapters, book.author is not None

    return sorted(first_name_last, key=merit)


def _copy(books: Sequence[Facts], at: int, kept: int, alike: Likeness) -> Copy:
    return Copy(
        name=books[at].name,
        kind="part" if alike.part else "copy",
        ratio=round(alike.ratio, 4) if alike.same else None,
        share=round(alike.share, 4) if alike.part else None,
        length=round(books[at].letters / books[kept].letters, 4),
    )
