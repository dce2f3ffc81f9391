"""Read evaluations written as prose: recorded outputs of other systems, and malformed answers.

Models write the same thing in many Markdown dialects: headings or bold lines, numbered or not, a score on the
heading's line, after a dash, in brackets, over a denominator, or on a separate line. What is missing is listed as
missing. A number counts as a score only if the text calls it one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.rubrics.rubric import Rubric, Scale
from fabula.rubrics.verdict import AspectVerdict

OVERALL = "overall"

_DECORATION = re.compile(r"^[\s>#*_\-•\d.、)(（）]+|[\s*_:：]+$")
_NUMBER = r"(\d+(?:\.\d+)?)"
_SCORE = re.compile(
    r"(?:score|rating|评分|得分|分数|总分)\W{0,12}?"
    + _NUMBER
    + r"(?!\d)(?:\s*(?:/|out of|／)\s*"
    + _NUMBER
    + ")?",
    re.IGNORECASE,
)
_SCORE_ALONE = re.compile(r"^\W*" + _NUMBER + r"\W*(?:/\s*" + _NUMBER + r")?\W*$")
_ASKS_SCORE = re.compile(r"^\W*(?:overall\s+)?(?:score|rating|评分|得分|分数|总分)\W*$", re.IGNORECASE)
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
    found = _SCORE.search(line) or (_SCORE_ALONE.match(line) if alone else None)
    if found is None:
        return None
    value = float(found[1])
    if found[2] and float(found[2]) != scale.high and float(found[2]) > 0:
        value = value / float(found[2]) * scale.high
    return value if scale.low <= value <= scale.high else None


def _joined(lines: list[str] | None) -> str:
    return "\n".join(line for line in lines or () if line)
