"""Two drafts, or two reports, side by side: what moved beyond the noise, and where that cannot be said."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from scipy import stats

from fabula.comparison.alignment import Pair, align
from fabula.measures.intervals import holm, mean_interval
from fabula.measures.refusal import Refused
from fabula.reports.labels import labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.reports.labels import Labels

Moved = Literal["up", "down", "within", "unsaid", "counted"]
"""`counted` is exact and neither better nor worse: a book's length."""
LEVEL = 0.05
FEWEST_CHAPTERS = 6
"""Chapters in both drafts under which an interval over them says nothing."""
_NOTHING = 5e-4
"""A change in every chapter under which a measure is the same: it would be written as none."""
MEASURES = ("dialogue_share", "sentence_words", "flesch", "mtld", "filter_words")


@dataclass(frozen=True, slots=True)
class Change:
    """One figure in both books. `low` and `high` bound the change itself; `why` says what the verdict rests on."""

    id: str
    label: str
    old: float | None
    new: float | None
    low: float | None = None
    high: float | None = None
    moved: Moved = "unsaid"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that can be told of two documents of `fabula evaluate`."""

    old: dict[str, Any]
    new: dict[str, Any]
    scores: tuple[Change, ...]
    measures: tuple[Change, ...]
    chapters: tuple[Pair, ...]
    gone: tuple[dict[str, Any], ...]
    came: tuple[dict[str, Any], ...]
    stayed: int
    maybe: tuple[str, ...]
    """Kinds of finding of which a report shows only the first few: one of them may be outranked, not gone or new."""


def compare(old: dict[str, Any], new: dict[str, Any]) -> Comparison:
    """Set two books of a document side by side; in the new one's language."""
    say = labels(new["language"])
    pairs = align(old["chapters"], new["chapters"])
    gone, came, stayed = _findings(old["findings"], new["findings"])
    return Comparison(
        old=old,
        new=new,
        scores=tuple(_scores(old, new, say)),
        measures=tuple(_measures(old, new, pairs, say)),
        chapters=tuple(pairs),
        gone=tuple(gone),
        came=tuple(came),
        stayed=stayed,
        maybe=tuple(sorted({*old.get("findings_more", {}), *new.get("findings_more", {})})),
    )


def retold(found: Comparison, language: str) -> Comparison:
    """The same with its labels and reasons in another language, for a reader whose language is not the book's."""
    say = labels(language)
    return replace(
        found,
        scores=tuple(_scores(found.old, found.new, say)),
        measures=tuple(_measures(found.old, found.new, found.chapters, say)),
    )


def comparison_document(found: Comparison) -> dict[str, Any]:
    """What `fabula compare --json` prints."""

    def side(book: dict[str, Any]) -> dict[str, Any]:
        return {
            name: book[name] for name in ("id", "title", "author", "method", "model", "rubric", "signature")
        }

    return {
        "old": side(found.old),
        "new": side(found.new),
        "scores": [asdict(one) for one in found.scores],
        "measures": [asdict(one) for one in found.measures],
        "chapters": [asdict(one) for one in found.chapters],
        "findings": {
            "gone": list(found.gone),
            "new": list(found.came),
            "in_both": found.stayed,
            "only_the_first_are_shown": list(found.maybe),
        },
    }


# Scores: the judge's answers, and the readers' rating


