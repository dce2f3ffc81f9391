"""The model under test writes a chapter from a synopsis, with or without knowing the criteria."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.models.structured import declines
from fabula.models.thoughts import without_thoughts
from fabula.notices import Notice
from fabula.novelists.lines import Story, Synopsis
from fabula.novelists.settings import WRITER, WriterSettings

if TYPE_CHECKING:
    from fabula.models.chat import Choice
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

_EXPECTED_TOKENS = 1_600
_REFUSAL_LENGTH = 300
"""A refusal is at most this long. A longer text that begins with an apology is a story."""
_QUOTES = "“\"'「『‘—"
_TAGGED = re.compile(r"\A\s*<text>\s*(.*?)\s*(?:</text>.*)?\Z", re.DOTALL | re.IGNORECASE)
"""The paper's prompt asks for the story between these tags."""


def story_in(text: str) -> str:
    """Only the story, without the model's visible thinking and without the tags that the paper's prompt asks for."""
    text = without_thoughts(text)
    return tagged[1] if (tagged := _TAGGED.match(text)) else text


async def write_stories(
    synopses: Sequence[Synopsis],
    door: Door,
    rubric: Rubric,
    setting: Literal["explicit", "hidden"] = "hidden",
    settings: WriterSettings = WRITER,
) -> list[Story]:
    """Writes a story for each synopsis, in order. A missing synopsis gives an empty story with the reason."""
    return list(await asyncio.gather(*(_story(each, door, rubric, setting, settings) for each in synopses)))


async def _story(
    synopsis: Synopsis,
    door: Door,
    rubric: Rubric,
    setting: Literal["explicit", "hidden"],
    settings: WriterSettings,
) -> Story:
    bare = Story(
        model=door.model, story=synopsis.story, chapter=synopsis.chapter, text="",
        language=synopsis.language, setting=setting, bounds=(settings.least_words, settings.most_words),
    )  # fmt: skip
    if synopsis.trouble:
        return bare.model_copy(update={"trouble": Notice.of("novelists.no-synopsis", why=synopsis.trouble)})
    prompt = door.prompt("novelists", settings.prompt, synopsis.language)
    request = ChatRequest(
        step="story",
        messages=prompt.messages(
            synopsis=fence(given(synopsis)),
            characters=", ".join(synopsis.characters),
            plots=given_plot(synopsis),
            scenes=", ".join(synopsis.scenes),
            criteria=criteria(rubric, prompt.language) if setting == "explicit" else "",
            least=settings.least_words,
            most=settings.most_words,
        ),
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        expected_tokens=_EXPECTED_TOKENS,
    )
    text, trouble = read_story(await door.ask_text(request))
    text = own_text(bare, text, door)
    return bare.model_copy(update={"text": text, "trouble": trouble})


def own_text(story: Story, text: str, door: Door) -> str:
    """The text; in a rehearsal marked as this chapter's, because made-up texts are alike and would be judged once."""
    return f"[{story.model}, {story.story}, {story.chapter}] {text}" if door.rehearsing else text


def read_story(answer: Choice | Unusable) -> tuple[str, Notice | None]:
    """An answer's story and its problem, if any. A refusal has no story; a cut-off one keeps what was written."""
    if isinstance(answer, Unusable):
        text = story_in(answer.raw)
        kept = "" if answer.reason == "refusal" else text
        return kept, answer.explained
    text = story_in(answer.text)
    if not text:
        return "", Notice.of("models.empty", why=Notice.of("models.answer-empty"))
    if len(text) < _REFUSAL_LENGTH and text[0] not in _QUOTES and declines(text):
        return "", Notice.of("models.refusal", why=text)
    return text, None


def given(synopsis: Synopsis) -> str:
    """The synopsis as shown to a writer."""
    names = synopsis.language.quiz.synopsis
    parts = zip(names, (synopsis.characters, _numbered(synopsis), synopsis.scenes), strict=True)
    return "\n\n".join(f"{name}\n" + "\n".join(entries) for name, entries in parts if entries)


def given_plot(synopsis: Synopsis) -> str:
    """The plot alone, one numbered step a line."""
    return "\n".join(_numbered(synopsis))


def _numbered(synopsis: Synopsis) -> tuple[str, ...]:
    return tuple(f"{number}. {step}" for number, step in enumerate(synopsis.plot, start=1))


def criteria(rubric: Rubric, language: str, *, anchored: bool = False) -> str:
    """The rubric's dimensions as a list, in the story's language; for a judge with what a 1, a 3 and a 5 mean."""
    lines = []
    for worded in (aspect.wording(language) for aspect in rubric.scored_aspects):
        lines.append(f"- {worded.label}: {worded.definition}")
        lines += [f"  {score:g}: {told}" for score, told in worded.anchors if anchored]
    return "\n".join(lines)
