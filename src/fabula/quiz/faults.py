"""What is wrong with a question set: told before a model is asked, and again with every result."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from scipy import stats

from fabula.models.chat import Embedder
from fabula.quiz.questions import LETTERS, Question, QuizSet, plain

Kind = Literal["answer", "blank option", "equal options", "title", "positions"]
UNEVEN = 0.001
"""A spread of right answers over A to D that chance brings less often than this is a fault of the set."""
ALIKE_BY_WORDING = 0.7
"""Cosine of character TF-IDF: below it, questions on one novel share its names and little else."""
ALIKE_BY_MEANING = 0.92


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with one row; `row` is None where it is wrong with the set."""

    row: int | None
    kind: Kind
    detail: str
    line: int | None = None


def check(quiz: QuizSet, embedder: Embedder | None = None) -> dict[str, Any]:
    """The document of `quiz check`."""
    counts = answers(quiz.questions)
    return {
        "questions": len(quiz.questions),
        "titles": len(quiz.titles),
        "answers": counts,
        "faults": [asdict(fault) for fault in faults(quiz)],
        "duplicates": duplicates(quiz.questions, embedder),
        "baselines": baselines(quiz.questions),
    }


def faults(quiz: QuizSet) -> list[Fault]:
    """Every fault, in the order of the rows; what is wrong with the whole set stands last."""
    found = [fault for question in quiz.questions for fault in of_question(question)]
    return [*found, *_positions(quiz.questions)]


def of_question(question: Question) -> Iterator[Fault]:
    """What is wrong with one question."""
    row, options, line = question.row, question.options, question.line
    if len(question.answer) != 1 or question.answer not in LETTERS:
        yield Fault(row, "answer", f"the answer is {question.answer!r}, which is none of A to D", line)
    for letter, option in zip(LETTERS, options, strict=False):
        if not option.strip():
            key = ", and it is the answer" if letter == question.answer else ""
            yield Fault(row, "blank option", f"option {letter} is blank{key}", line)
    for letters in equal_options(options):
        key = ", the answer among them" if question.answer in letters and question.answer else ""
        yield Fault(
            row,
            "equal options",
            f"options {' and '.join(letters)} are equal{key}: {options[LETTERS.index(letters[0])]}",
            line,
        )
    if plain(question.title) not in plain(question.text):
        yield Fault(
            row, "title", f"the question does not name its novel, {question.title or '(no title)'}", line
        )


def equal_options(options: Sequence[str]) -> list[str]:
    """Letters of options that say the same, together."""
    places: dict[str, str] = defaultdict(str)
    for letter, option in zip(LETTERS, options, strict=False):
        if option.strip():
            places[plain(option) or option.strip()] += letter
    return [letters for letters in places.values() if len(letters) > 1]


def answers(questions: Sequence[Question]) -> dict[str, int]:
    """How often each letter is the key. A key that is no letter stands among the faults."""
    counts = Counter(question.answer for question in questions)
    return {letter: counts[letter] for letter in LETTERS}


def baselines(questions: Sequence[Question]) -> dict[str, float]:
    """What answering without reading gains: the same letter always, or any letter by chance."""
    count = len(questions)
    always = {f"always_{letter}": held / count for letter, held in answers(questions).items()}
    chance = sum(1 / len(question.options) for question in questions if question.right is not None)
    return always | {"random": chance / count}


def duplicates(questions: Sequence[Question], embedder: Embedder | None = None) -> list[dict[str, Any]]:
    """Pairs of questions on one novel that ask the same: by meaning with an embedder, else by their wording."""
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
                {
                    "rows": [one.row, two.row],
                    "lines": [one.line, two.line],
                    "likeness": round(min(1.0, float(nearness[first, second])), 3),
                    "by": embedder.name if embedder else "wording",
                    "questions": [one.text, two.text],
                }
            )
    return sorted(found, key=lambda pair: (-pair["likeness"], pair["rows"]))


def _by_title(questions: Sequence[Question]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, question in enumerate(questions):
        places[question.title].append(place)
    return places


def _worded(texts: Sequence[str]) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    bare = [plain(text) or text for text in texts]
    return TfidfVectorizer(analyzer="char", ngram_range=(1, 3), sublinear_tf=True).fit_transform(bare)


def _positions(questions: Sequence[Question]) -> Iterator[Fault]:
    counts = answers(questions)
    keyed = sum(counts.values())
    if keyed < 5 * len(LETTERS):
        return
    p = float(stats.chisquare(list(counts.values())).pvalue)
    if p < UNEVEN:
        spread = ", ".join(f"{letter} {held / keyed:.1%}" for letter, held in counts.items())
        yield Fault(
            None,
            "positions",
            f"right answers are far from even ({spread}): always the same letter gains by it",
        )
