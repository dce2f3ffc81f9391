"""How readers would take a story: the distribution of their scores, who would love it and who would not; which of two they would choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.personas.groups import everyone
from fabula.personas.profiles import TEN, Profile

if TYPE_CHECKING:
    from fabula.personas.baselines import Expectations
    from fabula.personas.pairwise import PersonalChoice
    from fabula.personas.personal import PersonalRating
    from fabula.rubrics.rubric import Scale

LOVED = 8
"""A reader whose score of 10 comes to this or more would love it."""
COLD = 5
"""With this or less he would not. On another scale both are its own whole steps."""
Groups = Mapping[str, Sequence[Profile]]
Would = Literal["love", "between", "cold"]
_MOST_STEPS = 10


def modelled_document(
    told: Sequence[PersonalRating], groups: Groups, scale: Scale, signature: str
) -> dict[str, Any]:
    """What a model said in the readers' places; an answer that was unusable is missing, and its readers counted."""
    rows = [
        {
            "story": each.story,
            "reader": each.reader,
            "score": each.mean,
            "spread": each.spread,
            "scores": list(each.scores),
            "review": each.review,
            "reviews": list(each.reviews),
            "troubles": list(each.troubles),
            "note": each.note,
            "shares": _counted(each.given, scale),
        }
        for each in told
    ]
    return {"method": "model", **_document(rows, groups, scale), "signature": signature}


def embedded_document(found: Expectations, groups: Groups, scale: Scale) -> dict[str, Any]:
    """What the best baseline expects, with its name and how far each was off."""
    rows = [
        {
            "story": each.story,
            "reader": each.reader,
            "score": each.score,
            "spread": each.spread,
            "shares": each.shares([scale.to(step, TEN) for step in _steps(scale)]),
        }
        for each in found.expected
    ]
    about = {
        "method": found.method,
        "errors": dict(found.errors),
        "tested_on": found.tested_on,
        "notes": list(found.notes),
    }
    readers = everyone(groups)
    profile = {"readers": len(readers), "past": sum(len(each.reviews) for each in readers)}
    return {**about, **_document(rows, groups, scale), "profile": profile}


def choices_document(
    choices: Sequence[PersonalChoice], titles: tuple[str, str], signature: str
) -> dict[str, Any]:
    """What `persona compare --json` prints."""
    return {
        "A": titles[0],
        "B": titles[1],
        "readers": [
            {
                "reader": choice.reader,
                "note": choice.note,
                "aspects": [
                    {
                        "aspect": each.aspect,
                        "label": each.label,
                        "choice": each.outcome,
                        "A": each.count("A"),
                        "B": each.count("B"),
                        "flipped": each.flipped,
                        "unusable": each.unusable,
                        "reasons": [reason for asking in each.askings for reason in asking.reasons if reason],
                    }
                    for each in choice.aspects
                ],
                "flipped": sum(each.flipped for each in choice.aspects),
                "asked": sum(len(each.askings) for each in choice.aspects),
            }
            for choice in choices
        ],
        "signature": signature,
    }


