"""WebNovelBench from end to end: a test set, stories by each model, judges, places among human novels, the board."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from fabula.errors import UsageError
from fabula.gauge.gauge import judge_lines
from fabula.novelists.board import Board, board, book_scores
from fabula.novelists.duels import fight
from fabula.novelists.judgement import judge
from fabula.novelists.lines import (
    Duel,
    Gauged,
    Score,
    Story,
    Synopsis,
    is_released,
    read_lines,
    read_released,
    write_lines,
)
from fabula.novelists.place import Reference, choose, place
from fabula.novelists.several import JUDGING, WRITING, priced
from fabula.novelists.sources import read_shelf
from fabula.novelists.synopsis import CHAPTERS, human_stories, synopses
from fabula.novelists.writing import write_stories
from fabula.rubrics.files import load
from fabula.shelf.clean import duplicates
from fabula.workers import engine

if TYPE_CHECKING:
    from fabula.models.door import Door, DoorSettings
    from fabula.models.several import Doors
    from fabula.novelists.lines import Released
    from fabula.text.book import Book

SYNOPSES, STORIES, SCORES, DUELS = "synopses.jsonl", "stories.jsonl", "scores.jsonl", "duels.jsonl"
GAUGED = "gauged.jsonl"
HUMAN_RELEASED = "human (as released)"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for."""

    data: Path
    models: tuple[str, ...]
    judges: tuple[str, ...]
    reference: Reference
    novels: int = 100
    chapters: int = CHAPTERS
    explicit: bool = False
    repeats: int = 1
    pairwise: bool = False
    seed: int = 0


@dataclass(slots=True)
class Results:
    """What a run has made so far."""

    synopses: list[Synopsis] = field(default_factory=list)
    stories: list[Story] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    duels: list[Duel] = field(default_factory=list)
    gauged: list[Gauged] = field(default_factory=list)
    """What the dull judge says of the stories that it can read."""
    left_out: list[str] = field(default_factory=list)
    written: list[tuple[Door, list[Story]]] = field(default_factory=list)
    judged: list[tuple[Door, list[Score]]] = field(default_factory=list)
    signatures: list[str] = field(default_factory=list)
    usage: dict[str, int | float | None] = field(default_factory=dict)
    """Calls paid for, answers from the ledger and dollars of this very run, all models together."""


async def run(wanted: Wanted, doors: Doors) -> Results:
    """Every step in turn. Each answer is in the ledger: after a kill the same command pays only for what was under way."""
    results = Results()
    rubric = load("webnovel")
    if is_released(wanted.data):
        novels = released_test_set(read_released(wanted.data), wanted)
        results.synopses = [each for novel in novels for each in novel.synopses()[: wanted.chapters]]
        results.scores += _as_released(novels)
    else:
        books = await _raw_test_set(wanted, doors, results)
        teller = doors.to(wanted.judges[0])
        results.synopses = await synopses(books, teller, wanted.chapters, wanted.seed)
    if not results.synopses:
        raise UsageError(f"{wanted.data.name} holds no novel to write from")
    setting: Literal["explicit", "hidden"] = "explicit" if wanted.explicit else "hidden"
    for name in wanted.models:
        door = doors.to(name)
        results.written.append((door, await write_stories(results.synopses, door, rubric, setting)))
    results.stories = [story for _, own in results.written for story in own]
    for name in wanted.judges:
        results.judged.append(await _judged(results.stories, doors.to(name), wanted, results))
    if wanted.pairwise:
        results.duels = await fight(results.stories, doors.to(wanted.judges[0]), rubric)
    results.signatures.insert(
        0, f"bench.webnovel|novels:{_novels(results.synopses)}|setting:{setting}|seed:{wanted.seed}"
    )
    results.usage = doors.usage.model_dump(include={"calls", "cached", "cost"})
    return results


def finish(results: Results, settings: DoorSettings, out: Path) -> None:
    """What each model cost, known when the doors are closed; then every line on disk."""
    stories: list[Story] = []
    for door, own in results.written:
        stories += priced(door, own, settings, WRITING)
    costs = {(story.model, story.story, story.chapter): story.cost for story in stories}
    results.stories = stories
    by_run: dict[str, tuple[Door, list[Score]]] = {}
    for door, lines in results.judged:
        by_run.setdefault(door.run.id, (door, []))[1].extend(lines)
    for door, lines in by_run.values():
        results.scores += priced(door, lines, settings, JUDGING)
    results.scores = [
        score.model_copy(update={"cost": costs.get((score.model, score.story, score.chapter))})
        for score in results.scores
    ]
    results.gauged = _gauged(stories)
    for name, kept in ((SYNOPSES, results.synopses), (STORIES, results.stories), (SCORES, results.scores), (DUELS, results.duels), (GAUGED, results.gauged)):  # fmt: skip
        if kept:
            write_lines(kept, out / name)


