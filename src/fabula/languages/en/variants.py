"""English words with two right spellings: grey and gray, colour and color, realise and realize, travelled and traveled."""

from __future__ import annotations

import re

from fabula.languages.lexicons import grouped

_OUR = re.compile(
    r"\A((?:dis|mis|un|be)?(?:col|fav|hon|hum|lab|rum|vap|flav|ard|arm|vig|val|clam|splend|od|ferv|neighb|harb|parl|behavi|savi|sav|endeav|cand|tum|ranc))our"
)
_ISE = re.compile(r"\A([a-z]{3,})is(?=(?:e|ed|es|ing|ations?|ers?)\Z)")
_DOUBLED = re.compile(
    r"\A((?:travel|level|signal|quarrel|cancel|marvel|counsel|tunnel|jewel|model|label|rival|equal|grovel|shovel|revel|unravel|bevel|chisel|pencil|"
    r"dial|trammel|carol|snivel|swivel|tassel|gambol|kennel|parcel|pommel|duel|fuel|initial|imperil|apparel|barrel|channel|enamel|funnel|panel))l(?=(?:ed|ing|er|ers|ous|or|ors)\Z)"
)
_SECOND = ((_OUR, r"\1or"), (_ISE, r"\1iz"), (_DOUBLED, r"\1"))


def other_spelling(word: str) -> str:
    """The second spelling of a word, if it is the first of two; otherwise nothing."""
    if other := grouped("en", "variants").get(word):
        return other
    changed = (pattern.sub(second, word) for pattern, second in _SECOND)
    return next((other for other in changed if other != word), "")
