"""Ask a trained critic (`fabula train critique`) in exactly the form it was trained on.

It gives each review one rating. First it reviews the book under all aspects; the rating is that of the book. For an
aspect's score, as in NovelCritique's paper, its own critique of this aspect becomes the beginning of a review about this
aspect alone, and it goes on with an assessment and a rating. Asked at once, it rates the whole book and no single aspect.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.judging.critique_form import PROMPT, STARS, Subject, continuation, question
from fabula.judging.from_summary import shown_plot
from fabula.judging.judged import Judged
from fabula.judging.prose import Prose, read_prose, score_at_end
from fabula.models.chat import ChatRequest, Choice, Unusable
from fabula.notices import Notice
from fabula.reading.excerpts import fitting
from fabula.rubrics.rubric import Scale
from fabula.rubrics.verdict import AspectVerdict, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.settings import JudgeSettings
    from fabula.models.chat import ChatMessage
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.rubrics.rubric import Rubric
    from fabula.text.book import Book

_FIVE_STARS = Scale(low=0, high=5)
"""How stars map to a rubric's scale: five stars are the highest score, zero the lowest."""
_ANSWER_TOKENS = 2_000


async def judge_by_critique(book: Book, reading: Reading, settings: JudgeSettings, door: Door) -> Judged:
    """Ask for a review of the whole book and, unless all aspects are asked at once, for a rating of each critique."""
    critic = _Critic(book, reading, settings, door)
    return Judged(
        tuple(await asyncio.gather(*(critic.verdict(replicate) for replicate in range(settings.runs))))
    )


class _Critic:
    """One critic and one book."""

    def __init__(self, book: Book, reading: Reading, settings: JudgeSettings, door: Door) -> None:
        self.book, self.settings, self.door = book, settings, door
        self.prompt = door.prompt(*PROMPT, book.language)
        self.subject = Subject(
            title=book.title,
            genres=book.genres,
            premise=book.premise or "",
            plot=shown_plot(reading, settings),
            cast=reading.cast,
            excerpts=tuple(
                excerpt.text
                for excerpt in fitting(
                    reading.excerpts if settings.critique_excerpts else (),
                    settings.context_tokens or door.context,
                    book.language,
                )
            ),
            language=book.language,
        )

    async def verdict(self, replicate: int) -> Verdict:
        whole = await self._asked(
            question(self.prompt, self.subject, self._labels), len(self._labels), replicate
        )
        found = _sections(whole, self.settings.rubric)
        if self.settings.critique == "at once":
            return self._verdict(found, whole, [], replicate)
        reviews = await asyncio.gather(*(self._rated(critique, replicate) for critique in found))
        scored = tuple(
            replace(
                one,
                score=self._score(review),
                critique=one.critique or _words(review, one.aspect, self.settings.rubric),
            )
            for one, review in zip(found, reviews, strict=True)
        )
        return self._verdict(scored, whole, reviews, replicate)

    async def _rated(self, found: AspectVerdict, replicate: int) -> Choice | Unusable:
        """The critic's rating of one aspect, from its own critique. Where it gave none, a review of this aspect."""
        label = self.label(found.aspect)
        if found.critique:
            messages = continuation(self.prompt, self.subject, {label: found.critique})
        else:
            messages = question(self.prompt, self.subject, [label])
        return await self._asked(messages, 1, replicate)

    async def _asked(
        self, messages: tuple[ChatMessage, ...], aspects: int, replicate: int
    ) -> Choice | Unusable:
        request = ChatRequest(
            step="asking the critic",
            messages=messages,
            temperature=self.settings.temperature,
            max_tokens=_ANSWER_TOKENS,
            expected_tokens=60 + 60 * aspects,
        )
        return await self.door.ask_text(request, replicate)

    def label(self, aspect: str) -> str:
        """The heading under which the critic speaks of an aspect."""
        own = next(each for each in self.settings.rubric.scored_aspects if each.id == aspect)
        return own.wording(self.book.language).label

    @property
    def _labels(self) -> list[str]:
        return [self.label(aspect.id) for aspect in self.settings.rubric.scored_aspects]

    def _score(self, review: Choice | Unusable) -> float | None:
        """The rating at the end of a review, on the rubric's scale; None if the review was cut off."""
        stars = None if isinstance(review, Unusable) else score_at_end(review.text, STARS)
        return None if stars is None else _FIVE_STARS.to(stars, self.settings.rubric.scale)

    def _verdict(
        self,
        aspects: tuple[AspectVerdict, ...],
        whole: Choice | Unusable,
        reviews: Sequence[Choice | Unusable],
        replicate: int,
    ) -> Verdict:
        return Verdict(
            self.book.id,
            self.settings.rubric.id,
            "summary",
            self.door.model,
            replicate,
            self._score(whole),
            "" if isinstance(whole, Unusable) else _starred(whole.text, self.settings.rubric).assessment,
            aspects,
            self._trouble([whole, *reviews]),
        )

    def _trouble(self, reviews: Sequence[Choice | Unusable]) -> Notice | None:
        unusable = [review for review in reviews if isinstance(review, Unusable)]
        if unusable:
            return Notice.of(
                "judging.reviews-unusable", n=len(unusable), of=len(reviews), why=unusable[0].explained
            )
        unrated = sum(self._score(review) is None for review in reviews)
        return Notice.of("judging.reviews-unrated", n=unrated, of=len(reviews)) if unrated else None


def _starred(text: str, rubric: Rubric) -> Prose:
    """A review read as prose on the critic's own scale."""
    return read_prose(text, rubric.model_copy(update={"scale": STARS}))


def _sections(review: Choice | Unusable, rubric: Rubric) -> tuple[AspectVerdict, ...]:
    """The critique of each aspect in a review of the whole book. Its one rating belongs to the whole."""
    if isinstance(review, Unusable):
        return tuple(AspectVerdict(aspect.id, None) for aspect in rubric.scored_aspects)
    return tuple(
        AspectVerdict(each.aspect, None, each.critique) for each in _starred(review.text, rubric).aspects
    )


def _words(review: Choice | Unusable, aspect: str, rubric: Rubric) -> str:
    """The critique in a review of one aspect; the whole text if the heading is missing."""
    if isinstance(review, Unusable):
        return ""
    found = next(each for each in _starred(review.text, rubric).aspects if each.aspect == aspect)
    return found.critique or review.text.strip()
