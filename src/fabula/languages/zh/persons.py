"""Chinese names of one person, joined by surname, given name, courtesy name, title and foreign given name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from fabula.languages.lexicons import table, word_set
from fabula.languages.topics.names import Gender

TITLES: dict[str, tuple[Gender, bool]] = {
    row[0]: ("f" if row[1] == "f" else "m" if row[1] == "m" else "", row[2] == "y")
    for row in table("zh", "titles")
}
"""Form of address -> gender, and whether it may refer to someone known by that surname."""
_BY_LAST = {
    letter: tuple(title for title in TITLES if title[-1] == letter)
    for letter in {title[-1] for title in TITLES}
}
KIN = "兄哥姐叔伯婶姨嫂爷妈"
"""After a surname or a part of a given name, these address somebody as kin."""
KINSHIP = re.compile("[二三四五六七八九表堂][叔伯婶姨姑舅嫂哥姐弟妹]|大[伯叔婶姨姑舅嫂]")
"""二叔 and 表姐: kin without a name, unless the surname is said elsewhere, as with 尤二姐."""
RANKS = "少队局董"
"""After a surname, these address somebody by rank: 叶少, 林队."""
BORN = "二三四五六七八九十"
"""By whom of several brothers or wives: 周三奶奶."""
_DEGREES = frozenset(["童生", "秀才", "监生", "贡生", "举人", "孝廉", "进士", "翰林"])
"""What somebody is by examination, one at a time."""
_LADY = re.compile("(.)(?:皇?(?=后)(.)|贵?(?=妃)(.)|娘娘|氏)")
"""A lady of the court by her family and rank."""
_AFTER_OWN = "郎兄"
"""After a name of two letters, these address its bearer: 武大郎, 仲芳兄."""
DOT = "·"
"""Between the parts of a foreign name."""
Presence = Mapping[str, Counter[int]]
"""How often each form occurs in each chapter."""


@dataclass(eq=False, slots=True)
class Person:
    """Forms of one person's name, with how often each occurs in the book."""

    forms: Counter[str]
    surname: str = ""
    given: str = ""
    others: set[str] = field(default_factory=set)
    """Courtesy names and nicknames."""

    @property
    def count(self) -> int:
        return self.forms.total()


def split(name: str) -> tuple[str, str]:
    """Surname and given name, if the surname table knows the start. Empty otherwise."""
    known = word_set("zh", "surnames")
    for size in (2, 1):
        if name[:size] in known and 1 <= len(name) - size <= 2:
            return name[:size], name[size:]
    japanese = word_set("zh", "japanese_surnames")
    for size in (3, 2):
        if name[:size] in japanese and 1 <= len(name) - size <= 3:
            return name[:size], name[size:]
    return "", ""


def is_titled(name: str) -> str:
    """The form of address that a name ends in, if any."""
    titles = _BY_LAST.get(name[-1:], ())
    return max(
        (title for title in titles if name.endswith(title) and len(name) > len(title)), key=len, default=""
    )


def merge(
    counts: Counter[str],
    other: Mapping[str, str] | None = None,
    presence: Presence | None = None,
    apart: frozenset[tuple[str, str]] = frozenset(),
) -> tuple[list[Person], list[str]]:
    """People of the book, and forms of address that could mean more than one of them.

    `other` maps courtesy names and nicknames to the full names that they were introduced with. `apart` has forms of
    address with full names of people who are somebody else.
    """
    return _Merging(counts, other or {}, presence or {}, apart).done()


IN_FULL = 0.25
"""Whoever seems to have a surname of two is named with another before it in this share of the places, if it is none."""


