"""A finding: one thing an author may want to look at, with a quotation from the book and its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.parsed import Parsed, Span

Severity = Literal["high", "medium", "low"]
_NAMES_CHAPTERS = (
    "repeated-phrase",
    "repeated-passage",
    "crutch-word",
    "filter-words",
    "vanishing-character",
    "slow-stretch",
    "dark-stretch",
    "retold-passage",
    "trait-change",
    "speaks-after-death",
    "return",
)
ORDER: tuple[Severity, ...] = ("high", "medium", "low")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Some words of a chapter, and where they stand."""

    quote: str
    chapter: int
    offset: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What was measured, how much it matters, and a verbatim quotation at `offset` of chapter `chapter`."""

    kind: str
    """`repeated-phrase`, `crutch-word`, ...: reports group by it."""
    severity: Severity
    notice: Notice
    """What it says. The interfaces word it in the reader's language."""
    quote: str
    chapter: int
    offset: int
    also: tuple[Quoted, ...] = ()
    """Other places that belong to it."""
    text: str = field(init=False, compare=False)
    """The sentence in English, for people who read the JSON document."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", str(self.notice))


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings. `shown` are the first few of each kind, the most serious first; `rest` are the others."""

    shown: tuple[Finding, ...]
    rest: tuple[Finding, ...] = ()


def counted_in(language: Language) -> Notice:
    """The unit of a book's lengths and rates: words, or characters in Chinese."""
    return Notice.of(f"findings.unit-{'characters' if language.by_character else 'words'}")


def finding(
    kind: str,
    severity: Severity,
    notice: Notice,
    chapter: Parsed,
    offset: int,
    quoted: Span | None = None,
    also: Iterable[Quoted] = (),
) -> Finding:
    """A finding at an offset. It quotes the sentence there, or the span that is given."""
    here = quoted_at(chapter, offset, quoted)
    return Finding(kind, severity, notice, here.quote, here.chapter, here.offset, tuple(also))


def quoted_at(chapter: Parsed, offset: int, quoted: Span | None = None) -> Quoted:
    """The sentence at an offset, or the span that is given."""
    start, end = quoted or chapter.sentence_at(offset)
    return Quoted(_whole_words(chapter.chapter.text, start, end), chapter.chapter.number, start)


def _whole_words(text: str, start: int, end: int) -> str:
    """The text up to `end`, without the beginning of a word that would be cut there."""
    quote = text[start:end]
    is_cut = start < end < len(text) and text[end - 1].isalnum() and text[end].isalnum()
    if is_cut and (space := quote.rfind(" ")) > len(quote) // 2:
        quote = quote[:space]
    return quote.rstrip()


def as_one(found: Iterable[Finding], **fields: Any) -> Iterator[Finding]:
    """Findings that say one thing as one, at the place of the first, with the other places. Nobody wants to read it three times."""
    every = list(found)
    if len(every) < 2:
        yield from every
        return
    first, *others = every
    notice = Notice(
        f"{first.notice.code}-again", {**first.notice.fields, "places": 1 + len(others), **fields}
    )
    places = [Quoted(each.quote, each.chapter, each.offset) for each in others]
    yield replace(first, notice=notice, also=(*first.also, *places))


def about(notice: Notice) -> tuple[str, ...]:
    """The words that a measure speaks of, such as the one that is used too often: two drafts are compared by them."""
    return tuple(value for value in notice.fields.values() if isinstance(value, str))


def said_of_sections(found: Finding) -> Finding:
    """A finding about a book without chapters. Where its sentence names chapters, it names sections."""
    room, _, name = found.notice.code.partition(".")
    if not name.startswith(_NAMES_CHAPTERS):
        return found
    return replace(found, notice=Notice(f"{room}-in-sections.{name}", found.notice.fields))


def most_useful(ranked: Iterable[Finding], per_kind: int, folded: Collection[str] = ()) -> Findings:
    """Show the first `per_kind` of each kind (finders rank their own), and keep the rest. The most serious come first.

    Kinds and sentences that are `folded` are kept, and never shown.
    """
    shown: list[Finding] = []
    rest: list[Finding] = []
    seen: Counter[str] = Counter()
    for each in ranked:
        seen[each.kind] += 1
        is_folded = each.kind in folded or each.notice.code in folded
        is_shown = seen[each.kind] <= per_kind and not is_folded
        (shown if is_shown else rest).append(each)
    return Findings(
        *(tuple(sorted(some, key=lambda each: ORDER.index(each.severity))) for some in (shown, rest))
    )
