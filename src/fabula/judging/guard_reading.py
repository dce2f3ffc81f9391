"""A plan, and a reading from a file, may have been written by anybody, so they are searched like the book itself.

A judge sees them in place of the book. Sentences in them that address the judge are masked; the prompts fence the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.judging.guard import Instruction, instructions_in, masked
from fabula.reading.story import StoryRead

if TYPE_CHECKING:
    from fabula.judging.guard import Part
    from fabula.reading.reading import Reading


def story_shown(
    story: StoryRead, language: str, part: Part, *, keep_instructions: bool
) -> tuple[StoryRead, tuple[Instruction, ...]]:
    """The reading and its steps as a judge sees them, and each sentence of theirs that addresses it, once."""
    found: dict[str, Instruction] = {}

    def seen(text: str) -> str:
        own = instructions_in(text, language, 0, part)
        for one in own:
            found.setdefault(one.quote, one)
        return masked(text, own)

    shown = StoryRead(
        story.reading.in_words(seen),
        tuple(replace(step, plot_before=seen(step.plot_before)) for step in story.steps),
    )
    return (story if keep_instructions or not found else shown), tuple(found.values())


def reading_shown(reading: Reading, language: str, *, keep_instructions: bool) -> Reading:
    """A reading from a file as a judge sees it."""
    if keep_instructions:
        return reading
    shown, _ = story_shown(StoryRead(reading, ()), language, "reading", keep_instructions=False)
    return shown.reading
