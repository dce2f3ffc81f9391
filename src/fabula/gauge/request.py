"""The request to the prose gauge: how does the surface of these chapters score?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.request import Request, option

EMBEDDED = "embedded"
"""The name of the gauge for --judge, in place of a model."""


@dataclass(frozen=True, slots=True)
class GaugeRequest(Request):
    """Scores stories with the prose gauge, which imitates an LLM judge from the surface and asks no model."""

    stories: Path = option(
        help="Stories: JSON lines with model, story, chapter and text.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    out: Path = option(Path("scores.jsonl"), help="The file to write.", changes_result=False, short="-o")
