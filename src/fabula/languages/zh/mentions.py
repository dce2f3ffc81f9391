"""Mentions of people in Chinese prose. Found by speech tags and the tagger, merged by surname, given name and title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import table, word_set
from fabula.languages.topics.names import Gender

TITLES: dict[str, tuple[Gender, bool]] = {
    row[0]: ("f" if row[1] == "f" else "m" if row[1] == "m" else "", row[2] == "y")
    for row in table("zh", "titles")
}
"""Form of address -> gender, and whether it may refer to someone known by that surname."""
_VERBS = "|".join(sorted(word_set("zh", "speech_verbs"), key=len, reverse=True))
SPEAKS = re.compile(
    r"(?<![\u4e00-\u9fff])(?P<name>[\u4e00-\u9fff]{2,4}?)(?:儿)?"
    r"(?:忙|又|便|因|冷|陪|也|方|遂|乃|即|早|都|一面|连忙|点头|摇头|听了|见了|急|只得|正色|含笑|悄悄的?|便又|不禁|"
    r"忽然?|沉声|低声|轻声|大声|淡淡地?|缓缓|开口|接着|继续){0,2}"
    rf"(?:{_VERBS})(?=[：:，,。“\"「『])"
)
NAME_TAGS = ("nr", "nz", "i", "nrfg", "nrt")
AFTER_NAME = "道笑说问听见忙便因又叹哭骂喝答冷也都只在来去看了着的与和向把将正方才等连"
"""What the tagger sometimes leaves hanging at the end of a name."""
NOT_FIRST = frozenset(
    "他她它我你您这那众一二两三几各某每谁只却又便忙因也都就才正不没无且再还听见说问笑想看把被向对从在与和跟"
)
NOT_LAST = frozenset("们里上内中下外边面府庄泊城山州县军兵庙寺庵院门口前后起时儿子家布树巾栏祖")
LEAST = 3
SHORT = 60_000
"""Below this many characters, a book names even its main people rarely."""
SILENT = 15
"""A name that occurs this often but never speaks is not a person."""


@dataclass(eq=False, slots=True)
class Person:
    """Forms of one person's name, with how often each occurs in the book."""

    forms: Counter[str]
    surname: str = ""
    given: str = ""

    @property
    def count(self) -> int:
        return self.forms.total()


def tagged_words(text: str) -> Iterator[tuple[str, str]]:
    """Each word with its part of speech. The tagger is loaded for the first text only."""
    import rjieba

    yield from rjieba.tag(text)


def candidates(texts: Sequence[str]) -> set[str]:
    """Strings that name people: speakers, and names from the tagger that start with a surname."""
    speaks: Counter[str] = Counter()
    tagged: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    for text in texts:
        speaks.update(match["name"] for match in SPEAKS.finditer(text))
        for word, tag in tagged_words(text):
            if tag in NAME_TAGS:
                tagged[_trim(word)] += 1
            elif tag[0] not in "x":
                plain[word] += 1
    least = LEAST if sum(map(len, texts)) > SHORT else 2
    names = {
        word
        for word in tagged.keys() | speaks.keys()
        if _may_be_name(word) and _is_person(word, speaks[word], tagged[word], plain[word], least)
    }
    names = {word for word in names if not _only_longer(word, names, speaks, tagged)}
    beside = _Beside.of(names, texts)
    whole = {beside.grown(name) for name in names}
    return whole | beside.surnamed(names, tagged) | _addressed(texts)


def _is_person(word: str, speaks: int, tagged: int, plain: int, least: int) -> bool:
    """Speakers are people, unless the word mostly means something else. The rest need a surname."""
    if speaks + tagged < least:
        return False
    named = bool(split(word)[0] or is_titled(word)) or (
        word[0] in "老小" and word[1:] in word_set("zh", "surnames")
    )
    if speaks >= least and speaks >= (0.02 if named else 0.06) * plain:
        return True
    if speaks:
        return named and tagged > plain
    common = word_set("zh", "common_surnames")
    usual = word[0] in common or word[:2] in common or word[0] in "老小"
    return usual and named and tagged > plain and tagged >= LEAST and (len(word) > 2 or tagged < SILENT)


