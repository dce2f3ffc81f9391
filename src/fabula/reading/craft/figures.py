"""Pace and craft in figures, by chapter: scenes, dialogue, sentences, reading ease, lexical diversity, senses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, pstdev

from fabula.reading.parsed import Parsed, Span
from fabula.reading.senses import by_sense
from fabula.text.book import Book
from fabula.text.words import words

MTLD_FLOOR = 0.72
MONOLOGUE = 120
_CLOSING = "”’\"'」』»"


@dataclass(frozen=True, slots=True)
class Craft:
    """Figures of one chapter, or of the whole book (`chapter` is None).

    A figure is None if it is not defined for this text.
    """

    chapter: int | None
    words: int
    """Characters in Chinese."""
    sentences: int
    scenes: int
    scene_words: float
    dialogue_share: float
    """Share of the characters that are spoken, 0 to 1."""
    sentence_words: float
    sentence_spread: float
    """Standard deviation of sentence length. Sentences of equal length tire a reader."""
    flesch: float | None
    """Reading ease: by Flesch in English, by Szigriszt-Pazos in Spanish; None elsewhere."""
    mtld: float | None
    """Lexical diversity (McCarthy and Jarvis 2010), both ways; None under 100 words."""
    senses: dict[str, float]
    """Words of each sense per thousand words (characters in Chinese). Empty if the language has no list."""
    filter_words: float | None
    """Saw, felt, noticed and similar words per thousand words (characters in Chinese). None if the language has no list."""
    exchange_share: float = 0.0
    """Share of the characters that are talk between people. A speech of MONOLOGUE words or more is a tale told."""


def craft(book: Book, parsed: Sequence[Parsed]) -> tuple[Craft, tuple[Craft, ...]]:
    """The book's figures and each chapter's."""
    parts = [_Counts.of(chapter, book) for chapter in parsed]
    whole = _Counts.joined(parts)
    return whole.craft(None, book), tuple(
        part.craft(chapter.chapter.number, book) for part, chapter in zip(parts, parsed, strict=True)
    )


@dataclass(slots=True)
class _Counts:
    size: int
    letters: int
    spoken: int
    exchanged: int
    scenes: int
    lengths: list[int]
    tokens: list[str]
    kinds: Counter[str]
    """How often each word stands among the tokens: what depends on the word alone is looked up once for all its places."""

    @classmethod
    def of(cls, parsed: Parsed, book: Book) -> _Counts:
        text = parsed.chapter.text
        tokens = [word.lower() for word in words(text, book.language)]
        return cls(
            len(parsed.words),
            len(text),
            sum(end - start for start, end in parsed.spoken),
            _exchanged(parsed),
            1 + len(parsed.chapter.scene_breaks),
            [parsed.words.between(*span) for span in parsed.sentences],
            tokens,
            Counter(tokens),
        )

    @classmethod
    def joined(cls, parts: Sequence[_Counts]) -> _Counts:
        kinds: Counter[str] = Counter()
        for part in parts:
            kinds.update(part.kinds)
        return cls(
            sum(part.size for part in parts),
            sum(part.letters for part in parts),
            sum(part.spoken for part in parts),
            sum(part.exchanged for part in parts),
            sum(part.scenes for part in parts),
            [length for part in parts for length in part.lengths],
            [token for part in parts for token in part.tokens],
            kinds,
        )

    def craft(self, chapter: int | None, book: Book) -> Craft:
        thousands = max(1, self.size if book.language.by_character else len(self.tokens)) / 1000
        style = book.language.style
        senses = by_sense(self.kinds, book.language)
        lengths = [length for length in self.lengths if length]
        return Craft(
            chapter=chapter,
            words=self.size,
            sentences=len(lengths),
            scenes=self.scenes,
            scene_words=self.size / max(1, self.scenes),
            dialogue_share=self.spoken / max(1, self.letters),
            sentence_words=mean(lengths) if lengths else 0.0,
            sentence_spread=pstdev(lengths) if lengths else 0.0,
            flesch=book.language.readability.score(self.kinds, len(lengths)),
            mtld=mtld(self.tokens),
            senses={sense: n / thousands for sense, n in sorted(senses.items())},
            filter_words=sum(self.kinds[word] for word in style.filter_words) / thousands
            if style.filter_words
            else None,
            exchange_share=self.exchanged / max(1, self.letters),
        )


def _exchanged(parsed: Parsed) -> int:
    """The characters of speeches that are not monologues. A speech that is not closed goes on in the next paragraph."""
    text, total = parsed.chapter.text, 0
    run: list[Span] = []
    for span in [*parsed.spoken, None]:
        goes_on = (
            run and text[run[-1][1] - 1] not in _CLOSING and span and not text[run[-1][1] : span[0]].strip()
        )
        if run and not goes_on:
            if sum(parsed.words.between(*one) for one in run) < MONOLOGUE:
                total += sum(end - start for start, end in run)
            run = []
        if span:
            run.append(span)
    return total


def mtld(tokens: Sequence[str]) -> float | None:
    """Mean length of runs whose type-token ratio stays above .72, forwards and backwards."""
    if len(tokens) < 100:
        return None
    return (_runs(tokens) + _runs(tokens[::-1])) / 2


def _runs(tokens: Sequence[str]) -> float:
    factors = 0.0
    seen: set[str] = set()
    length = kinds = 0
    for token in tokens:
        length += 1
        if token not in seen:
            seen.add(token)
            kinds += 1
        elif kinds / length <= MTLD_FLOOR:
            factors += 1
            seen.clear()
            length = kinds = 0
    if length:
        factors += (1 - kinds / length) / (1 - MTLD_FLOOR)
    return len(tokens) / factors if factors else float(len(tokens))
