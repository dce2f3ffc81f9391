"""Strings that name people in Chinese prose: by speech tags, the tagger, a surname, and what stands beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from fabula.languages.lexicons import word_set
from fabula.languages.zh.addressed import (
    OPENS,
    OPENS_SHARE,
    addressed,
    is_familiar,
    with_letters_before,
)
from fabula.languages.zh.contexts import Beside
from fabula.languages.zh.cut_words import cut_off, is_word, titles_within_words
from fabula.languages.zh.evidence import (
    AFTER_NAME,
    LEAST,
    LETTER,
    Evidence,
    may_be_name,
    opens_clauses,
    tagged_words,
)
from fabula.languages.zh.foreign import dotted_names, sound_runs
from fabula.languages.zh.introductions import Introductions
from fabula.languages.zh.name_endings import (
    ALIKE,
    OFTEN,
    ends_like_a_place,
    speaks_in_spite_of_its_end,
    stands_in_spite_of_its_end,
)
from fabula.languages.zh.pairs import pairs
from fabula.languages.zh.persons import DOT, TITLES, is_titled, split
from fabula.languages.zh.pet_names import pet_names
from fabula.languages.zh.renamed import given_anew

_COUNTED = frozenset("人将军个位僧贼妖女公子兄弟姐妹王臣官客鬼声齐")
"""After a number, these are people but nobody's name: 三人, 二将."""
SILENT = 15
"""A name that occurs this often but never speaks is not a person, unless it stands where names stand."""
_UNLIKE = 0.3
"""Below this, a frequent string that the tagger takes for a name is none."""
_WITHIN = 5
"""How many times as often a string of two letters occurs as it does outside longer names, if it is part of them."""
_NEARLY_ALWAYS = 0.95
_SILENT_WORD = 0.6
"""How much a word of the dictionary must stand where names stand, if it neither speaks nor begins a paragraph."""
_SOME = 4
_HEARD = 0.6
"""How much less a surname with one letter must stand where names stand, if that letter speaks beside it: 庶曰."""
_HEARD_BESIDE = 2
_KINDS = frozenset("臣士卒吏仆者徒贼客兵将军民众奴婢使差")
"""The last letters of words for kinds of people. A word without a surname that ends in them is nobody's name: 土人."""
_ASKS = frozenset("问谓令见唤叫请命教使对骂")
_OFTEN_HEARD = 30
_SELDOM = 0.01
"""A letter after fewer names than this is none of the words that follow names."""


def candidates(texts: Sequence[str], introductions: Introductions) -> set[str]:
    """Strings that name people."""
    evidence = Evidence.of(texts, introductions)
    foreign = _foreign(evidence)
    names = _by_tags(evidence) | _by_context(evidence) | foreign
    names |= {name for name in introductions.full if may_be_name(name)} | _styled(introductions, evidence)
    names |= _renamed(evidence)
    names |= _with_er(names, evidence) | pet_names(evidence)
    names = {name for name in names if not _asks(name, names)}
    called = addressed(evidence)
    names = {name for name in names if not _only_longer(name, names | called, evidence)}
    names = {name for name in names if not (name[:2] in TITLES and name[2:] in names)}  # 军师吴用
    courtesy = introductions.among(names, texts)
    styled = {split(bearer)[0] + name for name, bearer in courtesy.items()} | courtesy.keys()
    beside = Beside.of(names | styled | called, texts)
    called = {
        name
        for name in called
        if beside.count[name] >= evidence.least
        and (name[0] not in "老小阿" or is_familiar(name, evidence, beside))
    }
    called = with_letters_before(called, beside, texts) - titles_within_words(called, beside)
    names -= titles_within_words(names, beside)
    two = pairs(names | called, beside, texts)
    names, called = names - two, called - two
    if evidence.least == LEAST:
        names = {name for name in names if name in foreign or not _stands_elsewhere(name, evidence, beside)}
        names = {name for name in names if not _begins_before(name, names, beside)}
        names -= _one_letter_and_verb(names, introductions, evidence, beside)
    names -= cut_off(names - foreign, beside, evidence.plain, evidence.speaks)
    names -= {name for name in names if _overlaps_others(name, names, evidence, beside)}
    whole = {_grown(name, evidence, beside) for name in names}
    grown = whole - names
    whole -= cut_off(grown, Beside.of(grown, texts), evidence.plain, evidence.speaks)  # 东二道 in 东二道街
    whole |= _surnamed(names, evidence, beside) | called | styled
    whole -= {split(name)[0] for name in whole if split(name)[1]}  # 诸葛 alone, where there is a 诸葛亮
    return whole | _given_alone(whole, evidence)


