"""The Python API: one function per question, with the same names and defaults as the command line.

import fabula

book = fabula.open("novel.epub")
report = fabula.evaluate(book, method="summary", model="openai/gpt-4o", max_cost=5)
report.overall, report["plot"].critique
report.save("report/")

Each function blocks until it has the answer. Each also has an async version, such as `fabula.evaluate_async`. All options
of the question and of the model are keyword arguments; help(fabula.evaluate) lists them.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fabula.errors import UsageError
from fabula.models.options import ModelOptions
from fabula.notebook import progress
from fabula.questions import QUESTIONS, Question
from fabula.questions import question as question_of
from fabula.request import Option, document, options
from fabula.text.book import Book
from fabula.text.files import read

if TYPE_CHECKING:
    from fabula.judging.evaluation import AspectResult, Estimate, Evaluation
    from fabula.judging.result import EvaluateResult
    from fabula.readermodel.rating import ReaderRating

T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """An evaluation that displays in notebooks, converts to a data frame, and saves itself as a report."""

    evaluation: Evaluation

    @property
    def overall(self) -> Estimate | None:
        """The judge's overall score with its interval. None if no model was used."""
        return self.evaluation.overall

    @property
    def rating(self) -> ReaderRating | None:
        """How readers would rate such a book, in stars, with its interval. None where the reader model gives no rating."""
        from fabula.readermodel.rating import ReaderRating

        found = self.evaluation.rating
        return found if isinstance(found, ReaderRating) else None

    @property
    def signature(self) -> str:
        """How the numbers were made, as printed under every result."""
        return self.evaluation.signature

    @property
    def result(self) -> EvaluateResult:
        """The document that `fabula evaluate --json` prints for this book."""
        from fabula.judging.result import EvaluateResult

        return EvaluateResult.of(self.evaluation)

    def __getitem__(self, aspect: str) -> AspectResult:
        for result in self.evaluation.aspects:
            if result.id == aspect:
                return result
        known = ", ".join(result.id for result in self.evaluation.aspects)
        raise KeyError(f"there is no aspect {aspect!r}; the aspects are {known}")

    def __repr__(self) -> str:
        stars = f"{self.rating.value:.2f} stars expected of readers" if self.rating else "no score"
        overall = stars if self.overall is None else f"{self.overall.score:.1f}"
        return f"<Report of {self.evaluation.book.title!r}: {overall}, {self.signature}>"

    def json(self) -> dict[str, Any]:
        """The result as plain Python values."""
        return self.result.json_document

    def rows(self) -> list[dict[str, Any]]:
        """One row per aspect, ready for a data frame."""
        return [
            {"book": self.evaluation.book.title, "aspect": each.id}
            | {name: getattr(each, name) for name in ("label", "score", "low", "high", "critique")}
            for each in self.result.aspects
        ]

    def to_frame(self) -> Any:
        """The rows as a data frame of pandas or, without it, of polars."""
        from fabula.frames import frame

        return frame(self.rows())

    def save(self, folder: str | Path, *, png: bool = False) -> Path:
        """Write the report (HTML, Markdown, JSON, figures) to a folder and return the path of the HTML page. With `png`
        every figure is there as PNG too."""
        from fabula.reports.files import write_report

        return write_report(self.evaluation, Path(folder), png=png)

    def _repr_html_(self) -> str:
        from fabula.reports.notebook import summary_html

        return summary_html(self.evaluation)


def open(path: str | Path) -> Book:
    """Read a book from any file fabula knows, or from a folder of chapters."""
    return read(Path(path))


async def ask(kind: str, *arguments: Any, **given: Any) -> Any:
    """Answer one question by its kind. Without a model, only questions that need no model can be answered."""
    question = _asked(kind)
    request, model = _made(question, arguments, given)
    return _shown(kind, await answer(question, request.for_model(model.model), model))


async def answer(question: Question, request: Any, model: ModelOptions) -> Any:
    """Run a settled request, with the open doors to the models it needs."""
    from fabula.models.opening import open_door, open_doors

    about, name = {"request": document(request)}, f"fabula.{python_name(question.kind)}"
    if question.asks == "none" or not request.asks_model:
        return await question.runner(request, None)
    if question.asks != "several models" and model.model is None:
        if question.asks == "a model or none":
            return await question.runner(request, None)
        raise UsageError("no model given: name one, such as model='openai/gpt-4o'")
    with progress() as watch:
        settings = model.settings(about, name, main=model.main(request), watch=watch)
        if question.asks == "several models":
            async with open_doors(settings, model.all_of(request)) as doors:
                return await question.runner(request, doors)
        async with open_door(model.required(), settings) as door:
            return await question.runner(request, door)


