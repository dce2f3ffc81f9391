"""What speaks for and against each candidate of a turn, by name. Each feature has one weight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fabula.reading.speech.turns import Turn

SOMEBODY_ELSE = -1
"""The candidate for anybody who is not among the others. It always comes last."""

Floats = NDArray[np.float32]

_OWN = (
    "else",
    "tag_name",
    "tag_other_name",
    "tag_name_weak",
    "tag_other_name_weak",
    "tag_fits",
    "tag_unfit",
    "tag_gender_unknown",
    "tag_fits_rank_0",
    "tag_fits_rank_1",
    "tag_fits_rank_2",
    "tag_fits_rank_more",
    "tag_fits_only",
    "tag_fits_here",
    "tag_fits_tagged_last",
    "tag_title",
    "tag_other_title",
    "tag_word",
    "tag_other_word",
    "else_tag_proper",
    "before_log",
    "after_log",
    "tagged_soon",
    "tag_fits_subject",
    "tag_described",
    "tag_described_fits",
    "tag_described_unfit",
    "else_tag_name",
    "else_tag_pronoun",
    "else_tag_described",
    "else_tag_described_plain",
    "first_here",
    "first_here_opens",
    "only_here",
    "other_only_here",
    "here",
    "here_before",
    "here_object",
    "here_after",
    "object_of_last",
    "last_opening_before",
    "last_opening_fits",
    "last_opening_unfit",
    "else_gap_log",
    "pronoun_fits",
    "pronoun_unfit",
    "last_before",
    "last_before_opens",
    "named_before",
    "subject_before",
    "only_before",
    "named_after",
    "opens_after",
    "called_here",
    "named_in_speech",
    "called_by_last",
    "called_by_last_but_one",
    "called_by_next",
    "named_by_last",
    "named_by_next",
    "rank_0",
    "rank_1",
    "rank_2",
    "rank_3",
    "rank_more",
    "never_before",
    "gap_log",
    "share_log",
    "chapter_share_log",
    "spoke_recently",
    "named_only_in_speech",
    "same_gender_rank_0",
)
OWN = {name: index for index, name in enumerate(_OWN)}
_NEXT = (
    "bias",
    "no_gap",
    "gap_1",
    "gap_more",
    "tag_name",
    "tag_pronoun",
    "tag_described",
    "tag_proper",
    "leads",
    "both_bare",
    "called_last",
    "asked",
)
NEXT = {name: index for index, name in enumerate(_NEXT)}


@dataclass(frozen=True, slots=True)
class Scene:
    """A run of turns close to one another, with the candidates of each."""

    turns: list[Turn]
    candidates: list[list[int]]
    own: list[Floats]
    """Of each turn, a row of features for each candidate."""
    next: Floats
    """Of each turn, how it follows the one before."""


class Sheet:
    """The features of one turn's candidates."""

    def __init__(self, who: list[int]) -> None:
        self.who = who
        """The last one is somebody else."""
        self.people = range(len(who) - 1)
        """The rows of the others."""
        self.rows = np.zeros((len(who), len(OWN)), dtype=np.float32)
        self._place = {each: index for index, each in enumerate(who)}

    def row(self, who: int | None) -> int | None:
        """Where a person stands among the candidates."""
        return None if who is None else self._place.get(who)

    def mark(self, row: int | None, name: str, value: float = 1) -> None:
        """Note a feature of a candidate, if they are one."""
        if row is not None:
            self.rows[row, OWN[name]] = value

    def mark_others(self, rows: list[int], name: str) -> None:
        """Note a feature of all people but these."""
        self.rows[:-1, OWN[name]] = 1
        self.rows[rows, OWN[name]] = 0