def _scores(old: dict[str, Any], new: dict[str, Any], say: Labels) -> list[Change]:
    rows = (
        [("overall", say("verdict.overall"), *_overall(old), *_overall(new))]
        if old["overall"] or new["overall"]
        else []
    )
    befores = {aspect["id"]: aspect for aspect in old["aspects"]}
    for aspect in new["aspects"]:
        if before := befores.get(aspect["id"]):
            rows.append(
                (
                    aspect["id"],
                    aspect["label"],
                    before["score"],
                    _answers(old, before),
                    aspect["score"],
                    _answers(new, aspect),
                )
            )
    unlike = _unlike(old, new, say)
    is_embedded = old["method"] == new["method"] == "embedded"
    found, tested = [], []
    for name, label, before, asked, after, asked_again in rows:
        if before is None and after is None:
            continue
        if unlike or before is None or after is None:
            found.append(Change(name, label, before, after, why=unlike or say("compare.no_score")))
        elif is_embedded:
            found.append(
                _apart(
                    name,
                    label,
                    befores[name],
                    next(one for one in new["aspects"] if one["id"] == name),
                    "score",
                    say,
                )
            )
        else:
            change, p = _welch(name, label, asked, asked_again, before, after, say)
            tested += [(len(found), p)] if p is not None else []
            found.append(change)
    for (place, _), p in zip(tested, holm([p for _, p in tested]), strict=True):
        found[place] = _decided(found[place], p < LEVEL)
    if old["rating"] and new["rating"]:
        found.append(_apart("rating", say("compare.rating"), old["rating"], new["rating"], "value", say))
    return found


def _overall(book: dict[str, Any]) -> tuple[float | None, list[float]]:
    answers = [verdict["overall"] for verdict in book.get("verdicts", ()) if verdict["overall"] is not None]
    pieces = [piece["overall"] for piece in book["segments"] if piece["overall"] is not None]
    is_aggregate = book["method"] == "aggregation" and len(answers) < 2
    return (book["overall"]["score"] if book["overall"] else None), pieces if is_aggregate else answers


def _answers(book: dict[str, Any], aspect: dict[str, Any]) -> list[float]:
    """The single answers; of one aggregated run, its segments' scores."""
    answers = [score for score in aspect["replicates"] if score is not None]
    if book["method"] == "aggregation" and len(answers) < 2:
        return [
            piece["aspects"][aspect["id"]]
            for piece in book["segments"]
            if piece["aspects"].get(aspect["id"]) is not None
        ]
    return answers


def _unlike(old: dict[str, Any], new: dict[str, Any], say: Labels) -> str:
    if old["rubric"] != new["rubric"]:
        return say("compare.rubrics_differ")
    if (
        old["method"] == "embedded"
        and old["rating"]
        and new["rating"]
        and old["rating"]["variant"] != new["rating"]["variant"]
    ):
        return say("compare.readers_inputs")
    return (
        say("compare.judges_differ") if (old["method"], old["model"]) != (new["method"], new["model"]) else ""
    )


def _welch(
    name: str, label: str, asked: Sequence[float], again: Sequence[float], before: float, after: float, say: Labels
) -> tuple[Change, float | None]:  # fmt: skip
    """Two groups of answers of one judge; without at least two on each side and some spread, nothing can be said."""
    if len(asked) < 2 or len(again) < 2:
        return Change(name, label, before, after, why=say("compare.once")), None
    if len({*asked}) == 1 and len({*again}) == 1:
        return Change(name, label, before, after, why=say("compare.no_spread")), None
    test = stats.ttest_ind(again, asked, equal_var=False)
    bounds = test.confidence_interval(1 - LEVEL)
    return Change(name, label, before, after, float(bounds.low), float(bounds.high)), float(test.pvalue)


def _decided(change: Change, is_beyond: bool) -> Change:
    if change.old is None or change.new is None:
        return change
    moved: Moved = "within" if not is_beyond else "up" if change.new > change.old else "down"
    return Change(change.id, change.label, change.old, change.new, change.low, change.high, moved, change.why)


def _apart(
    name: str, label: str, before: dict[str, Any], after: dict[str, Any], field: str, say: Labels
) -> Change:
    """Two expectations of the reader model: higher or lower only where their ranges do not meet."""
    old, new = before[field], after[field]
    if old is None or new is None:
        return Change(name, label, old, new, why=say("compare.no_score"))
    if before.get("variant") != after.get("variant"):
        return Change(name, label, old, new, why=say("compare.readers_inputs"))
    if after["low"] > before["high"] or after["high"] < before["low"]:
        return Change(
            name, label, old, new, moved="up" if new > old else "down", why=say("compare.readers_apart")
        )
    return Change(name, label, old, new, moved="within", why=say("compare.readers_overlap"))


