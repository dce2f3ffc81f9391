"""What a Chinese book shows about who might be a person in it, gathered in a few passes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabula.languages.lexicons import word_set
from fabula.languages.zh.contexts import HAN, Beside, Contexts
from fabula.languages.zh.cut_words import is_word
from fabula.languages.zh.foreign import SOUNDS
from fabula.languages.zh.introductions import Introductions
from fabula.languages.zh.persons import TITLES, split

VERBS = "|".join(sorted(word_set("zh", "speech_verbs"), key=len, reverse=True))
_MANNER = (
    r"(?:忙|又|便|因|冷|陪|也|方|遂|乃|即|早|都|亦|一面|连忙|点头|摇头|听了|见了|急|只得|正色|含笑|悄悄的?|便又|不禁|大|"
    r"忽然?|[一-龥]声|冷冷|淡淡|轻轻|喃喃|微微|[一-龥]{1,3}地|缓缓|开口|接着|继续|再|才|就|[一-龥]着|[一-龥]了[一-龥]){0,2}"
    rf"(?:{VERBS})"
)
SPEAKS = re.compile(
    rf"(?<![{HAN}])(?:却说|且说|只见|忽见|只听|于是|当下|忽听|这时)?(?P<name>[{HAN}]{{2,4}}?)(?:儿)?{_MANNER}(?=[：:，,“\"「『])"
)
SAID = re.compile(rf"[”」』](?P<name>[{HAN}]{{2,4}}?){_MANNER}(?=。)")
"""After a speech, a tag ends its sentence: “…”苏寒说。"""
CALLED = re.compile(rf"[“「『\"](?P<name>[{HAN}]{{2}})(?=[，,！!])")
"""Who is spoken to: “春桃，…”."""
LETTER = re.compile(rf"(?<![{HAN}])([{HAN}])(?=曰)")
NAME_TAGS = ("nr", "nz", "i", "nrfg", "nrt")
AFTER_NAME = "道笑说问听见忙便因又叹哭骂喝答冷也都只在来去看了着的与和向把将正方才等连曰皆俱已遣叱亦忽即谓呼叫喊奏嚷吼禀写"
"""What the tagger sometimes leaves hanging at the end of a name."""
NOT_FIRST = frozenset(
    "他她它我你您这那众一二两三几各某每谁只却又便忙因也都就才正不没无且再还听见说问笑想看把被向对从在与和跟"
)
NOT_LAST = frozenset(
    "个色们里上内中下外边面府庄泊城山州县军兵庙寺庵院门口前后起时儿子家树巾栏祖处回曰某洲岛街镇巷寨湖那部"
)
_HAMLETS = frozenset("集屯营坊桥沟湾岭坡口店铺堡渡滩")
"""After a surname and 家, these are places: 薛家集. 陈家洛 is somebody."""
_REALMS = frozenset("期境层阶")
"""After 金丹 and 元婴, how far somebody has come, and nobody's name."""
_SPEECH_ENDS = "”」』"
_WITHIN = frozenset(("心里", "心中", "心下", "肚里", "嘴里", "口里", "口中"))
"""Where somebody thinks or speaks, which begins no name: 心里诧异道."""
_LOUD = frozenset("厉高应齐喝大低轻放连失朗尖")
"""With 声, these say how somebody speaks: 厉声高叫."""
LEAST = 3
SHORT = 60_000
"""Below this many characters, a book names even its main people rarely."""


