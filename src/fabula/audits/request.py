"""The requests for audits: can a judge be trusted, and what influences it?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, Self

from fabula.errors import UsageError
from fabula.personas.prompt_settings import TEMPERATURE, PersonaSettings
from fabula.request import Request, option

Kind = Literal[
    "memory", "order", "length", "injection", "repeat",
    "story", "reader", "copying", "author", "language", "formatting", "position", "own",
    "all",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class AuditRequest(Request):
    """The options of every audit: which stories to ask about, and which reader the judge answers for."""

    KIND: ClassVar[Kind]

    paths: tuple[Path, ...] = option(
        help="Plots, books, shelves (JSONL with a path in each row), or tables (JSONL, CSV) with a plot or a pair in each row.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    profile: Path | None = option(
        None, help="Audit the judge as it answers for the first reader in this file.", changes_result=True
    )
    profile_scale: str | None = option(
        None, help="The scale of the profile's scores, such as 1-5; default 1-10.", changes_result=True
    )
    temperature: float = option(
        TEMPERATURE,
        help="The sampling temperature. 0 gives the most likely answer.",
        changes_result=True,
        signed_as="T",
        minimum=0,
        maximum=2,
    )
    stories: int = option(20, help="Ask about this many stories at most.", changes_result=True, minimum=1)
    repeats: int = option(
        1, help="Times each question is asked.", changes_result=True, signed_as="n", minimum=1
    )
    seed: int = option(
        0, help="Where chance plays a part, the same seed gives the same result.", changes_result=True
    )

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

    rubric: str = option(
        "plot-preference",
        help="The questions for each choice: a rubric's name or TOML file.",
        changes_result=True,
    )

    def validate(self) -> None:
        """Also check that the rubric is valid."""
        from fabula.rubrics.files import load

        AuditRequest.validate(self)
        load(self.rubric)


@dataclass(frozen=True, slots=True)
class AuditMemoryRequest(_ChoosingAuditRequest):
    """Does the judge know the stories?"""

    KIND: ClassVar[Kind] = "memory"

    pairs: int = option(20, help="Ask about this many pairs at most.", changes_result=True, minimum=1)


@dataclass(frozen=True, slots=True)
class AuditOrderRequest(_ChoosingAuditRequest):
    """Does the order decide?"""

    KIND: ClassVar[Kind] = "order"

    stories: int = option(10, help="Ask about this many stories at most.", changes_result=True, minimum=1)
    pairs: int = option(20, help="Ask about this many pairs at most.", changes_result=True, minimum=1)


@dataclass(frozen=True, slots=True)
class AuditLengthRequest(_ChoosingAuditRequest):
    """Does the judge prefer length alone?"""

    KIND: ClassVar[Kind] = "length"


@dataclass(frozen=True, slots=True)
class AuditInjectionRequest(AuditRequest):
    """Does the judge obey the manuscript?"""

    KIND: ClassVar[Kind] = "injection"

    stories: int = option(40, help="Ask about this many stories at most.", changes_result=True, minimum=1)


@dataclass(frozen=True, slots=True)
class AuditRepeatRequest(AuditRequest):
    """Asked again, does the judge say the same?"""

    KIND: ClassVar[Kind] = "repeat"

    repeats: int = option(
        5, help="Times each question is asked.", changes_result=True, signed_as="n", minimum=2
    )


@dataclass(frozen=True, slots=True)
class AuditStoryRequest(AuditRequest):
    """Does the judge read the story?"""

    KIND: ClassVar[Kind] = "story"

    repeats: int = option(
        2, help="Times each question is asked in each arm.", changes_result=True, signed_as="n", minimum=1
    )


@dataclass(frozen=True, slots=True)
class AuditReaderRequest(AuditRequest):
    """Does the judge read this reader?"""

    KIND: ClassVar[Kind] = "reader"

    repeats: int = option(
        2, help="Times each question is asked in each arm.", changes_result=True, signed_as="n", minimum=1
    )


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

    pairs: int = option(20, help="Ask about this many pairs at most.", changes_result=True, minimum=1)
    repeats: int = option(
        2, help="Times each question is asked.", changes_result=True, signed_as="n", minimum=2
    )
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