def _by_tags(evidence: Evidence) -> set[str]:
    """Speakers, and names from the tagger that start with a surname."""
    return {
        word
        for word in evidence.tagged.keys() | evidence.speaks.keys()
        if (may_be_name(word) or _is_numbered(word, evidence) or ends_like_a_place(word, evidence))
        and _is_person(word, evidence)
    } | {word for word in evidence.speaks if speaks_in_spite_of_its_end(word, evidence)}


def _is_numbered(word: str, evidence: Evidence) -> bool:
    """三藏: a name that starts with a number. The tagger knows it, and it speaks."""
    speaks, tagged, plain = evidence.speaks[word], evidence.tagged[word], evidence.plain[word]
    known = speaks >= LEAST and (tagged > plain or (speaks >= 4 * LEAST and speaks >= 0.2 * plain))
    if word[0] in "二三四五六七八九十" and word[1:] in TITLES:
        return speaks >= 4 * evidence.least  # 三公子 is one of several brothers
    numbered = word[0] in "一二三四五六七八九十" and word[1:2] not in _COUNTED
    return known and numbered and may_be_name("甲" + word[1:])


def _is_person(word: str, evidence: Evidence) -> bool:
    """Speakers are people, unless the word mostly means something else. The rest need a surname."""
    speaks, tagged, plain = evidence.speaks[word], evidence.tagged[word], evidence.plain[word]
    if speaks + tagged < evidence.least:
        return False
    named = (
        bool(split(word)[0] or is_titled(word))
        or (word[0] in "老小" and word[1:] in word_set("zh", "surnames"))
        or (word[1:] == "老" and not is_word(word))
    )
    verb = 2 * evidence.verbs[word] > plain and speaks < 0.3 * plain and is_word(word)
    if not named and (verb or (word[-1] in _KINDS and speaks < _OFTEN_HEARD)):
        return False
    if speaks >= evidence.least and speaks >= (0.02 if named else 0.06) * plain:
        return True
    if not named and tagged > plain:
        return evidence.opens[word] >= max(OPENS, OPENS_SHARE * tagged)
    if speaks:
        return named and tagged > plain
    common = word_set("zh", "common_surnames")
    usual = word[0] in common or word[:2] in common or word[0] in "老小"
    return (
        usual
        and named
        and not _is_thing(word, evidence)
        and (evidence.opens[word] > 0 or evidence.least == LEAST or len(word) > 2 or not is_word(word))
        and tagged > plain
        and tagged >= evidence.least
        and (len(word) > 2 or tagged < SILENT or evidence.heard[word] >= _HEARD_BESIDE)
    )


def _is_thing(word: str, evidence: Evidence) -> bool:
    """红纸 and 胡同: words of the dictionary that it takes for names. Nobody of that name speaks or begins a paragraph."""
    shown = evidence.speaks[word] + evidence.opens[word] + evidence.heard[word]
    known = len(word) == 2 and word[1] != "氏" and is_word(word)
    if not known or shown:
        return False
    opens = evidence.stems.count[word] >= _SOME and opens_clauses(word, evidence.stems)
    return evidence.alike(word, evidence.stems) < (_SILENT_WORD - 1.5 * opens)


def _by_context(evidence: Evidence) -> set[str]:
    """A surname with one or two characters that stands where names stand, whether or not it ever speaks."""
    stems, contexts = evidence.stems, evidence.contexts
    found: set[str] = set()
    for name, count in stems.count.items():
        if count < max(evidence.least, 4) or is_titled(name):
            continue
        if not may_be_name(name):
            found |= {name} if stands_in_spite_of_its_end(name, evidence) else set()
            continue
        surname = name[:-1] if name[:-1] in word_set("zh", "surnames") else name[:-2]
        if surname != name[:-1] and not contexts.goes_on(name[:-1], name[-1], stems):
            continue
        shown = evidence.tagged[name] + 3 * evidence.speaks[name]
        usual = surname in word_set("zh", "common_surnames")
        needed = ALIKE + 0.2 * (not usual) + 0.15 * (shown < 0.1 * count) - 0.5 * (len(surname) > 1)
        if evidence.plain[name] > evidence.tagged[name]:
            needed += 0.2 if usual and count >= OFTEN else 0.5
        needed -= _HEARD * (evidence.heard[name] >= _HEARD_BESIDE)
        varied = len(stems.after[name]) >= 3 and opens_clauses(name, stems)
        long_enough = len(name) - len(surname) == 2 and not evidence.plain[name]
        in_short = evidence.least < LEAST and (long_enough or evidence.speaks[name] > 0)
        if evidence.alike(name, stems) >= needed or (in_short and varied):
            found.add(name)
    return found


