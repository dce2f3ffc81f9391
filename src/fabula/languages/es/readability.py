"""Reading ease by Szigriszt-Pazos (1993), which fits Flesch's formula to Spanish."""

from __future__ import annotations

import re
from functools import lru_cache

from fabula.languages.topics.readability import ReadabilityRules

_SILENT_U = re.compile(r"(?<=q)u(?=[eéií])|(?<=g)u(?=[eéií])")
_STRONG, _WEAK, _STRESSED_WEAK = "aeoáéó", "iuüy", "íú"
_CONSONANT_Y = re.compile(r"y(?=[aeiouáéíóú])")


def _szigriszt(words_to_a_sentence: float, syllables_to_a_word: float) -> float:
    return 206.835 - words_to_a_sentence - 62.3 * syllables_to_a_word


@lru_cache(maxsize=1 << 17)
def _syllables(word: str) -> int:
    """Count vowels without diphthongs: two strong vowels are two syllables, and a stressed weak vowel counts separately."""
    letters = _CONSONANT_Y.sub("j", _SILENT_U.sub("", word))
    count, before = 0, ""
    for letter in letters:
        if letter == "h":
            continue
        if letter in _STRONG:
            count += before == "" or before in _STRONG + _STRESSED_WEAK
        elif letter in _STRESSED_WEAK:
            count += 1
        elif letter in _WEAK:
            count += before == "" or before in _STRESSED_WEAK or before == letter
        before = letter if letter in _STRONG + _WEAK + _STRESSED_WEAK else ""
    return max(1, count)


RULES = ReadabilityRules("Szigriszt-Pazos", _szigriszt, _syllables)
