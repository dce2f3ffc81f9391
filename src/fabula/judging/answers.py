"""The type of a judge's answer, made from the rubric, and the Verdict made from the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field, create_model

from fabula.judging.prose import Prose, read_prose
from fabula.models.chat import Unusable
from fabula.models.structured import valid_parts
from fabula.rubrics.rubric import Aspect, Rubric, Scale
from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict

if TYPE_CHECKING:
    from fabula.judging.settings import Method
    from fabula.languages import Language


class Critique(BaseModel):
    """The judgement of one aspect. The score comes after the critique, because the critique must support it."""

    strengths: str
    weaknesses: str
    quotations: list[str] = Field(
        description="short quotations from the story, word for word; strengths and weaknesses name them by number: [1]"
    )


@cache
def answer_type(rubric: Rubric, sub_aspects: bool = False) -> type[BaseModel]:
    """The answer that a rubric asks for: a critique with a bounded score for each aspect, then the whole."""
    score = _score_type(rubric.scale)
    plain = create_model("Judged", __base__=Critique, score=(score, ...))
    aspects: dict[str, Any] = {
        aspect.id: (_with_parts(plain, aspect, score) if sub_aspects and aspect.sub_aspects else plain, ...)
        for aspect in rubric.scored_aspects
    }
    return create_model("Judgement", **aspects, overall_assessment=(str, ...), overall_score=(score, ...))


def verdict(
    answer: BaseModel | Unusable,
    rubric: Rubric,
    *,
    book: str,
    method: Method,
    model: str,
    replicate: int,
    language: Language,
    sub_aspects: bool = False,
    expected: Mapping[tuple[str, ...], float] | None = None,
) -> Verdict:
    """Turn the answer into a Verdict. A malformed answer still gives the scores that can be read from it.

    `expected` are scores by their place in the answer, to take instead of those that were written.
    """
    if isinstance(answer, Unusable):
        found = _held(answer, rubric, language, sub_aspects)
    else:
        found = _from_parts(dict(answer), rubric, language)
    if expected:
        found = _weighed(found, expected)
    is_whole = not found.missing and found.overall is not None
    trouble = answer.explained if isinstance(answer, Unusable) and not is_whole else None
    return Verdict(
        book, rubric.id, method, model, replicate, found.overall, found.assessment, found.aspects, trouble
    )


def _weighed(found: Prose, expected: Mapping[tuple[str, ...], float]) -> Prose:
    """The scores as the judge's probabilities expect them. A score that was not written stays missing."""
    aspects = tuple(
        each if each.score is None else replace(each, score=expected.get((each.aspect, "score"), each.score))
        for each in found.aspects
    )
    overall = None if found.overall is None else expected.get(("overall_score",), found.overall)
    return replace(found, aspects=aspects, overall=overall)


def _held(unusable: Unusable, rubric: Rubric, language: Language, sub_aspects: bool) -> Prose:
    """Read what can be read of a malformed answer: the valid parts of its JSON, otherwise its prose."""
    parts = valid_parts(unusable.raw, answer_type(rubric, sub_aspects))
    return _from_parts(parts, rubric, language) if parts else read_prose(unusable.raw, rubric)


def _from_parts(parts: Mapping[str, Any], rubric: Rubric, language: Language) -> Prose:
    aspects = tuple(
        _aspect_verdict(aspect, parts[aspect.id], language)
        if aspect.id in parts
        else AspectVerdict(aspect.id, None)
        for aspect in rubric.scored_aspects
    )
    overall = parts.get("overall_score")
    return Prose(aspects, None if overall is None else float(overall), parts.get("overall_assessment", ""))


def _score_type(scale: Scale) -> Any:
    number = int if scale.integers else float
    return Annotated[number, Field(ge=scale.low, le=scale.high)]


def _with_parts(judged: type[BaseModel], aspect: Aspect, score: Any) -> type[BaseModel]:
    fields: dict[str, Any] = dict.fromkeys(aspect.fields, (score, ...))
    return create_model(f"Judged_{aspect.id}", __base__=judged, parts=(create_model("Parts", **fields), ...))


def _aspect_verdict(aspect: Aspect, judged: Any, language: Language) -> AspectVerdict:
    writing = language.writing
    critique = "\n\n".join(
        f"{label} {part.strip()}"
        for label, part in ((writing.strengths, judged.strengths), (writing.weaknesses, judged.weaknesses))
        if part.strip()
    )
    parts = getattr(judged, "parts", None)
    scored = {each.id: float(getattr(parts, name)) for name, each in aspect.fields.items()} if parts else {}
    evidence = tuple(Evidence(quote.strip()) for quote in judged.quotations if quote.strip())
    return AspectVerdict(aspect.id, float(judged.score), critique, evidence, scored)
