"""What the gauge sees of a chapter: some ninety figures of style, order and repetition. English prose.

Order matters here as much as style: style alone would reward shuffled words (they look rich), so what follows what is
measured too, by a small bigram model over kinds of words and by what holds neighbouring sentences and halves together.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fabula.reading.craft import mtld
from fabula.reading.wordlists import lines, word_set
from fabula.text.sentences import sentences

Array = NDArray[np.float64]

_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*")
_TOKEN = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*|[.,;:!?—“”\"…]")
_GAP = re.compile(r"\n\s*\n")
_MARKS = re.compile(r"[*_`~#>]+")
_FURNITURE = re.compile(r"\s*(?:#+ .*|\**\s*(?:chapter|part|prologue|epilogue)\b.{0,80}|[-*_=\s]{3,})\s*", re.I)
_ENDS = frozenset(".!?…”\"’'—*)")
_WINDOW = 400
_STOCK = frozenset(
    """whisper whispered whispers whispering echo echoed echoes echoing shadow shadows flicker flickered flickering
    shimmer shimmering shimmered glow glowing gleam gleaming glint glinting hum hummed humming pulse pulsed pulsing
    tapestry testament labyrinth symphony kaleidoscope cacophony crescendo ethereal ephemeral ancient cosmic destiny
    resolve determination uncertainty realization vulnerability resilience solace unspoken palpable relentless
    intricate delicate profound unwavering newfound undeniable bittersweet steeled lingered lingering etched woven
    weave weaving dance danced dancing beacon embrace embraced journey realm fate hope weight air heart hearts
    chest breath gaze eyes smile nodded""".split()
)
_ABSTRACT = re.compile(r"\w+(?:tion|tions|ness|ment|ments|ity|ance|ence)")
_BODY = frozenset(
    """eyes eye hand hands face head lips mouth jaw throat chest heart shoulder shoulders fingers breath skin arm arms brow
    voice stomach back knees teeth""".split()
)
_FEELING = frozenset(
    """fear anger joy sadness hope love hate despair relief guilt shame grief pride anxiety dread excitement sorrow
    happiness panic felt feel feeling feelings emotion emotions afraid angry sad happy proud""".split()
)
_LIKE = frozenset(("like", "as"))
_LINKS = frozenset("however moreover furthermore therefore meanwhile suddenly finally then yet still".split())
_CONTRAST = re.compile(
    r"\b(?:not|wasn['’]t|isn['’]t|weren['’]t)\b[^.!?\n]{1,50}(?:\bbut\b|[.;—,] ?(?:it|he|she|they|this)(?: was|['’]s| is))", re.I
)
_PAST = re.compile(r"\w+ed")
_PRONOUNS = frozenset("he she it they him her them his hers their theirs its".split())
_KINDS = (
    "a an the this that these those and or but nor so if of to in on at by with from as into onto over under about after before through "
    "between against is am are was were be been being have has had do does did will would could should can may might must not i me my you your "
    "he him his she her it its we us our they them their who whom whose which what when where why how there then than no all one just like up down out off "
    "said . , ; : ! ? — quote …"
).split()
_SUFFIXES = ("ing", "ed", "ly", "tion", "ness", "er", "est", "s")
KINDS = len(_KINDS) + len(_SUFFIXES) + 4
"""Kinds of tokens that the bigram model tells apart: grammar words each, other words by their ending and capital."""
_KIND = {word: number for number, word in enumerate(_KINDS)}
_QUOTES = dict.fromkeys('“”"', _KIND["quote"])


@dataclass(slots=True)
class Earlier:
    """What the chapters before this one of the same story leave behind."""

    chapters: int = 0
    runs: set[tuple[str, ...]] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    openings: list[frozenset[str]] = field(default_factory=list)
    closings: list[frozenset[str]] = field(default_factory=list)
    first: tuple[float, float] | None = None
    """Variety and log length of the first chapter."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A chapter cut up once for all figures."""

    text: str
    words: list[str]
    paragraphs: list[str]
    sentences: list[list[str]]
    """The words of each, without empty ones."""
    raw: list[str]
    """The sentences as they stand."""
    of_paragraph: list[int]
    """Which paragraph each sentence stands in."""


