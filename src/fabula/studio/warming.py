"""What the warm process of the studio loads: what every book needs that comes to the shelf, and most other jobs too.

Modules are half of it. The other half is what is made of words, rules and models when they are first used, so a short
text in each of the interface's languages is read and measured once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from fabula.studio.labels import LANGUAGES

_TEXTS = {
    "en": (
        "Chapter {n}",
        "“Where were you?” Mara asked. It was a dark night, and she went home along the harbour. ",
    ),
    "zh": ("第{n}章", "“你去哪儿了？”李明问道。那天夜里很黑，她沿着港口走回家。"),
}
_CHAPTERS, _TIMES = 3, 40
_MODULES = (
    "fabula.studio.worker",
    "fabula.reading.outline",
    "fabula.studio.tasks.outline",
    "fabula.judging.evaluate",
    "fabula.studio.tasks.evaluate",
    "fabula.reports.files",
)


def loading() -> Iterator[object]:
    """Each step takes a tenth of a second or two, so that a job which is asked for meanwhile does not wait."""
    for module in _MODULES:
        yield import_module(module)
    for language in LANGUAGES:
        yield from _judged(language)


def _judged(language: str) -> Iterator[object]:
    """What follows when a book comes to the shelf, in one thread."""
    from fabula.judging.combining import measured_only
    from fabula.judging.request import EvaluateRequest
    from fabula.reading.cast import find_cast
    from fabula.reading.measured import measure
    from fabula.reports.files import write_report
    from fabula.text.files import read
    from fabula.text.guard.finding import find_instructions

    heading, sentence = _TEXTS[language]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.txt"
        chapters = (f"{heading.format(n=n)}\n\n{sentence * _TIMES}" for n in range(1, _CHAPTERS + 1))
        path.write_text("\n\n".join(chapters), encoding="utf-8")
        book = read(path)
    yield find_cast(book)
    yield find_instructions(book)
    measured = measure(book)
    yield measured
    evaluation = measured_only(book, EvaluateRequest(book=book, method="embedded"), None, measured)
    yield evaluation
    with tempfile.TemporaryDirectory() as folder:
        write_report(evaluation, Path(folder))
