"""The results of a quiz: accuracy with intervals, overall and by group, beside the score of guessing."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabula.errors import FabulaError, UsageError
from fabula.measures.proportions import mcnemar
from fabula.measures.refusal import Refused
from fabula.measures.reliability import Reliability
from fabula.notices import Notice
from fabula.quiz.asking import State
from fabula.quiz.choices import By, PromptKind
from fabula.quiz.faults import Fault
from fabula.quiz.questions import QuizSet
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Share(_Part):
    """The share of right answers with its 95% interval, or None if there was nothing to count."""

    value: float | None
    low: float | None
    high: float | None


class Constant(_Part):
    """The best accuracy of always giving the same letter."""

    letter: str
    value: float


class Group(_Part):
    """The questions of one group, such as one kind or one decade."""

    n: int
    accuracy: Share
    constant: Constant


class SettingResult(_Part):
    """One way of asking: one prompt with a number of examples."""

    shots: int
    prompt: PromptKind
    language: str
    by: By
    n: int
    accuracy: Share
    by_category: dict[str, Group]
    by_attribute: dict[str, dict[str, Group]] = {}
    unreadable: int
    signature: str


class AskedFault(Fault):
    """A fault, and whether its question was still asked. None means that the fault concerns the whole set."""

    asked: bool | None


class OrderResult(_Part):
    """Accuracy with the options reordered. Knowledge is right in every order; luck only in the first."""

    orders: int
    n: int
    knowledge: Share
    knowledge_by_category: dict[str, Share] = {}
    """The same by kind of question."""
    position: float | None
    """The share that is right in the file's order but not in every order."""
    same_option_in_every_order: Share
    letters_chosen: dict[str, int]


class OpenBookResult(_Part):
    """The questions about one novel, asked again with passages from it."""

    title: str
    n: int
    open: Share
    closed: Share
    gain: float | None
    p: float | None
    gain_by_category: dict[str, float] = {}
    """Open minus closed, by kind of question."""
    signature: str


class Comparison(_Part):
    """McNemar's test of two models on the questions that both answered."""

    model: str | None
    accuracy: Share
    n: int
    refused: Notice | None = None
    """Why the test was not possible."""
    only_first: int | None = None
    only_second: int | None = None
    difference: float | None = None
    p: float | None = None
    p_holm: float | None = None
    """The p-value, corrected if several pairs of models are compared."""


class AnswerRecord(_Part):
    """One question with its answer and everything needed to see what went wrong."""

    row: int
    line: int | None = None
    question: str
    """The digest of the question."""
    title: str
    text: str
    options: tuple[str, ...]
    category: str
    key: str
    said: str | None
    right: bool
    asks: int
    state: State
    reply: str
    confidence: float | None = None


class QuizRunResult(Result):
    """The document of `quiz run`. Its figures are those of the first setting; the others are listed separately."""

    model_config = ConfigDict(allow_inf_nan=False)
    KIND: ClassVar[str] = "quiz-run"

    kind: Literal["quiz-run"] = "quiz-run"
    set: str
    questions: str
    """The digest of the question set."""
    shots: int
    prompt: PromptKind
    language: str
    by: By
    n: int
    asked: int
    accuracy: Share
    by_category: dict[str, Group]
    categories_from: dict[str, int]
    """How many labels came from the file (given), from a rule, or from a model."""
    by_attribute: dict[str, dict[str, Group]]
    by_memory: dict[str, Group] = Field(default_factory=dict)
    """By how well the model knows the novel; empty without a memory audit."""
    by_difficulty: dict[str, Group] = Field(default_factory=dict)
    """By what each question was for the panel of `quiz difficulty`; empty if no panel answered the set."""
    unreadable: int
    failed: tuple[int, ...]
    faulty: tuple[AskedFault, ...]
    baselines: dict[str, float] = Field(min_length=5)
    asks: dict[str, int]
    by_setting: tuple[SettingResult, ...] = Field(min_length=1)
    order: OrderResult | None
    reliability: Reliability | None = None
    """Whether the model's confidence is earned, where its probabilities were asked for (`--by logprob`)."""
    open_book: tuple[OpenBookResult, ...]
    cost: float | None = None
    """US dollars for the answers of the first setting, in the file's order of options, whenever they were paid for."""
    cost_per_point: float | None = None
    """That cost for each point of a hundred of its accuracy. None if a price is unknown."""
    against: Comparison | None = None
    answers: tuple[AnswerRecord, ...]

    @property
    def model_name(self) -> str:
        """The answering model as PROVIDER/NAME."""
        return self.model.name if self.model else ""


def read_result(path: Path) -> QuizRunResult:
    """Reads the result of another run: its quiz.json, its folder, or the output of `--json`."""
    try:
        return QuizRunResult.load(path / "quiz.json" if path.is_dir() else path)
    except FabulaError as error:
        raise UsageError(f"{path.name} is not a result of `fabula quiz run`: {error}") from None


def check_pairs(quiz: QuizSet, other: QuizRunResult) -> None:
    """Rejects a result without any of these questions, before anything is paid for."""
    if not {each.digest for each in quiz.questions} & {each.question for each in other.answers}:
        raise UsageError("--against: that result has none of these questions, so there is nothing to compare")


def compared(one: QuizRunResult, two: QuizRunResult) -> Comparison:
    """McNemar's test over identically worded questions that both models answered."""
    ours, theirs = (
        {each.question: each.right for each in result.answers if each.state != "failed"}
        for result in (one, two)
    )
    both = sorted(ours.keys() & theirs.keys())
    found = mcnemar([ours[each] for each in both], [theirs[each] for each in both])
    if isinstance(found, Refused):
        return Comparison(model=two.model_name, accuracy=two.accuracy, n=len(both), refused=found.notice)
    return Comparison(
        model=two.model_name,
        accuracy=two.accuracy,
        n=len(both),
        only_first=found.only_first,
        only_second=found.only_second,
        difference=found.difference,
        p=found.p,
    )
