"""What has happened so far in a long story, for its writer and for its judges: notes on chapters, and the last in full."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.novelists.lines import Story, writer
from fabula.text.language import detect

if TYPE_CHECKING:
    from fabula.models.door import Door

Step = Literal["note on a chapter", "note for a judge"]
Key = tuple[str, str, int]
_TOKENS = 400


@dataclass(frozen=True, slots=True)
class Before:
    """What a judge is shown before a chapter of a long story. Both are empty before its first chapter."""

    recap: str = ""
    """Notes on every earlier chapter but the last."""
    last: str = ""
    """The chapter before, in full."""


async def note(story: Story, door: Door, step: Step = "note on a chapter") -> str:
    """A chapter in a few sentences, with its number. A note that could not be had is marked in its place."""
    prompt = door.prompt("novelists", "recap", story.language or detect(story.text))
    request = ChatRequest(
        step=step, messages=prompt.messages(text=fence(story.text)), max_tokens=_TOKENS, expected_tokens=160
    )
    answer = await door.ask_text(request)
    told = "(no note could be had)" if isinstance(answer, Unusable) else answer.text.strip()
    return f"[{story.chapter}] {told}"


def long_stories(stories: Sequence[Story]) -> dict[tuple[str, str], list[Story]]:
    """The written chapters of each long story in order, by writer and story."""
    found: dict[tuple[str, str], list[Story]] = defaultdict(list)
    for story in stories:
        if story.setting.startswith("long") and story.text.strip():
            found[(writer(story), story.story)].append(story)
    return {key: sorted(own, key=lambda one: one.chapter) for key, own in found.items()}


async def told_before(stories: Sequence[Story], door: Door) -> Mapping[Key, Before]:
    """What came before each chapter of a long story. Every chapter is noted once, whatever its number of successors."""
    books = long_stories(stories)
    noted = [one for own in books.values() for one in own[:-2]]
    notes = dict(
        zip(
            map(_key, noted),
            await asyncio.gather(*(note(one, door.reading, "note for a judge") for one in noted)),
            strict=True,
        )
    )
    return {
        _key(one): Before(
            "\n\n".join(notes[_key(each)] for each in own[: max(0, at - 1)]),
            f"[{own[at - 1].chapter}]\n{own[at - 1].text}" if at else "",
        )
        for own in books.values()
        for at, one in enumerate(own)
    }


def _key(story: Story) -> Key:
    return writer(story), story.story, story.chapter
