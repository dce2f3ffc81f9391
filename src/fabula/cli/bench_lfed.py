"""fabula bench lfed: the tables of the LFED paper for any models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fabula.benchmarks.lfed_request import BenchLfedRequest
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import plain_table, print_result, stdout

if TYPE_CHECKING:
    from rich.table import Table

    from fabula.benchmarks.lfed_result import BenchLfedResult, CategoryRow, ModelRow, NovelRow, OverallRow
    from fabula.quiz.choices import PromptKind
    from fabula.quiz.results import Share

_SHORT = {
    "character-relationships": "CR",
    "characterisation": "CH",
    "literary-style": "LS",
    "role-behaviour": "RB",
    "event-relation": "ER",
    "fiction-plot": "FP",
    "background-topic": "BT",
    "counterfactual-reasoning": "CRE",
}
"""The paper's heads for the categories."""
_GROUPS = {
    "under 100,000": "< 100k",
    "100,000 to 1,000,000": "100k–1m",
    "over 1,000,000": "> 1m",
    "before 1900": "< 1900",
    "1900 to 1950": "1900–50",
    "1951 to 2000": "1951–2000",
    "from 2001": "2001–",
    "love and friendship": "L&F",
    "growth and life": "G&L",
    "society and human nature": "S&H",
    "military and history": "M&H",
    "crime and mystery": "C&M",
    "science fiction and fantasy": "S&F",
    "fables and philosophies": "F&P",
    "literature and art": "L&A",
}
"""Short heads for the groups of novels."""
_PROMPTS: dict[PromptKind, str] = {"short": "short", "long": "long", "paper-short": "sp", "paper-long": "lp"}


@asks_a_model
def lfed(request: BenchLfedRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """LFED: Tables 2, 3 and 5 to 7 and Figures 3 and 4 for any models, beside guessing and the paper's rows.

    Asks both prompts with every number of examples: twelve times the questions for the default 0..5. --max-cost and
    --max-calls apply to all models together.
    """
    from fabula.benchmarks.lfed import run

    whole = request.for_model(asking.named())
    about = {"set": request.data.name, "seed": request.seed}
    answer = asking.run_several(whole, lambda doors: run(whole, doors), as_json=as_json, about=about)
    print_result(answer.result, lambda: _show(answer.result), as_json=as_json)


def _show(result: BenchLfedResult) -> None:
    out, base = stdout(), result.baselines
    always = max((name for name in base if name.startswith("always")), key=lambda name: base[name])
    out.print(
        f"{result.n:,} questions; {always.replace('_', ' ')} {base[always]:.2%}, by chance {base['random']:.2%}"
    )
    for table in _tables(result):
        out.print(table)
    out.print("sp, lp: the paper's short and long prompt. Rows in italics are the paper's.", markup=False)
    out.print(
        "The paper's accuracy is the mean of the eight categories; “all” counts every question once.",
        markup=False,
    )
    out.print("Few-shot: the mean over the numbers of examples above 0.", markup=False)
    _show_pairs(result)
    for signature in result.signatures:
        out.print(signature, style="dim", markup=False, soft_wrap=True)


def _tables(result: BenchLfedResult) -> Iterable[Table]:
    yield _questions(result)
    yield _novels(result)
    yield _overall(result.table_5)
    yield _by_category("Table 6: zero-shot accuracy by category, %", result.table_6)
    yield _by_category("Table 7: mean few-shot accuracy by category, %", result.table_7)
    for number, attribute in (("3", "length"), ("3", "year"), ("4", "type")):
        yield _by_novel(
            f"Figure {number}: accuracy by {attribute} of the novel, %", attribute, result.figures_3_and_4
        )


def _questions(result: BenchLfedResult) -> Table:
    table = plain_table("Table 2: the questions", "category", "questions", "share", "mean length", "paper")
    for row in result.table_2:
        paper = "" if row.published_count is None else f"{row.published_count:,} · {row.published_length}"
        table.add_row(row.category, f"{row.count:,}", f"{row.share:.2%}", f"{row.mean_length:.2f}", paper)
    return table


def _novels(result: BenchLfedResult) -> Table:
    table = plain_table("Table 3: the novels", "", "novels", "paper")
    for row in result.table_3:
        paper = "" if row.published is None else str(row.published)
        table.add_row(f"{row.attribute}: {row.group}", str(row.novels), paper)
    return table


def _overall(rows: Sequence[OverallRow]) -> Table:
    table = plain_table(
        "Table 5: accuracy, %", "model", "", "zero-shot", "few-shot", "zero-shot, all", "few-shot, all"
    )
    for row in rows:
        cells = _percent(row.zero_shot), _percent(row.few_shot)
        every = _interval(row.zero_shot_over_all), _interval(row.few_shot_over_all)
        table.add_row(
            _model(row), _PROMPTS[row.prompt], *cells, *every, style=_style(published=row.published)
        )
    return table


def _by_category(title: str, rows: Sequence[CategoryRow]) -> Table:
    kinds = [*_SHORT, *(kind for kind in (rows[0].by_category if rows else ()) if kind not in _SHORT)]
    table = plain_table(title, "model", "", *(_SHORT.get(kind, "none") for kind in kinds))
    for row in rows:
        cells = [row.by_category.get(kind) for kind in kinds]
        values = [_percent(cell.value if cell else None) for cell in cells]
        table.add_row(_model(row), _PROMPTS[row.prompt], *values, style=_style(published=row.published))
    return table


def _by_novel(title: str, attribute: str, rows: Sequence[NovelRow]) -> Table:
    groups = getattr(rows[0], attribute)
    table = plain_table(title, "model", "", "shots", *(_GROUPS.get(group, group) for group in groups))
    table.add_row("questions", "", "", *(f"{cell.n:,}" for cell in groups.values()))
    for row in rows:
        values = (_percent(getattr(row, attribute)[group].value) for group in groups)
        table.add_row(_model(row), _PROMPTS[row.prompt], row.shots, *values)
    return table


def _model(row: ModelRow) -> str:
    """The model's name without its provider, which the signatures tell."""
    return row.model if row.published else row.model.partition("/")[2]


def _show_pairs(result: BenchLfedResult) -> None:
    for pair in result.pairs:
        if pair.p is not None:
            stdout().print(
                f"{pair.first} minus {pair.model}: {pair.difference:+.2%}, McNemar p = {pair.p:.4f},"
                f" corrected {pair.p_holm:.4f}",
                markup=False,
            )


def _style(*, published: bool) -> str | None:
    return "italic" if published else None


def _interval(accuracy: Share | None) -> str:
    if accuracy is None or accuracy.value is None or accuracy.low is None or accuracy.high is None:
        return ""
    return f"{100 * accuracy.value:.2f} ({100 * accuracy.low:.0f} to {100 * accuracy.high:.0f})"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.2f}"
