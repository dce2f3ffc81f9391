"""Which language a text is written in."""

from __future__ import annotations

import re

from fabula.languages import ENGLISH, Language

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")
_KANA = re.compile("[\u3041-\u30fa]")
_HANGUL = re.compile("[\uac00-\ud7af]")
_LETTER = re.compile(r"[^\W\d_]")
_PLAIN_ENGLISH = frozenset(
    ("the", "and", "of", "to", "a", "that", "was", "he", "she", "it", "his", "her", "with", "had", "for")
)
"""A quarter of the words of English prose. If they are frequent, the classifier and its 100 MB are not loaded."""
_FEWEST_WORDS = 12
"""With fewer words, the classifier is no better than chance."""
_PIECES = 5
_PIECE = 1_200


def detect(text: str) -> Language:
    """The language of a text, from a sample of it. English if there is too little text."""
    sample = _sample(text)
    if (language := by_letters(sample)) is not None:
        return language
    words = sample.lower().split()
    plain = [word for word in words if word in _PLAIN_ENGLISH]
    if len(words) < _FEWEST_WORDS or (len(plain) > 0.2 * len(words) and {"the", "and"} <= set(plain)):
        return ENGLISH
    import py3langid

    return Language(str(py3langid.classify(sample)[0]))


def by_letters(text: str) -> Language | None:
    """The language that its letters alone tell. English without any letter, None if several languages are written so."""
    letters = len(_LETTER.findall(text))
    if letters == 0:
        return ENGLISH
    if len(_HANGUL.findall(text)) > 0.3 * letters:
        return Language("ko")
    if len(_KANA.findall(text)) > 0.1 * letters:
        return Language("ja")
    if len(_HAN.findall(text)) > 0.3 * letters:
        return Language("zh")
    return None


def _sample(text: str) -> str:
    """Pieces from all over the text, so that a licence in another language at its start does not decide."""
    if len(text) <= _PIECES * _PIECE:
        return text
    step = (len(text) - _PIECE) // (_PIECES - 1)
    return " ".join(text[at : at + _PIECE] for at in range(0, step * _PIECES, step))
