"""The request of `bench people`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.request import Request, option


@dataclass(frozen=True, slots=True)
class BenchPeopleRequest(Request):
    """Are the people of published novels found, each once?"""

    data: Path = option(
        help="A folder of the Project Dialogism Novel Corpus: one folder per novel.",
        changes_result=True,
        signed_as="text",
    )
    novel: tuple[str, ...] = option(
        (), help="Only this novel, by the name of its folder (repeatable).", changes_result=True
    )

    @property
    def asks_model(self) -> bool:
        """No language model takes part."""
        return False
