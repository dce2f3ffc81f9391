"""A benchmark: `fabula bench ghosts FOLDER`. It counts the words for ghosts in each book and asks no model."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel

from fabula.digests import digest_of_path
from fabula.questions import Question
from fabula.request import Request, document, option
from fabula.result import Result
from fabula.signature import sign
from fabula.text.files import read

WORDS = ("ghost", "phantom", "spectre", "haunted")


@dataclass(frozen=True, slots=True)
class GhostsRequest(Request):
    """How often do these books speak of ghosts?"""

    data: Path = option(help="A folder of books.", changes_result=True, signed_as="data", argument=True)
    least: int = option(1, help="Mentions that make a ghost story.", changes_result=True, minimum=1)


class GhostsInBook(BaseModel):
    """One book."""

    book: str
    mentions: int
    ghost_story: bool


class GhostsResult(Result):
    """Every book, and how many are ghost stories."""

    KIND: ClassVar[str] = "bench-ghosts"
    books: tuple[GhostsInBook, ...]
    ghost_stories: int


@dataclass(frozen=True, slots=True)
class GhostsAnswer:
    """What `run` returns: the result, and whatever else a program may want."""

    result: GhostsResult


async def run(request: GhostsRequest, door: None = None) -> GhostsAnswer:
    """Reading books takes time, so it does not hold up the event loop."""
    return GhostsAnswer(await asyncio.to_thread(_counted, request))


def _counted(request: GhostsRequest) -> GhostsResult:
    rows = []
    for path in sorted(request.data.iterdir()):
        words = " ".join(chapter.text for chapter in read(path).chapters).lower()
        mentions = sum(words.count(word) for word in WORDS)
        rows.append(GhostsInBook(book=path.name, mentions=mentions, ghost_story=mentions >= request.least))
    return GhostsResult(
        kind=GhostsResult.KIND,
        request=document(request),
        signature=sign(request, "bench.ghosts", digests={"data": digest_of_path(request.data)}),
        books=tuple(rows),
        ghost_stories=sum(row.ghost_story for row in rows),
    )


GHOSTS = Question(
    kind="bench-ghosts",
    request="benchmark:GhostsRequest",
    run="benchmark:run",
    result="benchmark:GhostsResult",
    command="bench ghosts",
    asks="none",
    package="fabula_ghosts",
)
