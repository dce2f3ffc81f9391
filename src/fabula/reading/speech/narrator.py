"""The chapters that one of the people tells in the first person."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fabula.reading.speech.turns import Talk

FIRST_PERSON = 0.2
"""Of the personal pronouns in narration, the share of `I` from which a narrator is one of the people."""
LEAST_PRONOUNS = 8
LEAST_CHAPTERS = 0.25
"""The share of a book's chapters told in the first person."""
LEAST_SAID = 2
"""How often `I said` shows that whoever tells a chapter speaks in it."""


def told_by_one(talks: Sequence[Talk], said: Callable[[int], int]) -> list[int]:
    """The chapters told by one of the people. Where they are few, only those in which they speak, as in a frame around the story.

    A letter in a novel has no narrator to follow. `said` counts `I said` in a chapter.
    """
    told = [
        index
        for index, talk in enumerate(talks)
        if talk.own >= LEAST_PRONOUNS and talk.own >= FIRST_PERSON * (talk.own + talk.others)
    ]
    return (
        told
        if len(told) >= LEAST_CHAPTERS * len(talks)
        else [each for each in told if said(each) >= LEAST_SAID]
    )