def cut(text: str) -> Prose:
    """Cut a chapter up; its headings and Markdown's marks are set aside."""
    paragraphs = [
        _MARKS.sub("", part).strip() for part in _GAP.split(text) if not _FURNITURE.fullmatch(part.strip())
    ]
    paragraphs = [" ".join(part.split()) for part in paragraphs if _WORD.search(part)]
    raw: list[str] = []
    found: list[list[str]] = []
    where: list[int] = []
    for number, paragraph in enumerate(paragraphs):
        for start, end in sentences(paragraph, "en"):
            sentence = paragraph[start:end]
            own = [word.replace("’", "'") for word in _WORD.findall(sentence)]
            if own:
                raw.append(sentence)
                found.append(own)
                where.append(number)
    words = [word.lower() for sentence in found for word in sentence]
    return Prose("\n\n".join(paragraphs), words, paragraphs, found, raw, where)


def kinds(text: str) -> Array:
    """The kind of every token, as whole numbers: what the bigram model reads."""
    return np.array([_kind_of(token) for token in _TOKEN.findall(text)], dtype=np.int64)


@cache
def _kind_of(token: str) -> int:
    if token in _QUOTES:
        return _QUOTES[token]
    lower = token.lower().replace("’", "'")
    if lower in _KIND:
        return _KIND[lower]
    base = len(_KINDS)
    if token[0].isupper():
        return base + len(_SUFFIXES)
    for number, suffix in enumerate(_SUFFIXES):
        if lower.endswith(suffix) and len(lower) > len(suffix) + 2:
            return base + number
    return base + len(_SUFFIXES) + (1 if len(lower) <= 4 else 2 if len(lower) <= 7 else 3)


def figures(prose: Prose, earlier: Earlier, bigrams: Array) -> dict[str, float]:
    """Every figure of one chapter by name; `bigrams` are log likelihood ratios of kinds, following against by chance."""
    found: dict[str, float] = {}
    for group in (_variety, _words, _sentences, _paragraphs, _talk, _punctuation, _repetition, _order, _halves, _ending):
        found |= group(prose)
    return found | _bigrams(prose, bigrams) | _across(prose, earlier, found["variety.mtld"])


def remember(prose: Prose, earlier: Earlier) -> None:
    """Add a chapter to what comes before the next."""
    if earlier.first is None:
        earlier.first = (math.log(mtld(prose.words) or 1.0), math.log(len(prose.words) + 1))
    earlier.chapters += 1
    earlier.runs |= _runs(prose.words, 4)
    earlier.words |= set(prose.words)
    earlier.openings.append(_matter(prose.words[:60]))
    earlier.closings.append(_matter(prose.words[-60:]))


