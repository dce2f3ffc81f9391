"""Which chapter of a new draft is which of the old one: kept, changed, moved, added, cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from fabula.text.likeness import hashes, likeness

if TYPE_CHECKING:
    from collections.abc import Sequence

Status = Literal["same", "changed", "moved", "added", "cut"]
LEAST = 0.12
"""Likeness under which two chapters are two chapters, whatever stands between them."""
LEAST_MOVED = 0.4
"""A chapter found elsewhere must be more like: order no longer speaks for it."""
_MOST = 0.99
"""What was changed is never wholly alike, though a sketch may not show the word that was changed."""
TITLE = 0.2
"""What an equal title adds: it decides between chapters that are rewritten beyond recognition."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One chapter in both drafts, or in one; numbers are running places. `likeness` is None where no text is known."""

    status: Status
    old: int | None
    new: int | None
    title: str
    likeness: float | None


def align(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> list[Pair]:
    """The chapters of both documents side by side, in the new order; what was cut stands where it stood."""
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
    pairs += [Pair("added", None, other + 1, new[other]["title"], None) for other in left_new]
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
        pairs.insert(place, Pair("cut", one + 1, None, old[one]["title"], None))
    return pairs


def _pair(
    old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]], one: int, other: int, status: Status
) -> Pair:
    before, after = old[one], new[other]
    if "sketch" not in before or "sketch" not in after:
        return Pair(status, one + 1, other + 1, after["title"], None)
    is_same = before.get("hash") == after.get("hash")
    alike = 1.0 if is_same else min(_MOST, likeness(hashes(before["sketch"]), hashes(after["sketch"])))
    return Pair(
        "same" if is_same and status == "changed" else status, one + 1, other + 1, after["title"], alike
    )


def _table(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> list[list[float]]:
    """How alike every old chapter is to every new one; titles alone where the documents hold no sketches."""
    befores = [hashes(chapter.get("sketch", "")) for chapter in old]
    afters = [hashes(chapter.get("sketch", "")) for chapter in new]
    return [
        [
            likeness(before, after) + (TITLE if _same_title(chapter, other) else 0.0)
            for other, after in zip(new, afters, strict=True)
        ]
        for chapter, before in zip(old, befores, strict=True)
    ]


def _same_title(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(one["title"].strip()) and one["title"].casefold().split() == other["title"].casefold().split()


def _in_order(table: list[list[float]]) -> list[tuple[int, int]]:
    """The pairs, in order in both drafts, whose likeness adds up to most."""
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
