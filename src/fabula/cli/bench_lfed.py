"""fabula bench lfed: the tables of the LFED paper for any models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.benchmarks.lfed_request import BenchLfedRequest
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import plain_table, print_result, stdout

if TYPE_CHECKING:
    from rich.table import Table

    from fabula.benchmarks.lfed import BenchLfedResult
    from fabula.quiz.results import Group, Share


@asks_a_model
def lfed(request: BenchLfedRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """LFED: Tables 5 to 7 for any models, beside guessing and what the paper reports.

    Asks both prompts with every number of examples: twelve times the questions for the default 0..5. --max-cost and
    --max-calls apply to all models together.
    """
    from fabula.benchmarks.lfed import run

    whole = request.for_model(asking.named())
    about = {"set": request.data.name, "seed": request.seed}
    answer = asking.run_several(whole, lambda doors: run(whole, doors), as_json=as_json, about=about)
    print_result(answer.result, lambda: _show(answer.result, answer.language), as_json=as_json)


def _show(result: BenchLfedResult, language: str) -> None:
    from fabula.quiz.classify import names

    out, base = stdout(), result.baselines
    always = max((name for name in base if name.startswith("always")), key=lambda name: base[name])
    guessed = f"{always.replace('_', ' ')} {base[always]:.2%}, by chance {base['random']:.2%}"
    out.print(f"{result.n:,} questions; {guessed}")
    for row in result.published:
        line = f"{row['model']}, {row['shots']} shots: {row['accuracy']:.2%} ({row['source']})"
        out.print(line, markup=False)
    columns = [f"{row.model}, {row.prompt}" for row in result.table_5]
    five = plain_table("Table 5: without examples, by kind", "", *columns)
    five.add_row("all", *(_interval(row.accuracy) for row in result.table_5))
    called = names(language)
    for kind in result.table_5[0].by_category:
        cells = (_value(row.by_category.get(kind)) for row in result.table_5)
        five.add_row(called.get(kind, kind), *cells)
    out.print(five)
    six = plain_table("Table 6: with examples", "", *columns)
    for count in result.table_6[0].by_shots:
        six.add_row(f"{count} examples", *(_interval(row.by_shots[count]) for row in result.table_6))
    out.print(six)
    out.print(_by_novel(result))
    _show_pairs(result)
    for signature in result.signatures:
        out.print(signature, style="dim", markup=False, soft_wrap=True)


def _by_novel(result: BenchLfedResult) -> Table:
    title = "Table 7: by novel, short prompt, no examples"
    table = plain_table(title, "", *(row.model for row in result.table_7))
    for attribute in ("type", "length", "year"):
        for name, group in getattr(result.table_7[0], attribute).items():
            cells = (_value(getattr(row, attribute).get(name)) for row in result.table_7)
            table.add_row(f"{attribute}: {name} ({group.n})", *cells)
    return table


def _show_pairs(result: BenchLfedResult) -> None:
    for pair in result.pairs:
        if pair.p is not None:
            stdout().print(
                f"{pair.first} minus {pair.model}: {pair.difference:+.2%}, McNemar p = {pair.p:.4f},"
                f" corrected {pair.p_holm:.4f}",
                markup=False,
            )


def _interval(accuracy: Share) -> str:
    if accuracy.value is None:
        return "–"
    return f"{accuracy.value:.2%} ({accuracy.low:.1%} to {accuracy.high:.1%})"


def _value(group: Group | None) -> str:
    return "–" if group is None or group.accuracy.value is None else f"{group.accuracy.value:.1%}"
