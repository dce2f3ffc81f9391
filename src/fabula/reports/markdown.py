"""The report as Markdown: for a repository, an email or a diff."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabula.reading.findings import ORDER
from fabula.reports.cost import cost_words
from fabula.reports.labels import labels_for, plain
from fabula.reports.sureness import how_sure, limits
from fabula.reports.synopsis import synopsis
from fabula.reports.tables import cast_rows, craft_rows
from fabula.reports.view import comparable_rows, missing, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabula.judging.evaluation import Evaluation
    from fabula.reading.findings import Finding
    from fabula.reports.figure import Figure
    from fabula.reports.labels import Labels
    from fabula.rubrics.verdict import Evidence

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(evaluation: Evaluation, figures: Sequence[Figure], language: str = "") -> str:
    """Everything on the page except the passages around its quotations."""
    say = labels_for(evaluation.book, language)
    lines = [*_head(evaluation, say), *_aspects(evaluation, say), *_synopsis(evaluation, say)]
    lines += [f"## {say('nav.course')}", ""] if figures else []
    for figure in figures:
        lines += [f"![{_plain(figure.title + ': ' + figure.alt)}](figures/{figure.name}.svg)", ""]
    lines += [
        *_people(evaluation, say),
        *_craft(evaluation, say),
        *_findings(evaluation, say),
        *_rest(evaluation, say),
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _head(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    book = evaluation.book
    yield f"# {_plain(book.title or say('untitled'))}"
    yield ""
    if book.author:
        yield _plain(say("by", author=book.author)) + "\n"
    if evaluation.of_plan:
        yield say("of_plan") + "\n"
    for score in verdict(evaluation, say):
        value = f"**{score.value}** {say('of')} {score.out_of}" if score.value else f"**{score.instead}**"
        bounds = f" ({say('range', low=score.low, high=score.high)})" if score.low else ""
        yield f"- {score.who} ({_plain(score.by)}): {value}{bounds}; {_plain('; '.join(score.notes))}".removesuffix(
            "; "
        )
    yield ""
    yield f"**{say('verdict.sure')}** {_plain(say.prose(how_sure(evaluation, say)))}"
    yield ""
    yield _quoted(evaluation.assessment)
    yield ""


def _aspects(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    if not evaluation.verdicts and not any(aspect.estimate for aspect in evaluation.aspects):
        return
    yield f"## {say('nav.aspects')}\n"
    yield say("aspects.lead_judged" if evaluation.verdicts else "aspects.lead_readers") + "\n"
    for aspect in evaluation.aspects:
        found = aspect.estimate
        score = say("aspects.missing") if found is None else plain(found.score)
        if found is not None and found.low is not None and found.high is not None:
            score += f" ({say('range', low=plain(found.low), high=plain(found.high))})"
        if not evaluation.verdicts:
            yield f"- {_plain(aspect.label)}: {score}"
            continue
        yield f"### {_plain(aspect.label)}: {score}\n"
        yield _quoted(aspect.critique) + "\n"
        if aspect.parts:
            yield "; ".join(f"{_plain(label)} {plain(value)}" for label, value in aspect.parts.items()) + "\n"
        yield from (_evidence(one, say) for one in aspect.evidence)
        yield ""
    yield ""


def _evidence(one: Evidence, say: Labels) -> str:
    where = say("chapter_short", n=one.chapter) if one.verified else f"**{say('aspects.unverified')}**"
    return f"- “{_plain(_line(one.quote))}” ({where})"


def _synopsis(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    found = synopsis(evaluation, say)
    if found is not None:
        yield f"## {say('nav.synopsis')}\n"
        yield say("synopsis.lead") + "\n"
        for key, told in found.parts:
            yield f"### {say(f'synopsis.{key}')}\n"
            for one in told:
                name = f"**{_plain(_line(one.name))}** " if one.name else ""
                yield f"- {name}{_plain(_line(one.text))}{f' ({one.chapters})' if one.chapters else ''}"
            yield ""


def _people(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    cast = cast_rows(evaluation, say)
    if not cast:
        return
    yield f"## {say('nav.people')}\n"
    yield f"| {say('people.name')} | {say('people.also')} | {say('people.named')} | {say('people.from_to')} |"
    yield "|---|---|---:|---:|"
    for person in cast:
        span = f"{person.first}–{person.last}" if person.first is not None else ""
        yield f"| {_plain(person.name)} | {_plain(person.also)} | {'' if person.mentions is None else person.mentions} | {span} |"
    yield ""


def _craft(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    if evaluation.measured is None:
        return
    yield f"## {say('nav.craft')}\n"
    yield from (f"- {name}: {value}" for name, value in craft_rows(evaluation.measured.craft, say))
    yield ""


def _findings(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    if evaluation.measured is None:
        return
    found = evaluation.measured.findings
    yield f"## {say('nav.findings')}\n"
    if not found.shown:
        yield say("findings.clean") + "\n"
    for severity in ORDER:
        rows = [one for one in found.shown if one.severity == severity]
        if rows:
            yield f"### {say(f'findings.{severity}')}\n"
        yield from (_finding(one, say) for one in rows)
        yield ""
    if found.rest:
        yield f"### {say('findings.rest', shown=len(found.shown), n=len(found.rest))}\n"
        yield from (_finding(one, say) for one in found.rest)
        yield ""


def _finding(one: Finding, say: Labels) -> str:
    place = say("chapter_short", n=one.chapter)
    return f"- **{say.known('finding', one.kind)}**, {place}: {_plain(say.notice(one.notice))} “{_plain(_line(one.quote))}”"


def _rest(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    if evaluation.instructions:
        yield f"## {say('nav.instructions')}\n"
        kind = (
            "lead_embedded"
            if not evaluation.verdicts
            else "lead_kept"
            if evaluation.instructions_kept
            else "lead_masked"
        )
        yield say(f"instructions.{kind}") + "\n"
        for one in evaluation.instructions:
            where = "chapter_short" if one.part == "text" else f"instruction_part.{one.part}"
            yield f"- {say(where, n=one.chapter)}: “{_plain(_line(one.quote))}” ({_plain(say(f'instruction.{one.why}'))})"
        yield ""
    if evaluation.comparables:
        yield f"## {say('nav.comparable')}\n"
        for row in comparable_rows(evaluation, say):
            notes = [say("comparable.rating", value=f"{row['rating']:.2f}")]
            notes += [
                say(f"comparable.{name}", labels=row[name]) for name in ("rewarded", "blamed") if row[name]
            ]
            author = f", {row['author']}" if row["author"] else ""
            yield f"- {_plain(row['title'] + author)}: {'; '.join(notes)}"
        yield ""
    yield f"## {say('nav.honesty')}\n"
    yield from (f"{line}\n" for line in limits(evaluation, say))
    yield from (f"- {_plain(line)}" for line in missing(evaluation, say))
    yield from (
        f"- {say('honesty.trouble')}: {_plain(say.notice(one.trouble))}"
        for one in evaluation.verdicts
        if one.trouble
    )
    yield f"\n## {say('nav.made')}\n"
    yield cost_words(evaluation, say) + "\n"
    yield f"`{evaluation.signature}`"


def _plain(text: str) -> str:
    """Text with its Markdown escaped."""
    return _SPECIAL.sub(r"\\\1", text)


def _line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    """A judge's own words. Its Markdown stays, but it cannot open HTML or our headings."""
    lines = (
        line.replace("<", "&lt;").lstrip("# ") if line.lstrip().startswith("#") else line.replace("<", "&lt;")
        for line in text.splitlines()
    )
    return "\n".join(lines)
