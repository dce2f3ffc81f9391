"""Figures of the measurements. The book runs from left to right; a chapter's width is its length."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from fabula.reports.book_charts import Along, Mood, Panel, Panels, Strips
from fabula.reports.charts import Network, Shares
from fabula.reports.figure import Figure
from fabula.reports.network import PAGE_FRAME, PHONE_FRAME, network

if TYPE_CHECKING:
    from fabula.reading.measured import Measured
    from fabula.reports.labels import Labels
    from fabula.text.book import Book

PEOPLE_SHOWN = 12
TELLING = 300
"""In a chapter with fewer words, the mood is mostly chance. It is drawn, but clipped to the range of the others."""
LEAST_SHARE = 0.005
"""A smaller share would be written as 0%."""


def along(book: Book, measured: Measured, say: Labels) -> Along:
    """The axis of the book: where each chapter ends, as a share of the whole."""
    sizes = [max(1, chapter.words) for chapter in measured.craft_by_chapter]
    return Along(
        tuple(end / sum(sizes) for end in accumulate(sizes)),
        tuple(chapter.title for chapter in book.chapters),
        say("course.chapter_axis"),
    )


def mood_figure(axis: Along, measured: Measured, say: Labels) -> Figure:
    """The mood of each chapter and, as a line, of the whole book."""
    arc = measured.mood
    reliable = [
        mood
        for mood, craft in zip(arc.by_chapter, measured.craft_by_chapter, strict=True)
        if mood is not None and craft.words >= TELLING
    ]
    reach = max([0.05, *map(abs, reliable), *map(abs, arc.smoothed)]) * 1.15
    known = [(mood, number) for number, mood in enumerate(arc.by_chapter, 1) if mood is not None]
    text = say("course.darkest", n=min(known)[1]) if known else ""
    chart = Mood(
        axis, tuple(arc.by_chapter), tuple(arc.smoothed), reach, say("course.bright"), say("course.dark")
    )
    return Figure("mood", say("course.mood"), text, chart)


def pace_figure(axis: Along, measured: Measured, say: Labels) -> Figure:
    """Dialogue and sentence length by chapter."""
    talk, sentence, whole = say("course.talk"), say("course.sentence"), measured.craft
    chapters = measured.craft_by_chapter
    panels = (
        Panel(talk, tuple(chapter.exchange_share for chapter in chapters), ".0%", "accent"),
        Panel(sentence, tuple(chapter.sentence_words for chapter in chapters), ".0f", "second"),
    )
    text = say.separator.join(
        (f"{talk} {whole.exchange_share:.0%}", f"{sentence} {whole.sentence_words:.1f}")
    )
    return Figure("pace", say("course.pace"), text, Panels(axis, panels))


def presence_figure(axis: Along, measured: Measured, say: Labels) -> Figure:
    """Who is named in which chapter."""
    people = measured.cast.characters[:PEOPLE_SHOWN]
    rates = tuple(
        tuple(
            1000 * count / max(300, chapter.words)
            for count, chapter in zip(person.mentions_by_chapter, measured.craft_by_chapter, strict=True)
        )
        for person in people
    )
    names = tuple(person.name for person in people)
    return Figure("presence", say("people.presence"), say.separator.join(names), Strips(axis, names, rates))


def arcs_figure(axis: Along, measured: Measured, say: Labels) -> Figure:
    """Who speaks how much in which chapter."""
    speaking = [arc for arc in measured.arcs if any(arc.speech)]
    names = tuple(arc.name for arc in speaking)
    rates = tuple(tuple(share if share >= LEAST_SHARE else 0.0 for share in arc.speech) for arc in speaking)
    return Figure("arcs", say("people.arcs"), say.separator.join(names), Strips(axis, names, rates))


def network_figure(measured: Measured, say: Labels) -> Figure:
    """Who meets whom."""
    strongest = measured.ties[0]
    text = say.paired(f"{strongest.one} – {strongest.other}", str(strongest.weight))
    chart = Network(network(measured, PAGE_FRAME), network(measured, PHONE_FRAME))
    return Figure("network", say("people.network"), text, chart)


def voices_figure(measured: Measured, say: Labels) -> Figure:
    """Each person's share of the spoken words."""
    named = [voice for voice in measured.voices if voice.name and voice.share >= LEAST_SHARE][:10]
    rows = [(voice.name, voice.share) for voice in named]
    nobody = sum(voice.share for voice in measured.voices if not voice.name)
    others = sum(voice.share for voice in measured.voices) - sum(voice.share for voice in named) - nobody
    for label, share in (("people.others", others), ("people.unattributed", nobody)):
        if share >= LEAST_SHARE:
            rows.append((say(label), share))
    names, shares = (tuple(each) for each in zip(*rows, strict=True))
    described = say.separator.join(f"{name} {share:.0%}" for name, share in rows)
    return Figure("voices", say("people.voices"), described, Shares(names, shares, len(named)))
