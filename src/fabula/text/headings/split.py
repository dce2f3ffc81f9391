"""A plain text cut into chapters.

What is not story is set aside and listed. `lines` reads the lines that may be headings. `places` decides which
stand apart and which are a contents list, `levels` which level is the chapters; `series` and `dates` find headings that no word
names; `evidence` chooses between these readings. `order` checks their numbers. This file
turns the text between them into chapters.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from fabula.languages import Language
from fabula.languages.topics.headings import LONGEST
from fabula.notices import Notice
from fabula.text.book import Chapter, LeftOut
from fabula.text.headings import matter
from fabula.text.headings.evidence import read_headings
from fabula.text.headings.order import in_order
from fabula.text.headings.places import CONTENTS, Found, with_titles
from fabula.text.headings.uncut import cut_without_headings
from fabula.text.headings.within import broken_out
from fabula.text.language import detect
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout, Paragraph, ended, layout, lines_of, paragraphs
from fabula.text.scenes import scene_breaks
from fabula.text.words import count_words

_GUTENBERG = re.compile(r"\s*\*\*\*?\s*(START|END) OF (?:THE |THIS )?PROJECT GUTENBERG", re.I)
_OPENING_WORDS = 150
_COPYRIGHT_PAGE = 3_000
"""A page of copyright has fewer words than this."""
_PART_TEXT_WORDS = 200
_FEW_HEADINGS = 60_000
_LONG_CHAPTERS = 60_000
"""Characters of text to a heading, on average, above which headings are looked for within lines."""
_LONG_STORY = 6_000
"""A text with one heading has at most so many characters, unless others are within its lines."""
_MOST_WARNINGS = 20


@dataclass(frozen=True, slots=True)
class Split:
    """A plain text cut into chapters, what was set aside, and what looked wrong."""

    chapters: tuple[Chapter, ...]
    left_out: tuple[LeftOut, ...]
    warnings: tuple[Notice, ...]
    in_sections: bool = False
    """Whether there are no headings, so that the chapters are sections."""


@dataclass(slots=True)
class _Piece:
    """A chapter being built: its title, its parts and where its lines are."""

    title: str
    parts: tuple[str, ...]
    places: Sequence[int]


@dataclass(slots=True)
class _Cutting:
    """A text that is being cut."""

    lines: Lines
    shape: Layout
    language: Language
    left_out: list[LeftOut] = field(default_factory=list)
    warnings: list[Notice] = field(default_factory=list)

    def at(self, places: Iterable[int]) -> Iterator[str]:
        return (self.lines[place] for place in places)

    def count(self, lines: Iterable[str]) -> int:
        return sum(count_words(line, self.language) for line in lines)

    def leave_out(self, what: Notice, why: Notice, lines: Iterable[str]) -> None:
        words = self.count(lines)
        if words:
            self.left_out.append(LeftOut(what, why, words))

    def text(self, lines: Iterable[str]) -> Iterator[Paragraph]:
        return paragraphs(lines, self.shape)


def split_chapters(plain: str, language: str | None) -> Split:
    """Cut a decoded plain text into chapters. The text is tidied first; scene breaks are found."""
    lines = lines_of(plain)
    cutting = _Cutting(lines, layout(lines), Language(language) if language else detect(plain))
    start, end = _between_licences(cutting)
    read = read_headings(lines, cutting.shape, start, end)
    parts = read.parts
    order = in_order(read.chapters, parts, lines, end)
    cutting.warnings.extend(order.warnings)
    if _few(order.kept, lines) and (broken := broken_out(lines)):
        return split_chapters(broken, cutting.language)
    if not order.kept:
        return _without_headings(cutting, start, end)
    marks = sorted({end, *(each.line for each in (*order.kept, *parts))})
    sentence_case = cutting.language.headings.sentence_case
    kept = with_titles(order.kept, marks, lines, cutting.shape, sentence_case)
    parts = with_titles(_new_parts(parts), marks, lines, cutting.shape, sentence_case)
    _drop_repeats(cutting, order.repeats)
    first = min(each.line for each in (*kept, *parts))
    last = max(each.after for each in kept)
    end = _set_back_matter_aside(cutting, last, end)
    pieces = _without_afterwords(cutting, _pieces(cutting, kept, parts, end))
    pieces = [*_front(cutting, start, first, read.listed), *pieces]
    chapters = _chapters(cutting, pieces)
    if not chapters:
        return _without_headings(cutting, start, end)
    _doubt_lengths(cutting, chapters)
    return Split(tuple(chapters), tuple(cutting.left_out), _first_of(cutting.warnings))


def _few(kept: Sequence[Found], lines: Lines) -> bool:
    """Whether headings are missing: more may stand within lines."""
    length = lines.between(0, len(lines))
    return length > _LONG_CHAPTERS * len(kept) or (len(kept) == 1 and length > _LONG_STORY)


def _between_licences(cutting: _Cutting) -> tuple[int, int]:
    """The lines between the licence texts of Project Gutenberg."""
    start, end = 0, len(cutting.lines)
    for at, line in enumerate(cutting.lines):
        mark = _GUTENBERG.match(line) if "*" in line[:8] else None
        if mark is None:
            continue
        if mark[1].upper() == "START" and start == 0:
            start = at + 1
            cutting.leave_out(
                Notice.of("text.gutenberg-header"), Notice.of("text.not-of-book"), cutting.at(range(start))
            )
        elif mark[1].upper() == "END":
            end = at
            cutting.leave_out(
                Notice.of("text.gutenberg-licence"),
                Notice.of("text.not-of-book"),
                cutting.at(range(end, len(cutting.lines))),
            )
            break
    return start, end


def _without_headings(cutting: _Cutting, start: int, end: int) -> Split:
    chapters, notice = cut_without_headings(cutting.text(cutting.at(range(start, end))), cutting.language)
    return Split(
        chapters,
        tuple(cutting.left_out),
        (*_first_of(cutting.warnings), *([notice] if chapters else [])),
        in_sections=True,
    )


def _new_parts(parts: list[Found]) -> list[Found]:
    """Parts without those that only repeat the current part, as running heads do."""
    return [
        each
        for place, each in enumerate(parts)
        if place == 0 or parts[place - 1].heading.key != each.heading.key
    ]


def _drop_repeats(cutting: _Cutting, repeats: Sequence[Found]) -> None:
    """Remove running heads from the text, and join the paragraphs that they split."""
    if not repeats:
        return
    lines = cutting.lines
    cutting.leave_out(
        Notice.of("text.repeated-headings"),
        Notice.of("text.heading-again", n=len(repeats)),
        [lines[each.line] for each in repeats],
    )
    into = merged = before = previous = -1
    pieces: list[str] = []
    for each in repeats:
        lines[each.line] = ""
        before, after = _filled_before(lines, each.line, merged, previous, before), each.line + 1
        previous = each.line
        if before != merged:
            _write(lines, into, pieces)
            into, pieces = before, [lines[before]] if before >= 0 else []
        while after < len(lines) and not lines[after]:
            after += 1
        if pieces and after < len(lines) and not ended(pieces[-1]) and lines[after].lstrip()[:1].islower():
            pieces.append(lines[after].lstrip())
            lines[after] = ""
            merged = after
    _write(lines, into, pieces)


def _filled_before(lines: Lines, at: int, merged: int, previous: int, known: int) -> int:
    """The last line above that has text, or `merged`, whose text has just gone to the line before it. -1 if none.

    Above `previous`, the answer is `known` from the time before.
    """
    before = at - 1
    while before > previous and before != merged and not lines[before]:
        before -= 1
    return known if before == previous else before


def _write(lines: Lines, into: int, pieces: Sequence[str]) -> None:
    """Several lines as one. They are joined once, so that a thousand running heads do not copy a text each time."""
    if len(pieces) > 1:
        lines[into] = " ".join(pieces)


def _apart(lines: Sequence[str], at: int) -> bool:
    """A short line with blank lines around it."""
    alone = (at == 0 or not lines[at - 1]) and (at + 1 >= len(lines) or not lines[at + 1])
    return bool(lines[at]) and len(lines[at]) <= LONGEST // 3 and alone


def _set_back_matter_aside(cutting: _Cutting, last: int, end: int) -> int:
    """List notes, an index or a licence after the last chapter, and return the line where the story ends."""
    places = [
        at
        for at in range(last, end)
        if _apart(cutting.lines, at) and matter.why_by_title(cutting.lines[at], "after")
    ]
    for at, stop in pairwise([*places, end]):
        title = matter.plain_title(cutting.lines[at])
        cutting.leave_out(
            _called(title),
            matter.why_by_title(title, "after") or Notice.of("text.back-matter"),
            cutting.at(range(at, stop)),
        )
    return places[0] if places else end


def _front(cutting: _Cutting, start: int, end: int, listed: Sequence[Found]) -> list[_Piece]:
    """The text before the first heading: left out by its title, or a chapter if it is prose of some length or people talk in it."""
    lines = cutting.lines
    entries = {at for each in listed for at in (each.line, *_blank_after(lines, each.after, end)) if at < end}
    places = [
        at
        for at in range(start, end)
        if at not in entries and _apart(lines, at) and matter.why_by_title(lines[at], "before")
    ]
    titled = set(places)
    places += [at for at in range(start, end) if CONTENTS.fullmatch(lines[at]) and at not in titled]
    opening = range(start, min([*places, end]))
    pieces = [_opening(cutting, [at for at in opening if at not in entries] if entries else opening)]
    for at, stop in pairwise([*sorted(places), end]):
        title = matter.plain_title(lines[at])
        own = set() if CONTENTS.fullmatch(lines[at]) else entries
        rest = [lines[place] for place in range(at, stop) if place not in own]
        entries -= set(range(at, stop)) - own
        if at in titled and matter.is_told(rest[1:]):
            pieces.append(_Piece(title, (), range(at + 1, stop)))
            continue
        cutting.leave_out(
            _called(title), matter.why_by_title(title, "before") or Notice.of("text.front-by-title"), rest
        )
    if entries:
        cutting.leave_out(
            Notice.of("text.contents-list"),
            Notice.of("text.headings-listed"),
            [lines[at] for at in sorted(entries)],
        )
    return [piece for piece in pieces if piece]


def _blank_after(lines: Sequence[str], at: int, end: int) -> range:
    stop = at
    while stop < end and not lines[stop]:
        stop += 1
    return range(at, stop)


def _opening(cutting: _Cutting, places: Sequence[int]) -> _Piece | None:
    words = prose = 0
    page: list[str] = []
    for each in cutting.text(cutting.at(places)):
        own = count_words(each.text, cutting.language)
        words += own
        prose += own if ended(each.text) and len(each.text) > 60 else 0
        if words < _COPYRIGHT_PAGE:
            page.append(each.text)
    whole = words < _COPYRIGHT_PAGE and matter.is_copyright_page("\n".join(page))
    if words < _OPENING_WORDS or prose < 0.6 * words or whole:
        cutting.leave_out(
            Notice.of("text.title-page"), Notice.of("text.before-first-heading"), cutting.at(places)
        )
        return None
    cutting.warnings.append(Notice.of("text.opening", n=words))
    return _Piece(cutting.language.writing.opening, (), places)


def _pieces(cutting: _Cutting, kept: Sequence[Found], parts: Sequence[Found], end: int) -> list[_Piece]:
    """The text of every chapter. Text directly under a part's heading goes to its first chapter."""
    marks = sorted([*kept, *parts], key=lambda each: each.line)
    is_part = {each.line for each in parts}
    standing: dict[int, str] = {}
    pieces: list[_Piece] = []
    carried: list[int] = []
    for each, stop in zip(marks, [*(mark.line for mark in marks[1:]), end], strict=True):
        places = range(each.after, stop)
        for part in (*each.heading.parts, *([each.heading] if each.line in is_part else [])):
            standing = {rank: name for rank, name in standing.items() if rank < part.rank} | {
                part.rank: part.printed
            }
        names = tuple(standing[rank] for rank in sorted(standing))
        if each.line not in is_part or cutting.count(cutting.at(places)) >= _PART_TEXT_WORDS:
            pieces.append(_Piece(each.heading.printed, names, [*carried, *places] if carried else places))
            carried = []
        else:
            carried.extend(places)
    if any(cutting.at(carried)):
        pieces.append(_Piece(marks[-1].heading.printed, (), carried))
    return pieces


