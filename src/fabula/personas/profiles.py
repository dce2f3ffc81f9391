"""A reader's past: what he read, said and scored, or which of two plots he chose; and what is to be asked of him."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from fabula.errors import UsageError
from fabula.measures.scorefile import number
from fabula.models.prompts import fence
from fabula.rubrics.rubric import Scale
from fabula.text.language import detect
from fabula.text.sentences import sentences
from fabula.text.words import count_words, word_pattern

TEN = Scale(low=1, high=10)
"""The scale that a personal judge is asked on."""
BUDGET = 2_500
"""Words of plots and reviews that one question may hold; characters in Chinese."""
_REVIEW_SHARE = 0.5
"""More than this of the budget reviews do not take from plots."""

_NO_ASPECTS = frozenset(
    ("reader", "premise", "plot_a", "plot_b", "id", "item", "pair", "split", "title", "scale")
)
"""Columns of a pair that are not the answer to a question, whatever they hold."""

Side = Literal["A", "B"]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PastReview:
    """One story that a reader judged: what happens in it, what he said, and his score on his own scale."""

    item: str
    text: str
    review: str
    score: float


@dataclass(frozen=True, slots=True)
class PastChoice:
    """Two plots for one premise, and which of them a reader chose, by aspect."""

    premise: str
    first: str
    second: str
    choices: Mapping[str, Side]

    @property
    def item(self) -> str:
        """What the pair is about: two pairs of one premise are one item."""
        return self.premise or self.first


@dataclass(frozen=True, slots=True)
class Profile:
    """A reader as a judge is shown him."""

    reader: str
    scale: Scale = TEN
    reviews: tuple[PastReview, ...] = ()
    choices: tuple[PastChoice, ...] = ()

    def on_ten(self, score: float) -> float:
        """A score of his on the scale that judges are asked on."""
        return self.scale.to(score, TEN)

    def first(self, count: int) -> Profile:
        """The reader known by so many of his past judgements only."""
        return replace(self, reviews=self.reviews[:count], choices=self.choices[:count])

    @property
    def pasts(self) -> tuple[PastReview | PastChoice, ...]:
        """All that he judged."""
        return (*self.reviews, *self.choices)

    @property
    def mean(self) -> float | None:
        """His average, from 1 to 10; None where he scored nothing."""
        scores = [self.on_ten(past.score) for past in self.reviews]
        return sum(scores) / len(scores) if scores else None


@dataclass(frozen=True, slots=True)
class Question:
    """A story that a reader judged and a judge is to judge as he would; the truth stands beside it."""

    reader: str
    past: PastReview


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """A choice that a reader made and a judge is to make as he would."""

    reader: str
    past: PastChoice


@dataclass(frozen=True, slots=True)
class Fitted:
    """A profile and the texts asked about, brought within a budget of words, with what that took."""

    profile: Profile
    stories: tuple[str, ...]
    note: str = ""


class OffScale(UsageError):
    """A score that its scale does not have. A form that knows no options words it in its own way."""

    def __init__(self, where: str, row: str, score: float, scale: Scale) -> None:
        super().__init__(
            f"{where}: a score of {score:g} is not on the scale {scale_name(scale)}; say which with --profile-scale or a column `scale`"
        )
        self.row, self.score, self.scale = row, score, scale


def parse_scale(typed: str) -> Scale:
    """`1-5` as a scale."""
    low, dash, high = typed.strip().partition("-")
    ends = (number(low), number(high))
    if not dash or ends[0] is None or ends[1] is None or not ends[0] < ends[1]:
        raise UsageError(f"a scale is two numbers with a hyphen, such as 1-5 or 0-100, not {typed!r}")
    return Scale(low=ends[0], high=ends[1])


def scale_name(scale: Scale) -> str:
    """A scale as `parse_scale` reads it."""
    return f"{scale.low:g}-{scale.high:g}"


def read_profiles(path: Path, scale: Scale | None = None) -> tuple[Profile, ...]:
    """Readers from JSONL or CSV, a row a judgement: `reader`, `text` (or `plot`), `review`, `score`, perhaps `scale`.

    For pairs: `reader`, `premise`, `plot_a`, `plot_b` and A or B by aspect. Rows without a reader are one reader's,
    who has the file's name.
    """
    pasts: dict[str, list[PastReview | PastChoice]] = {}
    scales: dict[str, Scale] = {}
    for place, row in rows_of(path):
        where = f"{path.name}, {place}"
        reader = str(row.get("reader") or path.stem).strip()
        past = past_of(row, where)
        if isinstance(past, PastReview):
            own = parse_scale(str(row["scale"])) if row.get("scale") else scale or TEN
            if scales.setdefault(reader, own) != own:
                raise UsageError(f"{where}: {reader} has scores on two scales")
            if not own.low <= past.score <= own.high:
                raise OffScale(where, place.removeprefix("row "), past.score, own)
        pasts.setdefault(reader, []).append(past)
    if not pasts:
        raise UsageError(
            f"{path.name} holds no rows: a profile has a row for each story that the reader judged"
        )
    return tuple(profile_of(reader, pasts[reader], scales.get(reader, TEN)) for reader in pasts)


def profile_of(reader: str, pasts: Iterable[PastReview | PastChoice], scale: Scale) -> Profile:
    """A reader from his past judgements in their order."""
    told = tuple(pasts)
    return Profile(
        reader,
        scale,
        tuple(past for past in told if isinstance(past, PastReview)),
        tuple(past for past in told if isinstance(past, PastChoice)),
    )


def past_of(row: Row, where: str) -> PastReview | PastChoice:
    """One judgement from a row of a file."""
    first, second = _said(row, "plot_a"), _said(row, "plot_b")
    if first or second:
        if not (first and second):
            raise UsageError(f"{where}: a pair needs both plot_a and plot_b")
        choices = {
            name: side
            for name, cell in {**row, **_nested(row)}.items()
            if name not in _NO_ASPECTS and (side := side_of(cell))
        }
        if not choices:
            raise UsageError(f"{where}: a pair needs at least one aspect with A or B, such as ending: A")
        return PastChoice(_said(row, "premise"), first, second, choices)
    score = number(row.get("score"))
    if score is None:
        raise UsageError(f"{where}: needs a score (or plot_a and plot_b, for a choice)")
    text = _said(row, "text") or _said(row, "plot")
    if not text:
        raise UsageError(f"{where}: needs the story's plot as text")
    item = _said(row, "item") or _said(row, "title") or text
    return PastReview(item, text, _said(row, "review"), score)


def side_of(cell: Any) -> Side | None:
    """Which plot an answer names; None for both, neither, and whatever is no choice."""
    said = str(cell).strip().lower().removeprefix("plot").strip(" _.:")
    return {"a": "A", "1": "A", "b": "B", "2": "B"}.get(said)  # type: ignore[return-value]


def rows_of(path: Path) -> list[tuple[str, Row]]:
    """The rows of a JSONL, JSON, CSV, TSV or parquet file, each with its place for messages."""
    kind = path.suffix.lower()
    if not path.is_file():
        raise UsageError(f"no file {path}: give a table as JSONL, CSV or parquet")
    if kind == ".parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            return [(f"row {place}", row) for place, row in enumerate(pq.read_table(path).to_pylist(), 1)]
        except (pa.ArrowInvalid, OSError) as error:
            raise UsageError(f"{path.name} is damaged or no parquet file ({error})") from None
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path.name} cannot be read as UTF-8 text ({error})") from None
    if kind in (".csv", ".tsv"):
        csv.field_size_limit(2**31 - 1)
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter="\t" if kind == ".tsv" else ",")
        return [(f"row {place}", row) for place, row in enumerate(reader, 1)]
    return _json_rows(text, path.name, whole=kind == ".json")


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Rows as JSON lines, in a folder made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def row_of(reader: str, past: PastReview | PastChoice, scale: Scale) -> dict[str, Any]:
    """A judgement as `past_of` reads it."""
    if isinstance(past, PastChoice):
        pair = {"premise": past.premise, "plot_a": past.first, "plot_b": past.second}
        return {"reader": reader, **pair, "choices": dict(past.choices)}
    said = {"item": past.item, "text": past.text, "review": past.review, "score": past.score}
    return {"reader": reader, **said, "scale": scale_name(scale)}


def fit(profile: Profile, stories: Sequence[str], budget: int = BUDGET) -> Fitted:
    """Bring the past and the stories asked about within a budget of words: the longest texts are cut to one length.

    Cuts fall between sentences. Reviews are cut only where they alone would take half of the budget.
    """
    reviews = [past.review for past in profile.reviews]
    said = sum(map(_length, reviews))
    longest_review = _common_length(reviews, max(int(budget * _REVIEW_SHARE), 1))
    shortened = [shorten(text, longest_review) for text in reviews]
    left = max(budget - sum(map(_length, shortened)), budget // 4)
    plots = [
        *(past.text for past in profile.reviews),
        *(plot for past in profile.choices for plot in (past.first, past.second)),
        *stories,
    ]
    length = _common_length(plots, left)
    cut = [shorten(text, length) for text in plots]
    count, pairs = len(profile.reviews), 2 * len(profile.choices)
    fitted = replace(
        profile,
        reviews=tuple(
            replace(past, text=text, review=review)
            for past, text, review in zip(profile.reviews, cut, shortened, strict=False)
        ),
        choices=tuple(
            replace(past, first=first, second=second)
            for past, first, second in zip(
                profile.choices,
                cut[count : count + pairs : 2],
                cut[count + 1 : count + pairs : 2],
                strict=True,
            )
        ),
    )
    notes = []
    if changed := sum(old != new for old, new in zip(plots, cut, strict=True)):
        notes.append(
            f"{changed} of {len(plots)} plots were cut to {length} words each, to stay within {budget} words"
        )
    if shortened != reviews:
        notes.append(f"reviews of {said} words in all were cut to {longest_review} words each")
    return Fitted(fitted, tuple(cut[count + pairs :]), "; ".join(notes))


def review_fields(profile: Profile, with_reviews: bool = True) -> list[dict[str, str]]:
    """A reader's past reviews as the prompts list them, scores from 1 to 10."""
    return [
        {
            "story": fence(past.text),
            "review": fence(past.review) if with_reviews and past.review else "",
            "score": f"{round(profile.on_ten(past.score), 1):g}",
        }
        for past in profile.reviews
    ]


