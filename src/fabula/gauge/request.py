"""The question to the prose gauge: how does the prose of these chapters score by its surface?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.request import Request, option

EMBEDDED = "embedded"
"""The name that stands after --judge for the gauge, in the place of a model."""


@dataclass(frozen=True, slots=True)
class GaugeRequest(Request):
    """Scores of stories by the prose gauge, which imitates an LLM judge from the surface and asks no model."""

    stories: Path = option(
        help="Stories: JSON lines with model, story, chapter and text.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    out: Path = option(Path("scores.jsonl"), help="The file to write.", changes_result=False, short="-o")
