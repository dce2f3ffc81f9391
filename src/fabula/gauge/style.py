"""Figures of style: vocabulary, word choice, and the shape of sentences, paragraphs, dialogue and punctuation."""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from itertools import pairwise

from fabula.gauge.prose import PRONOUNS, Prose, entropy, matter, mean, plain, spread
from fabula.languages import ENGLISH
from fabula.reading.craft import mtld

_WINDOW = 400
_ABSTRACT = re.compile(r"\w+(?:tion|tions|ness|ment|ments|ity|ance|ence)")
_CONTRAST = re.compile(
    r"\b(?:not|wasn['’]t|isn['’]t|weren['’]t)\b[^.!?\n]{1,50}(?:\bbut\b|[.;—,] ?(?:it|he|she|they|this)(?: was|['’]s| is))",
    re.I,
)


def variety(prose: Prose) -> dict[str, float]:
    words = prose.words
    windows = [words[at : at + _WINDOW] for at in range(0, max(1, len(words) - _WINDOW + 1), _WINDOW // 2)]
    counts = Counter(words)
    telling = [word for word in words if word not in plain()]
    known = Counter(telling)
    size = max(1, len(words))
    return {
        "variety.mtld": math.log(mtld(words) or 1.0),
        "variety.types": mean(len(set(window)) / max(1, len(window)) for window in windows),
        "variety.matter_types": mean(
            len(matter(window)) / max(1, sum(w not in plain() for w in window)) for window in windows
        ),
        "variety.entropy": mean(entropy(Counter(window)) for window in windows),
        "variety.once": sum(n == 1 for n in counts.values()) / size**0.8,
        "variety.simpson": math.log(
            1e-6 + sum(n * (n - 1) for n in counts.values()) / (size * max(1, size - 1))
        ),
        "variety.top_matter": sum(n for _, n in known.most_common(10)) / max(1, len(telling)),
        "variety.heaps": len(counts) / size**0.7,
    }


def wording(prose: Prose) -> dict[str, float]:
    words, size = prose.words, max(1, len(prose.words))
    lengths = [len(word) for word in words] or [0]
    counts = Counter(words)

    def share(kind: Iterable[str]) -> float:
        return sum(counts[word] for word in kind) / size

    def of(test: Callable[[str], object]) -> float:
        return sum(n for word, n in counts.items() if test(word)) / size

    return {
        "words.log": math.log(size),
        "words.log_squared": (math.log(size) - 7) ** 2,
        "words.length": mean(lengths),
        "words.length_spread": spread(lengths),
        "words.long": of(lambda w: len(w) >= 8),
        "words.longest": of(lambda w: len(w) >= 11),
        "words.short": of(lambda w: len(w) <= 3),
        "words.plain": of(plain().__contains__),
        "words.stock": share(words_of("stock")),
        "words.stock_types": len(counts.keys() & words_of("stock")) / math.sqrt(size),
        "words.phrases": sum(1 for _ in _phrases().finditer(prose.text.lower())) / size,
        "words.filters": share(ENGLISH.style.filter_words),
        "words.crutches": share(ENGLISH.style.crutch_words),
        "words.abstract": of(_is_abstract),
        "words.body": share(words_of("body")),
        "words.feeling": share(words_of("feeling")),
        "words.adverbs": of(lambda w: w.endswith("ly") and len(w) > 4),
        "words.ing": of(lambda w: w.endswith("ing") and len(w) > 5),
        "words.past": of(lambda w: w.endswith("ed") and len(w) > 3),
        "words.like": share(("like", "as")),
        "words.links": share(words_of("links")),
        "words.negated": of(lambda w: w in ("not", "no", "never", "nothing") or w.endswith("n't")),
        "words.contracted": of(lambda w: "'" in w and not w.endswith("'s")),
        "words.first_person": share(("i", "me", "my", "i'd", "i'm")),
        "words.pronouns": share(PRONOUNS),
        "words.and": share(("and",)),
        "words.the": share(("the",)),
        "words.of": share(("of",)),
        "words.was": share(("was", "were", "is", "are")),
        "words.would": share(("would", "will", "could", "must")),
        "words.contrast": len(_CONTRAST.findall(prose.text)) / size,
    }


def sentence_shapes(prose: Prose) -> dict[str, float]:
    lengths = [len(each) for each in prose.sentences] or [0]
    count = len(lengths)
    starts = Counter(each[0].lower() for each in prose.sentences)
    return {
        "sentences.words": mean(lengths),
        "sentences.log": mean(math.log(n + 1) for n in lengths),
        "sentences.spread": spread(lengths),
        "sentences.uneven": spread(lengths) / max(1.0, mean(lengths)),
        "sentences.short": sum(n <= 4 for n in lengths) / count,
        "sentences.long": sum(n >= 25 for n in lengths) / count,
        "sentences.longest": math.log(max(lengths) + 1),
        "sentences.steps": mean([abs(a - b) for a, b in pairwise(lengths)] or [0]) / max(1.0, mean(lengths)),
        "sentences.pronoun_starts": sum(n for word, n in starts.items() if word in PRONOUNS) / count,
        "sentences.the_starts": starts["the"] / count,
        "sentences.same_starts": sum(n - 1 for n in starts.values()) / count,
        "sentences.ing_starts": sum(n for word, n in starts.items() if word.endswith("ing")) / count,
        "sentences.conjunction_starts": sum(starts[word] for word in ("and", "but", "or", "so")) / count,
        "sentences.start_entropy": entropy(starts),
    }


def paragraph_shapes(prose: Prose) -> dict[str, float]:
    sizes = [len(each) / 6 for each in prose.paragraphs] or [0.0]
    count = len(sizes)
    return {
        "paragraphs.words": math.log(mean(sizes) + 1),
        "paragraphs.uneven": spread(sizes) / max(1.0, mean(sizes)),
        "paragraphs.one_liners": sum(n <= 8 for n in sizes) / count,
        "paragraphs.long": sum(n >= 90 for n in sizes) / count,
        "paragraphs.sentences": len(prose.sentences) / count,
    }


def talk(prose: Prose) -> dict[str, float]:
    spoken = [each for each in prose.paragraphs if "“" in each or '"' in each]
    opened = sum(each[0] in '“"' for each in prose.paragraphs)
    inside = sum(len(match) for match in re.findall(r"[“\"][^“”\"\n]*[”\"]", prose.text))
    counts = Counter(prose.words)
    plain_tags = counts["said"] + counts["asked"]
    verbs = sum(counts[verb] for verb in ENGLISH.style.speech_verbs)
    count = max(1, len(prose.paragraphs))
    return {
        "talk.share": inside / max(1, len(prose.text)),
        "talk.paragraphs": len(spoken) / count,
        "talk.opening": opened / count,
        "talk.turns": sum((a[0] in '“"') == (b[0] in '“"') for a, b in pairwise(prose.paragraphs)) / count,
        "talk.said": plain_tags / max(1, verbs),
        "talk.verbs": verbs / max(1, len(spoken)),
    }


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in ENGLISH.style.stock_phrases))


@cache
def _is_abstract(word: str) -> bool:
    return len(word) > 6 and _ABSTRACT.fullmatch(word) is not None


@cache
def words_of(kind: str) -> frozenset[str]:
    """A list of words.toml."""
    text = (files("fabula.gauge") / "words.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(text)[kind].split())
