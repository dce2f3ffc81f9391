"""Read evaluations written as prose: recorded outputs of other systems, and malformed answers.

Models write the same thing in many Markdown dialects: headings or bold lines, numbered or not, a score on the
heading's line, after a dash, in brackets, over a denominator, or on a separate line. What is missing is listed as
missing. A number counts as a score only if the text calls it one. `fabula.models.said_numbers` reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.models.said_numbers import Said, said, said_first
from fabula.rubrics.rubric import Rubric, Scale
from fabula.rubrics.verdict import AspectVerdict

OVERALL = "overall"
_MAXIMA = (5.0, 10.0, 20.0, 100.0)
"""What scores are usually counted to. In `Plot: 3/9` the nine may be chapters."""

_DECORATION = re.compile(r"^[\s>#*_\-•\d.、)(（）]+|[\s*_:：]+$")
_SCORE = re.compile(
    r"(?:score|rating|评分|得分|分数|总分)(?:(?!-\d)[^\w<>≤≥~≈±★⭐🌟☆●■]){0,12}", re.IGNORECASE
)
_ASKS_SCORE = re.compile(r"^\W*(?:overall\s+)?(?:score|rating|评分|得分|分数|总分)\W*$", re.IGNORECASE)
_LINE = re.compile(
    r"^[\s>#*_|•\-]*(?:\d+[.、)]\s*)?(?P<label>[^\d|:：(（]{2,60}?)[\s*_]*(?:[:：|(（–—]|\s-\s)(?P<score>[^|]*)"
)
"""A line of a list or a table: a label, a mark, a score."""
_SCORED_OF = re.compile(
    r"(?:scale|scor\w*|rat(?:ing|ed?)\w*|评分|打分|得分|分数)[^\n\d:：=]{0,30}?(?:(?<!\d)[01]\s*(?:-|–|—|to|~|～|到|至)\s*|/\s*|of\s*|满分\s*)(\d+)"
    r"|(\d+)\s*分制",
    re.IGNORECASE,
)
"""The maximum that a list names for all its scores: `Score (1-10)`."""
_OVERALL = re.compile(r"overall(?: score| rating| assessment)?|total(?: score)?|总分|总评|总体评分|综合评分")
_WHOLE = re.compile(r"overall|conclusion|总评|总体|总结|综合|总分", re.IGNORECASE)
_LABEL = re.compile(
    r"^\W*(?:overall\s+)?(?:review|critique|assessment|evaluation|评语|评论|总评)\W*[:：]\W*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Prose:
    """What a written evaluation says about the aspects of a rubric."""

    aspects: tuple[AspectVerdict, ...]
    overall: float | None
    assessment: str

    @property
    def missing(self) -> tuple[str, ...]:
        """The aspects without a score."""
        return tuple(aspect.aspect for aspect in self.aspects if aspect.score is None)

    @property
    def scored(self) -> bool:
        """Whether there is any score."""
        return self.overall is not None or any(aspect.score is not None for aspect in self.aspects)


def read_prose(text: str, rubric: Rubric) -> Prose:
    """The critiques and scores in the text, aspect by aspect.

    A later section on an aspect adds to the earlier one.
    """
    words: dict[str, list[str]] = {}
    scores: dict[str, float] = {}
    current: str | None = None
    awaited = False
    for line in text.splitlines():
        named = _section(line, rubric)
        current = named or current
        if current is None or not line.strip():
            continue
        found = _score_in(line, rubric.scale, alone=awaited)
        awaited = bool(_ASKS_SCORE.match(line))
        if found is not None:
            scores[current] = found
        elif not awaited and not named:
            words.setdefault(current, []).append(_LABEL.sub("", line.strip()).strip())
    aspects = tuple(
        AspectVerdict(aspect.id, scores.get(aspect.id), _joined(words.get(aspect.id)))
        for aspect in rubric.scored_aspects
    )
    return Prose(aspects, scores.get(OVERALL), _joined(words.get(OVERALL)))


def read_lines(text: str, rubric: Rubric) -> Prose:
    """The scores of a plain list or table: `Plot: 62`, `- **Plot** (62/100): lively`, `| Plot | 62/100 |`, `情节：62分`.

    A line counts that begins with the name of an aspect and says a number on the scale, and nothing or its maximum or
    its unit after it. An aspect with two such lines has no score.
    """
    found: dict[str, list[float]] = {}
    others = {float(one or other) for one, other in _SCORED_OF.findall(text)} - {rubric.scale.high}
    for line in text.splitlines():
        marked = _LINE.match(line)
        name = marked and _named(marked["label"], rubric)
        stated = _stated(marked["score"], rubric.scale) if marked and name else None
        if name and stated and (stated.of or not others):
            value = _on(rubric.scale, stated)
            found.setdefault(name, []).extend([] if value is None else [value])
    scores = {name: values[0] for name, values in found.items() if len(values) == 1}
    aspects = tuple(AspectVerdict(each.id, scores.get(each.id)) for each in rubric.scored_aspects)
    return Prose(aspects, scores.get(OVERALL), "")


def _stated(text: str, scale: Scale) -> Said | None:
    """The score that a cell is, or that stands with the scale's own maximum before some words."""
    whole = said(text)
    if whole:
        return whole if whole.of in (None, scale.high, *_MAXIMA) else None
    begun = said_first(text)
    return begun if begun and begun.of == scale.high else None


