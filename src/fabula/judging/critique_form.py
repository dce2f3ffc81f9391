"""The form in which a trained critic is asked and answers. Training examples and later questions are both made here.

A model that is asked in another wording than it learned performs worse, so there is only one wording. What differs
between the reviews of one book is at the end of the question, so that everything before it can be shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.models.chat import ChatMessage
from fabula.models.prompts import fence, fence_line
from fabula.reading.story import cast_list
from fabula.rubrics.rubric import Scale

if TYPE_CHECKING:
    from fabula.models.prompts import Prompt
    from fabula.reading.reading import Character

PROMPT = ("judging", "critique")
STARS = Scale(low=1, high=5)
_ASSESSMENT = {"en": "## Overall assessment", "zh": "## 总评"}
_SCORE = {"en": "### Score: ", "zh": "### 评分："}


@dataclass(frozen=True, slots=True)
class Subject:
    """A book as the critic sees it."""

    title: str
    plot: str
    cast: tuple[Character, ...] = ()
    genres: tuple[str, ...] = ()
    premise: str = ""
    excerpts: tuple[str, ...] = ()
    language: str = "en"


def question(prompt: Prompt, subject: Subject, labels: Sequence[str]) -> tuple[ChatMessage, ...]:
    """The question: discuss these aspects, then the whole book, then give a rating."""
    return prompt.messages(
        title=fence_line(subject.title),
        genres=fence_line(", ".join(subject.genres)),
        premise=_fenced(subject.premise),
        plot=fence(subject.plot.strip()),
        cast=_fenced(cast_list(subject.cast)),
        excerpts="\n\n".join(fence(excerpt) for excerpt in subject.excerpts),
        headings="\n".join(f"## {label}" for label in labels),
        assessment=_in(subject.language, _ASSESSMENT),
        score=_in(subject.language, _SCORE),
    )


def answer(critiques: Mapping[str, str], assessment: str, stars: float, language: str) -> str:
    """The expected answer: a critique under each label, the whole, and the rating."""
    return f"{begun(critiques, language)}\n{assessment.strip()}\n\n{_in(language, _SCORE)}{stars:.1f}"


def begun(critiques: Mapping[str, str], language: str) -> str:
    """The beginning of an answer up to the heading of the whole: the critic goes on from here with assessment and rating."""
    parts = [f"## {label}\n{text.strip()}" for label, text in critiques.items()]
    return "\n\n".join([*parts, _in(language, _ASSESSMENT)])


def continuation(prompt: Prompt, subject: Subject, critiques: Mapping[str, str]) -> tuple[ChatMessage, ...]:
    """The question about these aspects, with the critic's own critiques as the beginning of its answer."""
    opening = ChatMessage("assistant", begun(critiques, subject.language))
    return (*question(prompt, subject, list(critiques)), opening)


def _fenced(text: str) -> str:
    return fence(text.strip()) if text.strip() else ""


def _in(language: str, wordings: Mapping[str, str]) -> str:
    return wordings.get(language, wordings["en"])
