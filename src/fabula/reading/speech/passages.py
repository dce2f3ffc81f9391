"""A chapter cut where another begins to tell, so that each passage has one teller."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabula.reading.cast import Cast, Mention
from fabula.reading.parsed import Parsed, Span
from fabula.reading.tellers import Teller


@dataclass(frozen=True, slots=True)
class Passage:
    """A chapter, or the part of it that one person tells."""

    chapter: int
    """The chapter's index."""
    parsed: Parsed
    mentions: Sequence[Mention]
    teller: int
    """Who says `I` in it, by index among all who may speak."""
    headed: bool = False
    """The book says that they tell it."""


def passages_of(
    parsed: Sequence[Parsed], mentions: Mapping[int, Sequence[Mention]], cast: Cast, unnamed: int
) -> Iterator[Passage]:
    """All passages in order. `unnamed` stands for a teller whom nothing names."""
    narrator = unnamed if cast.narrator is None else cast.narrator
    by_chapter: dict[int, list[Teller]] = defaultdict(list)
    for teller in cast.tellers:
        by_chapter[teller.chapter].append(teller)
    for index, chapter in enumerate(parsed):
        named, tellers = mentions.get(index, ()), by_chapter.get(index, [])
        if not tellers:
            yield Passage(index, chapter, named, narrator)
            continue
        before = [Teller(index, 0, cast.narrator)] if tellers[0].start else []
        stops = [each.start for each in (*before, *tellers)[1:]] + [len(chapter.chapter.text)]
        for each, stop in zip((*before, *tellers), stops, strict=True):
            here, said = _from(named, each.start, stop), _within(chapter, each.start, stop)
            if each.who is None:
                yield Passage(index, said, here, unnamed)
            else:
                yield Passage(index, said, here, each.who, headed=each not in before)


def _within(chapter: Parsed, start: int, stop: int) -> Parsed:
    def here(spans: Sequence[Span]) -> list[Span]:
        return [span for span in spans if start <= span[0] < stop]

    return replace(chapter, spoken=here(chapter.spoken), paragraphs=here(chapter.paragraphs))


def _from(mentions: Sequence[Mention], start: int, stop: int) -> list[Mention]:
    return [each for each in mentions if start <= each.start < stop]
