"""The faults of a question set. They are shown before a model is asked, and again with every result."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import log
from typing import Any, Literal

import numpy as np
import scipy
from pydantic import BaseModel, ConfigDict, field_validator

from fabula.models.chat import Embedder
from fabula.notices import Notice
from fabula.quiz.questions import LETTERS, Question, QuizSet, plain

Kind = Literal["answer", "blank option", "equal options", "lost character", "title", "positions"]
UNEVEN = 0.001
"""If chance spreads the keys this unevenly over A to D less often than this, the set is faulty."""
_LOST = re.compile(r"[^\W\d_]*(?:(?<=[\u4e00-\u9fff])\?(?=[\u4e00-\u9fff])|\ufffd)[^\W\d_]*")
"""A question mark between two Chinese characters, or the sign for a lost one: what an encoding could not hold."""
ALIKE_BY_WORDING = 0.7
"""The character TF-IDF cosine below which two questions about one novel share little more than names."""
ALIKE_BY_MEANING = 0.92


class Fault(BaseModel):
    """A fault of one row, or of the whole set if `row` is None."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    row: int | None
    kind: Kind
    detail: Notice
    line: int | None = None

    @field_validator("detail")
    @classmethod
    def _can_be_worded(cls, detail: Notice) -> Notice:
        """Checks that the fault can be worded. A file from elsewhere may have an unknown code or lack a field."""
        try:
            str(detail)
        except KeyError as missing:
            raise ValueError(f"no wording for this fault: {missing}") from None
        return detail


class Duplicate(BaseModel):
    """Two questions about one novel that ask the same."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rows: tuple[int, int]
    lines: tuple[int | None, int | None]
    likeness: float
    by: str
    """How they were compared: `wording`, or the name of the embedder."""
    questions: tuple[str, str]


def faults(quiz: QuizSet) -> list[Fault]:
    """Every fault in row order. Faults of the whole set come last."""
    found = [fault for question in quiz.questions for fault in of_question(question)]
    return [*found, *_positions(quiz.questions)]


def of_question(question: Question) -> Iterator[Fault]:
    """The faults of one question."""
    for kind, detail in _details(question):
        yield Fault(row=question.row, kind=kind, detail=detail, line=question.line)


def _details(question: Question) -> Iterator[tuple[Kind, Notice]]:
    key = question.answer
    if len(key) != 1 or key not in LETTERS:
        yield "answer", Notice.of("quiz.answer-not-a-letter", key=key)
    for letter, option in zip(LETTERS, question.options, strict=False):
        if not option.strip():
            code = "quiz.answer-blank" if letter == key else "quiz.option-blank"
            yield "blank option", Notice.of(code, letter=letter)
    for letters in equal_options(question.options):
        code = "quiz.options-equal-to-answer" if key and key in letters else "quiz.options-equal"
        text = question.options[LETTERS.index(letters[0])]
        yield "equal options", Notice.of(code, letters=list(letters), text=text)
    for text in (question.text, *question.options):
        if lost := _LOST.search(text):
            yield "lost character", Notice.of("quiz.lost-character", text=lost[0])
    if plain(question.title) not in plain(question.text):
        yield "title", Notice.of("quiz.novel-not-named", title=question.title)


def equal_options(options: Sequence[str]) -> list[str]:
    """Groups of letters whose options say the same."""
    places: dict[str, str] = defaultdict(str)
    for letter, option in zip(LETTERS, options, strict=False):
        if option.strip():
            places[plain(option) or option.strip()] += letter
    return [letters for letters in places.values() if len(letters) > 1]


def answers(questions: Sequence[Question]) -> dict[str, int]:
    """How often each letter is the key. Keys that are not letters are reported as faults."""
    counts = Counter(question.answer for question in questions)
    return {letter: counts[letter] for letter in LETTERS}


def baselines(questions: Sequence[Question]) -> dict[str, float]:
    """The accuracy of guessing: always the same letter, a random letter, or always the longest option."""
    count = len(questions)
    always = {f"always_{letter}": held / count for letter, held in answers(questions).items()}
    chance = sum(1 / len(question.options) for question in questions if question.right is not None)
    longest = sum(_longest(question) for question in questions if question.right is not None)
    return always | {"random": chance / count, "longest_option": longest / count}


def _longest(question: Question) -> float:
    """How often somebody is right who picks the longest option; equally long ones share the chance."""
    lengths = [len(option) for option in question.options]
    longest = [place for place, length in enumerate(lengths) if length == max(lengths)]
    return (question.right in longest) / len(longest)


def duplicates(questions: Sequence[Question], embedder: Embedder | None = None) -> list[Duplicate]:
    """Pairs of questions about one novel that ask the same, by meaning with an embedder, otherwise by wording."""
    texts = [question.asked for question in questions]
    vectors = np.asarray(embedder.embed(texts)) if embedder else _worded(texts)
    least = ALIKE_BY_MEANING if embedder else ALIKE_BY_WORDING
    found = []
    for places in _by_title(questions).values():
        own = vectors[places]
        nearness = np.asarray((own @ own.T).todense() if embedder is None else own @ own.T)
        for first, second in zip(*np.nonzero(np.triu(nearness, 1) >= least), strict=True):
            one, two = questions[places[first]], questions[places[second]]
            found.append(
                Duplicate(
                    rows=(one.row, two.row),
                    lines=(one.line, two.line),
                    likeness=round(min(1.0, float(nearness[first, second])), 3),
                    by=embedder.name if embedder else "wording",
                    questions=(one.text, two.text),
                )
            )
    return sorted(found, key=lambda pair: (-pair.likeness, pair.rows))


def _by_title(questions: Sequence[Question]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, question in enumerate(questions):
        places[question.title].append(place)
    return places


def _worded(texts: Sequence[str]) -> Any:
    """TF-IDF over character 1- to 3-grams of the texts, as a sparse matrix with rows of unit length."""
    counted = [Counter(_runs(plain(text) or text)) for text in texts]
    texts_with = Counter(run for each in counted for run in each)
    column = {run: place for place, run in enumerate(sorted(texts_with))}
    weight = {run: log((1 + len(texts)) / (1 + held)) + 1 for run, held in texts_with.items()}
    cells = [
        (row, column[run], (1 + log(count)) * weight[run])
        for row, each in enumerate(counted)
        for run, count in each.items()
    ]
    rows, columns, values = (np.array(part) for part in zip(*cells, strict=True))
    found = scipy.sparse.csr_matrix((values, (rows, columns)), shape=(len(texts), len(column)))
    lengths = np.sqrt(found.multiply(found).sum(axis=1)).A1
    return scipy.sparse.csr_matrix(found.multiply(1 / lengths[:, None]))


def _runs(text: str) -> Iterator[str]:
    low = re.sub(r"\s\s+", " ", text.lower())
    return (low[at : at + size] for size in (1, 2, 3) for at in range(len(low) - size + 1))


def _positions(questions: Sequence[Question]) -> Iterator[Fault]:
    counts = answers(questions)
    keyed = sum(counts.values())
    if keyed < 5 * len(LETTERS):
        return
    p = float(scipy.stats.chisquare(list(counts.values())).pvalue)
    if p < UNEVEN:
        spread = ", ".join(f"{letter} {held / keyed:.1%}" for letter, held in counts.items())
        yield Fault(row=None, kind="positions", detail=Notice.of("quiz.answers-uneven", spread=spread))
