"""Run as a program by the tests of kills and signals: books of dependent calls, each question holding the answer before it."""

from __future__ import annotations

import asyncio
import sys

from fabula.cli.stopping import calls_are_waited_for, terminated_like_ctrl_c
from fabula.models.chat import ChatMessage, ChatRequest, Choice
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.databases import placed
from fabula.models.opening import open_door


async def book(door: Door, number: int, calls: int) -> str:
    last = "the beginning"
    for place in range(calls):
        asked = f"Book {number}, chapter {place}, after: {last}"
        answer = await door.ask_text(ChatRequest("summary", (ChatMessage("user", asked),)))
        assert isinstance(answer, Choice)
        last = answer.text
    return last


async def main(url: str, ledger: str, books: int, calls: int) -> None:
    settings = DoorSettings(base_url=url, ledger=placed(ledger), concurrency=8)
    async with open_door("custom/m", settings) as door:
        ends = await asyncio.gather(*(book(door, number, calls) for number in range(books)))
    print(*ends, sep="\n")


if __name__ == "__main__":
    with terminated_like_ctrl_c(), calls_are_waited_for():
        asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
