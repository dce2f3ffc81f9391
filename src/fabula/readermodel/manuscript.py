"""What the reader model may know about a manuscript, and when its text is no story that readers could rate."""

from __future__ import annotations

import re
from itertools import chain, islice

from fabula.languages import ENGLISH
from fabula.notices import Notice
from fabula.readermodel.rating import Abstained, BookFacts
from fabula.text.book import Book

FEWEST_WORDS = 5_000
"""The shelf is of novels and novellas. Of shorter texts it says nothing."""
LONGEST_SENTENCE = 150
"""Words between two ends of sentences, on average. More means that the text has no sentences."""
FEWEST_OF_PLAN = 100
"""Words of a plan's plot. No summary that the model learned from has fewer."""

_WORD = re.compile(r"[^\W\d_]+")
_END = re.compile(r"[.!?…](?<=[^\W\d_].)[\"'”’)\]]*(?=\s|$)")


def manuscript(book: Book, plot: str | None = None, cast: str | None = None) -> BookFacts | Abstained:
    """Facts of a book before anyone has rated it: those its author gives, its length, and a summary if one was made."""
    if book.chapters:
        if book.language == ENGLISH and (fault := no_story([chapter.text for chapter in book.chapters])):
            return Abstained(fault)
    elif plot is not None and book.language == ENGLISH and (count := len(plot.split())) < FEWEST_OF_PLAN:
        return Abstained(Notice.of("readermodel.short-plan", n=count, least=FEWEST_OF_PLAN))
    return BookFacts(
        genres=book.genres,
        premise=book.premise,
        words=book.words or None,
        plot=plot,
        cast=cast,
        language=book.language,
        has_text=bool(book.chapters),
    )


def no_story(texts: list[str]) -> Notice | None:
    """Why these chapters cannot be rated as a story; None if they can."""
    words = chain.from_iterable(map(_WORD.finditer, texts))
    count = sum(1 for _ in islice(words, FEWEST_WORDS))
    if count < FEWEST_WORDS:
        return Notice.of("readermodel.short-text", n=count, least=FEWEST_WORDS)
    most = LONGEST_SENTENCE * max(1, sum(1 for text in texts for _ in _END.finditer(text)))
    if sum(len(text) + 1 for text in texts) // 2 > most and count + sum(1 for _ in words) > most:
        return Notice.of("readermodel.no-sentences")
    return None
