"""Lines that a re-posting site adds to the chapters: adverts, addresses, links to the next chapter.

A line goes only if two things hold. It has the words of an advert or an address (or is the name of the site or the
book), and it comes again: the same line in three chapters, where numbers and the chapter's own title may differ, or
different lines in three chapters with two signs each. An author's refrain, a motto or the first words of a letter come
again, too, and stay. So does an advert that comes once.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from fabula.languages import Language
from fabula.languages.language import each_with
from fabula.languages.patterns import fragments
from fabula.languages.topics.headings import NEVER
from fabula.notices import Notice
from fabula.text.book import Book, Chapter, LeftOut
from fabula.text.sentences import sentences
from fabula.text.sieve import Sieve
from fabula.text.words import count_words

_DOT = "[.。．·]"
_ENDINGS = "com|net|org|cc|xyz|info|top|vip|biz|club|site|online"
_ADDRESS = (
    rf"https?://|(?<![a-z])(?:www|m|wap){_DOT}[a-z0-9-]+{_DOT}[a-z]{{2,4}}(?![a-z])"
    rf"|(?<![a-z0-9@._-])[a-z0-9-]{{3,30}}(?:{_DOT}(?:{_ENDINGS})| ?{_DOT} ?(?:com|net))(?![a-z@])"
)
_DOTTED = re.compile(
    rf"[.。．·:](?:(?<=:)//|(?<!:)(?:{_ENDINGS}| (?:com|net))(?![a-z@])|(?<=www[^:]|wap[^:])[a-z0-9-]|(?<![a-z]m[^:])(?<=m[^:])[a-z0-9-])"
)
"""What every address holds. A pattern that begins with one of its letters is searched faster."""
_LETTERS = {each: re.compile(f"[{each}]") for each in fragments("matter", "letters").split("|") if each}
"""The letters of languages that are not written in Latin ones."""
_SITE = re.compile(rf"(?:www|m|wap){_DOT}([a-z0-9-]{{4,}})|([a-z0-9-]{{4,}}) ?{_DOT} ?[a-z]{{2,6}}")
_WIDE_LATIN = str.maketrans({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code).isalnum()})
_WIDE = re.compile(f"[{''.join(map(chr, _WIDE_LATIN))}]")
_NUMBERS = re.compile(r"[\W\d_〇零一二三四五六七八九十百千两]+")
_TITLE_PARTS = re.compile(r"[\s:：—–―|·-]+")
_SENTENCE_END = re.compile(r"[.!?…。！？,，;；:：—\"”’」』]\W*$")
_WHAT = "text.site-lines"
_FEWEST = 3
"""Chapters in which a line comes again before it is left out."""
_LONGEST = 400
"""Characters of the longest line that is an advert as a whole. Of a longer one, only sentences are."""
_REST = 30
"""Letters without a sign that an advert in changing words may have beside its sentences."""
_MANY, _SHARE = 10, 0.9
"""Without a sign, a line goes if it names the book, or is both the first and the last line, in this share of so many
chapters. No refrain reaches that."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A line or a sentence with the signs of an advert."""

    chapter: int
    start: int
    end: int
    key: str
    changing: bool
    """It has two signs, so that it counts with others of its kind whatever their words are."""


def without_boilerplate(
    chapters: Sequence[Chapter], language: Language, title: str | None = None, author: str | None = None
) -> tuple[tuple[Chapter, ...], LeftOut | None]:
    """The chapters without what a site added, and how much that was. A chapter of nothing else is none."""
    if len(chapters) < _FEWEST:
        return tuple(chapters), None
    cuts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    spots = [spot for number, chapter in enumerate(chapters) for spot in _spots(number, chapter, language)]
    for spot in (*_repeated(spots), *_names(chapters, spots, title, author)):
        cuts[spot.chapter].append((spot.start, spot.end))
    if not cuts:
        return tuple(chapters), None
    kept: list[Chapter] = []
    removed: list[str] = []
    for number, chapter in enumerate(chapters):
        gone = _merged(cuts.get(number, ()))
        removed += [chapter.text[start:end] for start, end in gone]
        chapter = _without(chapter, gone) if gone else chapter
        if chapter.text or not gone:
            kept.append(replace(chapter, number=len(kept) + 1))
    if not kept:
        return tuple(chapters), None
    words = sum(count_words(each, language) for each in removed)
    example = " ".join(removed[0].split())[:80]
    what = Notice.of(_WHAT, n=len(removed), example=example)
    return tuple(kept), LeftOut(what, Notice.of("text.added-by-site"), words)


