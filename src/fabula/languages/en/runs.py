"""Runs of capitalised words in English prose, with the form of address before them: everything that could be a name."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from fabula.languages.en.titles import AS_SPOKEN, SHORT, TITLES
from fabula.languages.lexicons import table

OFTEN = 5
"""The name of a saying is somebody in a book that has it so often."""

LEAST_HYPHENED = 3
"""A name with a hyphen and a small letter after it occurs this often."""

LEAST_OF_A_KIND, MOSTLY_DEFINITE = 5, 0.5
"""A name whose second half is a word occurs this often, and this share of the time after an article."""

UPPER = "A-ZÀ-ÖØ-ÞĆČĎĐĒĚĞĪİŁŃŇŌŐŘŚŠŤŪŮŰŹŻŽŒ"
LOWER = "a-zß-öø-ÿāăąćčďđēęěğīıłńňōőřśšťūůűźżžœ"
_SAINT = r"S(?:ain)?te?\.?[ \xa0](?=[A-Z])"
_INSIDE = rf"['’](?!(?:s|ll|re|ve|d|t|m|em)\b)[{UPPER}]?[{LOWER}]{{1,8}}(?!\w|['’])"
"""What follows an apostrophe: `Em’ly`, `Cap’n`, `Zha’thik`, `Muad’Dib`."""
_AFTER_ONE = rf"(?!O|[A-Z]['’](?:ll|re|ve|em|all|am|day|know|lady|lord|mon|night|other|pose|you)\b)[{UPPER}]['’][{LOWER}]{{2,8}}(?!\w|['’])"
"""`K’tharr`, which is no `C’mon` and no `O’er`."""
_OWNED = rf"[{UPPER}][{LOWER}]+['’]s(?:-[{UPPER}]?[{LOWER}]+)+(?![\w-])"
"""`the Cat’s-meat-man`: what goes on after a hyphen owns nothing."""
_WORD = rf"(?:{_SAINT})?(?:(?:[{UPPER}dl]['’]|[ae]l-)(?=[{UPPER}]))?(?:[{UPPER}][{LOWER}]+(?:{_INSIDE})?|{_AFTER_ONE})(?:(?:-(?:[a-z]{{2,3}}-)?)?[{UPPER}][{LOWER}]+)*"
_ABBREVIATED = rf"(?:(?:{'|'.join(SHORT)}|M)\.|Mis['’])(?=[ \xa0])"
_INITIALS = r"(?:(?!I\.)[A-Z]\.[ \xa0]?){0,3}(?!I\.)[A-Z]\."
_INITIAL = re.compile(r"(?:[A-Z]\.[ \xa0]?)*[A-Z]\.")
_LETTER = rf"[{UPPER}][—–―_*-]{{1,4}}(?!\w)"
_TOKEN = rf"(?:{_ABBREVIATED}|{_OWNED}|{_WORD}|{_INITIALS}|{_LETTER})"
_PARTICLE = r"(?:(?:de|du|da|di|la|le|van|von|vom|zu|der|den|del|della|dei|degli|dos|das|bin|ibn|bint|al|el|ap|af|of)[ \xa0])"
_NICKNAME = rf"[“\"‘'](?:{_WORD})[”\"’'][ \xa0](?=[{UPPER}])"
"""`“Jay”` in Jordan “Jay” Marlowe."""
_AFTER_HYPHEN = re.compile(rf"-([{LOWER}]{{2,}})(?![\w-])")
"""The second half of `Sol-leks`. A pattern that begins with its letter is searched faster."""
_BEFORE_HYPHEN = re.compile(rf"(?<![\w-])[{UPPER}][{LOWER}]{{1,15}}\Z")


def _span(token: str) -> re.Pattern[str]:
    """A run of words of this kind."""
    return re.compile(
        rf"(?=[{UPPER}adel])(?<!\w)(?:{token})(?:(?:[ \xa0]|(?<=\.))(?:{_NICKNAME})?{_PARTICLE}{{0,2}}(?:{token}))*"
    )


def _words(token: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(SHORT)}|M)\.(?=[ \xa0]|\Z)|{token}|\S+")


SPAN = _span(_TOKEN)
_WORDS = _words(_TOKEN)
_ONE_WORD = re.compile(r"[^\W\d_]+")
_MARKS = "“”\"‘’'"
_ALONE = re.compile(r"\n(?<!\n\n)(?!\n)")
"""A line break between no others. A pattern that begins with its letter is searched faster."""
_BEGINS = frozenset(
    ("I", "He", "She", "It", "We", "They", "His", "Her", "Their", "The", "And", "But", "Then", "There", "This", "That", "When", "So")
)  # fmt: skip
"""`a letter from Messrs. M. He read it`: a sentence ends with an initial, and nobody is called Monsieur He or Henry B. The."""
_LEARNED = r"M\. ?D|D\. ?D|LL\. ?[BD]|Ph\. ?D|D\. ?(?:Sc|Litt|C\. ?L)|[KQ]\. ?C(?:\. ?B)?|F\. ?R\. ?[A-Z](?:\. ?S)?|D\. ?S\. ?O|[OM]\. ?B\. ?E|Esq"
_ALSO_INITIALS = (
    rf"(?:[MJ]\. ?P|[BM]\. ?(?:A|Sc)|V\. ?C|R\. ?A)\.(?![ \xa0](?!(?:{'|'.join(_BEGINS)})\b)[{UPPER}])"
)
_DEGREE = re.compile(
    rf"[{UPPER}](?<!\w.)[\w’'-]*(?:,[ \xa0]|[ \xa0])(?:(?:(?:{_LEARNED})\.|{_ALSO_INITIALS})(?:,[ \xa0])?)+"
)
"""What stands after a name and is none: `John Marsh, M.D.`, but not J. P. Hale after a comma."""
_ASKED_AFTER = re.compile(r"(?<=[.a-z][ \xa0])Who(?=\?)")
"""`“Mrs. Who?”`: whoever asks for a name says none."""
_POSTSCRIPT = re.compile(r"^[ \t“\"‘_*]*(?:(?:P\. ?)+S|N\. ?B)\.(?=[\s—–―:-])", re.M)
"""`P.S. Mother sends her love`: what opens a line of a letter is nobody's initials."""
ARTICLES = frozenset(["the", "The"])
_OATH = ("By", "George")
_NEXT = re.compile(r"[ \xa0\n](\w+)")
_NEXT_ENDS = 24
"""Letters after a word that are searched for the next."""
_OPENERS = ".!?…:;—–―-\n“”\"‘'’([*_"


