"""Spanish numbers in words: veintiuno, treinta y dos, primero, vigésimo segundo."""

from __future__ import annotations

from fabula.languages.topics.numerals import NumeralRules

_ONES = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete"
    " dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete"
    " veintiocho veintinueve"
)
_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
_HUNDREDS = (
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)
_ORDINAL_ONES = (
    "primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo undecimo duodecimo decimotercero"
    " decimocuarto decimoquinto decimosexto decimoseptimo decimoctavo decimonoveno"
)
_ORDINAL_TENS = "vigesimo trigesimo cuadragesimo quincuagesimo sexagesimo septuagesimo octogesimo nonagesimo"
_VALUES = (
    {word: value for value, word in enumerate(_ONES.split())}
    | {word: value * 10 for value, word in enumerate(_TENS.split(), 3)}
    | {word: value * 100 for value, word in enumerate(_HUNDREDS.split(), 1)}
    | {word: value for value, word in enumerate(_ORDINAL_ONES.split(), 1)}
    | {word: value * 10 for value, word in enumerate(_ORDINAL_TENS.split(), 2)}
    | {"un": 1, "primer": 1, "tercer": 3, "nono": 9, "onceno": 11, "doceno": 12, "decimoprimero": 11}
    | {"decimosegundo": 12, "decimonono": 19, "veintiun": 21, "cien": 100, "centesimo": 100}
)
_PLAIN = str.maketrans("áéíóú", "aeiou")
_ARTICLES = ("el", "la", "los", "las", "y")


def spanish(text: str) -> int | None:
    """`treinta y dos`, `Vigésima primera`, `ciento uno`. None if a word is not a number."""
    words = [word for word in text.lower().translate(_PLAIN).split() if word not in _ARTICLES]
    total, limit = 0, 1_000
    for word in words:
        value = _VALUES.get(word)
        if value is None and word.endswith("a"):
            value = _VALUES.get(word[:-1] + "o")
        if value is None or value >= limit:
            return None
        total += value
        limit = 100 if value >= 100 else 10 if value >= 10 and value % 10 == 0 else 0
    return total if words else None


RULES = NumeralRules(read=spanish)