def site_lines(book: Book) -> int:
    """How many lines a site seems to have added: those left out, and those of some length that come again in three
    chapters. An author repeats lines, too, so this only tells which of two copies of a novel is the cleaner."""
    left_out = sum(int(str(each.what.fields["n"])) for each in book.left_out if each.what.code == _WHAT)
    times: Counter[int] = Counter()
    for chapter in book.chapters:
        lines = (line for line in chapter.text.split("\n") if 8 <= len(line) <= _LONGEST)
        times.update({hash(_key(line, "")) for line in lines})
    return left_out + sum(count for count in times.values() if count >= _FEWEST)


def adverts(lines: Iterable[str]) -> set[str]:
    """Those of some lines that have the sign of an advert and come again, whatever numbers are in them."""
    signed = [
        (line, _key(line, "")) for line in lines if (plain := _plain(line)) and _signs(plain).search(plain)
    ]
    times = Counter(key for _, key in signed)
    return {line for line, key in signed if times[key] >= _FEWEST}


def _spots(number: int, chapter: Chapter, language: Language) -> Iterator[_Spot]:
    """Every line with a sign and, where a line has more than the advert, every sentence with a sign."""
    text = _plain(chapter.text)
    signs = _signs(text)
    done = 0
    for sign in (sign for stretch in _suspect(text) for sign in signs.finditer(text, *stretch)):
        if sign.start() < done:
            continue
        start = text.rfind("\n", 0, sign.start()) + 1
        done = _line_end(text, sign.end())
        signed, rest = [], 0
        for first, last in sentences(chapter.text[start:done].replace("．", "."), language):
            if signs.search(text, start + first, start + last) is None:
                rest += last - first
            elif last - first <= _LONGEST:
                signed.append((start + first, start + last))
        if done - start <= _LONGEST:
            yield _spot(number, chapter, text, start, done, rest)
        for first, last in signed:
            yield _spot(number, chapter, text, first, last, 0)


def _signs(text: str) -> re.Pattern[str]:
    """The signs of an advert in the letters of a text. Those of all languages at once take twice the time."""
    return _signs_in(frozenset(letters for letters, some in _LETTERS.items() if some.search(text)))


@cache
def _signs_in(letters: frozenset[str]) -> re.Pattern[str]:
    able = [
        each.matter
        for each in each_with("matter")
        if not each.matter.letters or each.matter.letters in letters
    ]
    return re.compile("|".join([_ADDRESS, *(each.advert for each in able if each.advert != NEVER)]))


def _suspect(text: str) -> Iterator[tuple[int, int]]:
    """The lines that can hold a sign. Each comes with the line after it, where a sign may end."""
    sieve = _sieve()
    if sieve.everywhere:
        yield 0, len(text)
        return
    start = end = -1
    places = [place for place, _ in sieve.found(text)] + [each.start() for each in _DOTTED.finditer(text)]
    for place in sorted(places):
        if place > end:
            if end >= 0:
                yield start, end
            start = text.rfind("\n", 0, place) + 1
        end = _line_end(text, _line_end(text, place) + 1)
    if end >= 0:
        yield start, end


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


@cache
def _sieve() -> Sieve:
    return Sieve([each.matter.advert for each in each_with("matter") if each.matter.advert != NEVER])


def _spot(number: int, chapter: Chapter, text: str, start: int, end: int, rest: int) -> _Spot:
    """`rest` letters of it are in sentences without a sign."""
    signs = {_key(sign[0], "") for sign in _signs(text[start:end]).finditer(text, start, end)}
    return _Spot(number, start, end, _key(text[start:end], chapter.title), len(signs) > 1 and rest <= _REST)


def _repeated(spots: Sequence[_Spot]) -> Iterator[_Spot]:
    where: dict[str, set[int]] = defaultdict(set)
    for spot in spots:
        where[spot.key].add(spot.chapter)
    changing = len({spot.chapter for spot in spots if spot.changing}) >= _FEWEST
    for spot in spots:
        if len(where[spot.key]) >= _FEWEST or (spot.changing and changing):
            yield spot


