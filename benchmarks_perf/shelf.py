"""Near-duplicates on a shelf of generated novels, compared with rapidfuzz over all pairs (extrapolated from a sample)."""

from __future__ import annotations

import random
import tempfile
import time
from functools import partial
from itertools import combinations
from pathlib import Path

from rapidfuzz import fuzz

from fabula.shelf.clean import duplicates
from fabula.workers.engines import engine

_LETTERS = 30_000
_SHARE = 0.05
_SIZES = (500, 2_000, 8_000, 10_000)
_PEER = 2_000
_SAMPLE = 40


def run() -> None:
    """Print recall, precision and time by the size of the shelf, and the time that all pairs would have taken."""
    print(f"shelf: made novels of {_LETTERS:,} characters, {_SHARE:.0%} copies edited by 3 to 8 %, on files")
    times = {}
    for size in _SIZES:
        with tempfile.TemporaryDirectory() as folder:
            copies = make(Path(folder) / "books", size)
            if size == _PEER:
                pairs = _all_pairs(Path(folder) / "books", size)
            started = time.perf_counter()
            groups = duplicates(
                str(Path(folder) / "books"), Path(folder) / "out", engine(), lambda _what, _count: None
            ).groups
            times[size] = time.perf_counter() - started
        found = {frozenset((group.kept, copy.name)) for group in groups for copy in group.copies}
        right = len(found & copies)
        print(
            f"  {size:6,} books  recall {right / len(copies):.3f}  precision {right / max(1, len(found)):.3f}"
            f"  {times[size]:7.1f} s  {1000 * times[size] / size:5.1f} ms a book"
        )
    small, large = _SIZES[0], _SIZES[-1]
    print(
        f"  {large // small} times the books take {times[large] / times[small]:.1f} times the time (the pool's start included)"
    )
    print(
        f"  all pairs of {_PEER:,} by rapidfuzz, from {_SAMPLE * (_SAMPLE - 1) // 2} pairs extrapolated:"
        f" {pairs:,.0f} s, {pairs / times[_PEER]:,.0f} times fabula's time (one core)"
    )


def make(folder: Path, size: int) -> set[frozenset[str]]:
    """Write novels to files, a few of them as edited copies under other names; return the pairs that are copies."""
    folder.mkdir()
    dice = random.Random(size)
    syllables = ["ba", "lo", "ter", "mi", "san", "vel", "ku", "ri", "no", "dan", "shi", "por", "gre", "tha"]
    lexicon = ["".join(dice.choices(syllables, k=dice.randint(1, 4))) for _ in range(8_000)]
    weights = [1 / (rank + 3) for rank in range(len(lexicon))]
    draw = partial(dice.choices, lexicon, weights)
    count = round(size * _SHARE)
    pairs = set()
    for number in range(size - count):
        words = draw(k=_LETTERS // 6)
        (folder / f"{number}.txt").write_text(_novel(words, "Chapter {}"), encoding="utf-8")
        if number < count:
            share = dice.uniform(0.03, 0.08)
            edited = [draw(k=1)[0] if dice.random() < share else word for word in words]
            (folder / f"copy-{number}.txt").write_text(_novel(edited, "{}. Again"), encoding="utf-8")
            pairs.add(frozenset((f"{number}.txt", f"copy-{number}.txt")))
    return pairs


def _novel(words: list[str], heading: str) -> str:
    parts, a_chapter = [], len(words) // 12 + 1
    for number in range(12):
        own = words[number * a_chapter : (number + 1) * a_chapter]
        lines = [" ".join(own[at : at + 60]).capitalize() + "." for at in range(0, len(own), 60)]
        parts.append("\n\n".join([heading.format(number + 1), *lines]))
    return "\n\n\n".join(parts)


def _all_pairs(folder: Path, size: int) -> float:
    """Seconds that rapidfuzz would take on one core to compare every pair."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())[: 2 * _SAMPLE : 2]]
    started = time.perf_counter()
    done = sum(1 for first, second in combinations(texts, 2) if fuzz.ratio(first, second) >= 0)
    return (time.perf_counter() - started) / done * size * (size - 1) / 2
