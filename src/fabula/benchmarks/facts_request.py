"""The request for the benchmark of fact checkers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from fabula.errors import UsageError
from fabula.facts.checker import CheckerKind, named_checker
from fabula.request import Request, option

RECORDED = "recorded:"
"""The prefix for a checker whose labels were released with the data."""


class Dataset(StrEnum):
    """The data sets, as typed on the command line."""

    STORYSUMM = "storysumm"
    FABLES = "fables"
    MOVIESUM = "moviesum"
    MENSA = "mensa"
    CONAN = "conan"


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchFactsRequest(Request):
    """Do checkers agree with people about which summaries are faithful to their stories?"""

    dataset: Dataset = option(help="The data set.", changes_result=True)
    data: Path = option(help="The folder as released; for scripts or relations, a file.", changes_result=True)
    checker: tuple[str, ...] = option(
        (),
        help="A checker as in facts check, or recorded:NAME (repeatable). Default: embedded and all recorded.",
        changes_result=True,
    )
    no_graph: bool = option(
        False, help="Use only scenes as evidence, as FActScore does.", changes_result=True
    )
    summaries: Path | None = option(
        None,
        help="For scripts: JSON Lines with story (its name), system and summary. Each system gets a row.",
        changes_result=True,
    )
    factscore: bool = option(
        False,
        help="For scripts: also score every summary without relations, as FActScore does (twice the calls).",
        changes_result=True,
    )
    rounds: int = option(3, help="Rounds of refinement, for scripts.", changes_result=True, minimum=1)
    graph_rounds: int = option(
        3, help="How often to extract each scene for the graph.", changes_result=True, minimum=1
    )
    runs: int = option(1, help="How often to check each fact.", changes_result=True, signed_as="n", minimum=1)
    limit: int | None = option(
        None, help="Use only this many stories, from the start.", changes_result=True, minimum=1
    )
    nli_model: Path | None = option(
        None, help="The folder of a local entailment model.", changes_result=True, signed_as="nli"
    )
    books: Path | None = option(
        None,
        help="For FABLES: the folder of your own copies of its books, each named as its title.",
        changes_result=True,
    )
    labels: str | None = option(
        None,
        help="What the outputs of a local classifier mean, in order, such as contradict,other,support.",
        changes_result=True,
    )
    embedder: str | None = option(
        None,
        help="What compares by meaning for checkers, graphs and LongDocFACTScore: minilm, none, hub/OWNER/NAME or PROVIDER/NAME.",
        changes_result=True,
    )
    bert: Path | None = option(
        None, help="A local encoder, for BERTScore (needs fabula[train]).", changes_result=True
    )
    bart: Path | None = option(
        None,
        help="A local BART, for BARTScore and LongDocFACTScore (needs fabula[train]).",
        changes_result=True,
    )
    seed: int = option(0, help="The seed for random draws.", changes_result=True)

    def validate(self) -> None:
        """Rejects checkers that do not exist or that need an option that is missing."""
        Request.validate(self)
        for name in self.checker:
            if not name.startswith(RECORDED):
                named_checker(name)
        if CheckerKind.NLI in self.checker and self.nli_model is None:
            raise UsageError("--checker nli: give the folder of a local entailment model with --nli-model")
        if self.dataset is Dataset.FABLES and self.checker and self.books is None:
            raise UsageError("FABLES is released without its books: give the folder of your own with --books")

    def asks_a_model(self, *, with_model: bool) -> bool:
        """Whether a model takes part. Raises a UsageError if one is needed and none is named."""
        needs_one = self.dataset is Dataset.CONAN or bool(
            {CheckerKind.MODEL, CheckerKind.YES_NO} & set(self.checker)
        )
        if needs_one and not with_model:
            raise UsageError("this needs a model: name one with --model, such as openai/gpt-4o")
        return needs_one or (with_model and self.dataset in (Dataset.MOVIESUM, Dataset.MENSA))
