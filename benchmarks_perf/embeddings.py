"""Sentence vectors and retrieval: throughput, compared with the same model given one sentence at a time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import product
from statistics import median

from fabula.models.vectors import minilm
from fabula.models.vectors.retrieval import Passages

_WHO = (
    "The keeper",
    "A child from the lower village",
    "Marta, who had never once left the island,",
    "Nobody",
)
_WHAT = (
    "counted the sails",
    "hid the letter",
    "spoke of the drowned man",
    "asked why the lamp was dark",
    "laughed",
)
_WHEN = (
    "at dawn",
    "when the fog had lifted",
    "on the last night of the fair",
    "before the tide turned",
    "twice",
)


def run() -> None:
    """Print sentences per second for short sentences, and the time of one search in a million words."""
    _retrieval()
    if not minilm.is_installed():
        print("embeddings: the MiniLM weights are not installed (fabula models fetch minilm)")
        return
    model = minilm.MiniLM()
    sentences = list(_sentences(12))
    few = random.Random(0).sample(sentences, 150)
    model.embed(few)
    together = len(sentences) / _seconds(lambda: model.embed(sentences))
    alone = len(few) / _seconds(lambda: [model.embed([each]) for each in few])
    print(
        f"embeddings: {together:.0f} short sentences a second, {together / alone:.2f} times one by one ({alone:.0f});"
        f" aim 300 on two cores: {'met' if together >= 300 else 'MISSED'}"
    )


def _retrieval() -> None:
    dice = random.Random(0)
    words = ["".join(dice.choices("abcdefghijklm", k=dice.randint(2, 9))) for _ in range(20_000)]
    texts = [" ".join(dice.choices(words, k=50)) for _ in range(20_000)]
    queries = [" ".join(each.split()[10:20]) for each in dice.sample(texts, 50)]
    began = time.perf_counter()
    passages = Passages(texts, "en")
    built = time.perf_counter() - began
    searched = _seconds(lambda: [passages.search(query) for query in queries]) / len(queries)
    plain = _seconds(lambda: [sum(word in text for word in queries[0].split()) for text in texts])
    print(
        f"retrieval: a million words in 20,000 passages indexed in {built:.1f} s, {searched * 1000:.1f} ms a search,"
        f" {searched / plain:.2f} times a scan for the same words ({plain * 1000:.0f} ms)"
    )


def _sentences(rounds: int) -> Iterator[str]:
    for number, who, what, when in product(range(rounds), _WHO, _WHAT, _WHEN):
        yield f"{who} {what} {when}, in the year {1800 + number}."


def _seconds(work: Callable[[], object]) -> float:
    """Median seconds of three runs."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return median(times)
