"""Texts: a file or a folder becomes a Book, and a Book becomes words, sentences, speech, scenes and segments.

The names here are what most rooms need. Each is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.offering import offered

if TYPE_CHECKING:
    from fabula.text.book import Book as Book
    from fabula.text.book import Chapter as Chapter
    from fabula.text.book import LeftOut as LeftOut
    from fabula.text.book import Segment as Segment
    from fabula.text.files import read as read
    from fabula.text.language import detect as detect
    from fabula.text.segments import whole_text as whole_text
    from fabula.text.words import count_words as count_words

_OFFERED = {
    "Book": "book",
    "Chapter": "book",
    "LeftOut": "book",
    "Segment": "book",
    "count_words": "words",
    "detect": "language",
    "read": "files",
    "whole_text": "segments",
}
__all__ = ["Book", "Chapter", "LeftOut", "Segment", "count_words", "detect", "read", "whole_text"]

__getattr__ = offered(__name__, _OFFERED)
