"""Our writers beside those of WebNovelBench's paper, on its scale of norm scores.

The paper prints norm scores up to 5.21, and its released parameters put the best human novel at 1. By these parameters 4.27 in
every dimension comes out at 1.04, which is within the 3.5 to 4.6 that it gives for its best writers, and 5.21 is five times that. So
we take its printed scale to be five times the released one. The paper does not say so.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from fabula.novelists.board import Board

SCALE = 5.0
"""The paper's printed norm score of the best human novel."""


class PaperRow(BaseModel):
    """One writer on the paper's scale: ours, or as the paper's text gives it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    writer: str
    published: bool
    norm: float | None
    below: float | None = None
    """An upper bound, where the paper gives no figure."""


@cache
def published() -> tuple[PaperRow, ...]:
    """The writers of the paper whose norm score its text gives."""
    text = (files("fabula.novelists") / "shipped" / "paper.toml").read_text(encoding="utf-8")
    return tuple(
        PaperRow(writer=each["name"], published=True, norm=each.get("norm"), below=each.get("below"))
        for each in tomllib.loads(text)["writers"]
    )


def beside_paper(board: Board) -> tuple[PaperRow, ...]:
    """Every writer with a norm score and every published one, from the highest on."""
    ours = [
        PaperRow(writer=row.writer, published=False, norm=SCALE * norm)
        for row in board.rows
        if (norm := row.on_paper_scale if row.on_paper_scale is not None else row.normalised) is not None
    ]
    return tuple(sorted([*ours, *published()], key=lambda row: -(row.norm or row.below or 0)))
