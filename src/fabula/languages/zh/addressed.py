"""People whom a story calls by a form of address, by kinship or by what they do: 孟站长, 周三奶奶, 二婶, 老厨子."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence

from fabula.languages.lexicons import word_set
from fabula.languages.searching import beginning_with
from fabula.languages.zh.contexts import HAN, Beside
from fabula.languages.zh.cut_words import is_word
from fabula.languages.zh.evidence import LEAST, NOT_FIRST, Evidence
from fabula.languages.zh.period import is_modern
from fabula.languages.zh.persons import BORN, KIN, KINSHIP, RANKS, TITLES, is_titled

CALLED = re.compile(rf"[“「『]([老小阿][{HAN}])(?=[，,！!。…—])")
LETTERED = re.compile(
    r"[老小阿][A-ZＡ-Ｚ](?![A-Za-zＡ-Ｚａ-ｚ])|(?<![A-Za-z])[A-ZＡ-Ｚ](?:先生|女士|小姐|太太|老师|某|[总哥姐神君])"
)
"""阿Q and K先生: a letter in place of a name."""
WORDS_FIRST = frozenset(
    "闻东南西北左右前仰那家后向从和时国公全相能师都同通空双经应成充满终居步养须越暴山水鱼利连别明红简元古巫"
)
"""Surnames that are more often words before a form of address: 那先生."""
_HUMBLE = frozenset(("小王", "小官"))
"""What princes and officers of older prose call themselves. Today 小王 is a young 王."""
OPENS, OPENS_SHARE = 3, 0.2
"""How often a name without a surname that is seldom seen to speak begins a paragraph or follows a speech."""
_KIN = re.compile(rf"(?<![{HAN}])(?:{KINSHIP.pattern})")
_KIN_AFTER_A_LETTER = re.compile(rf"([{HAN}]?)({KINSHIP.pattern})")
_NARRATORS = re.compile(
    r"(?<![他她你您])(?:外?祖[父母]|[父母]亲|外[公婆]|姥[姥爷]|爷爷|奶奶|爸爸|妈妈|伯父|伯母|叔叔|婶婶|舅舅|舅妈|姑姑|姑妈|姨妈|哥哥|姐姐|弟弟|妹妹)"
)
"""Whom a narrator calls so without a name: 祖父 is mine, 他祖父 is not."""
_THEIR = frozenset("他她你您外曾")
_MOSTLY_ACTS = 0.4
"""The share of their mentions that begin a paragraph or follow a speech."""
_I = 0.005
"""The share of 我 in the narration of a book that is told in the first person."""
_SAID = re.compile("[“「『][^”」』\n]*[”」』]?")
_ROLES = re.compile(
    rf"(?<![{HAN}])(?:那|这)?(?P<form>[{HAN}]{{1,3}}?(?P<role>媳妇|婆婆|厨子|师傅|掌柜|木匠|铁匠|石匠|裁缝|郎中|车夫|瞎子|瘸子|聋子|哑巴|驼子|疯子|老头|老太太))"
)
"""What somebody does, with a word before it: 老厨子, 团圆媳妇."""
_KIN_OF = re.compile(
    rf"(?<![{HAN}])(?P<form>[{HAN}]{{2,5}}?的(?:婆婆|公公|丈夫|妻子|老婆|媳妇|女人|男人|[父母]亲|爸爸|妈妈|娘|爹|爷爷|奶奶|祖[父母]|外[公婆]|"
    r"哥哥|姐姐|弟弟|妹妹|儿子|女儿|孙子|孙女|叔叔|婶婶|舅舅|姑姑|姨妈|师父|徒弟))"
)
"""Somebody who is known as somebody else's kin."""
_RANKED = re.compile(
    "(?:^|[\n”」』])[ \u3000]*([大二三四五六七八九十](?:"
    + "|".join(sorted(title for title in TITLES if len(title) > 1))
    + "))(?!们)"
)
"""Who is known by a number and a title, where a paragraph or a sentence after a speech begins."""
_NEARLY_ALL = 0.8
"""The share of a form's places with one letter before them that makes the letter part of it: 有二伯."""
_OFTEN = 5
_MOST_OF_THEM = 0.55
"""The share of all cooks of a book that are 老厨子, if he is somebody."""