def _on(scale: Scale, stated: Said) -> float | None:
    """A score on the scale; one of another maximum as the same share of ours."""
    value = stated.on(scale.high)
    if value is None and stated.of and scale.low == 0:
        value = stated.value / stated.of * scale.high
    return float(value) if value is not None and scale.low <= value <= scale.high else None


def _named(label: str, rubric: Rubric) -> str | None:
    """The aspect of this name, or `overall`."""
    plain = _bare(label)
    for aspect in rubric.scored_aspects:
        names = (aspect.id, *(wording.label for wording in (aspect.en, aspect.zh) if wording))
        if plain in map(_bare, names):
            return aspect.id
    return OVERALL if _OVERALL.fullmatch(plain) else None


def _bare(label: str) -> str:
    return re.sub(r"[\W_]+", " ", label.lower()).strip()


def score_at_end(text: str, scale: Scale) -> float | None:
    """The last score in a text, as in a critique that ends with `### Score: 4.5`."""
    found = [
        score for line in text.splitlines() if (score := _score_in(line, scale, alone=False)) is not None
    ]
    return found[-1] if found else None


def _section(line: str, rubric: Rubric) -> str | None:
    """The aspect that a heading line starts, `overall` for the last part, None for a line that is not a heading."""
    is_marked = line.lstrip().startswith(("#", "**", "__")) or re.match(r"\s*\d+[.、)]\s*\S", line)
    bare = _DECORATION.sub("", line.split(":")[0].split("：")[0])
    if not is_marked or len(bare) > 60:
        return None
    if re.match(r"(?:score|rating|review|评分)", bare, re.IGNORECASE):
        return OVERALL if line.lstrip().startswith("#") and "score" in bare.lower() else None
    for aspect in rubric.scored_aspects:
        for wording in filter(None, (aspect.en, aspect.zh)):
            if _alike(bare, wording.label) or _alike(bare, aspect.id.replace("_", " ")):
                return aspect.id
    return OVERALL if _WHOLE.search(bare) else None


def _alike(heading: str, label: str) -> bool:
    """Do a heading and an aspect's label begin with the same word? `Expectation Fulfillment` is `expectation`."""
    first, second = _first_word(heading), _first_word(label)
    return bool(first) and (
        first == second or (len(second) > 4 and (first.startswith(second) or second.startswith(first)))
    )


def _first_word(text: str) -> str:
    found = re.match(r"[a-z]+|[\u4e00-\u9fff]{2,}", text.lower().strip())
    word = found.group() if found else ""
    return word[:2] if word and word[0] >= "\u4e00" else word.removesuffix("s")


def _score_in(line: str, scale: Scale, *, alone: bool) -> float | None:
    """The score of a line that calls it one, or of a line that is nothing else."""
    rests = [line[mark.end() :] for mark in _SCORE.finditer(line)] + ([line] if alone else [])
    for rest in rests:
        if stated := said(rest) or (None if rest is line else said_first(rest)):
            return _on(scale, stated)
    return None


def _joined(lines: list[str] | None) -> str:
    return "\n".join(line for line in lines or () if line)