# Measures: over the chapters that both drafts have


def _measures(old: dict[str, Any], new: dict[str, Any], pairs: Sequence[Pair], say: Labels) -> list[Change]:
    before, after = old["measured"], new["measured"]
    if before is None or after is None:
        return []
    counted = [
        ("words", say("compare.words"), before["craft"]["words"], after["craft"]["words"]),
        ("chapters", say("compare.chapter_count"), len(old["chapters"]), len(new["chapters"])),
    ]
    found = [
        Change(
            name,
            label,
            a,
            b,
            moved="counted",
            why=say("compare.exact"),
        )
        for name, label, a, b in counted
    ]
    apart = _apart_by(pairs)
    kept = [(pair.old - 1, pair.new - 1) for pair in pairs if pair.old is not None and pair.new is not None]
    for name in MEASURES:
        label = say("craft.dialogue") if name == "dialogue_share" else say(f"craft.{name}")
        was = [chapter[name] for chapter in before["craft_by_chapter"]]
        now = [chapter[name] for chapter in after["craft_by_chapter"]]
        found.append(
            _paired(name, label, before["craft"][name], after["craft"][name], was, now, kept, apart, say)
        )
    was, now = before["mood"]["by_chapter"], after["mood"]["by_chapter"]
    found.append(_paired("mood", say("craft.mood"), _mean(was), _mean(now), was, now, kept, apart, say))
    return [change for change in found if change.old is not None or change.new is not None]


def _paired(
    name: str, label: str, old: float | None, new: float | None, before: Sequence[float | None], after: Sequence[float | None],
    kept: Sequence[tuple[int, int]], apart: str, say: Labels,
) -> Change:  # fmt: skip
    """The change in the chapters that both have, with its interval; added and cut chapters move the whole, not this."""
    changes = [
        b - a for one, other in kept if (a := before[one]) is not None and (b := after[other]) is not None
    ]
    if len(changes) < FEWEST_CHAPTERS:
        return Change(name, label, old, new, why=say("compare.few_chapters"))
    interval = mean_interval(changes)
    if isinstance(interval, Refused) or max(map(abs, changes)) < _NOTHING:
        why = say(f"compare.kept_{apart}") if apart else say("compare.kept_change")
        return Change(name, label, old, new, 0.0, 0.0, "within", why)
    moved: Moved = "up" if interval.low > 0 else "down" if interval.high < 0 else "within"
    return Change(name, label, old, new, interval.low, interval.high, moved, say("compare.kept_change"))


def _apart_by(pairs: Sequence[Pair]) -> str:
    """What else can make two drafts differ whose common chapters are the same."""
    cut, added = any(pair.new is None for pair in pairs), any(pair.old is None for pair in pairs)
    return "cut_and_added" if cut and added else "cut" if cut else "added" if added else ""


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


# Findings


def _findings(
    old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], int]:
    """Those of the old that are gone, those that came, and how many are in both."""
    left = list(old)
    came = []
    for finding in new:
        match = next((one for one in left if _is_same(one, finding)), None)
        if match is None:
            came.append(finding)
        else:
            left.remove(match)
    return left, came, len(old) - len(left)


def _is_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """The same kind about the same words: counts and chapters may differ between drafts."""
    return one["kind"] == other["kind"] and (
        one["quote"] == other["quote"] or _subject(one["text"]) == _subject(other["text"])
    )


def _subject(text: str) -> str:
    quoted = re.search(r"“([^”]+)”", text)
    return quoted[1].casefold() if quoted else re.sub(r"[\d.,%+-]+", "", text)
