"""Simple figures of repetition and decline for English and Chinese. The gauge gives them even without a score."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fabula.reading.craft import mtld
from fabula.text.sentences import sentences
from fabula.text.words import count_words, words

_RUN = {"zh": 5}


@dataclass(slots=True)
class EarlierText:
    """The content of the earlier chapters."""

    chapters: int = 0
    runs: set[tuple[str, ...]] = field(default_factory=set)
    sentences: set[str] = field(default_factory=set)
    first_variety: float | None = None
    first_length: int = 0


def diagnostics(text: str, language: str, earlier: EarlierText) -> dict[str, float | int | None]:
    """One chapter's figures, as shares from 0 to 1; a first chapter has no decline. Then adds it to the earlier ones."""
    length = _RUN.get(language, 4)
    tokens = [word.lower() for word in words(text, language)]
    runs = Counter(zip(*(tokens[k:] for k in range(length)), strict=False))
    sentences_seen = Counter(
        sentence
        for start, end in sentences(text, language)
        if _long(sentence := text[start:end].strip().lower(), language)
    )
    blocks = Counter(part.strip() for part in text.split("\n\n") if len(part.strip()) >= 40)
    variety, size = mtld(tokens), count_words(text, language)
    found: dict[str, float | int | None] = {
        "words": size,
        "variety": None if variety is None else round(variety, 1),
        "repeated_runs": _again(runs),
        "repeated_sentences": _again(sentences_seen),
        "repeated_paragraphs": _again(blocks),
        "reused_runs": None,
        "reused_sentences": None,
        "variety_change": None,
        "length_change": None,
    }
    if earlier.chapters:
        found["reused_runs"] = round(len(runs.keys() & earlier.runs) / max(1, len(runs)), 4)
        found["reused_sentences"] = round(
            len(sentences_seen.keys() & earlier.sentences) / max(1, len(sentences_seen)), 4
        )
        found["length_change"] = round(size / max(1, earlier.first_length) - 1, 3)
        if variety and earlier.first_variety:
            found["variety_change"] = round(variety / earlier.first_variety - 1, 3)
    else:
        earlier.first_variety, earlier.first_length = variety, size
    earlier.chapters += 1
    earlier.runs |= runs.keys()
    earlier.sentences |= sentences_seen.keys()
    return found


def _again(counts: Counter[tuple[str, ...]] | Counter[str]) -> float:
    """The share that already occurred in the same chapter."""
    return round(sum(n - 1 for n in counts.values()) / max(1, counts.total()), 4)


def _long(sentence: str, language: str) -> bool:
    """Leaves out sentences such as "Yes." and "He nodded.", which repeat by chance."""
    return len(sentence) >= 10 if language == "zh" else sentence.count(" ") >= 4
