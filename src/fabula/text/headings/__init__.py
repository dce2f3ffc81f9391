"""Headings: a plain text cut into chapters, and what in a book is story."""

from __future__ import annotations

from fabula.text.headings.split import Split, split_chapters

__all__ = ["Split", "split_chapters"]