@dataclass(frozen=True, slots=True)
class _Beside:
    """The characters right before and after each name, gathered in one pass over the book."""

    count: Counter[str]
    before: dict[str, Counter[str]]
    after: dict[str, Counter[str]]

    @classmethod
    def of(cls, names: set[str], texts: Sequence[str]) -> _Beside:
        gathered = cls(Counter(), {name: Counter() for name in names}, {name: Counter() for name in names})
        known = alternation(names)
        for text in texts:
            for match in known.finditer(text):
                name = match.group()
                gathered.count[name] += 1
                gathered.before[name][text[max(0, match.start() - 1) : match.start()]] += 1
                gathered.after[name][text[match.end() : match.end() + 1]] += 1
        return gathered

    def grown(self, name: str) -> str:
        """魏三 that is nearly always 魏三更: the tagger cut the name short."""
        if len(name) != 2 or not split(name)[0] or not self.after[name]:
            return name
        letter, count = self.after[name].most_common(1)[0]
        is_letter = bool(letter) and "\u4e00" <= letter <= "\u9fff"
        return name + letter if is_letter and count >= 4 and count >= 0.85 * self.count[name] else name

    def surnamed(self, names: set[str], tagged: Counter[str]) -> set[str]:
        """陆青禾 for 青禾: a surname mentioned once or twice, if no other full name is known."""
        common = word_set("zh", "common_surnames")
        given = {other[-2:] for other in names if len(other) > 2}
        found: set[str] = set()
        for name in names - given:
            ranked = [(tagged[s + name], n, s) for s, n in self.before[name].items() if s in common]
            if len(name) == 2 and not split(name)[0] and ranked:
                sure, count, surname = max(ranked)
                if sure or count >= max(LEAST, 0.02 * self.count[name]):
                    found.add(surname + name)
        return found


def _addressed(texts: Sequence[str]) -> set[str]:
    """A surname with a form of address (孟站长), used three times or more."""
    surnames = "|".join(sorted(word_set("zh", "common_surnames"), key=len, reverse=True))
    titles = "|".join(sorted(TITLES, key=len, reverse=True))
    form = re.compile(f"(?:{surnames})(?:{titles})")
    counts = Counter(found for text in texts for found in form.findall(text))
    stops = word_set("zh", "not_names")
    return {form for form, count in counts.items() if count >= LEAST and form not in stops}


def _trim(word: str) -> str:
    while len(word) > 2 and word[-1] in AFTER_NAME:
        word = word[:-1]
    return word


def _may_be_name(word: str) -> bool:
    """Two to four characters, and neither a known word nor the start or end of a phrase."""
    if not 2 <= len(word) <= 4 or word in word_set("zh", "not_names") or word in TITLES:
        return False
    if (
        word[0] in NOT_FIRST
        or word[-1] in AFTER_NAME
        or not all("\u4e00" <= letter <= "\u9fff" for letter in word)
    ):
        return False
    if word[-1] in "儿子":
        return word[0] not in "老小婆"
    return word[-1] not in NOT_LAST or (word[-1] == "家" and len(word) == 3)


def _only_longer(word: str, names: set[str], speaks: Counter[str], tagged: Counter[str]) -> bool:
    """`宝玉听` next to 宝玉: a name with the start of the following words."""
    for end in range(2, len(word)):
        short = word[:end]
        rest = word[end:]
        if short in names and rest != "儿" and not is_titled(word) and not _surname_first(word, names):
            return speaks[short] + tagged[short] > 2 * (speaks[word] + tagged[word])
    return False


def _surname_first(word: str, names: set[str]) -> bool:
    surname, given = split(word)
    return bool(surname) and given in names


