"""Sizes: how long a useful sentence, a summary or an excerpt is, in characters or the language's own unit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExcerptRules:
    """The same amount of story takes fewer characters in Chinese."""

    plot_length: int = 1000
    """Words in a plot made of the book's own sentences; characters in Chinese."""
    chapter_least: int = 25
    """Less than this per chapter says nothing, so only some chapters of a long book are covered."""
    telling: tuple[int, int] = (40, 320)
    """Characters of a sentence that is long enough to say something and short enough to quote."""
    usual_sentence: int = 100
    """The shortest sentence useful for a summary, in characters."""
    scene_excerpt: int = 360
    """Characters of an excerpt that shows where a relation comes from."""
    gram: int = 8
    """The length of letter runs used to find a near quotation."""
    least_near: int = 20
    """Letters of a quotation that may differ from the text. In a shorter one, a changed letter is another quotation."""
    least_part: int = 8
    """Letters that each side of an ellipsis must have to be looked for."""
