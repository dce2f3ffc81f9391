"""Headings and paragraphs in order, as HTML, Markdown and documents all give them, and the chapters made from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from fabula.notices import Notice
from fabula.text.formats.draft import Draft
from fabula.text.formats.piece import Piece
from fabula.text.headings import matter
from fabula.text.headings.lines import read_heading

BREAK = "* * *"
"""The mark for a scene break in the text."""

LAYOUT_CELL = 1500
"""A table with this many characters in one cell is a page layout, and its text is the book."""
STYLE_OF_HEADING = re.compile(
    r"(?:heading|标题|標題|見出し|제목|überschrift|titre|título|titlu|titolo|títol|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor"
    r"|başlık|naslov|заголовок|επικεφαλίδα|כותרת|عنوان|tiêu đề)\s*([1-6])",
    re.I,
)
"""The names of word processors' heading styles in the languages that they speak, with their levels."""
STYLE_OF_TITLE = re.compile(
    r"title|书名|标题|標題|表題|제목|titel|rubrik|titre|título|titlu|titolo|títol|tittel|otsikko|tytuł|název|názov|cím|konu başlığı|naslov"
    r"|название|заголовок|τίτλος|כותרת טקסט|العنوان|tiêu đề",
    re.I,
)
"""The names of their style for the title of the whole document."""

