"""Reads which option a reply names, by letter, full-width letter, numeral, or the option's own words.

A mark that stands alone, or follows words such as "the answer is", is the answer. Otherwise the code looks for
letters that the reply calls right, then for letters that it does not call wrong, then for the options' own words. If
several options appear, the most frequent one is the answer. A reply that names two options equally often, or one "or"
another, is undecided: no answer is read, and the options' words are not used to break the tie.

`read_as_published` is the rule of the LFED paper: the letter that occurs most often.
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
    r"|(?:应该?|應該?|应当)是|(?:应该?|應該?|应当|我)?(?:选择|選擇|选|選)(?:的是)?|故选|第)"
    r"|\b(?:answer|option|choice|choose|select|pick|go(?:ing)? with|settle on)(?:\s+(?:should|must|would))?(?:\s+(?:be|is|was))?(?:\s+(?:option|choice|the))?)"
    rf"\s*[】\])）]?\s*[:：]?\s*[\"'“”‘’「『(（\[【*_`]*\s*(?P<mark>{_MARK})"
    r"|\bit(?:['’]s| is| must be) (?P<it>(?-i:[B-D]|A(?! [a-z])))(?![A-Za-z'’])",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(first|second|third|fourth) (?:option|choice|answer|one)\b", re.IGNORECASE)
_LETTER = re.compile(
    r"(?P<not>不是|并非|不选|排除|\b(?:[Nn]ot|[Nn]either|nor)\s+)?[\"'“‘「(（\[【*_`]*(?<![A-Za-z0-9'’])"
    r"(?P<mark>[B-D]|A(?!\s+(?!(?:or|nor|and|is|are|seems|because|as|since)\b)[a-z]))(?![A-Za-z0-9'’])"
)
_ANOTHER = re.compile(
    rf"[\"'”’」』)）\]】*_`]*\s*(?:、|/|,|&|或者?|还是|和|与|及|\bor\b|\band\b)\s*{_MARK}", re.IGNORECASE
)
"""A second mark right after a declared one: "答案为A或B"."""
_LISTED = re.compile(r"\s*(?:、|/|,|&|和|与|及|或者?|\b(?:and|or|nor)\b)\s*", re.IGNORECASE)
"""What stands between the marks of one list."""
_NOT_RIGHT = r"错|不对|不正确|不符|不成立|有误|排除|不是|并非|\bwrong\b|\bincorrect\b|\bfalse\b|\bis(?: not|n['’]t)\b|\bare(?: not|n['’]t)\b|\b(?:did|do|does)(?: not|n['’]t)\b|\bruled out\b"
_WRONG = re.compile(rf"(?:[选選]?[项項]|\s+is)?\s*(?:是|都|也|均)?\s*(?:{_NOT_RIGHT})", re.IGNORECASE)
_WRONG_SOMEWHERE = re.compile(_NOT_RIGHT, re.IGNORECASE)
_RIGHT = re.compile(
    r"正确|(?<!不)符合|(?<!不)对|\bis (?:the )?(?:right|correct|true)\b|\bcorrect\b", re.IGNORECASE
)
_CLAUSES = re.compile(r"[。;,!?…\n]|\.(?=\s)|\b(?:but|because|since|while|whereas)\b|因为|而(?!且)|但")
_CALLED = re.compile(
    r"[(（\[【「](?P<mark>[a-d1-4])[)）\]】」]|^\s*(?P<line>[a-d1-4])\s*[.、:：)）]", re.MULTILINE
)


def read_option(reply: str, options: Sequence[str]) -> frozenset[int]:
    """The position that a reply names: several if identical options share its words, none if it is undecided."""
    text = _folded(reply)
    if not text:
        return frozenset()
    bare = text.strip(" \t\n\r\"'“”‘’「」『』()（）[]【】*_`#.,。，、:：;；!！<>《》")
    certain = _same_words(bare, options) or _alone(bare) or _decided(_declared(text, options))
    if certain:
        return certain
    letters = _apart(text)
    return _decided(letters) if letters is not None else _decided_words(text, options)


def read_as_published(reply: str) -> frozenset[int]:
    """The position read by the rule of the LFED paper: the only letter, or else the one that occurs most often."""
    return _decided([_MARKS[each] for each in re.findall(r"(?<![A-Za-z])[A-D](?![A-Za-z])", _folded(reply))])


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
    """Options that follow words such as "the answer is". One that is followed by "or" and another is not declared."""
    found = [
        _MARKS[each["mark"] or each["it"]]
        for each in _DECLARED.finditer(text)
        if not each["not"] and not _ANOTHER.match(text, each.end()) and not _WRONG.match(text, each.end())
    ]
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


def _apart(text: str) -> list[int] | None:
    """Letters on their own: those called right, or else those not called wrong. None if the reply has no letters.

    If three are called wrong, the fourth is left. An English "A" before a word is an article.
    """
    right, neutral, wrong, any_letter = [], [], set(), False
    for clause in _CLAUSES.split(text):
        marks = list(_LETTER.finditer(clause))
        any_letter |= bool(marks)
        denial = _WRONG_SOMEWHERE.search(clause)
        listed = -1  # where a list of denied marks goes on: 排除B、C、D
        for each in marks:
            place = _MARKS[each["mark"]]
            denied = each["not"] or (listed >= 0 and _LISTED.fullmatch(clause, listed, each.start("mark")))
            listed = each.end() if denied else -1
            if denied or (denial and each.start() < denial.start()):
                wrong.add(place)
            elif _RIGHT.search(clause, each.end()):
                right.append(place)
            else:
                neutral.append(place)
    if right:
        return right
    left = [place for place in neutral if place not in wrong]
    if not left and len(wrong) == len("ABCD") - 1:
        return [*{0, 1, 2, 3} - wrong]
    called = [] if any_letter else [_MARKS[each["mark"] or each["line"]] for each in _CALLED.finditer(text)]
    return (left or called) if any_letter or called else None


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
        for denied in ("不是", "并非", "而非", "isnot", "not"):
            reply = reply.replace(denied + words, "\0")
        counts[words] = reply.count(words)
        reply = reply.replace(words, "\0")
    ranked = [(words, count) for words, count in counts.most_common(2) if count]
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return frozenset()
    return frozenset(places[ranked[0][0]])
