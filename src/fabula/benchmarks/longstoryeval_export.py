"""The test set under other names: what a judge may see of each book, to share with others who evaluate judges."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabula.benchmarks.longstoryeval_material import anonymous_summaries

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fabula.benchmarks.release import Listed


def export(books: Sequence[Listed], folder: Path) -> tuple[int, list[str]]:
    """Write books.jsonl (summaries under other names, genres and rating) and key.json (which book each one is).

    Returns how many books were written, and those that have no summary here.
    """
    rows, key, skipped = [], {}, []
    for number, listed in enumerate(sorted(books, key=lambda each: each.id), 1):
        if not listed.facts.plot:
            skipped.append(f"{listed.id}: no summary to export")
            continue
        name = f"book-{number:03}"
        other = anonymous_summaries(listed)
        plot, cast = (chapter.text for chapter in other.chapters)
        rows.append(
            {
                "id": name,
                "language": str(listed.facts.language),
                "genres": list(listed.facts.genres),
                "plot": plot,
                "cast": cast,
                "rating": listed.rating,
            }
        )
        key[name] = {"id": listed.id, "title": listed.title, "author": listed.author}
    folder.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / "books.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "key.json").write_text(json.dumps(key, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return len(rows), skipped
