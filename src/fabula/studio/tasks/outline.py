"""What a book is: chapters, words, language, encoding, cast."""

from __future__ import annotations

import asyncio
from typing import Any

from fabula.studio.tasks import asked as ground
from fabula.studio.tasks.desk import Desk


class Asked(ground.Asked):
    """One book of the shelf."""

    book: str


async def do(asked: Asked, desk: Desk) -> dict[str, Any]:
    """The document of `fabula outline --json`."""
    from fabula.reading.outline import outline_document

    book = await asyncio.to_thread(desk.book, asked.book)
    desk.slate.stage("cast")
    return await asyncio.to_thread(outline_document, book)
