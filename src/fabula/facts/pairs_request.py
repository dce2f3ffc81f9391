"""The request to check many summaries at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.facts.by_passages import THRESHOLD
from fabula.facts.request import FactCheckRequest
from fabula.request import Request, option


@dataclass(frozen=True, slots=True, kw_only=True)
class FactPairsRequest(Request):
    """Which of several systems writes the truer summaries?"""

    pairs: Path = option(
        argument=True,
        help="JSON Lines with story (a text, or the path of a file), system and summary in each row.",
        changes_result=True,
    )
    checker: str | None = option(None, help="Who checks, as in facts check.", changes_result=True)
    labels: str | None = option(
        None, help="What the outputs of a local classifier mean, as in facts check.", changes_result=True
    )
    threshold: float = option(THRESHOLD, help="As in facts check.", changes_result=True, minimum=0, maximum=1)
    nli_model: Path | None = option(
        None, help="The folder of a local entailment model.", changes_result=True, signed_as="nli"
    )
    no_graph: bool = option(
        False, help="Use scenes alone as evidence, as FActScore does.", changes_result=True
    )
    embedder: str | None = option(
        None, help="What finds passages by meaning, as in facts check.", changes_result=True
    )
    seed: int = option(0, help="The seed of the paired tests.", changes_result=True)

    def validate(self) -> None:
        """Reject what a single check would reject."""
        Request.validate(self)
        self.check(self.pairs, "").validate()

    def check(self, book: Path, summary: str) -> FactCheckRequest:
        """The request of one check."""
        return FactCheckRequest(
            book=book,
            summary_text=summary,
            checker=self.checker,
            labels=self.labels,
            threshold=self.threshold,
            nli_model=self.nli_model,
            no_graph=self.no_graph,
            embedder=self.embedder,
        )

    def asks_a_model(self, *, with_model: bool) -> bool:
        """Whether the checker asks a model."""
        return self.check(self.pairs, "").asks_a_model(with_model=with_model)