def write_page(document: Mapping[str, Any], path: Path) -> None:
    """The document as one HTML file that needs no network."""
    from jinja2 import Environment, PackageLoader

    environment = Environment(loader=PackageLoader("fabula.reports"), autoescape=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(environment.get_template("audience.html.j2").render(document=document), encoding="utf-8")


def _document(rows: list[dict[str, Any]], groups: Groups, scale: Scale) -> dict[str, Any]:
    stories = list(dict.fromkeys(row["story"] for row in rows))
    return {
        "scale": {"low": scale.low, "high": scale.high},
        "loved_from": _loved_from(scale),
        "cold_to": _cold_to(scale),
        "stories": [
            {
                "story": story,
                "groups": [
                    _group(name, [row for row in rows if row["story"] == story], own, scale)
                    for name, own in groups.items()
                ],
            }
            for story in stories
        ],
    }


def _group(
    name: str, rows: list[dict[str, Any]], profiles: Sequence[Profile], scale: Scale
) -> dict[str, Any]:
    own = {profile.reader for profile in profiles}
    readers = [row for row in rows if row["reader"] in own]
    shares = _pooled([row["shares"] for row in readers if row["shares"]], scale)
    usual = [
        _counted([profile.on_ten(past.score) for past in profile.reviews], scale) for profile in profiles
    ]
    scores = [row["score"] for row in readers if row["score"] is not None]
    mean = sum(scores) / len(scores) if scores else None
    return {
        "name": name,
        "readers": len(readers),
        "without_answer": len(readers) - len(scores),
        "mean": None if mean is None else TEN.to(mean, scale),
        "interval": _interval(scores, scale),
        "shares": shares,
        "usual": _pooled([each for each in usual if each], scale),
        "would_love": _held(shares, lambda step: step >= _loved_from(scale)),
        "would_not": _held(shares, lambda step: step <= _cold_to(scale)),
        "by_reader": [
            _reader(row, profile, scale)
            for row in sorted(readers, key=lambda row: -(row["score"] or 0))
            for profile in profiles
            if profile.reader == row["reader"]
        ],
    }


def _interval(scores: Sequence[float], scale: Scale) -> dict[str, float] | None:
    """Where the mean would lie if other such readers were asked; None for fewer than two."""
    found = mean_interval(scores)
    if isinstance(found, Refused):
        return None
    return {"low": TEN.to(found.low, scale), "high": TEN.to(found.high, scale)}


def _reader(row: Mapping[str, Any], profile: Profile, scale: Scale) -> dict[str, Any]:
    width = (scale.high - scale.low) / (TEN.high - TEN.low)

    def shown(score: float | None) -> float | None:
        return None if score is None else TEN.to(score, scale)

    said = {name: cell for name, cell in row.items() if name not in ("story", "shares")}
    said |= {
        "score": shown(row["score"]),
        "would": _would(shown(row["score"]), scale),
        "spread": None if row["spread"] is None else row["spread"] * width,
        "usual": shown(profile.mean),
        "past": len(profile.pasts),
    }
    if "scores" in row:
        said["scores"] = [shown(score) for score in row["scores"]]
    return said


def _steps(scale: Scale) -> list[float]:
    """The scores that a distribution is told in: every whole one of a short scale, else ten spans."""
    width = scale.high - scale.low
    spans = int(width) if width == int(width) <= _MOST_STEPS else _MOST_STEPS
    return [scale.low + width * place / spans for place in range(spans + 1)]


def _nearest(score: float, scale: Scale) -> float:
    return min(_steps(scale), key=lambda step: abs(step - score))


def _loved_from(scale: Scale) -> float:
    return _nearest(TEN.to(LOVED, scale), scale)


def _cold_to(scale: Scale) -> float:
    cold = TEN.to(COLD, scale)
    return max(step for step in _steps(scale) if step <= cold + 1e-9)


def _would(score: float | None, scale: Scale) -> Would | None:
    """Where a reader stands, by the step that his score is nearest to: the zones and the bars agree."""
    if score is None:
        return None
    step = _nearest(score, scale)
    return "love" if step >= _loved_from(scale) else "cold" if step <= _cold_to(scale) else "between"


def _counted(scores: Iterable[float], scale: Scale) -> list[float]:
    """The share of each step among scores of 10; nothing where there are none."""
    near = [_nearest(TEN.to(score, scale), scale) for score in scores]
    return [near.count(step) / len(near) for step in _steps(scale)] if near else []


def _pooled(told: Sequence[Sequence[float]], scale: Scale) -> list[dict[str, float]]:
    """Several distributions as one, each counting alike."""
    return [
        {"score": step, "share": sum(own) / len(own)}
        for step, own in zip(_steps(scale), zip(*told, strict=True), strict=False)
    ]


def _held(shares: Sequence[Mapping[str, float]], wanted: Callable[[float], bool]) -> float | None:
    return sum(each["share"] for each in shares if wanted(each["score"])) if shares else None
