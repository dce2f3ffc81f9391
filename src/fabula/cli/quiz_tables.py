"""Prints the results of `fabula quiz` for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from fabula.cli.terminal import plain_table, stdout
from fabula.quiz.classify import names
from fabula.quiz.questions import called

if TYPE_CHECKING:
    from fabula.quiz.checking import QuizCheckResult
    from fabula.quiz.classifying import QuizClassifyResult
    from fabula.quiz.difficulty import QuizDifficultyResult
    from fabula.quiz.exporting import QuizExportResult
    from fabula.quiz.importing import QuizImportResult
    from fabula.quiz.making import Made, QuizMakeResult
    from fabula.quiz.questions import QuizSet
    from fabula.quiz.redrafting import QuizRedraftResult
    from fabula.quiz.review import CheckAgreement
    from fabula.quiz.reviewing import QuizReviewResult

_FAULTS = 30
_SOURCES = {
    "rule": "found by rule",
    "model": "found by a model",
    "given": "given by the set",
    "released": "given by the order of LFED's rows",
}


def show_results(document: dict[str, Any], language: str) -> None:
    """Prints accuracy overall and by group, beside guessing, then faults, unreadable replies and failed calls."""
    out = stdout()
    out.print(
        f"{document['model']['name']} on {document['set']}: {document['n']:,} questions, {_examples(document['shots'])}, "
        f"{document['prompt']} prompt ({document['language']}), answers by {document['by']}",
        markup=False,
    )
    table = plain_table(None, "", "questions", "right", "95% interval", "one letter")
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
        _section(table, attribute, groups)
    _section(table, "knows the book", document["by_memory"])
    _section(table, "difficulty", document["by_difficulty"])
    out.print(table)
    out.print("one letter: the accuracy in that group of always giving the best single letter")
    _notes(document)


def _section(table: Table, attribute: str, groups: Mapping[str, Any]) -> None:
    table.add_section()
    for name, group in groups.items():
        _row(table, f"{attribute}: {name}", group["n"], group["accuracy"], _constant(group))


def _notes(document: dict[str, Any]) -> None:
    out = stdout()
    sources = ", ".join(f"{n:,} {_SOURCES[source]}" for source, n in document["categories_from"].items())
    out.print(f"Kinds of question: {sources or 'none known'}", markup=False)
    out.print(f"{document['unreadable']:,} replies could not be read after three attempts and count as wrong")
    if document["failed"]:
        out.print(
            f"{len(document['failed'])} calls failed and are left out of every share; run again to repeat them"
        )
    rows = {fault["row"] for fault in document["faulty"] if fault["row"] is not None}
    dropped = [fault["row"] for fault in document["faulty"] if fault["asked"] is False]
    if rows:
        line = (
            f"; not asked and counted as wrong: questions {', '.join(str(row + 1) for row in dropped)}"
            if dropped
            else ""
        )
        out.print(f"{len(rows)} questions are faulty (details: `fabula quiz check`){line}", markup=False)
    _settings(document)
    if order := document["order"]:
        out.print(
            f"In {order['orders']} orders of the options: {_percent(order['knowledge'])} right in all of them; "
            f"{order['position']:.2%} right only in the file's order",
            markup=False,
        )
    if sure := document["reliability"]:
        out.print(
            f"Confidence against accuracy: expected calibration error {sure['error']:.3f} over {sure['n']:,} answers"
        )
    _open_book(document)
    if document["cost_per_point"] is not None:
        out.print(
            f"${document['cost']:.4f} for these answers, ${document['cost_per_point']:.6f} for a point of accuracy"
        )
    _against(document)
    out.print(document["signature"], markup=False, soft_wrap=True)


def _open_book(document: dict[str, Any]) -> None:
    """Prints what passages from the book add, in all and by kind of question."""
    out = stdout()
    for book in document["open_book"]:
        if book["gain"] is not None:
            out.print(
                f"With {book['title']} open ({book['n']} questions): {_percent(book['open'])} against {_percent(book['closed'])} "
                f"closed, p = {book['p']:.3f}",
                markup=False,
            )
            gains = (
                f"{names('en').get(kind, kind)} {gain:+.1%}"
                for kind, gain in book["gain_by_category"].items()
            )
            out.print(f"  gain by kind: {', '.join(gains)}", markup=False)


def _settings(document: dict[str, Any]) -> None:
    """Prints the settings side by side, if there are several."""
    if len(document["by_setting"]) < 2:
        return
    table = plain_table(None, "setting", "questions", "right", "95% interval", "unreadable")
    for one in document["by_setting"]:
        name = f"{_examples(one['shots'])}, {one['prompt']} prompt"
        _row(table, name, one["n"], one["accuracy"], f"{one['unreadable']}")
    stdout().print(table)


def _against(document: dict[str, Any]) -> None:
    """Prints the comparison with another model."""
    out, other = stdout(), document["against"]
    if other:
        if other["refused"]:
            out.print(f"Against {other['model']}: {other['refused']['text']}", markup=False)
        else:
            out.print(
                f"Against {other['model']}: {other['difference']:+.2%} over {other['n']:,} questions; only this one right "
                f"{other['only_first']}, only that one {other['only_second']}, McNemar p = {other['p']:.4f}",
                markup=False,
            )


def _examples(count: int) -> str:
    return "no examples" if count == 0 else f"{count} example{'' if count == 1 else 's'}"


def show_check(result: QuizCheckResult) -> None:
    """Prints counts, then one fault per line."""
    out = stdout()
    answers = ", ".join(f"{letter} {count:,}" for letter, count in result.answers.items())
    out.print(
        f"{result.questions:,} questions about {result.titles:,} novels; answers {answers}", markup=False
    )
    for name, value in result.baselines.items():
        out.print(f"  {name.replace('_', ' '):9} {value:.2%}", markup=False)
    for fault in result.faults[:_FAULTS]:
        where = "the set" if fault.row is None else called(fault.row + 1, fault.line)
        out.print(f"  {where}: {fault.detail}", markup=False)
    if len(result.faults) > _FAULTS:
        out.print(f"  and {len(result.faults) - _FAULTS} more in --json")
    for pair in result.duplicates:
        first, second = (called(row + 1, line) for row, line in zip(pair.rows, pair.lines, strict=True))
        out.print(
            f"  {first} and {second} ask the same (by {pair.by}, {pair.likeness:.2f}): {pair.questions[1]}",
            markup=False,
        )
    if not result.faults and not result.duplicates:
        out.print("No faults found.")


def show_labels(result: QuizClassifyResult, language: str) -> None:
    """Prints the number of questions of each kind, the sources of the labels, and their agreement."""
    table = plain_table(None, "kind", "questions")
    for kind, count in result.by_category.items():
        table.add_row(names(language)[kind], f"{count:,}")
    if result.unlabelled:
        table.add_row("unlabelled", f"{len(result.unlabelled):,}")
    stdout().print(table)
    for source, count in result.by_source.items():
        stdout().print(f"{count:,} labels by {source}", markup=False)
    for source, agreed in (result.agreement.by_source if result.agreement else {}).items():
        stdout().print(
            f"Against {agreed.n:,} given labels ({source}): accuracy {agreed.accuracy}, kappa {agreed.kappa}"
        )
    stdout().print(f"Written to {result.output}", markup=False, soft_wrap=True)


def show_difficulty(result: QuizDifficultyResult, quiz: QuizSet) -> None:
    """Prints the panel, how many questions are how hard, and the questions that better models get wrong more often."""
    out = stdout()
    for model, accuracy in result.models.items():
        out.print(f"{model}: {'no answers' if accuracy is None else f'{accuracy:.2%}'} right", markup=False)
    table = plain_table(None, "difficulty", "questions")
    for how, count in result.counts.items():
        table.add_row(how, f"{count:,}")
    out.print(table)
    odd = [each for each in result.questions if each.discrimination is not None and each.discrimination < 0]
    if odd:
        out.print("Better models get these wrong more often; look at their keys:")
    texts = {each.row: each for each in quiz.questions}
    for each in sorted(odd, key=lambda one: (one.discrimination or 0, one.row))[:_FAULTS]:
        name = called(each.row + 1, texts[each.row].line)
        out.print(f"  {name} ({each.discrimination:+.2f}): {texts[each.row].text}", markup=False)
    out.print(f"Written to {result.output}", markup=False, soft_wrap=True)


def show_made(made: Made, result: QuizMakeResult) -> None:
    """Prints which drafts passed, and which were rejected and why."""
    table = plain_table(None, "kind", "drafted", "passed")
    kinds = Counter(one.category for one in made.questions)
    back = Counter(one.category for one in made.sent_back)
    for kind, name in names("en").items():
        if kinds[kind] + back[kind]:
            table.add_row(name, f"{kinds[kind] + back[kind]}", f"{kinds[kind]}")
    stdout().print(table)
    for why, count in Counter(str(one.why) for one in made.sent_back).most_common():
        stdout().print(f"{count} sent back: {why}", markup=False)
    wrong = sum(len(one.options) - 1 for one in made.questions)
    strange = sum(map(len, made.strange.values()))
    if strange:
        stdout().print(f"{strange} of {wrong} wrong options: nothing in the book bears them out")
    _show_agreement(made.agreement)
    for notice in result.notices:
        stdout().print(f"note: {notice}", markup=False)
    stdout().print(
        f"Written to {result.output}; the next step is `fabula quiz review`", markup=False, soft_wrap=True
    )


def show_redrafts(result: QuizRedraftResult) -> None:
    """Prints each new draft under what it replaces, then the questions that stay as they were."""
    out = stdout()
    for each in result.redrafted:
        out.print(f"  question {each.row + 1}: {each.before}\n    → {each.after.question}", markup=False)
    for left in result.left:
        out.print(f"  question {left.row + 1} stays: {left.why}", markup=False)
    if not result.redrafted and not result.left:
        out.print("No question was sent back.")
    out.print(f"Written to {result.output}, for `fabula quiz review`", markup=False, soft_wrap=True)


def show_reviews(result: QuizReviewResult) -> None:
    """Prints the state of the questions, and how far the two reviewers agree."""
    stdout().print(
        f"{result.questions} questions: {len(result.passed)} passed, {len(result.sent_back)} sent back,"
        f" {len(result.waiting)} waiting"
    )
    for one in result.sent_back:
        for by in one.by:
            stdout().print(
                f"  question {one.row + 1}: {by.reviewer} rejects {', '.join(by.checks)}. {by.note}",
                markup=False,
            )
    _show_agreement(result.agreement)


def _show_agreement(agreement: Mapping[str, CheckAgreement]) -> None:
    """Prints how far two reviewers agree, unless no question was seen by two."""
    table = plain_table(None, "check", "yes", "seen by two", "same answer", "kappa")
    for name, agreed in agreement.items():
        if agreed.yes is None:
            continue
        same = "" if agreed.same is None else f"{agreed.same:.0%}"
        table.add_row(name, f"{agreed.yes:.0%}", str(agreed.n), same, str(agreed.kappa))
    if any(agreed.n for agreed in agreement.values()):
        stdout().print(table)


def show_import(result: QuizImportResult) -> None:
    """Prints how many questions were read, and why others were left out."""
    stdout().print(f"{result.questions:,} questions in {result.output}", markup=False, soft_wrap=True)
    for reason, count in result.left_out.items():
        stdout().print(f"{count:,} left out: {reason}", markup=False)


def show_export(result: QuizExportResult, questions: int, folder: Path) -> None:
    """Prints what was written, and which questions were left out."""
    names = ", ".join(Path(name).name for name in result.files)
    stdout().print(f"{questions - len(result.left_out):,} questions in {folder}: {names}", markup=False)
    if result.left_out:
        rows = ", ".join(str(row + 1) for row in result.left_out)
        stdout().print(f"Left out because their key names no option: questions {rows}", markup=False)


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
