"""The distribution of readers' scores by group: who would love a story, and who would not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice
from fabula.personas.baselines import Expectations
from fabula.personas.personal import PersonalRating
from fabula.personas.profiles import TEN, Profile
from fabula.personas.results import GroupAnswer, Range, ReaderAnswer, Step, StoryAnswer, Would
from fabula.personas.steps import StepOdds
from fabula.rubrics.rubric import Scale

LOVED = 8
"""A reader who scores this or more out of 10 would love the story."""
COLD = 5
"""A reader who scores this or less would not. On another scale, both are rounded to whole steps."""
_MOST_STEPS = 10

Groups = Mapping[str, Sequence[Profile]]
"""Readers by group name. A reader may belong to several groups."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One reader on one story, with scores from 1 to 10 before conversion to the shown scale."""

    story: str
    reader: str
    score: float | None
    spread: float | None
    shares: Sequence[float]
    """The share of each step of the shown scale. Empty without an answer."""
    scores: tuple[float | None, ...] = ()
    review: str = ""
    reviews: tuple[str, ...] = ()
    troubles: tuple[Notice, ...] = ()
    notes: tuple[Notice, ...] = ()
    past: int | None = None
    """How many past judgements the model was shown. None if ratings answered: they use all of them."""


def from_model(ratings: Iterable[PersonalRating], scale: Scale) -> list[Answer]:
    """What a model answered for the readers. Unusable answers are missing."""
    return [
        Answer(
            each.story,
            each.reader,
            each.mean,
            each.spread,
            _counted(each.given, scale),
            each.scores,
            each.review,
            each.reviews,
            each.troubles,
            each.notes,
            each.past,
        )
        for each in ratings
    ]


def from_baseline(found: Expectations, scale: Scale) -> list[Answer]:
    """What the best baseline expects."""
    steps = [scale.to(step, TEN) for step in _steps(scale)]
    return [
        Answer(each.story, each.reader, each.score, each.spread, each.shares(steps))
        for each in found.expected
    ]


def by_story(
    answers: Sequence[Answer], groups: Groups, scale: Scale, odds: StepOdds | None = None
) -> tuple[StoryAnswer, ...]:
    """Every story, group by group, on the scale that is shown. `odds` know how far a story's readers may be off."""
    return tuple(
        StoryAnswer(
            story=story,
            groups=tuple(
                _group(name, [each for each in answers if each.story == story], profiles, scale, odds)
                for name, profiles in groups.items()
            ),
        )
        for story in dict.fromkeys(each.story for each in answers)
    )


def loved_from(scale: Scale) -> float:
    """From this step of a scale on, a reader would love the story."""
    return _nearest(TEN.to(LOVED, scale), scale)


def cold_to(scale: Scale) -> float:
    """Up to this step of a scale, a reader would not love the story."""
    cold = TEN.to(COLD, scale)
    return max(step for step in _steps(scale) if step <= cold + 1e-9)


def _group(
    name: str, answers: Sequence[Answer], profiles: Sequence[Profile], scale: Scale, odds: StepOdds | None
) -> GroupAnswer:
    own = {profile.reader: profile for profile in profiles}
    members = [each for each in answers if each.reader in own]
    shares = _pooled([each.shares for each in members if each.shares], scale)
    usual = [_counted([each.on_ten(past.score) for past in each.reviews], scale) for each in profiles]
    scores = [each.score for each in members if each.score is not None]
    would_love = _held(shares, lambda step: step >= loved_from(scale))
    return GroupAnswer(
        name=name,
        readers=len(members),
        without_answer=len(members) - len(scores),
        mean=TEN.to(sum(scores) / len(scores), scale) if scores else None,
        interval=_interval(scores, scale),
        shares=shares,
        usual=_pooled([each for each in usual if each], scale),
        would_love=would_love,
        would_love_range=_love_range(would_love, odds, scale),
        would_not=_held(shares, lambda step: step <= cold_to(scale)),
        by_reader=tuple(
            _reader(each, own[each.reader], scale)
            for each in sorted(members, key=lambda each: -(each.score or 0))
        ),
    )


def _love_range(share: float | None, odds: StepOdds | None, scale: Scale) -> Range | None:
    """Where the share lies for four of five stories, by how far other stories' readers were from what was expected."""
    loving = (
        [step for step in odds.steps if _nearest(TEN.to(step, scale), scale) >= loved_from(scale)]
        if odds
        else []
    )
    error = odds.error_from(min(loving)) if odds and loving else None
    if share is None or error is None:
        return None
    return Range(low=max(0.0, share + error[0]), high=min(1.0, share + error[1]))


def _interval(scores: Sequence[float], scale: Scale) -> Range | None:
    found = mean_interval(scores, (TEN.low, TEN.high))
    if isinstance(found, Refused):
        return None
    return Range(low=TEN.to(found.low, scale), high=TEN.to(found.high, scale))


def _reader(answer: Answer, profile: Profile, scale: Scale) -> ReaderAnswer:
    width = (scale.high - scale.low) / (TEN.high - TEN.low)

    def shown(score: float | None) -> float | None:
        return None if score is None else TEN.to(score, scale)

    return ReaderAnswer(
        reader=answer.reader,
        score=shown(answer.score),
        would=_would(shown(answer.score), scale),
        spread=None if answer.spread is None else answer.spread * width,
        usual=shown(profile.mean),
        past=len(profile.pasts) if answer.past is None else answer.past,
        scores=tuple(shown(score) for score in answer.scores),
        review=answer.review,
        reviews=answer.reviews,
        troubles=answer.troubles,
        notes=answer.notes,
    )


def _steps(scale: Scale) -> list[float]:
    """The steps of a shown distribution: every whole number of a short scale, otherwise ten ranges."""
    width = scale.high - scale.low
    spans = int(width) if width == int(width) <= _MOST_STEPS else _MOST_STEPS
    return [scale.low + width * place / spans for place in range(spans + 1)]


def _nearest(score: float, scale: Scale) -> float:
    return min(_steps(scale), key=lambda step: abs(step - score))


def _would(score: float | None, scale: Scale) -> Would | None:
    """The step nearest to a reader's score, so that the groups agree with the bars."""
    if score is None:
        return None
    step = _nearest(score, scale)
    return "love" if step >= loved_from(scale) else "cold" if step <= cold_to(scale) else "between"


def _counted(scores: Iterable[float], scale: Scale) -> list[float]:
    """The share of each step among scores out of 10. Empty if there are none."""
    near = [_nearest(TEN.to(score, scale), scale) for score in scores]
    return [near.count(step) / len(near) for step in _steps(scale)] if near else []


def _pooled(distributions: Sequence[Sequence[float]], scale: Scale) -> tuple[Step, ...]:
    """Combine several distributions with equal weight."""
    return tuple(
        Step(score=step, share=sum(own) / len(own))
        for step, own in zip(_steps(scale), zip(*distributions, strict=True), strict=False)
    )


def _held(shares: Sequence[Step], counts: Callable[[float], bool]) -> float | None:
    return sum(each.share for each in shares if counts(each.score)) if shares else None
