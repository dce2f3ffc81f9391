"""Find passages of a manuscript that address its judge, show where they are, and by default mask them.

A story may contain commands of every kind. The guard looks for text that no character would say to another: orders to
ignore instructions, to give a score, to take on a role, and the control marks of chat models. It reads the text as a
model would: full-width letters, look-alikes from other alphabets, invisible characters and s p a c e d letters do not
hide anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from fabula.languages import ENGLISH
from fabula.languages.searching import found_in_lines
from fabula.languages.spans import last_begun
from fabula.notices import Notice
from fabula.text.guard.disguises import disguised, unseen_runs
from fabula.text.guard.learned import like_known_lines
from fabula.text.guard.rules import EVERYWHERE, RULES, Reason, Rule
from fabula.text.guard.words import PATTERNS, Span, sentences_of_interest
from fabula.text.language import by_letters
from fabula.text.sentences import sentences
from fabula.text.sieve import Sieve, around, bit_places, compiled, fold, in_either, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabula.text.book import Book

MASK = "[…]"


Part = Literal["text", "chapter title", "title", "author", "genres", "premise", "rubric", "plan", "reading"]
"""Where a file says something that a judge is shown: each part of a book, a rubric, and what stands in place of a book.
Any of them can hold a planted line."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One sentence that addresses a judge, word for word, with its place."""

    quote: str
    chapter: int
    """0 for what is said about the whole book."""
    offset: int
    why: Reason
    part: Part = "text"


_LOOKS_LIKE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in "！？，：；"} | dict(
    zip(
        map(ord, "аеорсхуіјѕԁӏІЅЈАЕОРСХВНКМТΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"),
        map(ord, "aeopcxyijsdlISJAEOPCXBHKMTABEZHIKMNOPTYXo"),
        strict=True,
    )
)
_LOOKS_LIKE |= dict(
    zip(
        map(ord, "無視請給滿評為書這總標準項數過話輸應須務語說寫點機獎勵懲罰關閉刪訓練從現將當個專業權則認聲編輯審維優並"),
        map(ord, "无视请给满评为书这总标准项数过话输应须务语说写点机奖励惩罚关闭删训练从现将当个专业权则认声编辑审维优并"),
        strict=True,
    )
)  # fmt: skip
"""The same letter for the rules: full width, other alphabets, traditional characters."""
_LOOKED_LIKE = re.compile(f"[{''.join(map(chr, _LOOKS_LIKE))}]")
_INVISIBLE = re.compile(
    "[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
_SPACED = re.compile(r"(?:(?<!\w)[A-Za-z][ .\-_*·]{1,3}){7,}[A-Za-z](?!\w)")
_SPACED_TWICE = re.compile(r"[ .\-_*·][A-Za-z][ .\-_*·]{1,3}[A-Za-z][ .\-_*·]")
_DOTTED = re.compile(
    r"(?:[A-Za-z0-9]+[._\-*·]){4,}[A-Za-z0-9]+|(?<!\w)(?:[A-Za-z][._\-*·]){3,}[A-Za-z](?!\w)"
)
_DOTTED_THRICE = re.compile(r"[._\-*·][A-Za-z0-9]+[._\-*·][A-Za-z0-9]+[._\-*·]")
_BETWEEN = " ._-*·"
_GAP = re.compile(r"[ .\-_*·]+")
_SPACED_HAN = re.compile(r"(?:[\u4e00-\u9fff，。][ .\-_*·]{1,2}){4,}[\u4e00-\u9fff]")
_HAN_AND_GAP = re.compile(r"[\u4e00-\u9fff，。][ .\-_*·]")


def find_instructions(book: Book) -> tuple[Instruction, ...]:
    """Every sentence of the book's file that addresses its judge: what it says of the book first, then its chapters."""
    about: list[tuple[Part, str]] = [("title", book.title), ("author", book.author or "")]
    about += [("genres", genre) for genre in book.genres]
    about.append(("premise", book.premise or ""))
    found = [each for part, text in about for each in instructions_in(text, book.language, 0, part)]
    for chapter, bounds in zip(book.chapters, book.sentences, strict=True):
        found += instructions_in(chapter.title, book.language, chapter.number, "chapter title")
        found += instructions_in(chapter.text, book.language, chapter.number, "text", bounds)
    return tuple(found)


def instructions_in(
    text: str, language: str, chapter: int, part: Part, bounds: list[Span] | None = None
) -> list[Instruction]:
    """Every sentence of one text that addresses a judge. `bounds` are its sentences, if they are known."""
    spans: list[tuple[int, int, Reason]] = []
    for start, end, why in sorted(_hits(text, language, bounds)):
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]), spans[-1][2])
        else:
            spans.append((start, end, why))
    return [
        Instruction(quote, chapter, start + text[start:end].index(quote), why, part)
        for start, end, why in spans
        if (quote := text[start:end].strip())
    ]


