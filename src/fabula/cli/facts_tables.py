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
_INDENT = "  "
_SINGLE = str.maketrans("“”", "‘’")
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
    console.print(Text(f"{book.title}: {len(made.nodes)} names, {len(made.edges)} relations, {about}"))
    table = Table("who", "relation", "whom", "chapters", "scenes", box=None, padding=(0, 2, 0, 0))
    for edge, relation in list(zip(made.edges, relations(made, scenes(book)), strict=True))[:SHOWN]:
        said = (
            relation.subject,
            relation.predicate,
            relation.object,
            "–".join(map(str, dict.fromkeys(relation.chapters))),
        )
        table.add_row(*map(Text, said), str(edge.support))
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
    console.print(Text(_headline(answer, say), style="bold"))
    for sentence in found.summary.sentences:
        for one in found.of_sentence(sentence.number):
            if one.ruling.verdict != "supported":
                _print_fact(one, sentence.text, by, say, console)
    console.print(Text(answer.result.signature, style="dim"))


def _headline(answer: FactCheckAnswer | RefineAnswer, say: Labels) -> str:
    """The figure, what it means, and between which shares it lies."""
    found = answer.check
    value, said = headline(found, answer.result.checker, say)
    figure, bounds = say("headline", value=value, said=said).strip(), interval(found.score, say)
    if not bounds:
        return figure
    return say("bounded", headline=figure, over=say(f"over.{found.score.over}", n=found.runs), bounds=bounds)


def _print_fact(one: JudgedFact, sentence: str, by: str, say: Labels, console: Console) -> None:
    ruling = one.ruling
    reason = reason_of(ruling, say)
    console.print()
    console.print(Text(sentence))
    whole = one.fact.text == sentence
    ruled = say("ruled", verdict=say(f"{by}.{ruling.verdict}"), what=reason if whole else one.fact.text)
    below = [Text(ruled)]
    below[0].stylize(_COLOURS[ruling.verdict], 0, len(say(f"{by}.{ruling.verdict}")))
    if not whole:
        below.append(Text(reason))
    if ruling.correction:
        below.append(Text(say("corrected", text=ruling.correction)))
    for quoted in ruling.evidence:
        where = say("chapter", n=quoted.chapter) if quoted.verified else say("unverified")
        below.append(Text(say("quoted", quote=_within_quotation(quoted.quote), where=where), style="dim"))
    for each in below:
        for part in each.wrap(console, console.width - len(_INDENT)):
            part.rstrip()
            console.print(Text(_INDENT).append_text(part))


def _within_quotation(line: str) -> str:
    """A line of the story to be set between quotation marks: no speech is left open at its ends, and speech inside has single marks."""
    opened, closed = line.count("“"), line.count("”")
    if opened > closed and line.startswith("“"):
        line = line[1:]
    elif closed > opened and line.endswith("”"):
        line = line[:-1]
    return line.translate(_SINGLE)


def _percent(share: float | None) -> str:
    return "no score" if share is None else f"{share:.0%}"