def _variety(prose: Prose) -> dict[str, float]:
    words = prose.words
    windows = [words[at : at + _WINDOW] for at in range(0, max(1, len(words) - _WINDOW + 1), _WINDOW // 2)]
    counts = Counter(words)
    matter = [word for word in words if word not in _plain()]
    known = Counter(matter)
    size = max(1, len(words))
    entropy = _mean(_entropy(Counter(window)) for window in windows)
    return {
        "variety.mtld": math.log(mtld(words) or 1.0),
        "variety.types": _mean(len(set(window)) / max(1, len(window)) for window in windows),
        "variety.matter_types": _mean(
            len(_matter(window)) / max(1, sum(w not in _plain() for w in window)) for window in windows
        ),
        "variety.entropy": entropy,
        "variety.once": sum(n == 1 for n in counts.values()) / size**0.8,
        "variety.simpson": math.log(1e-6 + sum(n * (n - 1) for n in counts.values()) / (size * max(1, size - 1))),
        "variety.top_matter": sum(n for _, n in known.most_common(10)) / max(1, len(matter)),
        "variety.heaps": len(counts) / size**0.7,
    }


def _words(prose: Prose) -> dict[str, float]:
    words, size = prose.words, max(1, len(prose.words))
    lengths = [len(word) for word in words] or [0]

    def share(hits: Iterable[object]) -> float:
        return sum(map(bool, hits)) / size

    return {
        "words.log": math.log(size),
        "words.log_squared": (math.log(size) - 7) ** 2,
        "words.length": _mean(lengths),
        "words.length_spread": _spread(lengths),
        "words.long": share(n >= 8 for n in lengths),
        "words.longest": share(n >= 11 for n in lengths),
        "words.short": share(n <= 3 for n in lengths),
        "words.plain": share(word in _plain() for word in words),
        "words.stock": share(word in _STOCK for word in words),
        "words.stock_types": len(set(words) & _STOCK) / math.sqrt(size),
        "words.phrases": sum(1 for _ in _phrases().finditer(prose.text.lower())) / size,
        "words.filters": share(word in word_set("en.filter_words") for word in words),
        "words.crutches": share(word in word_set("en.crutch_words") for word in words),
        "words.abstract": share(_is_abstract(word) for word in words),
        "words.body": share(word in _BODY for word in words),
        "words.feeling": share(word in _FEELING for word in words),
        "words.adverbs": share(word.endswith("ly") and len(word) > 4 for word in words),
        "words.ing": share(word.endswith("ing") and len(word) > 5 for word in words),
        "words.past": share(word.endswith("ed") and len(word) > 3 for word in words),
        "words.like": share(word in _LIKE for word in words),
        "words.links": share(word in _LINKS for word in words),
        "words.negated": share(word in ("not", "no", "never", "nothing") or word.endswith("n't") for word in words),
        "words.contracted": share("'" in word and not word.endswith("'s") for word in words),
        "words.first_person": share(word in ("i", "me", "my", "i'd", "i'm") for word in words),
        "words.pronouns": share(word in _PRONOUNS for word in words),
        "words.and": share(word == "and" for word in words),
        "words.the": share(word == "the" for word in words),
        "words.of": share(word == "of" for word in words),
        "words.was": share(word in ("was", "were", "is", "are") for word in words),
        "words.would": share(word in ("would", "will", "could", "must") for word in words),
        "words.contrast": len(_CONTRAST.findall(prose.text)) / size,
    }


def _sentences(prose: Prose) -> dict[str, float]:
    lengths = [len(each) for each in prose.sentences] or [0]
    count = len(lengths)
    starts = Counter(each[0].lower() for each in prose.sentences)
    return {
        "sentences.words": _mean(lengths),
        "sentences.log": _mean(math.log(n + 1) for n in lengths),
        "sentences.spread": _spread(lengths),
        "sentences.uneven": _spread(lengths) / max(1.0, _mean(lengths)),
        "sentences.short": sum(n <= 4 for n in lengths) / count,
        "sentences.long": sum(n >= 25 for n in lengths) / count,
        "sentences.longest": math.log(max(lengths) + 1),
        "sentences.steps": _mean([abs(a - b) for a, b in pairwise(lengths)] or [0]) / max(1.0, _mean(lengths)),
        "sentences.pronoun_starts": sum(n for word, n in starts.items() if word in _PRONOUNS) / count,
        "sentences.the_starts": starts["the"] / count,
        "sentences.same_starts": sum(n - 1 for n in starts.values()) / count,
        "sentences.ing_starts": sum(n for word, n in starts.items() if word.endswith("ing")) / count,
        "sentences.conjunction_starts": sum(starts[word] for word in ("and", "but", "or", "so")) / count,
        "sentences.start_entropy": _entropy(starts),
    }


def _paragraphs(prose: Prose) -> dict[str, float]:
    sizes = [len(each) / 6 for each in prose.paragraphs] or [0.0]
    count = len(sizes)
    return {
        "paragraphs.words": math.log(_mean(sizes) + 1),
        "paragraphs.uneven": _spread(sizes) / max(1.0, _mean(sizes)),
        "paragraphs.one_liners": sum(n <= 8 for n in sizes) / count,
        "paragraphs.long": sum(n >= 90 for n in sizes) / count,
        "paragraphs.sentences": len(prose.sentences) / count,
    }


def _talk(prose: Prose) -> dict[str, float]:
    spoken = [each for each in prose.paragraphs if "“" in each or '"' in each]
    opened = sum(each[0] in "“\"" for each in prose.paragraphs)
    inside = sum(len(match) for match in re.findall(r"[“\"][^“”\"\n]*[”\"]", prose.text))
    said = sum(word in ("said", "asked") for word in prose.words)
    verbs = sum(word in word_set("en.speech_verbs") for word in prose.words)
    count = max(1, len(prose.paragraphs))
    return {
        "talk.share": inside / max(1, len(prose.text)),
        "talk.paragraphs": len(spoken) / count,
        "talk.opening": opened / count,
        "talk.turns": sum((a[0] in '“"') == (b[0] in '“"') for a, b in pairwise(prose.paragraphs)) / count,
        "talk.said": said / max(1, verbs),
        "talk.verbs": verbs / max(1, len(spoken)),
    }


def _punctuation(prose: Prose) -> dict[str, float]:
    size = max(1, len(prose.words))
    marks = {"comma": ",", "dash": "—", "semicolon": ";", "colon": ":", "exclamation": "!", "question": "?"}
    return {f"marks.{name}": prose.text.count(mark) / size for name, mark in marks.items()} | {
        "marks.ellipsis": (prose.text.count("…") + prose.text.count("...")) / size,
        "marks.capitals": sum(each[0].isupper() for sentence in prose.sentences for each in sentence[1:]) / size,
        "marks.names": math.log(1 + len(_names(prose.sentences))),
    }


def _repetition(prose: Prose) -> dict[str, float]:
    size = max(1, len(prose.words))
    again = [
        sum(n - 1 for n in Counter(zip(*(prose.words[k:] for k in range(length)), strict=False)).values()) / size
        for length in (2, 3, 4, 6)
    ]
    whole = Counter(" ".join(words).lower() for words in prose.sentences if len(words) >= 5)
    blocks = Counter(prose.paragraphs)
    doubled = sum(len(text) * (n - 1) for text, n in blocks.items() if len(text) > 40) / max(1, len(prose.text))
    near = [
        len(set(a) & set(b)) / max(1, min(len(set(a)), len(set(b))))
        for a, b in pairwise([_matter(map(str.lower, words)) for words in prose.sentences])
        if a and b
    ]
    return {
        "again.two": again[0],
        "again.three": again[1],
        "again.four": math.log(0.002 + again[2]),
        "again.six": math.log(0.002 + again[3]),
        "again.sentences": math.log(0.005 + sum(n - 1 for n in whole.values()) / max(1, len(prose.sentences))),
        "again.paragraphs": math.log(0.01 + doubled),
        "again.neighbours": _mean(near) if near else 0.0,
    }


def _order(prose: Prose) -> dict[str, float]:
    """What holds neighbouring sentences together, against sentences seven apart; and quotation marks that close."""
    marked = [_held(words) for words in prose.sentences]
    near, far = _held_together(marked, 1), _held_together(marked, 7)
    second, third = _held_together(marked, 2), _held_together(marked, 3)
    spoken = [any(mark in each for mark in '“”"') for each in prose.raw]
    tense = [sum(word.endswith("ed") for word in words) / len(words) for words in prose.sentences]
    count = max(1, len(prose.paragraphs))
    open_quotes = sum(
        part.count("“") != part.count("”") or part.count('"') % 2 == 1 for part in prose.paragraphs
    )
    first_of = [n for n, where in enumerate(prose.of_paragraph) if n == 0 or prose.of_paragraph[n - 1] != where]
    firsts = {n for n in first_of}
    later = [n for n in range(len(prose.sentences)) if n not in firsts]
    pronoun = [words[0].lower() in _PRONOUNS for words in prose.sentences]
    gaps = _name_gaps(prose.sentences)
    return {
        "order.near": math.log((near + 0.01) / (far + 0.01)),
        "order.second": math.log((second + 0.01) / (far + 0.01)),
        "order.third": math.log((third + 0.01) / (far + 0.01)),
        "order.talk": _sameness(spoken),
        "order.tense": -_mean([abs(a - b) for a, b in pairwise(tense)] or [0.0]) / (_spread(tense) + 0.02 if tense else 1),
        "order.open_quotes": open_quotes / count,
        "order.broken_sentences": sum(
            each.count("“") != each.count("”") or each.count('"') % 2 == 1 for each in prose.raw
        ) / max(1, len(prose.raw)),
        "order.pronouns_later": _mean(pronoun[n] for n in later) - _mean(pronoun[n] for n in firsts),
        "order.lower_starts": _mean(words[0][0].islower() for words in prose.sentences),
        "order.clusters": gaps,
    }


def _halves(prose: Prose) -> dict[str, float]:
    """Do the parts of the chapter speak of the same people and things?"""
    cut_at = [round(len(prose.sentences) * n / 4) for n in range(5)]
    quarters = [prose.sentences[a:b] for a, b in pairwise(cut_at)]
    names = [_names(part) for part in quarters]
    matter = [Counter(w for words in part for w in map(str.lower, words) if w not in _plain()) for part in quarters]
    head, tail = names[0] | names[1], names[2] | names[3]
    shared = sum((names_of(prose, head & tail)).values())
    everyone = sum((names_of(prose, head | tail)).values())
    return {
        "halves.names": shared / max(1, everyone),
        "halves.matter": _cosine(matter[0] + matter[1], matter[2] + matter[3]),
        "halves.middle": _cosine(matter[1], matter[2]) - 0.5 * (_cosine(matter[0], matter[1]) + _cosine(matter[2], matter[3])),
        "halves.ends": _cosine(matter[0], matter[3]),
        "halves.person": abs(_mean(w.lower() in ("i", "my", "me") for words in prose.sentences[: cut_at[2]] for w in words)
                             - _mean(w.lower() in ("i", "my", "me") for words in prose.sentences[cut_at[2] :] for w in words)),
    }


def names_of(prose: Prose, names: set[str] | frozenset[str]) -> Counter[str]:
    """How often each of the names stands in the chapter."""
    return Counter(word for words in prose.sentences for word in words if word in names)


def _ending(prose: Prose) -> dict[str, float]:
    last = prose.text.rstrip()[-1:] or "x"
    final = prose.sentences[-1] if prose.sentences else []
    return {
        "ending.closed": float(last in _ENDS),
        "ending.words": math.log(1 + len(final)),
    }


def _bigrams(prose: Prose, table: Array) -> dict[str, float]:
    """How far each kind of word follows the one before as in whole prose."""
    seen = kinds(prose.text)
    if len(seen) < 2:
        return {"bigrams.mean": 0.0, "bigrams.low": 0.0, "bigrams.halves": 0.0}
    ratios = table[seen[:-1], seen[1:]]
    blocks = [float(block.mean()) for block in np.array_split(ratios, max(1, len(ratios) // 150))]
    return {
        "bigrams.mean": float(ratios.mean()),
        "bigrams.low": float((ratios < -1.0).mean()),
        "bigrams.halves": min(blocks),
    }


def _across(prose: Prose, earlier: Earlier, variety: float) -> dict[str, float]:
    """What this chapter takes over from the chapters before; zero throughout in a first chapter."""
    if earlier.first is None:
        return dict.fromkeys(
            ("across.runs", "across.new_words", "across.opening", "across.closing", "across.variety", "across.length"), 0.0
        )
    own = _runs(prose.words, 4)
    types = set(prose.words)
    return {
        "across.runs": len(own & earlier.runs) / max(1, len(own)),
        "across.new_words": len(types - earlier.words) / max(1, len(types)) - 0.5,
        "across.opening": max(_overlap(_matter(prose.words[:60]), each) for each in earlier.openings),
        "across.closing": max(_overlap(_matter(prose.words[-60:]), each) for each in earlier.closings),
        "across.variety": variety - earlier.first[0],
        "across.length": math.log(len(prose.words) + 1) - earlier.first[1],
    }


@cache
def _plain() -> frozenset[str]:
    return word_set("en.function_words")


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines("en.stock_phrases")))


@cache
def _is_abstract(word: str) -> bool:
    return len(word) > 6 and _ABSTRACT.fullmatch(word) is not None


def _matter(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in words if word not in _plain())


def _runs(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    return set(zip(*(words[k:] for k in range(length)), strict=False))


def _names(sentences: Iterable[Sequence[str]]) -> frozenset[str]:
    """Words with a capital inside a sentence: people and places, near enough."""
    return frozenset(
        word for words in sentences for word in words[1:] if word[0].isupper() and len(word) > 2 and word.lower() not in _plain()
    )


def _held(words: Sequence[str]) -> frozenset[str]:
    """What may tie a sentence to its neighbours: its matter, shortened to stems of six letters, and its pronouns."""
    lower = [word.lower() for word in words]
    return frozenset(word[:6] for word in lower if word not in _plain() or word in _PRONOUNS)


def _held_together(marked: Sequence[frozenset[str]], step: int) -> float:
    pairs = list(zip(marked, marked[step:], strict=False))
    return _mean(len(a & b) / math.sqrt(len(a) * len(b)) for a, b in pairs if a and b)


def _name_gaps(sentences: Sequence[Sequence[str]]) -> float:
    """Words come in clusters where a scene dwells on something; shuffled, they are scattered."""
    places: dict[str, list[int]] = {}
    for number, words in enumerate(sentences):
        for word in {w.lower() for w in words}:
            if word not in _plain():
                places.setdefault(word, []).append(number)
    count = max(1, len(sentences))
    ratios = []
    for found in places.values():
        if 2 <= len(found) <= 8:
            expected = (count + 1) / (len(found) + 1)
            ratios.append(math.log((found[1] - found[0] + 0.5) / expected) if len(found) == 2 else
                          _mean(math.log((b - a + 0.5) / expected) for a, b in pairwise(found)))
    return _mean(ratios) if ratios else 0.0


def _sameness(flags: Sequence[bool]) -> float:
    """How much oftener neighbours agree than chance would have it."""
    if len(flags) < 2:
        return 0.0
    rate = _mean(flags)
    return _mean(a == b for a, b in pairwise(flags)) - (rate**2 + (1 - rate) ** 2)


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / max(1, min(len(first), len(second)))


def _cosine(first: Counter[str], second: Counter[str]) -> float:
    dot = sum(n * second[word] for word, n in first.items())
    size = math.sqrt(sum(n * n for n in first.values()) * sum(n * n for n in second.values()))
    return dot / size if size else 0.0


def _entropy(counts: Counter[str]) -> float:
    total = counts.total()
    return -sum(n / total * math.log(n / total) for n in counts.values()) if total else 0.0


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def _spread(values: Sequence[float]) -> float:
    """The standard deviation (the library's own is exact, and twenty times slower)."""
    middle = _mean(values)
    return math.sqrt(_mean((value - middle) ** 2 for value in values))
