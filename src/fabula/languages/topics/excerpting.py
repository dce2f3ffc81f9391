"""Sizes: how long a telling sentence, a summary or an excerpt is, in characters or in the language's own unit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExcerptRules:
    """The same amount of story takes fewer characters in Chinese."""

    plot_length: int = 1000
    """Words of a plot drawn from the book's own sentences; characters in Chinese."""
    chapter_least: int = 25
    """Less than this of a chapter says nothing: of a book with many chapters only some are told instead."""
    telling: tuple[int, int] = (40, 320)
    """Characters of a sentence that is long enough to say something and short enough to quote."""
    usual_sentence: int = 100
    """Characters from which a sentence is not too short to summarise with."""
    scene_excerpt: int = 360
    """Characters of an excerpt that shows where a relation comes from."""
    gram: int = 8
    """Letters of the runs by which a near quotation is looked for."""
    least_near: int = 20
    """Letters of a quotation that may differ from the text. In a shorter one, a changed letter is another quotation."""
    least_part: int = 8
    """Letters that each side of an ellipsis must have to be looked for."""
