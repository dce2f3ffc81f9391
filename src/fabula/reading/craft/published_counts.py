"""Makes the tables of published fiction from plain texts: counts only, no text.

    python -m fabula.reading.craft.published_counts en FILE...

One file is one novel. The shipped English tables come from 19 published novels: the 18 of the Project Dialogism
Novel Corpus that are named in docs/findings.md, and *Frankenstein*. The Chinese ones come from 红楼梦, 水浒传 and
三国演义, so only books in older prose are compared with them.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from fabula.languages import Language
from fabula.reading.senses import by_sense
from fabula.text.files import read

MOST = 0.8
"""The share of novels that must use a word, if it is not one of the words of habit."""
SHARED = 3
"""How many novels must share a phrase. Two, if there are few."""
FEW = 5
"""With fewer novels than this, each must use a word often, or the table would be long."""
LEAST = 20
PHRASE = 4
_LOST = re.compile(r"(?<=\w) (?=(?:t|s|ll|ve|re|m|d)\b)")
"""Where an edition has lost its apostrophes."""


def main(code: str, paths: list[str]) -> None:
    """Write both tables into the language's folder."""
    language = Language(code)
    novels = [_tokens(Path(path), language) for path in paths]
    counts = [Counter(novel) for novel in novels]
    used = Counter(word for counted in counts for word in counted)
    senses = [by_sense(counted, language) for counted in counts]
    plain = language.style.function_words
    rows = [("@words", [len(novel) for novel in novels])]
    rows += [(f"@{name}", [found[name] for found in senses]) for name in sorted(set().union(*senses))]
    rows += [
        (word, [counted[word] for counted in counts])
        for word, novels_with in sorted(used.items())
        if len(word) > 1
        and (
            word in language.style.habit_words
            or (
                novels_with >= MOST * len(novels)
                and (len(novels) >= FEW or min(counted[word] for counted in counts) >= LEAST)
            )
        )
    ]
    phrases = Counter(phrase for novel in novels for phrase in _phrases(novel, plain))
    folder = Path(__file__).parents[2] / "languages" / code / "lexicons"
    (folder / "published_words.txt").write_text(
        f"# words that most of {len(novels)} published novels use, with their count in each; @words: all words; @sense: its words\n"
        + "".join(f"{name}\t" + "\t".join(map(str, row)) + "\n" for name, row in rows),
        encoding="utf-8",
    )
    (folder / "published_phrases.txt").write_text(
        "# phrases of four words that several of the same novels share, with the number of novels\n"
        + "".join(
            f"{phrase}\t{n}\n"
            for phrase, n in sorted(phrases.items())
            if n >= (SHARED if len(novels) >= FEW else 2)
        ),
        encoding="utf-8",
    )


def _tokens(path: Path, language: Language) -> list[str]:
    text = "\n".join(chapter.text for chapter in read(path).chapters)
    if text.count("'") + text.count("’") < len(text) / 2_000:
        text = _LOST.sub("'", text)
    return language.style.tokens(text).words


def _phrases(novel: list[str], plain: frozenset[str]) -> set[str]:
    return {
        " ".join(phrase)
        for phrase in zip(*(novel[n:] for n in range(PHRASE)), strict=False)
        if sum(word not in plain for word in phrase) >= 1
    }


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