_LONGEST_HEADING = 200


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (level 1 to 6) or a paragraph (level 0)."""

    text: str
    level: int = 0
    kind: str | None = None
    """The structural type of the section around it."""
    anchors: tuple[str, ...] = ()


@dataclass(slots=True)
class _Run:
    """Headings in a row with nothing between them, and the paragraphs below."""

    headings: list[Block]
    body: list[Block]

    @property
    def level(self) -> int:
        return min(heading.level for heading in self.headings)


@dataclass(slots=True)
class _Standing:
    """The parts that the next chapter belongs to, by their levels and ranks."""

    parts: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.parts[key] for key in sorted(self.parts))

    def begin(self, headings: Sequence[Block]) -> None:
        """New parts by a run of headings. One that names no part is the title of the one above it."""
        last: tuple[int, int] | None = None
        for each in headings:
            if last is not None and matter.role_of(each.text) is None:
                self.parts[last] = join_titles([self.parts[last], each.text])
                continue
            read = read_heading(each.text)
            last = each.level, read.rank if read else 0
            self.parts = {key: name for key, name in self.parts.items() if key < last} | {last: each.text}


def _texts(headings: Sequence[Block]) -> list[str]:
    return [heading.text for heading in headings]


def join(body: Sequence[Block]) -> str:
    """Paragraphs separated by one blank line; a scene break at either end is dropped."""
    texts = [block.text for block in body if block.text]
    while texts and texts[0] == BREAK:
        texts.pop(0)
    while texts and texts[-1] == BREAK:
        texts.pop()
    return "\n\n".join(texts)


def join_titles(titles: Sequence[str]) -> str:
    """`Chapter 3` and `The Storm`, printed one under the other, as one title."""
    joined = ""
    for title in (" ".join(each.split()) for each in titles):
        if not joined:
            joined = title
        elif title and title != joined:
            gap = " " if joined[-1] in ".:!?。：—-" or "一" <= joined[-1] <= "鿿" else ": "
            joined += gap + title
    return joined


def fill(draft: Draft, row: Sequence[Block]) -> None:
    """Give a draft its pieces: cut at headings if they make chapters, else where the plain text shows chapters."""
    pieces = cut_at_headings(row, draft)
    if sum(1 for piece in pieces if piece.title) >= 2:
        draft.pieces = pieces
    else:
        draft.cut_plain("\n\n".join(block.text for block in row if block.text))


def cut_at_headings(row: Sequence[Block], draft: Draft | None = None) -> list[Piece]:
    """Pieces in order, parts named above them. Headings below the chapters' level stay in the text.

    With a draft, a first heading that is the book's own title becomes its title.
    """
    runs = _runs(row)
    level = _chapter_level(runs)
    pieces: list[Piece] = []
    standing = _Standing()
    for place, run in enumerate(runs):
        if not run.headings:
            if run.body:
                pieces.append(Piece("", join(run.body), kind=run.body[0].kind))
            continue
        parts, titles, below = _sorted_out(run, level)
        if not titles and not parts:
            _extend(pieces, [*run.headings, *run.body], standing.names)
            continue
        if parts and not titles:
            following = runs[place + 1] if place + 1 < len(runs) else None
            if place == 0 and draft is not None and _is_book_title(parts, run, following):
                draft.title = draft.title or join_titles(_texts(parts))
                if run.body:
                    pieces.append(Piece(draft.title, join(run.body), kind=run.body[0].kind))
                continue
            if following is not None and _heads_chapters(parts, run, following, level):
                standing.begin(parts)
                if run.body:
                    name = join_titles(_texts(parts))
                    why = Notice.of("text.part-page")
                    pieces.append(Piece(name, join(run.body), standing.names, why=why))
                continue
            titles, standing = _texts(parts), _Standing()
        elif parts:
            if place == 0 and draft is not None and matter.role_of(parts[0].text) is None:
                draft.title = draft.title or parts.pop(0).text
            standing.begin(parts)
        kind = run.body[0].kind if run.body else run.headings[-1].kind
        title = join_titles(titles)
        own_parts = () if matter.is_matter_title(title) else standing.names
        pieces.append(Piece(title, join([*below, *run.body]), own_parts, kind=kind))
    return pieces


def _runs(row: Sequence[Block]) -> list[_Run]:
    named = _level_of_named(row)
    runs = [_Run([], [])]
    for block in row:
        if block.level and len(block.text) <= _LONGEST_HEADING:
            if block.level > named and matter.is_bare_number(block.text):
                runs[-1].body.append(Block(block.text, 0, block.kind, block.anchors))
                continue
            if runs[-1].body or _starts_anew(runs[-1].headings, block):
                runs.append(_Run([], []))
            runs[-1].headings.append(block)
        elif block.text and not (block.text == BREAK and not runs[-1].body):
            runs[-1].body.append(block)
    return [run for run in runs if run.headings or run.body]


def _level_of_named(row: Sequence[Block]) -> int:
    """The level of headings such as "Chapter 3": a bare number below it is a section of a chapter.

    7 if there are none.
    """
    levels = [block.level for block in row if block.level and matter.is_numbered_chapter(block.text)]
    return min(levels) if len(levels) >= 2 else 7


def _starts_anew(headings: list[Block], block: Block) -> bool:
    """A chapter heading after a chapter heading, with nothing between, is an empty chapter and not a subtitle."""
    if not headings:
        return False
    role = matter.role_of(block.text)
    if role is None:
        return matter.is_matter_title(headings[-1].text) and block.level <= headings[-1].level
    return any(matter.role_of(heading.text) == "chapter" for heading in headings)


def _chapter_level(runs: list[_Run]) -> int:
    """The level whose headings are chapters: the one with most headings that say so, else the highest that
    divides the text well."""
    explicit = Counter(h.level for run in runs for h in run.headings if matter.role_of(h.text) == "chapter")
    if (
        explicit
        and (level := max(explicit, key=lambda each: (explicit[each], -each)))
        and explicit[level] >= 2
    ):
        return level
    counts = Counter(h.level for run in runs for h in run.headings if not matter.is_matter_title(h.text))
    bare = Counter(run.level for run in runs if run.headings and not run.body)
    bare.update(run.level for run in runs if run.body and len({h.level for h in run.headings}) > 1)
    levels = sorted(level for level, count in counts.items() if count >= 2)
    for level in levels:
        if level == levels[-1] or bare[level] * 2 < counts[level]:
            return level
    return min(counts, default=1)


def _sorted_out(run: _Run, level: int) -> tuple[list[Block], list[str], list[Block]]:
    """The run's headings as names of parts, title of the chapter, and headings that stay in the text."""
    roles = [matter.role_of(heading.text) for heading in run.headings]
    own = [heading.level == level and role is None for heading, role in zip(run.headings, roles, strict=True)]
    if "chapter" in roles:
        start = roles.index("chapter")
    elif any(own):
        start = own.index(True)
    else:
        parts = [heading for heading in run.headings if heading.level <= level]
        return parts, [], [heading for heading in run.headings if heading.level > level]
    parts = [heading for heading in run.headings[:start] if heading.level <= level]
    rest = run.headings[start:]
    end = next((n for n, heading in enumerate(rest) if heading.level > rest[0].level + 1), len(rest))
    return parts, [heading.text for heading in rest[:end]], rest[end:]


def _is_book_title(parts: list[Block], run: _Run, following: _Run | None) -> bool:
    is_heading = matter.role_of(parts[0].text) is not None or matter.is_matter_title(parts[0].text)
    return not is_heading and following is not None and matter.is_short(join(run.body))


def _heads_chapters(parts: list[Block], run: _Run, following: _Run, level: int) -> bool:
    """Whether a heading above the chapters' level names a part: chapters follow it, and there is little text
    below it."""
    if matter.is_matter_title(parts[-1].text) or following.level < run.level:
        return False
    follows = following.level >= level and following.level >= run.level
    if matter.role_of(parts[-1].text) == "part":
        return follows and matter.is_short(join(run.body))
    return follows and following.level > run.level and not run.body


def _extend(pieces: list[Piece], row: list[Block], parts: tuple[str, ...]) -> None:
    text = join(row)
    if not pieces or pieces[-1].why is not None:
        pieces.append(Piece("", text, parts))
    elif text:
        pieces[-1].text = f"{pieces[-1].text}\n\n{text}" if pieces[-1].text else text
