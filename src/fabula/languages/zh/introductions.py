"""How Chinese prose introduces people: 姓刘名备，字玄德; 曹操字孟德; 绰号黑旋风. It says which names are one person's."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import word_set
from fabula.languages.zh.contexts import HAN
from fabula.languages.zh.cut_words import is_word
from fabula.languages.zh.persons import TITLES, is_titled, split

_SURNAME = "|".join(sorted(word_set("zh", "surnames"), key=lambda name: (-len(name), name)))
_ENDS = r"(?=[，。．；、：:,.!！?？”」』）)\s]|者|的|，|$|也|人也|乃|是)"
_STYLED = rf"[，、]?(?:表字|小字|字)(?:叫|是)?(?P<styled>[{HAN}]{{2}}){_ENDS}(?:[，；]?(?:后)?改(?:字)?(?P<later>[{HAN}]{{2}}){_ENDS})?"
_CALLED = r"(?:双名|单名|单讳|名唤|名叫|名为|名|讳)(?:是|叫|个|一个)?"
BY_PARTS = re.compile(
    rf"姓(?P<surname>{_SURNAME})[，、]?{_CALLED}(?P<given>[{HAN}]{{1,2}}?)(?:字)?"
    rf"(?:{_STYLED}|(?=[，。；、：,”」』]))"
)
BY_FULL_NAME = re.compile(rf"(?P<full>(?:{_SURNAME})[{HAN}]{{1,2}}?)(?P<gap>，?){_STYLED}")
BY_GIVEN_NAME = re.compile(
    rf"名(?:叫|唤|是|为)?(?P<given>[{HAN}]{{1,2}}?)[，、]?(?:表字|小字|字)(?P<styled>[{HAN}]{{2}}){_ENDS}"
)
NICKNAMED = re.compile(
    r"(?:绰号|诨名|诨号|诨|外号|混名|浑名|别号|道号|法名|法号|小名|乳名|奶名|学名|官名|本名|原名|大号|"
    r"都唤(?:他|我|俺|小人|洒家|小可|在下)?(?:做|作)|都叫(?:他|我|俺|小人|洒家|小可|在下)?(?:做|作)?|人称|人都称|(?P<own>自[号称封命]|号称))"
    rf"儿?(?:是|叫做|叫作|唤做|唤作|叫|唤|做|作|为|呼为)?[“「‘]?(?P<name>[{HAN}]{{2,7}})(?=[，。；、：,”」』’\s])"
)
_POST = re.compile(
    rf"[^。．！!？?；“”「」\n他其哥兄弟父叔侄子]{{0,12}}?(?:是|乃|做|为|官居|现任|补了?|拜)[^，。．！!？?；“”\n]{{0,6}}?(?P<post>{'|'.join(sorted(TITLES, key=lambda title: (-len(title), title)))})(?=[，。．；！”」])"
)
"""What somebody is, right after their name was told: 姓沈，名德辅，是本县的贡生."""
LONGEST_TITLED = 6
NICKNAME_REACH = 14
"""How far before its nickname a person may be named."""
_TITLED = 3
"""How many times as often a name stands without the letter before it, if that belongs to a title."""
_MOSTLY, _ALONE = 0.6, 0.2
"""Somebody's nickname stands before their name in most places where it stands before a name, and not too often alone."""
_LEAST_OWN = 3
"""Letters of a title that somebody gives themselves."""
_STOPS = re.compile(r"[。．！？!?\n]")


@dataclass(frozen=True, slots=True)
class Introductions:
    """Full names that the story introduces, and courtesy names of the same people."""

    full: frozenset[str]
    """Introduced by surname and given name apart: 姓刘名备."""
    other: Mapping[str, str]
    """Courtesy name -> full name."""
    given: Mapping[str, str]
    """Courtesy name -> given name, where the family was named before: 次子名权，字仲谋."""

    def among(self, names: Collection[str], texts: Sequence[str] = ()) -> dict[str, str]:
        """The courtesy names of these people."""
        found = {form: name for form, name in self.other.items() if name in names}
        for form, given in self.given.items():
            own = [
                name
                for name in names
                if name.endswith(given) and name.removesuffix(given) in word_set("zh", "surnames")
            ]
            fits = [
                name for name in own if any(name.removesuffix(given) + form in text for text in texts)
            ] or own
            if len(fits) == 1 and form not in found:
                found[form] = fits[0]
        return found


def introduced(texts: Sequence[str]) -> Introductions:
    """Names given in full with a courtesy name. Those that never occur again are left out."""
    full: set[str] = set()
    given: dict[str, str] = {}
    pairs: Counter[tuple[str, str]] = Counter()
    for text in texts:
        for match in BY_PARTS.finditer(text):
            name = match["surname"] + match["given"]
            full.add(name)
            others = [match["styled"], match["later"], _title_before(match, text), _post_after(match, text)]
            pairs.update((other, name) for other in others if other)
        for match in BY_FULL_NAME.finditer(text):
            pairs.update((other, match["full"]) for other in (match["styled"], match["later"]) if other)
        given.update((match["styled"], match["given"]) for match in BY_GIVEN_NAME.finditer(text))
    pairs = _as_they_are_called(_without_titles(pairs, texts), texts)
    seen = _count({name for pair in pairs for name in pair} | full | given.keys(), texts)
    other: dict[str, str] = {}
    for (form, name), _ in pairs.most_common():
        if seen[form] > 1 and form not in other and _is_other(form, name):
            other[form] = name
    kept = {name for name in full if seen[name] > 1 or name in other.values()}
    given = {form: name for form, name in given.items() if form not in other and seen[form] > 1}
    return Introductions(frozenset(name for name in kept if seen[name]), other, given)


