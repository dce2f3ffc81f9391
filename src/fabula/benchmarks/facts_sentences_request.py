"""The request for the benchmark of the check without a model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.request import Request, option


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchSentencesRequest(Request):
    """How often is the check without a model right about sentences of known books?"""

    data: Path = option(
        argument=True,
        help="The folder of TSV files with the sentences, such as examples/facts.",
        changes_result=True,
    )
    books: Path = option(
        help="The folder of the books, named as the sets begin: emma.epub for emma.tsv and emma.second.tsv.",
        changes_result=True,
    )
    only: tuple[str, ...] = option((), help="Only these books, by name (repeatable).", changes_result=True)
    held_out: tuple[str, ...] = option(
        (), help="Books to measure but never use for the scale (repeatable).", changes_result=True
    )
