"""What a model knows, in figures: accuracy with intervals over all and by group, beside what guessing gains."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.measures.proportions import mcnemar, share
from fabula.measures.refusal import Refused
from fabula.quiz.asking import Answer, Setting
from fabula.quiz.attributes import BANDS, UNKNOWN, Novel, attributes_of
from fabula.quiz.classify import Label, names
from fabula.quiz.faults import answers, baselines, faults
from fabula.quiz.questions import LETTERS, Question, QuizSet

UNLABELLED = "unlabelled"


@dataclass(frozen=True, slots=True)
class OpenBook:
    """One novel's questions asked again with passages of it."""

    title: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """All that one setting brought."""

    setting: Setting
    answers: tuple[tuple[Answer, ...], ...]
    """One tuple a question that was asked, the file's own order of options first."""
    open_book: tuple[OpenBook, ...] = ()


def results(
    quiz: QuizSet,
    trials: Sequence[Trial],
    labels: Sequence[Label],
    novels: Mapping[str, Novel],
    about: Mapping[str, Any],
) -> dict[str, Any]:
    """The document of `quiz run`. The first setting stands for the whole; the others are told beside it.

    A question whose key names no option is not asked and counts as not right, so that accuracy is of all questions as
    in the paper. A call that came to nothing is no answer of the model: it is listed, and left out of every share.
    """
    first = trials[0]
    given = {orders[0].row: orders[0] for orders in first.answers}
    counted = [each for each in quiz.questions if not _failed(given.get(each.row))]
    right = {each.row: _right(given.get(each.row)) for each in counted}
    kinds = {label.row: label.category or UNLABELLED for label in labels}
    order = [*names("en"), UNLABELLED]

    def by_kind(questions: Sequence[Question], right: Mapping[int, bool]) -> dict[str, Any]:
        return _grouped(questions, right, lambda each: kinds.get(each.row, UNLABELLED), order)

    return {
        **about,
        "set": quiz.name,
        "questions": quiz.digest,
        "n": len(counted),
        "asked": len(first.answers),
        "accuracy": _share([right[each.row] for each in counted]),
        "by_category": by_kind(counted, right),
        "categories_from": dict(
            Counter(label.source.partition(":")[0] for label in labels if label.category)
        ),
        "by_attribute": _by_attribute(counted, right, novels),
        "unreadable": sum(each.state == "unreadable" for each in given.values()),
        "failed": sorted(row for row, each in given.items() if each.state == "failed"),
        "faulty": _faulty(quiz),
        "baselines": baselines(quiz.questions),
        "asks": dict(sorted(Counter(str(each.asks) for each in given.values()).items())),
        "by_setting": [_setting(quiz, trial, by_kind) for trial in trials],
        "order": _order(first),
        "open_book": [_opened(first, book) for book in first.open_book],
        "answers": [
            _told(each, given[each.row], kinds.get(each.row, UNLABELLED))
            for each in quiz.questions
            if each.row in given
        ],
    }


