"""Finds the lines of a play or a screenplay: who speaks, by the name before the speech, and which words they say.

A name counts if it stands so more than once, and if a large part of the text is made of such lines. A novel may hold a scene in this
form, such as an inquest. Directions in brackets are nobody's words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from fabula.languages import Language
from fabula.languages.spans import PARAGRAPH, Span, overlapping, span_at, trimmed
from fabula.languages.topics.drama import DIRECTION, DramaPatterns, patterns_of

_FEWEST_LINES = 6
_FEWEST_SPEAKERS = 2
_OF_A_BOOK = 0.3
"""If a book is a play, so many of its paragraphs are lines. Much of a screenplay tells what is seen."""
_OF_A_PLAIN_BOOK = 0.5
"""Or so many, if the names are written as the first words of a paragraph may be: `Lane. Yes, sir.`"""
_OF_A_SCENE = 0.6
"""And so many of a scene's in a novel."""
_BETWEEN = 3
"""The line after the next paragraph or two still belongs to such a scene."""
_SMALL = re.compile(r"of|the|an?|and|in|at|to|from|with|no|del?|la|les?|du|des|di|von|van|der|den|und|et|y|e")
"""Words within a name that begin with a small letter."""
_DIRECTION = re.compile(DIRECTION)
_ONLY_DIRECTIONS = re.compile(rf"\s*(?:(?:(?:{DIRECTION})[\s.]*)+|[△▲].*)", re.S)
_SPOKEN = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody in a play says in one go."""

    speaker: str
    """The name as the play prints it before the speech."""
    named: Span
    """Where it stands."""
    spoken: tuple[Span, ...]
    """Where the words stand, without directions."""


@dataclass(frozen=True, slots=True)
class Drama:
    """What in a book is a play."""

    lines: tuple[list[Line], ...]
    """The lines of each chapter. A chapter in prose has none."""
    is_whole: bool
    """Whether the book is a play or a screenplay, and no novel with such a scene."""


@dataclass(frozen=True, slots=True)
class _Cue:
    """A name at the start of a paragraph that somebody may speak under, and where their words stand."""

    paragraph: int
    name: str
    ends: str
    """What parts the name from the words."""
    at: int
    words: tuple[Span, ...]
    on_line: bool
    """Whether the name has a line of its own."""
    alone: bool
    """Whether it is a paragraph by itself. The words are in the next one, and after a direction in one more."""

    @property
    def in_capitals(self) -> bool:
        return _in_capitals(self.name)

    @property
    def is_plain(self) -> bool:
        """Whether it could be the first sentence of a paragraph."""
        return self.ends == "." and not self.on_line and not self.in_capitals

    @property
    def size(self) -> int:
        """How many paragraphs belong to it."""
        return len(self.words) + self.alone


def drama_in(texts: Sequence[str], language: Language) -> Drama:
    """The lines in these chapters."""
    patterns = patterns_of(language.drama)
    cut = [[match.span() for match in PARAGRAPH.finditer(text)] for text in texts]
    heard = [list(_cues(text, spans, patterns)) for text, spans in zip(texts, cut, strict=True)]
    counts = Counter(each.name.upper() for chapter in heard for each in chapter)
    known = {name for name, count in counts.items() if count > 1}
    told = _of(known, heard)
    is_whole = _is_whole(told, texts, cut)
    scenes = (
        [[range(len(spans))] for spans in cut] if is_whole else [list(_scenes(chapter)) for chapter in told]
    )
    if not any(scenes):
        return Drama(tuple([] for _ in texts), is_whole=False)
    heard = [
        [each for each in chapter if any(each.paragraph in scene for scene in found)]
        for chapter, found in zip(heard, scenes, strict=True)
    ]
    known |= set(_speaking_once(heard, known, "\n".join(texts), patterns))
    return Drama(
        tuple(
            [_line(text, each) for each in chapter]
            for text, chapter in zip(texts, _of(known, heard), strict=True)
        ),
        is_whole,
    )


def with_lines(lines: Sequence[Line], quoted: Sequence[Span]) -> list[Span]:
    """What is said in a chapter: its lines, and what stands in marks outside them."""
    if not lines:
        return list(quoted)
    extents = [(line.named[0], line.spoken[-1][1] if line.spoken else line.named[1]) for line in lines]
    outside = [span for span in quoted if not overlapping(extents, *span)]
    return sorted([*outside, *(span for line in lines for span in line.spoken)])


def without_names(sentences: Sequence[Span], lines: Sequence[Line]) -> list[Span]:
    """The sentences of a chapter without the names before its lines: `Jack. Perfectly horrid!` is one sentence, and so is it in two lines."""
    openings = [(line.named[0], line.spoken[0][0] if line.spoken else line.named[1]) for line in lines]
    found: list[Span] = []
    for start, end in sentences:
        opening = span_at(openings, start)
        begins = opening[1] if opening else start
        if begins < end:
            found.append((begins, end))
    return found


def _of(names: Set[str], cues: Sequence[Sequence[_Cue]]) -> list[list[_Cue]]:
    """The speeches under these names."""
    return [
        _apart(each)
        for each in _in_one_style([[one for one in each if one.name.upper() in names] for each in cues])
    ]


def _is_whole(cues: Sequence[Sequence[_Cue]], texts: Sequence[str], cut: Sequence[Sequence[Span]]) -> bool:
    """Whether so much is lines that the book is a play."""
    every = [each for chapter in cues for each in chapter]
    if not _are_talk(every):
        return False
    told = sum(_told(text, spans) for text, spans in zip(texts, cut, strict=True))
    plain = 2 * sum(each.is_plain for each in every) > len(every)
    return sum(each.size for each in every) >= (_OF_A_PLAIN_BOOK if plain else _OF_A_BOOK) * told


def _scenes(cues: Sequence[_Cue]) -> Iterator[range]:
    """The paragraphs of a chapter of a novel that are like a play."""
    for run in _runs(cues):
        if _is_scene(run):
            yield range(run[0].paragraph, run[-1].paragraph + 1)


def _runs(cues: Sequence[_Cue]) -> Iterator[list[_Cue]]:
    """Names that follow each other closely."""
    run: list[_Cue] = []
    for each in cues:
        if run and each.paragraph - run[-1].paragraph > _BETWEEN:
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _is_scene(run: Sequence[_Cue]) -> bool:
    own = sum(each.size for each in run)
    return _are_talk(run) and own >= _OF_A_SCENE * (run[-1].paragraph - run[0].paragraph + 1)


def _are_talk(cues: Sequence[_Cue]) -> bool:
    """Whether there are enough lines, and at least two speakers who come again."""
    often = sum(count > 1 for count in Counter(each.name.upper() for each in cues).values())
    return len(cues) >= _FEWEST_LINES and often >= _FEWEST_SPEAKERS


def _cues(text: str, paragraphs: Sequence[Span], patterns: DramaPatterns) -> Iterator[_Cue]:
    """Every paragraph that could begin with the name of a speaker."""
    for index, (start, end) in enumerate(paragraphs):
        cue = patterns.cue.match(text, start, end)
        if cue is None or not _may_be_name(cue) or patterns.nobody.fullmatch(cue["name"]):
            continue
        if cue.end() < end:
            yield _Cue(
                index, cue["name"], cue["close"], start, ((cue.end(), end),), "\n" in cue.group(), alone=False
            )
        elif said := tuple(_below(text, paragraphs, index + 1)):
            yield _Cue(index, cue["name"], cue["close"], start, said, on_line=True, alone=True)


def _may_be_name(cue: re.Match[str]) -> bool:
    """Whether what stands before a speech is written like a name. Without a stop after it, it must be in capitals."""
    name: str = cue["name"]
    if _in_capitals(name):
        return len(name) > 1
    if name.lower() == name.upper():
        return True
    if not cue["close"].strip("—–―") and "\n" not in cue.group():
        return False
    return name[0].isupper() and all(
        word[0].isupper() or not word[0].isalpha() or _SMALL.fullmatch(word) for word in name.split()
    )


def _in_capitals(name: str) -> bool:
    """Whether a name is in capitals, but for small words: JOHN and ANNA."""
    return any(word.isupper() for word in name.split()) and all(
        word.isupper() or _SMALL.fullmatch(word) or not word.isalpha() for word in name.split()
    )


def _below(text: str, paragraphs: Sequence[Span], index: int) -> Iterator[Span]:
    """The paragraphs below a name that somebody could say: one, and another after each direction."""
    spoken = False
    for start, end in islice(paragraphs, index, None):
        if _ONLY_DIRECTIONS.fullmatch(text, start, end):
            spoken = False
        elif spoken:
            return
        else:
            yield start, end
            spoken = True


def _speaking_once(
    cues: Sequence[Sequence[_Cue]], known: Set[str], text: str, patterns: DramaPatterns
) -> Iterator[str]:
    """The names of those who have one line: in capitals or on a line before it, of two speakers, or known from directions."""
    capitals = text.upper()
    for cue in (each for chapter in cues for each in chapter):
        name = cue.name.upper()
        if name in known:
            continue
        several = patterns.joined.split(name)
        if (
            (not cue.alone and (cue.on_line or cue.in_capitals))
            or patterns.together.fullmatch(name)
            or (len(several) > 1 and not known.isdisjoint(several))
            or (cue.in_capitals and capitals.count(name) > 1)
            or re.search(rf"[a-z,][ ]{re.escape(cue.name)}\b", text)
        ):
            yield name


def _apart(cues: Sequence[_Cue]) -> list[_Cue]:
    """The names that have a speech below them: not a direction alone, with somebody else's name after it."""
    begins = {each.at for each in cues}
    clear = (
        replace(each, words=tuple(takewhile(lambda span: span[0] not in begins, each.words))) for each in cues
    )
    return [each for each in clear if each.words]


