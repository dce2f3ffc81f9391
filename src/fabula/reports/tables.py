"""Rows of the report's tables: the cast, the chapters, and the prose in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.reading.measured import Measured
    from fabula.reports.labels import Labels

CAST_SHOWN = 24
BANDS = ((80, "very_easy"), (65, "easy"), (50, "plain"), (30, "hard"))
"""The lowest Flesch reading ease for each description. Below the last, a text is very hard."""


@dataclass(frozen=True, slots=True)
class CastRow:
    """One person, with a model's profile if there was a reading, and figures if there was a text."""

    name: str
    also: str
    mentions: int | None
    first: int | None
    last: int | None
    speech: float | None
    profile: str


def cast_rows(evaluation: Evaluation, say: Labels) -> list[CastRow]:
    """The main cast as counted, with a model's profiles by name. For a plan, the cast it names."""
    listed = (
        {person.name.casefold(): person.profile for person in evaluation.reading.cast}
        if evaluation.reading
        else {}
    )
    if evaluation.measured is None:
        cast = evaluation.reading.cast if evaluation.reading else ()
        return [CastRow(person.name, "", None, None, None, None, person.profile) for person in cast]
    shares = {voice.name: voice.share for voice in evaluation.measured.voices}
    return [
        CastRow(
            person.name,
            say.separator.join(person.aliases[:4]),
            person.mentions,
            person.first.chapter if person.first else None,
            person.last.chapter if person.last else None,
            shares.get(person.name),
            next(
                (
                    listed[name.casefold()]
                    for name in (person.name, *person.aliases)
                    if name.casefold() in listed
                ),
                "",
            ),
        )
        for person in evaluation.measured.cast.characters[:CAST_SHOWN]
    ]


def craft_rows(measured: Measured, say: Labels) -> list[tuple[str, str]]:
    """Name and figure for the whole book. Figures that are not defined for this text are left out."""
    whole = measured.craft
    rows = [
        (say("craft.words"), f"{whole.words:,}"),
        (say("craft.sentences"), f"{whole.sentences:,}"),
        (say("craft.scenes"), f"{whole.scenes:,}"),
        (say("craft.scene_words"), f"{whole.scene_words:,.0f}"),
        (say("craft.dialogue"), f"{whole.dialogue_share:.0%}"),
        (say("craft.sentence_words"), f"{whole.sentence_words:.1f}"),
        (say("craft.sentence_spread"), f"{whole.sentence_spread:.1f}"),
    ]
    if whole.flesch is not None:
        band = next((name for least, name in BANDS if whole.flesch >= least), "very_hard")
        words = say("craft.flesch_words", value=f"{whole.flesch:.0f}", band=say(f"craft.flesch_{band}"))
        rows.append((say("craft.flesch"), words))
    if whole.mtld is not None:
        rows.append((say("craft.mtld"), f"{whole.mtld:.0f}"))
    if whole.filter_words is not None:
        rows.append((say("craft.filter_words"), f"{whole.filter_words:.1f}"))
    rows += [
        (say("craft.sense", sense=say.known("sense", sense)), f"{rate:.1f}")
        for sense, rate in whole.senses.items()
    ]
    return rows


def chapter_rows(evaluation: Evaluation) -> list[dict[str, str]]:
    """One row per chapter. A cell is empty if the figure is not defined."""
    measured = evaluation.measured
    if measured is None:
        return []
    return [
        {
            "number": str(chapter.number),
            "title": chapter.title,
            "part": ("" if chapter.parts == before else " · ".join(chapter.parts)),
            "words": f"{craft.words:,}",
            "dialogue": f"{craft.dialogue_share:.0%}",
            "sentence": f"{craft.sentence_words:.1f}",
            "flesch": "" if craft.flesch is None else f"{craft.flesch:.0f}",
            "mtld": "" if craft.mtld is None else f"{craft.mtld:.0f}",
            "mood": "" if mood is None else f"{mood:+.2f}",
        }
        for before, chapter, craft, mood in zip(
            [(), *(chapter.parts for chapter in evaluation.book.chapters[:-1])],
            evaluation.book.chapters,
            measured.craft_by_chapter,
            measured.mood.by_chapter,
            strict=True,
        )
    ]
