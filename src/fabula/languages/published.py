"""Reads the tables of published fiction: `languages/CODE/lexicons/published_words.txt` and `published_phrases.txt`."""

from __future__ import annotations

from functools import cache

from fabula.languages.lexicons import lines
from fabula.languages.topics.published import Published


@cache
def read_published(language: str) -> Published:
    """The shipped tables. `python -m fabula.reading.craft.published_counts` makes them."""
    rows = [line.split("\t") for line in lines(language, "published_words")]
    counts = {row[0]: tuple(map(int, row[1:])) for row in rows}
    phrases = [line.rsplit("\t", 1) for line in lines(language, "published_phrases")]
    return Published(
        totals=counts.pop("@words"),
        senses={name[1:]: row for name, row in counts.items() if name.startswith("@")},
        words={name: row for name, row in counts.items() if not name.startswith("@")},
        phrases={phrase: int(novels) for phrase, novels in phrases},
    )
