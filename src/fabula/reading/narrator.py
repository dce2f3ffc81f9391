"""Who tells a story in the first person: somebody whom others call by name, and whom the telling hardly ever names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
_OFTEN = 10
"""How often others must call the narrator so, where the telling uses another form of the name."""
_NEAR = 300
"""Characters around an address in which the telling says `I`, if the narrator is there."""
_TOLD = 0.25
"""At most this share of the narrator's mentions stands outside speech."""
_BEFORE = re.compile(r"(?:[,;:!?.—–―…“\"‘'「『，。！？]|\b(?:dear|my|old|friend|poor))\s*\Z")
_AFTER = re.compile(r"\s*[,;:!?.—–―…”\"’」』，。！？]")


@dataclass(slots=True)
class _Uses:
    """How a name is used."""

    count: int = 0
    told: int = 0
    """By the telling."""
    called: int = 0
    """As an address."""
    there: int = 0
    """And where the telling says `I`."""
    chapters: Counter[int] = field(default_factory=Counter)
    """In which chapters that is."""

    def add(self, other: _Uses) -> None:
        """Another form of the same person's name."""
        self.count += other.count
        self.told += other.told
        self.called += other.called
        self.there += other.there
        self.chapters += other.chapters

    def may_be_tellers(self) -> bool:
        """Whether others call somebody so, and the telling hardly does."""
        spoken = self.count - self.told
        return self.called >= max(_CALLED, _CALLED_SHARE * spoken) and self.told <= _TOLD * self.count


@dataclass(frozen=True, slots=True)
class Narrators:
    """Who tells a book in the first person."""

    first: int | None = None
    """The person who tells most of it. None if it is not told so, or if nobody is called so."""
    others: Mapping[int, int] = field(default_factory=dict)
    """Who tells a chapter before the first is there, by index of the chapter: Mr. Lockwood, to whom Nelly Dean will tell the story."""


def narrators_of(book: Book, mentions: Sequence[Mentioned], spoken: Sequence[Spans]) -> Narrators:
    """Whoever is called by name where the telling says `I`.

    Bertie Wooster speaks of himself as Bertram, but only others call him Bertie.
    """
    if not _is_first_person(book, spoken):
        return Narrators()
    by_form = _uses(book, mentions, spoken)
    by_person: dict[int, _Uses] = defaultdict(_Uses)
    for (who, _), use in by_form.items():
        by_person[who].add(use)
    able = {who: use for who, use in by_person.items() if use.may_be_tellers()}
    first = _clearly_most(Counter({who: use.there for who, use in able.items()}))
    if able:
        return Narrators(first, {} if first is None else _before(able, first))
    there: Counter[int] = Counter()
    for (who, _), use in by_form.items():
        if use.may_be_tellers():
            there[who] += use.there
    return Narrators(_clearly_most(there) if max(there.values(), default=0) >= _OFTEN else None)


def _before(able: Mapping[int, _Uses], first: int) -> dict[int, int]:
    """Who is called by name where the telling says `I`, in the chapters before anybody calls the narrator so: the frame of a story."""
    begin = min(able[first].chapters)
    called = Counter(
        {
            who: sum(count for chapter, count in use.chapters.items() if chapter < begin)
            for who, use in able.items()
        }
    )
    teller = _clearly_most(called)
    if teller is None or called[teller] < _CALLED:
        return {}
    last = max(chapter for chapter in able[teller].chapters if chapter < begin)
    return dict.fromkeys(range(last + 1), teller)


def _uses(book: Book, mentions: Sequence[Mentioned], spoken: Sequence[Spans]) -> dict[tuple[int, str], _Uses]:
    """How each form of everybody's name is used."""
    aloud = [is_told_aloud(chapter.text, said) for chapter, said in zip(book.chapters, spoken, strict=True)]
    uses: dict[tuple[int, str], _Uses] = defaultdict(_Uses)
    for who, chapter, start, end, form in mentions:
        text, said, use = book.chapters[chapter].text, spoken[chapter], uses[who, form]
        use.count += 1
        if aloud[chapter] or not is_within(said, start):
            use.told += 1
            continue
        whole = end - len(form) if text[max(0, end - len(form)) : end] == form else start
        if _BEFORE.search(text[max(0, whole - 12) : whole]) and _AFTER.match(text, end):
            use.called += 1
            if _says_i(book, chapter, said, start):
                use.there += 1
                use.chapters[chapter] += 1
    return uses


def _clearly_most(there: Counter[int]) -> int | None:
    """Who is called so where the telling says `I`, twice as often as anybody else."""
    ranked = there.most_common(2)
    if not ranked or not ranked[0][1] or (len(ranked) > 1 and ranked[0][1] < 2 * ranked[1][1]):
        return None
    return ranked[0][0]


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
