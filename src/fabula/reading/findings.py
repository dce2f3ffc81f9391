"""A Finding: one thing an author may want to look at, with his own words and their place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

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


def told(language: str, key: str, **figures: Any) -> str:
    """What a finding says in the book's language; `key` is its kind, with the form where there are several."""
    return _wordings()[key][language].format(**figures)


def listed(language: str, words: Sequence[str]) -> str:
    """Words one after another, as the language sets them apart."""
    return told(language, "list.comma").join(words)


@cache
def _wordings() -> dict[str, dict[str, str]]:
    text = (files("fabula.reading") / "lexicons" / "findings.toml").read_text(encoding="utf-8")
    by_key: dict[str, dict[str, str]] = {}
    for kind, said in tomllib.loads(text).items():
        by_key |= {kind: said} if "en" in said else {f"{kind}.{form}": each for form, each in said.items()}
    return by_key


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