def _names(
    chapters: Sequence[Chapter], spots: Sequence[_Spot], title: str | None, author: str | None
) -> Iterator[_Spot]:
    """First and last lines that only name the site, the book or its author, chapter after chapter."""
    many = len(chapters) * _SHARE if len(chapters) >= _MANY else len(chapters) + 1
    sites = _sites(chapters, spots)
    names = {_key(each, "") for each in (title, author, f"{title} {author}", f"{title} by {author}") if each}
    framing: Counter[str] = Counter()
    for number, chapter in enumerate(chapters):
        keys = [edge.key for edge in _edges(number, chapter)]
        framing.update(keys[1:] if keys[1:] == keys[:1] else ())
    names |= {key for key, times in framing.items() if times >= many}
    times = Counter(
        key
        for number, chapter in enumerate(chapters)
        for key in {edge.key for edge in _edges(number, chapter)}
        if key in sites or key in names
    )
    for number, chapter in enumerate(chapters):
        for edge in _edges(number, chapter):
            if times[edge.key] >= (_FEWEST if edge.key in sites else many):
                yield edge


def _edges(number: int, chapter: Chapter) -> Iterator[_Spot]:
    """The first line and, if there are several, the last. Sentences and lines without letters are left out."""
    text = chapter.text
    first, last = text.find("\n"), text.rfind("\n") + 1
    for start, end in ((0, first if last else len(text)), (last, len(text)))[: 2 if last else 1]:
        line = text[start:end]
        if len(line) <= _LONGEST // 4 and not _SENTENCE_END.search(line) and (key := _key(line, "")):
            yield _Spot(number, start, end, key, False)


def _sites(chapters: Sequence[Chapter], spots: Sequence[_Spot]) -> set[str]:
    """The names in the addresses of the adverts: NovelHub of www.novelhub.com."""
    return {
        _key(name, "")
        for spot in _repeated(spots)
        for found in _SITE.finditer(_plain(chapters[spot.chapter].text[spot.start : spot.end]))
        for name in (found[1] or found[2], found[0])
    }


def _key(line: str, title: str) -> str:
    """A line's letters, without numbers and the title of its chapter."""
    folded = unicodedata.normalize("NFKC", line).casefold()
    for part in (title, *_TITLE_PARTS.split(title)) if title else ():
        if len(part) > 1:
            folded = folded.replace(part.casefold(), "")
    return _NUMBERS.sub("", folded)


def _plain(text: str) -> str:
    """The text in lower case and letters of usual width, every letter where it was."""
    lower = text.lower()
    plain = lower if len(lower) == len(text) else text
    return plain.translate(_WIDE_LATIN) if _WIDE.search(plain) else plain


def _merged(cuts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(cuts):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _without(chapter: Chapter, gone: Sequence[tuple[int, int]]) -> Chapter:
    """The chapter without some stretches. Its scene breaks move with their text."""
    pieces: list[str] = []
    length = at = 0
    moved: dict[int, int] = {}
    breaks = iter(chapter.scene_breaks)
    following = next(breaks, None)
    for start, end in (*_whole_lines(chapter.text, gone), (len(chapter.text), len(chapter.text))):
        while following is not None and following <= start:
            moved[following] = length + following - at
            following = next(breaks, None)
        pieces.append(chapter.text[at:start])
        length += start - at
        while following is not None and following < end:
            moved[following] = length
            following = next(breaks, None)
        at = end
    text = "".join(pieces)
    return replace(
        chapter,
        text=text.strip(),
        scene_breaks=tuple(sorted({place for place in moved.values() if 0 < place < len(text)})),
    )


def _whole_lines(text: str, gone: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Stretches with the white space around them, so that paragraphs stay one blank line apart and words one space."""
    for start, end in gone:
        while start and text[start - 1] == " ":
            start -= 1
        begins = start == 0 or text[start - 1] == "\n"
        if begins and end == len(text):
            while start and text[start - 1] == "\n":
                start -= 1
        elif begins and text[end] == "\n":
            while end < len(text) and text[end] == "\n":
                end += 1
        yield start, end
