"""Which measures of the whole book changed, and whether the passages that changed agree that they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fabula.comparison.result import FigureChange, Moved
from fabula.languages import Language
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
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


def changed_measures(
    old: EvaluateResult,
    new: EvaluateResult,
    pairs: Sequence[ChapterPair],
    text: Sequence[TextChange] | None,
) -> list[FigureChange]:
    """Words and chapters as counted, then craft and mood of the whole book.

    The figures are of all chapters, so the intervals are too. What both drafts share adds nothing to the change; the
    change is the sum of what each changed passage does to the figure, and its noise is how far those differ.
    """
    before, after = _whole(old), _whole(new)
    if before is None or after is None:
        return []
    units = _chapters(old, new, pairs) if text is None else list(_passages(text, Language(new.language)))
    found = [
        _counted("words", before.craft.words, after.craft.words),
        _counted("chapters", len(old.chapters), len(new.chapters)),
        *(_moved(name, before, after, units, by_passage=text is not None) for name in (*MEASURES, "mood")),
    ]
    return [change for change in found if change.old is not None or change.new is not None]


def _counted(name: str, old: int, new: int) -> FigureChange:
    return FigureChange(id=name, old=old, new=new, moved="counted", why=Notice.of("comparison.counted"))


def _moved(
    name: str, before: Figures, after: Figures, units: Sequence[Unit], *, by_passage: bool
) -> FigureChange:
    old, new = before.value(name), after.value(name)
    change = FigureChange(id=name, old=old, new=new)
    if old is None or new is None:
        return change.model_copy(update={"why": Notice.of("comparison.not-measured")})
    if not units or old == new:
        why = Notice.of("comparison.nothing-changed")
        return change.model_copy(update={"low": 0.0, "high": 0.0, "moved": "within", "why": why})
    what = "passages" if by_passage else "chapters"
    shifts = [_shift(name, after, now) - _shift(name, before, was) for was, now in units]
    interval = mean_interval(shifts) if len(shifts) >= FEWEST else None
    if interval is None or isinstance(interval, Refused):
        why = Notice.of(f"comparison.few-{what}", n=len(shifts), least=FEWEST)
        return change.model_copy(update={"why": why})
    reach = (interval.high - interval.low) / 2 * len(shifts)
    low, high = new - old - reach, new - old + reach
    moved: Moved = "up" if low > 0 else "down" if high < 0 else "within"
    why = Notice.of(f"comparison.by-{what}", n=len(shifts))
    return change.model_copy(update={"low": low, "high": high, "moved": moved, "why": why})


def _shift(name: str, whole: Figures, part: Figures | None) -> float:
    """How far a part of a book pulls the figure of the whole away from what the rest says."""
    value, figure = part.value(name) if part else None, whole.value(name)
    if part is None or value is None or figure is None:
        return 0.0
    share = part.weight(name) / max(1, whole.weight(name))
    if name == "mtld":  # a mean length of runs: what adds up is their number
        return share * figure * figure * (1 / figure - 1 / value)
    return share * (value - figure)


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


def _chapters(old: EvaluateResult, new: EvaluateResult, pairs: Sequence[ChapterPair]) -> list[Unit]:
    """Reports hold no text: the chapters that are not the same stand for the passages that changed."""

    def of(side: EvaluateResult, number: int | None) -> Figures | None:
        if number is None or side.measured is None:
            return None
        return Figures(side.measured.craft_by_chapter[number - 1], side.measured.mood.by_chapter[number - 1])

    found = [(of(old, pair.old), of(new, pair.new)) for pair in pairs]
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