_OWN_NAMES = {"facts-check": "check_facts", "facts-refine": "refine_facts", "facts-graph": "graph"}


def python_name(kind: str) -> str:
    """The function name for a question: `quiz-run` becomes `fabula.quiz_run`. Questions about facts get clearer names."""
    return _OWN_NAMES.get(kind, kind.replace("-", "_"))


def function(name: str) -> Callable[..., Any]:
    """Look up a question function by name, with or without `_async`."""
    kinds = {python_name(kind): kind for kind in QUESTIONS}
    if name in kinds:
        return _blocking(kinds[name])
    plain = name.removesuffix("_async")
    if plain in kinds:
        return _awaited(kinds[plain])
    added = plain.replace("_", "-")
    if question_of(added) is not None:
        return _blocking(added) if plain == name else _awaited(added)
    raise AttributeError(f"module 'fabula' has no attribute {name!r}")


def _asked(kind: str) -> Question:
    found = question_of(kind)
    if found is None:
        raise KeyError(f"there is no question {kind!r}")
    return found


def _blocking(kind: str) -> Callable[..., Any]:
    def blocking(*arguments: Any, **given: Any) -> Any:
        return _wait(ask(kind, *arguments, **given))

    return _dressed(blocking, kind, "")


def _awaited(kind: str) -> Callable[..., Awaitable[Any]]:
    async def awaited(*arguments: Any, **given: Any) -> Any:
        return await ask(kind, *arguments, **given)

    return _dressed(awaited, kind, "_async")


def _dressed(made: Callable[..., T], kind: str, ending: str) -> Callable[..., T]:
    """Take name, signature and help from the request, so that help() and completion show every option."""
    question = _asked(kind)
    of_question, of_model = _options(question)
    doc = inspect.getdoc(question.request_type) or ""
    lines = [f"    {each.name}: {each.help}" for each in (*of_question, *of_model)]
    made.__name__ = made.__qualname__ = python_name(kind) + ending
    made.__doc__ = "\n".join([doc, "", *lines])
    parameters = [_parameter(each) for each in (*of_question, *of_model)]
    parameters.sort(key=lambda each: (each.kind, each.default is not inspect.Parameter.empty))
    made.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return made


def _options(question: Question) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """The options of the question and of the model. If both define a name, the question's option wins."""
    own = options(question.request_type)
    names = {each.name for each in own}
    return own, tuple(each for each in options(ModelOptions) if each.name not in names)


def _parameter(each: Option) -> inspect.Parameter:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if each.argument else inspect.Parameter.KEYWORD_ONLY
    default = inspect.Parameter.empty if each.required else each.default
    return inspect.Parameter(each.name, kind, default=default, annotation=each.kind)


def _made(question: Question, arguments: tuple[Any, ...], given: dict[str, Any]) -> tuple[Any, ModelOptions]:
    of_question, of_model = _options(question)
    by_place = [each.name for each in of_question if each.argument]
    if len(arguments) > len(by_place):
        raise TypeError(f"{question.kind} takes {len(by_place)} positional arguments: {', '.join(by_place)}")
    given = dict(zip(by_place, arguments, strict=False)) | given
    known = {each.name: each for each in (*of_model, *of_question)}
    if strange := sorted(set(given) - set(known)):
        raise TypeError(
            f"{question.kind} has no option {', '.join(strange)}; it has {', '.join(sorted(known))}"
        )
    values = {name: _value(known[name], value) for name, value in given.items()}
    own = {each.name for each in of_question}
    request = question.request_type(**{name: value for name, value in values.items() if name in own})
    return request, ModelOptions(**{name: value for name, value in values.items() if name not in own})


def _value(each: Option, value: Any) -> Any:
    """Convert text to paths and lists to tuples where the request expects them."""
    if isinstance(value, list | tuple):
        return tuple(_value(each, one) for one in value)
    return Path(value) if isinstance(value, str) and each.takes_path else value


def _shown(kind: str, answer: Any) -> Any:
    return Report(answer.evaluation) if kind == "evaluate" else answer


def _wait(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end. Inside a running event loop, such as in a notebook, use a separate thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
