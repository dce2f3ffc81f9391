"""What a text says in disguise: in a code, backwards, or in characters that nobody sees.

A model reads all of these. A story holds none of them by chance, except that words may be alike backwards: so what a code says
is searched as a text of its own, and only a run of unseen characters counts by itself.
"""

from __future__ import annotations

import codecs
import html
import re
from base64 import b64decode
from collections.abc import Iterator
from urllib.parse import unquote

from fabula.languages.searching import found_in_lines
from fabula.text.sieve import fold

_BASE64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/]{16,}={0,2}(?![\w+/])")
_HEX = re.compile(r"(?<!\w)(?:0x)?((?:[0-9A-Fa-f]{2}[ :]?){12,})(?!\w)")
_HEX_SIGN = re.compile(r"[0-9A-Fa-f]{2}[ :]?[0-9A-Fa-f]{2}[ :]?[0-9A-Fa-f]{2}")
_PERCENT = re.compile(r"[^\s%]*(?:%[0-9A-Fa-f]{2}[^\s%]*){2,}")
_ENTITIES = re.compile(r"(?:&#x?[0-9A-Fa-f]+;\s*){4,}")
_ESCAPES = re.compile(r"(?:\\u[0-9A-Fa-f]{4}\s*){4,}")
_TELLING = ("instruction", "prompt", "rubric", "disregard", "ignore", "score", "rating", "manuscript", "novel", "reviewer", "evaluat", "judge", "award")  # fmt: skip
"""Words of which an order to a judge holds one. Backwards or by another alphabet they are no words at all."""
_ROT13 = tuple(codecs.encode(word, "rot13") for word in _TELLING)
_BACKWARDS = (*(word[::-1] for word in _TELLING), "令指", "示指", "略忽", "分满", "分打", "审评", "分评")
_LONGEST_LINE = 2_000
_ONE_UNSEEN = re.compile(
    "[\U000e0020-\U000e007f\ufe00-\ufe0f\U000e0100-\U000e01ef\u200b-\u200f\u2060-\u2064\ufeff\u202e]"
)
_UNSEEN = re.compile(
    "(?<!\U0001f3f4)[\U000e0020-\U000e007f]{4,}"  # tags: a second alphabet, apart from flags
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}"  # variation selectors, one for each byte
    "|[\u200b-\u200f\u2060-\u2064\ufeff]{16,}"  # letters without a width, one for each bit
    "|\u202e[^\u202c\n]{4,}\u202c?"  # letters shown backwards
)


def unseen_runs(text: str) -> Iterator[tuple[int, int]]:
    """Runs of characters that show nothing and can say anything."""
    if _ONE_UNSEEN.search(text):
        for run in _UNSEEN.finditer(text):
            yield run.span()


def disguised(text: str) -> Iterator[tuple[int, int, str]]:
    """Each passage that may be a code, as offsets into the text, with what it says."""
    marked = (("%", _PERCENT, unquote), ("&#", _ENTITIES, html.unescape), ("\\u", _ESCAPES, _from_escapes))
    for codes, read in (
        (_BASE64.finditer(text), _from_base64),
        (found_in_lines(_HEX, _HEX_SIGN, text), _from_hex),
        *((pattern.finditer(text), read) for sign, pattern, read in marked if sign in text),
    ):
        for code in codes:
            if said := read(code.group()):
                yield *code.span(), said
    folded = fold(text)
    for words, read in ((_ROT13, _from_rot13), (_BACKWARDS, _from_backwards)):
        ends = 0
        for place in sorted(place for word in words for place in _places(word, folded)):
            if place >= ends and (line := _line_around(text, place)):
                ends = line[1]
                yield *line, read(text[slice(*line)])


def _places(word: str, text: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)


def _line_around(text: str, place: int) -> tuple[int, int] | None:
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    end = len(text) if end < 0 else end
    return (start, end) if end - start <= _LONGEST_LINE else None


def _from_base64(code: str) -> str:
    try:
        return b64decode(code, validate=True).decode("utf-8")
    except ValueError:
        return ""


def _from_hex(code: str) -> str:
    try:
        return bytes.fromhex(re.sub(r"^0x|[ :]", "", code)).decode("utf-8")
    except ValueError:
        return ""


def _from_escapes(code: str) -> str:
    return "".join(chr(int(letter, 16)) for letter in re.findall(r"\\u([0-9A-Fa-f]{4})", code))


def _from_rot13(code: str) -> str:
    return codecs.encode(code, "rot13")


def _from_backwards(code: str) -> str:
    return code[::-1]