def _without_afterwords(cutting: _Cutting, pieces: list[_Piece]) -> list[_Piece]:
    """The pieces without an author's 后记 after the last chapter, and without notes to readers between chapters.

    It is not story, even if 番外 follow it.
    """
    why = [matter.why_by_title(piece.title, "after") for piece in pieces]
    proper = [at for at, piece in enumerate(pieces) if not why[at] and not matter.is_extra(piece.title)]
    kept = []
    for at, piece in enumerate(pieces):
        last = bool(proper) and at > proper[-1]
        reason = why[at] if last else matter.why_by_title(piece.title, "within")
        if reason:
            cutting.leave_out(_called(piece.title), reason, cutting.at(piece.places))
        else:
            kept.append(piece)
    return kept


def _called(title: str) -> Notice:
    return Notice.of("text.title", title=title)


def _chapters(cutting: _Cutting, pieces: Sequence[_Piece]) -> list[Chapter]:
    """The pieces that have text, in order. A heading without text is no chapter, and is told."""
    chapters: list[Chapter] = []
    for piece in pieces:
        chapter = _chapter(cutting, len(chapters) + 1, piece)
        if chapter.text:
            chapters.append(chapter)
        else:
            cutting.warnings.append(Notice.of("text.empty-chapter", title=piece.title))
    return chapters


