"""Turns answers into figures: shares of right answers over all questions and by group."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from fabula.measures.proportions import mcnemar, share
from fabula.measures.refusal import Refused
from fabula.measures.reliability import Reliability, reliability
from fabula.quiz.asking import Answer, Setting
from fabula.quiz.attributes import BANDS, UNKNOWN, Novel, attributes_of
from fabula.quiz.choices import DIFFICULTIES, Difficulty
from fabula.quiz.classify import Label, names
from fabula.quiz.faults import answers, faults
from fabula.quiz.memory import KNOWN, Memory
from fabula.quiz.questions import LETTERS, Question, QuizSet
from fabula.quiz.results import (
    AnswerRecord,
    AskedFault,
    Constant,
    Group,
    OpenBookResult,
    OrderResult,
    SettingResult,
    Share,
)

UNLABELLED = "unlabelled"


@dataclass(frozen=True, slots=True)
class OpenBook:
    """The questions about one novel, asked again with passages from it."""

    title: str
    answers: tuple[Answer, ...]
    signature: str


@dataclass(frozen=True, slots=True)
class Trial:
    """All answers of one setting."""

    setting: Setting
    answers: tuple[tuple[Answer, ...], ...]
    """One tuple for each question, beginning with the answer in the file's own order of options."""
    open_book: tuple[OpenBook, ...]
    signature: str


@dataclass(frozen=True, slots=True)
class Counted:
    """The questions of one setting that count, and whether each answer was right.

    A question whose key names no option is not asked and counts as wrong, so that accuracy covers all questions
    as in the paper. A failed call is not an answer: it is listed, and left out of every share.
    """

    questions: tuple[Question, ...]
    given: Mapping[int, Answer]
    kinds: Mapping[int, str]

    @classmethod
    def of(cls, quiz: QuizSet, trial: Trial, labels: Sequence[Label]) -> Counted:
        """What counts in one setting."""
        given = {orders[0].row: orders[0] for orders in trial.answers}
        whole = tuple(each for each in quiz.questions if not _failed(given.get(each.row)))
        return cls(whole, given, {label.row: label.category or UNLABELLED for label in labels})

    @property
    def right(self) -> dict[int, bool]:
        """By row."""
        return {each.row: _right(self.given.get(each.row)) for each in self.questions}

    @property
    def accuracy(self) -> Share:
        """Over all questions that count."""
        return share_of(list(self.right.values()))

    @property
    def unreadable(self) -> int:
        """Replies that name no option even after the last attempt."""
        return sum(each.state == "unreadable" for each in self.given.values())

    @property
    def failed(self) -> tuple[int, ...]:
        """Rows whose call failed."""
        return tuple(sorted(row for row, each in self.given.items() if each.state == "failed"))

    def kind(self, question: Question) -> str:
        """The kind of a question, or a name for questions without a label."""
        return self.kinds.get(question.row, UNLABELLED)

    def by_category(self) -> dict[str, Group]:
        """By kind of question, in the order of the taxonomy."""
        return _grouped(self, self.kind, [*names("en"), UNLABELLED])

    def by_attribute(self, novels: Mapping[str, Novel]) -> dict[str, dict[str, Group]]:
        """By type, length and year of the novel."""
        groups = {each.title: attributes_of(each.title, novels).groups() for each in self.questions}

        def grouped(attribute: str, bands: Sequence[str]) -> dict[str, Group]:
            return _grouped(self, lambda each: groups[each.title][attribute], bands)

        return {attribute: grouped(attribute, bands) for attribute, bands in BANDS.items()}

    def by_memory(self, memory: Memory | None) -> dict[str, Group]:
        """By how well the model knows the novel; empty without a memory audit."""
        if memory is None:
            return {}
        return _grouped(self, lambda each: memory.of(each.title) or UNKNOWN, KNOWN)

    def by_difficulty(self, known: Mapping[str, Difficulty]) -> dict[str, Group]:
        """By what each question was for a panel; empty if no panel answered the set."""
        if not known:
            return {}
        return _grouped(self, lambda each: known.get(each.digest, UNKNOWN), DIFFICULTIES)


def setting_result(counted: Counted, trial: Trial, novels: Mapping[str, Novel]) -> SettingResult:
    """One row of the table of settings."""
    setting = trial.setting
    return SettingResult(
        shots=setting.shots,
        prompt=setting.prompt,
        language=setting.language,
        by=setting.by,
        n=len(counted.questions),
        accuracy=counted.accuracy,
        by_category=counted.by_category(),
        by_attribute=counted.by_attribute(novels),
        unreadable=counted.unreadable,
        signature=trial.signature,
    )


