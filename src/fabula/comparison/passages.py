"""What became of the text: which paragraphs of a draft were kept, rewritten, moved, added or cut."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from fabula.comparison.result import PassageChange, TextChange

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabula.comparison.result import ChapterPair
    from fabula.text.book import Book, Chapter

REWRITTEN = 55.0
"""From this likeness on (0 to 100, by letters), a paragraph is the other one rewritten, not another one."""
MOVED = 40
"""A shorter paragraph that stands elsewhere again, such as "Yes.", was not moved: it says the same."""
_LONGEST = 2000
"""Letters that are compared to find a rewritten paragraph."""


@dataclass(frozen=True, slots=True)
class _Paragraph:
    chapter: int
    start: int
    text: str

    @property
    def bare(self) -> str:
        return " ".join(self.text.split())


def text_changes(old: Book, new: Book, pairs: Sequence[ChapterPair]) -> tuple[TextChange, ...]:
    """The changes of every chapter that has some, in the order of the new draft; a cut chapter stands where it stood."""
    found = [_Chapter.of(pair, old, new) for pair in pairs]
    _join_moved(found)
    return tuple(each.change() for each in found if each.gone or each.come or each.moved or each.rewritten)


@dataclass(slots=True)
class _Chapter:
    """One pair of chapters while its paragraphs find each other."""

    pair: ChapterPair
    kept: int
    rewritten: list[tuple[_Paragraph, _Paragraph]]
    moved: list[tuple[_Paragraph, _Paragraph]]
    gone: list[_Paragraph]
    come: list[_Paragraph]

    @classmethod
    def of(cls, pair: ChapterPair, old: Book, new: Book) -> _Chapter:
        before = _paragraphs(old.chapters[pair.old - 1]) if pair.old else []
        after = _paragraphs(new.chapters[pair.new - 1]) if pair.new else []
        made = cls(pair, 0, [], [], [], [])
        same = SequenceMatcher(
            None, [each.bare for each in before], [each.bare for each in after], autojunk=False
        )
        for kind, a, b, c, d in same.get_opcodes():
            if kind == "equal":
                made.kept += b - a
            else:
                made._match(before[a:b], after[c:d])
        return made

    def _match(self, before: Sequence[_Paragraph], after: Sequence[_Paragraph]) -> None:
        """Paragraphs between two that stayed: each old one looks for the new one that it became, in order."""
        from rapidfuzz.fuzz import ratio

        at = 0
        for one in before:
            likest = max(
                range(at, len(after)),
                key=lambda n: ratio(one.bare[:_LONGEST], after[n].bare[:_LONGEST]),
                default=None,
            )
            if likest is None or ratio(one.bare[:_LONGEST], after[likest].bare[:_LONGEST]) < REWRITTEN:
                self.gone.append(one)
                continue
            self.come += after[at:likest]
            self.rewritten.append((one, after[likest]))
            at = likest + 1
        self.come += after[at:]

    def change(self) -> TextChange:
        changes = [
            *(_change("rewritten", one, other) for one, other in self.rewritten),
            *(_change("moved", one, other) for one, other in self.moved),
            *(_change("added", None, other) for other in self.come),
            *(_change("cut", one, None) for one in self.gone),
        ]
        changes.sort(key=lambda each: (each.new_start is None, each.new_start or 0, each.old_start or 0))
        return TextChange(
            old=self.pair.old,
            new=self.pair.new,
            title=self.pair.title,
            kept=self.kept,
            changes=tuple(changes),
        )


def _join_moved(chapters: Sequence[_Chapter]) -> None:
    """A paragraph cut in one place and added word for word in another was moved."""
    cut: dict[str, list[tuple[_Chapter, _Paragraph]]] = defaultdict(list)
    for each in chapters:
        for one in each.gone:
            if len(one.bare) >= MOVED:
                cut[one.bare].append((each, one))
    for each in chapters:
        for other in list(each.come):
            if waiting := cut.get(other.bare):
                source, one = waiting.pop(0)
                source.gone.remove(one)
                each.come.remove(other)
                each.moved.append((one, other))


def _change(kind: str, one: _Paragraph | None, other: _Paragraph | None) -> PassageChange:
    return PassageChange.model_validate(
        {
            "kind": kind,
            "old": one.text if one else "",
            "new": other.text if other else "",
            "old_chapter": one.chapter if one else None,
            "old_start": one.start if one else None,
            "new_start": other.start if other else None,
        }
    )


def _paragraphs(chapter: Chapter) -> list[_Paragraph]:
    return list(_cut(chapter))


def _cut(chapter: Chapter) -> Iterator[_Paragraph]:
    start = 0
    for text in chapter.text.split("\n\n"):
        if text.strip():
            yield _Paragraph(chapter.number, start, text)
        start += len(text) + 2
