"""German headings: Kapitel 12, 12. Kapitel, Erstes Kapitel, ZWEITER TEIL, Prolog."""

from __future__ import annotations

import re

from fabula.languages.de.numerals import PHRASES
from fabula.languages.numerals import roman
from fabula.languages.spelled_headings import SpelledHeadings
from fabula.languages.topics.headings import HeadingRules

_WORDS = "kapitel|brief|gesang|episode|band|buch|teil|akt|aufzug|szene|auftritt|abschnitt"
_ORDINAL = rf"(?:{PHRASES.pattern}(?!\w)|\d{{1,3}}\.|[ivxlc]{{1,8}}\.)"


def _value(text: str) -> int | None:
    """The value of words, of figures, or of Roman figures with the full stop of an ordinal."""
    value = PHRASES.read(text)
    return roman(text.removesuffix(".")) if value is None else value


_SPELLED = SpelledHeadings(
    keyword=rf"{_WORDS}|kap|bd",
    ordinal_first=re.compile(rf"(?:da?s\s+|de[rn]\s+|die\s+)?({_ORDINAL})\s*({_WORDS})\b", re.I),
    special=re.compile(
        r"(prolog|epilog|vorspiel|nachspiel|zwischenspiel)\b(?:\s+(\d{1,3}|[ivx]{1,6})(?!\w))?", re.I
    ),
    number_words=re.compile(rf"{PHRASES.pattern}(?!\w)", re.I),
    value=_value,
    article="",
    kinds={
        "kapitel": "chapter",
        "kap": "chapter",
        "brief": "letter",
        "gesang": "canto",
        "band": "volume",
        "bd": "volume",
        "buch": "book",
        "teil": "part",
        "akt": "act",
        "aufzug": "act",
        "szene": "scene",
        "auftritt": "scene",
        "abschnitt": "section",
    },
    sentence_case=True,
)
_NUMBER = rf"(?:\d{{1,4}}|[ivxlcdm]{{1,9}}|{PHRASES.pattern})"
_CHAPTERS, _PARTS = "kapitel|brief|gesang|episode|szene|auftritt", "band|buch|teil|akt|aufzug"

_DATE = (
    r"(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag),?\s+)?(?:(?:am|den)\s+)?\d{1,2}\.?\s+"
    r"(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b(?:\s+\d{4})?"
)

RULES = HeadingRules(
    read=_SPELLED.read,
    begins=(
        r"kap|brief|gesang|epi|band|bd\b|buch|teil|akt|aufzug|szene|auftritt|abschn|da?s\b|der\b|die\b|prolog|vorsp|"
        r"nachsp|zwischensp|erst|ein|zwe|zwo|zwan|dr[ei]|vier|fünf|sech|sieb|acht|neun|zehn|elf|zwölf|[ivxlc]+\."
    ),
    numbered=rf"(?:{_CHAPTERS}|kap\.)[ .]+{_NUMBER}(?!\w).*|(?:das |der )?{_ORDINAL} ?(?:{_CHAPTERS})(?!\w).*",
    named=r"(?:der |das )?(?:prolog|epilog|vorspiel|nachspiel|zwischenspiel)(?:\b[ .:—–―-].*)?",
    part=rf"(?:{_PARTS})[ .]+{_NUMBER}(?!\w).*|(?:das |der )?{_ORDINAL} ?(?:{_PARTS})(?!\w).*",
    date=_DATE,
    contents=r"inhalt(?:sverzeichnis|s[üu]bersicht)?",
    goes_on=r"(?:fortsetzung|schlu(?:ss|ß))(?: und schlu(?:ss|ß))?",
    comes_first="prolog|vorwort|einleitung",
    comes_last="epilog|nachwort|anhang",
    sentence_case=True,
    number_in_name="(?<=kapitel)[ _.-]+[a-zäöüß-]+|(?<=teil)[ _.-]+[a-zäöüß-]+",
)
