"""The report as Markdown: for a repository, an email or a diff."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fabula.reports.first_look import quoted
from fabula.reports.labels import labels, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabula.reports.labels import Labels

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(report: Mapping[str, Any], language: str = "") -> str:
    """Everything on the page except the passages around its quotations: of what a report says, in words. `language` is the
    reader's, if it is not the book's."""
    say = labels(language or report["language"], *report["labels"])
    lines = [*_head(report, say), *_aspects(report, say), *_synopsis(report, say)]
    lines += [f"## {say('nav.course')}", ""] if report["figures"] else []
    for figure in report["figures"]:
        lines += [
            f"![{_plain(say.paired(figure['title'], figure['alt']))}](figures/{figure['name']}.svg)",
            "",
        ]
    lines += [*_people(report, say), *_craft(report, say), *_findings(report, say), *_rest(report, say)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _between(score: Mapping[str, Any], say: Labels) -> str:
    """The bounds of a score; they bring their unit where no value before them has it."""
    return say.aside(
        say("range" if score["value"] else "range_of_stars", low=score["low"], high=score["high"])
    )


def _head(report: Mapping[str, Any], say: Labels) -> Iterator[str]:
    yield f"# {_plain(report['title'] or say('untitled'))}"
    yield ""
    if report["author"]:
        yield _plain(say("by", author=report["author"])) + "\n"
    if report["of_plan"]:
        yield say("of_plan") + "\n"
    for score in report["verdict"]:
        value = (
            f"**{score['value']}** {say('of')} {score['out_of']}"
            if score["value"]
            else f"**{score['instead']}**"
        )
        bounds = _between(score, say) if score["low"] else ""
        notes = [_plain(note) for note in score["notes"]]
        who = score["who"] + say.aside(_plain(score["by"]))
        yield "- " + say.paired(who, say.clauses([value + bounds, *notes]))
    yield ""
    yield f"**{say('verdict.sure')}** {_plain(say.prose(report['sure']))}"
    yield ""
    yield _quoted(report["assessment"])
    yield ""


def _aspects(report: Mapping[str, Any], say: Labels) -> Iterator[str]:
    if not report["aspects"]:
        return
    yield f"## {say('nav.aspects')}\n"
    yield say("aspects.lead_judged" if report["judged"] else "aspects.lead_readers") + "\n"
    for aspect in report["aspects"]:
        found, label = aspect["estimate"], _plain(aspect["label"])
        score = say("aspects.missing") if found is None else plain(found["score"])
        if found is not None and found["low"] is not None and found["high"] is not None:
            score += say.aside(say("range", low=plain(found["low"]), high=plain(found["high"])))
        if not report["judged"]:
            yield "- " + say.paired(label, score)
            continue
        yield f"### {say.paired(label, score)}\n"
        yield _quoted(aspect["critique"]) + "\n"
        if aspect["parts"]:
            yield say.clauses(f"{_plain(name)} {plain(value)}" for name, value in aspect["parts"]) + "\n"
        yield from (_evidence(one, say) for one in aspect["evidence"])
        yield ""
    yield ""


def _evidence(one: Mapping[str, Any], say: Labels) -> str:
    verified = one["verified"]
    where = say("chapter_short", n=one["chapter"]) if verified else f"**{say('aspects.unverified')}**"
    return f"- {_plain(quoted(one['quote']))}{say.aside(where)}"


def _synopsis(report: Mapping[str, Any], say: Labels) -> Iterator[str]:
    if report["synopsis"]:
        yield f"## {say('nav.synopsis')}\n"
        yield say("synopsis.lead") + "\n"
        for key, told in report["synopsis"]:
            yield f"### {say(f'synopsis.{key}')}\n"
            for one in told:
                name = f"**{_plain(_line(one['name']))}** " if one["name"] else ""
                chapters = say.aside(one["chapters"]) if one["chapters"] else ""
                yield f"- {name}{_plain(_line(one['text']))}{chapters}"
            yield ""


def _people(report: Mapping[str, Any], say: Labels) -> Iterator[str]:
    if not report["cast"]:
        return
    yield f"## {say('nav.people')}\n"
    yield f"| {say('people.name')} | {say('people.also')} | {say('people.named')} | {say('people.from_to')} |"
    yield "|---|---|---:|---:|"
    for person in report["cast"]:
        span = f"{person['first']}–{person['last']}" if person["first"] is not None else ""
        times = "" if person["mentions"] is None else person["mentions"]
        yield f"| {_plain(person['name'])} | {_plain(person['also'])} | {times} | {span} |"
    yield ""


def _craft(report: Mapping[str, Any], say: Labels) -> Iterator[str]:
    if report["measured"]:
        yield f"## {say('nav.craft')}\n"
        yield from (f"- {say.paired(name, value)}" for name, value in report["craft"])
        yield ""


def _findings(report: Mapping[str, Any], say: Labels) -> Iterator[str]:
    if not report["measured"]:
        return
    yield f"## {say('nav.findings')}\n"
    if not report["findings"]:
        yield say("findings.clean") + "\n"
    for severity, rows in report["findings"]:
        yield f"### {say(f'findings.{severity}')}\n"
        yield from (_finding(one, say) for one in rows)
        yield ""
    if report["findings_rest"]:
        shown, more = report["findings_shown"], report["findings_more"]
        folded = say("findings.rest", shown=shown, n=more) if shown else say("findings.seldom", n=more)
        yield f"### {folded}\n"
        yield from (_finding(one, say) for _, rows in report["findings_rest"] for one in rows)
        yield ""


def _finding(one: Mapping[str, Any], say: Labels) -> str:
    place = say("chapter_short", n=one["chapter"])
    said = say.prose([_plain(one["said"]), _plain(quoted(one["quote"]))])
    return "- " + say.paired(f"**{one['kind']}**{say.comma}{place}", said)


def _rest(report: Mapping[str, Any], say: Labels) -> Iterator[str]:
    if report["instructions"]:
        yield f"## {say('nav.instructions')}\n"
        kind = "embedded" if not report["judged"] else "kept" if report["instructions_kept"] else "masked"
        yield say(f"instructions.lead_{kind}") + "\n"
        for one in report["instructions"]:
            where = "chapter_short" if one["part"] == "text" else f"instruction_part.{one['part']}"
            why = _plain(say(f"instruction.{one['why']}"))
            shown = f"{_plain(quoted(one['quote']))}{say.aside(why)}"
            yield "- " + say.paired(say(where, n=one["chapter"]), shown)
        yield ""
    if report["comparables"]:
        yield f"## {say('nav.comparable')}\n"
        for row in report["comparables"]:
            notes = [say("comparable.rating", value=f"{row['rating']:.2f}")]
            notes += [
                say(f"comparable.{name}", labels=row[name]) for name in ("rewarded", "blamed") if row[name]
            ]
            author = say.comma + row["author"] if row["author"] else ""
            yield "- " + say.paired(_plain(row["title"] + author), say.clauses(notes))
        yield ""
    yield f"## {say('nav.honesty')}\n"
    yield from (f"{line}\n" for line in report["limits"])
    yield from (f"- {_plain(line)}" for line in report["missing"])
    yield from (f"- {say.paired(say('honesty.trouble'), _plain(told))}" for _, told in report["troubles"])
    yield f"\n## {say('nav.made')}\n"
    yield report["made"]["cost"] + "\n"
    yield f"`{report['made']['signature']}`"


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
