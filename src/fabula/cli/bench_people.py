"""fabula bench people: people found in published novels, beside a simple baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.benchmarks.people_request import BenchPeopleRequest
from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import plain_table, print_result, stdout

if TYPE_CHECKING:
    from fabula.benchmarks.people_result import BenchPeopleResult, PeopleFound


@spread_options
def people(*, request: BenchPeopleRequest, as_json: AsJson = False) -> None:
    """People of the Project Dialogism Novel Corpus: found, split or merged, beside a simple baseline.

    Asks no model. Leading people are those whom the annotators call major or intermediate.
    """
    import asyncio

    from fabula.benchmarks.people import run

    result = asyncio.run(run(request)).result
    print_result(result, lambda: _show(result), as_json=as_json)


def _show(result: BenchPeopleResult) -> None:
    out = stdout()
    columns = ("leading", "found", "split", "merged", "strangers", "baseline: found", "split", "merged")
    table = plain_table("People", "", *columns)
    for row in result.novels:
        table.add_row(row.novel, *_figures(row.people, row.baseline))
    table.add_row("all", *_figures(result.people, result.baseline))
    out.print(table)
    for each in result.people.split:
        out.print(f"split: {each.person} stands under {', '.join(each.under)}", markup=False)
    for one in result.people.merged:
        out.print(f"merged: {one.person} holds {', '.join(one.holds)}", markup=False)
    if result.people.missed:
        out.print(f"missed: {', '.join(result.people.missed)}", markup=False)
    out.print(result.signature, style="dim", markup=False, soft_wrap=True)


def _figures(people: PeopleFound, baseline: PeopleFound) -> list[str]:
    ours = (people.leading, people.found, len(people.split), len(people.merged), len(people.strangers))
    return list(map(str, (*ours, baseline.found, len(baseline.split), len(baseline.merged))))
