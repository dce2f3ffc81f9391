"""A Finding: one thing an author may want to look at, with his own words and their place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from fabula.reading.parsed import Parsed, Span

Severity = Literal["high", "medium", "low"]
ORDER: tuple[Severity, ...] = ("high", "medium", "low")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was measured, how much it matters, and a verbatim quotation at `offset` of chapter `chapter`."""

    kind: str
    """`repeated-phrase`, `crutch-word`, ...: the report groups by it."""
    severity: Severity
    text: str
    quote: str
    chapter: int
    offset: int


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings worth an author's time, the gravest first, and how many more of a kind there are."""

    shown: tuple[Finding, ...]
    more: dict[str, int]


def finding(
    kind: str, severity: Severity, text: str, chapter: Parsed, offset: int, quoted: Span | None = None
) -> Finding:
    """A finding at an offset, with the sentence that stands there or the span that is given."""
    start, end = quoted or chapter.sentence_at(offset)
    return Finding(
        kind, severity, text, chapter.chapter.text[start:end].rstrip(), chapter.chapter.number, start
    )


def most_useful(ranked: Iterable[Finding], per_kind: int) -> Findings:
    """Keep the first `per_kind` of each kind (finders rank their own), gravest first, and count the rest."""
    kept: list[Finding] = []
    seen: dict[str, int] = {}
    for finding in ranked:
        seen[finding.kind] = seen.get(finding.kind, 0) + 1
        if seen[finding.kind] <= per_kind:
            kept.append(finding)
    kept.sort(key=lambda finding: ORDER.index(finding.severity))
    return Findings(tuple(kept), {kind: n - per_kind for kind, n in seen.items() if n > per_kind})