def order_result(trial: Trial, kinds: Mapping[int, str]) -> OrderResult | None:
    """Accuracy with the options reordered, or None if only one order was asked."""
    if not trial.answers or len(trial.answers[0]) < 2:
        return None
    whole = [answers for answers in trial.answers if not any(map(_failed, answers))]
    first = [answers[0].right for answers in whole]
    every = [all(each.right for each in answers) for answers in whole]
    same = [len({each.said for each in answers}) == 1 and answers[0].said is not None for answers in whole]
    apart: dict[str, list[bool]] = defaultdict(list)
    for own, right in zip(whole, every, strict=True):
        apart[kinds.get(own[0].row, UNLABELLED)].append(right)
    shown = Counter(LETTERS[each.shown] for answers in whole for each in answers if each.shown is not None)
    return OrderResult(
        orders=len(trial.answers[0]),
        n=len(whole),
        knowledge=share_of(every),
        knowledge_by_category={kind: share_of(apart[kind]) for kind in _ordered(apart)},
        position=round((sum(first) - sum(every)) / len(whole), 6) if whole else None,
        same_option_in_every_order=share_of(same),
        letters_chosen={letter: shown[letter] for letter in LETTERS},
    )


def confidence_earned(counted: Counted) -> Reliability | None:
    """Whether confidence is earned, or None if no probabilities were asked for."""
    stated = [(each.confidence, each.right) for each in counted.given.values() if each.confidence is not None]
    found = reliability([one for one, _ in stated], [right for _, right in stated])
    return None if isinstance(found, Refused) else found


def open_book_result(trial: Trial, book: OpenBook, kinds: Mapping[int, str]) -> OpenBookResult:
    """The gain from passages, on the questions that were answered both with and without them."""
    closed = {answers[0].row: answers[0] for answers in trial.answers}
    both = [
        (each, closed[each.row])
        for each in book.answers
        if not _failed(each) and not _failed(closed[each.row])
    ]
    opened, shut = [one.right for one, _ in both], [two.right for _, two in both]
    test = mcnemar(opened, shut)
    return OpenBookResult(
        title=book.title,
        n=len(both),
        open=share_of(opened),
        closed=share_of(shut),
        gain=None if isinstance(test, Refused) else round(test.difference, 6),
        p=None if isinstance(test, Refused) else test.p,
        gain_by_category=_gains(both, kinds),
        signature=book.signature,
    )


def _gains(both: Sequence[tuple[Answer, Answer]], kinds: Mapping[int, str]) -> dict[str, float]:
    apart: dict[str, list[int]] = defaultdict(list)
    for opened, shut in both:
        apart[kinds.get(opened.row, UNLABELLED)].append(opened.right - shut.right)
    return {kind: round(sum(apart[kind]) / len(apart[kind]), 6) for kind in _ordered(apart)}


def _ordered(kinds: Collection[str]) -> list[str]:
    """These kinds in the order of the taxonomy; kinds of the set's own follow, sorted."""
    taxonomy = (*names("en"), UNLABELLED)
    return [kind for kind in taxonomy if kind in kinds] + sorted(set(kinds) - set(taxonomy))


def asked_faults(quiz: QuizSet) -> tuple[AskedFault, ...]:
    """Every fault, and whether its question was still asked."""
    keyed = {each.row for each in quiz.questions if each.right is not None}
    return tuple(
        AskedFault(
            row=fault.row,
            kind=fault.kind,
            detail=fault.detail,
            line=fault.line,
            asked=None if fault.row is None else fault.row in keyed,
        )
        for fault in faults(quiz)
    )


def answer_records(counted: Counted, quiz: QuizSet) -> tuple[AnswerRecord, ...]:
    """Every question that was asked, with its answer, in file order."""
    return tuple(
        _record(each, counted.given[each.row], counted.kind(each))
        for each in quiz.questions
        if each.row in counted.given
    )


def share_of(right: Sequence[bool]) -> Share:
    """A share with its interval, rounded for the result."""
    found = share(right)
    if isinstance(found, Refused):
        return Share(value=None, low=None, high=None)
    return Share(value=round(found.value, 6), low=round(found.low, 6), high=round(found.high, 6))


def _record(question: Question, answer: Answer, category: str) -> AnswerRecord:
    return AnswerRecord(
        row=answer.row,
        line=question.line,
        question=question.digest,
        title=question.title,
        text=question.text,
        options=question.options,
        category=category,
        key=question.answer,
        said=None if answer.said is None else LETTERS[answer.said],
        right=answer.right,
        asks=answer.asks,
        state=answer.state,
        reply=answer.reply,
        confidence=None if answer.confidence is None else round(answer.confidence, 6),
    )


def _grouped(
    counted: Counted, group: Callable[[Question], str], order: Sequence[str] = ()
) -> dict[str, Group]:
    right = counted.right
    members: dict[str, list[Question]] = defaultdict(list)
    for question in counted.questions:
        members[group(question)].append(question)
    listed = [name for name in order if name in members]
    listed += sorted(members.keys() - set(order), key=lambda name: (name == UNKNOWN, name))
    return {
        name: Group(
            n=len(members[name]),
            accuracy=share_of([right[each.row] for each in members[name]]),
            constant=_constant(members[name]),
        )
        for name in listed
    }


def _constant(questions: Sequence[Question]) -> Constant:
    """The best single letter of a group, because the distribution of keys differs widely between kinds."""
    counts = answers(questions)
    letter = max(counts, key=lambda each: counts[each])
    return Constant(letter=letter, value=round(counts[letter] / len(questions), 6))


def _failed(answer: Answer | None) -> bool:
    return answer is not None and answer.state == "failed"


def _right(answer: Answer | None) -> bool:
    return answer is not None and answer.right
