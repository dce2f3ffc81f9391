"""The requests about readers: how one would rate a story, which of two they would choose, and who to ask."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from fabula.errors import UsageError
from fabula.personas.prompt_settings import PAST, REPEATS, PersonaSettings
from fabula.personas.reader_options import (
    answer_temperature,
    questions_of_choice,
    scale_of_profile,
    seed_of_chance,
    times_asked,
)
from fabula.reading.reading_request import keep_instructions_option, saved_readings
from fabula.request import Request, option
from fabula.text.book import Book

Format = Literal["mpst", "amazon", "doc", "longstoryeval"]
"""How a table of many readers' ratings is written."""
Pick = Literal["any", "nearest"]
"""Which of a reader's past judgements a model is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderOptions(Request):
    """Which reader the model answers for, and how much of them it sees."""

    profile: Path | None = option(
        None,
        help="JSONL or CSV: what a reader judged before (reader, text, review, score).",
        changes_result=True,
    )
    reader: tuple[str, ...] = option(
        (), help="Only this reader of the profile file; may be repeated.", changes_result=True
    )
    profile_scale: str | None = scale_of_profile()
    past: int | None = option(
        None,
        help="Show this many past judgements of each reader; default: all of a profile, 5 in an audience.",
        changes_result=True,
        minimum=0,
    )
    pick_past: Pick = option(
        "any",
        help="any: the first of a profile, random ones in an audience. nearest: those most similar to the story in question.",
        changes_result=True,
    )
    temperature: float = answer_temperature()
    without_reviews: bool = option(
        False, help="Show the model a reader's scores but not their words.", changes_result=True
    )
    budget: int | None = option(
        None,
        help="The most words in one question; default: what the model's context holds, or 2500.",
        changes_result=True,
        minimum=100,
    )
    keep_instructions: bool = keep_instructions_option()
    reading: tuple[Path, ...] = saved_readings()
    audience: tuple[str, ...] = option(
        (),
        help="Readers of one kind, drawn from --ratings: 'Romance, strict'; may be repeated.",
        changes_result=True,
    )
    readers: int = option(12, help="Readers drawn for each audience.", changes_result=True, minimum=1)
    ratings: Path | None = option(
        None,
        help="A table of many readers' ratings, for --audience and --model embedded.",
        changes_result=True,
    )
    format: Format = option("longstoryeval", help="The format of that table.", changes_result=True)
    items: Path | None = option(
        None, help="A second file with the stories, if they are not in the table.", changes_result=True
    )
    seed: int = seed_of_chance()

    def validate(self) -> None:
        """Check the profile's scale, and that a scale or reader is only given with a profile."""
        from fabula.rubrics.rubric import parse_scale

        Request.validate(self)
        if self.profile_scale:
            parse_scale(self.profile_scale)
        if self.audience and self.ratings is None:
            raise UsageError("--audience draws from real ratings: name a table with --ratings")
        if self.reader and self.profile is None:
            raise UsageError("--reader names a reader of a profile file: give the file with --profile")

    @property
    def past_read(self) -> int | None:
        """How many past judgements of a profile are read: all of them, if the nearest are picked later."""
        return None if self.pick_past == "nearest" else self.past

    @property
    def past_drawn(self) -> int | None:
        """The same for an audience."""
        return None if self.pick_past == "nearest" else PAST if self.past is None else self.past

    def asked(self, repeats: int) -> PersonaSettings:
        """How each question is put."""
        near = (PAST if self.past is None else self.past) if self.pick_past == "nearest" else None
        return PersonaSettings(repeats, self.temperature, self.budget, not self.without_reviews, near)


