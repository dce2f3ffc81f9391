"""Makes a model write a whole book, first a plan, then chapter by chapter, and measures whether quality holds."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import scipy
from pydantic import BaseModel, Field, create_model

from fabula.errors import UsageError
from fabula.languages import Language
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.novelists.lines import Score, Story, Synopsis, writer
from fabula.novelists.settings import CONTEXT_TOKENS, WRITER, WriterSettings
from fabula.novelists.writing import (
    criteria,
    given,
    own_text,
    read_story,
)
from fabula.text.language import detect
from fabula.text.words import count_words, words
from fabula.tokens import estimate_tokens

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

GRAM = 4
_FEWEST_CHAPTERS = 3
_RECAP_TOKENS = 400


class PlannedChapter(BaseModel):
    """One chapter of a plan."""

    title: str
    events: str


@dataclass(frozen=True, slots=True)
class Course:
    """One long story, chapter by chapter."""

    model: str
    story: str
    chapters: tuple[int, ...]
    scores: tuple[float | None, ...]
    reused: tuple[float, ...]
    """The share of a chapter's four-word sequences that occur in earlier chapters."""
    stock: tuple[float, ...]
    """Stock phrases per thousand words."""
    words: tuple[int, ...]
    slope: float | None
    """Points per chapter, by least squares over the chapters with a score. None for fewer than three."""
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Trend:
    """One model over its long stories: does quality hold?"""

    model: str
    slope: float | None
    low: float | None
    high: float | None
    reused_first: float
    reused_last: float
    stock: float
    words: int
    """The number of chapters of the longest story."""
    stories: tuple[Course, ...]

    @property
    def verdict(self) -> Literal["falls", "rises", "holds within the noise", "too little to say"]:
        """The conclusion that the slope's interval supports."""
        if self.slope is None or self.low is None or self.high is None:
            return "too little to say"
        return "falls" if self.high < 0 else "rises" if self.low > 0 else "holds within the noise"

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {**asdict(self), "verdict": self.verdict}


async def write_long(
    synopses: Sequence[Synopsis],
    door: Door,
    rubric: Rubric,
    chapters: int,
    *,
    explicit: bool = False,
    context: int = CONTEXT_TOKENS,
    settings: WriterSettings = WRITER,
) -> list[Story]:
    """Writes one book of this many chapters from each novel's synopses. Books run in parallel, chapters in turn."""
    by_novel: dict[str, list[Synopsis]] = defaultdict(list)
    for synopsis in synopses:
        by_novel[synopsis.story].append(synopsis)
    shown = rubric if explicit else None
    books = await asyncio.gather(
        *(_book(own, door, chapters, shown, context, settings) for own in by_novel.values())
    )
    return [story for book in books for story in book]


async def _book(
    synopses: Sequence[Synopsis],
    door: Door,
    chapters: int,
    shown: Rubric | None,
    context: int,
    settings: WriterSettings,
) -> list[Story]:
    """One book. Criteria, if the writer is shown any, are in the book's language."""
    first = synopses[0]
    bare = Story(
        model=door.model, story=first.story, chapter=1, text="", language=first.language,
        setting="long explicit" if shown else "long", bounds=(settings.least_words, settings.most_words),
    )  # fmt: skip
    usable = [each for each in synopses if not each.trouble]
    if not usable:
        return [bare.model_copy(update={"trouble": Notice.of("novelists.no-synopsis", why=first.trouble)})]
    prompt = door.prompt("novelists", "plan", first.language)
    material = "\n\n".join(given(each) for each in usable)
    request = ChatRequest(
        step="plan of a book",
        messages=prompt.messages(chapters=chapters, material=fence(material)),
        temperature=settings.temperature,
        max_tokens=600 + 200 * chapters,
        expected_tokens=80 * chapters,
    )
    plan = await door.ask(request, _plan_type(chapters))
    if isinstance(plan, Unusable):
        return [bare.model_copy(update={"trouble": Notice.of("novelists.no-plan", why=plan.explained)})]
    planned: list[PlannedChapter] = plan.chapters  # type: ignore[attr-defined]
    listed = "\n".join(f"{number}. {each.title}: {each.events}" for number, each in enumerate(planned, 1))
    told = criteria(shown, first.language) if shown else ""
    written: list[Story] = []
    for number in range(1, chapters + 1):
        recap, so_far = await _so_far(written, door, context)
        text, trouble = await _chapter(
            door, first.language, number, chapters, listed, recap, so_far, told, settings
        )
        own = bare.model_copy(update={"chapter": number})
        written.append(own.model_copy(update={"text": own_text(own, text, door), "trouble": trouble}))
    return written


async def _chapter(
    door: Door,
    language: str,
    number: int,
    chapters: int,
    plan: str,
    recap: str,
    so_far: str,
    criteria: str,
    settings: WriterSettings,
) -> tuple[str, Notice | None]:
    prompt = door.prompt("novelists", "chapter", language)
    request = ChatRequest(
        step="chapter of a book",
        messages=prompt.messages(
            number=number, chapters=chapters, plan=fence(plan), criteria=criteria, least=settings.least_words,
            most=settings.most_words, recap=fence(recap) if recap else "", so_far=fence(so_far) if so_far else "",
        ),
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        expected_tokens=1_600,
    )  # fmt: skip
    return read_story(await door.ask_text(request))


