"""Which stories may stand in a reader's past, and which may be asked about: no story is in both."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Literal

Split = Literal["train", "test"]
Part = Literal["past", "train", "test"]
"""What a story is for: readers' histories, or questions to readers of one split."""

TESTED_STORIES = 1 / 2
"""The share of the stories asked about that are asked of test readers. Test readers are few, so their stories are many."""


def split_stories(
    judged: Mapping[str, Sequence[str]], past: int, testing: Collection[str], seed: int
) -> dict[str, Part]:
    """A part for every story, so that most readers have `past` stories in their history and the rest left to ask about.

    Stories are taken in random order. Each goes to the histories if its readers still lack more of their history than
    of their questions.
    """
    readers: dict[str, list[str]] = {}
    for reader, items in judged.items():
        for item in dict.fromkeys(items):
            readers.setdefault(item, []).append(reader)
    order = sorted(readers)
    Random(f"{seed} stories").shuffle(order)
    lacking = dict.fromkeys(judged, past)
    left = {reader: len(set(items)) for reader, items in judged.items()}
    parts: dict[str, Part] = {}
    for item in order:
        own = readers[item]
        wanted = sum(min(1.0, max(0, lacking[reader]) / left[reader]) for reader in own)
        if 2 * wanted >= len(own):
            parts[item] = "past"
            for reader in own:
                lacking[reader] -= 1
        for reader in own:
            left[reader] -= 1
    asked = [item for item in order if item not in parts]
    for_test = [item for item in asked if set(readers[item]) & set(testing)]
    kept = set(for_test[: max(1, round(TESTED_STORIES * len(asked)))])
    return parts | {item: "test" if item in kept else "train" for item in asked}