def _styled(introductions: Introductions, evidence: Evidence) -> set[str]:
    """甘宁 in 甘宁字兴霸, if he also stands where people do. 只管写字念书 introduces nobody."""
    return {
        name
        for name in introductions.other.values()
        if evidence.stems.count[name] >= evidence.least
        and may_be_name(name)
        and opens_clauses(name, evidence.stems)
    }


def _renamed(evidence: Evidence) -> set[str]:
    """悟能 in 起了法名，叫做猪悟能, if he also does something at the beginning of a paragraph, speaks or is spoken to."""
    return {
        name
        for name in given_anew(evidence.texts)
        if may_be_name(name)
        and evidence.speaks[name] + evidence.opens[name] + evidence.called[name] >= evidence.least
    }


def _with_er(names: Collection[str], evidence: Evidence) -> set[str]:
    """玉钏儿 where most mentions of 玉钏 are so, and the tagger too takes it for a name."""
    whole = {name + "儿" for name in names if len(name) == 2 and evidence.tagged[name + "儿"] >= LEAST}
    return {
        name
        for name in whole - set(names)
        if may_be_name(name) and evidence.tagged[name] > max(evidence.plain[name], evidence.tagged[name[:-1]])
    }


def _foreign(evidence: Evidence) -> set[str]:
    """Foreign names with a dot, and runs of sound characters that stand where names stand."""
    dotted = dotted_names(evidence.texts)
    if not dotted:
        return set()
    runs = {
        run
        for run, count in sound_runs(evidence.texts).items()
        if count >= evidence.least and run not in dotted and evidence.plain[run] <= evidence.tagged[run]
    }
    beside = Beside.of(runs, evidence.texts)
    return dotted | {
        run
        for run in runs
        if may_be_name(run, longest=6)
        and evidence.alike(run, beside) >= (_UNLIKE if len(run) > 2 else ALIKE)
        and (len(run) > 2 or evidence.tagged[run] or evidence.speaks[run] > 1)
    }


def _stands_elsewhere(name: str, evidence: Evidence, beside: Beside) -> bool:
    """A string that does not stand where names stand. The more often it occurs, the more it must.

    Who speaks often needs less, if a surname begins the name: 上写 and 喝一声 also stand before what is said.
    """
    count = beside.count[name]
    if DOT in name or count < _SOME or is_titled(name):
        return False
    surname = bool(split(name)[0])
    known = evidence.plain[name] <= evidence.tagged[name]
    speaks = known and evidence.speaks[name] >= 0.08 * count
    if (speaks and surname and split(name)[0] in word_set("zh", "common_surnames")) or (
        evidence.speaks[name] >= max(10, 0.1 * count)
    ):
        return False
    heard = evidence.speaks[name] >= max(LEAST, 0.15 * count)
    least = (
        0.0
        if heard and not speaks and len(name) == 2
        else -_UNLIKE
        if speaks or count < OFTEN
        else _UNLIKE
        if surname and known
        else 2 * _UNLIKE
    )
    return evidence.alike(name, beside) < least - _HEARD * (evidence.heard[name] >= _HEARD_BESIDE)


def _asks(name: str, names: set[str]) -> bool:
    """操问审配 next to 审配: who asks, the verb, and who is asked."""
    return len(name) == 4 and name[1] in _ASKS and name[2:] in names


def _begins_before(name: str, names: set[str], beside: Beside) -> bool:
    """龙李俊 next to 李俊, 指宝玉 next to 宝玉: a name with the end of the words before it. 猪八戒 is one word."""
    inner = name[1:]
    if len(name) != 3 or inner not in names or beside.count[inner] < 5 * beside.count[name]:
        return False
    if name[0] not in word_set("zh", "surnames"):
        return next(tagged_words(name))[0] == name[0]
    return inner[0] in word_set("zh", "common_surnames")


def _one_letter_and_verb(
    names: set[str], introductions: Introductions, evidence: Evidence, beside: Beside
) -> set[str]:
    """卓怒 next to 董卓, in prose that calls him 卓: a given name with the verb after it."""
    spoken = Counter(letter for text in evidence.texts for letter in LETTER.findall(text))
    bearers: dict[str, int] = {}
    for name in names:
        if split(name)[0] and spoken[name[-1]] >= LEAST:
            bearers[name[-1]] = max(bearers.get(name[-1], 0), beside.count[name])
    kept = introductions.full | introductions.other.keys()
    return {
        name
        for name in names - kept
        if len(split(name)[0]) < 2 and 2 * beside.count[name] < bearers.get(name[0], 0) and len(name) > 1
    }


def _overlaps_others(name: str, names: set[str], evidence: Evidence, beside: Beside) -> bool:
    """龙史, which occurs in 九纹龙史进 and hardly anywhere else. 玉钏 is only the beginning of 玉钏儿."""
    seldom = len(name) == 2 and _WITHIN * beside.count[name] < evidence.stems.count[name]
    return seldom and not any(other.startswith(name) for other in names if other != name)


