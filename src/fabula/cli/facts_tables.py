"""The tables that `fabula facts` prints for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from fabula.cli.terminal import plain_table
from fabula.reading.graph import relations
from fabula.reading.scenelist import scenes
from fabula.reports.facts import headline, interval, reason_of, ruled_by

if TYPE_CHECKING:
    from rich.console import Console

    from fabula.facts.facts import JudgedFact
    from fabula.facts.pairs import FactPairsResult
    from fabula.facts.refine import Refinement, Round
    from fabula.facts.run import FactCheckAnswer, GraphAnswer, RefineAnswer
    from fabula.reports.labels import Labels

SHOWN = 40
_COLOURS = {
    "supported": "green",
    "contradicted": "red",
    "not_found": "yellow",
    "unverified": "yellow",
    "unjudged": "dim",
}


def print_graph(answer: GraphAnswer, console: Console) -> None:
    """Print the most frequent relations, and the names that were kept apart or left out."""
    made, book = answer.graph, answer.book
    about = (
        "who meets whom (no model was asked)" if made.method == "co-occurrence" else "extracted by a model"
    )
    table = Table(title=f"{book.title}: {len(made.nodes)} names, {len(made.edges)} relations, {about}")
    for name in ("times", "relation"):
        table.add_column(name)
    for edge, relation in list(zip(made.edges, relations(made, scenes(book)), strict=True))[:SHOWN]:
        table.add_row(str(edge.support), Text(str(relation)))
    console.print(table)
    if len(made.edges) > SHOWN:
        console.print(f"{len(made.edges) - SHOWN} more: see --json.")
    for one in made.shared:
        bearers = f" ({', '.join(one.bearers)})" if one.bearers else ""
        console.print(Text(f"Kept apart, because more than one person has this name: {one.name}{bearers}"))
    if made.unread:
        console.print(f"Scenes without a usable answer: {', '.join(map(str, made.unread))}")


def print_systems(result: FactPairsResult, console: Console) -> None:
    """Print the score of each system, and the difference and p of each two."""
    scores = plain_table("Facts supported, by system", "system", "summaries", "score", "not judged")
    for row in result.systems:
        score = "–" if row.score is None else f"{row.score:.3f}"
        scores.add_row(Text(row.system), str(row.n), score, str(row.unjudged_summaries))
    console.print(scores)
    if result.tests:
        tests = plain_table("Paired by story", "systems", "stories", "difference", "p")
        for one in result.tests:
            names = Text(f"{one.first} against {one.second}")
            tests.add_row(names, str(one.n), f"{one.difference:+.3f}", f"{one.p:.3f}")
        console.print(tests)
    console.print(Text(result.signature, style="dim"))


def print_rounds(made: Refinement, say: Labels, console: Console) -> None:
    """Print what each round changed and whether it was accepted."""
    for one in made.rounds[1:]:
        taken = "" if one.taken else ", not taken"
        score = f"score {_percent(one.check.score.value)}{_gained(one)}{taken}"
        console.print(Text(f"Round {one.number}: {score}; {_spent(one)}", style="bold"))
        for change in one.changes:
            console.print(Text(f"  - {change.before}", style="red"))
            if change.why_not is None:
                console.print(Text(f"  + {change.after}", style="green"))
            else:
                console.print(Text(f"  (unchanged: {say.notice(change.why_not)})", style="dim"))


def _gained(one: Round) -> str:
    return "" if one.gain is None else f" ({100 * one.gain:+.0f} points)"


def _spent(one: Round) -> str:
    cost = "" if one.spent.cost is None else f", ${one.spent.cost:.4f}"
    return f"{one.spent.calls} calls{cost}"


def print_check(answer: FactCheckAnswer | RefineAnswer, say: Labels, console: Console) -> None:
    """Print the score, what to know of it, and every doubtful sentence with the evidence."""
    found, by = answer.check, ruled_by(answer.result.checker)
    for notice in answer.result.notices:
        console.print(Text(say.notice(notice), style="italic"))
    figure, bounds = headline(found, answer.result.checker, say), interval(found.score, say)
    console.print(Text(f"{' '.join(figure).strip()}{f' ({bounds})' if bounds else ''}", style="bold"))
    for sentence in found.summary.sentences:
        for one in found.of_sentence(sentence.number):
            if one.ruling.verdict != "supported":
                _print_fact(one, sentence.text, by, say, console)
    console.print(Text(answer.result.signature, style="dim"))


def _print_fact(one: JudgedFact, sentence: str, by: str, say: Labels, console: Console) -> None:
    ruling = one.ruling
    reason = reason_of(ruling, say)
    console.print()
    console.print(Text(sentence))
    line = Text(f"  {say(f'{by}.{ruling.verdict}')}: ", style=_COLOURS[ruling.verdict])
    console.print(line.append(one.fact.text if one.fact.text != sentence else reason, style="default"))
    if one.fact.text != sentence:
        console.print(Text(f"  {reason}"))
    if ruling.correction:
        console.print(Text(f"  {say('instead')} {ruling.correction}"))
    for quoted in ruling.evidence:
        where = say("chapter", n=quoted.chapter) if quoted.verified else say("unverified")
        console.print(Text(f"  “{quoted.quote}” ({where})", style="dim"))


def _percent(share: float | None) -> str:
    return "no score" if share is None else f"{share:.0%}"
