"""Rows of the report's tables: the cast, the chapters, and the prose in figures."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.reading.craft import Craft
    from fabula.reading.measured import Measured
    from fabula.reports.labels import Labels

CAST_SHOWN = 24
TIMES_SHOWN = 3
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
    mood: str = ""
    """Mean mood of the chapters' sentences that name them."""


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
    moods = {
        arc.name: f"{mean(known):+.2f}"
        for arc in evaluation.measured.arcs
        if (known := [mood for mood in arc.mood if mood is not None])
    }
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
            moods.get(person.name, ""),
        )
        for person in evaluation.measured.cast.characters[:CAST_SHOWN]
    ]


def craft_rows(whole: Craft, say: Labels) -> list[tuple[str, str]]:
    """Name and figure for the whole book. Figures that are not defined for this text are left out."""
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


def _told_by_chapter(measured: Measured, say: Labels) -> list[dict[str, str]]:
    """How each chapter is told, opens and ends, and its first words of time. Empty strings where it is not known."""
    times: dict[int, list[str]] = defaultdict(list)
    for found in measured.time_words:
        if found.words not in times[found.chapter]:
            times[found.chapter].append(found.words)
    blank = {"telling": "", "opening": "", "ending": "", "times": ""}
    return [
        {
            "telling": " · ".join(
                say(f"telling_{group}.{value}")
                for group, value in (("view", told.view), ("tense", told.tense))
                if value
            )
            + (f" · {told.mind}" if told.mind else ""),
            "opening": say(f"edge.{edge.opening}") if edge.opening else "",
            "ending": say(f"edge.{edge.ending}") if edge.ending else "",
            "times": say.separator.join(times[told.chapter][:TIMES_SHOWN]),
        }
        for told, edge in zip(measured.telling, measured.edges, strict=True)
    ] or [blank] * len(measured.craft_by_chapter)


def chapter_rows(evaluation: Evaluation, say: Labels) -> list[dict[str, str]]:
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
            **told,
        }
        for before, chapter, craft, mood, told in zip(
            [(), *(chapter.parts for chapter in evaluation.book.chapters[:-1])],
            evaluation.book.chapters,
            measured.craft_by_chapter,
            measured.mood.by_chapter,
            _told_by_chapter(measured, say),
            strict=True,
        )
    ]