def mask(book: Book, instructions: tuple[Instruction, ...]) -> Book:
    """The book as its judge sees it, with every such sentence replaced by a neutral mark."""
    if not instructions:
        return book

    planted = {
        genre for genre in book.genres for one in instructions if one.part == "genres" and one.quote in genre
    }

    def seen(text: str, chapter: int, part: Part) -> str:
        return masked(text, [one for one in instructions if (one.chapter, one.part) == (chapter, part)])

    return replace(
        book,
        title=seen(book.title, 0, "title"),
        author=book.author and seen(book.author, 0, "author"),
        genres=tuple(MASK if genre in planted else genre for genre in book.genres),
        premise=book.premise and seen(book.premise, 0, "premise"),
        chapters=tuple(
            replace(
                chapter,
                title=seen(chapter.title, chapter.number, "chapter title"),
                text=seen(chapter.text, chapter.number, "text"),
            )
            for chapter in book.chapters
        ),
    )


def masked(text: str, instructions: Sequence[Instruction]) -> str:
    for passage in sorted(instructions, key=lambda one: -one.offset):
        text = text[: passage.offset] + MASK + text[passage.offset + len(passage.quote) :]
    return text


def told(instructions: Iterable[Instruction], *, kept: bool) -> tuple[Notice, ...]:
    """Each such sentence once, for the user: it was masked, or sent because they asked for that."""
    code = "text.instruction-sent" if kept else "text.instruction-masked"
    return tuple(Notice.of(code, quote=quote) for quote in dict.fromkeys(one.quote for one in instructions))


class Guarded:
    """Masks each text that it is called with, and remembers what it found, every sentence once."""

    def __init__(self, language: str, part: Part) -> None:
        self.language, self.part = language, part
        self._found: dict[str, Instruction] = {}

    def __call__(self, text: str) -> str:
        """The text as a judge sees it."""
        own = instructions_in(text, self.language, 0, self.part)
        for one in own:
            self._found.setdefault(one.quote, one)
        return masked(text, own)

    @property
    def found(self) -> tuple[Instruction, ...]:
        """Every sentence that addresses a judge, in the order in which it was met."""
        return tuple(self._found.values())


def _hits(
    text: str, language: str, bounds: list[Span] | None = None, *, is_said_plainly: bool = False
) -> Iterator[tuple[int, int, Reason]]:
    """The sentences that address a judge, as offsets into the original text. What a code says holds no other code."""
    plain, places = _as_read(text)
    if bounds is None or plain is not text:
        bounds = sentences(plain, language)
    found: dict[tuple[int, int], Reason] = {}
    for start, end, why in _by_rule(plain, bounds):
        found.setdefault((start, end), why)
    for start, end, said in disguised(plain):
        # Read backwards, a line of a novel is in no language. To load a classifier for it takes as long as the whole guard.
        if not is_said_plainly and next(_hits(said, by_letters(said) or ENGLISH, is_said_plainly=True), None):
            found.setdefault(_whole_sentence(bounds, start, end), "control-marks")
    for (start, end), why in found.items():
        yield (start, end, why) if places is None else (places[start], places[end - 1] + 1, why)
    for start, end in unseen_runs(text):
        yield start, end, "control-marks"


