"""What every format reader returns: pieces in order, each marked as story or not, and how they become a Book."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fabula.bad_files import BadFile
from fabula.languages import ENGLISH, Language
from fabula.notices import Notice
from fabula.text.authors_notes import without_authors_notes
from fabula.text.boilerplate import without_boilerplate
from fabula.text.book import Book, Chapter, LeftOut
from fabula.text.formats.divisions import settle_divisions
from fabula.text.formats.piece import Piece
from fabula.text.headings import matter
from fabula.text.headings.split import Split, split_chapters
from fabula.text.language import detect
from fabula.text.scenes import scene_breaks
from fabula.text.unmarked import unmarked_speech
from fabula.text.words import count_words

_WIDE = re.compile("[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7af]")
_FEWEST_WORDS = 120
_FEWEST_WORDS_UNDER_A_TITLE = 30
"""Before the first chapter and after the last, a piece with fewer words is a page, not a chapter."""


@dataclass(slots=True)
class Draft:
    """A file as its reader understood it, before it becomes a Book."""

    format: str
    pieces: list[Piece] = field(default_factory=list)
    title: str | None = None
    author: str | None = None
    language: str | None = None
    genres: tuple[str, ...] = ()
    premise: str | None = None
    encoding: str | None = None
    aside: dict[tuple[Notice, Notice], int] = field(default_factory=dict)
    """Words left out inside pieces, by what they are and why: tables, notes."""
    left_out: list[LeftOut] = field(default_factory=list)
    warnings: list[Notice] = field(default_factory=list)
    in_sections: bool = False
    split: Split | None = None
    """The result of the search, if the chapters had to be found in plain text."""

    def cut_plain(self, plain: str) -> None:
        """Take the chapters from a text without markup."""
        language = settled_language(self.language, plain, self.warnings)
        self.language = language
        self.split = split_chapters(plain, language)

    @property
    def counted_in(self) -> Language:
        """The language by whose rules words are counted before the text itself has been read."""
        return Language.or_none(self.language) or ENGLISH

    def set_aside(self, what: Notice, why: Notice, words: int) -> None:
        self.aside[what, why] = self.aside.get((what, why), 0) + words

    def leave_out(self, what: str, text: str) -> None:
        """Set aside what is no prose: `text.tables`, `text.table-of-contents`."""
        words = count_words(text, self.counted_in)
        self.set_aside(Notice.of(what), Notice.of("text.not-prose"), words)


def make_book(draft: Draft, source: str) -> Book:
    """Make the Book of a draft: set front and back matter aside, number the chapters, find scenes."""
    if draft.split is not None:
        language = draft.counted_in
        chapters = draft.split.chapters
        draft.warnings.extend(draft.split.warnings)
        for piece in draft.pieces:
            piece.why = piece.why or Notice.of("text.outside-story")
        left_out = [*draft.left_out, *_set_aside(draft.pieces, language), *draft.split.left_out]
        draft.in_sections = draft.split.in_sections
    else:
        settle_divisions(draft.pieces)
        settle_matter(draft)
        language = settled_language(draft.language, _sample(draft.pieces), draft.warnings)
        chapters = _numbered(draft)
        left_out = [*draft.left_out, *_set_aside(draft.pieces, language)]
    left_out += [LeftOut(what, why, words) for (what, why), words in draft.aside.items() if words]
    chapters, notes = without_authors_notes(chapters, language)
    left_out += notes
    chapters, added = without_boilerplate(chapters, language, draft.title, draft.author)
    left_out += [added] if added else []
    if not any(chapter.text.strip() for chapter in chapters):
        raise BadFile(Notice.of("text.file-without-story", name=source))
    unmarked = unmarked_speech(chapters, language)
    draft.warnings += [unmarked] if unmarked else []
    return Book(
        title=draft.title or "Untitled",
        author=draft.author,
        language=language,
        chapters=chapters,
        genres=draft.genres,
        premise=draft.premise,
        format=draft.format,
        encoding=draft.encoding,
        left_out=tuple(left_out),
        warnings=tuple(draft.warnings),
        source=source,
        in_sections=draft.in_sections,
    )


def settle_matter(draft: Draft) -> None:
    """Decide for every piece whether it is story: by its type, then by its title and position, then by what is
    on the page."""
    pieces = draft.pieces
    for piece in pieces:
        if piece.why is None and _is_told_foreword(piece):
            piece.kind = "prologue"
        if piece.why is None and piece.kind in matter.MATTER_TYPES:
            piece.why = Notice.of("text.marked-as", what=matter.MATTER_TYPES[piece.kind])
    story = [place for place, piece in enumerate(pieces) if _is_story(piece)]
    if not story:
        _keep_what_there_is(draft)
        return
    proper = [place for place in story if not matter.is_extra(pieces[place].title)] or story
    first, last = story[0], proper[-1]
    for place, piece in enumerate(pieces):
        if place > last and place in story:
            continue
        if piece.why is None and piece.kind not in matter.STORY_TYPES:
            where: matter.Position = "before" if place < first else "after" if place > last else "within"
            piece.why = matter.why_by_title(piece.title, where)
            if piece.why is None and where != "within":
                piece.why = _why_by_page(piece, draft.title, where)


def _is_told_foreword(piece: Piece) -> bool:
    """Whether a foreword is a part of the story: people talk in it."""
    is_foreword = piece.kind in (None, "foreword") and matter.why_by_title(piece.title, "before")
    return bool(is_foreword) and matter.is_told(piece.text.splitlines()[1:])


def _is_story(piece: Piece) -> bool:
    if piece.why is not None:
        return False
    if piece.kind in matter.STORY_TYPES:
        return True
    if matter.role_of(piece.title) == "chapter":
        return True
    if matter.is_matter_title(piece.title) or matter.is_copyright_page(piece.text):
        return False
    return not matter.is_short(piece.text)


def _why_by_page(piece: Piece, book_title: str | None, where: str) -> Notice | None:
    if matter.is_copyright_page(piece.text):
        return Notice.of("text.reads-as-copyright")
    if piece.title and book_title and piece.title.casefold() == book_title.casefold():
        return Notice.of("text.title-page") if matter.is_short(piece.text) else None
    if matter.is_short(piece.text, _FEWEST_WORDS_UNDER_A_TITLE if piece.title else _FEWEST_WORDS):
        return Notice.of(f"text.short-page-{where}")
    return None


def _keep_what_there_is(draft: Draft) -> None:
    """If everything looked like front or back matter, keep what was left out only because of its title, and say
    so."""
    kept = [
        piece for piece in draft.pieces if piece.text.strip() and not matter.is_copyright_page(piece.text)
    ]
    unmarked = [piece for piece in kept if piece.why is None]
    for piece in unmarked or kept:
        piece.why = None
    if any(matter.is_matter_title(piece.title) for piece in unmarked or kept):
        draft.warnings.append(Notice.of("text.no-chapter"))


def _numbered(draft: Draft) -> tuple[Chapter, ...]:
    chapters: list[Chapter] = []
    for piece in draft.pieces:
        if piece.why is not None:
            continue
        if not piece.text.strip():
            draft.warnings.append(Notice.of("text.empty-chapter", title=piece.title))
            continue
        breaks = scene_breaks(piece.text)
        chapters.append(Chapter(len(chapters) + 1, piece.title, piece.text, piece.parts, breaks))
    return tuple(chapters)


def _set_aside(pieces: list[Piece], language: Language) -> list[LeftOut]:
    return [
        LeftOut(_name(piece), piece.why, count_words(piece.text, language))
        for piece in pieces
        if piece.why is not None and piece.text.strip()
    ]


def _name(piece: Piece) -> Notice:
    if piece.title:
        return Notice.of("text.title", title=piece.title)
    if piece.kind in matter.MATTER_TYPES:
        return matter.MATTER_TYPES[piece.kind]
    start = " ".join(piece.text[:200].split())
    return Notice.of("text.start-cut" if len(start) > 40 else "text.start", start=start[:40])


def _sample(pieces: list[Piece]) -> str:
    story = [piece.text for piece in pieces if piece.why is None]
    return "\n\n".join(text[:4000] for text in story[:: max(1, len(story) // 8)])


def settled_language(stated: str | None, text: str, warnings: list[Notice]) -> Language:
    """The language that the file declares, unless its script contradicts it.

    Many EPUBs say `en` whatever their language.
    """
    language = Language.or_none(stated)
    if language is None or len(language) != 2:
        return detect(text)
    is_wide = len(_WIDE.findall(text, 0, 20_000)) > 0.3 * min(len(text), 20_000)
    if is_wide != language.is_wide and len(text.strip()) > 200:
        found = detect(text)
        warnings.append(Notice.of("text.language-differs", stated=language, found=found))
        return found
    return language
