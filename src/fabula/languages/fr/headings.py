"""French headings: Chapitre XII, Chapitre premier, PREMIÈRE PARTIE, Livre deuxième, Prologue."""

from __future__ import annotations

import re

from fabula.languages.fr.numerals import PHRASES
from fabula.languages.spelled_headings import SpelledHeadings
from fabula.languages.topics.headings import HeadingRules

_ORDINAL = rf"(?:{PHRASES.pattern}|\d{{1,3}}(?:er|[eè]?re|i?[eè]me|nde?|e)\b)"
_SPELLED = SpelledHeadings(
    keyword="chapitre|chap|lettre|chant|[ée]pisode|volume|vol|tome|livre|partie|acte|section|sc[èe]ne",
    ordinal_first=re.compile(
        rf"(?:la\s+|le\s+|l['’])?({_ORDINAL})\s+(chapitre|lettre|chant|volume|tome|livre|partie|acte|sc[èe]ne)\b",
        re.I,
    ),
    special=re.compile(
        r"(prologue|[ée]pilogue|pr[ée]lude|interlude|interm[èe]de)\b(?:\s+(\d{1,3}|[ivx]{1,6})(?!\w))?", re.I
    ),
    number_words=re.compile(rf"{PHRASES.pattern}(?!\w)", re.I),
    value=PHRASES.read,
    article="",
    kinds={
        "chapitre": "chapter",
        "chap": "chapter",
        "lettre": "letter",
        "chant": "canto",
        "épisode": "episode",
        "tome": "volume",
        "vol": "volume",
        "livre": "book",
        "partie": "part",
        "acte": "act",
        "scène": "scene",
        "scene": "scene",
    },
    sentence_case=True,
)
_NUMBER = rf"(?:\d{{1,4}}|[ivxlcdm]{{1,9}}|{PHRASES.pattern})"

_DATE = (
    r"(?:(?:lun|mar|mercre|jeu|vendre|same)di,?\s+|dimanche,?\s+)?(?:le\s+)?\d{1,2}(?:er)?\s+"
    r"(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre)\b(?:\s+\d{4})?"
)

RULES = HeadingRules(
    read=_SPELLED.read,
    begins=(
        r"chap|lettre|chant|[ée]pi|vol|tome|livre|partie|acte|section|sc[èe]ne|la\b|le\b|l['’]|prol|pr[ée]l|inter|"
        r"premi|un|deux|second|trois|quatr|cinq|six|sept|huit|neu|dix|onz|douz|treiz|quator|quin|seiz|vingt|trent|"
        r"quarant|soixant|\d{1,3}[ei]"
    ),
    numbered=rf"(?:chapitre|chap\.|lettre|chant|[ée]pisode|sc[èe]ne)[ .]+{_NUMBER}(?!\w).*",
    named=r"(?:le |l['’])?(?:prologue|[ée]pilogue|pr[ée]lude|interlude)(?:\b[ .:—–―-].*)?",
    part=(
        rf"(?:partie|livre|tome|acte)[ .]+{_NUMBER}(?!\w).*"
        rf"|(?:la |le |l['’])?{_ORDINAL} (?:partie|livre|tome|acte)(?!\w).*"
    ),
    date=_DATE,
    contents=r"table(?: des mati[èe]res)?|sommaire",
    goes_on=r"(?:suite|fin)(?: et fin)?",
    comes_first=r"prologue|pr[ée]face|avant-propos",
    comes_last=r"[ée]pilogue|postface|appendice",
    sentence_case=True,
    number_in_name=r"(?<=chapitre)[ _.-]+[a-zè-]+|(?<=partie)[ _.-]+[a-zè-]+",
)
