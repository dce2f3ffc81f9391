"""Eight scores for a chapter by one or several judges, for models' stories and human chapters alike."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field, create_model

from fabula.digests import digest
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.novelists.lines import Score, Story, writer
from fabula.novelists.recaps import Before, told_before
from fabula.novelists.settings import JUDGE, JudgeSettings
from fabula.novelists.writing import criteria
from fabula.rubrics.files import digest as rubric_digest
from fabula.text.language import detect
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

_EXPECTED_TOKENS = 220


@cache
def scores_type(rubric: Rubric) -> type[BaseModel]:
    """A judge's answer: its observations, then a number in range for each dimension. Fractions are allowed."""
    bounded = Annotated[float, Field(ge=rubric.scale.low, le=rubric.scale.high)]
    fields: dict[str, Any] = {aspect.id: (bounded, ...) for aspect in rubric.scored_aspects}
    return create_model("Scores", remarks=(str, ...), **fields)


async def judge(
    stories: Sequence[Story], door: Door, rubric: Rubric, settings: JudgeSettings = JUDGE
) -> list[Score]:
    """This judge's scores of every chapter, repeated as often as asked, in the order of the stories.

    A chapter of a long story is judged as part of it: the judge is shown what came before.
    """
    before = await told_before(stories, door)
    judged = await asyncio.gather(
        *(
            _judge(story, door, rubric, settings, before.get((writer(story), story.story, story.chapter)))
            for story in stories
        )
    )
    return [score for each in judged for score in each]


async def _judge(
    story: Story, door: Door, rubric: Rubric, settings: JudgeSettings, before: Before | None
) -> list[Score]:
    language = story.language or detect(story.text)
    bare = Score(
        model=story.model, story=story.story, chapter=story.chapter, judge=door.model, language=language,
        words=count_words(story.text, language), setting=story.setting, group=story.group,
        written=story.trouble, cost=story.cost, bounds=story.bounds, temperature=settings.temperature,
        scores={aspect.id: None for aspect in rubric.scored_aspects},
    )  # fmt: skip
    if not story.text.strip():
        why = story.trouble or Notice.of("novelists.chapter-empty")
        return [bare.model_copy(update={"trouble": Notice.of("novelists.nothing-to-judge", why=why)})]
    prompt = door.prompt("novelists", settings.prompt if before is None else "judge_in_book", language)
    shown = {} if before is None else _shown(story, before)
    bare = bare.model_copy(update={"prompt": digest([prompt.digest, rubric_digest(rubric)])})
    request = ChatRequest(
        step="judgement",
        messages=prompt.messages(
            criteria=criteria(rubric, language, anchored=True),
            low=f"{rubric.scale.low:g}",
            high=f"{rubric.scale.high:g}",
            text=fence(story.text),
            **shown,
        ),
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        expected_tokens=_EXPECTED_TOKENS,
    )
    answers = await door.ask_replicates(request, scores_type(rubric), settings.repeats)
    return [_score(bare, answer, replicate, rubric) for replicate, answer in enumerate(answers)]


def _shown(story: Story, before: Before) -> dict[str, object]:
    """What a judge of a long story is shown beside the chapter."""
    parts = {"recap": before.recap, "last": before.last}
    return {"number": story.chapter, **{name: fence(text) if text else "" for name, text in parts.items()}}


def _score(bare: Score, answer: BaseModel | Unusable, replicate: int, rubric: Rubric) -> Score:
    if isinstance(answer, Unusable):
        return bare.model_copy(update={"replicate": replicate, "trouble": answer.explained})
    scores = {aspect.id: float(getattr(answer, aspect.id)) for aspect in rubric.scored_aspects}
    return bare.model_copy(
        update={
            "replicate": replicate,
            "scores": scores,
            "score": fmean(scores.values()),
            "remarks": getattr(answer, "remarks", ""),
        }
    )
