"""A pitch as Markdown, to work on: what the book does not bear out is marked where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fabula.reports.labels import Labels, labels

if TYPE_CHECKING:
    from fabula.editing.pitch_result import PitchResult, PitchSentence


def pitch_markdown(result: PitchResult) -> str:
    """The texts, the comparable titles, and notes on what is not borne out."""
    say = labels(result.book.language, "manuscript")
    return "\n".join(_lines(result, say)).strip() + "\n"


def _lines(result: PitchResult, say: Labels) -> Iterator[str]:
    doubts: list[PitchSentence] = []
    yield f"# {result.book.title}"
    for text in result.texts:
        yield f"\n## {say(f'pitch.{text.kind}')}\n"
        for paragraph in text.paragraphs:
            yield say.prose(_marked(each, doubts) for each in paragraph) + "\n"
    if result.comparables:
        yield f"## {say('pitch.comparables')}\n"
        yield f"{say('pitch.unchecked')}\n"
        for each in result.comparables:
            year = f" ({each.year})" if each.year else ""
            yield f"- *{each.title}*, {each.author}{year}. " + say.prose(
                (_marked(each.here, doubts), each.why)
            )
    if doubts:
        yield f"\n## {say('pitch.doubts')}\n"
        for number, doubt in enumerate(doubts, 1):
            quoted = f" “{doubt.quotation}”" if doubt.quotation else ""
            where = f" ({say('chapter', n=doubt.chapter)})" if doubt.chapter else ""
            yield f"[^{number}]: {doubt.reason or say('pitch.nowhere')}{quoted}{where}"


def _marked(sentence: PitchSentence, doubts: list[PitchSentence]) -> str:
    if not sentence.faulty:
        return sentence.text
    doubts.append(sentence)
    return f"{sentence.text}[^{len(doubts)}]"