class _Merging:
    """Full names first, then what was introduced with them, then forms that must be weighed."""

    def __init__(
        self,
        counts: Counter[str],
        other: Mapping[str, str],
        presence: Presence,
        apart: frozenset[tuple[str, str]],
    ) -> None:
        self.counts = counts
        self.apart = apart
        self.other = other
        self.presence = presence
        self.people: list[Person] = []
        self.ambiguous: list[str] = []

    def done(self) -> tuple[list[Person], list[str]]:
        foreign = sorted((name for name in self.counts if DOT in name), key=lambda name: (-len(name), name))
        styled = {name for name in self.counts if self._bearer_of_style(name)}
        linked = {name for name in self.counts if self.other.get(name) in self.counts}
        bearers = {self.other[name] for name in linked} - linked
        parts = {part for name in foreign for part in name.split(DOT)} | self._only_given()
        parts |= {split(name)[0] for name in self.counts}  # 松岛, who is 松岛健太
        full = [name for name in self.counts if _is_full(name) and name not in styled | linked | parts]
        full += sorted(bearers - styled - {*full, *foreign})  # 三藏, who was 玄奘
        self.people = [Person(Counter({name: self.counts[name]}), *split(name)) for name in full]
        self._join_introduced(linked, styled)
        left = sorted(
            (name for name in self.counts if name not in {*full, *linked, *styled, *foreign}),
            key=lambda name: (
                name in TITLES,
                KINSHIP.fullmatch(name) is not None,
                is_titled(name) != "",
                -self.counts[name],
                name,
            ),
        )
        for name in foreign:
            self._add_foreign(name)
        families = Counter(person.surname for person in self.people)
        for name in left:
            self._place(name, families)
        self._join_at_court()
        return self.people, self.ambiguous

    def _join_at_court(self) -> None:
        """黄妃, 黄贵妃 and 黄娘娘, or 姜后, 姜皇后 and 姜氏: the titles of one lady, where her family has no lady of another rank."""
        ladies: dict[str, list[tuple[str, Person]]] = {}
        for person in self.people:
            found = {_at_court(form) for form in person.forms}
            if len(found) == 1 and (lady := found.pop()) is not None:
                ladies.setdefault(lady[0], []).append((lady[1], person))
        for family in ladies.values():
            if len({rank for rank, _ in family if rank}) == 1:
                first, *others = sorted((person for _, person in family), key=lambda one: -one.count)
                for other in others:
                    first.forms.update(other.forms)
                    self.people.remove(other)

    def _only_given(self) -> set[str]:
        """代儒 next to 贾代儒: a given name that begins with a rare surname, or 寿香 next to 庄寿香, who is named often enough."""
        common = word_set("zh", "common_surnames")
        bearers = {split(name)[1]: name for name in sorted(self.counts) if not is_titled(name)}
        return {
            given
            for given, whole in bearers.items()
            if given in self.counts
            and (
                given[0] not in common
                or (len(given) == 2 and self.counts[whole] >= max(2, IN_FULL * self.counts[given]))
            )
        }

    def _bearer_of_style(self, name: str) -> str:
        """关羽 for 关云长, if 云长 was introduced as the courtesy name of 关羽."""
        surname, given = split(name)
        bearer = self.other.get(given, "")
        is_style = surname and bearer != name and bearer in self.counts and split(bearer)[0] == surname
        return bearer if is_style else ""

    def _join_introduced(self, linked: set[str], styled: set[str]) -> None:
        by_name = {name: person for person in self.people for name in person.forms}
        for name in sorted(linked | styled):
            bearer = self.other.get(name) or self._bearer_of_style(name)
            person = by_name.get(bearer)
            if person is None:
                self.people.append(Person(Counter({name: self.counts[name]}), *split(name)))
            else:
                person.forms[name] += self.counts[name]
                person.others.add(name)

    def _add_foreign(self, name: str) -> None:
        """安德烈·包尔康斯基, or a shorter form of a person who has a longer one."""
        parts = name.split(DOT)
        same = [
            person
            for person in self.people
            for form in person.forms
            if DOT in form and form.split(DOT)[0] == parts[0] and form.split(DOT)[-1] == parts[-1]
        ]
        if same:
            same[0].forms[name] += self.counts[name]
        else:
            self.people.append(Person(Counter({name: self.counts[name]}), parts[-1], parts[0]))

    def _place(self, name: str, families: Counter[str]) -> None:
        shown = gender_of(Person(Counter([name])))
        fits = [
            one
            for one in _bearers(name, self.people) or self._of_one_family(name)
            if {shown, gender_of(one)} != {"f", "m"}
            and not any((name, form) in self.apart for form in one.forms)
            and not _has_another_degree(name, one)
        ]
        if _family(name) or ((name[0] in "老小" or _is_pet_letter(name)) and len(fits) == 1):
            fits = [one for one in fits if not self._elsewhere(name, one)]
        chosen = self._dominant(name, fits, families)
        if chosen is not None:
            chosen.forms[name] += self.counts[name]
        elif fits and is_titled(name) not in self.counts:
            self.ambiguous.append(name)
        else:
            surname = name[1] if name[0] in "老小" and name[1:] in word_set("zh", "surnames") else ""
            given = "" if surname else name.removesuffix("儿")
            self.people.append(Person(Counter({name: self.counts[name]}), surname, given))

    def _of_one_family(self, name: str) -> list[Person]:
        """张队长 for 张警官, where neither has a full name and both are in the same chapters."""
        family = _family(name)
        return [one for one in self.people if family and family in map(_family, one.forms)]

    def _dominant(self, name: str, people: list[Person], families: Counter[str]) -> Person | None:
        """The only candidate, one named far more often where this form occurs, or, for a given name, the one from
        the largest family. A title that is far more usual than the names of all others can hardly mean them."""
        if len(people) < 2:
            return people[0] if people else None
        near = {id(person): self._near(name, person) for person in people}
        ranked = sorted(people, key=lambda person: -near[id(person)])
        if near[id(ranked[0])] == 0:
            return None  # 王举人 in a chapter that names none of the book's people called 王
        if near[id(ranked[0])] >= 3 * sum(near[id(person)] for person in ranked[1:]):
            return ranked[0]
        usual = is_titled(name) and self.counts[name] >= 2 * max(person.count for person in ranked[1:])
        if usual and near[id(ranked[0])] >= 1.5 * near[id(ranked[1])]:
            return ranked[0]
        if name in {person.given for person in people}:
            ranked.sort(key=lambda person: -families[person.surname])
            if families[ranked[0].surname] >= 2 * families[ranked[1].surname]:
                return ranked[0]
        return None

    def _elsewhere(self, name: str, person: Person) -> bool:
        """Whether most mentions of 老周 or 张都监 are in chapters without this 周明浩 or 张青."""
        chapters = self.presence.get(name, Counter())
        shared = sum(
            count
            for chapter, count in chapters.items()
            if any(self.presence[form][chapter] for form in person.forms)
        )
        return 2 * shared < chapters.total()

    def _near(self, name: str, person: Person) -> float:
        """How often a person is named, above all in the chapters where a form occurs."""
        chapters = self.presence.get(name)
        if not chapters:
            return person.count
        total = chapters.total()
        return sum(
            share / total * self.presence.get(form, Counter())[chapter]
            for chapter, share in chapters.items()
            for form in person.forms
        )


