"""The Python face: the same as the commands, in as few words.

import fabula

book = fabula.open("novel.epub")
report = fabula.evaluate(book, method="summary", model="openai/gpt-4o")
report.overall, report["plot"].critique
report.save("report/")
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.judging.evaluate import Wanted
from fabula.judging.evaluate import evaluate as judge
from fabula.judging.evaluation import AspectResult, Estimate, Evaluation
from fabula.judging.settings import JudgeSettings, Method, Source, usual_runs
from fabula.models.door import DoorSettings, open_door
from fabula.rubrics.files import load
from fabula.text.book import Book
from fabula.text.files import read

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Report:
    """An evaluation that shows itself in a notebook, turns into data frames, and saves its page."""

    evaluation: Evaluation

    @property
    def overall(self) -> Estimate | None:
        """The judge's overall score with its interval; None without a model."""
        return self.evaluation.overall

    def __getitem__(self, aspect: str) -> AspectResult:
        for result in self.evaluation.aspects:
            if result.id == aspect:
                return result
        known = ", ".join(result.id for result in self.evaluation.aspects)
        raise KeyError(f"no aspect {aspect!r}; there are {known}")

    def json(self) -> dict[str, Any]:
        """The document that `fabula evaluate --json` prints for this book."""
        from fabula.reports.document import book_document

        return book_document(self.evaluation)

    def rows(self) -> list[dict[str, Any]]:
        """One row an aspect: what a data frame is made of."""
        return [
            {"book": self.evaluation.book.title, "aspect": row["id"]}
            | {name: row[name] for name in ("label", "score", "low", "high", "critique")}
            for row in self.json()["aspects"]
        ]

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame, where pandas is installed."""
        import pandas

        return pandas.DataFrame(self.rows())

    def save(self, folder: str | Path) -> Path:
        """Write the report (HTML, Markdown, JSON, figures) into a folder; the page's path comes back."""
        from fabula.reports.files import write_report

        return write_report(self.evaluation, Path(folder))

    def _repr_html_(self) -> str:
        from fabula.reports.notebook import summary_html

        return summary_html(self.evaluation)


def open(path: str | Path) -> Book:
    """Read a book from any file fabula knows, or from a folder of chapters."""
    return read(Path(path))


async def evaluate_async(
    book: Book | str | Path,
    *,
    method: Method | None = None,
    model: str | None = None,
    rubric: str = "longstory",
    runs: int | None = None,
    temperature: float = 0.0,
    definitions: bool = True,
    source: Source = "overall",
    keep_instructions: bool = False,
    settings: DoorSettings | None = None,
) -> Report:
    """Judge a book. Without a model: measured findings and the readers' rating; with one, `summary` unless told."""
    chosen: Method = method or ("summary" if model else "embedded")
    if chosen != "embedded" and model is None:
        raise ValueError(f"method {chosen!r} asks a model: name one, such as model='openai/gpt-4o'")
    brief = JudgeSettings(
        rubric=load(rubric),
        runs=runs or usual_runs(chosen),
        temperature=temperature,
        definitions=definitions,
        source=source,
    )
    wanted = Wanted(chosen, brief, keep_instructions)
    opened = book if isinstance(book, Book) else open(book)
    if chosen == "embedded" or model is None:
        return Report(await judge(opened, wanted, None))
    about = {"book": opened.id, "method": chosen, "rubric": rubric}
    async with open_door(model, settings or DoorSettings(command="fabula.evaluate", about=about)) as door:
        return Report(await judge(opened, wanted, door))


def evaluate(book: Book | str | Path, **asked: Any) -> Report:
    """`evaluate_async`, waited for; inside a running event loop (a notebook) it works as well."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(evaluate_async(book, **asked))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, evaluate_async(book, **asked)).result()
