"""Training data for a personal judge: the questions that `persona` would ask, with the reader's own answers.

It uses the prompts that `persona` sends, so that the trained model is later asked in the same form.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.jsonl import write_lines
from fabula.judging.guard_rubric import wordings_shown
from fabula.models.prompts import fence, load_prompt
from fabula.personas.profiles import TEN, PairQuestion, PastChoice, Profile, Question
from fabula.personas.prompt_fields import choice_fields, fit, review_fields, shown_score
from fabula.personas.prompt_settings import BUDGET
from fabula.personas.questions import ReaderQuestions
from fabula.rubrics.rubric import Aspect, Rubric
from fabula.text.language import detect


def export(
    asked: Sequence[ReaderQuestions],
    output: Path,
    rubric: Rubric,
    *,
    one_each: bool = False,
    budget: int = BUDGET,
    with_reviews: bool = True,
) -> dict[str, int]:
    """Write the answers of training readers to `output` and those for testing next to it. Returns the count per file.

    With `one_each`, every aspect of a choice gets a separate file. Without `with_reviews`, the past shows scores alone.
    """
    files: dict[str, list[dict[str, Any]]] = {}
    for row in lessons(asked, rubric, budget, with_reviews=with_reviews):
        part = f"-{row['aspect'] or 'rating'}" if one_each else ""
        tested = "-test" if row["split"] == "test" else ""
        files.setdefault(f"{output.stem}{part}{tested}{output.suffix}", []).append(row)
    if not files:
        raise UsageError("no reader has any questions: build with fewer past judgements (--past)")
    for name, own in files.items():
        write_lines(own, output.parent / name)
    return {name: len(own) for name, own in sorted(files.items())}


def lessons(
    asked: Iterable[ReaderQuestions], rubric: Rubric, budget: int = BUDGET, *, with_reviews: bool = True
) -> Iterator[dict[str, Any]]:
    """One conversation per question to a reader. For a pair, one per aspect."""
    for each in asked:
        profile = each.profile if with_reviews else _without_words(each.profile)
        for question in each.questions:
            about = {"reader": profile.reader, "split": each.split}
            if isinstance(question, Question):
                yield {**about, "aspect": None, "messages": _rating(profile, question, budget)}
                continue
            for aspect in rubric.scored_aspects:
                if aspect.id in question.past.choices:
                    messages = _choice(profile, question, aspect, rubric, budget)
                    yield {**about, "aspect": aspect.id, "messages": messages}


def _without_words(profile: Profile) -> Profile:
    return replace(profile, reviews=tuple(replace(past, review="") for past in profile.reviews))


def _rating(profile: Profile, question: Question, budget: int) -> list[dict[str, str]]:
    past = question.past
    fitted = fit(profile, [past.text], budget)
    prompt = load_prompt("personas", "rate", detect(past.text))
    messages = prompt.messages(
        low=f"{TEN.low:g}",
        high=f"{TEN.high:g}",
        past=review_fields(fitted.profile),
        story=fence(fitted.stories[0]),
    )
    answer = {"review": past.review, "score": shown_score(profile.on_ten(past.score))}
    return [*_turns(messages), _answered(answer)]


def _choice(
    profile: Profile, question: PairQuestion, aspect: Aspect, rubric: Rubric, budget: int
) -> list[dict[str, str]]:
    past: PastChoice = question.past
    fitted = fit(profile, [past.first, past.second], budget)
    language = detect(past.first).among(("en", "zh"))
    wordings = wordings_shown(rubric, language)
    messages = load_prompt("personas", "choose", language).messages(
        label=wordings[aspect.id].label,
        definition=wordings[aspect.id].definition,
        high=f"{TEN.high:g}",
        reviews=review_fields(fitted.profile),
        choices=choice_fields(fitted.profile, aspect.id, wordings),
        premise=fence(past.premise) if past.premise else "",
        first=fence(fitted.stories[0]),
        second=fence(fitted.stories[1]),
    )
    answer = {"reason": _reason(past, aspect, rubric, language), "choice": past.choices[aspect.id]}
    return [*_turns(messages), _answered(answer)]


def _reason(past: PastChoice, aspect: Aspect, rubric: Rubric, language: str) -> str:
    """Why the reader chose: in their own words if the table has them, else by all their answers, as PerSE explains a choice."""
    if past.reason:
        return past.reason
    labels = {each.id: each.wording(language).label for each in rubric.scored_aspects}
    known = sorted((name for name in past.choices if name in labels), key=lambda name: name == aspect.id)
    return "; ".join(f"{labels[name]}: {past.choices[name]}" for name in known)


def _turns(messages: Iterable[Any]) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.content} for message in messages]


def _answered(answer: dict[str, Any]) -> dict[str, str]:
    return {"role": "assistant", "content": json.dumps(answer, ensure_ascii=False)}
