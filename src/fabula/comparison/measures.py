"""Which measures of the whole book changed, and whether the passages that changed agree that they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import variance
from typing import TYPE_CHECKING, Literal

import scipy

from fabula.comparison.result import FigureChange, Moved
from fabula.languages import Language
from fabula.measures.intervals import LEVEL
from fabula.notices import Notice
from fabula.reading.craft import Craft, craft
from fabula.reading.mood import mood
from fabula.reading.parsed import parse
from fabula.text.book import Book, Chapter
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.comparison.result import ChapterPair, TextChange
    from fabula.judging.result import EvaluateResult

FEWEST = 6
"""From fewer changed passages, or chapters of reports, nothing is told apart from chance."""
PASSAGE = 250
"""Words of changed text that are measured together: a page. Single paragraphs are not independent of each other."""
Measure = Literal["dialogue_share", "sentence_words", "flesch", "mtld", "filter_words"]
MEASURES: tuple[Measure, ...] = ("dialogue_share", "sentence_words", "flesch", "mtld", "filter_words")


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured in one stretch of text."""

    craft: Craft
    mood: float | None

    def value(self, name: str) -> float | None:
        """The figure of this name."""
        found: float | None = self.mood if name == "mood" else getattr(self.craft, name)
        return found

    def weight(self, name: str) -> int:
        """What the figure is an average over."""
        return self.craft.sentences if name == "sentence_words" else self.craft.words


Unit = tuple[Figures | None, Figures | None]
"""One changed stretch as it was and as it is. None where one draft has nothing there."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What is not as it was, and what its noise is judged by."""

    what: Literal["passages", "chapters"]
    units: Sequence[Unit]
    shares: Sequence[float]
    """Shares of the book that were added or cut, each in one place. Empty if that is not known."""
    chapters: Sequence[Figures]
    """Those of the old draft."""


def changed_measures(
    old: EvaluateResult,
    new: EvaluateResult,
    pairs: Sequence[ChapterPair],
    text: Sequence[TextChange] | None,
) -> list[FigureChange]:
    """Words and chapters as counted, then craft and mood of the whole book.

    The figures are of all chapters, so the intervals are too. What both drafts share adds nothing to the change: it is
    the sum of what each changed passage does to the figure. Its noise is how far these differ, and, for text that was
    added or cut, how far the book's chapters differ anyway: another scene would have other figures too.
    """
    before, after = _whole(old), _whole(new)
    if before is None or after is None:
        return []
    if text is None:
        changed = Changed("chapters", _changed_chapters(old, new, pairs), (), ())
    else:
        language = Language(new.language)
        shares = _shares(text, before, after, language)
        changed = Changed("passages", list(_passages(text, language)), shares, _chapters(old))
    found = [
        _counted("words", before.craft.words, after.craft.words),
        _counted("chapters", len(old.chapters), len(new.chapters)),
        *(_moved(name, before, after, changed) for name in (*MEASURES, "mood")),
    ]
    return [change for change in found if change.old is not None or change.new is not None]


def _counted(name: str, old: int, new: int) -> FigureChange:
    return FigureChange(id=name, old=old, new=new, moved="counted", why=Notice.of("comparison.counted"))


def _moved(name: str, before: Figures, after: Figures, changed: Changed) -> FigureChange:
    old, new = before.value(name), after.value(name)
    change = FigureChange(id=name, old=old, new=new)
    if old is None or new is None:
        return change.model_copy(update={"why": Notice.of("comparison.not-measured")})
    count = len(changed.units)
    if not count or old == new:
        why = Notice.of("comparison.nothing-changed")
        return change.model_copy(update={"low": 0.0, "high": 0.0, "moved": "within", "why": why})
    reach = _reach(name, before, after, changed)
    if isinstance(reach, Notice):
        return change.model_copy(update={"why": reach})
    low, high = new - old - reach, new - old + reach
    moved: Moved = "up" if low > 0 else "down" if high < 0 else "within"
    why = Notice.of(f"comparison.by-{changed.what}", n=count)
    return change.model_copy(update={"low": low, "high": high, "moved": moved, "why": why})


def _reach(name: str, before: Figures, after: Figures, changed: Changed) -> float | Notice:
    """How far the interval of a change reaches to each side, or why too little is known for one."""
    shifts = [_shift(name, after, now) - _shift(name, before, was) for was, now in changed.units]
    if len(shifts) < FEWEST:
        return Notice.of(f"comparison.few-{changed.what}", n=len(shifts), least=FEWEST)
    known, noise = len(shifts), len(shifts) * variance(shifts)
    if any(changed.shares):
        apart = [apart for each in changed.chapters if (apart := _apart(name, before, each)) is not None]
        if len(apart) < FEWEST:
            return Notice.of("comparison.short-book")
        known, noise = min(known, len(apart)), noise + variance(apart) * sum(n * n for n in changed.shares)
    quantile = scipy.special.stdtrit(known - 1, (1 + LEVEL) / 2)
    return float(quantile * noise**0.5)


