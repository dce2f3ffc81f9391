"""fabula bench people: people found and speakers named in published novels, beside simple baselines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.benchmarks.people_request import BenchPeopleRequest
from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import plain_table, print_result, stdout, waited_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from fabula.benchmarks.people_result import BenchPeopleResult, Merged, PeopleFound, QuotationsFound, Split

KINDS = ("explicit", "anaphoric", "implicit")


@spread_options
def people(*, request: BenchPeopleRequest, as_json: AsJson = False) -> None:
    """People and speakers of the Project Dialogism Novel Corpus, beside simple baselines.

    Asks no model. Leading people are those whom the annotators call major or intermediate. One mention is enough to split or
    merge; in brackets stand those where two parts have five mentions or more, and a twentieth of all. The ranker of speakers
    was trained on novels of this corpus; each novel is measured with weights that never saw its author.
    """
    from fabula.benchmarks.people import run

    result = waited_for(run(request)).result
    print_result(result, lambda: _show(result), as_json=as_json)


def _show(result: BenchPeopleResult) -> None:
    out = stdout()
    columns = ("leading", "found", "split", "merged", "strangers", "baseline: found", "split", "merged")
    table = plain_table("People (clearly so)", "", *columns)
    for row in result.novels:
        table.add_row(row.novel, *_figures(row.people, row.baseline))
    table.add_row("all", *_figures(result.people, result.baseline))
    out.print(table)
    out.print(_quotations(result))
    for each in result.people.split:
        out.print(f"split: {each.person} stands under {_listed(each.under, each.mentions)}", markup=False)
    for one in result.people.merged:
        out.print(f"merged: {one.person} holds {_listed(one.holds, one.mentions)}", markup=False)
    if result.people.missed:
        out.print(f"missed: {', '.join(result.people.missed)}", markup=False)
    out.print(result.signature, style="dim", markup=False, soft_wrap=True)


def _listed(names: Sequence[str], mentions: Sequence[int]) -> str:
    return ", ".join(f"{name} ({times})" for name, times in zip(names, mentions, strict=True))


def _quotations(result: BenchPeopleResult) -> Table:
    columns = ("quotations", "right", "precision", "silent", *KINDS, "nearest name")
    table = plain_table("Speakers, in percent", "", *columns)
    for row in result.novels:
        table.add_row(row.novel, *_shares(row.quotations, row.quotations_baseline))
    table.add_row("all", *_shares(result.quotations, result.quotations_baseline))
    return table


def _shares(found: QuotationsFound, baseline: QuotationsFound) -> list[str]:
    every = found.all
    named = every.right + every.wrong
    kinds = [getattr(found, kind) for kind in KINDS]
    return [
        str(every.count),
        _percent(every.right, every.count),
        _percent(every.right, named),
        _percent(every.silent, every.count),
        *(_percent(kind.right, kind.count) for kind in kinds),
        _percent(baseline.all.right, every.count),
    ]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def _figures(people: PeopleFound, baseline: PeopleFound) -> list[str]:
    ours = (people.leading, people.found, *_faults(people), len(people.strangers))
    return list(map(str, (*ours, baseline.found, *_faults(baseline))))


def _faults(people: PeopleFound) -> list[str]:
    """How many are split and merged, and how many of these clearly."""
    both: tuple[Sequence[Split | Merged], ...] = (people.split, people.merged)
    return [f"{len(faults)} ({sum(each.is_clear for each in faults)})" for faults in both]
