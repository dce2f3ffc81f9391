"""Is a book a collection of stories? Then each has its own title and its own people, apart from a lead or two.

In eighteen novels and two Chinese classics, at most 29% of the chapters have mostly people of their own. In
collections nearly all stories do, so that the border between them is wide.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.reading.cast import Cast
from fabula.reading.reading import Character
from fabula.text.book import Book
from fabula.text.headings.lines import read_heading

_FEWEST = 4
_NAMED = 3
"""A person matters in a story if it names them at least this often."""
_LEADING = 8
"""How many of a story's people are looked at."""
_OWN = 0.8
"""The share of all mentions of a person that their own story has."""
_MOSTLY = 0.5
_LEADS = 3
_STORIES = 0.6
"""The share of chapters with people of their own from which a book is a collection."""


def stories_in(book: Book, cast: Cast) -> int | None:
    """How many stories a collection has. None if the book is one story."""
    if book.in_sections:
        return None
    for units in (_parts(book), [[place] for place in range(len(book.chapters))]):
        if len(units) >= _FEWEST and _titled(book, units):
            people = _without_leads(cast, units)
            own = sum(_has_own_people(unit, people) for unit in units)
            if own >= _STORIES * len(units):
                return len(units)
    return None


def _parts(book: Book) -> list[list[int]]:
    """The chapters' places by highest part. Chapters outside parts stand alone."""
    units: list[list[int]] = []
    last = ""
    for place, chapter in enumerate(book.chapters):
        name = chapter.parts[0] if chapter.parts else ""
        if units and name and name == last:
            units[-1].append(place)
        else:
            units.append([place])
        last = name
    return units if len(units) < len(book.chapters) else []


def _titled(book: Book, units: Sequence[Sequence[int]]) -> bool:
    """Whether most units have a title, and not only a number."""
    names = [_name(book, unit) for unit in units]
    titles = {name for name in names if name and not _only_numbered(name)}
    return len(titles) >= 0.8 * len(units)


def _name(book: Book, unit: Sequence[int]) -> str:
    first = book.chapters[unit[0]]
    return first.parts[0] if len(unit) > 1 else first.title


def _only_numbered(title: str) -> bool:
    heading = read_heading(title)
    return heading is not None and not heading.title


def _has_own_people(unit: Sequence[int], cast: Sequence[Character]) -> bool:
    """Whether most of the people who matter in this unit are in no other."""
    here = [(sum(person.mentions_by_chapter[place] for place in unit), person) for person in cast]
    people = sorted((each for each in here if each[0] >= _NAMED), key=lambda each: -each[0])[:_LEADING]
    own = sum(mentions >= _OWN * (person.mentions or 0) for mentions, person in people)
    return own >= 2 and own >= _MOSTLY * len(people)


def _without_leads(cast: Cast, units: Sequence[Sequence[int]]) -> list[Character]:
    """The people but for the few who lead most of the stories, as a detective and a friend do."""
    leads = [
        person
        for person in cast.characters
        if 2 * sum(any(person.mentions_by_chapter[place] for place in unit) for unit in units) > len(units)
    ][:_LEADS]
    return [person for person in cast.characters if person not in leads]
