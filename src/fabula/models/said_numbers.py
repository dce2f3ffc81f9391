"""The number that a judge says: `85`, `4.5 out of 5`, `6,5`, `８５分`, `eight out of ten`, `七分半`, `★★★★☆`, `80 percent`.

A number is read where only one is possible, with the maximum that it names. Where a choice is left there is no number: a
range (`7-8`), a letter (`B+`), a bound (`<50`), a guess (`about 70`), two numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from fabula.languages.language import each_with
from fabula.languages.numerals import spoken

_LONGEST = 400
_HUNDRED, _FIVE = 100.0, 5.0
_THOUSANDS = r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?"
_DECIMALS = r"[-+]?\d+,\d{1,2}"
"""With a comma, as most of Europe writes them."""
_FIGURES = rf"(?:{_THOUSANDS}(?!\d)|{_DECIMALS}(?![\d,])|[-+]?\d+(?:\.\d+)?|[-+]?\.\d+)"
_FULL, _EMPTY = "[★⭐🌟●■]", "[☆✩○□]"
_DRAWN = re.compile(
    rf"(?P<full>{_FULL}(?:\s?{_FULL})*)\s?(?P<half>\.5)?\s?(?P<empty>{_EMPTY}(?:\s?{_EMPTY})*)?(?:\s?\((?P<again>[^()]+)\))?"
)
_BEFORE = re.compile(r"(?:[#>*_`\"'(\[{\s]|-\s)+")
_AFTER = re.compile(r"[\s*_`\"'.。!)\]}]+\Z")
_LABEL = re.compile(r"[^\d:=]{1,60}[:=](?![:=])")
_REMARK = re.compile(r"(?:\s*[(,;—]|\s[-–]\s)[^\d]*\Z")
"""What may follow a score: (strong), ` - it holds`."""
_GOES_ON = r"(?!\d|[.,:]\d|[a-z%+?]|\s*(?:[-–—~±→]|->|to\b|or\b|au?\b|bis\b|至|到)\s*\d)"
"""A number that goes on, or the first of two, is not read."""


@dataclass(frozen=True, slots=True)
class Said:
    """A number, and what it is counted to."""

    value: float | int
    of: float | None = None
    """The maximum that stands beside it."""
    stars: bool = False
    """It counts stars."""

    def on(self, top: float | None) -> float | int | None:
        """The number where it counts to `top`; None where it says that it counts to something else."""
        if self.of is not None:
            return self.value if self.of == top else None
        return None if self.stars and top not in (None, _FIVE) else self.value


def said(text: str) -> Said | None:
    """The one number that a phrase says."""
    if len(text) > _LONGEST:
        return None
    plain = _plain(text)
    return _whole(plain) or _whole(_REMARK.sub("", plain), remarked=True)


def said_first(text: str) -> Said | None:
    """The number in figures or stars that a line begins with, whatever follows."""
    plain = _plain(text[:_LONGEST])
    found = _beginning().match(plain)
    if not found:
        return None
    top = _maximum().search(plain, found.start("number"))
    return said(plain[: max(found.end(), top.end() if top else 0)])


def _plain(text: str) -> str:
    """The text in one width and one case, with halves as decimals."""
    halved = re.sub(r"\s?½", ".5", text.replace("\ufe0f", ""))
    return unicodedata.normalize("NFKC", halved).strip().lower()


def _whole(plain: str, *, remarked: bool = False) -> Said | None:
    bare = _AFTER.sub("", _bare(plain))
    if remarked and not re.search(rf"\d|{_FULL}", bare):
        return None  # words are a score only where nothing else is said
    if found := _drawn(plain) or _counted(bare) or _of_maximum(bare):
        return found
    rest = _bare(_LABEL.sub("", bare, count=1))
    return None if rest == bare else _drawn(rest) or _counted(rest)


def _bare(plain: str) -> str:
    found = _BEFORE.match(plain)
    return plain[found.end() :] if found else plain


def _drawn(plain: str) -> Said | None:
    """`★★★★☆`: four of five. What stands beside it in brackets must be the same."""
    found = _DRAWN.fullmatch(plain)
    if not found:
        return None
    full, empty = (len(re.sub(r"\s", "", found[name] or "")) for name in ("full", "empty"))
    value = full + 0.5 if found["half"] else full
    whole = float(full + empty + bool(found["half"])) if empty else None
    drawn = Said(value, whole, stars=True)
    again = said(found["again"]) if found["again"] else drawn
    same = again is not None and again.value == value and (whole is None or again.of in (None, whole))
    return (replace(drawn, of=again.of) if again and whole is None else drawn) if same else None


def _of_maximum(bare: str) -> Said | None:
    """A score whose maximum stands before it or after it: `满分10分，8分`."""
    for pattern in _maxima():
        found = pattern.fullmatch(bare)
        top = _amount(_named(found, "top")) if found else None
        if found and top:
            score = _amount(_AFTER.sub("", _bare(found["rest"])))
            return replace(score, of=float(top.value)) if score else None
    return None


def _counted(rest: str) -> Said | None:
    """An amount, a percentage, or an amount of a maximum."""
    if (found := _percent().fullmatch(rest)) and (share := _amount(_named(found, "n"))) is not None:
        return replace(share, of=_HUNDRED)
    if alone := _amount(rest):
        return alone
    parts = _of().split(rest)
    if len(parts) != 2:
        return None
    value, top = (_amount(re.sub(r"^[\s*_`(\[]+|[\s*_`)\]]+$", "", each)) for each in parts)
    return None if value is None or top is None else replace(value, of=float(top.value))


def _amount(text: str) -> Said | None:
    """A number in figures or words, with what it counts."""
    counted = _unit().fullmatch(text)
    body, stars = (counted["body"], bool(counted["stars"])) if counted else (text, False)
    if counted and (half := counted["half"]):
        body += half
    digits = body.strip(" *_`'\"()[]")
    if re.fullmatch(_FIGURES, digits):
        return Said(_figures(digits), stars=stars)
    value = None if re.search(r"\d", body) else spoken(body)
    return None if value is None else Said(value, stars=stars)


def _figures(digits: str) -> float | int:
    if re.fullmatch(_DECIMALS, digits):
        digits = digits.replace(",", ".")
    digits = digits.replace(",", "")
    return float(digits) if "." in digits else int(digits)


def _words(name: str) -> Iterator[str]:
    """This pattern of every language that has one."""
    for language in each_with("scores"):
        pattern = getattr(language.scores, name)
        yield from ([pattern] if isinstance(pattern, str) and pattern else pattern)


def _named(found: re.Match[str], name: str) -> str:
    """The one group of several alternatives that matched."""
    return next(text for key, text in found.groupdict().items() if text and key.startswith(name))


def _each(patterns: Iterator[str], name: str, number: str) -> str:
    """The patterns as alternatives, each with a group for its number."""
    return "|".join(each.replace("N", f"(?P<{name}{place}>{number})") for place, each in enumerate(patterns))


@cache
def _unit() -> re.Pattern[str]:
    stars = "|".join((_FULL, *_words("stars")))
    halves = "|".join(
        re.escape(each)
        for each in dict.fromkeys(language.numerals.half for language in each_with("numerals"))
        if each
    )
    return re.compile(
        rf"(?P<body>.+?)\s*(?:(?P<stars>{stars})|(?:{'|'.join(_words('points'))}))(?P<half>{halves})?[\s.]*"
    )


@cache
def _of() -> re.Pattern[str]:
    return re.compile("|".join(("/", *_words("of"))))


@cache
def _percent() -> re.Pattern[str]:
    return re.compile(_each(iter((r"N\s?%", *_words("percent"))), "n", ".+?"))


@cache
def _maxima() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A maximum before a score, and one after it."""
    known = _maximum().pattern
    return (
        re.compile(rf"[^\d:=]{{0,40}}?(?:{known})(?:\s*[:=,)]+|(?<=[^\x00-\u02ff]))\s*(?P<rest>\S.*)"),
        re.compile(rf"(?P<rest>.+?)\s*[,(]?\s*(?:{known})\s*\)?"),
    )


@cache
def _maximum() -> re.Pattern[str]:
    return re.compile(
        _each(_words("maximum"), "top", rf"(?:{_FIGURES}(?![\d.,])|[^\W\d]+?(?![a-zà-ÿа-яё]|\s+[a-z]))")
    )


@cache
def _beginning() -> re.Pattern[str]:
    unit = "|".join((_FULL, *_words("stars"), *_words("points")))
    amount = rf"{_FIGURES}(?:[\s*_`)\]]*(?:{unit}))?"
    drawn = rf"{_FULL}(?:\s?{_FULL})*\s?(?:\.5)?(?:\s?{_EMPTY})*"
    return re.compile(
        rf"[\s*_`(\[{{]*(?P<number>(?>{drawn}|{amount}(?:\s*%|[\s*_`)\]]*(?:{_of().pattern})[\s*_`(\[]*{amount})?){_GOES_ON})"
    )