def replayed(folder: Path) -> Results:
    """Recorded stories and judgements, as a run left them; a story that nobody judged is shown as such."""
    if not (folder / SCORES).is_file():
        raise UsageError(f"--replay {folder}: a folder that `bench webnovel` wrote, with {SCORES} in it")
    scores = read_lines(folder / SCORES, Score)
    stories = read_lines(folder / STORIES, Story) if (folder / STORIES).is_file() else []
    known = {(score.model, score.setting, score.story, score.chapter) for score in scores}
    lost = [
        story for story in stories if (story.model, story.setting, story.story, story.chapter) not in known
    ]
    scores += [
        Score(
            model=story.model, story=story.story, chapter=story.chapter, judge="nobody", setting=story.setting,
            written=story.trouble, trouble="no judgement is recorded", language=story.language,
        )
        for story in lost
    ]  # fmt: skip
    duels = read_lines(folder / DUELS, Duel) if (folder / DUELS).is_file() else []
    gauged = read_lines(folder / GAUGED, Gauged) if (folder / GAUGED).is_file() else _gauged(stories)
    return Results(stories=stories, scores=scores, duels=duels, gauged=gauged)


def leaderboard(results: Results, reference: Reference) -> Board:
    """The board of a run."""
    dimensions = [aspect.id for aspect in load("webnovel").scored_aspects]
    return board(results.scores, reference, dimensions, results.duels, results.gauged)


def released_test_set(novels: Sequence[Released], wanted: Wanted) -> list[Released]:
    """One novel a percentile of the released ones that have a synopsis; the percentile is theirs, or read from their scores."""
    usable = {novel.novel: novel for novel in novels if novel.novel_info}
    percentiles = {name: _percentile(novel, wanted.reference) for name, novel in usable.items()}
    known = {name: each for name, each in percentiles.items() if each is not None}
    if len(known) < len(usable) and len(usable) > wanted.novels:
        raise UsageError(
            f"{len(usable) - len(known)} novels of {wanted.data.name} have neither `percentile` nor `original score`: "
            "a test set spread over the scale cannot be chosen among them"
        )
    names = choose(known, wanted.novels) if len(usable) > wanted.novels else list(usable)
    return [usable[name] for name in names]


async def _raw_test_set(wanted: Wanted, doors: Doors, results: Results) -> list[Book]:
    """Books of ten chapters or more, judged as humans wrote them; where there are many, one a percentile."""
    shelf = read_shelf([], [wanted.data])
    results.left_out += shelf.left_out
    copies = await asyncio.to_thread(_copies, wanted.data)
    books = {}
    for one in shelf.books:
        count = len(one.book.chapters)
        if (kept := copies.get(one.book.source or "")) is not None:
            results.left_out.append(f"{one.book.source}: a copy of {kept}, under another name or edited")
        elif count < wanted.chapters:
            results.left_out.append(
                f"{one.book.source or one.book.title}: {count} chapters, fewer than {wanted.chapters}"
            )
        else:
            books[one.book.id] = one.book
    if not books:
        raise UsageError(f"no book of {wanted.chapters} chapters or more in {wanted.data.name}")
    human = [story for book in books.values() for story in human_stories(book, wanted.chapters, wanted.seed)]
    judged = [await _judged(human, doors.to(name), wanted, results) for name in wanted.judges]
    chosen = list(books)
    if len(books) > wanted.novels:
        dimensions = [aspect.id for aspect in load("webnovel").scored_aspects]
        told = book_scores([score for _, own in judged for score in own], wanted.reference, dimensions)
        chosen = choose({book.story: book.place.percentile for book in told}, wanted.novels)
        results.left_out.append(f"{len(books) - len(chosen)} books not drawn into the test set")
    results.judged += [(door, [score for score in own if score.story in set(chosen)]) for door, own in judged]
    return [books[name] for name in chosen]


def _copies(shelf: Path) -> dict[str, str]:
    """Books that are near copies of another, by their files, and the one that is kept: no novel counts twice."""
    with TemporaryDirectory() as aside:
        _, groups, _ = duplicates(str(shelf), Path(aside), engine(), lambda _what, _count: None)
    return {copy.name: group.kept for group in groups for copy in group.copies}


async def _judged(
    stories: Sequence[Story], door: Door, wanted: Wanted, results: Results
) -> tuple[Door, list[Score]]:
    scores = await judge(stories, door, load("webnovel"), wanted.repeats)
    signature = str(door.signature("webnovel.judge", n=wanted.repeats, temperature=0, seed=wanted.seed))
    if signature not in results.signatures:
        results.signatures.append(signature)
    return door, scores


def _as_released(novels: Sequence[Released]) -> list[Score]:
    """The human novels' own scores, a book a line: judged by the paper's judge, so a row of their own."""
    dimensions = [aspect.id for aspect in load("webnovel").scored_aspects]
    return [
        Score(
            model=HUMAN_RELEASED, story=novel.novel, chapter=0, judge="as released", setting="human", language="zh",
            scores=dict(zip(dimensions, novel.scores, strict=True)), score=sum(novel.scores) / len(novel.scores),
        )
        for novel in novels
        if len(novel.scores) == len(dimensions)
    ]  # fmt: skip


def _gauged(stories: Sequence[Story]) -> list[Gauged]:
    """The baseline that every judge must beat; nothing where it can read none of them (it reads English)."""
    lines = judge_lines(story.model_dump() for story in stories if story.text)
    found = [Gauged.model_validate(line) for line in lines]
    return found if any(line.score is not None for line in found) else []


def _percentile(novel: Released, reference: Reference) -> float | None:
    if novel.percentile is not None:
        return novel.percentile
    return place(novel.scores, reference).percentile if novel.scores else None


def _novels(lines: Sequence[Synopsis]) -> int:
    return len({line.story for line in lines})
