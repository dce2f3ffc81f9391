"""What an audit asks about: stories with their titles, and pairs of them, from files of any kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.measures.scorefile import number
from fabula.personas.pairwise import Pair
from fabula.personas.personal import Story, plot_story, story_of
from fabula.personas.profiles import PastChoice, Profile, Side, past_of
from fabula.personas.prompt_settings import PersonaSettings
from fabula.personas.row_files import Row, rows_of
from fabula.text.book import Book
from fabula.text.files import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.models.door import Door
    from fabula.notices import Notice

TABLES = (".jsonl", ".csv", ".tsv", ".parquet")
_WIDE = 50_000
"""A limit in words, high enough that an audit never shortens its texts. Otherwise it would measure the shortening."""


@dataclass(frozen=True, slots=True)
class AskedPair:
    """A pair, and what a person chose for each aspect if known."""

    pair: Pair
    truth: Mapping[str, Side]


@dataclass(frozen=True, slots=True)
class Written:
    """A text for a premise, who wrote it, and what people gave it (1 to 10) if known."""

    premise: str
    writer: str
    story: Story
    people: float | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """Stories in file order, and the pairs to ask about."""

    stories: tuple[Story, ...]
    pairs: tuple[AskedPair, ...]
    translations: Mapping[str, Story] = field(default_factory=dict)
    """The same stories in another language, by name."""
    written: tuple[Written, ...] = ()
    """Texts by several writers for the same premises."""
    people: Mapping[str, float] = field(default_factory=dict)
    """What people gave a story, by its name, on any scale."""

    @property
    def troubles(self) -> tuple[Notice, ...]:
        """What was lost while books were read for their plots."""
        return tuple(trouble for story in self.stories for trouble in story.troubles)

    @property
    def texts(self) -> list[str]:
        """Everything asked about, in order. The signature's `text` is a digest of this."""
        texts = [part for story in self.stories for part in (story.name, story.text)]
        for each in self.pairs:
            texts += [each.pair.premise, each.pair.first.text, each.pair.second.text, *each.truth.values()]
        texts += [story.text for name, story in sorted(self.translations.items())]
        for one in self.written:
            texts += [one.premise, one.writer, one.story.text, f"{one.people}"]
        texts += [f"{name}: {score}" for name, score in sorted(self.people.items())]
        return texts


@dataclass(frozen=True, slots=True)
class Subject:
    """Which reader the judge answers for, and how it is asked."""

    profile: Profile
    settings: PersonaSettings

    @property
    def uncut(self) -> PersonaSettings:
        """The settings with room for every text."""
        return replace(self.settings, budget=_WIDE)


async def gather(
    paths: Sequence[Path | Book],
    door: Door,
    *,
    stories: int,
    pairs: int,
    seed: int,
    keep_instructions: bool = False,
) -> Material:
    """Stories from books, plots, shelves and tables. Pairs come from tables or are made of the stories. The seed draws up to the limits."""
    found: dict[str, Story] = {}
    given: list[AskedPair] = []
    translations: dict[str, Story] = {}
    written: list[Written] = []
    people: dict[str, float] = {}

    async def add_book(book: Book, file: str) -> None:
        own = await story_of(book, door, keep_instructions=keep_instructions)
        found[own.name if own.name not in found else f"{own.name} ({file})"] = own

    for path in paths:
        if isinstance(path, Book):
            await add_book(path, path.source or str(len(found)))
            continue
        if path.suffix.lower() not in TABLES:
            await add_book(read(path), path.name)
            continue
        for place, row in rows_of(path):
            if row.get("path"):
                file = path.parent / str(row["path"])
                await add_book(read(file), file.name)
            elif row.get("plot_a"):
                given.append(_pair(row, f"{path.name}, {place}", keep_instructions))
            elif (own_story := _story(row, keep_instructions)) is not None:
                found.setdefault(own_story.name, own_story)
                score = number(row.get("score"))
                if score is not None:
                    people.setdefault(own_story.name, score)
                if row.get("translation"):
                    other = plot_story(
                        own_story.name, str(row["translation"]), keep_instructions=keep_instructions
                    )
                    translations.setdefault(own_story.name, other)
                if row.get("writer"):
                    premise = str(row.get("premise") or own_story.name)
                    written.append(Written(premise, str(row["writer"]), own_story, score))
    for each in given:
        for side in (each.pair.first, each.pair.second):
            found.setdefault(side.name, side)
    random = Random(seed)
    drawn = random.sample(list(found.values()), min(stories, len(found)))
    if not drawn:
        raise UsageError("no story given: give books, plots, or a table with a plot in each row")
    made = given or [AskedPair(Pair(one, two), {}) for one, two in combinations(drawn, 2)]
    asked = tuple(random.sample(made, min(pairs, len(made))))
    return Material(tuple(drawn), asked, translations, tuple(written), people)


def _story(row: Row, keep_instructions: bool) -> Story | None:
    text = next(
        (str(row[name]) for name in ("text", "plot", "plot_summary", "description") if row.get(name)), ""
    )
    name = next((str(row[name]) for name in ("title", "item", "id") if row.get(name)), text[:40])
    return plot_story(name, text, keep_instructions=keep_instructions) if text.strip() else None


def _pair(row: Row, where: str, keep_instructions: bool) -> AskedPair:
    past = past_of(row, where)
    assert isinstance(past, PastChoice)
    sides = [
        plot_story(str(row.get(f"title_{side}") or text[:40]), text, keep_instructions=keep_instructions)
        for side, text in (("a", past.first), ("b", past.second))
    ]
    return AskedPair(Pair(sides[0], sides[1], past.premise), past.choices)