def _in_one_style(cues: Sequence[Sequence[_Cue]]) -> list[list[_Cue]]:
    """The names that are written as most are. Where they are in capitals or have a line, another word with a stop begins a speech."""
    every = [each for chapter in cues for each in chapter]
    capitals = 2 * sum(each.in_capitals for each in every) > len(every)
    on_line = 2 * sum(each.on_line for each in every) > len(every)
    return [
        [each for each in chapter if each.in_capitals or not (capitals or (on_line and not each.on_line))]
        for chapter in cues
    ]


def _told(text: str, paragraphs: Sequence[Span]) -> int:
    """How many paragraphs are more than directions."""
    return sum(_ONLY_DIRECTIONS.fullmatch(text, *each) is None for each in paragraphs)


def _line(text: str, cue: _Cue) -> Line:
    return Line(
        cue.name,
        (cue.at, cue.at + len(cue.name)),
        tuple(span for words in cue.words for span in _without_directions(text, *words)),
    )


def _without_directions(text: str, start: int, end: int) -> Iterator[Span]:
    gaps = [match.span() for match in _DIRECTION.finditer(text, start, end)]
    begins, ends = [start, *(gap[1] for gap in gaps)], [*(gap[0] for gap in gaps), end]
    for words in zip(begins, ends, strict=True):
        if _SPOKEN.search(text, *words):
            yield trimmed(text, *words)