def _chapter(cutting: _Cutting, number: int, piece: _Piece) -> Chapter:
    """One chapter. A thousand paragraphs are joined at a time: a list of millions would take several times the text."""
    joined: list[str] = []
    lengths, gaps = array("L"), array("L")
    paragraphs = cutting.text(cutting.at(piece.places))
    while some := list(islice(paragraphs, 1_000)):
        joined.append("\n\n".join(each.text for each in some))
        lengths.extend(len(each.text) for each in some)
        gaps.extend(each.gap for each in some)
    text = "\n\n".join(joined)
    breaks = sorted({*scene_breaks(text), *_gap_breaks(lengths, gaps)})
    return Chapter(number, piece.title, text, piece.parts, tuple(breaks))


def _gap_breaks(lengths: Sequence[int], gaps: Sequence[int]) -> list[int]:
    """Offsets of paragraphs with a wider gap above them than is usual in this chapter."""
    times = Counter(islice(gaps, 1, None))
    if not times:
        return []
    usual = times.most_common(1)[0][0]
    wide = usual + (1 if usual == 0 else 2)
    if sum(count for gap, count in times.items() if gap >= wide) * 8 > len(gaps):
        return []
    offsets, at = [], 0
    for place, (length, gap) in enumerate(zip(lengths, gaps, strict=True)):
        if place and gap >= wide:
            offsets.append(at)
        at += length + 2
    return offsets


def _doubt_lengths(cutting: _Cutting, chapters: Sequence[Chapter]) -> None:
    """Warn of a long text with hardly any headings."""
    if len(chapters) > 2:
        return
    words = cutting.count([each.text for each in chapters])
    if words > _FEW_HEADINGS:
        code = "text.one-heading" if len(chapters) == 1 else "text.few-headings"
        cutting.warnings.append(Notice.of(code, m=len(chapters), n=f"{words:,}"))


def _first_of(warnings: Sequence[Notice]) -> tuple[Notice, ...]:
    """All warnings or, if there are very many, the first ones and the number of the rest."""
    if len(warnings) <= _MOST_WARNINGS:
        return tuple(warnings)
    return (*warnings[:_MOST_WARNINGS], Notice.of("text.more", n=len(warnings) - _MOST_WARNINGS))
