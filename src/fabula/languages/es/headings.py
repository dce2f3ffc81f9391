"""Spanish headings: Capítulo XII, Capítulo primero, PRIMERA PARTE, Libro segundo, Jornada tercera, Prólogo."""

from __future__ import annotations

import re

from fabula.languages.es.numerals import spanish
from fabula.languages.spelled_headings import SpelledHeadings
from fabula.languages.topics.headings import HeadingRules

_NUMBER_WORD = (
    r"(?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince"
    r"|dieci(?:s[eé]is|siete|ocho|nueve)|veint(?:e|i(?:[uú]n[oa]?|d[oó]s|tr[eé]s|cuatro|cinco|s[eé]is|siete|ocho|nueve))"
    r"|(?:trei|cuare|cincue|sese|sete|oche|nove)nta|cien(?:to)?"
    r"|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|s[eé]ptim[oa]|octav[oa]|noven[oa]|non[oa]"
    r"|(?:un|duo)?d[eé]cim[oa](?:\s?(?:primer[oa]|segund[oa]|tercer[oa]|cuart[oa]|quint[oa]|sext[oa]|s[eé]ptim[oa]|octav[oa]|noven[oa]))?"
    r"|(?:vi|tri|cuadra|quincua|sexa|septua|octo|nona)g[eé]sim[oa])"
)
_NUMBER_WORDS = rf"{_NUMBER_WORD}(?:\s(?:y\s)?{_NUMBER_WORD}){{0,3}}"
_KEYWORD = r"cap[ií]tulo|cap|carta|canto|episodio|volumen|vol|tomo|libro|parte|acto|jornada|secci[oó]n|escena"
_SPELLED = SpelledHeadings(
    keyword=_KEYWORD,
    ordinal_first=re.compile(
        rf"(?:el\s+|la\s+)?({_NUMBER_WORDS})\s+(cap[ií]tulo|carta|canto|volumen|tomo|libro|parte|acto|jornada)\b",
        re.I,
    ),
    special=re.compile(
        r"(pr[oó]logo|ep[ií]logo|preludio|postludio|interludio|intermedio)\b(?:\s+(\d{1,3}|[ivx]{1,6})(?!\w))?",
        re.I,
    ),
    number_words=re.compile(rf"{_NUMBER_WORDS}(?!\w)", re.I),
    value=spanish,
    article="",
    kinds={
        "capítulo": "chapter",
        "capitulo": "chapter",
        "cap": "chapter",
        "carta": "letter",
        "episodio": "episode",
        "volumen": "volume",
        "vol": "volume",
        "tomo": "volume",
        "libro": "book",
        "parte": "part",
        "acto": "act",
        "jornada": "act",
        "sección": "section",
        "seccion": "section",
        "escena": "scene",
    },
    sentence_case=True,
)
_NUMBER = rf"(?:\d{{1,4}}|[ivxlcdm]{{1,9}}|{_NUMBER_WORDS})"

_DATE = (
    r"(?:(?:lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo),?\s+)?(?:el\s+)?(?:d[ií]a\s+)?\d{1,2}\s+de\s+"
    r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)\b(?:\s+del?\s+\d{4})?"
)

RULES = HeadingRules(
    read=_SPELLED.read,
    begins=(
        r"cap[ií]?|cart|cant|epis|vol|tom|libro|parte|acto|jorn|secc|escena|el\b|la\b|pr[oó]l|ep[ií]l|prel|post|inter|"
        r"prim|segu|terc|cuart|quint|sext|s[eé]pt|oct|nov|d[eé]c|und|duo|vig|trig|uno|dos|tres|cua|cin|sei|sie|och|nue|"
        r"die|onc|doc|tre|cat|qui|vei"
    ),
    numbered=rf"(?:cap[ií]tulo|cap\.|carta|canto|episodio|escena)[ .]+{_NUMBER}(?!\w).*",
    named=r"(?:el )?(?:pr[oó]logo|ep[ií]logo|preludio|interludio|final|conclusi[oó]n)(?:\b[ .:—–-].*)?",
    bare_number=rf"{_NUMBER_WORDS}[.:]?",
    part=(
        rf"(?:parte|libro|volumen|vol\.|tomo|acto|jornada|secci[oó]n)[ .]+{_NUMBER}(?!\w).*"
        rf"|(?:el |la )?{_NUMBER_WORDS} (?:parte|libro|volumen|tomo|acto|jornada)"
    ),
    date=_DATE,
    contents=r"[ií]ndice(?: general)?|tabla de contenidos?|contenidos?|sumario",
    goes_on=r"(?:contin[uú]a(?:ci[oó]n)?|conclusi[oó]n|fin)(?: y (?:conclusi[oó]n|fin))?",
    comes_first=r"pr[oó]logo|preludio|prefacio|introducci[oó]n",
    comes_last=r"ep[ií]logo|ap[eé]ndice|postfacio",
    sentence_case=True,
    number_in_name=r"(?<=cap[ií]tulo)[ _.-]+[a-zé-]+|(?<=parte)[ _.-]+[a-zé-]+|(?<=carta)[ _.-]+[a-zé-]+",
)
