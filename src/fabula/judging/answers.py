"""A judge's answer as a type made from the rubric, and the Verdict that comes of it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, Field, create_model

from fabula.judging.prose import read_prose
from fabula.models.chat import Unusable
from fabula.rubrics.rubric import Rubric, Scale
from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict


class Critique(BaseModel):
    """One aspect, judged: the score comes after the words that must support it."""

    strengths: str
    weaknesses: str
    quotations: list[str] = Field(description="short quotations from the story, word for word; may be empty")


@cache
def answer_type(rubric: Rubric) -> type[BaseModel]:
    """The answer that a rubric asks for: a critique with a bounded score for each aspect, then the whole."""
    score = _score_type(rubric.scale)
    judged = create_model("Judged", __base__=Critique, score=(score, ...))
    aspects: dict[str, Any] = {aspect.id: (judged, ...) for aspect in rubric.scored_aspects}
    return create_model("Judgement", **aspects, overall_assessment=(str, ...), overall_score=(score, ...))


def verdict(
    answer: BaseModel | Unusable, rubric: Rubric, *, book: str, method: str, model: str, replicate: int
) -> Verdict:
    """The answer as a Verdict. One that broke its form is read as prose for the scores that it does hold."""
    if isinstance(answer, Unusable):
        said = read_prose(answer.raw, rubric)
        trouble = "" if not said.missing and said.overall is not None else f"{answer.reason}: {answer.detail}"
        return Verdict(
            book, rubric.id, method, model, replicate, said.overall, said.assessment, said.aspects, trouble
        )
    aspects = tuple(
        _aspect_verdict(aspect.id, getattr(answer, aspect.id)) for aspect in rubric.scored_aspects
    )
    whole = answer.model_dump(include={"overall_score", "overall_assessment"})
    return Verdict(
        book,
        rubric.id,
        method,
        model,
        replicate,
        whole["overall_score"],
        whole["overall_assessment"],
        aspects,
    )


def _score_type(scale: Scale) -> Any:
    number = int if scale.integers else float
    return Annotated[number, Field(ge=scale.low, le=scale.high)]


def _aspect_verdict(aspect: str, judged: Any) -> AspectVerdict:
    critique = "\n\n".join(part.strip() for part in (judged.strengths, judged.weaknesses) if part.strip())
    evidence = tuple(Evidence(quote.strip()) for quote in judged.quotations if quote.strip())
    return AspectVerdict(aspect, float(judged.score), critique, evidence)