def read_result(path: Path) -> dict[str, Any]:
    """What another run found: its quiz.json or the folder of it, or what `--json` printed."""
    try:
        found = json.loads((path / "quiz.json" if path.is_dir() else path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or "answers" not in found or "questions" not in found:
        raise UsageError(f"{path}: not a result of `fabula quiz run` (its quiz.json, or what --json prints)")
    return found


def check_pairs(quiz: QuizSet, other: Mapping[str, Any]) -> None:
    """Whether another result has questions of this set: asked before anything is paid for."""
    if not {each.digest for each in quiz.questions} & {each.get("question") for each in other["answers"]}:
        raise UsageError("--against: that result holds none of these questions, so nothing can be compared")


def compared(document: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """McNemar's test of two results over the questions, equal word for word, that both have an answer to."""
    ours, theirs = (
        {each["question"]: each["right"] for each in one["answers"] if each["state"] != "failed"}
        for one in (document, other)
    )
    both = sorted(ours.keys() & theirs.keys())
    found = mcnemar([ours[each] for each in both], [theirs[each] for each in both])
    test = {"refused": str(found)} if isinstance(found, Refused) else asdict(found)
    return {"model": other.get("model"), "accuracy": other["accuracy"], "n": len(both), **test}


def _failed(answer: Answer | None) -> bool:
    return answer is not None and answer.state == "failed"


def _right(answer: Answer | None) -> bool:
    return answer is not None and answer.right


def _share(right: Sequence[bool]) -> dict[str, Any]:
    found = share(right)
    if isinstance(found, Refused):
        return {"value": None, "low": None, "high": None}
    return {"value": round(found.value, 6), "low": round(found.low, 6), "high": round(found.high, 6)}


def _grouped(
    questions: Sequence[Question],
    right: Mapping[int, bool],
    group: Callable[[Question], str],
    order: Sequence[str] = (),
) -> dict[str, Any]:
    members: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        members[group(question)].append(question)
    listed = [name for name in order if name in members]
    listed += sorted(members.keys() - set(order), key=lambda name: (name == UNKNOWN, name))
    return {
        name: {
            "n": len(members[name]),
            "accuracy": _share([right[each.row] for each in members[name]]),
            "constant": _constant(members[name]),
        }
        for name in listed
    }


def _constant(questions: Sequence[Question]) -> dict[str, Any]:
    """The best that one letter, always given, gains here: kinds differ widely in where their right answers stand."""
    counts = answers(questions)
    letter = max(counts, key=lambda each: counts[each])
    return {"letter": letter, "value": round(counts[letter] / len(questions), 6)}


def _by_attribute(
    questions: Sequence[Question], right: Mapping[int, bool], novels: Mapping[str, Novel]
) -> dict[str, Any]:
    groups = {each.title: attributes_of(each.title, novels).groups() for each in questions}
    return {
        attribute: _grouped(questions, right, lambda each, name=attribute: groups[each.title][name], bands)  # type: ignore[misc]
        for attribute, bands in BANDS.items()
    }


def _faulty(quiz: QuizSet) -> list[dict[str, Any]]:
    """Every fault, and whether its question was asked all the same."""
    keyed = {each.row for each in quiz.questions if each.right is not None}
    return [
        asdict(fault) | {"asked": fault.row in keyed if fault.row is not None else None}
        for fault in faults(quiz)
    ]


def _setting(
    quiz: QuizSet, trial: Trial, by_kind: Callable[[Sequence[Question], Mapping[int, bool]], dict[str, Any]]
) -> dict[str, Any]:
    first = {given[0].row: given[0] for given in trial.answers}
    counted = [each for each in quiz.questions if not _failed(first.get(each.row))]
    right = {each.row: _right(first.get(each.row)) for each in counted}
    return {
        "shots": trial.setting.shots,
        "prompt": trial.setting.prompt,
        "language": trial.setting.language,
        "by": trial.setting.by,
        "n": len(counted),
        "accuracy": _share([right[each.row] for each in counted]),
        "by_category": by_kind(counted, right),
        "unreadable": sum(each.state == "unreadable" for each in first.values()),
    }


def _order(trial: Trial) -> dict[str, Any] | None:
    """What is left when the options change places: right in every order is knowledge, right in the first alone is not."""
    if not trial.answers or len(trial.answers[0]) < 2:
        return None
    whole = [answers for answers in trial.answers if not any(map(_failed, answers))]
    first = [answers[0].right for answers in whole]
    every = [all(each.right for each in answers) for answers in whole]
    shown = Counter(LETTERS[each.shown] for answers in whole for each in answers if each.shown is not None)
    return {
        "orders": len(trial.answers[0]),
        "n": len(whole),
        "knowledge": _share(every),
        "position": round((sum(first) - sum(every)) / len(whole), 6) if whole else None,
        "same_option_in_every_order": _share([len({each.said for each in answers}) == 1 and answers[0].said is not None for answers in whole]),
        "letters_chosen": {letter: shown[letter] for letter in LETTERS},
    }  # fmt: skip


def _opened(trial: Trial, book: OpenBook) -> dict[str, Any]:
    closed = {answers[0].row: answers[0] for answers in trial.answers}
    both = [
        (each, closed[each.row])
        for each in book.answers
        if not _failed(each) and not _failed(closed[each.row])
    ]
    opened, shut = [one.right for one, _ in both], [two.right for _, two in both]
    found = mcnemar(opened, shut)
    test: dict[str, Any] = {"gain": None, "p": None}
    if not isinstance(found, Refused):
        test = {"gain": round(found.difference, 6), "p": found.p}
    return {"title": book.title, "n": len(both), "open": _share(opened), "closed": _share(shut), **test}


def _told(question: Question, answer: Answer, category: str) -> dict[str, Any]:
    """One question and what was said to it: whoever looks at what went wrong needs nothing besides."""
    return {
        "row": answer.row,
        "line": question.line,
        "question": question.digest,
        "title": question.title,
        "text": question.text,
        "options": list(question.options),
        "category": category,
        "key": question.answer,
        "said": None if answer.said is None else LETTERS[answer.said],
        "right": answer.right,
        "asks": answer.asks,
        "state": answer.state,
        "reply": answer.reply,
    }
