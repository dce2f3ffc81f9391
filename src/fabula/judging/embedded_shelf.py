"""Judge a whole shelf without a model, on every core or on a cluster: one row per book, and a killed run resumes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from fabula.errors import FabulaError
from fabula.judging.evaluate import run
from fabula.judging.shelf_results import ShelfResults
from fabula.judging.shelf_rows import COLUMNS, Row, row_of, signature_of_all
from fabula.judging.sources import Asked
from fabula.workers.engines import Engine
from fabula.workers.unwaited import run_unwaited


def judge_one(asked: Asked) -> Row:
    """Judge one book, as a task for an engine. A book that cannot be judged gives a row that says why."""
    try:
        return row_of(asked.key, run_unwaited(run(asked.opened(), None)).evaluation)
    except FabulaError as error:
        return Row(asked.key, why=str(error))
    except Exception as error:  # noqa: BLE001 - one book must not stop ten thousand
        return Row(asked.key, why=f"a fault of fabula: {type(error).__name__}: {error}")


def judge_shelf(
    books: Sequence[Asked], engine: Engine, results: Path, seen: Callable[[int], None] = lambda _done: None
) -> int:
    """Judge every book into `results` (see ShelfResults). Return how many could not be judged. `seen` is told how many
    have a row: at once, and after each book.

    Books that already have a row with figures are not judged again, unless a kill cut the row short. Rows that were made with
    other options are refused.
    """
    once = {each.key: each for each in books}
    signature = signature_of_all(books[0].request) if books else ""
    with ShelfResults(results, list(once), COLUMNS, signature) as rows:
        missing = [each for each in once.values() if each.key not in rows]
        there = len(once) - len(missing)
        seen(there)
        for done, row in enumerate(engine.map(judge_one, missing), there + 1):
            rows.add(row.document)
            seen(done)
        return rows.unjudged
