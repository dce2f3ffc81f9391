"""The lines of the JSON Lines files between the steps: synopses, stories, scores, duels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from fabula.gauge.gauge import as_story_line
from fabula.languages import Language
from fabula.measures.pairing import Side
from fabula.notices import Notice, NoticeDocument
from fabula.novelists.settings import LEAST_WORDS, MOST_WORDS

Setting = Literal["explicit", "hidden", "human", "long", "long explicit"]
"""Whether the writer knew the criteria, or whether these are human chapters or chapters of one long story."""
RELEASED_JUDGE = "as released"
"""Stands in the place of a judge where the scores are the paper's own. It is no judge of this run."""

HUMAN = "human"


def _stated(written: object) -> object:
    """Reads a language in any spelling that files use."""
    if not isinstance(written, str):
        return written
    if (found := Language.or_none(written)) is None:
        raise ValueError(f"{written!r} is not a language")
    return found


Stated = Annotated[Language, BeforeValidator(_stated)]
StatedOrNone = Annotated[
    Language | None,
    BeforeValidator(lambda written: Language.or_none(written) if isinstance(written, str) else written),
]
"""None if the file gives no language; it is then detected."""


_REASONS = {
    **{
        kind: f"models.{kind.replace(' ', '-')}"
        for kind in ("refusal", "cut off", "empty", "malformed", "failed")
    },
    **{
        kind: f"novelists.{kind.replace(' ', '-')}" for kind in ("no synopsis", "no plan", "nothing to judge")
    },
}


def reason_of(written: object) -> Notice | None:
    """Reads a reason from a file. Earlier versions, and users, wrote it as text."""
    if isinstance(written, Notice):
        return written
    if isinstance(written, Mapping):
        return Notice.from_document(written)
    if not isinstance(written, str):
        return None
    kind, _, detail = written.partition(":")
    if detail and (code := _REASONS.get(kind)):
        return Notice.of(code, why=detail.strip())
    return Notice.of("novelists.noted", said=written) if written else None


def _reason_document(written: object) -> NoticeDocument | None:
    return None if (found := reason_of(written)) is None else found.document


Trouble = Annotated[Notice | None, BeforeValidator(_reason_document)]


def problem_kind(trouble: Notice) -> str:
    """The kind of a problem in one or two words, by which problems are counted: `refusal`, `cut off`."""
    return trouble.code.rpartition(".")[2].replace("-", " ")


class Line(BaseModel):
    """One line of a file."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Synopsis(Line):
    """One chapter reduced to what a writer is given."""

    story: str
    chapter: int
    language: Stated
    title: str = ""
    characters: tuple[str, ...] = ()
    plot: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    trouble: Trouble = None
    """Why there is no synopsis."""


class Story(Line):
    """One chapter to be judged, by a model or by a human."""

    model: str
    story: str
    chapter: int
    text: str
    language: StatedOrNone = None
    setting: Setting = "hidden"
    group: str = ""
    """The folder of a human book, such as prize or web."""
    trouble: Trouble = None
    """A refusal, a cut-off or an empty answer. Any text is kept."""
    cost: float | None = None
    """In dollars. A run's cost is shared among its lines."""
    bounds: tuple[int, int] = (LEAST_WORDS, MOST_WORDS)
    """The length that was asked for."""

    @model_validator(mode="before")
    @classmethod
    def _as_generated(cls, line: object) -> object:
        return as_story_line(line) if isinstance(line, Mapping) else line


class Score(Line):
    """One judge's scores for one chapter, from one request."""

    model: str
    story: str
    chapter: int
    judge: str
    prompt: str = ""
    """The digest of the prompt and criteria that the judge was shown."""
    temperature: float | None = None
    replicate: int = 0
    scores: dict[str, float | None] = {}
    score: float | None = None
    """The mean of the eight scores, or None if the chapter could not be judged."""
    remarks: str = ""
    """What the judge saw, for better and for worse, before it gave its scores."""
    trouble: Trouble = None
    """Why there is no score."""
    written: Trouble = None
    """A problem of the chapter itself: it was refused or cut off."""
    words: int = 0
    bounds: tuple[int, int] = (LEAST_WORDS, MOST_WORDS)
    language: StatedOrNone = None
    setting: Setting = "hidden"
    group: str = ""
    cost: float | None = None
    """The cost of writing."""
    judge_cost: float | None = None


class Duel(Line):
    """Two writers on one synopsis, shown to a judge in both orders."""

    first: str
    second: str
    story: str
    chapter: int
    judge: str
    outcome: Side | None = None
    """A choice that changes with the order is a tie. None if an answer was unusable."""
    flipped: bool = False
    straight: Side | None = None
    """What was chosen when the first writer's chapter came first."""
    turned: Side | None = None
    """What was chosen when the second one's did."""
    asked: str = ""
    """A digest of the question, by which a later run knows that it need not be asked again."""
    trouble: Trouble = None
    judge_cost: float | None = None

    @property
    def sides(self) -> tuple[Side | None, Side | None]:
        """What was chosen in each order. Files of earlier versions have only the outcome."""
        if self.straight is None and self.turned is None:
            return self.outcome, self.outcome
        return self.straight, self.turned


class Gauged(Line):
    """A line of `judge --judge embedded`: a prose score, not one of the eight scores."""

    model: str
    story: str
    chapter: int
    score: float | None = None
    abstain: bool = False
    setting: Setting = "hidden"


def writer(line: Story | Score | Gauged) -> str:
    """The writer's name: the model, marked if it knew the criteria or wrote a long story, as these count separately."""
    return line.model if line.setting in ("hidden", "human") else f"{line.model} ({line.setting})"
