"""Judge a whole shelf by a model: one row per book, written as soon as it is known, and a killed run resumes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.judging.many import Failed, evaluate_many
from fabula.judging.shelf_results import ShelfResults, judged_at
from fabula.judging.shelf_rows import COLUMNS, Row, row_of, signature_of_all

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.judging.sources import Asked
    from fabula.models.door import Door


async def judge_shelf_by_model(
    books: Sequence[Asked], door: Door, results: Path, seen: Callable[[int], None] = lambda _done: None
) -> int:
    """Judge every book into `results` (see ShelfResults). Return how many could not be judged. `seen` is told how many
    have a row: at once, and after each book.

    Books that already have a row with scores are not asked about again. A rehearsal writes nothing.
    """
    once = {each.key: each for each in books}
    if door.rehearsing:
        there = judged_at(results)
        await evaluate_many([each for each in once.values() if each.key not in there], door, _forget)
        return 0
    signature = signature_of_all(books[0].request, door.signed_name) if books else ""
    with ShelfResults(results, list(once), COLUMNS, signature) as rows:
        missing = [each for each in once.values() if each.key not in rows]
        done = count(len(once) - len(missing))
        seen(next(done))

        def keep(place: int, found: Evaluation | Failed) -> None:
            key = missing[place].key
            row = Row(key, why=found.why) if isinstance(found, Failed) else row_of(key, found)
            rows.add(row.document)
            seen(next(done))

        await evaluate_many(missing, door, keep)
        return rows.unjudged


def _forget(_place: int, _found: Evaluation | Failed) -> None:
    """What a rehearsal finds is made up."""