def _shift(name: str, whole: Figures, part: Figures | None) -> float:
    """How far a part of a book pulls the figure of the whole."""
    apart = _apart(name, whole, part) if part else None
    if part is None or apart is None:
        return 0.0
    return apart * part.weight(name) / max(1, whole.weight(name))


def _apart(name: str, whole: Figures, part: Figures) -> float | None:
    """How far a part of a book is from the whole, on a scale on which parts add up."""
    value, figure = part.value(name), whole.value(name)
    if value is None or figure is None:
        return None
    if name == "mtld":  # a mean length of runs: what adds up is their number
        return figure * figure * (1 / figure - 1 / value)
    return value - figure


def _shares(
    text: Sequence[TextChange], before: Figures, after: Figures, language: Language
) -> tuple[float, ...]:
    """Which shares of the book were added or cut, chapter by chapter."""

    def words(chapter: TextChange, kind: str) -> int:
        return sum(count_words(one.old or one.new, language) for one in chapter.changes if one.kind == kind)

    return tuple(
        words(chapter, kind) / max(1, whole.craft.words)
        for chapter in text
        for kind, whole in (("cut", before), ("added", after))
    )


def _whole(side: EvaluateResult) -> Figures | None:
    measured = side.measured
    if measured is None:
        return None
    weighed = [
        (value, chapter.words)
        for value, chapter in zip(measured.mood.by_chapter, measured.craft_by_chapter, strict=False)
        if value is not None
    ]
    words = sum(n for _, n in weighed)
    return Figures(measured.craft, sum(value * n for value, n in weighed) / words if words else None)


def _chapters(side: EvaluateResult) -> list[Figures]:
    if side.measured is None:
        return []
    both = zip(side.measured.craft_by_chapter, side.measured.mood.by_chapter, strict=True)
    return [Figures(craft, mood) for craft, mood in both]


def _changed_chapters(old: EvaluateResult, new: EvaluateResult, pairs: Sequence[ChapterPair]) -> list[Unit]:
    """Reports hold no text: the chapters that are not the same stand for the passages that changed."""

    was, now = _chapters(old), _chapters(new)
    found = [
        (was[pair.old - 1] if pair.old else None, now[pair.new - 1] if pair.new else None) for pair in pairs
    ]
    return [(was, now) for was, now in found if not _alike(was, now)]


def _alike(was: Figures | None, now: Figures | None) -> bool:
    """Whether two chapters have the same figures: a chapter that moved has another number and nothing else."""
    return (
        was is not None
        and now is not None
        and all(
            was.value(name) == now.value(name) and was.weight(name) == now.weight(name)
            for name in (*MEASURES, "mood")
        )
    )


def _passages(text: Sequence[TextChange], language: Language) -> Iterator[Unit]:
    """The changed text in stretches of a page, each measured as it was and as it is."""
    stretches = list(_stretches(text, language))
    before, after = (_measured([each[side] for each in stretches], language) for side in (0, 1))
    yield from zip(before, after, strict=True)


def _stretches(text: Sequence[TextChange], language: Language) -> Iterator[tuple[str, str]]:
    was: list[str] = []
    now: list[str] = []
    size = [0, 0]
    for chapter in text:
        for change in chapter.changes:
            if change.kind == "moved":
                continue
            was.append(change.old)
            now.append(change.new)
            size[0] += count_words(change.old, language)
            size[1] += count_words(change.new, language)
            if max(size) >= PASSAGE:
                yield _joined(was), _joined(now)
                was, now, size = [], [], [0, 0]
    if max(size):
        yield _joined(was), _joined(now)


def _joined(paragraphs: Sequence[str]) -> str:
    return "\n\n".join(each for each in paragraphs if each)


def _measured(texts: Sequence[str], language: Language) -> list[Figures | None]:
    book = Book("", None, language, tuple(Chapter(n, "", text) for n, text in enumerate(texts, 1)))
    parsed = parse(book)
    moods, crafts = mood(book, parsed).by_chapter, craft(book, parsed)[1]
    return [
        Figures(one, shade) if text else None for text, one, shade in zip(texts, crafts, moods, strict=True)
    ]
