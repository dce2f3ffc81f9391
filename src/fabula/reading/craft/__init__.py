"""The craft of a book in figures: prose by chapter, who tells it and in which tense, arcs of its people, rhythm and habits."""

from __future__ import annotations

from fabula.reading.craft.figures import Craft, craft, mtld

__all__ = ["Craft", "craft", "mtld"]