def tagged_words(text: str) -> Iterator[tuple[str, str]]:
    """Each word with its part of speech. The tagger is loaded for the first text only."""
    import rjieba

    yield from rjieba.tag(text)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a book shows about who might be a person in it."""

    texts: Sequence[str]
    least: int
    speaks: Counter[str]
    tagged: Counter[str]
    plain: Counter[str]
    verbs: Counter[str]
    """Words that are no nouns."""
    heard: Counter[str]
    """How often the last letter of a name speaks in chapters that have the name: 庶曰 beside 徐庶."""
    opens: Counter[str]
    """How often a word begins a paragraph or follows a speech at once: a person does, mostly."""
    called: Counter[str]
    """How often a speech begins with these two letters and a comma."""
    stems: Beside
    contexts: Contexts

    @classmethod
    def of(cls, texts: Sequence[str], introductions: Introductions) -> Evidence:
        """Gathered in a few passes over the book."""
        speaks: Counter[str] = Counter()
        tagged: Counter[str] = Counter()
        plain: Counter[str] = Counter()
        verbs: Counter[str] = Counter()
        opens: Counter[str] = Counter()
        called: Counter[str] = Counter()
        for text in texts:
            called.update(match["name"] for match in CALLED.finditer(text))
            speaks.update(match["name"] for match in SPEAKS.finditer(text))
            speaks.update(match["name"] for match in SAID.finditer(text))
            above = "\n"
            for word, tag in tagged_words(text):
                if not above.strip() or above[-1] in _SPEECH_ENDS:
                    opens[_trim(word)] += 1
                above = word
                if tag in NAME_TAGS and not (tag == "i" and len(word) > 3):  # 王熙凤, not 满心欢喜
                    tagged[_trim(word)] += 1
                elif tag[0] != "x":
                    plain[word] += 1
                    if tag[0] in "vd":
                        verbs[word] += 1
        for word in [
            word for word, count in plain.items() if count > 1 and split(word)[0] and not is_word(word)
        ]:
            del plain[word]
        least = LEAST if sum(map(len, texts)) > SHORT else 2
        stems = Beside.of_stems(texts, least)
        seeds = [
            name
            for name in stems.count
            if (min(tagged[name], 5) + speaks[name] >= 5 or name in introductions.full)
            and (
                len(name) > 2
                or speaks[name]
                or opens[name]
                or opens_clauses(name, stems)
                or not is_word(name)
            )
            and tagged[name] + speaks[name] > 4 * plain[name]
            and may_be_name(name)
            and tagged[name[:-1]] <= tagged[name]
        ]
        heard = _heard(stems.count, texts)
        contexts = Contexts.learned(seeds, stems, texts)
        return cls(texts, least, speaks, tagged, plain, verbs, heard, opens, called, stems, contexts)

    def alike(self, name: str, beside: Beside) -> float:
        """How much this string stands where names stand, the weaker side counting more."""
        left, right = self.contexts.left(name, beside), self.contexts.right(name, beside)
        return left + right + min(0.0, 2 * (min(left, right) - 0.25))


def _heard(names: Iterable[str], texts: Sequence[str]) -> Counter[str]:
    """For surnames with one letter, how often that letter speaks in chapters that have the name."""
    spoken = [Counter(LETTER.findall(text)) for text in texts]
    letters = {letter for each in spoken for letter in each}
    heard: Counter[str] = Counter()
    for name in names:
        if name[-1] in letters and name[:-1] in word_set("zh", "surnames"):
            heard[name] = sum(
                each[name[-1]]
                for each, text in zip(spoken, texts, strict=True)
                if each[name[-1]] and name in text
            )
    return heard


def opens_clauses(name: str, beside: Beside) -> bool:
    """Whether half of the occurrences follow a stop or a quotation mark."""
    before = beside.before[name]
    return sum(n for letter, n in before.items() if not letter.isalnum()) >= 0.5 * before.total()


def _trim(word: str) -> str:
    while len(word) > 2 and word[-1] in AFTER_NAME:
        word = word[:-1]
    return word


def may_be_name(word: str, longest: int = 4) -> bool:
    """Two to four characters, and neither a known word nor the start or end of a phrase."""
    if not 2 <= len(word) <= longest or word in word_set("zh", "not_names") or word in TITLES:
        return False
    if (
        word[0] in NOT_FIRST
        or word[-1] in AFTER_NAME
        or not all("\u4e00" <= letter <= "\u9fff" for letter in word)
    ):
        return False
    if (
        word[:2] in _WITHIN
        or (word[0] in _LOUD and word[1] == "声")
        or _is_calling_with_verb(word)
        or word[-2:] in ("有诗", "有词", "有云", "有赞", "作诗")
        or (len(word) == 3 and word[1] == "主")
    ):
        return False
    if "的" in word or (word[-1] in _REALMS and word[:-1] in word_set("zh", "not_names")):
        return False
    if word[-1] in "儿子":
        return word[0] not in "老小婆"
    if word[-2:] in ("太后", "皇后"):
        return len(word) == 3 and bool(split(word)[0])
    if word[-1] in SOUNDS and len(word) > 4:
        return True
    if (len(word) == 3 and word[1] == "家" and word[2] in _HAMLETS) or _is_village(word):
        return False
    return word[-1] not in NOT_LAST or (word[-1] == "家" and len(word) == 3)


def _is_village(word: str) -> bool:
    """谭村: a surname and a village. 雨村 is somebody."""
    return len(word) == 2 and word[1] in "村屯" and word[0] in word_set("zh", "common_surnames")


def _is_calling_with_verb(word: str) -> bool:
    """小校报, 小喽罗报: a calling without a name, and what it does."""
    return (
        len(word) > 2 and not split(word)[0] and word[:-1] in word_set("zh", "not_names") and word[-1] != "儿"
    )
