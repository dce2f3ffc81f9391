"""Foreign names written with Chinese characters: 安德烈·包尔康斯基, 娜塔莎."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from fabula.languages.lexicons import word_set
from fabula.languages.zh.persons import DOT

SOUNDS = "".join(sorted(word_set("zh", "sound_characters")))
"""Characters that translators use for their sound."""
EDGES = "那让因于若可当年第道本比边多三和对向从把被在说与给叫里为问"
"""Some of these are words too. At the end of a run they may not belong to the name."""
DOTS = "·•・‧∙"
DOTTED = re.compile(rf"(?:[{SOUNDS}]{{1,7}}[{DOTS}])+[{SOUNDS}]{{1,8}}")
RUN = re.compile(rf"(?<![{SOUNDS}{DOTS}])[{SOUNDS}]{{2,6}}(?![{SOUNDS}{DOTS}])")


def plain_dots(name: str) -> str:
    """One kind of dot in every name."""
    return re.sub(f"[{DOTS}]", DOT, name)


def dotted_names(texts: Sequence[str]) -> set[str]:
    """Full foreign names, and their parts where these occur alone.

    A character that is also a word does not belong to a name that occurs more often without it.
    """
    counts = Counter(found for text in texts for found in DOTTED.findall(text))
    names = {_trimmed(name, counts) for name in counts}
    parts = {part for name in names for part in re.split(f"[{DOTS}]", name) if len(part) > 1}
    return names | parts


def sound_runs(texts: Sequence[str]) -> Counter[str]:
    """Runs of such characters, as 娜塔莎 is one. Whether they are names, their contexts must say."""
    return Counter(found for text in texts for found in RUN.findall(text))


def _trimmed(name: str, counts: Counter[str]) -> str:
    for shorter in (name[1:], name[:-1], name[1:-1]):
        cut_first = shorter[:1] != name[:1]
        at_edge = (not cut_first or name[0] in EDGES) and (shorter[-1:] == name[-1:] or name[-1] in EDGES)
        if at_edge and counts[shorter] >= counts[name]:
            return shorter
    return name