def _has_another_degree(name: str, person: Person) -> bool:
    """严贡生 is not he who was introduced as 严监生: they are brothers."""
    degree = is_titled(name)
    return degree in _DEGREES and any(is_titled(form) in _DEGREES - {degree} for form in person.others)


def _at_court(name: str) -> tuple[str, str] | None:
    """The family and the rank of a lady who is named by them. 姜娘娘 and 姜氏 say no rank."""
    match = _LADY.fullmatch(name)
    return (
        None
        if match is None or match[1] not in word_set("zh", "surnames")
        else (match[1], match[2] or match[3] or "")
    )


def _is_full(name: str) -> bool:
    """A surname with a given name, no form of address."""
    surname, given = split(name)
    return bool(surname) and not is_titled(name) and given[-1] not in "儿姐哥兄" and given not in RANKS


def _is_pet_letter(name: str) -> bool:
    """兴儿, who may be 王兴 or somebody else."""
    return len(name) == 2 and name[1] == "儿"


def _bearers(name: str, people: list[Person]) -> list[Person]:
    """Who can be called this: 黛玉 for 林黛玉, 凤姐儿 for 凤姐, 武大郎 for 武大, 林姑娘 for 林黛玉, 凤姐 for 王熙凤, 猪八戒 for 八戒."""
    plain = name.removesuffix("儿")
    same = [person for person in people if plain in (person.given, *person.forms)]
    if len(name) == 3 and name[2] in _AFTER_OWN and not same:
        same = [person for person in people if name[:2] in (person.given, *person.forms)]
    if same:
        return same
    if len(plain) == 3 and plain[0] not in word_set("zh", "surnames"):
        same = [person for person in people if plain[1:] in person.forms]
    if same:
        return same
    if name in TITLES:
        return [person for person in people if any(is_titled(form) == name for form in person.forms)]
    foreign = [person for person in people if len(person.surname) > 1 and name == person.surname]
    if foreign:
        return foreign
    if len(name) == 2 and name[0] in "老小" and name[1] in word_set("zh", "surnames"):
        return [person for person in people if person.surname == name[1]]
    title = is_titled(name)
    if title:
        return _titled(name, title, people)
    if KINSHIP.fullmatch(plain):
        return [person for person in people if any(form.endswith(plain) for form in person.forms)]
    if len(plain) == 2 and (plain[1] in KIN + RANKS or plain[0] in "小阿" or plain[0] == plain[1]):
        own = plain[1] if plain[0] in "小阿" else plain[0]
        by_given = [person for person in people if person.surname and own in person.given]
        return by_given or [person for person in people if person.surname == own]
    return []