class Run(NamedTuple):
    """A run of capitalised words."""

    chapter: int
    title: str
    words: tuple[tuple[int, str], ...]
    """Each word with its offset."""
    opens: bool
    """Whether it opens a sentence or a speech, where any word is capitalised."""
    before: str
    """The word before it, in the same sentence."""
    earlier: str
    """The word before that."""
    nickname: str = ""
    """What stands in quotation marks within the name: Jordan “Jay” Marlowe."""


def words_before(run: Run, word: tuple[int, str]) -> tuple[str, str]:
    """The word before this one and the word before that: `The` in `The Bennets` belongs to the run."""
    place = bisect_left(run.words, word)
    if not place:
        return run.before, run.earlier
    return run.words[place - 1][1], run.words[place - 2][1] if place > 1 else run.before


def word_after(text: str, end: int) -> str:
    """The word that a single space or line break parts from what ends here. Empty if something else follows."""
    after = _NEXT.match(text[end : end + _NEXT_ENDS])
    return after[1] if after else ""


def hyphened(texts: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """Names such as Sol-leks and Yeong-hye: their second half is no word of the book. That of the Ape-man is, so he needs an article."""
    whole: Counter[str] = Counter()
    halves: Counter[str] = Counter()
    definite: Counter[str] = Counter()
    for text in texts:
        for match in _AFTER_HYPHEN.finditer(text):
            at = match.start()
            first = _BEFORE_HYPHEN.search(text[max(0, at - 17) : at])
            if first is not None:
                name = first.group() + match.group()
                whole[name] += 1
                halves[match[1]] += 1
                definite[name] += text.endswith(("the ", "The "), 0, at - len(first.group()))
    return sorted(
        name
        for name, times in whole.items()
        if (times >= LEAST_HYPHENED and counts[half := name.rpartition("-")[2]] <= halves[half])
        or (times >= LEAST_OF_A_KIND and _is_said_twice(name, texts))
        or (times >= LEAST_OF_A_KIND and definite[name] >= MOSTLY_DEFINITE * times)
    )


def _is_said_twice(name: str, texts: Sequence[str]) -> bool:
    """`Lip-lip`, if the book has it in capitals alone: `tom-tom` is a drum."""
    first, _, second = name.lower().rpartition("-")
    return first == second and not any(name.lower() in text for text in texts)


def runs(texts: Sequence[str], hyphens: Sequence[str] = ()) -> Iterator[Run]:
    """Every run in order. A form of address begins a new one: `But Mr. Darcy` are two. `hyphens` are names like Sol-leks."""
    token = rf"(?:(?:{'|'.join(hyphens)})(?![\w-])|{_TOKEN})"
    span, each_word = (_span(token), _words(token)) if hyphens else (SPAN, _WORDS)
    for chapter, text in enumerate(texts):
        flat = _without_degrees(joined_lines(text))
        for match in span.finditer(flat):
            at, whole = match.start(), match.group()
            if _ONE_WORD.fullmatch(whole):
                words = [(at, whole)]
            else:
                words = [(at + each.start(), each.group().rstrip()) for each in each_word.finditer(whole)]
            nickname = next((word.strip(_MARKS) for _, word in words if word[0] in _MARKS), "")
            words = [each for each in words if each[1][0] not in _MARKS] if nickname else words
            before, earlier = _two_before(flat, at)
            ahead = flat[max(0, at - 3) : at].rstrip(" \xa0")
            opens = not ahead or ahead[-1] in _OPENERS
            for title, within in _named(words):
                if within[0] != words[0]:
                    place = bisect_left(words, within[0]) - bool(title)
                    opens = opens and not place
                    if place:
                        before, earlier = words[place - 1][1], before
                yield Run(chapter, title, within, opens and not title, before, earlier, nickname)


def without_sayings(found: Iterable[Run]) -> list[Run]:
    """Leaves out oaths, `By George!`, and the names of sayings, `before you could say Jack Robinson`, unless the book has them often."""
    proverbial = frozenset(table("en", "proverbial"))
    kept = [run for run in found if _whole(run) != _OATH]
    counts = Counter(whole for run in kept if (whole := _whole(run)) in proverbial)
    seldom = {whole for whole, count in counts.items() if count < OFTEN}
    return [run for run in kept if _whole(run) not in seldom] if seldom else kept


def _whole(run: Run) -> tuple[str, ...]:
    words = tuple(word for _, word in run.words)
    return (run.title, *words) if run.title else words


def _two_before(text: str, at: int) -> tuple[str, str]:
    """The word before an offset, and the word before that, if only spaces are between."""
    if text[at - 1 : at] not in (" ", "\xa0"):
        return "", ""
    words = text[max(0, at - 30) : at - 1].split(" ")
    last = words[-1]
    earlier = words[-2] if len(words) > 2 else ""
    return (last, earlier if earlier.isalpha() else "") if last.isalpha() else ("", "")


def _without_degrees(text: str) -> str:
    """The text with stops in place of a postscript's letters and of `Who` in `Mrs. Who?`, and spaces in place of what stands after a
    name: M.D., Esq. Offsets stay."""
    if "Who?" in text:
        text = _ASKED_AFTER.sub("...", text)
    if "S." in text or "B." in text:
        text = _POSTSCRIPT.sub(lambda match: "." * len(match[0]), text)
    return _DEGREE.sub(_blanked, text)


def _blanked(match: re.Match[str]) -> str:
    name = re.split(r"[, \xa0]", match[0], maxsplit=1)[0]
    return name + " " * (len(match[0]) - len(name))


def _named(words: list[tuple[int, str]]) -> Iterator[tuple[str, tuple[tuple[int, str], ...]]]:
    """The names of a run, each with its title. A title that nothing follows is a word like others."""
    start, title = 0, ""
    for place, (_, word) in enumerate(words):
        called = word.removesuffix(".")
        called = AS_SPOKEN.get(called, called)
        ends = bool(words[place + 1 :]) and words[place + 1][1] in _BEGINS
        if ends and called in TITLES:
            start, title = place + 2, ""
        elif ends and _INITIAL.fullmatch(word):
            yield title, tuple(words[start : place + 1])
            start, title = place + 2, ""
        elif called in TITLES and place + 1 < len(words) and (called != "M" or word == "M."):
            if place > start:
                yield title, tuple(words[start:place])
            start, title = place + 1, called
    if words[start:]:
        yield title, tuple(words[start:])


def titled_words(form: str) -> tuple[str, tuple[str, ...]]:
    """The title and the words of a name that stands alone. No words if it does not look like one name."""
    if SPAN.fullmatch(form) is None:
        return "", ()
    words = [(each.start(), each.group().rstrip()) for each in _WORDS.finditer(form)]
    title, within = list(_named(words))[-1]
    whole = len(within) + bool(title) == len(words)
    return (title, tuple(word for _, word in within)) if whole else ("", ())


def joined_lines(text: str) -> str:
    """The text with single line breaks as spaces, so that a name broken over two lines is one name. Offsets stay."""
    return _ALONE.sub(" ", text).replace("\u2009", " ").replace("\u202f", " ") if "\n" in text else text


def word_counts(texts: Sequence[str]) -> Counter[str]:
    """How often each word is written in each case. What stands between spaces is counted first, and cut into words once."""
    counts: Counter[str] = Counter()
    for piece, times in Counter(chain.from_iterable(map(str.split, texts))).items():
        for word in _ONE_WORD.findall(piece):
            counts[word] += times
    return counts
