"""English headings: Chapter XII, BOOK THE FIRST, the Tenth Canto, Prologue."""

from __future__ import annotations

import re

from fabula.languages.en.numerals import english
from fabula.languages.spelled_headings import SpelledHeadings
from fabula.languages.topics.headings import HeadingRules

_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twen|thir|for|four|fif|six|seven|eigh|nine)t(?:y|ieth)|hundred(?:th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth)"
)
_SPELLED = SpelledHeadings(
    keyword="chapter|chap|ch|letter|canto|stave|episode|volume|vol|book|part|act|section|scene",
    ordinal_first=re.compile(
        r"(?:the\s+)?([a-z]+(?:[ -][a-z]+)?)\s+(chapter|letter|canto|volume|book|part|act|epilogue|prologue)\b",
        re.I,
    ),
    special=re.compile(
        r"(?:the\s+)?(prologue|epilogue|prelude|induction|postlude|interlude|intermezzo|coda|conclusion(?=\W*\Z))\b(?:\s+(\d{1,3}|[ivx]{1,6}|[a-z]+)(?!\w))?",
        re.I,
    ),
    number_words=re.compile(
        rf"(?:the\s+)?{_NUMBER_WORD}(?:(?:[ -]|\sand\s){_NUMBER_WORD}){{0,5}}(?!\w)", re.I
    ),
    value=english,
    article=r"(?:the\s+)?",
    kinds={"chap": "chapter", "ch": "chapter", "vol": "volume"},
)
_NUMBER = (
    r"(?:\d{1,4}|[ivxlcdm]{1,9}|(?:the )?(?:first|last|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[ -]\w+)?|a hundred.*|one hundred.*))"
)

_MONTH = (
    r"(?:jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?|sept?(?:ember|\.)?"
    r"|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DATE = (
    rf"(?:{_DAY}[,.]?\s+(?:the\s+)?)?(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\b(?:,?\s+\d{{4}})?"
    rf"|(?:{_DAY}[,.]?\s+)?{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}})?"
    rf"|{_DAY}(?:[,.]?\s+(?:morning|afternoon|evening|night))?"
)

RULES = HeadingRules(
    read=_SPELLED.read,
    begins=(
        r"ch|letter|canto|stave|episode|vol|book|part|act|section|scene|the\b|pro|epi|pre|post|ind|inter|coda|conc|"
        r"first|second|third|four|five|fif|six|seven|eigh|nin|ten|ele|twel|twen|thir|for|one|two|three"
    ),
    numbered=rf"(?:chapter|letter|scene|chap\.|canto|stave|episode)[ .]+{_NUMBER}\b.*",
    named=r"(?:the )?(?:prologue|epilogue|prelude|induction|interlude|coda|finale|envoi|conclusion)(?:\b[ .:—–―-].*)?",
    bare_number=rf"{_NUMBER}[.:]?",
    part=rf"(?:part|book|volume|vol\.|act|section)[ .]+{_NUMBER}\b.*|{_NUMBER} (?:part|book|volume|act)",
    within=r"\b(?:Chapter|CHAPTER)\s+(\d{1,4}|[IVXLC]{1,8})\b",
    date=_DATE,
    contents="(?:table of )?contents",
    goes_on=r"(?:continuation|continued|conclusion|concluded|the end|end)(?: and (?:conclusion|end))?",
    comes_first="prologue|prelude|foreword|preface|introduction",
    comes_last="epilogue|afterword|coda|appendix",
    number_in_name="(?<=chapter)[ _.-]+[a-z-]+|(?<=part)[ _.-]+[a-z-]+|(?<=letter)[ _.-]+[a-z-]+",
)