def _by_rule(plain: str, bounds: list[Span]) -> Iterator[tuple[int, int, Reason]]:
    sieve = _sieve()
    held: dict[Span, int] = {}
    found = sieve.found(plain)
    for place, bits in found:
        if (at := last_begun(bounds, place)) >= 0:
            held[bounds[at]] = held.get(bounds[at], 0) | bits
    meeting: dict[Span, bool] = {}
    folded = fold(plain)
    for span, is_enough in sentences_of_interest(plain, folded, bounds, list(held.items()), sieve.everywhere):
        meeting[span] = meeting.get(span, False) or is_enough
    for span in meeting:
        bits = (sieve.everywhere | held.get(span, 0)) >> len(PATTERNS)
        rules = [RULES[place] for place in bit_places(bits) if place < len(RULES)]
        yield from _ruled(rules, plain, folded, bounds, span)
    for number, rule in enumerate(EVERYWHERE, len(PATTERNS) + len(RULES)):
        for stretch in _stretches(rule, 1 << number, found, plain):
            yield from _ruled([rule], plain, folded, bounds, stretch)
    for (start, end), is_enough in meeting.items():
        if is_enough:
            yield start, end, "speaks-to-model"
    for start, end in like_known_lines(plain, bounds):
        yield start, end, "like-known-lines"


def _stretches(rule: Rule, bit: int, found: Sequence[tuple[int, int]], plain: str) -> Iterator[Span]:
    """Where a rule can match across sentences: near its literals, or anywhere if its matches may be of any length."""
    places = [place for place, bits in found if bits & bit]
    reach = width(rule.anchor)
    if _sieve().everywhere & bit or (places and reach is None):
        yield 0, len(plain)
    elif reach is not None:
        yield from around(places, reach + 1)


def _ruled(
    rules: Sequence[Rule], plain: str, folded: str, bounds: list[Span], stretch: Span
) -> Iterator[tuple[int, int, Reason]]:
    for rule in rules:
        pattern, read = in_either(rule.anchor, plain, folded)
        for hit in pattern.finditer(read, *stretch):
            start, end = _whole_sentence(bounds, max(hit.end() - 1, hit.start()), hit.end())
            sentence = plain[start:end]
            if all(compiled(each).search(sentence) for each in rule.also):
                yield start, end, rule.why


@cache
def _sieve() -> Sieve:
    """The classes of words first, then the rules."""
    return Sieve((*PATTERNS, *(rule.anchor for rule in (*RULES, *EVERYWHERE))))


def _as_read(text: str) -> tuple[str, list[int] | None]:
    """The text as a model reads it, and where each letter stands in the original if that is another place."""
    plain = text.translate(_LOOKS_LIKE) if _LOOKED_LIKE.search(text) else text
    dropped = {match.start() for match in _INVISIBLE.finditer(plain)}
    spaces: set[int] = set()
    for run in found_in_lines(_DOTTED, _DOTTED_THRICE, plain):
        between = [place for place in range(*run.span()) if plain[place] in _BETWEEN]
        if len(run.group()) == 2 * len(between) + 1:
            dropped.update(between)
        spaces.update(between)
    for run in (
        *found_in_lines(_SPACED, _SPACED_TWICE, plain),
        *found_in_lines(_SPACED_HAN, _HAN_AND_GAP, plain),
    ):
        for gap in _GAP.finditer(plain, *run.span()):
            is_between_words = len(gap.group()) > 1 and plain[gap.start() - 1].isascii()
            dropped.update(range(gap.start() + is_between_words, gap.end()))
    letters = plain
    if spaces:
        each = list(plain)
        for place in spaces:
            each[place] = " "
        letters = "".join(each)
    if not dropped:
        return letters, None
    places = [place for place in range(len(plain)) if place not in dropped]
    return "".join(letters[place] for place in places), places


def _whole_sentence(bounds: list[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """The sentences that a hit touches, from the first's start to the last's end."""
    first = max(last_begun(bounds, start), 0)
    last = max(last_begun(bounds, end - 1), first)
    return (min(bounds[first][0], start), max(bounds[last][1], end)) if bounds else (start, end)