def _family(name: str) -> str:
    """The surname before a form of address that may refer to anybody of that surname. 王夫人 and 史太公 are only one of them."""
    title = is_titled(name)
    family = name.removesuffix(title)
    return family if title and TITLES[title][1] and family in word_set("zh", "surnames") else ""


def _titled(name: str, title: str, people: list[Person]) -> list[Person]:
    whole = name.removesuffix(title)
    stem = whole if len(whole) == 1 else whole.rstrip(BORN + "大老")
    if (not TITLES[title][1] and len(stem) < 2) or stem in ("", *BORN):
        return []  # 三公子 is nobody named 三
    if stem != whole and whole[-1] in BORN and stem in word_set("zh", "surnames"):
        return []  # 周三奶奶 is one of several in her family
    by_name = [person for person in people if stem in (person.surname, person.given, *person.forms)]
    known = [p for p in people if len(p.given) > 1 and not is_titled(p.given) and stem in p.given]
    return by_name + [p for p in known if stem != p.given]


def gender_of(person: Person) -> Gender:
    """What the forms of address say: 林姑娘 is a woman, 宋押司 a man."""
    shown: Counter[Gender] = Counter()
    for form, count in person.forms.items():
        title = is_titled(form)
        if title and TITLES[title][0]:
            shown[TITLES[title][0]] += count
        elif form.endswith(
            (
                "姐",
                "姐儿",
                "氏",
                "嫂",
                "婆",
                "娘",
                "妃",
                "婶",
                "姨",
                "姑",
                "妹",
                "母",
                "媳妇",
                "妈",
                "太太",
                "奶奶",
            )
        ):
            shown["f"] += count
        elif form.endswith(("哥", "哥儿", "爷", "汉", "叔", "伯", "舅", "弟", "父", "老头")):
            shown["m"] += count
    return shown.most_common(1)[0][0] if shown else ""
