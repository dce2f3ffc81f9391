"""Who tells which passage, in a book that several people tell: diaries, letters, and chapters headed by a name.

    Mina Murray’s Journal.          what stands below is hers
    Chapter 7: Nick                 as is this chapter Nick’s, if its narration says `I`

Whoever tells most of the book is the cast's narrator. They tell what no heading gives to somebody else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabula.languages.spans import PARAGRAPH, is_within
from fabula.languages.topics.names import Spans
from fabula.reading.narrator import Mentioned, Narrators, narrators_of
from fabula.text.book import Book, Chapter

_LONGEST = 160
"""Characters of a heading."""
_LEAST = 5
"""How often a passage must say `I` outside of speech."""
_LEAST_SHARE = 0.01
"""And in which share of its words."""
_NAMED = 3
"""How often the telling of a chapter names the book's narrator, if somebody else tells it."""
Division = tuple[int | None, tuple[str, ...] | None]
"""Who tells the chapters of a division, and the parts that these belong to. None for all chapters up to the next such heading."""
_TOP = 3
"""Paragraphs at the top of a part's first chapter that may be its title."""
_OWN_NAME = 2
"""So often whoever tells a chapter may be named in it outside of speech: in a signature, or in thoughts."""
_TITLED = 0.5
"""The share of chapters with a name as their title from which a name says who tells."""
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


class _People:
    """Everybody's names, in small letters."""

    def __init__(self, names: Mapping[str, int]) -> None:
        self.forms = {form.casefold(): who for form, who in names.items()}
        self._by_last: dict[str, set[int]] = defaultdict(set)
        self._before: dict[str, set[str]] = defaultdict(set)
        for form, who in self.forms.items():
            before, _, last = form.rpartition(" ")
            self._by_last[last].add(who)
            self._before[last].add(before)

    def called(self, name: str) -> int | None:
        """Who is meant by a name: also Mr. Atherton by Sydney Atherton, where nobody else is an Atherton."""
        if name in self.forms:
            return self.forms[name]
        last = name.rpartition(" ")[2]
        bearers = self._by_last.get(last, set())
        plain = all(not before or before.endswith(".") for before in self._before.get(last, ()))
        return next(iter(bearers)) if len(bearers) == 1 and plain else None


def tellers_of(
    book: Book, mentions: Sequence[Mentioned], names: Mapping[str, int], narrators: Narrators
) -> Iterator[Teller]:
    """Where another tells than the book's narrator. `names` has everybody's forms of name."""
    people = _People(names)
    writers = _letter_writers(book, people)
    in_chapter: list[list[Mentioned]] = [[] for _ in book.chapters]
    for mention in mentions:
        in_chapter[mention[1]].append(mention)
    by_title = _titled_with_names(book, people)
    division: Division | None = None
    for index, (chapter, said) in enumerate(zip(book.chapters, book.spoken, strict=True)):
        found = list(_headings(book, chapter, said, people, in_chapter[index] if by_title else None))
        headed = [Teller(index, start, people.called(name)) for start, name in found]
        if not headed and index in writers:
            headed = [Teller(index, 0, writers[index])]
        opens_unheaded = not headed or headed[0].start > 0
        if opens_unheaded and division is not None and division[1] in (None, chapter.parts):
            headed = [Teller(index, 0, division[0]), *headed]
        is_anothers = index in narrators.others or _is_anothers(
            chapter, in_chapter[index], said, narrators.first
        )
        if not headed and is_anothers:
            other = narrators.others.get(index)
            if other is None:
                others = [mention for mention in in_chapter[index] if mention[0] != narrators.first]
                other = narrators_of(book, others, book.spoken).first
            headed = [Teller(index, 0, other)]
        another = False
        for teller, end in _with_ends(headed, len(chapter.text)):
            another = another or teller.who != narrators.first
            if another and _says_i(book, chapter, said, teller.start, end):
                yield teller
        division = _division(book, index, found, people) or division


def _division(
    book: Book, index: int, headings: Sequence[tuple[int, str]], people: _People
) -> Division | None:
    """Who tells the chapters below this one, if a heading of theirs is its last line, or stands at the top of their part."""
    chapter = book.chapters[index]
    if not headings or _bare_title(chapter) in (name for _, name in headings):
        return None
    (start, first), (last, name) = headings[0], headings[-1]
    if "\n" not in chapter.text[last:].strip() and last > 0:
        return people.called(name), None
    begins = bool(chapter.parts) and (index == 0 or book.chapters[index - 1].parts != chapter.parts)
    is_top = len(headings) == 1 and chapter.text.count("\n\n", 0, start) < _TOP
    return (people.called(first), chapter.parts) if begins and is_top else None


def _with_ends(tellers: Sequence[Teller], end: int) -> Iterator[tuple[Teller, int]]:
    """Each with where the next one begins."""
    yield from ((one, two.start) for one, two in pairwise(tellers))
    if tellers:
        yield tellers[-1], end


def _headings(
    book: Book, chapter: Chapter, spoken: Spans, people: _People, mentions: Sequence[Mentioned] | None
) -> Iterator[tuple[int, str]]:
    """Where a heading says who tells what follows, and whom it names, in small letters.

    A title that is only a name says so if `mentions` are given: those of the chapter.
    """
    alone = _bare_title(chapter)
    above = [
        name
        for line in (*chapter.parts, _NUMBER.sub("", chapter.title.strip(), count=1))
        if (name := _teller(book, line))
    ]
    if above:
        yield 0, above[-1]
    elif (
        mentions is not None
        and alone in people.forms
        and not _is_told_of(people.forms[alone], mentions, spoken)
    ):
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


def _titled_with_names(book: Book, people: _People) -> bool:
    """Whether most chapters have a name as their title, and not all the same. One chapter called “Mr. Sherlock Holmes” is about him."""
    names = [who for chapter in book.chapters if (who := people.forms.get(_bare_title(chapter))) is not None]
    return len(set(names)) > 1 and len(names) >= _TITLED * len(book.chapters)


def _bare_title(chapter: Chapter) -> str:
    """A title without its number, as it may stand among names."""
    return _NUMBER.sub("", chapter.title.strip(), count=1).strip().casefold()


def _is_told_of(who: int, mentions: Sequence[Mentioned], spoken: Spans) -> bool:
    """Whether the telling of a chapter names somebody: it is about them, and not theirs."""
    return sum(one == who and not is_within(spoken, start) for one, _, start, *_ in mentions) > _OWN_NAME


def _teller(book: Book, line: str) -> str | None:
    """Whom a heading names as the teller."""
    for pattern in book.language.narration.tellers:
        found = pattern.fullmatch(line)
        if found is not None:
            return found["name"].casefold()
    return None


def _says_i(book: Book, chapter: Chapter, spoken: Spans, start: int, end: int) -> bool:
    """Whether a passage is told in the first person."""
    first = book.language.names.first_person.finditer(chapter.text, start, end)
    own = sum(not is_within(spoken, each.start()) for each in first)
    said = sum(min(stop, end) - max(begin, start) for begin, stop in spoken if begin < end and stop > start)
    words = chapter.text.count(" ", start, end) * (end - start - said) / max(1, end - start)
    return own >= _LEAST and own >= _LEAST_SHARE * words


def _letter_writers(book: Book, people: _People) -> dict[int, int | None]:
    """Who wrote the chapters that are letters, if they are few: by the last line, or as the others if all of those are one's."""
    title = book.language.narration.letter_title
    letters = {
        index: people.forms.get(_last_line(chapter.text))
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
