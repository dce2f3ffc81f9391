"""Hierarchical summary: pieces are summarised separately, then merged level by level.

Each merge sees what came before it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fabula.errors import FabulaError
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.story import chapters_named
from fabula.text.segments import segments
from fabula.text.words import count_words
from fabula.tokens import estimate_tokens

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.text.book import Book, Segment

CHUNK_TOKENS = 4_000
CHUNK_WORDS = 250
FINAL_WORDS = 1_000


async def summarise(
    book: Book, door: Door, chunk_tokens: int = CHUNK_TOKENS, final_words: int = FINAL_WORDS
) -> str:
    """The whole story in at most `final_words` words. Chunks are summarised in parallel, merges in order."""
    door = door.reading
    chunks = segments(book, chunk_tokens, unit="tokens")
    level = list(await asyncio.gather(*(_summarise_chunk(book, door, chunk) for chunk in chunks)))
    return await merged(book, door, level, chunk_tokens, final_words)


async def merged(book: Book, door: Door, summaries: list[str], tokens: int, final_words: int) -> str:
    """Neighbouring summaries joined, level by level, until one is left."""
    level = summaries
    while len(level) > 1:
        groups = _packed(level, tokens)
        length = final_words if len(groups) == 1 else 2 * CHUNK_WORDS
        joined: list[str] = []
        for group in groups:
            before = joined[-1] if joined else ""
            joined.append(group[0] if len(group) == 1 else await _merge(book, door, group, before, length))
        level = joined
    return level[0]


def _packed(summaries: list[str], tokens: int) -> list[list[str]]:
    """Neighbours in groups of up to a size, at least two in each, so that each level is shorter than the last."""
    groups: list[list[str]] = [[]]
    filled = 0
    for summary in summaries:
        size = estimate_tokens(summary)
        if filled + size > tokens and len(groups[-1]) >= 2:
            groups.append([])
            filled = 0
        groups[-1].append(summary)
        filled += size
    return groups


async def _summarise_chunk(book: Book, door: Door, chunk: Segment) -> str:
    prompt = door.prompt("reading", "chunk", book.language)
    messages = prompt.messages(
        title=fence_line(book.title),
        author=fence_line(book.author),
        chapters=chapters_named(book, chunk),
        text=fence(chunk.text),
        length=min(CHUNK_WORDS, max(30, count_words(chunk.text, book.language) // 2)),
    )
    return await _prose(
        book, door, ChatRequest("chunk summary", messages, max_tokens=1_200, expected_tokens=350)
    )


async def _merge(book: Book, door: Door, group: list[str], before: str, length: int) -> str:
    prompt = door.prompt("reading", "merge", book.language)
    messages = prompt.messages(
        title=fence_line(book.title),
        author=fence_line(book.author),
        before=fence(before) if before else "",
        text=fence("\n\n".join(group)),
        length=length,
    )
    return await _prose(book, door, ChatRequest("merging", messages, max_tokens=3_000, expected_tokens=700))


async def _prose(book: Book, door: Door, request: ChatRequest) -> str:
    answer = await door.ask_text(request)
    if isinstance(answer, Unusable):
        raise FabulaError(f"{door.model} gave no {request.step} of {book.title!r}: {answer.explained}")
    return answer.text.strip()
