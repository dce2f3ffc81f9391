"""What one line says if it is a heading: Chapter XII, BOOK THE FIRST, 第五回, 楔子, or a bare numeral.

Only the line is looked at here. Whether it stands where headings stand, and in order, is for `text.headings` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.text.numerals import CHINESE_NUMERALS, chinese, english, number, roman

PART, CHAPTER, SECTION, BARE = "part", "chapter", "section", "bare"
LONGEST = 240


@dataclass(frozen=True, slots=True)
class Heading:
    """A line read as a heading."""

    level: str
    """What it is by its word: a part above chapters, a chapter, a section within one, or a bare numeral."""
    kind: str
    """The word itself (`chapter`, `letter`, `回`), or how a bare numeral is written."""
    number: int | None
    """None for a prologue and its like."""
    printed: str
    """The line as a title, without ornaments and page numbers."""
    title: str
    """What follows the number on the line."""
    rank: int = 0
    """Which part stands above which: volumes over books over parts."""
    parts: tuple[Heading, ...] = ()
    """Parts named on the same line, before the chapter."""

    @property
    def key(self) -> tuple[str, int | str]:
        """What two mentions of the same heading share, in a contents list and in the text."""
        if self.number is None:
            return self.level, self.kind
        return (self.kind if self.level == PART or self.kind == "letter" else CHAPTER), self.number


_PART_RANKS = {"volume": 0, "vol": 0, "book": 1, "part": 2, "act": 2}
_SECTION_KINDS = ("section", "scene")
_KEYWORD = re.compile(
    r"(chapter|chap|letter|canto|stave|episode|volume|vol|book|part|act|section|scene)\b\.?[\s:]*", re.I
)
_ORDINAL_FIRST = re.compile(
    r"(?:the\s+)?([a-z]+(?:[ -][a-z]+)?)\s+(chapter|letter|canto|volume|book|part|act)\b", re.I
)
_FIGURES = re.compile(r"(?:the\s+)?(?:(\d{1,5})|([ivxlcdm]{1,12}))(?!\w)", re.I)
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twen|thir|for|four|fif|six|seven|eigh|nine)t(?:y|ieth)|hundred(?:th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth)"
)
_NUMBER_WORDS = re.compile(rf"(?:the\s+)?{_NUMBER_WORD}(?:(?:[ -]|\sand\s){_NUMBER_WORD}){{0,5}}(?!\w)", re.I)
_ENGLISH_SPECIAL = re.compile(
    r"(prologue|epilogue|prelude|postlude|interlude|intermezzo|coda)\b(?:\s+(\d{1,3}|[ivx]{1,6}|[a-z]+)(?!\w))?",
    re.I,
)
_SEPARATOR = re.compile(r"\s*[.:,—–|-]+\s*|\s+")

_HAN_NUMBER = rf"[{CHINESE_NUMERALS}]{{1,9}}"
_HAN_PART_RANKS = {"部": 0, "集": 0, "册": 0, "冊": 0, "卷": 1, "编": 1, "編": 1, "篇": 2, "幕": 2}
_HAN_SECTIONS = "节節场場"
_HAN_HEADING = re.compile(
    rf"(?:正文)?\s*(?:《[^》]{{1,30}}》)?\s*第\s*({_HAN_NUMBER})\s*([章回折话話节節场場齣卷编編篇集册冊幕]|部分?)"
)
_HAN_VOLUME = re.compile(rf"(?:正文\s*)?(?:(卷)之?第?({_HAN_NUMBER})|([上中下])([卷部册冊篇编編]))")
_HAN_SPECIAL = re.compile(
    r"(?:正文\s*)?(楔子|序[章幕曲]|引[子首]|尾[声聲]|[终終][章曲]|[后後][记記]|番外|外[传傳]|幕[间間]|[间間][章奏])"
)
_HAN_SEPARATOR = re.compile(r"[\s　:：、·.．—－-]+")
_NOT_A_TITLE = (
    *"中的里裡已才是说說写寫讲講所就和与與时時开開完终終",
    "之前",
    "之后",
    "以前",
    "以后",
    "结束",
    "結束",
)
_HAN_BARE = re.compile(rf"[（(【〔]?\s*([{CHINESE_NUMERALS}]{{1,4}})\s*[)）】〕]?\s*[、.．]?")
_BARE = re.compile(
    r"[(\[]?\s*(\d{1,4}|[IVXLCDM]{1,9}|[ivxlcdm]{1,9}|[A-Za-z]+(?:[ -][A-Za-z]+){0,3})\s*[)\]]?\s*[.:]?"
)
_NUMBERED_TITLE = re.compile(rf"(\d{{1,4}}|[IVXLCDM]{{1,9}})[.:)]\s+(?=\S)|({_HAN_NUMBER})[、.．]\s*(?=\S)")

_ORNAMENTS = " \t　#*_=~|·•-—–<>"
_BRACKETS = {"【": "】", "[": "]", "（": "）", "(": ")", "〖": "〗"}
_PAGE = re.compile(r"(?:(?:\s*[.·…]){2,}\s*|\s{2,}|\t)\d{1,4}$")
_MAY_BEGIN = re.compile(
    rf"[\W_]{{0,12}}(?:[{CHINESE_NUMERALS}第卷上中下楔序引尾终終后後番外幕间間正《]|[\dIVXLCDMivxlcdm]+\b|"
    r"chap|letter|canto|stave|episode|vol|book|part|act|section|scene|the\b|pro|epi|pre|post|inter|coda|"
    r"first|second|third|four|five|fif|six|seven|eigh|nin|ten|ele|twel|twen|thir|for|one|two|three)",
    re.I,
)


def read_heading(line: str) -> Heading | None:
    """The heading that a line would be, or None where it is plainly text."""
    if len(line) > LONGEST or not _MAY_BEGIN.match(line) or line.endswith(("——", "，", ",", "；", ";")):
        return None
    bare = _PAGE.sub("", line.strip()).strip(_ORNAMENTS)
    if bare[:1] in _BRACKETS and bare.endswith(_BRACKETS[bare[0]]):
        bare = bare[1:-1].strip()
    if not bare:
        return None
    printed = " ".join(bare.split())
    return _english(printed) or _han(printed) or _bare(printed)


def title_like(text: str) -> bool:
    """Capitals throughout, or most words of some length capitalised, and no end of a sentence; in Chinese, short and without stops."""
    if (
        not text
        or text[0] in "\"'“‘「『…"
        or text.endswith((",", ";", ":", "，", "。", "；", "：", "——", "”", "」", '"'))
    ):
        return False
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return False
    if ord(letters[0]) > 0x2E7F:
        return len(text) <= 40 and not any(stop in text for stop in "。；“”")
    if all(not letter.islower() for letter in letters):
        return len(text) <= LONGEST
    if text.endswith((".", "!")) or not letters[0].isupper() or len(text) > 90:
        return False
    long = [word for word in text.split() if len(word) >= 4]
    return sum(1 for word in long if word.lstrip("\"'“‘(")[:1].isupper()) >= 0.6 * len(long)


def _english(line: str) -> Heading | None:
    special = _ENGLISH_SPECIAL.match(line)
    if special:
        return _special(line, special)
    keyword = _KEYWORD.match(line)
    if keyword:
        kind = keyword[1].lower()
        value, end = _leading_number(line, keyword.end())
    else:
        ordinal = _ORDINAL_FIRST.match(line)
        if not ordinal or english(ordinal[1]) is None:
            return None
        kind, value, end = ordinal[2].lower(), english(ordinal[1]), ordinal.end()
    if value is None:
        return None
    rest, plain_space = _after_separator(line, end)
    if rest is None:
        return None
    kind = {"chap": "chapter", "vol": "volume"}.get(kind, kind)
    if kind in _PART_RANKS:
        part = Heading(
            PART, kind, value, line[:end].rstrip(" .:—–-") if rest else line, rest, _PART_RANKS[kind]
        )
        inner = read_heading(rest) if rest else None
        if inner and inner.level in (PART, CHAPTER, SECTION):
            return _under(part, inner)
        part = Heading(PART, kind, value, line, rest, _PART_RANKS[kind])
        return part if _follows_well(rest, plain_space) else None
    if rest.isdigit() and plain_space:
        line, rest = line[:end].strip(), ""
    level = SECTION if kind in _SECTION_KINDS else CHAPTER
    return Heading(level, kind, value, line, rest) if _follows_well(rest, plain_space) else None


def _under(part: Heading, inner: Heading) -> Heading:
    outer = Heading(PART, part.kind, part.number, part.printed, "", part.rank)
    return Heading(
        inner.level, inner.kind, inner.number, inner.printed, inner.title, inner.rank, (outer, *inner.parts)
    )


def _special(line: str, match: re.Match[str]) -> Heading | None:
    """A prologue, an interlude with or without its number, a coda."""
    value = number(match[2]) if match[2] else None
    end = match.end() if value is not None else match.end(1)
    rest, plain_space = _after_separator(line, end)
    if rest is None or not _follows_well(rest, plain_space):
        return None
    return Heading(CHAPTER, f"{match[1].lower()} {value or ''}".strip(), None, line, rest)


def _leading_number(line: str, at: int) -> tuple[int | None, int]:
    """The number that stands there, as figures, Roman or in words, and where it ends."""
    match = _FIGURES.match(line, at)
    if match and match[1]:
        return int(match[1]), match.end()
    if match:
        value = roman(match[2])
        if value is not None and (match[2].isupper() or value < 200):
            return value, match.end()
    words = _NUMBER_WORDS.match(line, at)
    value = english(words[0]) if words else None
    return (value, words.end()) if words and value is not None else (None, at)


def _after_separator(line: str, at: int) -> tuple[str | None, bool]:
    """What follows the number, and whether only a space parts them; None where the number runs into a word."""
    if at >= len(line):
        return "", False
    separator = _SEPARATOR.match(line, at)
    if separator is None:
        return None, False
    return line[separator.end() :].strip(), separator[0].isspace()


def _follows_well(rest: str, plain_space: bool) -> bool:
    """A title after its number, and not the rest of a sentence that begins with a mention."""
    if not rest:
        return True
    if plain_space:
        return title_like(rest) and len(rest.split()) <= 14
    return not rest[0].islower()


def _han(line: str) -> Heading | None:
    match = _HAN_HEADING.match(line)
    if match:
        value, kind, end = chinese(match[1]), match[2][0], match.end()
    else:
        volume = _HAN_VOLUME.match(line)
        if volume is None:
            return _han_special(line)
        kind = volume[1] or volume[4]
        value = chinese(volume[2]) if volume[2] else "上中下".index(volume[3]) + 1
        end = volume.end()
    if value is None:
        return None
    rest, parted = _han_rest(line, end)
    if kind in _HAN_PART_RANKS:
        inner = _HAN_HEADING.search(rest)
        within = _han(rest[inner.start() :].strip()) if inner else None
        if inner and within and within.level != PART:
            part = Heading(
                PART,
                kind,
                value,
                f"{line[:end]} {rest[: inner.start()].strip()}".strip(),
                "",
                _HAN_PART_RANKS[kind],
            )
            return _under(part, within)
    if not _han_follows_well(rest, parted) or (kind in _HAN_PART_RANKS and rest and not parted):
        return None
    level = PART if kind in _HAN_PART_RANKS else SECTION if kind in _HAN_SECTIONS else CHAPTER
    return Heading(level, kind, value, line, rest, _HAN_PART_RANKS.get(kind, 0))


def _han_special(line: str) -> Heading | None:
    match = _HAN_SPECIAL.match(line)
    if match is None:
        return None
    rest, parted = _han_rest(line, match.end())
    numbered = match[1] == "番外" and len(rest) <= 30
    if rest and not parted and not numbered:
        return None
    return (
        Heading(CHAPTER, f"{match[1]} {rest}".strip(), None, line, rest)
        if _han_follows_well(rest, True)
        else None
    )


def _han_rest(line: str, at: int) -> tuple[str, bool]:
    separator = _HAN_SEPARATOR.match(line, at)
    return line[separator.end() if separator else at :].strip(), separator is not None


def _han_follows_well(rest: str, parted: bool) -> bool:
    """A title, and not a mention (第四回中既将…), a closing remark (第一章完) or a whole sentence."""
    if rest in ("", "上", "中", "下"):
        return True
    if len(rest) > 50 or rest.endswith(("。", "：", "、", "．")) or any(stop in rest for stop in "。；"):
        return False
    return parted or not (rest.startswith(_NOT_A_TITLE) or "，" in rest)


def _bare(line: str) -> Heading | None:
    match = _BARE.fullmatch(line)
    if match and (kind := _numeral_kind(match[1])):
        return Heading(BARE, kind, number(match[1]), line, "")
    match = _HAN_BARE.fullmatch(line)
    if match and (value := chinese(match[1])) is not None:
        return Heading(BARE, "han", value, line, "")
    match = _NUMBERED_TITLE.match(line)
    if match is None:
        return None
    title, value = line[match.end() :], number(match[1] or match[2])
    if value is None or not title_like(title):
        return None
    return Heading(BARE, "han title" if match[2] else f"{_numeral_kind(match[1])} title", value, line, title)


def _numeral_kind(text: str) -> str | None:
    if text.isdigit():
        return "digits"
    if roman(text) is not None and (text.isupper() or text.islower()):
        return "roman"
    return "words" if text[0].isupper() and english(text) is not None else None
