"""Which of two drafts an audience prefers: the share for each by aspect, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from fabula.measures.intervals import holm
from fabula.measures.proportions import mcnemar, share
from fabula.measures.refusal import Refused
from fabula.personas.pairwise import AspectChoice, PersonalChoice
from fabula.personas.reasons import grouped
from fabula.personas.results import AudienceChoice, DraftPreference, Portion, ReasonGroup

if TYPE_CHECKING:
    from fabula.personas.profiles import Profile, Side
    from fabula.rubrics.rubric import Rubric

LEVEL = 0.05


def by_audience(
    choices: Collection[PersonalChoice],
    groups: Mapping[str, Sequence[Profile]],
    rubric: Rubric,
    language: str,
    question: str,
) -> tuple[AudienceChoice, ...]:
    """Every group of more than one reader. `question` is what all of them were asked, whose words are no reasons."""
    found = []
    for name, readers in groups.items():
        members = {each.reader for each in readers}
        own = [each for each in choices if each.reader in members]
        if len(own) < 2:
            continue
        aspects = [
            _preference({each.reader: each.aspects[at] for each in own}, f"{question}\n{wording.label}\n{wording.definition}")
            for at, aspect in enumerate(rubric.scored_aspects)
            for wording in (aspect.wording(language),)
        ]  # fmt: skip
        corrected = holm([each.p for each in aspects])
        found.append(
            AudienceChoice(
                name=name,
                readers=len(own),
                aspects=tuple(_settled(each, p) for each, p in zip(aspects, corrected, strict=True)),
            )
        )
    return tuple(found)


def _preference(choices: Mapping[str, AspectChoice], question: str) -> DraftPreference:
    """One aspect over all readers. A reader whose choice flips with the order is undecided, and counts in the shares."""
    one = next(iter(choices.values()))
    decided = {reader: each.outcome for reader, each in choices.items() if each.outcome}
    a, b, tie = ([each == side for each in decided.values()] for side in ("A", "B", "tie"))
    split = mcnemar(a, b)
    return DraftPreference(
        aspect=one.aspect,
        label=one.label,
        readers=len(decided),
        unusable=len(choices) - len(decided),
        A=_portion(a),
        B=_portion(b),
        undecided=_portion(tie),
        favours=None,
        p=1.0 if isinstance(split, Refused) else split.p,
        reasons=(*_reasons(choices, "A", question), *_reasons(choices, "B", question)),
    )


def _settled(preference: DraftPreference, p: float) -> DraftPreference:
    ahead: Side | None = None
    if p < LEVEL and preference.A and preference.B:
        ahead = "A" if preference.A.share > preference.B.share else "B"
    return preference.model_copy(update={"p": p, "favours": ahead})


def _reasons(choices: Mapping[str, AspectChoice], side: Side, question: str) -> tuple[ReasonGroup, ...]:
    told = {reader: _said(each) for reader, each in choices.items() if each.outcome == side}
    others = [_said(each) for each in choices.values() if each.outcome not in (side, None)]
    return tuple(
        ReasonGroup(side=side, words=each.words, readers=each.readers, example=each.example)
        for each in grouped(told, others, question)
    )


def _said(choice: AspectChoice) -> str:
    """A reader's first reason for the side that they chose in both orders."""
    firm = [each for each in choice.repeats if each.outcome == choice.outcome]
    return next((reason for each in firm for reason in each.reasons if reason), "")


def _portion(true: Sequence[bool]) -> Portion | None:
    found = share(true)
    return None if isinstance(found, Refused) else Portion(share=found.value, low=found.low, high=found.high)