def _title_before(match: re.Match[str], text: str) -> str:
    """严监生 in 这严监生姓严，名大育."""
    before = text[max(0, match.start() - LONGEST_TITLED) : match.start()]
    form = before[before.rfind(match["surname"]) :] if match["surname"] in before else ""
    return form if is_titled(form) == form.removeprefix(match["surname"]) else ""


def _post_after(match: re.Match[str], text: str) -> str:
    """沈贡生 in 姓沈，名德辅，字仲芳，是本县的贡生."""
    post = _POST.match(text, match.end())
    return match["surname"] + post["post"] if post else ""


def _as_they_are_called(pairs: Counter[tuple[str, str]], texts: Sequence[str]) -> Counter[tuple[str, str]]:
    """严致和 for 严大育, whose own name the story never says again."""
    styled = {name: split(name)[0] + form for form, name in pairs if len(form) > 1 and not is_titled(form)}
    seen = _count({*styled, *styled.values()}, texts)
    own = {name: styled[name] if name in styled and seen[styled[name]] > seen[name] == 0 else name for _, name in pairs}  # fmt: skip
    return Counter({(form, own[name]): times for (form, name), times in pairs.items()})


def _without_titles(pairs: Counter[tuple[str, str]], texts: Sequence[str]) -> Counter[tuple[str, str]]:
    """刘表 for 史刘表 in 荆州刺史刘表，字景升: the end of a title may look like a surname."""
    surnames = word_set("zh", "surnames")
    doubtful = {
        name for _, name in pairs if len(name) == 3 and name[:2] not in surnames and name[1] in surnames
    }
    count = {part: sum(text.count(part) for text in texts) for name in doubtful for part in (name, name[1:])}
    mended: Counter[tuple[str, str]] = Counter()
    for (form, name), times in pairs.items():
        titled = name in doubtful and count[name[1:]] >= _TITLED * count[name]
        mended[form, name[1:] if titled else name] += times
    return mended


def nicknames(
    names: Collection[str], texts: Sequence[str], styles: Mapping[str, str], forms: Collection[str] = ()
) -> dict[str, str]:
    """绰号黑旋风: nickname -> the full name that it stands right before, or that was just introduced.

    亮字孔明，道号卧龙先生: who was introduced may be named by their courtesy name alone. A title that somebody gives
    themselves (自称混世大圣) is theirs, even if the story lets it act as a name does; `forms` are all that do.

    Nobody is called by their nickname more often than by their name, as far as stories go. A title of one's own may be used twice as often.
    """
    known = alternation({*names, *styles})
    introduced: dict[str, set[str]] = defaultdict(set)
    alone: set[str] = set()
    own: set[str] = set()
    for text in texts:
        for match in NICKNAMED.finditer(text):
            if match["own"] and not _may_be_taken(match["name"], forms):
                continue
            before = text[max(0, match.start() - NICKNAME_REACH) : match.start()]
            found = {
                styles.get(each.group(), each.group()) for each in known.finditer(_STOPS.split(before)[-1])
            }
            name = _before_a_name(match["name"], known)
            introduced[name] |= found if len(found) == 1 and name == match["name"] else set()
            alone |= {name} if name == match["name"] else set()
            own |= {name} if name == match["name"] and match["own"] else set()
    stops = word_set("zh", "not_names")
    called = {
        name
        for name in introduced
        if 2 + (name in names) <= len(name) <= 4 and name not in stops and name[-1] not in "的了者人字"
    }
    if not called:
        return {}
    beside: dict[str, Counter[str]] = defaultdict(Counter)
    seen: Counter[str] = Counter()
    nickname = alternation(called)
    for text in texts:
        for match in nickname.finditer(text):
            seen[match.group()] += 1
            if right_after := known.match(text, match.end()):
                beside[match.group()][styles.get(right_after.group(), right_after.group())] += 1
    counts = _count({*names, *styles}, texts)
    for style, name in styles.items():
        counts[name] += counts[style]
    bearers = {
        name: _mostly(name, beside[name], seen[name])
        or (introduced[name] if name in own else set())
        or (set(beside[name]) or introduced[name] if name in alone and name not in names else set())
        for name in called
        if seen[name] > 1
    }
    return {
        name: next(iter(bearer))
        for name, bearer in bearers.items()
        if len(bearer) == 1 and seen[name] <= (1 + (name in own)) * max(counts[each] for each in bearer)
    }


def _may_be_taken(title: str, forms: Collection[str]) -> bool:
    """混世大圣, and no words that anybody may say of themselves: 自称天下第一."""
    return len(title) >= _LEAST_OWN and (title in forms or not is_word(title))


def _before_a_name(words: str, known: re.Pattern[str]) -> str:
    """及时雨 of 及时雨宋江, also where 及时雨 itself looks like a name: 及 is a surname."""
    return words[: next((match.start() for match in known.finditer(words) if match.start()), len(words))]


def _mostly(nickname: str, beside: Counter[str], seen: int) -> set[str]:
    """Who stands right after a nickname: 及时雨宋江, and seldom 及时雨宋公明. Nobody, if 大刀 is also a word."""
    least = max(_MOSTLY * beside.total(), (_ALONE if len(nickname) > 2 else _MOSTLY) * seen)
    return {name for name, count in beside.items() if count >= least}


def _is_other(form: str, name: str) -> bool:
    return form not in word_set("zh", "not_names") and form[-1] not in "的了者人字" and form not in name


def _count(names: Collection[str], texts: Sequence[str]) -> Counter[str]:
    known = alternation(names)
    return Counter(found for text in texts for found in known.findall(text)) if names else Counter()