def _grown(name: str, evidence: Evidence, beside: Beside) -> str:
    """魏三 that is nearly always 魏三更: the tagger cut the name short."""
    if len(name) != 2 or not split(name)[0] or not beside.after[name]:
        return name
    letter, count = beside.after[name].most_common(1)[0]
    always = count >= 8 and count >= 0.97 * beside.count[name]
    seldom = always or evidence.contexts.follows.get(letter, 0.0) < _SELDOM
    is_letter = "\u4e00" <= letter <= "\u9fff" and seldom and letter not in AFTER_NAME
    enough = count >= (4 if evidence.least == LEAST else 2)
    return name + letter if is_letter and enough and count >= 0.85 * beside.count[name] else name


def _surnamed(names: set[str], evidence: Evidence, beside: Beside) -> set[str]:
    """陆青禾 for 青禾: a surname mentioned once or twice, if no other full name is known."""
    common = word_set("zh", "common_surnames")
    given = {other[-2:] for other in names if len(other) > 2}
    found: set[str] = set()
    for name in names - given:
        ranked = [(evidence.tagged[s + name], n, s) for s, n in beside.before[name].items() if s in common]
        if len(name) == 2 and not split(name)[0] and ranked:
            sure, count, surname = max(ranked)
            often = count >= max(LEAST, 0.02 * beside.count[name])
            if often or (sure and _is_told_early(surname + name, name, evidence.texts)):
                found.add(surname + name)
    return found


def _is_told_early(full: str, given: str, texts: Sequence[str]) -> bool:
    """Whether a surname that hardly stands with a given name is told before half of its mentions.

    One that comes late is somebody else's, who is called the same.
    """
    before = 0
    for text in texts:
        if full in text:
            before += text[: text.index(full)].count(given)
            break
        before += text.count(given)
    return 2 * before <= sum(text.count(given) for text in texts)


def _given_alone(names: set[str], evidence: Evidence) -> set[str]:
    """砚舟 for 沈砚舟, and 枫哥 for 林枫, where it stands alone and means nothing else."""
    given = {split(name)[1]: name for name in sorted(names) if not is_titled(name)}
    alone = {name for name in given.keys() - names if may_be_name(name)}
    familiar = _familiar({name[-1] for name in given if name}) - names
    wanted = alone | familiar
    longer = {name for name in names if any(name[at : at + 2] in wanted for at in range(len(name)))}
    beside = Beside.of(longer | wanted, evidence.texts)
    used = {name for name in wanted if beside.count[name] >= evidence.least}
    return {name for name in used & familiar if opens_clauses(name, beside)} | {
        name
        for name in used & alone
        if (
            evidence.plain[name] <= evidence.tagged[name]
            or 3 * beside.count[given[name]] > beside.count[name]
        )
        and (evidence.alike(name, beside) >= _UNLIKE or opens_clauses(name, beside))
    }


def _familiar(letters: Iterable[str]) -> set[str]:
    """枫哥, 瑶儿, 阿枫 and 晴晴: the last letter of a given name as friends use it."""
    forms = {
        form
        for letter in letters
        for form in (f"{letter}哥", f"{letter}姐", f"{letter}儿", f"阿{letter}", letter * 2)
    }
    return {form for form in forms if not is_word(form) and form not in word_set("zh", "not_names")}


def _only_longer(word: str, names: set[str], evidence: Evidence) -> bool:
    """`宝玉听` next to 宝玉: a name with the start of the following words. 诸葛亮 is not longer than 诸葛."""
    for end in range(2, 0 if DOT in word else len(word)):
        short = word[:end]
        rest = word[end:]
        if short in word_set("zh", "surnames"):
            continue
        if short in names and rest != "儿" and not is_titled(word) and not _surname_first(word, names):
            if len(rest) == 1 and evidence.stems.count[short]:
                if _always_goes_on(short, rest, evidence) and evidence.speaks[word]:
                    continue
                return not evidence.contexts.goes_on(short, rest, evidence.stems)
            return evidence.speaks[short] + evidence.tagged[short] > 2 * (
                evidence.speaks[word] + evidence.tagged[word]
            )
    return False


def _always_goes_on(short: str, rest: str, evidence: Evidence) -> bool:
    """张大 that is never without 成: the tagger cut the name short."""
    count = evidence.stems.count[short]
    return count >= LEAST and evidence.stems.after[short][rest] >= _NEARLY_ALWAYS * count


def _surname_first(word: str, names: set[str]) -> bool:
    surname, given = split(word)
    return bool(surname) and given in names