def split(name: str) -> tuple[str, str]:
    """Surname and given name, if the surname table knows the start. Empty otherwise."""
    known = word_set("zh", "surnames")
    for size in (2, 1):
        if name[:size] in known and 1 <= len(name) - size <= 2:
            return name[:size], name[size:]
    return "", ""


def is_titled(name: str) -> str:
    """The form of address that a name ends in, if any."""
    return max(
        (title for title in TITLES if name.endswith(title) and len(name) > len(title)), key=len, default=""
    )


def merge(counts: Counter[str]) -> tuple[list[Person], list[str]]:
    """People of the book, and forms of address that could mean more than one of them."""
    people = [Person(Counter({name: n}), *split(name)) for name, n in counts.items() if _is_full(name)]
    left = sorted(
        (name for name in counts if not _is_full(name)),
        key=lambda name: (is_titled(name) != "", -counts[name], name),
    )
    families = Counter(person.surname for person in people)
    ambiguous: list[str] = []
    for name in left:
        fits = _bearers(name, people)
        chosen = _dominant(fits, families, by_family=name in {person.given for person in fits})
        if chosen is not None:
            chosen.forms[name] += counts[name]
        elif fits:
            ambiguous.append(name)
        else:
            surname = name[1] if name[0] in "老小" and name[1:] in word_set("zh", "surnames") else ""
            people.append(
                Person(Counter({name: counts[name]}), surname, "" if surname else name.removesuffix("儿"))
            )
    return people, ambiguous


def _is_full(name: str) -> bool:
    """A surname with a given name, no form of address."""
    surname, given = split(name)
    return bool(surname) and not is_titled(name) and given[-1] not in "儿姐哥"


def _bearers(name: str, people: list[Person]) -> list[Person]:
    """Who can be called this: 黛玉 for 林黛玉, 凤姐儿 for 凤姐, 林姑娘 for 林黛玉, 凤姐 for 王熙凤."""
    plain = name.removesuffix("儿")
    same = [person for person in people if plain in (person.given, *person.forms)]
    if same:
        return same
    if len(name) == 2 and name[0] in "老小" and name[1] in word_set("zh", "surnames"):
        return [person for person in people if person.surname == name[1]]
    title = is_titled(name)
    if title:
        stem = name.removesuffix(title).removesuffix("大").removesuffix("二").removesuffix("三")
        if not TITLES[title][1] and len(stem) < 2:
            return []
        by_name = [person for person in people if stem in (person.surname, person.given, *person.forms)]
        return by_name + [p for p in people if len(p.given) > 1 and stem in p.given and stem != p.given]
    if len(plain) == 2 and plain[1] in "姐哥":
        return [
            person
            for person in people
            if len(person.given) > 1 and plain[0] in person.given and person.surname
        ]
    return []


def _dominant(people: list[Person], families: Counter[str], by_family: bool) -> Person | None:
    """The only candidate, one named far more often, or, for a given name, the one from the largest family."""
    ranked = sorted(people, key=lambda person: -person.count)
    if not ranked:
        return None
    if len(ranked) == 1 or ranked[0].count >= 3 * sum(person.count for person in ranked[1:]):
        return ranked[0]
    if by_family:
        ranked.sort(key=lambda person: -families[person.surname])
        if families[ranked[0].surname] >= 2 * families[ranked[1].surname]:
            return ranked[0]
    return None


def gender_of(person: Person) -> Gender:
    """What the forms of address say: 林姑娘 is a woman, 宋押司 a man."""
    shown: Counter[Gender] = Counter()
    for form, count in person.forms.items():
        title = is_titled(form)
        if title and TITLES[title][0]:
            shown[TITLES[title][0]] += count
        elif form.endswith(("姐", "姐儿", "氏", "嫂", "婆", "娘", "妃")):
            shown["f"] += count
        elif form.endswith(("哥", "哥儿", "爷", "汉")):
            shown["m"] += count
    return shown.most_common(1)[0][0] if shown else ""
