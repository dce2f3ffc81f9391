"""What a text says outright of two names: `Jack Dawkins, better known as the Artful Dodger`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from fabula.languages.en.mentions import Sighting
from fabula.languages.en.name_parts import Name
from fabula.languages.en.titles import WIVES
from fabula.languages.lexicons import word_set

_BETWEEN_MOST, _BEFORE_MOST = 60, 200
_CLOSES = (",", ".", ";", ":", "!", "?", ")", "—")
_POSSESSIVE = ("’s", "'s")
_WHO = r"(?:I|we|you|he|she|they|everybody|everyone|people|some|others|his (?:\w+ )?friends|her (?:\w+ )?friends)"
_CALL = r"(?:call(?:s|ed)?|nicknamed|named|dubbed|christened|styled|surnamed)"
_STATES = re.compile(
    rf"""
      ,?\s(?:\w+\s){{0,3}}known\s(?:\w+\s){{0,4}}as
    | ,?\s(?:or,?\s)?as\s{_WHO}\s(?:\w+\s){{0,3}}{_CALL}\s(?:him|her|it)
    | ,?\s(?:whom|that|which)\s{_WHO}\s(?:\w+\s){{0,3}}{_CALL}
    | ,?\swho\s(?:was|is)\s(?:\w+\s){{0,2}}{_CALL}
    | ,\s(?:usually|commonly|always|generally|otherwise)\s(?:\w+\s){{0,2}}{_CALL}
    | ,?\s\(?(?:alias|née|nee|formerly|otherwise|also\scalled|nicknamed|christened)
    | ,?\swhose\s(?:(?:real|right|true|full|own|first|Christian|maiden|proper)\s){{0,2}}name\s(?:was|is)
    | [’']s\s(?:real|right|true|full|Christian|maiden|proper)\sname\s(?:was|is)
    | ,?\s(?:who\s)?(?:had\s)?(?:changed|shortened)\s(?:his|her)\sname\sto
    """,
    re.VERBOSE,
)
_REAL_NAME = re.compile(
    r"\b(?:her|his)\s(?:real|right|true|full|proper)\s(?:Christian\s)?name\s(?:is|was)\s\Z", re.IGNORECASE
)
"""`Her real name is Annie`, of whoever was named last."""
_MARRIED = re.compile(
    r",?\s\(?(?:now|once|formerly|afterwards|later|who\s(?:is|was)\s(?:now|once)|who\sha[sd]\s(?:been|become)|who\sbecame)\s"
    r"|\s(?:had\s|has\s)?(?:then\s|now\s|duly\s|thus\s|at\slast\s)?(?:become|became)\s|\s(?:was|is)\snow\s"
)
"""`Miss Hamilton, now Mrs. Smith`, `Mrs. Weston, who had been Miss Taylor`, `Ada became Mrs. Rusk`."""
_UNREAL = re.compile(
    r"\b(?:if|unless|suppose|supposing|wish|wished|hoped?|should|would|might|dreamt|dreamed|imagined?)\s(?:that\s)?(?:\w+\.?\s)?\Z",
    re.I,
)
"""`If Ada became Mrs. Rusk`: she has not."""
_GIVES_NAME = re.compile(
    r"(?:\b(?:I\sam|I[’']m|[Mm]y\s(?:\w+\s)?name(?:\sis|[’']s)|[Cc]all\sme|[Tt]hey\scall\sme))\s(?:the\s)?\Z"
)
"""`“My name is Nick Chopper”`, said by whoever the tag names."""
_NOT_SO = re.compile(
    r"\b(?:(?:stop|leave\soff|give\sup|quit)\s|(?:don[’']t|do\snot|never|needn[’']t|mustn[’']t|must\snot|not)\s(?:\w+\s){0,2})call(?:ing)?\sme\s\Z",
    re.I,
)
"""`“Stop calling me Mrs. Blair. Call me Suzanne.”`"""
_BUT_SO = re.compile(
    r"(?:,\splease|,\smy\sdear)?[.,;:!—–-]+\s(?:(?:and|but|please|just|only|simply|plain|to\syou|I[’']m|call\sme|say|make\sit|my\sname[’']s|my\sname\sis)\s){0,4}",
    re.I,
)
_TAG = re.compile(r"[,.!][”\"’']\s(?:((?!the\b)\w+)\s)?(?:the\s)?\Z")
_WORD_AFTER = re.compile(r"\s(\w+)")
_TAGGED = re.compile(r"[,.!?—][”\"’']\s(\w+)\s(?:the\s)?\Z")
_GOES_ON = re.compile(r"(?:\s(\w+))?(?:,?\s[\w-]+){0,4}[.,;:]\s[“\"‘']")
"""From a speaker's name to where the speech goes on: `said the Fox, sitting down. “`."""
_MARK = re.compile(r"[”\"]|\n\s*\n")
_TAG_MOST = 40
"""Characters between a name that somebody gives as theirs and the tag's."""
_ESTATE = re.compile(r",\s(?:the\s)?")
_ENDS_ESTATE = re.compile(r"(?!,\s+(?:and|or)\b|,\s+(?:the\s+)?[A-Z])[,.;:!?)—]")
"""`Michael, Duke of Marr, sat down`, which is no list of people."""
_TITLE = re.compile(r"[^\s(]+\s\Z")
_LEADS = re.compile(r",?\s(?:the\s)?[“\"‘'(]?\Z|\s[“\"‘'(]?(?:the\s)?\Z")


_IS_THEIR_NAME = re.compile(
    r"\s?(?:[,(]|[—–―-]{1,2})\s?(?:that|this|which|such)\s(?:was|is)\b[\w ,]{0,40}?\b(?:his|her)\s(?:\w+\s){0,2}name\b"
)
"""`James Orr—that was really his name`, of whoever was named last otherwise."""
_NAMED_LAST = 1_000
"""Characters before it in which they are named."""


def stated(texts: Sequence[str], found: Sequence[Sighting]) -> Counter[tuple[Name, Name]]:
    """Pairs of names that the text calls one person's."""
    counts = Counter((each.name, Name(bare=each.nickname)) for each in found if each.nickname)
    counts.update(_named_otherwise(texts, found))
    for one, other in pairwise(found):
        if one.chapter != other.chapter or one.name == other.name:
            continue
        text, between = texts[one.chapter], other.start - one.end
        if not 1 < between <= _BEFORE_MOST or text[other.end : other.end + 2] in _POSSESSIVE:
            continue
        states = between <= _BETWEEN_MOST and (_states(text, one, other) or _introduces(text, one, other))
        states = states or _is_not_so_called(text, one, other) or _goes_on(text, one, other)
        if states or _is_real_name(text, one.end, other.start):
            counts[one.name, other.name] += 1
    return counts


def _named_otherwise(texts: Sequence[str], found: Sequence[Sighting]) -> Iterator[tuple[Name, Name]]:
    for place, each in enumerate(found):
        if each.name.full and _IS_THEIR_NAME.match(texts[each.chapter], each.end):
            near = takewhile(
                lambda one: one.chapter == each.chapter and each.start - one.end <= _NAMED_LAST,  # noqa: B023
                reversed(found[:place]),
            )
            last = next((one.name for one in near if one.name != each.name), None)
            if last is not None and not last.full:
                yield last, each.name


def _states(text: str, one: Sighting, other: Sighting) -> bool:
    between = _between(text, one, other)
    if other.name.surname.startswith("of ") and _ESTATE.fullmatch(between):
        return _ENDS_ESTATE.match(text, other.end) is not None and text[one.start - 2 : one.start] != ", "
    if between in (" was ", " is ") and _is_aside(text, one.start, other.end):
        return True
    is_wife = (one.name.title in WIVES) != (other.name.title in WIVES)
    if is_wife and text[other.end : other.end + 1] in _CLOSES and _MARRIED.fullmatch(between):
        return not _UNREAL.search(text, max(0, one.start - _TAG_MOST), one.start)
    if between == " (" and text[other.end : other.end + 1] == ")":
        return not (one.name.full and other.name.full)
    states = _STATES.match(between)
    return states is not None and _LEADS.fullmatch(between, states.end()) is not None


def _is_aside(text: str, start: int, end: int) -> bool:
    """`Mellersh—Mellersh was Mr. Wilkins—had gone`: what stands between dashes or in brackets explains a name."""
    return text[start - 1 : start] in ("—", "–", "(") and text[end : end + 1] in ("—", "–", ")")


def _introduces(text: str, one: Sighting, other: Sighting) -> bool:
    """`“I am Colonel Tolland,” said the Stranger.` and `“My name is Mara,” the Fox said.`"""
    if (
        other.start - one.end > _TAG_MOST
        or (one.name.title and other.name.title)
        or (one.name.full and other.name.full)
    ):
        return False
    tag = _TAG.fullmatch(_between(text, one, other))
    if tag is None or not _GIVES_NAME.search(_untitled(text, one, _TAG_MOST)):
        return False
    after = _WORD_AFTER.match(text, other.end)
    return (tag[1] or (after[1] if after else "")).lower() in word_set("en", "speech_verbs")


def _goes_on(text: str, one: Sighting, other: Sighting) -> bool:
    """`“I shall come,” said the Fox. “My name is Mara.”`"""
    if (one.name.title and other.name.title) or (one.name.full and other.name.full):
        return False
    after = _GOES_ON.match(text, one.end)
    before = _TAGGED.search(_untitled(text, one, _TAG_MOST))
    if after is None or after.end() > other.start or text[other.end : other.end + 1] not in _CLOSES:
        return False
    if _MARK.search(text, after.end(), other.start) or not _GIVES_NAME.search(
        _untitled(text, other, _TAG_MOST)
    ):
        return False
    verbs = {word.lower() for word in (before[1] if before else "", after[1] or "")}
    return bool(verbs & word_set("en", "speech_verbs"))


def _is_not_so_called(text: str, one: Sighting, other: Sighting) -> bool:
    """`“You will stop calling me Mrs. Blair. Suzanne will be ever so much better.”`"""
    is_other = _BUT_SO.fullmatch(_between(text, one, other)) is not None
    return is_other and _NOT_SO.search(_untitled(text, one, _TAG_MOST)) is not None


def _between(text: str, one: Sighting, other: Sighting) -> str:
    """What stands between two names, without the second one's title."""
    return _up_to(text, one.end, other)


def _untitled(text: str, one: Sighting, most: int) -> str:
    """What stands before a name and its title."""
    return _up_to(text, max(0, one.start - most), one)


def _up_to(text: str, start: int, name: Sighting) -> str:
    before = text[start : name.start].replace("\n", " ")
    return _TITLE.sub("", before) if name.name.title else before


def _is_real_name(text: str, start: int, end: int) -> bool:
    is_name = text.endswith((" name is ", " name was "), start, end)
    return is_name and _REAL_NAME.search(text, start, end) is not None