def choice_fields(profile: Profile, aspect: str) -> list[dict[str, str]]:
    """A reader's past choices on one aspect as the prompts list them."""
    return [
        {
            "premise": fence(past.premise) if past.premise else "",
            "first": fence(past.first),
            "second": fence(past.second),
            "choice": past.choices[aspect],
        }
        for past in profile.choices
        if aspect in past.choices
    ]


def shorten(text: str, length: int) -> str:
    """As many whole sentences as fit in so many words (characters in Chinese); a first sentence that is too long is cut."""
    language = "zh" if detect(text) == "zh" else "en"
    found = list(word_pattern(language).finditer(text))
    if len(found) <= length:
        return text
    beyond = found[max(length, 1)].start()
    kept = max((end for _, end in sentences(text, language) if end <= beyond), default=0)
    if not text[:kept].strip():
        kept = found[max(length, 1) - 1].end()
    return text[:kept].strip() + " […]"


def _common_length(texts: Sequence[str], budget: int) -> int:
    """The one length to which the longest texts must come down so that all together keep to the budget."""
    lengths = sorted(map(_length, texts))
    left = budget
    for place, length in enumerate(lengths):
        share = left // (len(lengths) - place)
        if length > share:
            return max(share, 1)
        left -= length
    return max(lengths, default=0)


def _length(text: str) -> int:
    return count_words(text, "zh" if detect(text) == "zh" else "en")


def _json_rows(text: str, name: str, *, whole: bool) -> list[tuple[str, Row]]:
    rows: list[tuple[str, Row]] = []
    try:
        found = (
            enumerate(json.loads(text), 1)
            if whole
            else ((at, json.loads(line)) for at, line in enumerate(text.split("\n"), 1) if line.strip())
        )
        for place, row in found:
            if not isinstance(row, Mapping):
                raise UsageError(f"{name}, row {place}: must be an object with named fields")
            rows.append((f"row {place}", row))
    except (json.JSONDecodeError, TypeError) as error:
        raise UsageError(f"{name}: not JSON after row {len(rows)} ({error})") from None
    return rows


def _said(row: Row, name: str) -> str:
    cell = row.get(name)
    return "" if cell is None else str(cell).strip()


def _nested(row: Row) -> Mapping[str, Any]:
    choices = row.get("choices")
    return choices if isinstance(choices, Mapping) else {}
