"""What English texts say of dates, deaths and looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from fabula.languages.searching import lines_with
from fabula.languages.topics.continuity import ContinuityRules, Dated

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
    "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
)  # fmt: skip
_DAY = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})"
_WEEKDAY, _MONTH, _YEAR = (
    rf"(?P<weekday>{'|'.join(_DAYS)})",
    rf"(?P<month>{'|'.join(_MONTHS)})",
    r"(?P<year>1[6-9]\d\d|20\d\d)",
)
_DATES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b{_WEEKDAY},? (?:the )?{_DAY}(?: day)?(?: of)? {_MONTH},? {_YEAR}\b",
        rf"\b{_WEEKDAY},? {_MONTH} (?:the )?{_DAY},? {_YEAR}\b",
        rf"\b(?:the )?{_DAY} of {_MONTH},? {_YEAR},? (?:was )?a {_WEEKDAY}\b",
    )
)
_A_YEAR = re.compile(r"[12]\d\d\d")
_FAIR = ("golden", "fair", "blond", "blonde", "yellow", "flaxen")
_DARK = ("black", "dark")
_RED = ("red", "ginger")
_LIKENED = {
    **dict.fromkeys(("barley", "wheat", "corn", "straw", "honey", "gold", "butter"), "fair"),
    **dict.fromkeys(("coal", "jet", "ink", "soot", "ebony", "a raven", "a crow"), "dark"),
    **dict.fromkeys(("copper", "rust", "carrots", "fire"), "red"),
}  # fmt: skip
_COLOUR = (
    rf"(?:(?:as )?(?P<colour>blue|green|brown|{'|'.join((*_FAIR, *_DARK, *_RED))})"
    rf"|the colou?r of (?:(?!a )\w+ )?(?P<likened>{'|'.join(_LIKENED)}))"
)
_HOW = r"(?:(?:very|large|big|bright|deep|pale|soft|clear|keen|cold|warm|steady|long|thick|quick|fine|beautiful|light|tired|kind|small|great|lovely|honest|dark|curly|short|thin|straight|smooth|wavy|silky),? )*"


def _dates(text: str) -> Iterator[Dated]:
    """A date stands in one line, and few lines hold what looks like a year."""
    dated = [*lines_with(_A_YEAR, text)]
    for pattern in _DATES:
        for match in (match for line in dated for match in pattern.finditer(text, *line)):
            digits = re.match(r"\d+", match["day"])
            day = int(digits.group()) if digits else _ORDINALS.index(match["day"].lower()) + 1
            try:
                stated = date(int(match["year"]), _MONTHS.index(match["month"].lower()) + 1, day)
            except ValueError:
                continue
            yield match.start(), match.end(), _DAYS.index(match["weekday"].lower()), stated


RULES = ContinuityRules(
    dates=_dates,
    death=re.compile(
        r"(?: had)?(?: died(?! of (?:laughter|shame)| down| away)| drowned)\b|(?: had been| was)(?:(?: \w+){1,5} and)?(?: killed| murdered| hanged| buried)\b"
        r"|(?: was| lay| is) dead\b(?! to| tired| set| sure| against| silent| asleep| drunk| white)"
    ),
    dead_before=re.compile(r" had\b"),
    doubted=re.compile(
        r"\b(?:(?:when|until|till|before|after|because|since) (?:[\w.]+ )?$|(?:if|unless|though|thought|think|believed?|dream(?:ed|t)?|fear(?:ed|s)?|hoped?|wish(?:ed)?|"
        r"suppose[ds]?|pretend(?:ed)?|said|say|says|told|heard|imagined?|whether|not|nearly|almost)\b[^!?]*$)",
        re.I,
    ),
    dying=re.compile(
        r"\b(?:died?|dies|dying|dead|deaths?|killed|slain|slew|murder(?:s|ed)?|buried|burial|funeral|hanged|executed|execution|"
        r"drowned|graves?|coffin|corpse|carcass|lifeless|perish(?:ed)?|suicide|fatal)\b",
        re.I,
    ),
    traits=(
        re.compile(rf"['’]s {_HOW}{_COLOUR} (?P<part>eyes|hair)\b"),
        re.compile(rf"['’]s (?P<part>eyes|hair),?(?: which| that)? (?:was|were|is|are) {_HOW}{_COLOUR}\b"),
    ),
    traits_of_pronoun=(
        re.compile(rf"\b(?P<who>[Hh]er|[Hh]is) {_HOW}{_COLOUR} (?P<part>eyes|hair)\b"),
        re.compile(rf"\b(?P<who>[Hh]er|[Hh]is) (?P<part>eyes|hair) (?:was|were|is|are) {_HOW}{_COLOUR}\b"),
    ),
    traits_alone=re.compile(
        rf"\b(?:on|upon|over|across|into|caught|lit|touched|had) (?P<part>eyes|hair) (?:that|which) (?:was|were) {_HOW}{_COLOUR}\b"
    ),
    parts=re.compile("eyes|hair"),
    pronouns={"her": "f", "his": "m"},
    colours={
        "eyes": {"blue": "blue", "brown": "brown", "black": "brown", "green": "green"},
        "hair": {
            **dict.fromkeys(_FAIR, "fair"), **dict.fromkeys(_DARK, "dark"), **dict.fromkeys(_RED, "red"), **_LIKENED,
        },
    },
)  # fmt: skip
