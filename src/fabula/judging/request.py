"""The request to judge one book: every option of `fabula evaluate`, the same for command line, studio and Python."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.judging.settings import JudgeSettings, Method, ScoreReading, Source, usual_runs
from fabula.models.replicates import temperature_for, temperature_option
from fabula.reading.book_request import stated_author, stated_language, stated_premise, stated_title
from fabula.reading.people_request import people_file
from fabula.reading.reading_request import keep_instructions_option, segment_tokens_option
from fabula.request import Request, option
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class EvaluateRequest(Request):
    """How good is this book? Eight aspects with evidence by a model, or measured findings without one."""

    book: Path | Book | None = option(
        None,
        help="A book file, or a folder of chapters.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    method: Method | None = option(
        None,
        help="How to judge. Default: summary with a model, embedded (no model, no key) without one.",
        changes_result=True,
    )
    rubric: str = option("longstory", help="longstory, webnovel, or your own TOML file.", changes_result=True)
    runs: int | None = option(
        None,
        help="How many times to ask the judge. Default: 5 for summary, otherwise 1.",
        changes_result=True,
        signed_as="n",
        minimum=1,
    )
    temperature: float | None = temperature_option()
    definitions: bool = option(
        True, help="Tell the judge what each aspect means, or only its name.", changes_result=True
    )
    sub_aspects: bool = option(
        False,
        help="Also score the parts of each aspect, such as the ending for the plot.",
        changes_result=True,
    )
    source: Source = option(
        "overall",
        help="Judge from the plot of the whole book or from the summaries of its chapters.",
        changes_result=True,
        signed_as="from",
        flag="--from",
    )
    critique: bool = option(
        False,
        help="With summary: the model is a trained critic (fabula train critique); ask it as it was trained.",
        changes_result=True,
    )
    critique_at_once: bool = option(
        False,
        help="The same in one question: critiques of all aspects, and one score for the whole book.",
        changes_result=True,
    )
    critique_excerpts: bool = option(
        False,
        help="Show a trained critic passages from the book too, if its training examples had some.",
        changes_result=True,
    )
    score: ScoreReading = option(
        "written",
        help="Take each score as written, or as the mean weighted by the judge's own probabilities (G-Eval).",
        changes_result=True,
    )
    segment_tokens: int = segment_tokens_option()
    context: int | None = option(
        None,
        help="The size of the model's context in tokens. one-pass rejects a book that does not fit. Default: the known size, else 128,000.",
        changes_result=False,
        minimum=1_000,
    )
    reading: Path | None = option(
        None,
        help="The file of `fabula read`, or a folder of such files: the book is not read again.",
        changes_result=True,
    )
    judged_before: Path | None = option(
        None,
        help="CSV of 20 or more books that this judge scored before: id, score, expected (the reader model's rating), stars (readers') "
        "and signature (to check the judge). Gives stars from judge and reader model together.",
        changes_result=True,
    )
    genres: tuple[str, ...] = option(
        (),
        help="Genres, separated by commas, if the file names none.",
        changes_result=True,
        signed_as="about",
        comma=True,
    )
    premise: str | None = stated_premise()
    title: str | None = stated_title()
    author: str | None = stated_author()
    language: str | None = stated_language()
    people: Path | None = people_file()
    plan: Path | None = option(
        None,
        help="Judge a plan (Markdown or JSON) of a book that is not written yet.",
        changes_result=True,
        signed_as="text",
    )
    recording: Path | None = option(
        None,
        help="Evaluations that another system released; they are read instead of asking a model.",
        changes_result=True,
    )
    anonymise: bool = option(
        False,
        help="Show the judge other names and no title or author; the report uses the book's own names.",
        changes_result=True,
    )
    calibration: Path | None = option(
        None,
        help="A file of `fabula calibrate`: also show the judge's score as readers' stars.",
        changes_result=True,
    )
    no_reader_model: bool = option(
        False,
        help="Leave out the reader model: no expected ratings and no comparable books.",
        changes_result=True,
    )
    keep_instructions: bool = keep_instructions_option()

    def validate(self) -> None:
        from fabula.rubrics.files import load

        Request.validate(self)
        load(self.rubric)  # a wrong rubric is found before a book is read
        if self.book is None and self.plan is None:
            raise UsageError("which book? fabula evaluate BOOK..., or --plan FILE for one not yet written")
        if self.book is not None and self.plan is not None:
            raise UsageError("--plan replaces a book: give one or the other")
        if self.plan is not None and self.method not in (None, "summary", "embedded"):
            raise UsageError(f"a plan has no text for --method {self.method}: use summary or embedded")
        if (self.critique or self.critique_at_once) and self.method not in (None, "summary"):
            raise UsageError(f"--critique goes with --method summary and a --model, not with {self.method}")
        if self.critique_excerpts and not (self.critique or self.critique_at_once):
            raise UsageError("--critique-excerpts needs --critique; other judges always see passages")
        if self.sub_aspects and (self.critique or self.critique_at_once or self.method == "embedded"):
            raise UsageError(
                "--sub-aspects needs a judge that scores by a rubric: leave out --critique, give --model"
            )
        if self.calibration is not None and self.method == "embedded":
            raise UsageError("--calibration turns a model's score into stars: give --model")
        if self.calibration is not None:
            from fabula.measures.calibrating import CalibrateResult

            CalibrateResult.load(self.calibration)  # a wrong file is found before anything is paid
        if self.score == "expected" and (self.critique or self.critique_at_once or self.method == "embedded"):
            raise UsageError(
                "--score expected reads a judge's answer in JSON: leave out --critique, give --model"
            )
        if self.reading is not None and self.plan is not None:
            raise UsageError("--reading belongs to a finished book: leave out --plan")
        if self.reading is not None and self.method == "one-pass":
            raise UsageError("--method one-pass reads the whole text: leave out --reading")
        if self.reading is not None and self.anonymise:
            raise UsageError("--anonymise reads the book under other names: leave out --reading")
        hidden_from_nobody = self.plan is not None or self.method == "embedded" or self.recording is not None
        if self.anonymise and hidden_from_nobody:
            raise UsageError(
                "--anonymise hides a book from the model that judges it: give a book and --model"
            )

    def for_model(self, model: str | None) -> EvaluateRequest:
        """Method, runs and recording, completed for this model or for none."""
        from fabula.judging.recorded import is_recording

        kind, _, file = (model or "").partition(":")
        request = self.but(recording=Path(file)) if kind == "replay" and is_recording(Path(file)) else self
        method = request._method_with(model)
        runs = request.runs or usual_runs(method)
        settled = request.but(method=method, runs=runs)
        if settled.asks_model:
            settled = settled.but(temperature=temperature_for(runs, request.temperature))
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        return self.method != "embedded" and self.recording is None

    @property
    def settings(self) -> JudgeSettings:
        """How the judge is asked, with the rubric read."""
        from fabula.judging.guard_rubric import rubric_shown

        runs = self.runs or usual_runs(self.method or "summary")
        return JudgeSettings(
            rubric=rubric_shown(self.rubric, keep_instructions=self.keep_instructions),
            runs=runs,
            temperature=temperature_for(runs, self.temperature),
            definitions=self.definitions,
            sub_aspects=self.sub_aspects,
            source=self.source,
            critique="at once" if self.critique_at_once else "each" if self.critique else None,
            critique_excerpts=self.critique_excerpts,
            segment_tokens=self.segment_tokens,
            context_tokens=self.context,
            score=self.score,
        )

    def _method_with(self, model: str | None) -> Method:
        if model == "embedded" or (self.method is None and model is None and self.recording is None):
            return "embedded"
        if model is None and self.recording is None and self.method != "embedded":
            raise UsageError(
                f"--method {self.method} asks a model: name one with --model, such as openai/gpt-4o"
            )
        return self.method or "summary"
