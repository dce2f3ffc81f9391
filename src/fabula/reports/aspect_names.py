"""What an aspect is called in the reader's language, where a saved result holds its name in the book's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.rubrics.files import load, shipped_names
from fabula.rubrics.rubric import WORDED_IN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabula.reports.labels import Labels


def aspect_worded(label: str, rubrics: Iterable[str], say: Labels) -> str:
    """The name in the reader's language, if one of these rubrics is shipped and has it; else as it is."""
    for rubric in set(rubrics) & set(shipped_names()):
        for aspect in load(rubric).scored_aspects:
            wordings: dict[str, str] = {each: aspect.wording(each).label for each in WORDED_IN}
            if label in wordings.values():
                return say.one_of(wordings)
    return label
