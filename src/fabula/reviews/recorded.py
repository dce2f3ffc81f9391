"""Structured reviews that models wrote in Markdown: headings, viewpoints, a conclusion, a rating."""

from __future__ import annotations

import re

from fabula.reviews.structured import NamedAspect, StructuredReview

_SECTION = re.compile(
    r"^[ \t]*(?:#+[ \t]*)?\**[ \t]*(?P<name>aspects?|conclusions?|rating scores?|ratings?|scores?|方面|结论|总结|评分)"
    r"[ \t]*[:：]?[ \t]*\**[ \t]*[:：]?(?P<rest>.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(
    r"^(?P<indent>[ \t]*)(?:[-*+•]|\d+[.)])?[ \t]*(?:#+[ \t]*)?\*\*(?P<name>[^*\n]+?)[:：]?\*\*[ \t]*[:：]?[ \t]*(?P<rest>.*)$"
)
_BULLET = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+")
_NUMBER = r"(?<![\d.,/])(?P<score>\d(?:[.,]\d+)?)(?![\d])(?P<half>\s*(?:½|1/2))?"
_STARS = re.compile(
    rf"{_NUMBER}\s*(?:(?:out\s+of|/)\s*(?P<top>100|10|5)(?!\d)|(?:\w+\s+)?stars?\b|[⭐★✨🌟]|星|分)",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"^[\s\-*•]*{_NUMBER}[\s*.!]*(?:$|\n|rounded)", re.IGNORECASE)
_RANGE = re.compile(r"\d\s*(?:-|–|to|or|~|到|至)\s*\d(?:\.\d+)?\s*(?:stars?|[⭐★]|/|星|分)", re.IGNORECASE)
_OVERALL = re.compile(r"overall|final|total|总体|综合|总评", re.IGNORECASE)
_WISHED = re.compile(
    r"can['’]t|cannot|couldn['’]t|wish|almost|would have|potential|desire|不能|差点", re.IGNORECASE
)
_NONE = re.compile(
    r"\bno\b[^.\n]*\b(?:rating|score)|not (?:specified|explicitly|mentioned|provided)|\bimpl(?:ied|ies)\b|未提|没有",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^)]*\)|（[^）]*）")
_AND_A_HALF = re.compile(r"\band a half\b", re.IGNORECASE)
_GLYPH = re.compile("[★⭐🌟]")


def read_recorded(text: str) -> StructuredReview:
    """Parse one recorded output. Missing parts stay empty. A rating counts only if it is written as one."""
    sections = _sections(text)
    return StructuredReview(
        aspects=_aspects(sections.get("aspects", "")),
        conclusion=" ".join(sections.get("conclusion", "").replace("**", "").split()),
        rating=_rating(sections.get("rating", "")),
    )


def _sections(text: str) -> dict[str, str]:
    marks = [match for match in _SECTION.finditer(text) if _is_section(match)]
    found: dict[str, str] = {}
    ends = [*(mark.start() for mark in marks), len(text)][1:]
    for mark, end in zip(marks, ends, strict=False):
        kind = _kind(mark["name"].lower())
        if kind not in found:
            found[kind] = f"{mark['rest']}\n{text[mark.end() : end]}"
    return found


def _is_section(mark: re.Match[str]) -> bool:
    """A section is marked as a heading; a sentence that begins with the same word is not a section."""
    return "**" in mark[0] or mark[0].lstrip().startswith("#") or not mark["rest"].strip()


def _kind(name: str) -> str:
    if name.startswith(("aspect", "方面")):
        return "aspects"
    return "conclusion" if name.startswith(("conclusion", "结论", "总结")) else "rating"


def _aspects(text: str) -> list[NamedAspect]:
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading and _opens(heading, bool(found)):
            found.append((heading["name"].strip(" :："), []))
            rest = heading["rest"].strip()
        else:
            rest = _BULLET.sub("", line).strip()
        if rest and found:
            bulleted = bool(_BULLET.match(line)) or not found[-1][1]
            if bulleted:
                found[-1][1].append(rest)
            else:
                found[-1][1][-1] += f" {rest}"
    return [NamedAspect(name=name, viewpoints=viewpoints) for name, viewpoints in found if viewpoints]


def _opens(heading: re.Match[str], begun: bool) -> bool:
    """Bold words start an aspect, unless they are indented below one and followed by text. Then they are emphasis."""
    return not begun or len(heading["indent"].expandtabs(4)) < 2 or not heading["rest"].strip()


def _rating(text: str) -> float | None:
    """The stars if the reader gives one number. If there are several, only the overall rating counts."""
    if _NONE.search(text) or _RANGE.search(text):
        return None
    stars = _stated_stars(_ASIDE.sub(" ", text)) or _stated_stars(text)
    return stars + 0.5 if stars is not None and stars % 1 == 0 and _AND_A_HALF.search(text) else stars


def _stated_stars(text: str) -> float | None:
    alone = _ALONE.match(text)
    if alone:
        return _within(_stars(alone))
    lines = [(match, _line(text, match.start())) for match in _STARS.finditer(text)]
    numbers = [
        (_stars(match), bool(_OVERALL.search(line))) for match, line in lines if not _WISHED.search(line)
    ]
    chosen = {stars for stars, overall in numbers if overall} or {stars for stars, _ in numbers}
    if not lines:
        drawn = [line for line in text.splitlines() if _GLYPH.search(line)]
        overall_first = [line for line in drawn if _OVERALL.search(line)] or drawn
        chosen = {float(len(_GLYPH.findall(line))) for line in overall_first}
    return _within(chosen.pop()) if len(chosen) == 1 else None


def _within(stars: float) -> float | None:
    return stars if 0 < stars <= 5 else None


def _stars(match: re.Match[str]) -> float:
    score = float(match["score"].replace(",", ".")) + (0.5 if match["half"] else 0)
    return score * 5 / float(match.groupdict().get("top") or 5)


def _line(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 : at]
