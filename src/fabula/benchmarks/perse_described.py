"""What PerSE's data holds: readers, questions and their lengths (Table 1), how much readers differ (Table 10), and whether the parts share anything."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from fabula.benchmarks.perse_data import Data
from fabula.benchmarks.perse_result import Described, PartRow
from fabula.personas.profiles import PairQuestion, PastReview, Question
from fabula.personas.questions import ReaderQuestions, plots
from fabula.text.language import detect
from fabula.text.words import count_words

_MOST_READ = 60
"""Lengths are counted of this many readers at most: the mean hardly moves, and the texts are long."""


def described(data: Data) -> Described:
    """Both parts, and what they have in common. Readers for testing are those that are asked about here."""
    parts = {"train": data.trained, "test": data.tested}
    asked = {name: {each.past.item for one in own for each in one.questions} for name, own in parts.items()}
    pasts = {past.item for own in parts.values() for one in own for past in one.profile.pasts}
    readers = {name: {one.profile.reader for one in own} for name, own in parts.items()}
    return Described(
        parts=tuple(_row(name, own) for name, own in parts.items() if own),
        shared_readers=len(readers["train"] & readers["test"]),
        shared_stories=len(asked["train"] & asked["test"]),
        stories_in_pasts=len((asked["train"] | asked["test"]) & pasts),
    )


def _row(name: str, readers: Sequence[ReaderQuestions]) -> PartRow:
    by_story: dict[str, list[float]] = {}
    aspects: dict[str, int] = {}
    for each in readers:
        for question in each.questions:
            if isinstance(question, Question):
                score = each.profile.on_ten(question.past.score)
                by_story.setdefault(question.past.item, []).append(score)
            else:
                for aspect in question.past.choices:
                    aspects[aspect] = aspects.get(aspect, 0) + 1
    scores = [score for own in by_story.values() for score in own]
    spreads = [stdev(own) for own in by_story.values() if len(own) > 1]
    lengths = [_words(each, question) for each in readers[:_MOST_READ] for question in each.questions[:1]]
    return PartRow(
        name=name,
        readers=len(readers),
        questions=sum(len(each.questions) for each in readers),
        by_aspect=aspects,
        stories=len(by_story) or len({each.past.item for one in readers for each in one.questions}),
        words=fmean(lengths) if lengths else None,
        scores_of_story=fmean(map(len, by_story.values())) if by_story else None,
        score_mean=fmean(scores) if scores else None,
        score_spread=fmean(spreads) if spreads else None,
    )


def _words(reader: ReaderQuestions, question: Question | PairQuestion) -> int:
    """The words of a whole past and one question."""
    one = ReaderQuestions(reader.profile, (question,), reader.split)
    said = [past.review for past in reader.profile.pasts if isinstance(past, PastReview)]
    return sum(count_words(text, detect(text)) for text in (*plots(one), *said) if text)
