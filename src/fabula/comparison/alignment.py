"""Which chapter of a new draft is which of the old one: kept, changed, moved, added, cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.comparison.result import ChapterPair, Status
from fabula.text.likeness import hashes, likeness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.result import ChapterRow

LEAST = 0.12
"""Below this similarity, two chapters are different chapters."""
LEAST_MOVED = 0.4
"""A moved chapter must be more similar, because its position does not support the match."""
_MOST = 0.99
"""A changed chapter is never 100 % similar, even if its sketch misses the changed word."""
TITLE = 0.2
"""The bonus for an equal title. It decides between completely rewritten chapters."""


def align(old: Sequence[ChapterRow], new: Sequence[ChapterRow]) -> list[ChapterPair]:
    """The chapters of both documents side by side, in the new order. Cut chapters stay at their old position."""
    table = _table(old, new)
    kept = _in_order(table)
    left_old = [one for one in range(len(old)) if one not in {pair[0] for pair in kept}]
    left_new = [other for other in range(len(new)) if other not in {pair[1] for pair in kept}]
    moved: list[tuple[int, int]] = []
    for score, one, other in sorted(
        ((table[a][b], a, b) for a in left_old for b in left_new), key=lambda row: (-row[0], row[1:])
    ):
        if score >= LEAST_MOVED and one in left_old and other in left_new:
            moved.append((one, other))
            left_old.remove(one)
            left_new.remove(other)
    pairs = [_pair(old, new, one, other, "changed") for one, other in kept]
    pairs += [_pair(old, new, one, other, "moved") for one, other in moved]
    pairs += [_single("added", None, other, new[other].title) for other in left_new]
    pairs.sort(key=lambda pair: pair.new or 0)
    for one in left_old:
        place = next(
            (
                n
                for n, pair in enumerate(pairs)
                if pair.old is not None and pair.status != "moved" and pair.old > one + 1
            ),
            len(pairs),
        )
        pairs.insert(place, _single("cut", one, None, old[one].title))
    return pairs


def _pair(
    old: Sequence[ChapterRow], new: Sequence[ChapterRow], one: int, other: int, status: Status
) -> ChapterPair:
    before, after = old[one], new[other]
    alike: float | None = None
    if before.sketch and after.sketch:
        is_same = before.hash == after.hash
        alike = 1.0 if is_same else min(_MOST, likeness(hashes(before.sketch), hashes(after.sketch)))
        status = "same" if is_same and status == "changed" else status
    return ChapterPair(status=status, old=one + 1, new=other + 1, title=after.title, likeness=alike)


def _single(status: Status, old: int | None, new: int | None, title: str) -> ChapterPair:
    """A chapter that only one draft has, by its index from 0."""
    return ChapterPair(
        status=status,
        old=None if old is None else old + 1,
        new=None if new is None else new + 1,
        title=title,
        likeness=None,
    )


def _table(old: Sequence[ChapterRow], new: Sequence[ChapterRow]) -> list[list[float]]:
    """The similarity of every old chapter to every new one. Uses only titles if the documents have no sketches."""
    befores = [hashes(chapter.sketch) for chapter in old]
    afters = [hashes(chapter.sketch) for chapter in new]
    return [
        [
            likeness(before, after) + (TITLE if _same_title(chapter, other) else 0.0)
            for other, after in zip(new, afters, strict=True)
        ]
        for chapter, before in zip(old, befores, strict=True)
    ]


def _same_title(one: ChapterRow, other: ChapterRow) -> bool:
    return bool(one.title.strip()) and one.title.casefold().split() == other.title.casefold().split()


def _in_order(table: list[list[float]]) -> list[tuple[int, int]]:
    """The pairs, in order in both drafts, with the highest total similarity."""
    rows, columns = len(table), len(table[0]) if table else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for one in range(rows - 1, -1, -1):
        for other in range(columns - 1, -1, -1):
            here = table[one][other] + best[one + 1][other + 1] if table[one][other] >= LEAST else 0.0
            best[one][other] = max(here, best[one + 1][other], best[one][other + 1])
    found: list[tuple[int, int]] = []
    one = other = 0
    while one < rows and other < columns:
        if best[one][other] == best[one + 1][other]:
            one += 1
        elif best[one][other] == best[one][other + 1]:
            other += 1
        else:
            found.append((one, other))
            one, other = one + 1, other + 1
    return found
