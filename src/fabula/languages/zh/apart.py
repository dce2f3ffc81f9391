"""Who cannot be one person: 蘧太守 and 蘧公子, whom one sentence names, or 赵长老 and 赵无极, if a modern narrator lets both act."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from fabula.languages.zh.period import is_modern
from fabula.languages.zh.persons import is_titled, split

Mention = tuple[int, int, int, str]
"""Chapter, start, end and form."""
_ACTS = 2
"""How often each of the two begins a paragraph or follows a speech in one chapter."""
_BEFORE = '\n”」』"'
_NEAR = 40
"""How far apart, in characters, two names may stand in one sentence."""
_STOPS = re.compile('[。．！？!?；“”「」『』"：:\n]')
_TOGETHER, _SHARE = 2, 0.04
"""How many sentences have both forms of address, and what share of the rarer one's mentions."""
_ADDRESSED = re.compile('[^，。“”\n]{0,6}[道说曰][：:，,]?[“「『"]')
"""Between who speaks and whom they speak to: 蘧太守道：“景玉，…”."""


def apart(texts: Sequence[str], mentions: Sequence[Mention]) -> frozenset[tuple[str, str]]:
    """Pairs of a form of address and another name who are two people.

    Others say 顾总, but a narrator of today who calls somebody 顾景深 goes on to do so. In older prose, which hardly
    has 她, a narrator says 鲁达 and 鲁提辖 by turns.
    """
    return frozenset({*_both_act(texts, mentions), *_named_together(texts, mentions)})


def _both_act(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    modern = is_modern(texts)
    acts: dict[int, Counter[str]] = defaultdict(Counter)
    for chapter, start, _, form in mentions:
        if not start or texts[chapter][start - 1] in _BEFORE:
            acts[chapter][form] += 1
    for forms in acts.values():
        often = {form for form, count in forms.items() if count >= _ACTS}
        families = {form: form.removesuffix(is_titled(form)) for form in often if is_titled(form)}
        for form, family in families.items():
            if modern:
                yield from ((form, name) for name in often - families.keys() if split(name)[0] == family)
            yield from ((form, name) for name, other in families.items() if name != form and other == family)


def _named_together(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Two forms of address of one family in one sentence, and who speaks with whom they speak to."""
    counts = Counter(form for _, _, _, form in mentions)
    family = {form: form.removesuffix(title) for form in counts if (title := is_titled(form))}
    together: Counter[tuple[str, str]] = Counter()
    for one, other in pairwise(mentions):
        (chapter, _, end, form), (there, start, stop, name) = one, other
        if chapter != there or form == name or start - end > _NEAR or form not in family:
            continue
        between = texts[chapter][end:start]
        if _ADDRESSED.fullmatch(between) and texts[chapter][stop : stop + 1] in "，,！!":
            yield form, name
        elif family[form] == family.get(name) and not _STOPS.search(between):
            together[min(form, name), max(form, name)] += 1
    for (form, name), count in together.items():
        if count >= max(_TOGETHER, _SHARE * min(counts[form], counts[name])):
            yield from ((form, name), (name, form))
