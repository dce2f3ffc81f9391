"""Misprints: what no sentence has on purpose, and words that are spelled otherwise a single time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.craft.misspelt import misspelt
from fabula.reading.craft.own_spelling import OwnSpelling
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

SHORT = 5
"""Shorter words are too like each other."""
OFTEN = 12
"""How often a word must stand in the book before another spelling of it is a slip."""
NEAR = 40
"""Characters from a verb of thinking to the thought."""
SAME = 3
"""So often one and the same slip is not made: it is how the book writes it."""
CUSTOM = 6
"""What may be meant and stands more often than this is a custom of the book."""
_MARK = re.compile('[“”"]')
"""What would be read as an end of the quotation: words that hold such a mark are shown between dots."""
_CONSONANTS = frozenset("bcdfglmnprstz")


def misprints(parsed: Sequence[Parsed], own: OwnSpelling, language: Language) -> Iterator[Finding]:
    """Faults of typing and punctuation, one finding for each that the book has, with all its places. The most frequent first.

    What somebody of the story misspells is theirs.
    """
    found: list[tuple[int, Finding]] = []
    for what, pattern in language.style.misprints.items():
        places = [
            (chapter, match)
            for chapter in parsed
            for match in pattern.finditer(chapter.chapter.text)
            if not (what in language.style.not_in_speech and is_within(chapter.spoken, match.start("here")))
            and not (what in language.style.not_in_thought and _is_thought(chapter, match, language))
            and not own.holds(chapter, match.start("here"))
        ]
        often = Counter(match["here"] for _, match in places)
        places = [(chapter, match) for chapter, match in places if often[match["here"]] < SAME]
        meant = language.style.meant.get(what)
        if not places or (meant and (len(places) > CUSTOM or _stands(meant, parsed))):
            continue
        (chapter, first), *others = places
        form = "again" if others else "once"
        words = " ".join(first["here"].split())
        place = "beside-mark-" if _MARK.search(words) else ""
        one = finding(
            "misprint",
            "medium",
            Notice.of(
                f"findings.misprint-{place}{form}",
                words=words,
                what=Notice.of(f"findings.misprint-what-{what}"),
                n=len(places),
            ),
            chapter,
            first.start("here"),
            also=[quoted_at(each, match.start("here")) for each, match in others],
        )
        found.append((-len(places), one))
    yield from (one for _, one in sorted(found, key=lambda each: each[0]))


def _is_thought(chapter: Parsed, match: re.Match[str], language: Language) -> bool:
    """Whether a verb of thinking stands shortly before, or is the first word of the slip."""
    thinking, offset = language.style.thinking, match.start("here")
    start, _ = chapter.sentence_at(offset)
    before = chapter.chapter.text[max(start, offset - NEAR) : offset + len(match["here"].split()[0])]
    return thinking is not None and thinking.search(before) is not None


def _stands(pattern: re.Pattern[str], parsed: Sequence[Parsed]) -> bool:
    return any(pattern.search(chapter.chapter.text) for chapter in parsed)


def misspelt_words(
    parsed: Sequence[Parsed],
    tokens: Sequence[Tokens],
    counts: Mapping[str, int],
    own: OwnSpelling,
    language: Language,
) -> Iterator[Finding]:
    """Words that nobody spells so, and words that the book itself spells otherwise nearly everywhere, one finding for each."""
    if language.style.doubling is None:
        return
    listed = {word: right for word, right in language.style.misspellings.items() if word in counts}
    spelled = dict(_other_spellings(counts, language)) | listed
    places: dict[str, list[tuple[Parsed, int]]] = {}
    for chapter, cut in zip(parsed, tokens, strict=True) if spelled else ():
        for n, word in enumerate(cut.words):
            if word in spelled and not cut.capital[n] and not own.holds(chapter, cut.offsets[n]):
                places.setdefault(word, []).append((chapter, cut.offsets[n]))
    for word, here in places.items():
        if word in listed or len(here) == counts[word]:
            yield _misspelt(word, spelled[word], here, counts)
    for word, (right, here) in misspelt(parsed, tokens, counts, own, language).items():
        if word not in spelled:
            yield _misspelt(word, right, here, counts)


def _misspelt(
    wrong: str, right: str, here: Sequence[tuple[Parsed, int]], counts: Mapping[str, int]
) -> Finding:
    """One word at all its places. Where the book has it in the right way too, that is said."""
    (chapter, offset), *others = here
    fields = {"wrong": wrong, "right": right, "n": len(here)}
    many = "again" if others else "once"
    said = Notice.of(f"findings.misprint-listed-{many}", **fields)
    if often := counts.get(right, 0):
        code = "findings.name-slip" if others else "findings.name-slip-once"
        said = Notice.of(code, **fields, often=often)
    return finding(
        "misprint", "medium", said, chapter, offset, also=[quoted_at(each, at) for each, at in others]
    )


def _other_spellings(counts: Mapping[str, int], language: Language) -> Iterator[tuple[str, str]]:
    """Words of the book that have another spelling there: a double consonant a single time, or two vowels in the wrong order.

    A word of the lists may be meant: black men bellow.
    """
    published = language.style.published()
    known, spelling = published.words if published else {}, language.style.spelling
    for word, count in counts.items():
        if not word.isascii() or not word.isalpha() or len(word) < SHORT:
            continue
        if count == 1 and not (spelling and spelling.is_listed(word)):
            for other in _other_doublings(word, language):
                if counts.get(other, 0) >= OFTEN:
                    yield word, other
        if count <= SAME and len(word) > SHORT and word not in known:
            for other in _turned(word, language):
                if counts.get(other, 0) > count and other not in language.style.misspellings:
                    yield word, other


def _turned(word: str, language: Language) -> Iterator[str]:
    """The word with two neighbouring vowels in the other order."""
    if language.style.turned is None or word in language.style.not_turned:
        return
    for match in language.style.turned.finditer(word):
        n = match.start()
        yield word[:n] + word[n + 1] + word[n] + word[n + 2 :]


def _other_doublings(word: str, language: Language) -> Iterator[str]:
    """The word with a single consonant for a double one, and the other way round, where no rule of spelling doubles it."""
    ending = language.style.doubling
    for n in range(2, len(word) - 1):
        if word[n] not in _CONSONANTS or ending is None or ending.match(word, n + 1):
            continue
        if word[n] == word[n - 1] and len(word) > SHORT:
            yield word[:n] + word[n + 1 :]
        elif word[n] not in (word[n - 1], word[n + 1]):
            yield word[: n + 1] + word[n:]