async def _so_far(written: Sequence[Story], door: Door, context: int) -> tuple[str, str]:
    """As many recent chapters as fit in full, and notes on earlier ones. A missing note is marked in its place."""
    complete = [story for story in written if story.text]
    held = 0
    start = len(complete)
    while start and held + (size := estimate_tokens(complete[start - 1].text)) <= context:
        start, held = start - 1, held + size
    notes = await asyncio.gather(*(_note(story, door) for story in complete[:start]))
    return "\n\n".join(notes), "\n\n".join(f"[{each.chapter}]\n{each.text}" for each in complete[start:])


async def _note(story: Story, door: Door) -> str:
    prompt = door.prompt("novelists", "recap", story.language or detect(story.text))
    request = ChatRequest(
        step="note on a chapter", messages=prompt.messages(text=fence(story.text)), max_tokens=_RECAP_TOKENS,
        expected_tokens=160,
    )  # fmt: skip
    answer = await door.ask_text(request)
    note = "(no note could be had)" if isinstance(answer, Unusable) else answer.text.strip()
    return f"[{story.chapter}] {note}"


@cache
def _plan_type(chapters: int) -> type[BaseModel]:
    exactly = Field(min_length=chapters, max_length=chapters)
    return create_model("Plan", chapters=(list[PlannedChapter], exactly))


def courses(stories: Sequence[Story], scores: Sequence[Score]) -> list[Course]:
    """Measures each story's chapters in order. Scores of several judges and repeats are averaged."""
    known: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for score in scores:
        if score.score is not None:
            known[(writer(score), score.story, score.chapter)].append(score.score)
    by_story: dict[tuple[str, str], list[Story]] = defaultdict(list)
    for story in stories:
        by_story[(writer(story), story.story)].append(story)
    found = []
    for (model, name), own in sorted(by_story.items()):
        own.sort(key=lambda story: story.chapter)
        marks = [known.get((model, name, story.chapter)) for story in own]
        column = tuple(fmean(mark) if mark else None for mark in marks)
        found.append(_course(model, name, own, column))
    if not found:
        raise UsageError("no stories: give a file from `fabula novelist write`")
    return found


def trends(found: Sequence[Course]) -> list[Trend]:
    """Each model's slope: the mean over its stories with its interval, or the slope of its only story."""
    by_model: dict[str, list[Course]] = defaultdict(list)
    for course in found:
        by_model[course.model].append(course)
    held = []
    for model, own in sorted(by_model.items()):
        slopes = [course.slope for course in own if course.slope is not None]
        interval = mean_interval(slopes)
        single = next((course for course in own if course.slope is not None), None)
        if isinstance(interval, Refused):
            low, high = (single.low, single.high) if single else (None, None)
        else:
            low, high = interval.low, interval.high
        held.append(
            Trend(
                model,
                fmean(slopes) if slopes else None,
                low,
                high,
                fmean(course.reused[min(1, len(course.reused) - 1)] for course in own),
                fmean(course.reused[-1] for course in own),
                fmean(fmean(course.stock) for course in own),
                max(sum(course.words) for course in own),
                tuple(own),
            )
        )
    return held


def _course(model: str, name: str, own: Sequence[Story], scores: tuple[float | None, ...]) -> Course:
    language = own[0].language or detect(own[0].text)
    seen: set[tuple[str, ...]] = set()
    reused: list[float] = []
    for story in own:
        grams = _grams(story.text, language)
        reused.append(fmean(gram in seen for gram in grams) if grams else 0.0)
        seen |= set(grams)
    lengths = tuple(count_words(story.text, language) for story in own)
    stock = tuple(
        1000 * _stock(story.text, language) / max(1, length)
        for story, length in zip(own, lengths, strict=True)
    )
    slope, low, high = _slope([(story.chapter, score) for story, score in zip(own, scores, strict=True)])
    return Course(
        model,
        name,
        tuple(story.chapter for story in own),
        scores,
        tuple(reused),
        stock,
        lengths,
        slope,
        low,
        high,
    )


def _slope(points: Sequence[tuple[int, float | None]]) -> tuple[float | None, float | None, float | None]:
    known = [(chapter, score) for chapter, score in points if score is not None]
    if len(known) < _FEWEST_CHAPTERS:
        return None, None, None
    line = scipy.stats.linregress(*np.array(known, dtype=float).T)
    reach = float(scipy.stats.t.ppf(0.975, len(known) - 2) * line.stderr)
    slope = float(line.slope)
    return slope, slope - reach, slope + reach


def _grams(text: str, language: str) -> list[tuple[str, ...]]:
    lowered = [word.lower() for word in words(text, language)]
    return list(zip(*(lowered[step:] for step in range(GRAM)), strict=False))


def _stock(text: str, language: str) -> int:
    return sum(len(pattern.findall(text)) for pattern in _stock_patterns(language))


@cache
def _stock_patterns(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(phrase, re.IGNORECASE) for phrase in Language(language).style.stock_phrases)
