"""What `fabula evaluate` writes and prints: each report as soon as it is ready, then one document or a ranking."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import typer

from fabula.cli.error_language import error_language
from fabula.cli.outputs import check_folder, check_pdf, check_report
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import FabulaError, UsageError
from fabula.judging.many import Failed, name_of
from fabula.notices import worded
from fabula.result import read_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from fabula.cli.options import Asking
    from fabula.judging.evaluation import Evaluation
    from fabula.judging.request import EvaluateRequest


class Reports:
    """The reports of one command, in the order of its books."""

    def __init__(
        self,
        requests: Sequence[EvaluateRequest],
        out: Path | None,
        asking: Asking,
        *,
        overwrite: bool,
        as_json: bool,
        png: bool = False,
        pdf: bool = False,
    ) -> None:
        self._requests = requests
        self._out = out
        self._as_json = as_json
        self._dry_run = asking.dry_run
        self._png = png
        self._pdf = pdf
        self._results: dict[int, Evaluation | Failed] = {}
        if not asking.dry_run:
            check_pdf(wanted=pdf)
            self._check(asking.named(), overwrite)

    def write(self, place: int, result: Evaluation | Failed) -> None:
        """Keep one result and write its report at once, even if the judge gave no verdict: its measures are still valid."""
        self._results[place] = result
        if isinstance(result, Failed):
            stderr().print(self._why(result), markup=False, soft_wrap=True)
        elif not self._dry_run:
            self._write_report(place, result)

    def _why(self, failed: Failed) -> str:
        """One book's fault as every command says it; of several books with its name, if the fault does not name it."""
        why = worded(failed.notice, error_language(sys.argv[1:])) if failed.notice else failed.why
        if len(self._requests) == 1:
            return f"fabula: {why}"
        return why if failed.book in why else f"{failed.book}: {why}"

    @contextmanager
    def finished(self) -> Iterator[None]:
        """Wrap the work and print the document or ranking at the end, even if a spent budget or a refused key stopped it."""
        try:
            yield
        except UsageError:
            raise
        except FabulaError as stop:
            if self._as_json and not self._dry_run:
                names = [name_of(each) for each in self._requests]
                self._print_document(
                    [self._results.get(place, Failed(name, str(stop))) for place, name in enumerate(names)]
                )
            raise
        results = [self._results[place] for place in sorted(self._results)]
        if self._as_json:
            self._print_document(results)
        elif not self._dry_run:
            _print_ranking(results)
        judged = [each for each in results if not isinstance(each, Failed) and each.verdicts]
        say_one_score([each.overall.score for each in judged if each.overall])
        if unjudged := sum(isinstance(each, Failed) or each.no_verdict is not None for each in results):
            if len(results) > 1:
                stderr().print(f"{unjudged} of {len(results)} books could not be judged.")
            raise typer.Exit(1)

    def _write_report(self, place: int, evaluation: Evaluation) -> None:
        from fabula.editing.decisions import decisions_about
        from fabula.reports.files import write_report
        from fabula.reports.first_look import notes_of
        from fabula.reports.pdf import print_pdf
        from fabula.reports.terminal import print_evaluation

        known = decisions_about(self._requests[place].book)
        notes = notes_of(evaluation)
        folder = self._folder(place, evaluation)
        page_file = write_report(evaluation, folder, known, png=self._png, notes=notes)
        if not self._as_json:
            print_evaluation(evaluation, stdout(), page_file, notes)
        if self._pdf:
            print_pdf(page_file, page_file.with_suffix(".pdf"))
        if evaluation.no_verdict is not None:
            name = name_of(self._requests[place])
            message = f"{name}: the judge gave no usable verdict: {evaluation.no_verdict}"
            stderr().print(message, markup=False, soft_wrap=True)

    def _check(self, model: str | None, overwrite: bool) -> None:
        """Check before long work that every report can be written and none that was paid for is lost."""
        for place, request in enumerate(self._requests):
            for folder, same in self._earlier(place):
                asked = model if request.asks_model else None
                check_report(folder / "report.json", request, asked, overwrite=overwrite, same_text=same)

    def _earlier(self, place: int) -> Iterator[tuple[Path, Callable[[Mapping[str, Any]], bool]]]:
        """The folders that the report may go to. Among several in one --out a changed text gets another."""
        request = self._requests[place]
        if self._out is None or len(self._requests) == 1:
            yield self._out or self._beside(place), _same_chapters(request)
            return
        check_folder(self._out)
        same = _same_chapters(request)
        for saved in sorted(self._out.glob("*/report.json")):
            told = read_document(saved)
            if PurePath(str((told.get("request") or {}).get("book"))).name == name_of(request) and same(told):
                yield saved.parent, same

    def _folder(self, place: int, evaluation: Evaluation) -> Path:
        """BOOK.fabula next to the book, or --out. Several books in one --out get a folder each, even NOVEL.epub and NOVEL.txt."""
        if self._out is not None:
            return self._out if len(self._requests) == 1 else self._out / evaluation.book.id
        return self._beside(place)

    def _beside(self, place: int) -> Path:
        path = _path(self._requests[place])
        alike = {
            _path(each) for each in self._requests if _path(each).with_suffix("") == path.with_suffix("")
        }
        return path.parent / f"{path.name if len(alike) > 1 else path.stem}.fabula"

    def _print_document(self, results: Sequence[Evaluation | Failed]) -> None:
        from fabula.judging.result import ShelfResult

        failed = [(result.book, result.why) for result in results if isinstance(result, Failed)]
        judged = [result for result in results if not isinstance(result, Failed)]
        print_json(ShelfResult.of(judged, failed).model_dump(mode="json"))


def _path(request: EvaluateRequest) -> Path:
    named = request.plan or request.book
    assert isinstance(named, Path)
    return named


def _same_chapters(request: EvaluateRequest) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a saved report is about the text as it is now."""

    def same(saved: Mapping[str, Any]) -> bool:
        from fabula.digests import digest
        from fabula.text.files import read

        if request.plan is not None:
            return True
        try:
            book = read(_path(request))
        except FabulaError:
            return True  # the evaluation says what is wrong with it
        return [each["hash"] for each in saved["chapters"]] == [digest(each.text) for each in book.chapters]

    return same


def say_one_score(scores: Sequence[float]) -> None:
    """A judge that gives every book the same score says nothing of these books."""
    from fabula.cli.terminal import say_notices
    from fabula.judging.evaluation import one_score_for_all

    told = one_score_for_all(scores)
    say_notices([told] if told else [])


def _print_ranking(results: Sequence[Evaluation | Failed]) -> None:
    from fabula.reports.terminal import print_ranking

    print_ranking([result for result in results if not isinstance(result, Failed)], stdout())
