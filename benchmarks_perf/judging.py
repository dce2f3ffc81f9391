"""Input tokens billed for five replicates of each way of judging, compared with one replicate and with re-reading."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.judging.aggregation import judge_by_aggregation
from fabula.judging.from_summary import judge_from_summary
from fabula.judging.incremental import judge_incrementally
from fabula.judging.one_pass import judge_in_one_pass
from fabula.judging.settings import JudgeSettings
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.reading.story import read_story
from fabula.rubrics.files import load
from fabula.text.files import read

if TYPE_CHECKING:
    from fabula.text.book import Book

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "examples" / "the-tide-house.epub"
METHODS = ("one-pass", "summary", "aggregation", "incremental")
REPLICATES = 5
SEGMENT_TOKENS = 2_500

sys.path.insert(0, str(ROOT / "tests"))


def run() -> None:
    """Print what a server would have billed, as counted by one on loopback."""
    book = read(SAMPLE)
    print(
        f"judging: input tokens billed, {book.title!r}, segments of {SEGMENT_TOKENS:,} tokens, server honours n"
    )
    print(f"  {'method':<12} {'1 replicate':>12} {'5 replicates':>13} {'5 / 1':>6}  {'5 / five times 1':>16}")
    for method in METHODS:
        one, five = _billed(book, method, 1), _billed(book, method, REPLICATES)
        plain = REPLICATES * one
        print(f"  {method:<12} {one:>12,} {five:>13,} {five / one:>6.2f}  {five / plain:>16.2f}")
    print("  (aim: summary and aggregation at most 1.3 times one replicate; the plain way is 5 times)")


def _billed(book: Book, method: str, runs: int) -> int:
    from judging.critics import critic
    from loopback import Loopback

    with Loopback(critic) as server, tempfile.TemporaryDirectory() as folder:
        settings = DoorSettings(base_url=server.url, ledger=Path(folder) / "ledger.sqlite")
        asyncio.run(_judge(book, method, runs, settings))
        return server.input_tokens


async def _judge(book: Book, method: str, runs: int, settings: DoorSettings) -> None:
    settings = JudgeSettings(load("longstory"), runs=runs)
    async with open_door("custom/critic", settings) as door:
        if method == "one-pass":
            await judge_in_one_pass(book, settings, door)
        else:
            await _judge_read(book, method, settings, door)


async def _judge_read(book: Book, method: str, settings: JudgeSettings, door: Door) -> None:
    story = await read_story(book, door, SEGMENT_TOKENS)
    if method == "summary":
        await judge_from_summary(book, story.reading, settings, door)
    elif method == "aggregation":
        await judge_by_aggregation(book, story.steps, settings, door)
    else:
        await judge_incrementally(book, story.steps, settings, door)