def addressed(evidence: Evidence) -> set[str]:
    """A surname with a form of address (孟站长, 王哥), used three times or more, and people without a surname.

    A title that one surname alone bears in this book, and that speaks, is a name too: 行者 where there is 孙行者.
    """
    surnames = "|".join(sorted(name for name in word_set("zh", "common_surnames") if len(name) == 1))
    form = re.compile(
        f"(?<!令)(?:{_either(word_set('zh', 'surnames') - WORDS_FIRST)})[大老]?(?:{_either(TITLES)})|"
        f"(?<!{surnames})(?:{surnames})[{BORN}](?:{_either(TITLES)})|"  # 邢王二夫人 are two
        f"(?<![{HAN}])(?:{surnames})[{KIN}{RANKS}](?![{KIN}])|(?<![{HAN}])[老小](?:{surnames})(?![{KIN}])"
    )
    named = word_set("zh", "surnames") | word_set("zh", "common_surnames")
    heads = re.compile(f"[老小{''.join(sorted({name[0] for name in named}))}]")
    counts = Counter(match[0] for text in evidence.texts for match in beginning_with(heads, form, text))
    stops = word_set("zh", "not_names") | (set() if is_modern(evidence.texts) else _HUMBLE)
    kept = {name for name, count in counts.items() if count >= evidence.least and name not in stops}
    bare: dict[str, list[int]] = defaultdict(list)
    for name, count in counts.items():
        bare[is_titled(name)].append(count)
    alone = {
        title
        for title, found in bare.items()
        if evidence.speaks[title] >= 4 * evidence.least - 5
        and max(found) >= 0.6 * sum(found)
        and title not in stops
    }
    kin = _by_rank(evidence) | _kin(evidence) | _kin_after_a_letter(evidence) | _narrators_kin(evidence)
    kin |= _kin_of_somebody(evidence)
    return kept | alone | kin | _called(evidence) | _lettered(evidence) | _by_role(evidence)


def with_letters_before(names: Collection[str], beside: Beside, texts: Sequence[str]) -> set[str]:
    """云游真人 for 游真人: what always has the same letter before it begins earlier than its surname.

    兵马都监 and 那边太太 are nobody: they do not stand where names stand.
    """
    longer: dict[str, str] = {}
    for name in names:
        letter, count = max(beside.before[name].items(), key=lambda item: item[1], default=("", 0))
        always = count >= max(_OFTEN, _NEARLY_ALL * beside.count[name]) and is_titled(name)
        if always and "\u4e00" <= letter <= "\u9fff" and is_word(letter + name[0]):
            longer[name] = letter + name
    whole = Beside.of(set(longer.values()), texts)
    kept = {
        form
        for form in longer.values()
        if form[0] not in NOT_FIRST
        and not is_word(form)
        and 2 * sum(n for letter, n in whole.before[form].items() if not letter.isalnum() or letter in "那这")
        >= whole.count[form]
    }
    return (set(names) - longer.keys()) | kept


def is_familiar(name: str, evidence: Evidence, beside: Beside) -> bool:
    """老周, unless it is rather a word such as 小路, or the start of one: 老祖宗. 老厨子 is somebody by what he does."""
    if len(name) > 2 and _ROLES.fullmatch(name):
        return True
    if evidence.least < LEAST:
        return not evidence.plain[name] or len(beside.after[name]) >= 3
    return evidence.alike(name, beside) >= (0.0 if evidence.plain[name] else -1.0)


def _lettered(evidence: Evidence) -> set[str]:
    return {found for text in evidence.texts for found in LETTERED.findall(text)}


def _kin(evidence: Evidence) -> set[str]:
    """Kin whom the story itself calls so: they begin paragraphs or follow speeches, and are not only addressed."""
    counts = Counter(found for text in evidence.texts for found in _KIN.findall(text))
    least = max(evidence.least, LEAST)
    return {term for term, count in counts.items() if evidence.opens[term] >= max(least, OPENS_SHARE * count)}


