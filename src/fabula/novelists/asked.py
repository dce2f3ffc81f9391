"""What a face asks about writers: criteria, judges one after the other, and from the files of a run its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.novelists.board import Board, board
from fabula.novelists.checks import checks
from fabula.novelists.duels import fight
from fabula.novelists.judgement import judge
from fabula.novelists.lines import Duel, Score, stories_of
from fabula.novelists.longform import Holds, courses, holding, write_long
from fabula.novelists.place import (
    BatchPlace,
    Place,
    Reference,
    place,
    place_batch,
    read_reference,
    shipped_reference,
)
from fabula.novelists.several import JUDGING, WRITING, priced
from fabula.novelists.vectors import read_results, read_scores
from fabula.novelists.writing import write_stories
from fabula.rubrics.files import digest, load
from fabula.signature import Signature

if TYPE_CHECKING:
    from fabula.models.door import Door, DoorSettings
    from fabula.models.several import Doors
    from fabula.novelists.lines import Story, Synopsis
    from fabula.rubrics.rubric import Rubric

Lines = list[Score | Duel]


@dataclass(frozen=True, slots=True)
class Placed:
    """One set of scores, or several, among the human novels."""

    place: Place | None
    batch: BatchPlace | None
    left_out: tuple[str, ...] = ()

    @property
    def document(self) -> dict[str, Any]:
        """As JSON."""
        if self.place is not None:
            return {"normalised": self.place.normalised, "percentile": self.place.percentile}
        assert self.batch is not None
        return {**self.batch.document(), "left_out": list(self.left_out)}


def criteria() -> Rubric:
    """The eight that every story is judged by."""
    return load("webnovel")


def dimensions() -> tuple[str, ...]:
    """Their ids, in the order of a row of scores."""
    return tuple(aspect.id for aspect in criteria().scored_aspects)


def reference_of(path: Path | None) -> Reference:
    """The human novels of a file, or those that are shipped."""
    return shipped_reference() if path is None else read_reference(path)


async def write(
    given: Sequence[Synopsis],
    door: Door,
    *,
    explicit: bool = False,
    chapters: int | None = None,
    context: int = 24_000,
) -> list[Story]:
    """A story for each synopsis; with `chapters` a book of so many from each novel's. `priced_stories` follows."""
    if chapters is not None:
        return await write_long(given, door, criteria(), chapters, explicit=explicit, context=context)
    return await write_stories(given, door, criteria(), "explicit" if explicit else "hidden")


def priced_stories(door: Door, stories: Sequence[Story], settings: DoorSettings) -> list[Story]:
    """What was written, with its cost: known when the door is closed."""
    return priced(door, stories, settings, WRITING)


async def judged(
    stories: Sequence[Story],
    judges: Sequence[str],
    doors: Doors,
    *,
    repeats: int = 1,
    pairwise: bool = False,
) -> list[tuple[Door, Lines]]:
    """Scores, or duels, by every judge in turn, on one budget."""

    async def one(own: Door) -> tuple[Door, Lines]:
        if pairwise:
            return own, [*await fight(stories, own, criteria())]
        return own, [*await judge(stories, own, criteria(), repeats)]

    return [await one(doors.to(name)) for name in judges]


def priced_judgements(asked: Sequence[tuple[Door, Lines]], settings: DoorSettings) -> Lines:
    """All lines of all judges, with their cost: known when the doors are closed."""
    return [line for door, own in asked for line in priced(door, own, settings, JUDGING)]


def placed(given: str, reference: Reference) -> Placed:
    """Eight numbers with commas, or a file of such rows or of judged lines, among the novels."""
    rows, single, left_out = read_scores(given, dimensions())
    if single:
        return Placed(place(rows[0], reference), None)
    return Placed(None, place_batch(rows, reference), tuple(left_out))


def board_of(results: Sequence[Path], reference: Reference) -> Board:
    """The board of what judges said, in one file or several."""
    found = read_results(results)
    return board(found.scores, reference, dimensions(), found.duels, found.gauged)


def signature(made: Board) -> str:
    """How the board's numbers were made: by which judges, asked how often, on which rubric."""
    rounds = max((score.replicate for score in made.scores), default=0) + 1
    judges = "+".join(made.judges.names) or "nobody"
    return str(Signature("webnovel.board", judges, rounds, 0, None, digest(criteria()), None, None))


def board_document(made: Board) -> dict[str, Any]:
    """As JSON, signed."""
    return {**made.document(), "signature": signature(made)}


def course_of(stories: Path, scores: Sequence[Path] = ()) -> list[Holds]:
    """Does quality hold over long stories? By writer, with what judges said of the chapters where that is known."""
    known = read_results(scores).scores if scores else []
    return holding(courses(stories_of([stories]), known))


def course_document(found: Sequence[Holds]) -> dict[str, Any]:
    """As JSON."""
    return {"models": [each.document() for each in found]}


def check_document(scores: Sequence[Path], order: Sequence[str] = ()) -> dict[str, Any]:
    """Can the judge be trusted? `order` are labels, from the best to the worst, whose order is known."""
    return checks(read_results(scores).scores, order)
