"""Reads which option a reply names, by letter, full-width letter, numeral, or the option's own words.

A mark that stands alone, or follows words such as "the answer is", is the answer. Otherwise the code looks for
letters set apart from the surrounding text, then for the options' own words. If several options appear, the most
frequent one is the answer. If two appear equally often, the reply is undecided and no answer is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from fabula.quiz.questions import plain

_MARKS = (
    {letter: place for place, letter in enumerate("ABCD")}
    | {letter: place for place, letter in enumerate("abcd")}
    | {sign: place for place, sign in enumerate("1234")}
    | {sign: place for place, sign in enumerate("一二三四")}
    | {sign: place for place, sign in enumerate("甲乙丙丁")}
    | {sign: place for place, sign in enumerate("壹贰叁肆")}
)
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3}
_ENDED = r"(?![A-Za-z0-9一-鿿])"
_MARK = rf"(?:[A-Da-d](?![A-Za-z'’])|[1-4](?![0-9A-Za-z.．]\d|\d)|[一二三四甲乙丙丁壹贰叁肆](?=(?:个|項|项|个选项)?{_ENDED}))"
_DECLARED = re.compile(
    r"(?P<not>不是|并非|並非|不应该?是|不选|不選|排除|\b(?:not|isn['’]t|cannot be|can['’]t be)\s+)?"
    r"(?:(?:(?:正确|正確|最终|最終|最佳|标准)?(?:的)?(?:答案|選項|选项|选择)\s*(?:应该?|應該?|就)?\s*(?:是|为|為|选|選)?"
    r"|(?:应该?|應該?|应当|我)?(?:选择|選擇|选|選)(?:的是)?|故选|第)"
    r"|\b(?:answer|option|choice|choose|select|pick)(?:\s+(?:should|must|would))?(?:\s+(?:be|is|was))?(?:\s+(?:option|choice|the))?)"
    rf"\s*[:：]?\s*[\"'“”‘’「『(（\[【*_`]*\s*(?P<mark>{_MARK})",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(first|second|third|fourth) (?:option|choice|answer|one)\b", re.IGNORECASE)
_LETTER = re.compile(
    r"(?P<not>不是|并非|不选|排除|\bnot\s+)?[\"'“‘「(（\[【*_`]*(?<![A-Za-z0-9'’])(?P<mark>[A-D])(?![A-Za-z0-9'’]|\s+[a-z])"
)
_CALLED = re.compile(
    r"[(（\[【「](?P<mark>[a-d1-4])[)）\]】」]|^\s*(?P<line>[a-d1-4])\s*[.、:：)）]", re.MULTILINE
)


def read_option(reply: str, options: Sequence[str]) -> frozenset[int]:
    """The position that a reply names: several if identical options share its words, none if it is undecided."""
    text = _folded(reply)
    if not text:
        return frozenset()
    bare = text.strip(" \t\n\r\"'“”‘’「」『』()（）[]【】*_`#.,。，、:：;；!！<>《》")
    return (
        _same_words(bare, options)
        or _alone(bare)
        or _decided(_declared(text, options))
        or _decided(_apart(text))
        or _decided_words(text, options)
    )


def letter_of(token: str) -> int | None:
    """The option that a single token names, for log-probabilities."""
    bare = _folded(token).strip(" \"'“”「(（[【*_`.。:：)）]】")
    return _MARKS.get(bare) if len(bare) == 1 else None


def _folded(reply: str) -> str:
    """Normalises full-width and circled signs: 选项Ａ, Ⓐ and ① read like A, A and 1."""
    return unicodedata.normalize("NFKC", reply.translate(_CIRCLED)).strip()


_CIRCLED = str.maketrans("🅰🅱🅐🅑🅒🅓🄰🄱🄲🄳", "ABABCDABCD")


def _same_words(bare: str, options: Sequence[str]) -> frozenset[int]:
    """The option, if the reply is exactly its words."""
    reply = plain(bare)
    return frozenset(place for place, option in enumerate(options) if reply and plain(option) == reply)


def _alone(bare: str) -> frozenset[int]:
    """The option, if the reply is only a mark, or a mark with the option's own words."""
    whole = re.fullmatch(
        r"(?:第|选项?|選項?|option\s|choice\s)?\s*([A-Da-d1-4一二三四甲乙丙丁])(?:个|项|項|选项|個)*",
        bare,
        re.IGNORECASE,
    )
    if whole:
        return frozenset({_MARKS[whole[1]]})
    led = re.match(r"([A-D])\s*[.、:：)）\n]", bare)
    # "A. 恋人" is an answer; "A. 恋人 B. 夫妻 ..." repeats the list.
    if led and not re.search(r"(?<![A-Za-z])[A-D]\s*[.、:：)）]", bare[1:]) and not _DECLARED.search(bare):
        return frozenset({_MARKS[led[1]]})
    return frozenset()


def _declared(text: str, options: Sequence[str]) -> list[int]:
    found = [_MARKS[each["mark"]] for each in _DECLARED.finditer(text) if not each["not"]]
    found += [_ORDINALS[each[1].lower()] for each in _ORDINAL.finditer(text)]
    if found:
        return found
    for cue in re.finditer(
        r"答案(?:应该?)?(?:是|为|為)?[:：]?|\banswer(?: is)?:?\s*|选择?[:：]?", text, re.IGNORECASE
    ):
        rest = plain(text[cue.end() : cue.end() + 200])
        named = [
            (len(plain(option)), place)
            for place, option in enumerate(options)
            if plain(option) and rest.startswith(plain(option))
        ]
        if named:
            found.append(max(named, key=lambda one: (one[0], -one[1]))[1])
    return found


def _apart(text: str) -> list[int]:
    """Letters on their own. An English "A" before a word is an article."""
    letters = [_MARKS[each["mark"]] for each in _LETTER.finditer(text) if not each["not"]]
    return letters or [_MARKS[each["mark"] or each["line"]] for each in _CALLED.finditer(text)]


def _decided(found: Sequence[int]) -> frozenset[int]:
    """The most frequent one, or none in a tie."""
    ranked = Counter(found).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return frozenset()
    return frozenset({ranked[0][0]})


def _decided_words(text: str, options: Sequence[str]) -> frozenset[int]:
    """Options found by their own words. The longest go first, so that 友好 does not match inside 不友好."""
    reply = plain(text)
    places: dict[str, set[int]] = {}
    for place, option in enumerate(options):
        if plain(option):
            places.setdefault(plain(option), set()).add(place)
    counts: Counter[str] = Counter()
    for words in sorted(places, key=len, reverse=True):
        counts[words] = reply.count(words)
        reply = reply.replace(words, "\0")
    ranked = [(words, count) for words, count in counts.most_common(2) if count]
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return frozenset()
    return frozenset(places[ranked[0][0]])
