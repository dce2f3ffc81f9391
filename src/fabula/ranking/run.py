"""Orders books: first scores, then comparisons where the order is least sure, until it is sure or the limit is reached."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.special import expit

from fabula.digests import digest
from fabula.errors import FabulaError, UsageError
from fabula.judging.guard_rubric import rubric_shown
from fabula.judging.settings import JudgeSettings
from fabula.judging.troubles import of_reading
from fabula.measures.agreement import kendall
from fabula.measures.bradley_terry import TAIL, Strengths, elo, pooled
from fabula.measures.pairing import from_scores, next_pairs, tables
from fabula.measures.refusal import Refused
from fabula.models.bill import usage_total
from fabula.models.chat import Unusable
from fabula.ranking.asking import Compared, Known, compare, known_books, scores_of
from fabula.ranking.result import RankedBook, RankedPair, RankResult
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.text.files import read

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.ranking.request import RankRequest
    from fabula.text.book import Book

_FEWEST, _ROUNDS = 2, 6
"""Few pairs in a round: each says where the next ones are worth most. All neighbours at once found half as many orders."""


@dataclass(frozen=True, slots=True)
class RankAnswer:
    """The books in order."""

    result: RankResult


@dataclass(slots=True)
class _World:
    """The books, and what has been said of them so far."""

    books: list[Known]
    scores: list[tuple[float | None, ...]]
    compared: list[Compared] = field(default_factory=list)

    @property
    def asked(self) -> set[tuple[int, int]]:
        return {(each.first, each.second) for each in self.compared}

    @property
    def means(self) -> list[float | None]:
        known = ([score for score in own if score is not None] for own in self.scores)
        return [fmean(own) if own else None for own in known]

    def strengths(self) -> Strengths:
        """The strengths that the comparisons and the first scores make most probable."""
        won, lost = tables(
            ((each.first, each.second, *each.sides) for each in self.compared), len(self.books)
        )
        firsts = [own[0] if own else None for own in self.scores]
        return pooled(won, lost, from_scores(firsts))


async def run(request: RankRequest, door: Door) -> RankAnswer:
    """Rank the books."""
    request.validate()
    books = await asyncio.to_thread(_opened, request)
    rubric = rubric_shown(request.rubric, keep_instructions=request.keep_instructions)
    settings = JudgeSettings(rubric=rubric, runs=1, temperature=request.temperature)
    with door.share() as usage:
        known = await known_books(request, books, door)
        seeds = [()] * len(books) if request.direct == "none" else await scores_of(known, settings, door)
        world = _World(known, list(seeds))
        stopped = await _compare(world, request, settings, door)
        if request.direct == "equal":
            runs = max(1, round(2 * len(world.compared) / len(books)))
            world.scores = await scores_of(known, replace(settings, runs=runs), door)
    if all(each.outcome is None for each in world.compared):
        answers = [answer for each in world.compared for answer in (each.straight, each.turned)]
        why = next((f" ({each.explained})" for each in answers if isinstance(each, Unusable)), "")
        raise FabulaError(
            f"{door.model} gave no usable comparison{why}: `fabula models check` shows what it can do"
        )
    readings = [each.digest for each in known if each.digest is not None]
    signature = door.sign(
        request,
        "rank",
        asked={"reading": None, "pairs": request.most_pairs},
        digests={
            "rubric": rubric_digest(settings.rubric),
            "reading": digest(readings) if readings else None,
            "text": digest(each.text_hash for each in books),
        },
    )
    made = {"request": document(request), "model": door.model_used, "signature": signature}
    return RankAnswer(RankResult(**made, usage=usage_total(usage), stopped=stopped, **_figures(world, books)))


async def _compare(
    world: _World, request: RankRequest, settings: JudgeSettings, door: Door
) -> Literal["sure", "pairs", "all"]:
    """Compare pairs in rounds. In each round, a book is in at most one pair."""
    n = len(world.books)
    while (left := request.most_pairs - len(world.compared)) > 0:
        at_once = min(left, max(_FEWEST, n // _ROUNDS))
        pairs = next_pairs(world.strengths(), world.asked, request.sure, at_once)
        if not pairs:
            return "sure"
        world.compared += await asyncio.gather(
            *(compare(world.books, pair, settings, door) for pair in pairs)
        )
    return "all" if len(world.compared) == n * (n - 1) // 2 else "pairs"


def _opened(request: RankRequest) -> list[Book]:
    books = [read(each) if isinstance(each, Path) else each for each in request.books]
    names: dict[str, str] = {}
    for given, book in zip(request.books, books, strict=True):
        name = str(given) if isinstance(given, Path) else book.title
        if book.text_hash in names:
            both = " and ".join(dict.fromkeys((names[book.text_hash], name)))
            raise UsageError(f"the same text is given twice ({both}): name each book once")
        names[book.text_hash] = name
    return books


def _figures(world: _World, books: list[Book]) -> dict[str, object]:
    found, means, n = world.strengths(), world.means, len(books)
    order = [int(place) for place in np.argsort(-found.values, kind="stable")]
    known = [place for place in range(n) if means[place] is not None]
    agreement = kendall([found.values[place] for place in known], [means[place] or 0.0 for place in known])
    bias, error = found.bias, TAIL * found.bias_error
    answers = [each for pair in world.compared for each in (pair.straight, pair.turned)]
    return {
        "books": tuple(_book(place, rank, order, world, found, books) for rank, place in enumerate(order, 1)),
        "pairs": tuple(map(_pair, world.compared)),
        "questions": len(answers),
        "questions_of_all_pairs": n * (n - 1),
        "flips": sum(_flipped(each) for each in world.compared),
        "first_chosen": float(expit(bias)),
        "first_chosen_low": float(expit(bias - error)),
        "first_chosen_high": float(expit(bias + error)),
        "score_questions": sum(map(len, world.scores)),
        "score_agreement": None if isinstance(agreement, Refused) else agreement,
        "troubles": (
            *(lost for one in world.books for lost in of_reading(one.reading, one.book.title)),
            *(each.explained for each in answers if isinstance(each, Unusable)),
        ),
        "notices": tuple(notice for one in world.books for notice in one.notices),
    }


def _book(
    place: int, rank: int, order: list[int], world: _World, found: Strengths, books: list[Book]
) -> RankedBook:
    book, means = books[place], world.means
    own = [each for each in world.compared if place in (each.first, each.second)]
    won = [
        (each.outcome == "first") == (place == each.first)
        for each in own
        if each.outcome in ("first", "second")
    ]
    low, high = found.interval(place)
    score = means[place]
    return RankedBook(
        rank=rank,
        place=place,
        id=book.id,
        title=book.title,
        author=book.author,
        language=book.language,
        rating=float(elo(found.values)[place]),
        low=float(elo(np.array(low))),
        high=float(elo(np.array(high))),
        above_next=found.above(place, order[rank]) if rank < len(order) else None,
        compared=len(own),
        won=sum(won),
        lost=len(won) - sum(won),
        undecided=sum(each.outcome == "tie" for each in own),
        score=score,
        score_rank=None if score is None else 1 + sum(other is not None and other > score for other in means),
    )


def _pair(each: Compared) -> RankedPair:
    straight, turned = each.sides
    return RankedPair(
        first=each.first,
        second=each.second,
        straight=straight,
        turned=turned,
        outcome=each.outcome,
        flipped=_flipped(each),
        reasons=tuple(
            "" if isinstance(one, Unusable) else f"A: {one.a_does_better} B: {one.b_does_better}"
            for one in (each.straight, each.turned)
        ),
    )


def _flipped(each: Compared) -> bool:
    straight, turned = each.sides
    return None not in (straight, turned) and straight != turned
