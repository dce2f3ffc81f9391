"""Compares the speakers that fabula names with those that annotators noted, quotation by quotation.

A speech answers a quotation if one of its pieces begins where the quotation does. A speaker is right if their name in the
cast, or most of their other names, belong to the character who was noted. A quotation without a known speaker cannot be right.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate

from fabula.benchmarks.dialogism import CorpusCharacter, Novel, Quotation
from fabula.benchmarks.people_found import belongs, plain
from fabula.benchmarks.people_result import KindOfQuotation, QuotationsFound
from fabula.reading.cast import Cast
from fabula.reading.speech import Speech
from fabula.text.book import Book

_SLACK = 60
_FAR = 20_000
"""Letters around the expected place that are searched, first near and then far, because files have matter left out."""

Place = tuple[int, int]
"""Index of a chapter, and an offset into its text."""
Piece = tuple[int, int, Speech]
"""Start and end of a piece of a speech."""


def placed(novel: Novel, book: Book) -> list[Place | None]:
    """Where each quotation begins in the book. None for what the book leaves out."""
    letters, places = _letters(book)
    count = [0, *accumulate(not letter.isspace() for letter in novel.text)]
    found: list[Place | None] = []
    shift = 0
    for quotation in novel.quotations:
        start, end = quotation.spans[0]
        wanted = re.sub(r"\s", "", novel.text[start:end])
        expected = count[start] + shift
        at = -1
        for reach in (_SLACK, _FAR):
            if at < 0:
                at = letters.find(wanted, max(0, expected - reach), expected + reach + len(wanted))
        if at < 0:
            found.append(None)
            continue
        shift += at - expected
        found.append(places[at])
    return found


def _letters(book: Book) -> tuple[str, list[Place]]:
    """The book without white space, and where each letter stands."""
    letters: list[str] = []
    places: list[Place] = []
    for index, chapter in enumerate(book.chapters):
        for match in re.finditer(r"\S+", chapter.text):
            letters.append(match.group())
            places.extend((index, at) for at in range(match.start(), match.end()))
    return "".join(letters), places


def of_speeches(places: Sequence[Place | None], speeches: Sequence[Speech]) -> list[str | None]:
    """The speaker of the speech in which each quotation begins."""
    pieces = _pieces(speeches)
    found = [None if place is None else _piece(pieces[place[0]], place[1]) for place in places]
    return [None if piece is None else piece[2].speaker for piece in found]


def of_nearest_name(
    places: Sequence[Place | None], speeches: Sequence[Speech], cast: Cast
) -> list[str | None]:
    """The baseline: whoever is named nearest to the quotation outside of speech."""
    pieces = _pieces(speeches)
    named: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for mention in cast.mentions:
        if _piece(pieces[mention.chapter], mention.start) is None:
            named[mention.chapter].append((mention.start, cast.characters[mention.who].name))
    found: list[str | None] = []
    for place in places:
        if place is None:
            found.append(None)
            continue
        piece = _piece(pieces[place[0]], place[1])
        start, end = (place[1], place[1]) if piece is None else piece[:2]
        found.append(_nearest(named[place[0]], start, end))
    return found


def _pieces(speeches: Sequence[Speech]) -> dict[int, list[Piece]]:
    """The pieces of all speeches, by chapter and in order."""
    found: dict[int, list[Piece]] = defaultdict(list)
    for speech in speeches:
        found[speech.chapter].extend((start, end, speech) for start, end in speech.spans)
    return found


def _piece(pieces: Sequence[Piece], at: int) -> Piece | None:
    index = bisect_right(pieces, at, key=lambda piece: piece[0]) - 1
    return pieces[index] if index >= 0 and at < pieces[index][1] else None


def _nearest(named: Sequence[tuple[int, str]], start: int, end: int) -> str | None:
    index = bisect_right(named, start, key=lambda one: one[0])
    near = named[max(0, index - 1) : index + 1]
    return min(near, key=lambda one: start - one[0] if one[0] < start else one[0] - end)[1] if near else None


def compared(novel: Novel, cast: Cast, answers: Sequence[str | None]) -> QuotationsFound:
    """How many quotations of each kind have the right speaker, a wrong one, or none."""
    bearers = belongs(novel.characters)
    unnamed = {
        answer: bearers[plain(answer)] for answer in set(answers) if answer and plain(answer) in bearers
    }
    who = unnamed | noted(novel.characters, cast)
    kinds: dict[str, Counter[str]] = {kind: Counter() for kind in ("explicit", "anaphoric", "implicit")}
    for quotation, answer in zip(novel.quotations, answers, strict=True):
        kinds[quotation.kind][_outcome(quotation, answer, who)] += 1
    return _found(kinds)


def noted(characters: Sequence[CorpusCharacter], cast: Cast) -> dict[str, int]:
    """The character that each member of the cast is, by name, else by most of their other names."""
    bearers = belongs(characters)
    found: dict[str, int] = {}
    for one in cast.characters:
        own = bearers.get(plain(one.name))
        if own is None:
            others = Counter(bearers[plain(alias)] for alias in one.aliases if plain(alias) in bearers)
            own = others.most_common(1)[0][0] if others else None
        if own is not None:
            found[one.name] = own
    return found


def _outcome(quotation: Quotation, answer: str | None, who: dict[str, int]) -> str:
    if answer is None:
        return "silent"
    right = quotation.speaker is not None and who.get(answer) == quotation.speaker
    return "right" if right else "wrong"


def _found(kinds: dict[str, Counter[str]]) -> QuotationsFound:
    return QuotationsFound(
        **{
            kind: KindOfQuotation(right=count["right"], wrong=count["wrong"], silent=count["silent"])
            for kind, count in kinds.items()
        }
    )


def total_quotations(found: Sequence[QuotationsFound]) -> QuotationsFound:
    """All novels together."""

    def summed(kinds: Iterator[KindOfQuotation]) -> KindOfQuotation:
        rows = list(kinds)
        return KindOfQuotation(
            right=sum(row.right for row in rows),
            wrong=sum(row.wrong for row in rows),
            silent=sum(row.silent for row in rows),
        )

    return QuotationsFound(
        explicit=summed(each.explicit for each in found),
        anaphoric=summed(each.anaphoric for each in found),
        implicit=summed(each.implicit for each in found),
    )
