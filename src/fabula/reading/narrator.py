"""Who tells a story in the first person: somebody whom others call by name, and whom the telling hardly ever names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from fabula.languages.spans import is_within
from fabula.languages.topics.names import Spans
from fabula.reading.parsed import is_told_aloud
from fabula.text.book import Book

Mentioned = tuple[int, int, int, int, str]
"""Index of the person, index of the chapter, start, end, and the name with its title."""

_LEAST_SHARE = 0.01
"""In a book told in the first person, the narrator's pronoun is at least this share of the words between speeches."""
_CALLED = 3
"""How often others must call the narrator by name."""
_CALLED_SHARE = 0.4
"""And in this share of what others say of them. Who is mostly spoken about is somebody whose story is told aloud."""
_NEAR = 300
"""Characters around an address in which the telling says `I`, if the narrator is there."""
_TOLD = 0.25
"""At most this share of the narrator's mentions stands outside speech."""
_BEFORE = re.compile(r"(?:[,;:!?.—–…“\"‘'「『，。！？]|\b(?:dear|my|old|friend|poor))\s*\Z")
_AFTER = re.compile(r"\s*[,;:!?.—–…”\"’」』，。！？]")


def narrator_of(book: Book, mentions: Sequence[Mentioned], spoken: Sequence[Spans]) -> int | None:
    """The person who tells the book. None if it is not told in the first person, or if nobody is called so."""
    if not _is_first_person(book, spoken):
        return None
    aloud = [is_told_aloud(chapter.text, said) for chapter, said in zip(book.chapters, spoken, strict=True)]
    called: Counter[int] = Counter()
    there: Counter[int] = Counter()
    told: Counter[int] = Counter()
    for who, chapter, start, end, form in mentions:
        text, said = book.chapters[chapter].text, spoken[chapter]
        if aloud[chapter] or not is_within(said, start):
            told[who] += 1
            continue
        whole = end - len(form) if text[max(0, end - len(form)) : end] == form else start
        if _BEFORE.search(text[max(0, whole - 12) : whole]) and _AFTER.match(text, end):
            called[who] += 1
            there[who] += _says_i(book, chapter, said, start)
    counts = Counter(each[0] for each in mentions)
    able = [
        who
        for who in called
        if called[who] >= max(_CALLED, _CALLED_SHARE * (counts[who] - told[who]))
        and told[who] <= _TOLD * counts[who]
    ]
    ranked = sorted(able, key=lambda who: -there[who])
    if not ranked or (len(ranked) > 1 and there[ranked[0]] < 2 * there[ranked[1]]):
        return None
    return ranked[0]


def _says_i(book: Book, chapter: int, said: Spans, at: int) -> bool:
    """Whether the telling near an address says `I`: who is spoken to is there. Others are called so in letters and tales."""
    near = book.language.names.first_person.finditer(
        book.chapters[chapter].text, max(0, at - _NEAR), at + _NEAR
    )
    return any(not is_within(said, match.start()) for match in near)


def _is_first_person(book: Book, spoken: Sequence[Spans]) -> bool:
    """Whether the telling between the speeches says `I` often enough."""
    first_person = book.language.names.first_person
    own = between = 0
    for chapter, said in zip(book.chapters, spoken, strict=True):
        at = 0
        for start, end in [*said, (len(chapter.text), len(chapter.text))]:
            piece = chapter.text[at:start]
            own += len(first_person.findall(piece))
            between += piece.count(" ")
            at = end
    return own >= _LEAST_SHARE * max(1, between)