@dataclass(frozen=True, slots=True)
class PersonaRateRequest(ReaderOptions):
    """How would one reader, or a whole audience, review and score a story?"""

    stories: tuple[Path | Book, ...] = option(
        help="Plots, summaries or whole books.", changes_result=True, signed_as="text", argument=True
    )
    method: Literal["model", "embedded"] | None = option(
        None,
        help="model: a model answers for the reader; embedded: ratings alone. Default: model if one is named.",
        changes_result=True,
    )
    repeats: int = times_asked(REPEATS, "How often to ask each reader.")
    scale: str = option("1-10", help="Show scores on this scale.", changes_result=True)
    genres: tuple[str, ...] = option(
        (),
        help="Genres of the stories, with commas; for --model embedded.",
        changes_result=True,
        comma=True,
    )

    def validate(self) -> None:
        """Check that there is a reader to ask, and a table to draw an audience from."""
        from fabula.rubrics.rubric import parse_scale

        ReaderOptions.validate(self)
        parse_scale(self.scale)
        if not self.stories:
            raise UsageError("which story? give a plot, a summary or a book")
        if self.method == "embedded" and self.pick_past == "nearest":
            raise UsageError("--pick-past nearest picks what a model is shown; ratings alone use all of them")
        if not self.audience and self.profile is None:
            raise UsageError("which reader? --profile FILE, or --audience 'Romance, strict' with --ratings")

    @property
    def settings(self) -> PersonaSettings:
        """How each question is put."""
        return self.asked(self.repeats)

    def for_model(self, model: str | None) -> Self:
        """Use ratings alone if no model or `embedded` is named."""
        named = None if model in (None, "embedded") else model
        settled = self.but(method=self.method or ("model" if named else "embedded"))
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        """Whether a model answers, rather than ratings alone."""
        return self.method != "embedded"


@dataclass(frozen=True, slots=True)
class PersonaCompareRequest(ReaderOptions):
    """Which of two stories would a reader choose, aspect by aspect?"""

    first: Path | Book = option(help="A plot, a summary or a whole book.", changes_result=True, argument=True)
    second: Path | Book = option(help="The other one.", changes_result=True, argument=True)
    premise: str = option("", help="The premise that both plots share.", changes_result=True)
    rubric: str = questions_of_choice()
    repeats: int = times_asked(1, "How often to ask each question, in both orders.")

    def validate(self) -> None:
        """Check that the rubric is valid."""
        from fabula.rubrics.files import load

        ReaderOptions.validate(self)
        load(self.rubric)

    @property
    def settings(self) -> PersonaSettings:
        """How each question is put."""
        return self.asked(self.repeats)


@dataclass(frozen=True, slots=True)
class PersonaBuildRequest(Request):
    """Make profiles and questions from a table of ratings. Some of each reader's judgements form the profile; the rest become questions."""

    table: Path = option(
        help="A table of ratings; for longstoryeval its folder.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    format: Format = option(help="The format of the table.", changes_result=True)
    out: Path = option(
        help="The folder to write profiles.jsonl and questions.jsonl to.", changes_result=False
    )
    items: Path | None = option(
        None, help="A second file with the stories, if they are not in the table.", changes_result=True
    )
    past: int = option(
        PAST, help="How many judgements form a reader's profile.", changes_result=True, minimum=0
    )
    fewest: int = option(6, help="Leave out readers with fewer judgements.", changes_result=True, minimum=1)
    limit: int | None = option(None, help="The maximum number of readers.", changes_result=True, minimum=1)
    anonymise: bool = option(
        False,
        help="Rename everyone in every plot and in its reviews; with --model, to names that the model gives.",
        changes_result=True,
    )
    summarise: bool = option(False, help="Also have --model shorten every plot.", changes_result=True)
    seed: int = seed_of_chance()

    def validate(self) -> None:
        """Check that the remaining readers have judgements left to ask about."""
        Request.validate(self)
        if self.past >= self.fewest:
            raise UsageError(
                f"with {self.past} judgements as the past, readers need at least {self.past + 1} (--fewest)"
            )

    def asks(self, model: str | None) -> bool:
        """Whether a model is asked. Plots can only be shortened by one; without one, names go by the rules of a language."""
        return self.summarise or (self.anonymise and model not in (None, "embedded"))

    @property
    def asks_model(self) -> bool:
        """Whether a model that is named has anything to do."""
        return self.summarise or self.anonymise
