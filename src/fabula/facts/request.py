"""The requests about a summary and its story: is it true, can it be corrected, and how are characters related?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.facts.by_passages import THRESHOLD
from fabula.facts.checker import CheckerKind, named_checker
from fabula.models.replicates import temperature_option
from fabula.reading.people_request import people_file
from fabula.request import Request, option
from fabula.text.book import Book

ASKING = (CheckerKind.MODEL, CheckerKind.YES_NO)
"""Checkers that ask a model."""
_EMBEDDER_HELP = "What finds passages by meaning: minilm, none, hub/OWNER/NAME or PROVIDER/NAME."
_SUPPORT_HELP = "Keep a relation only if it was extracted this often; default 2 with several rounds, else 1."


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheckRequest(Request):
    """Is a summary true to its story?"""

    summary: Path | None = option(
        None,
        argument=True,
        help="Text, Markdown or DOCX file. Without one, a summary is made: by the model, or by TextRank without one.",
        changes_result=True,
    )
    summary_text: str | None = option(
        None,
        help="The summary text, instead of a file.",
        changes_result=True,
        signed_as="summary",
    )
    reading: Path | None = option(
        None,
        help="The file of `fabula read`: check its plot, statement by statement, instead of a summary.",
        changes_result=True,
        signed_as="summary",
    )
    book: Path | Book = option(help="The story.", changes_result=True, signed_as="text")
    checker: str | None = option(
        None,
        help="Who checks: model, embedded, yes-no (a model that answers Yes or No), nli, onnx:FOLDER or command:PROGRAM."
        " Default: the model if one is named, else embedded.",
        changes_result=True,
    )
    labels: str | None = option(
        None,
        help="What the outputs of a local classifier mean, in order, such as contradict,other,support.",
        changes_result=True,
    )
    threshold: float = option(
        THRESHOLD,
        help="The support from which a small checker counts a sentence as supported.",
        changes_result=True,
        minimum=0,
        maximum=1,
    )
    runs: int = option(
        1,
        help="How often to check each fact. The score's range covers these runs.",
        changes_result=True,
        signed_as="n",
        minimum=1,
    )
    temperature: float | None = temperature_option()
    scenes: int = option(3, help="Scenes shown for each fact.", changes_result=True, minimum=1)
    no_graph: bool = option(
        False, help="Use scenes alone as evidence, as FActScore does.", changes_result=True
    )
    graph_file: Path | None = option(
        None,
        flag="--graph",
        help="A saved graph (JSON) to use instead of making a new one.",
        changes_result=True,
        signed_as="graph",
    )
    graph_rounds: int = option(
        3, help="How often to extract each scene for the graph.", changes_result=True, minimum=1
    )
    min_support: int | None = option(None, help=_SUPPORT_HELP, changes_result=True, minimum=1)
    embedder: str | None = option(None, help=_EMBEDDER_HELP, changes_result=True, signed_as="search")
    chunk_tokens: int = option(
        1_024,
        help="Tokens of the story that one lowest-level summary covers, where the model writes it.",
        changes_result=True,
        minimum=200,
    )
    nli_model: Path | None = option(
        None, help="The folder of a local entailment model.", changes_result=True, signed_as="nli"
    )

    def validate(self) -> None:
        """Reject invalid requests before anything is read or paid for."""
        Request.validate(self)
        if sum(each is not None for each in (self.summary, self.summary_text, self.reading)) > 1:
            raise UsageError(
                "give the summary as a file, as --summary-text or as --reading, only one of them"
            )
        kind = named_checker(self.checker)[0] if self.checker else None
        if self.labels is not None and kind not in (CheckerKind.NLI, CheckerKind.ONNX):
            raise UsageError(
                "--labels names the outputs of a classifier: use it with --checker onnx:FOLDER or nli"
            )
        if self.threshold != THRESHOLD and kind in (None, CheckerKind.MODEL, CheckerKind.EMBEDDED):
            raise UsageError(
                "--threshold is for small checkers: use it with --checker yes-no, nli, onnx:FOLDER or command:PROGRAM"
            )
        if kind is CheckerKind.NLI and self.nli_model is None:
            raise UsageError("--checker nli: give the folder of a local entailment model with --nli-model")
        if kind is CheckerKind.NLI and self.nli_model is not None and not self.nli_model.is_dir():
            raise UsageError(
                f"--nli-model {self.nli_model}: give the folder of an entailment model on this machine"
            )

    def checked_by(self, *, with_model: bool) -> CheckerKind:
        """The checker: the named one, else the model if there is one."""
        if self.checker is None:
            return CheckerKind.MODEL if with_model else CheckerKind.EMBEDDED
        kind, _ = named_checker(self.checker)
        if kind in ASKING and not with_model:
            raise UsageError(
                f"--checker {kind}: name a model with --model, or use --checker embedded, which needs none"
            )
        return kind

    def asks_a_model(self, *, with_model: bool) -> bool:
        """Whether a model is needed: as the checker, or to write a missing summary."""
        makes_summary = self.summary is None and self.summary_text is None and self.reading is None
        return self.checked_by(with_model=with_model) in ASKING or (makes_summary and with_model)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefineRequest(FactCheckRequest):
    """Correct the wrong sentences of a summary and leave the rest unchanged."""

    rounds: int = option(
        3, help="The maximum number of passes over the summary.", changes_result=True, minimum=1
    )

    def asks_a_model(self, *, with_model: bool) -> bool:
        """Always: a model rewrites the sentences."""
        if not with_model:
            raise UsageError(
                "facts refine rewrites sentences: name a model with --model, such as openai/gpt-4o"
            )
        return self.checked_by(with_model=with_model) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphRequest(Request):
    """How are characters related? A model extracts relations scene by scene; without a model, shows who meets whom."""

    book: Path | Book = option(argument=True, help="The story.", changes_result=True, signed_as="text")
    people: Path | None = people_file()
    rounds: int = option(3, help="How often to extract each scene.", changes_result=True, minimum=1)
    min_support: int | None = option(None, help=_SUPPORT_HELP, changes_result=True, minimum=1)
    embedder: str | None = option(None, help=_EMBEDDER_HELP, changes_result=True, signed_as="search")
