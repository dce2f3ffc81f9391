"""Do places mean anything? Who judged the writers and who the human novels, and a reference made in the same run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from fabula.errors import UsageError
from fabula.measures.intervals import Interval, mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice
from fabula.novelists.judge_effects import levelled
from fabula.novelists.lines import RELEASED_JUDGE, Score, writer
from fabula.novelists.placement import placement
from fabula.novelists.reference import FEWEST_NOVELS, Numbers, Reference, fit

OWN = Path("own")
"""As `--reference`: the human chapters of this run, judged as the writers are."""
_UNKNOWN = "?"
OWN_SOURCE = "of this run, by the same judges"


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Human novels placed among the other half of the human novels: they should stand at 50."""

    novels: int
    percentile: Interval


def cautions(scores: Iterable[Score], reference: Reference) -> tuple[Notice, ...]:
    """Everything in which the judging of these writers differs from that of the human novels."""
    own = [score for score in scores if score.score is not None and score.judge != RELEASED_JUDGE]
    if not own:
        return ()
    if not reference.judges:
        return (Notice.of("novelists.reference-unknown"),)
    found = []
    judges = {score.judge for score in own}
    if {_bare(name) for name in judges} - {_bare(name) for name in reference.judges}:
        found.append(_differ("novelists.other-judge", judges, reference.judges))
    prompts, known = {score.prompt or _UNKNOWN for score in own}, reference.prompts or (_UNKNOWN,)
    if prompts - set(known):
        found.append(_differ("novelists.other-prompt", prompts, known))
    languages = {str(score.language) for score in own if score.language}
    if languages - set(reference.languages):
        found.append(_differ("novelists.other-language", languages, reference.languages))
    return tuple(found)


def judged_by(reference: Reference) -> tuple[Notice, ...]:
    """What must be true of bare numbers, which do not say who gave them."""
    if not reference.judges:
        return (Notice.of("novelists.reference-unknown"),)
    return (
        Notice.of(
            "novelists.scores-by", there=", ".join(reference.judges), prompt=", ".join(reference.prompts)
        ),
    )


def _differ(code: str, here: Iterable[str], there: Iterable[str]) -> Notice:
    return Notice.of(code, here=", ".join(sorted(here)), there=", ".join(sorted(there)))


def _bare(judge: str) -> str:
    """A model's name without its provider: the same model by another road is the same judge."""
    return judge.rpartition("/")[2].casefold()


def made_by(reference: Reference, scores: Iterable[Score]) -> Reference:
    """The reference with who judged its novels, how and in which languages."""
    own = [score for score in scores if score.score is not None]
    return replace(
        reference,
        judges=tuple(sorted({score.judge for score in own})),
        prompts=tuple(sorted({score.prompt for score in own if score.prompt})),
        languages=tuple(sorted({str(score.language) for score in own if score.language})),
    )


def human_books(scores: Iterable[Score], dimensions: Sequence[str]) -> dict[str, Numbers]:
    """Each human book's scores, for books that our judges scored, as if all judges of the run had scored it."""
    own = [each for each in scores if each.judge != RELEASED_JUDGE]
    human = {writer(each) for each in own if each.setting == "human"}
    by_book: dict[str, list[Numbers]] = defaultdict(list)
    for name, chapters in levelled(own, dimensions).items():
        for (story, _), row in chapters.items():
            if name in human:
                by_book[story].append(row)
    return {story: np.mean(rows, axis=0) for story, rows in sorted(by_book.items())}


def _by_language(scores: Iterable[Score]) -> dict[str, list[Score]]:
    """The scores of our judges in each language that has human chapters."""
    found: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        if score.judge != RELEASED_JUDGE:
            found[str(score.language or "")].append(score)
    return {
        language: own
        for language, own in sorted(found.items())
        if any(score.setting == "human" for score in own)
    }


def own_reference(scores: Sequence[Score], dimensions: Sequence[str]) -> Reference:
    """A reference from the human chapters of the same run: one for each language with enough novels."""
    fitted: dict[str, Reference] = {}
    short = []
    for language, own in _by_language(scores).items():
        books = human_books(own, dimensions)
        if len(books) < FEWEST_NOVELS:
            short.append(f"{len(books)} in {language or 'an unknown language'}")
            continue
        source = f"{len(books)} human novels {OWN_SOURCE}"
        human = [score for score in own if score.setting == "human"]
        fitted[language] = made_by(fit(list(books.values()), dimensions, source), human)
    if short or not fitted:
        raise UsageError(
            f"--reference own needs the judged chapters of at least {FEWEST_NOVELS} human novels in each language, "
            f"not {', '.join(short) or 'none'}"
        )
    first, *others = sorted(fitted.values(), key=lambda each: -each.count)
    if not others:
        return first
    return replace(
        first,
        source=", ".join(f"{each.count} in {language}" for language, each in fitted.items())
        + f" human novels {OWN_SOURCE}",
        languages=tuple(fitted),
        prompts=tuple(sorted({one for each in fitted.values() for one in each.prompts})),
        judges=tuple(sorted({one for each in fitted.values() for one in each.judges})),
        by_language=tuple(fitted.items()),
    )


def held_out(scores: Sequence[Score], dimensions: Sequence[str]) -> HeldOut | None:
    """Places each half of the human novels by a reference made from the other half. None for too few novels."""
    places: list[float] = []
    for own in _by_language(scores).values():
        books = list(human_books(own, dimensions).values())
        halves = books[::2], books[1::2]
        if min(map(len, halves)) < FEWEST_NOVELS:
            continue
        for here, there in (halves, halves[::-1]):
            known = fit(there, dimensions)
            places += [placement(row, known).percentile for row in here]
    interval = mean_interval(places, (0, 100))
    return None if isinstance(interval, Refused) else HeldOut(len(places), interval)


def on_scale_of(reference: Reference, other: Reference, figure: float) -> float:
    """A figure of one reference on the norm scale of another, if their novels are equally good: mean and spread meet.

    Writers judged by any judge can so stand beside the paper's, as far as the human novels of this run are like its.
    """
    ours, theirs = (_figures(each) for each in (reference, other))
    spread = float(np.std(theirs)) / float(np.std(ours))
    return float(np.mean(theirs)) + (figure - float(np.mean(ours))) * spread


def _figures(reference: Reference) -> Numbers:
    return np.asarray(reference.novels or reference.quantiles)
