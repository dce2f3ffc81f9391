"""The type of a judge's answer, made from the rubric, and the Verdict made from the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, create_model, model_validator

from fabula.judging.prose import Prose, read_lines, read_prose
from fabula.languages import ENGLISH
from fabula.models.chat import Unusable
from fabula.models.fitting import also_called
from fabula.models.said_numbers import said
from fabula.models.structured import valid_parts
from fabula.rubrics.rubric import Aspect, Rubric, Scale
from fabula.rubrics.verdict import AspectVerdict, Evidence, Verdict

if TYPE_CHECKING:
    from fabula.judging.settings import Method
    from fabula.languages import Language


_STRENGTHS = also_called("优点", "长处", "优势")
_WEAKNESSES = also_called("缺点", "不足", "弱点")
_QUOTATIONS = also_called("quotes", "引文", "引用")
_SCORE = also_called("rating", "评分", "得分", "分数")
_ASSESSMENT = also_called("assessment", "总评", "总体评价")
_OVERALL = also_called("overall", "overall rating", "总分", "总体评分")
"""What judges call the fields who do not keep to the names that they were given, or translate them."""


class Critique(BaseModel):
    """The judgement of one aspect. The score comes after the critique, because the critique must support it."""

    strengths: str = Field(json_schema_extra=_STRENGTHS)
    weaknesses: str = Field(json_schema_extra=_WEAKNESSES)
    quotations: list[str] = Field(
        description="short quotations from the story, word for word; strengths and weaknesses name them by number: [1]",
        json_schema_extra=_QUOTATIONS,
    )


class Held(BaseModel):
    """What is kept of an aspect's judgement where the answer is malformed: a score, with the words that it has."""

    strengths: str = Field("", json_schema_extra=_STRENGTHS)
    weaknesses: str = Field("", json_schema_extra=_WEAKNESSES)
    quotations: list[str] = Field([], json_schema_extra=_QUOTATIONS)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: each for name, each in given.items() if each is not None}


@cache
def answer_type(rubric: Rubric, sub_aspects: bool = False) -> type[BaseModel]:
    """The answer that a rubric asks for: a critique with a bounded score for each aspect, then the whole."""
    return _sheet("Judge", Critique, rubric, sub_aspects)


@cache
def _held_type(rubric: Rubric, sub_aspects: bool) -> type[BaseModel]:
    return _sheet("Held", Held, rubric, sub_aspects)


def _sheet(name: str, base: type[BaseModel], rubric: Rubric, sub_aspects: bool) -> type[BaseModel]:
    number = _score_type(rubric.scale)
    if issubclass(base, Held):
        number = Annotated[number, BeforeValidator(partial(_on_scale, rubric.scale))]
    plain = create_model(f"{name}d", __base__=base, score=(number, Field(json_schema_extra=_SCORE)))
    aspects: dict[str, Any] = {
        aspect.id: (
            _with_parts(plain, aspect, number) if sub_aspects and aspect.sub_aspects else plain,
            Field(json_schema_extra=also_called(*_labels(aspect))),
        )
        for aspect in rubric.scored_aspects
    }
    return create_model(
        f"{name}ment",
        **aspects,
        overall_assessment=(str, Field(json_schema_extra=_ASSESSMENT)),
        overall_score=(number, Field(json_schema_extra=_OVERALL)),
    )


def _on_scale(scale: Scale, written: Any) -> Any:
    """A score of another maximum ("7/10") on a scale from 0. A judge that keeps to it means the same share of ours."""
    stated = said(written) if isinstance(written, str) and scale.low == 0 else None
    return stated.value / stated.of * scale.high if stated and stated.of else written


def _labels(aspect: Aspect) -> list[str]:
    return [wording.label for wording in (aspect.en, aspect.zh) if wording]


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
        found = _held(answer, rubric, sub_aspects, language)
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


def share_of_scores(unusable: Unusable, rubric: Rubric, sub_aspects: bool) -> float:
    """Which part of the scores that were asked for a malformed answer gives, from 0 to 1."""
    found = _held(unusable, rubric, sub_aspects)
    scores = [found.overall, *(aspect.score for aspect in found.aspects)]
    return sum(score is not None for score in scores) / len(scores)


def _held(unusable: Unusable, rubric: Rubric, sub_aspects: bool, language: Language = ENGLISH) -> Prose:
    """Read what can be read of a malformed answer: the valid parts of its JSON, otherwise its prose."""
    parts = valid_parts(unusable.raw, _held_type(rubric, sub_aspects))
    if parts:
        return _from_parts(parts, rubric, language)
    found = read_prose(unusable.raw, rubric)
    return found if found.scored else read_lines(unusable.raw, rubric)


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
    """A number on the scale. A judge that is asked for whole numbers and gives a half has still said how good it is."""
    whole: dict[str, Any] = {"type": "integer"} if scale.integers else {}
    return Annotated[float, Field(ge=scale.low, le=scale.high, json_schema_extra=whole)]


def _with_parts(judged: type[BaseModel], aspect: Aspect, score: Any) -> type[BaseModel]:
    fields: dict[str, Any] = dict.fromkeys(aspect.fields, (score, ...))
    parts: Any = create_model("Parts", **fields)
    wanted: Any = (parts | None, None) if issubclass(judged, Held) else (parts, ...)
    return create_model(f"{judged.__name__}_{aspect.id}", __base__=judged, parts=wanted)


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
