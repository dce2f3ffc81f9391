"""The result of `bench lfed`: the tables and figures of the LFED paper, each row beside the published ones."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.quiz.choices import PromptKind
from fabula.quiz.results import AskedFault, Comparison, Share
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CategoryCount(_Part):
    """Table 2: one category of the set, beside the paper's count and mean length (None for another set)."""

    category: str
    count: int
    share: float
    mean_length: float
    published_count: int | None
    published_length: float | None


class NovelCount(_Part):
    """Table 3: the novels of one group, beside the paper's count."""

    attribute: Literal["type", "length", "year"]
    group: str
    novels: int
    published: int | None


class Cell(Share):
    """An accuracy of one group. Published figures have no interval and no number of questions."""

    n: int | None = None


class ModelRow(_Part):
    """One model with one prompt. `published` marks a row of the paper."""

    model: str
    prompt: PromptKind
    published: bool = False


class OverallRow(ModelRow):
    """Table 5. The paper's accuracy is the mean of the eight categories; `over_all` is that of all questions."""

    zero_shot: float | None
    few_shot: float | None
    zero_shot_over_all: Share | None = None
    few_shot_over_all: Share | None = None
    by_shots: dict[str, Share] = {}
    """Over all questions, for each number of examples."""
    unreadable: int | None = None


class CategoryRow(ModelRow):
    """Tables 6 and 7: accuracy by category."""

    by_category: dict[str, Cell]


class NovelRow(ModelRow):
    """Figures 3 and 4: accuracy by length and year, or by type, of the novel."""

    shots: Literal["zero", "few"]
    length: dict[str, Cell]
    year: dict[str, Cell]
    type: dict[str, Cell]


class PairRow(Comparison):
    """Two models on the same questions: `first`, and `model`."""

    first: str


class BenchLfedResult(Result):
    """The document of `bench lfed`."""

    KIND: ClassVar[str] = "bench-lfed"

    kind: Literal["bench-lfed"] = "bench-lfed"
    set: str
    n: int
    baselines: dict[str, float]
    published_in: str
    """Where the published rows come from."""
    table_2: tuple[CategoryCount, ...]
    table_3: tuple[NovelCount, ...]
    table_5: tuple[OverallRow, ...]
    table_6: tuple[CategoryRow, ...]
    table_7: tuple[CategoryRow, ...]
    figures_3_and_4: tuple[NovelRow, ...]
    pairs: tuple[PairRow, ...]
    faulty: tuple[AskedFault, ...]
    signatures: tuple[str, ...]
