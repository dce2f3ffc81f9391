"""Does quality hold over a long story? Its chapters in order, and the slope of their scores."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from statistics import fmean
from typing import Literal

import numpy as np
import scipy

from fabula.errors import UsageError
from fabula.languages import Language
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.novelists.lines import Score, Story, writer
from fabula.novelists.results_checks import PlaceScore, StoryCourse, Trend
from fabula.text.language import detect
from fabula.text.words import count_words, words

GRAM = 4
_FEWEST_CHAPTERS = 3


def courses(stories: Sequence[Story], scores: Sequence[Score]) -> list[StoryCourse]:
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


def trends(found: Sequence[StoryCourse]) -> list[Trend]:
    """Each model's slope: the mean over its stories with its interval, or the slope of its only story."""
    by_model: dict[str, list[StoryCourse]] = defaultdict(list)
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
                model=model,
                slope=fmean(slopes) if slopes else None,
                low=low,
                high=high,
                reused_first=fmean(course.reused[min(1, len(course.reused) - 1)] for course in own),
                reused_last=fmean(course.reused[-1] for course in own),
                stock=fmean(fmean(course.stock) for course in own),
                words=max(sum(course.words) for course in own),
                stories=tuple(own),
                places=_places(own),
                verdict=_verdict(low, high),
            )
        )
    return held


def _verdict(
    low: float | None, high: float | None
) -> Literal["falls", "rises", "holds within the noise", "too little to say"]:
    if low is None or high is None:
        return "too little to say"
    return "falls" if high < 0 else "rises" if low > 0 else "holds within the noise"


def _places(own: Sequence[StoryCourse]) -> tuple[PlaceScore, ...]:
    longest = max(len(course.scores) for course in own)
    columns = [[course.scores[at] for course in own if at < len(course.scores)] for at in range(longest)]
    return tuple(
        _place(at, [score for score in column if score is not None])
        for at, column in enumerate(columns, start=1)
    )


def _place(place: int, scores: Sequence[float]) -> PlaceScore:
    """One story has a score but no interval."""
    found = mean_interval(scores)
    low, high = (None, None) if isinstance(found, Refused) else (found.low, found.high)
    return PlaceScore(
        place=place, mean=fmean(scores) if scores else None, low=low, high=high, stories=len(scores)
    )


def _course(model: str, name: str, own: Sequence[Story], scores: tuple[float | None, ...]) -> StoryCourse:
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
    return StoryCourse(
        model=model,
        story=name,
        chapters=tuple(story.chapter for story in own),
        scores=scores,
        reused=tuple(reused),
        stock=stock,
        words=lengths,
        slope=slope,
        low=low,
        high=high,
    )


def _slope(points: Sequence[tuple[int, float | None]]) -> tuple[float | None, float | None, float | None]:
    known = [(chapter, score) for chapter, score in points if score is not None]
    if len(known) < _FEWEST_CHAPTERS:
        return None, None, None
    places, scores = np.array(known, dtype=float).T
    from_mean = places - places.mean()
    spread = float(from_mean @ from_mean)
    slope = round(float(from_mean @ scores) / spread, 12)
    left = scores - scores.mean() - slope * from_mean
    error = (float(left @ left) / (len(known) - 2) / spread) ** 0.5
    reach = float(scipy.special.stdtrit(len(known) - 2, 0.975)) * error
    return slope, slope - reach, slope + reach


def _grams(text: str, language: str) -> list[tuple[str, ...]]:
    lowered = [word.lower() for word in words(text, language)]
    return list(zip(*(lowered[step:] for step in range(GRAM)), strict=False))


def _stock(text: str, language: str) -> int:
    return sum(len(pattern.findall(text)) for pattern in _stock_patterns(language))


@cache
def _stock_patterns(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(phrase, re.IGNORECASE) for phrase in Language(language).style.stock_phrases)
