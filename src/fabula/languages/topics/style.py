"""Style: what counts as a habit of wording, and which words appeal to the senses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import itemgetter

from fabula.languages.searching import Searchable, Signed
from fabula.languages.topics.published import Published
from fabula.languages.topics.spelling import Spelling

_FIRST = re.compile(r"(?:\(\?:)?([a-z|]+)")
_WORD = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)*)")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a text and the offset of each."""

    words: list[str]
    """In lower case."""
    offsets: list[int]
    capital: list[bool]
    """Whether it starts with a capital: it may be a name."""


def words_with_offsets(text: str) -> Tokens:
    """The words of a text in a language with an alphabet."""
    parts = _WORD.split(text)  # what stands between words, and words, in turn
    words, ends = parts[1::2], list(accumulate(map(len, parts)))
    lower = "\n".join(words).lower().replace("’", "'").split("\n") if words else []
    return Tokens(lower, ends[:-1:2], [*map(str.isupper, map(itemgetter(0), words))])


def by_first_word(phrases: Sequence[str]) -> dict[str, re.Pattern[str]]:
    """Patterns by the word they begin with. A search that starts at words is ten times as fast as one through the text."""
    found: dict[str, list[str]] = {}
    for phrase in phrases:
        first = _FIRST.match(phrase)
        assert first, phrase
        for word in first[1].split("|"):
            found.setdefault(word, []).append(phrase.replace(" ", r"\s+"))
    return {word: re.compile(rf"(?:{'|'.join(some)})\b", re.I) for word, some in found.items()}


