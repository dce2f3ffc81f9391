"""The story as the model read it: synopsis, who is who, themes, and what the story raises and settles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabula.judging.evaluation import Evaluation
    from fabula.reading.reading import Reading, Thread
    from fabula.reports.labels import Labels


@dataclass(frozen=True, slots=True)
class Told:
    """Some words of the reading, what stands before them, and the chapters they tell of."""

    name: str
    text: str
    chapters: str


@dataclass(frozen=True, slots=True)
class Synopsis:
    """The parts of a reading as a report shows them."""

    plot: tuple[Told, ...]
    chapters: tuple[Told, ...]
    people: tuple[Told, ...]
    themes: tuple[Told, ...]
    open: tuple[Told, ...]
    settled: tuple[Told, ...]

    @property
    def parts(self) -> tuple[tuple[str, tuple[Told, ...]], ...]:
        """The parts that say something, by the key of their heading."""
        listed = (
            ("plot", self.plot),
            ("by_chapter", self.chapters),
            ("who", self.people),
            ("themes", self.themes),
            ("open", self.open),
            ("settled", self.settled),
        )
        return tuple((key, told) for key, told in listed if told)


def synopsis(evaluation: Evaluation, say: Labels) -> Synopsis | None:
    """What the judge was told of the book. None if it saw the text, or a plan that the author wrote."""
    reading = evaluation.reading
    if reading is None or reading.method not in ("incremental", "separate"):
        return None
    return Synopsis(
        plot=tuple(Told("", one.text, chapter_span(one.chapters, say)) for one in reading.statements),
        chapters=tuple(
            Told(f"{one.chapter}. {one.title}".rstrip(" ."), one.text, "")
            for one in reading.chapter_summaries
        ),
        people=tuple(_people(reading, say)),
        themes=tuple(Told(one.name, one.shown, chapter_span(one.chapters, say)) for one in reading.themes),
        open=tuple(_thread(one, say) for one in reading.threads if one.closed is None),
        settled=tuple(_thread(one, say) for one in reading.threads if one.closed is not None),
    )


def chapter_span(numbers: Iterable[int], say: Labels) -> str:
    """`ch. 3` or `ch. 2–4`; nothing where no chapter is known."""
    known = sorted(set(numbers))
    if not known:
        return ""
    if len(known) > 1 and known == list(range(known[0], known[-1] + 1)):
        return say("chapter_short", n=f"{known[0]}–{known[-1]}")
    return say("chapter_short", n=say.separator.join(map(str, known)))


def _people(reading: Reading, say: Labels) -> Iterator[Told]:
    for person in reading.cast:
        named = [number for number, times in enumerate(person.mentions_by_chapter, 1) if times]
        span = range(named[0], named[-1] + 1) if named else ()
        name = person.name + (f" ({say.separator.join(person.aliases[:4])})" if person.aliases else "")
        text = say.prose(part for part in (person.profile, person.experience) if part)
        yield Told(name, text, chapter_span(span, say))


def _thread(thread: Thread, say: Labels) -> Told:
    chapters = tuple(number for number in (thread.opened, thread.closed) if number)
    return Told(say(f"synopsis.{thread.kind}"), say.prose(filter(None, (thread.what, thread.how))),
                say.separator.join(chapter_span((number,), say) for number in chapters))  # fmt: skip
