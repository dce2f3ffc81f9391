"""How `fabula quiz` shows figures to people."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from fabula.cli.terminal import stdout
from fabula.quiz.classify import names
from fabula.quiz.questions import called

if TYPE_CHECKING:
    from fabula.quiz.making import Made

_FAULTS = 30
_SOURCES = {"rule": "found by rule", "model": "found by a model", "given": "given by the set"}


def show_results(document: dict[str, Any], language: str) -> None:
    """Accuracy over all and by group, beside guessing; what was faulty, unreadable or failed is said in words."""
    out = stdout()
    out.print(
        f"{document['model']} on {document['set']}: {document['n']:,} questions, {_examples(document['shots'])}, "
        f"{document['prompt']} prompt ({document['language']}), answers by {document['by']}",
        markup=False,
    )
    table = _table("", "questions", "right", "95 % interval", "one letter")
    base = document["baselines"]
    always = max((name for name in base if name.startswith("always")), key=lambda name: base[name])
    _row(table, "all", document["n"], document["accuracy"])
    table.add_row(always.replace("_", " "), "", f"{base[always]:.2%}", "")
    table.add_row("at random", "", f"{base['random']:.2%}", "", end_section=True)
    called = names(language)
    for kind, group in document["by_category"].items():
        _row(table, called.get(kind, kind), group["n"], group["accuracy"], _constant(group))
    for attribute, groups in document["by_attribute"].items():
        if set(groups) == {"unknown"}:
            continue
        table.add_section()
        for name, group in groups.items():
            _row(table, f"{attribute}: {name}", group["n"], group["accuracy"], _constant(group))
    out.print(table)
    out.print("one letter: what always giving the best single letter gains in that group")
    _notes(document)


def _notes(document: dict[str, Any]) -> None:
    out = stdout()
    sources = ", ".join(f"{n:,} {_SOURCES[source]}" for source, n in document["categories_from"].items())
    out.print(f"Kinds of question: {sources or 'none known'}", markup=False)
    out.print(f"{document['unreadable']:,} replies could not be read after three asks and count as wrong")
    if document["failed"]:
        out.print(
            f"{len(document['failed'])} calls came to nothing and are in no share; run again to ask them"
        )
    rows = {fault["row"] for fault in document["faulty"] if fault["row"] is not None}
    dropped = [fault["row"] for fault in document["faulty"] if fault["asked"] is False]
    if rows:
        said = (
            f"; not asked, and not right: questions {', '.join(str(row + 1) for row in dropped)}"
            if dropped
            else ""
        )
        out.print(f"{len(rows)} questions are faulty (`fabula quiz check` says how){said}", markup=False)
    if len(document["by_setting"]) > 1:
        table = _table("setting", "questions", "right", "95 % interval", "unreadable")
        for one in document["by_setting"]:
            _row(
                table,
                f"{_examples(one['shots'])}, {one['prompt']} prompt",
                one["n"],
                one["accuracy"],
                f"{one['unreadable']}",
            )
        out.print(table)
    if order := document["order"]:
        out.print(
            f"In {order['orders']} orders of the options: {_percent(order['knowledge'])} right in every one; "
            f"{order['position']:.2%} right in the file's order alone",
            markup=False,
        )
    for book in document["open_book"]:
        if book["gain"] is not None:
            out.print(
                f"With {book['title']} open ({book['n']} questions): {_percent(book['open'])} against {_percent(book['closed'])} "
                f"closed, p = {book['p']:.3f}",
                markup=False,
            )
    if other := document.get("against"):
        if "refused" in other:
            out.print(f"Against {other['model']}: {other['refused']}", markup=False)
        else:
            out.print(
                f"Against {other['model']}: {other['difference']:+.2%} over {other['n']:,} questions; only this one right "
                f"{other['only_first']}, only that one {other['only_second']}, McNemar p = {other['p']:.4f}",
                markup=False,
            )
    out.print(document["signature"], markup=False, soft_wrap=True)


def _examples(count: int) -> str:
    return "no examples" if count == 0 else f"{count} example{'' if count == 1 else 's'}"


def show_check(document: dict[str, Any]) -> None:
    """Counts, then each fault on a line."""
    out = stdout()
    answers = ", ".join(f"{letter} {count:,}" for letter, count in document["answers"].items())
    out.print(
        f"{document['questions']:,} questions on {document['titles']:,} novels; answers {answers}",
        markup=False,
    )
    for name, value in document["baselines"].items():
        out.print(f"  {name.replace('_', ' '):9} {value:.2%}", markup=False)
    for fault in document["faults"][:_FAULTS]:
        where = "the set" if fault["row"] is None else called(fault["row"] + 1, fault["line"])
        out.print(f"  {where}: {fault['detail']}", markup=False)
    if len(document["faults"]) > _FAULTS:
        out.print(f"  and {len(document['faults']) - _FAULTS} more in --json")
    for pair in document["duplicates"]:
        first, second = (called(row + 1, line) for row, line in zip(pair["rows"], pair["lines"], strict=True))
        out.print(
            f"  {first} and {second} ask alike (by {pair['by']}, {pair['likeness']:.2f}): {pair['questions'][1]}",
            markup=False,
        )
    if not document["faults"] and not document["duplicates"]:
        out.print("No faults found.")


def show_labels(document: dict[str, Any], language: str) -> None:
    """How many questions of each kind, who said so, and how well it agrees."""
    table = _table("kind", "questions")
    for kind, count in document["by_category"].items():
        table.add_row(names(language)[kind], f"{count:,}")
    if document["unlabelled"]:
        table.add_row("unlabelled", f"{len(document['unlabelled']):,}")
    stdout().print(table)
    for source, count in document["by_source"].items():
        stdout().print(f"{count:,} labels by {source}", markup=False)
    for source, agreed in (document["agreement"] or {}).items():
        if isinstance(agreed, dict):
            stdout().print(
                f"Against {agreed['n']:,} given labels ({source}): accuracy {agreed['accuracy']}, kappa {agreed['kappa']}"
            )
    stdout().print(f"Written to {document['output']}", markup=False, soft_wrap=True)


def show_made(made: Made, place: Path) -> None:
    """What stands, what was sent back and why."""
    table = _table("kind", "drafted", "stand")
    kinds = Counter(one.category for one in made.questions)
    back = Counter(one.category for one in made.sent_back)
    for kind, name in names("en").items():
        if kinds[kind] + back[kind]:
            table.add_row(name, f"{kinds[kind] + back[kind]}", f"{kinds[kind]}")
    stdout().print(table)
    for why, count in Counter(one.why for one in made.sent_back).most_common():
        stdout().print(f"{count} sent back: {why}", markup=False)
    stdout().print(f"Written to {place}; `fabula quiz review` comes next", markup=False, soft_wrap=True)


def show_reviews(document: dict[str, Any]) -> None:
    """Where the questions stand, and how far the two reviewers agree."""
    passed, back, rest = (len(document[name]) for name in ("passed", "sent_back", "waiting"))
    stdout().print(f"{document['questions']} questions: {passed} passed, {back} sent back, {rest} waiting")
    for one in document["sent_back"]:
        for by in one["by"]:
            stdout().print(
                f"  question {one['row'] + 1}: {by['reviewer']} refuses {', '.join(by['checks'])}. {by['note']}",
                markup=False,
            )
    table = _table("check", "seen by two", "same answer", "kappa")
    for name, agreed in document["agreement"].items():
        table.add_row(
            name,
            str(agreed["n"]),
            "" if agreed["same"] is None else f"{agreed['same']:.0%}",
            str(agreed["kappa"]),
        )
    stdout().print(table)


def _table(*columns: str) -> Table:
    table = Table()
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left")
    return table


def _row(table: Table, name: str, n: int, accuracy: dict[str, Any], *more: str) -> None:
    if accuracy["value"] is None:
        table.add_row(name, f"{n:,}", "none", "", *more)
        return
    table.add_row(
        name, f"{n:,}", f"{accuracy['value']:.2%}", f"{accuracy['low']:.1%} to {accuracy['high']:.1%}", *more
    )


def _constant(group: dict[str, Any]) -> str:
    return f"{group['constant']['letter']} {group['constant']['value']:.1%}"


def _percent(accuracy: dict[str, Any]) -> str:
    if accuracy["value"] is None:
        return "none"
    return f"{accuracy['value']:.2%} ({accuracy['low']:.1%} to {accuracy['high']:.1%})"