@dataclass(frozen=True, slots=True)
class StyleRules:
    """The word lists of a language. Without a list, the check is skipped."""

    tokens: Callable[[str], Tokens] = words_with_offsets
    function_words: frozenset[str] = frozenset()
    before_kinds: frozenset[str] = frozenset()
    """After one of them a capital is no name, or a name is a kind: `a Helen` is any beauty, and `his Christian name` is no slip for Christine."""
    crutch_words: frozenset[str] = frozenset()
    """Words that are often unnecessary."""
    negated: re.Pattern[str] | None = None
    """A negation with the word that it is about, which cannot be left out."""
    filter_words: frozenset[str] = frozenset()
    """Saw, felt, noticed: an observer before what is observed."""
    filter_pattern: Signed | None = None
    """A pattern for such a word with an observer. Without a pattern, every filter word counts."""
    filter_weight: float = 1.0
    """How much more common filter words are than in English."""
    stock_phrases: tuple[str, ...] = ()
    """Patterns of phrases known from machine-written prose."""
    stock_size: int = 500_000
    """Characters of about a hundred thousand words."""
    cliches: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """The first word of worn figures of speech, and the pattern of those that begin with it."""
    unspaced_cliches: re.Pattern[str] | None = None
    """All of them, in a language without spaces between words."""
    fewest_cliches: int = 1
    """How often one must occur. A Chinese idiom of four characters is worn only where it comes again and again."""
    cliches_of_tradition: int = 1
    """How many times as often in prose older than the idea that it is worn."""
    cliche_every: int = 0
    """And within how many characters, if that matters."""
    long_sentence: int = 140
    """The words of a sentence that is long by any measure."""
    long_paragraph: int = 500
    """The words of a paragraph that is long by any measure: about a page and a half."""
    exclaimed: float | None = None
    """The share of speeches with an exclamation mark at the end in the middle one of published novels. Without it, they are not counted."""
    settings: frozenset[str] = frozenset()
    """Kin, people and places: a phrase with one of them names somebody or somewhere."""
    habit_words: frozenset[str] = frozenset()
    """Words of gesture, look, feeling, emphasis and saying, whose number is a habit and not a topic."""
    scenery: frozenset[str] = frozenset()
    """Those of them that may come from where a story happens: light, colour, cold, silence, size."""
    gestures: frozenset[str] = frozenset()
    """Those, and parts of the body: a phrase with one of them is how a story is told, and not what it is about. Empty if no phrase is asked for one."""
    moved: Mapping[str, Sequence[tuple[str, bool, frozenset[str]]]] = field(default_factory=dict)
    """What people move when somebody speaks -> the first verb of each gesture with it, whether the verb stands before it, and all its forms."""
    away: frozenset[str] = frozenset()
    """Words between such a verb and such a noun that part them: `shook her from head to foot`."""
    published: Callable[[], Published | None] = lambda: None
    """How often common words and phrases occur in published fiction, read on first use."""
    is_like_published: Callable[[Mapping[str, int]], bool] = lambda counts: True  # noqa: ARG005
    """Whether a book with these word counts is of the same age as the published fiction, so that it can be compared."""
    speech_verbs: frozenset[str] = frozenset()
    """Verbs of saying."""
    plain_tags: frozenset[str] = frozenset()
    """Those of them that every story uses for any speech."""
    slips: frozenset[str] = frozenset()
    """Words that are doubled only by mistake."""
    misprints: Mapping[str, Searchable] = field(default_factory=dict)
    """What no sentence has on purpose, by what is wrong."""
    meant: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """What shows that a book does one of these on purpose: it is then silent on all of that kind."""
    not_in_speech: frozenset[str] = frozenset()
    """Those of them that may be how somebody talks."""
    not_in_thought: frozenset[str] = frozenset()
    """And those that a thought without marks has: `Well, she thought, This is the end.`"""
    thinking: re.Pattern[str] | None = None
    """Words that stand before such a thought."""
    doubling: re.Pattern[str] | None = None
    """Endings before which a consonant is doubled by rule. Without it, no spelling is compared."""
    misspellings: Mapping[str, str] = field(default_factory=dict)
    """What no edition has on purpose -> how it is spelled."""
    spelling: Spelling | None = None
    """A list of all words. Without it, no word is looked up."""
    turned: re.Pattern[str] | None = None
    """Two letters that a slip of the hand puts in the wrong order: `langour`. Without it, none is looked for."""
    not_turned: frozenset[str] = frozenset()
    """Words that are other words with such letters turned: `casual` and `causal`."""
    hyphened: Searchable | None = None
    """Two words with a hyphen that mean the same when they are written as one."""
    spaced: Searchable | None = None
    """Two words that mean the same when they are written as one, where they do: not `any one of them`."""
    other_spelling: Callable[[str], str] = lambda word: ""  # noqa: ARG005
    """The second of two right spellings, for a word in the first: gray for grey."""
    own_spelling: re.Pattern[str] | None = None
    """Letters that somebody drops in speech or in writing, and a pronoun without its capital: `'ouse`, `i am`, `dont`."""
    dropped: re.Pattern[str] | None = None
    """A letter that somebody drops in talk, other than those that everybody drops."""
    leftover: re.Pattern[str] | None = None
    """A note of the author about the text, left in it by mistake."""
    adverb_tag: re.Pattern[str] | None = None
    """A speech tag that leans on an adverb (group 1)."""
    adverb_lead: re.Pattern[str] | None = None
    """An adverb in what leads to a speech."""
    adverb_beside: re.Pattern[str] | None = None
    """Any adverb in the sentence that goes on after a speech, whether a verb of saying is in it or not."""
    voice_tag: re.Pattern[str] | None = None
    """A speech tag that describes the voice (group 1)."""
    denial: re.Pattern[str] | None = None
    """Words that say what something is not, before what it is (group 1)."""
    echoing: re.Pattern[str] | None = None
    """Words whose repetition close together is a flaw. A noun may be what the passage is about, and in Chinese prose
    parallel phrases are a device."""
    formulas: re.Pattern[str] | None = None
    """What storytellers of a tradition always say. Its repetition is no habit of the author."""
    naming: re.Pattern[str] | None = None
    """A phrase that somebody goes by: `the man in the red sweater`. Its repetition is that of a name."""
    is_thing: Callable[[str, str], bool] = lambda before, phrase: False  # noqa: ARG005
    """Whether a phrase, with what stands before it, names one thing or place of the story. It comes back as names do."""
    shortest_phrase: int = 0
    """The minimum characters of a repeated phrase."""
    passage: int = 120
    """From this many characters on, a repeated paragraph is more than a refrain."""
    senses: Mapping[str, str] = field(default_factory=dict)
    """Word -> the sense that it appeals to."""
    sense_words: Callable[[str], Sequence[str]] = str.split
    """The words of a passage in the form used by the list of senses."""
