"""Plays and screenplays: the name of the speaker before each speech, and directions in brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from fabula.languages.topics.headings import NEVER

DIRECTION = r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）|【[^【】]*】"
"""What a player does, or how they say it."""
BELOW_A_SCENE = re.compile(
    r"[(\[（【].*[.。]\s*[)\]）】]$|[^\W\d_a-z](?:[^\W\d_a-z]|[ .’']){1,40}\.[ ]?[—–]|[一-龥]{2,4}\u3000.*[。！？…]$"
)
"""A direction or a speech, which stands below the heading of a scene and is no title: `ANA.— No.`, `王利发　您来了！`."""
_ABBREVIATIONS = (
    r"(?:Mrs?|Ms|Dr|St|Rev|Hon|Prof|Capt|Col|Gen|Maj|Lt|Sgt|Insp|Supt|Jr|Sr|Mme|Mlle|Sra|Dra|Hr|Fr)"
)
_WORD = rf"(?:{_ABBREVIATIONS}\.|[^\W_]\.(?!\w)|[^\W_][\w'’-]*|&|\#\d+)"


@dataclass(frozen=True, slots=True)
class DramaRules:
    """How a play names who speaks. Each of these is a pattern without regard to capitals."""

    name: str = rf"{_WORD}(?:[ ]{_WORD}){{0,5}}?"
    """A name at the start of a paragraph."""
    beside: str = NEVER
    """What may stand beside it: a voice from another room."""
    close: str = r"[.:]+(?:[—–-]+|(?=\s|\Z))|[—–]+|(?=\n|\Z)|(?<=[\])])(?=[ ])"
    """What parts it from the speech. Nothing does if the name has a line of its own, or if a direction stands between."""
    nobody: str = r"(?:ACT|SCENE|FADE|CUT|INT|EXT|EXIT|EXEUNT|FINIS)\b.*"
    """What stands where a name would and names nobody: `CUT TO`."""
    together: str = NEVER
    """Words for several people at once: `Both`."""
    joined: str = r"\s*(?:,|&|/)\s*"
    """What stands between the names of people who speak at once."""
    teller: str = NEVER
    """What whoever tells a story calls themselves where they give a talk in this form: `Self`."""
    moves: str = NEVER
    """Words that begin a direction with a capital, and are nobody's name: `Exit Polonius`."""
    said: str = ""
    """A sentence in which {} says something, as novels have it. It lets the rules for names see whom the play names before speeches."""


@dataclass(frozen=True, slots=True)
class DramaPatterns:
    """The patterns of a language's plays, ready to use."""

    cue: re.Pattern[str]
    nobody: re.Pattern[str]
    together: re.Pattern[str]
    joined: re.Pattern[str]
    teller: re.Pattern[str]
    moves: re.Pattern[str]


@cache
def patterns_of(rules: DramaRules) -> DramaPatterns:
    """The patterns of these rules, made once."""
    beside, directions = rf"(?:[ ]*(?:{rules.beside}))?", rf"(?:\s*(?:{DIRECTION}))*"
    cue = rf"(?P<name>{rules.name}){beside}{directions}[ ]*(?P<close>{rules.close})\s*"
    return DramaPatterns(
        re.compile(cue, re.I),
        re.compile(rf"{rules.nobody}|{_ABBREVIATIONS}|[\W\d]+", re.I | re.S),
        re.compile(rules.together, re.I),
        re.compile(rules.joined, re.I),
        re.compile(rules.teller, re.I),
        re.compile(rf"\b(?:{rules.moves})\b"),
    )
