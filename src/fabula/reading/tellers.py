"""Who tells which passage, in a book that several people tell: diaries, letters, and chapters headed by a name.

    Mina Murray’s Journal.          what stands below is hers
    Chapter 7: Nick                 as is this chapter Nick’s, if its narration says `I`

Whoever tells most of the book is the cast's narrator. They tell what no heading gives to somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabula.languages.spans import PARAGRAPH, is_within
from fabula.languages.topics.names import Spans
from fabula.reading.narrator import Mentioned, narrator_of
from fabula.text.book import Book, Chapter

_LONGEST = 160
"""Characters of a heading."""
_LEAST = 5
"""How often a passage must say `I` outside of speech."""
_LEAST_SHARE = 0.01
"""And in which share of its words."""
_NAMED = 3
"""How often the telling of a chapter names the book's narrator, if somebody else tells it."""
_NUMBER = re.compile(r"^(?:\w+\s+)?(?:\d+|[IVXLC]+|\w+)\s*[.:—–―-]\s+", re.I)
"""What may stand before the name in a title: `Chapter 7: `."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Where somebody begins to tell, up to the next one or the end of the chapter."""

    chapter: int
    """The chapter's index."""
    start: int
    who: int | None
    """Their index in the cast. None if they are not in it, or nothing says who they are."""


def tellers_of(
    book: Book,
    mentions: Sequence[Mentioned],
    spoken: Sequence[Spans],
    names: Mapping[str, int],
    narrator: int | None,
) -> Iterator[Teller]:
    """Where another tells than the book's narrator. `names` has everybody's forms of name."""
    folded = {form.casefold(): who for form, who in names.items()}
    writers = _letter_writers(book, folded)
    in_chapter: list[list[Mentioned]] = [[] for _ in book.chapters]
    for mention in mentions:
        in_chapter[mention[1]].append(mention)
    for index, (chapter, said) in enumerate(zip(book.chapters, spoken, strict=True)):
        headed = [
            Teller(index, start, folded.get(name.casefold()))
            for start, name in _headings(book, chapter, said, folded)
        ]
        if not headed and index in writers:
            headed = [Teller(index, 0, writers[index])]
        if not headed and _is_anothers(chapter, in_chapter[index], said, narrator):
            others = [mention for mention in in_chapter[index] if mention[0] != narrator]
            headed = [Teller(index, 0, narrator_of(book, others, spoken))]
        for teller, end in _with_ends(headed, len(chapter.text)):
            if teller.who != narrator and _says_i(book, chapter, said, teller.start, end):
                yield teller


def _with_ends(tellers: Sequence[Teller], end: int) -> Iterator[tuple[Teller, int]]:
    """Each with where the next one begins."""
    yield from ((one, two.start) for one, two in pairwise(tellers))
    if tellers:
        yield tellers[-1], end


def _headings(
    book: Book, chapter: Chapter, spoken: Spans, names: Mapping[str, int]
) -> Iterator[tuple[int, str]]:
    """Where a heading says who tells what follows, and whom it names."""
    alone = _NUMBER.sub("", chapter.title.strip(), count=1).strip()
    above = [name for line in (*chapter.parts, alone) if (name := _teller(book, line)) is not None]
    if above:
        yield 0, above[-1]
    elif alone.casefold() in names:
        yield 0, alone
    if not book.language.narration.tellers:
        return
    for paragraph in PARAGRAPH.finditer(chapter.text):
        start, end = paragraph.span()
        if end - start > _LONGEST or is_within(spoken, start):
            continue
        name = _teller(book, paragraph.group().strip())
        if name is not None:
            yield start, name


def _teller(book: Book, line: str) -> str | None:
    """Whom a heading names as the teller."""
    for pattern in book.language.narration.tellers:
        found = pattern.fullmatch(line)
        if found is not None:
            return found["name"]
    return None


def _says_i(book: Book, chapter: Chapter, spoken: Spans, start: int, end: int) -> bool:
    """Whether a passage is told in the first person."""
    first = book.language.names.first_person.finditer(chapter.text, start, end)
    own = sum(not is_within(spoken, each.start()) for each in first)
    said = sum(min(stop, end) - max(begin, start) for begin, stop in spoken if begin < end and stop > start)
    words = chapter.text.count(" ", start, end) * (end - start - said) / max(1, end - start)
    return own >= _LEAST and own >= _LEAST_SHARE * words


def _letter_writers(book: Book, names: Mapping[str, int]) -> dict[int, int | None]:
    """Who wrote the chapters that are letters, if they are few: by the last line, or as the others if all of those are one's."""
    title = book.language.narration.letter_title
    letters = {
        index: names.get(_last_line(chapter.text))
        for index, chapter in enumerate(book.chapters)
        if title is not None and title.fullmatch(chapter.title.strip()) is not None
    }
    if 2 * len(letters) >= len(book.chapters):
        return {}
    signed = set(letters.values()) - {None}
    only = signed.pop() if len(signed) == 1 else None
    return {index: only if who is None else who for index, who in letters.items()}


def _last_line(text: str) -> str:
    """The signature of a letter, as it may stand among names."""
    return text.rstrip().rpartition("\n")[2].strip(" .,—").casefold()


def _is_anothers(
    chapter: Chapter, mentions: Sequence[Mentioned], spoken: Spans, narrator: int | None
) -> bool:
    """Whether the telling of a chapter speaks of the book's narrator as of somebody else, from its first half on."""
    places = [start for who, _, start, *_ in mentions if who == narrator]
    told = [start for start in places if not is_within(spoken, start)]
    halves = {2 * start < len(chapter.text) for start in told}
    return len(told) >= _NAMED and 2 * len(told) > len(places) and len(halves) == 2
