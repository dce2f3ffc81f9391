"""Read evaluations that other systems released as verdicts, so that a book can be judged again from them.

Two shapes are known: LongStoryEval's JSON of strategy, book, run and one text per segment; and NovelCritique's JSON
Lines of one text per aspect, each ending with its score. The strategies have the paper's names.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.jsonl import numbered_lines
from fabula.judging.aggregation import mean_verdict
from fabula.judging.judged import Judged, PieceVerdict
from fabula.judging.prose import OVERALL, read_prose, score_at_end
from fabula.rubrics.rubric import Rubric, Scale
from fabula.rubrics.verdict import AspectVerdict, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from fabula.judging.settings import Method

STRATEGIES: dict[str, Method] = {
    "aggre_based": "aggregation",
    "incre_updated": "incremental",
    "sum_based": "summary",
    "one_pass": "one-pass",
}
_CRITIQUE_STARS = Scale(low=0, high=5)


@dataclass(frozen=True, slots=True)
class Recording:
    """The recorded verdicts by method and book, one per run."""

    name: str
    judged: dict[Method, dict[str, Judged]]
    ratings: dict[str, float] = field(default_factory=dict)
    """The true ratings, if the recording has them."""
    genres: dict[str, tuple[str, ...]] = field(default_factory=dict)


def is_recording(path: Path) -> bool:
    """Does the file contain evaluations in one of the released shapes, rather than calls from `runs export`?"""
    try:
        with path.open(encoding="utf-8") as file:
            head = file.read(100_000)
    except (OSError, UnicodeDecodeError):
        return False
    return any(f'"{name}"' in head for name in STRATEGIES) or '"outputs"' in head.partition("\n")[0]


def read_recording(path: Path, rubric: Rubric) -> Recording:
    """The evaluations of a released file, in either of the two shapes."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"no recording at {path}") from None
    try:
        if '"outputs"' in text.partition("\n")[0]:
            return _critiques(path.stem, [json.loads(line) for _, line in numbered_lines(text)], rubric)
        return _strategies(path.stem, json.loads(text), rubric)
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"{path.name} is not a recording fabula knows ({type(error).__name__}: {error}): it reads JSON of strategy, "
            "book, run and texts, or JSON Lines with id and outputs"
        ) from None


def _strategies(name: str, data: dict[str, Any], rubric: Rubric) -> Recording:
    judged: dict[Method, dict[str, Judged]] = {}
    for strategy, books in data.items():
        method = STRATEGIES[strategy]
        judged[method] = {
            title: _of_runs(
                method, title, [[text] if isinstance(text, str) else text for text in runs.values()], rubric
            )
            for title, runs in books.items()
        }
    return Recording(name, judged)


def _of_runs(method: Method, book: str, runs: list[list[str]], rubric: Rubric) -> Judged:
    """Each run is a replicate: the mean of its segments (aggregation), or its last text (all other methods)."""
    verdicts, pieces = [], []
    for replicate, texts in enumerate(runs):
        of_run = [
            PieceVerdict(place, (), 1, _verdict(method, book, replicate, text, rubric))
            for place, text in enumerate(texts, start=1)
        ]
        verdicts.append(mean_verdict(of_run, rubric) if method == "aggregation" else of_run[-1].verdict)
        pieces += of_run if len(texts) > 1 else []
    return Judged(tuple(verdicts), tuple(pieces))


def _verdict(method: Method, book: str, replicate: int, text: str, rubric: Rubric) -> Verdict:
    found = read_prose(text, rubric)
    return Verdict(
        book, rubric.id, method, "recorded", replicate, found.overall, found.assessment, found.aspects
    )


def _critiques(name: str, lines: list[dict[str, Any]], rubric: Rubric) -> Recording:
    judged: dict[str, Judged] = {}
    for line in lines:
        judged[line["id"]] = Judged((_critique(line["id"], line["outputs"], rubric),))
    return Recording(
        name,
        {"summary": judged},
        {line["id"]: float(line["rating"]) for line in lines if line.get("rating") is not None},
        {line["id"]: tuple(line.get("genres", ())) for line in lines},
    )


def _critique(book: str, outputs: dict[str, str], rubric: Rubric) -> Verdict:
    """One text per aspect, under names such as `Plot` or `World-Building`.

    Scores are stars, mapped to the rubric's scale.
    """
    texts = {_first_letters(name): text for name, text in outputs.items()}

    def score(text: str) -> float | None:
        stars = score_at_end(text, _CRITIQUE_STARS)
        return None if stars is None else _CRITIQUE_STARS.to(stars, rubric.scale)

    aspects = []
    for aspect in rubric.scored_aspects:
        text = texts.get(_first_letters(aspect.id), "")
        aspects.append(AspectVerdict(aspect.id, score(text), text))
    whole = texts.get(_first_letters(OVERALL), "")
    return Verdict(book, rubric.id, "summary", "recorded", 0, score(whole), whole, tuple(aspects))


def _first_letters(name: str) -> str:
    return name.lower()[:4]
