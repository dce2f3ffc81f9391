"""A rubric that somebody else wrote is a stranger's text in the judge's orders, so it is searched and fenced too.

A built-in rubric is sent as it is. In any other, sentences that address the judge are masked like those of a book, and
the list of aspects stands between marks of its own, with a line that says what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from fabula.models.prompts import fence, fence_line, load_prompt
from fabula.rubrics.files import is_shipped, load
from fabula.rubrics.rubric import WORDED_IN, Aspect, Rubric, Wording
from fabula.text.guard.finding import Instruction, instructions_in, masked


def rubric_shown(name_or_path: str, *, keep_instructions: bool) -> Rubric:
    """The rubric as a judge sees it."""
    rubric = load(name_or_path)
    return rubric if keep_instructions else masked_rubric(rubric)


@lru_cache(maxsize=64)
def rubric_instructions(rubric: Rubric) -> tuple[Instruction, ...]:
    """Every sentence of a user's rubric that addresses the judge."""
    if is_shipped(rubric):
        return ()
    found: list[Instruction] = []

    def search(text: str, language: str) -> str:
        found.extend(instructions_in(text, language, 0, "rubric"))
        return text

    _rewritten(rubric, search)
    return tuple(found)


def fenced_aspects(aspects: str, rubric: Rubric, language: str) -> str:
    """The list of aspects as a prompt shows it."""
    if is_shipped(rubric):
        return aspects
    (said,) = load_prompt("judging", "own-rubric", language).messages(aspects=fence(aspects, "rubric"))
    return said.content


def wordings_shown(rubric: Rubric, language: str) -> dict[str, Wording]:
    """The label and definition of each aspect as prompts show them one by one."""
    worded = {aspect.id: aspect.wording(language) for aspect in rubric.scored_aspects}
    if is_shipped(rubric):
        return worded
    return {
        name: Wording(label=fence_line(each.label), definition=fence_line(each.definition))
        for name, each in worded.items()
    }


@lru_cache(maxsize=64)
def masked_rubric(rubric: Rubric) -> Rubric:
    """The rubric without the sentences that address the judge."""
    if not rubric_instructions(rubric):
        return rubric
    return _rewritten(
        rubric, lambda text, language: masked(text, instructions_in(text, language, 0, "rubric"))
    )


def _rewritten(rubric: Rubric, rewrite: Callable[[str, str], str]) -> Rubric:
    """The rubric with each of its texts replaced by what `rewrite` makes of it."""
    aspects = [_aspect(aspect, rewrite) for aspect in rubric.aspects]
    return rubric.model_copy(update={"title": rewrite(rubric.title, "en"), "aspects": tuple(aspects)})


def _aspect(aspect: Aspect, rewrite: Callable[[str, str], str]) -> Aspect:
    def worded(wording: Wording | None, language: str) -> Wording | None:
        return wording and Wording(
            label=rewrite(wording.label, language),
            definition=rewrite(wording.definition, language),
            look_for=tuple(rewrite(each, language) for each in wording.look_for),
        )

    parts = tuple(
        part.model_copy(
            update={
                "label": rewrite(part.label, "en"),
                "label_zh": part.label_zh and rewrite(part.label_zh, "zh"),
            }
        )
        for part in aspect.sub_aspects
    )
    return aspect.model_copy(
        update={**{each: worded(getattr(aspect, each), each) for each in WORDED_IN}, "sub_aspects": parts}
    )
