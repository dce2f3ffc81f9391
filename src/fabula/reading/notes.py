"""What a model writes down while it reads: the answer of every step, carried from one step to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from fabula.reading.reading import ChapterSummary, Character, SceneNote, Theme, Thread

if TYPE_CHECKING:
    from fabula.text.book import Book, Segment

_SHRUNK = 0.25
"""A plot that shrinks to less than this share of its length was lost, not shortened."""


class CastNote(BaseModel):
    """One person as described in a step of the reading."""

    name: str
    aliases: list[str] = []
    profile: str
    current: str = ""
    experience: str


class Scene(BaseModel):
    """One scene of a chapter."""

    where: str = ""
    who: list[str] = []
    what: str = Field(description="what happens, in one sentence")


class ChapterNote(BaseModel):
    """What happens in one chapter of the piece."""

    chapter: int = Field(description="the chapter's number as given with the piece")
    summary: str
    scenes: list[Scene] = []


class ThemeNote(BaseModel):
    """A theme, and how the story shows it."""

    theme: str
    shown: str = ""
    chapters: list[int] = []


class ThreadNote(BaseModel):
    """A question or a promise of the story so far."""

    thread: str
    kind: Literal["question", "promise"] = "question"
    opened: int = Field(description="the chapter that raises it")
    closed: int | None = Field(
        default=None, description="the chapter that answers or keeps it; null while open"
    )
    how: str = ""


class Notes(BaseModel):
    """The answer of every step of the reading."""

    chapters: list[ChapterNote]
    plot: str = Field(description="the plot so far, each statement followed by its chapter: [3] or [2-4]")
    cast: list[CastNote]
    themes: list[ThemeNote] = []
    threads: list[ThreadNote] = []


@dataclass(frozen=True, slots=True)
class Notebook:
    """The notes on everything read so far."""

    plot: str = ""
    """With the marks that tie each statement to its chapters."""
    cast: tuple[Character, ...] = ()
    themes: tuple[Theme, ...] = ()
    threads: tuple[Thread, ...] = ()
    summaries: tuple[ChapterSummary, ...] = ()
    scenes: tuple[SceneNote, ...] = ()
    kept: int = 0
    """Steps that came back empty or far too short, so that the earlier notes were kept."""

    def after(self, notes: Notes, book: Book, piece: Segment) -> Notebook:
        """The notebook after one more piece. An empty part of the answer leaves the earlier notes."""
        lost = _is_lost(notes.plot, self.plot)
        numbered = list(zip(_numbers(piece, notes.chapters), notes.chapters, strict=True))
        return replace(
            self,
            plot=self.plot if lost else notes.plot.strip(),
            cast=tuple(map(_character, notes.cast)) or self.cast,
            themes=tuple(_theme(each, book) for each in notes.themes) or self.themes,
            threads=tuple(_thread(each, book) for each in notes.threads) or self.threads,
            summaries=(
                *self.summaries,
                *(
                    ChapterSummary(number, book.chapters[number - 1].title, note.summary)
                    for number, note in numbered
                ),
            ),
            scenes=(
                *self.scenes,
                *(_scene(number, each) for number, note in numbered for each in note.scenes),
            ),
            kept=self.kept + lost,
        )

    def beside(self, notes: Notes, book: Book, piece: Segment) -> Notebook:
        """The notebook with the notes of a piece that was read by itself: what it says is added to the rest."""
        own = Notebook().after(notes, book, piece)
        known = {theme.name.casefold() for theme in self.themes}
        return replace(
            self,
            plot=f"{self.plot}\n\n{own.plot}".strip(),
            cast=_together(self.cast, own.cast),
            themes=(*self.themes, *(each for each in own.themes if each.name.casefold() not in known)),
            threads=(*self.threads, *own.threads),
            summaries=(*self.summaries, *own.summaries),
            scenes=(*self.scenes, *own.scenes),
            kept=self.kept + own.kept,
        )

    def skipped(self) -> Notebook:
        """The notebook after a piece whose notes could not be used."""
        return replace(self, kept=self.kept + 1)

    @property
    def by_chapter(self) -> tuple[ChapterSummary, ...]:
        """One summary per chapter. If a chapter was read in several pieces, they are joined."""
        texts: dict[int, list[str]] = {}
        titles: dict[int, str] = {}
        for summary in self.summaries:
            texts.setdefault(summary.chapter, []).append(summary.text)
            titles[summary.chapter] = summary.title
        return tuple(
            ChapterSummary(number, titles[number], "\n\n".join(texts[number])) for number in sorted(texts)
        )


def theme_list(themes: tuple[Theme, ...]) -> str:
    """The themes as prompts list them."""
    return "\n".join(f"- {each.name}: {each.shown}{_marked(each.chapters)}" for each in themes)


def thread_list(threads: tuple[Thread, ...]) -> str:
    """The threads as prompts list them: `- (question) Who sent the letter? [2] -> [9] Her aunt did.`"""
    return "\n".join(
        f"- ({each.kind}) {each.what}{_marked((each.opened,) if each.opened else ())}"
        + (f" -> [{each.closed}] {each.how}" if each.closed else "")
        for each in threads
    )


def _together(cast: tuple[Character, ...], more: tuple[Character, ...]) -> tuple[Character, ...]:
    """People by name: who is in both goes through what both say."""
    found = {person.name.casefold(): person for person in cast}
    for person in more:
        known = found.get(person.name.casefold())
        found[person.name.casefold()] = (
            person
            if known is None
            else replace(
                known,
                aliases=tuple(dict.fromkeys((*known.aliases, *person.aliases))),
                current=person.current,
                experience=" ".join(filter(None, (known.experience, person.experience))),
            )
        )
    return tuple(found.values())


def _marked(chapters: tuple[int, ...]) -> str:
    return f" [{', '.join(map(str, chapters))}]" if chapters else ""


def _is_lost(plot: str, former: str) -> bool:
    return len(plot.strip()) < max(1, _SHRUNK * len(former))


def _numbers(piece: Segment, notes: list[ChapterNote]) -> list[int]:
    """The chapter of each note: by number, or by order if the model numbered them differently."""
    numbers = [note.chapter for note in notes]
    if not set(numbers) <= set(piece.chapters) and len(notes) == len(piece.chapters):
        return list(piece.chapters)
    return [number if number in piece.chapters else piece.chapters[0] for number in numbers]


def _character(note: CastNote) -> Character:
    return Character(
        name=note.name,
        aliases=tuple(note.aliases),
        profile=note.profile,
        current=note.current,
        experience=note.experience,
    )


def _scene(chapter: int, scene: Scene) -> SceneNote:
    return SceneNote(chapter, scene.where.strip(), tuple(scene.who), scene.what.strip())


def _theme(note: ThemeNote, book: Book) -> Theme:
    known = tuple(number for number in dict.fromkeys(note.chapters) if _exists(number, book))
    return Theme(note.theme.strip(), note.shown.strip(), known)


def _thread(note: ThreadNote, book: Book) -> Thread:
    opened = note.opened if _exists(note.opened, book) else None
    closed = note.closed if _exists(note.closed, book) else None
    return Thread(note.thread.strip(), note.kind, opened, closed, note.how.strip() if closed else "")


def _exists(number: int | None, book: Book) -> bool:
    return number is not None and 1 <= number <= len(book.chapters)