def _kin_after_a_letter(evidence: Evidence) -> set[str]:
    """有二伯: kin whom the story hardly ever names without the same letter before it."""
    letters: dict[str, Counter[str]] = defaultdict(Counter)
    for text in evidence.texts:
        for match in _KIN_AFTER_A_LETTER.finditer(text):
            letters[match[2]][match[1]] += 1
    found: set[str] = set()
    for term, before in letters.items():
        letter, count = before.most_common(1)[0]
        if letter and letter not in NOT_FIRST and count >= max(_OFTEN, _NEARLY_ALL * before.total()):
            found.add(letter + term)
    return found


def _narrators_kin(evidence: Evidence) -> set[str]:
    """祖父 and 祖母 of somebody who tells the story, if half of the time they begin what is told.

    Where nobody tells it, they are somebody if the narrator himself lets them act again and again without saying whose they are.
    """
    told = _told_in_the_first_person(evidence.texts)
    counts: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    for text in told:
        for match in _NARRATORS.finditer(text):
            counts[match.group()] += 1
            opens[match.group()] += not text[match.start() - 1 : match.start()].isalnum()
    acting = {
        term
        for term in evidence.opens
        if _NARRATORS.fullmatch(term)
        and evidence.opens[term] >= max(_OFTEN, _MOSTLY_ACTS * (evidence.plain[term] + evidence.tagged[term]))
    }
    return acting | {term for term, count in counts.items() if count >= _OFTEN and 2 * opens[term] >= count}


def is_somebody_elses(form: str, text: str, start: int) -> bool:
    """他祖父 is not the 祖父 of who tells the story."""
    return bool(_NARRATORS.fullmatch(form)) and text[start - 1 : start] in _THEIR


def _told_in_the_first_person(texts: Sequence[str]) -> list[str]:
    """The narration of each chapter, if it says 我 often enough."""
    told = [_SAID.sub("”", text) for text in texts]
    return told if sum(text.count("我") for text in told) >= _I * max(1, sum(map(len, told))) else []


def _by_role(evidence: Evidence) -> set[str]:
    """老厨子, if most cooks of the book are he, or if he begins paragraphs. What a dictionary has, such as 小丫头, is a kind."""
    counts = Counter(
        (match["form"], match["role"]) for text in evidence.texts for match in _ROLES.finditer(text)
    )
    found: set[str] = set()
    for (form, role), count in counts.items():
        if form[0] in NOT_FIRST or is_word(form) or form in word_set("zh", "not_names"):
            continue
        whole, everywhere = (sum(text.count(each) for text in evidence.texts) for each in (form, role))
        begins = sum(len(re.findall(f"(?:^|[\n”])[ \u3000]*{form}", text)) for text in evidence.texts)
        most = count >= OPENS_SHARE * whole and whole >= _MOST_OF_THEM * everywhere
        if count >= _OFTEN and (most or begins >= max(_OFTEN, OPENS_SHARE * whole)):
            found.add(form)
    return found


def _kin_of_somebody(evidence: Evidence) -> set[str]:
    """团圆媳妇的婆婆, if the story has no other name for her: it calls her so often, also where paragraphs begin or after speeches."""
    counts: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    for text in evidence.texts:
        for match in _KIN_OF.finditer(text):
            counts[match["form"]] += 1
            opens[match["form"]] += text[match.start() - 1 : match.start()] in "\n”」』\u3000"
    return {
        form
        for form, count in counts.items()
        if count >= _OFTEN and opens[form] >= LEAST and form[0] not in NOT_FIRST
    }


def _by_rank(evidence: Evidence) -> set[str]:
    """三长老 and 大师兄 in prose of today, if they begin paragraphs or follow speeches. Older prose calls many people 二爷."""
    if not is_modern(evidence.texts):
        return set()
    counts = Counter(match[1] for text in evidence.texts for match in _RANKED.finditer(text))
    stops = word_set("zh", "not_names")
    return {form for form, count in counts.items() if count >= LEAST and form not in stops}


def _called(evidence: Evidence) -> set[str]:
    """老栓 and 阿毛 have no surname: somebody is called so at the start of a speech."""
    called = {found for text in evidence.texts for found in CALLED.findall(text)}
    return called - word_set("zh", "not_names") - TITLES.keys()


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))
