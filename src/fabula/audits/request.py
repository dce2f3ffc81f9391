"""The requests for audits: can a judge be trusted, and what influences it?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from fabula.errors import UsageError
from fabula.personas.prompt_settings import PersonaSettings
from fabula.personas.reader_options import (
    answer_temperature,
    questions_of_choice,
    scale_of_profile,
    seed_of_chance,
    times_asked,
)
from fabula.request import Request, option
from fabula.text.book import Book

Kind = Literal[
    "memory", "order", "length", "injection", "repeat",
    "story", "reader", "copying", "author", "language", "formatting", "position", "own",
    "all",
]  # fmt: skip


def stories_at_most(default: int) -> Any:
    """A field `stories: int`."""
    return option(default, help="Ask about at most this many stories.", changes_result=True, minimum=1)


def pairs_at_most() -> Any:
    """A field `pairs: int`."""
    return option(20, help="Ask about at most this many pairs.", changes_result=True, minimum=1)


def asked_in_each_arm() -> Any:
    """A field `repeats: int` of an audit that also asks each question again as its control."""
    return times_asked(2, "How often to ask each question in each arm.")


@dataclass(frozen=True, slots=True)
class AuditRequest(Request):
    """The options of every audit: which stories to ask about, and which reader the judge answers for."""

    KIND: ClassVar[Kind]

    paths: tuple[Path | Book, ...] = option(
        help="Plots, books, shelves (JSONL with a path in each row), or tables (JSONL, CSV) with a plot or a pair in each row.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    profile: Path | None = option(
        None, help="Audit the judge as it answers for the first reader in this file.", changes_result=True
    )
    profile_scale: str | None = scale_of_profile()
    temperature: float = answer_temperature()
    stories: int = stories_at_most(20)
    repeats: int = times_asked(1)
    seed: int = seed_of_chance()

    def validate(self) -> None:
        """Check that there is something to ask about and that the scale is valid."""
        from fabula.rubrics.rubric import parse_scale

        Request.validate(self)
        if not self.paths:
            raise UsageError("no story given: give books, plots, or a table with a plot in each row")
        if self.profile_scale:
            parse_scale(self.profile_scale)

    @property
    def settings(self) -> PersonaSettings:
        """How each question is put."""
        return PersonaSettings(self.repeats, self.temperature)


@dataclass(frozen=True, slots=True)
class _ChoosingAuditRequest(AuditRequest):
    """An audit in which the judge also chooses between two stories."""

    rubric: str = questions_of_choice()

    def validate(self) -> None:
        """Also check that the rubric is valid."""
        from fabula.rubrics.files import load

        AuditRequest.validate(self)
        load(self.rubric)


@dataclass(frozen=True, slots=True)
class AuditMemoryRequest(_ChoosingAuditRequest):
    """Does the judge know the stories?"""

    KIND: ClassVar[Kind] = "memory"

    pairs: int = pairs_at_most()


@dataclass(frozen=True, slots=True)
class AuditOrderRequest(_ChoosingAuditRequest):
    """Does the order decide?"""

    KIND: ClassVar[Kind] = "order"

    stories: int = stories_at_most(10)
    pairs: int = pairs_at_most()


@dataclass(frozen=True, slots=True)
class AuditLengthRequest(_ChoosingAuditRequest):
    """Does the judge prefer length alone?"""

    KIND: ClassVar[Kind] = "length"


@dataclass(frozen=True, slots=True)
class AuditInjectionRequest(AuditRequest):
    """Does the judge obey the manuscript?"""

    KIND: ClassVar[Kind] = "injection"

    stories: int = stories_at_most(40)


@dataclass(frozen=True, slots=True)
class AuditRepeatRequest(AuditRequest):
    """Asked again, does the judge say the same?"""

    KIND: ClassVar[Kind] = "repeat"

    repeats: int = times_asked(5, minimum=2)


@dataclass(frozen=True, slots=True)
class AuditStoryRequest(AuditRequest):
    """Does the judge read the story?"""

    KIND: ClassVar[Kind] = "story"

    stories: int = stories_at_most(40)
    repeats: int = asked_in_each_arm()


@dataclass(frozen=True, slots=True)
class AuditReaderRequest(AuditRequest):
    """Does the judge read this reader?"""

    KIND: ClassVar[Kind] = "reader"

    stories: int = stories_at_most(40)
    repeats: int = asked_in_each_arm()


@dataclass(frozen=True, slots=True)
class AuditCopyingRequest(AuditRequest):
    """Does the judge copy past scores?"""

    KIND: ClassVar[Kind] = "copying"


@dataclass(frozen=True, slots=True)
class AuditAuthorRequest(AuditRequest):
    """Does the author's name move the score?"""

    KIND: ClassVar[Kind] = "author"


@dataclass(frozen=True, slots=True)
class AuditLanguageRequest(AuditRequest):
    """Does the language of the same story move the score?"""

    KIND: ClassVar[Kind] = "language"


@dataclass(frozen=True, slots=True)
class AuditFormattingRequest(AuditRequest):
    """Does Markdown move the score?"""

    KIND: ClassVar[Kind] = "formatting"


@dataclass(frozen=True, slots=True)
class AuditPositionRequest(AuditRequest):
    """Does the place of a flaw in a long text matter?"""

    KIND: ClassVar[Kind] = "position"


@dataclass(frozen=True, slots=True)
class AuditOwnRequest(AuditRequest):
    """Does the judge prefer its own model's prose?"""

    KIND: ClassVar[Kind] = "own"


@dataclass(frozen=True, slots=True)
class AuditAllRequest(_ChoosingAuditRequest):
    """Everything at once: the judge's passport."""

    KIND: ClassVar[Kind] = "all"

    pairs: int = pairs_at_most()
    repeats: int = times_asked(2, minimum=2)
    model: str | None = option(None, help="The judge: PROVIDER/NAME.", changes_result=True, signed_as="m")
    second_model: str | None = option(
        None,
        help="Another judge to compare with: PROVIDER/NAME.",
        changes_result=True,
        flag="--against",
        signed_as="against",
    )

    def for_model(self, model: str | None) -> Self:
        """If the request names no judge, the named model is audited."""
        settled = self if self.model else self.but(model=model)
        settled.validate()
        if settled.model is None:
            raise UsageError("an audit needs a model: use --model PROVIDER/NAME")
        return settled

    @property
    def judges(self) -> tuple[str, ...]:
        """The models to audit."""
        return tuple(each for each in (self.model, self.second_model) if each)
