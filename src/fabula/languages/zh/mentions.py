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
from fabula.languages.zh.evidence import AFTER_NAME, LEAST, NOT_FIRST, Evidence, may_be_name, opens_clauses
from fabula.languages.zh.foreign import dotted_names, sound_runs
from fabula.languages.zh.introductions import Introductions
from fabula.languages.zh.japanese import Japanese
from fabula.languages.zh.name_endings import (
    ALIKE,
    OFTEN,
    ends_like_a_place,
    speaks_in_spite_of_its_end,
    stands_in_spite_of_its_end,
)
from fabula.languages.zh.overlaps import (
    begins_before,
    is_asked,
    is_cut_short,
    is_only_longer,
    is_within_others,
    lengthened,
    one_letter_and_verb,
)
from fabula.languages.zh.pairs import pairs
from fabula.languages.zh.persons import DOT, KIN, TITLES, is_titled, split
from fabula.languages.zh.pet_names import pet_names
from fabula.languages.zh.renamed import given_anew

_COUNTED = frozenset("人将军个位僧贼妖女公子兄弟姐妹王臣官客鬼声齐")
"""After a number, these are people but nobody's name: 三人, 二将."""
SILENT = 15
"""A name that occurs this often but never speaks is not a person, unless it stands where names stand."""
_OUT_OF_PLACE, _LONGER_OUT_OF_PLACE = -2.0, -1.0
"""How little a name in a short text may stand where names stand, if nothing else shows a person: one of two letters, and a longer one."""
_FEW = 6
"""So often a string may come and still be no more than a phrase that comes again."""
_FOUR = 5
"""Speeches of four letters without a surname that the tagger does not know: 玉帝闻言 leads to two."""
_UNLIKE = 0.3
"""Below this, a frequent string that the tagger takes for a name is none."""
_SILENT_WORD = 0.6
"""How much a word of the dictionary must stand where names stand, if it neither speaks nor begins a paragraph."""
_SOME = 4
_HEARD = 0.6
"""How much less a surname with one letter must stand where names stand, if that letter speaks beside it: 庶曰."""
_HEARD_BESIDE = 2
_SHOWN, _SHOWN_SURNAMED = 0.25, 0.2
"""Whoever speaks, begins a paragraph or follows a speech in this share of the mentions is a person, wherever else the name stands."""
_TOLD_AGAIN = 5
"""How often a name and the courtesy name that it is told with must each come again."""
_ALWAYS_ER = 0.9
_ITS_OWN = 3
"""A letter before more names than this is no surname that the table lacks."""
_OFTEN_SURNAMED, _SURNAMED = 5, 0.3
"""How often a name must stand with such a surname, and in which share of its places."""
_NO_SURNAME = NOT_FIRST | frozenset(AFTER_NAME) | frozenset(KIN) | {title[-1] for title in TITLES}
"""The last letters of titles and what follows names are no surnames, however often they stand before one name."""
_KINDS = frozenset("臣士卒吏仆者徒贼客兵将军民众奴婢使差声")
"""The last letters of words for kinds of people and for noise. A word without a surname that ends in them is nobody’s name: 土人, 发声."""
_OFTEN_HEARD = 30


def candidates(texts: Sequence[str], introductions: Introductions, theirs: Japanese) -> set[str]:
    """Strings that name people."""
    evidence = Evidence.of(texts, introductions)
    foreign = _foreign(evidence)
    names = _by_tags(evidence) | _by_context(evidence) | foreign
    told = introductions.full | _styled(introductions, evidence)
    names |= {name for name in told if may_be_name(name)}
    names |= _renamed(evidence)
    names |= _with_er(names, evidence) | pet_names(evidence)
    names = {name for name in names if not is_asked(name, names)}
    names = {name for name in names if not is_cut_short(name, names, evidence)}
    called = addressed(evidence)
    names = {name for name in names if not is_only_longer(name, names | called, evidence)}
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
        sure = foreign | told
        names = {name for name in names if name in sure or not _stands_elsewhere(name, evidence, beside)}
        names -= one_letter_and_verb(names, introductions, evidence, beside)
    else:
        names = {name for name in names if name in told or not _is_out_of_place(name, evidence, beside)}
    names = {name for name in names if not begins_before(name, names, beside)}
    names -= cut_off(names - foreign, beside, evidence.plain, evidence.speaks)
    names -= {name for name in names if is_within_others(name, names, evidence, beside)}
    whole = {lengthened(name, evidence, beside) for name in names}
    grown = whole - names
    whole -= cut_off(grown, Beside.of(grown, texts), evidence.plain, evidence.speaks)  # 东二道 in 东二道街
    whole |= _surnamed(names, evidence, beside) | called | styled
    whole -= {split(name)[0] for name in whole if split(name)[1]}  # 诸葛 alone, where there is a 诸葛亮
    whole = {name for name in whole if not theirs.is_cut(name)}
    return whole | _given_alone(whole, evidence) | theirs.names


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
    kind = word[-1] in _KINDS and speaks < _OFTEN_HEARD and (plain >= tagged or is_word(word))
    if not named and (verb or kind or (len(word) == 4 and not tagged and speaks < _FOUR)):
        return False
    if speaks >= evidence.least and speaks >= (0.02 if named else 0.06) * plain:
        return True
    if not named and tagged > plain:
        return evidence.opens[word] >= max(OPENS, OPENS_SHARE * tagged)
    if speaks:
        return named and tagged > plain
    common = word_set("zh", "common_surnames")
    usual = word[0] in common or word[:2] in common or word[0] in "老小"
    if word[0] in "老小" and not evidence.opens[word] + evidence.called[word]:
        return False
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
            needed += 0.2 if (usual or evidence.speaks[name]) and count >= OFTEN else 0.5
        needed -= _HEARD * (evidence.heard[name] >= _HEARD_BESIDE)
        varied = len(stems.after[name]) >= 3 and opens_clauses(name, stems)
        long_enough = len(name) - len(surname) == 2 and not evidence.plain[name]
        in_short = evidence.least < LEAST and (long_enough or evidence.speaks[name] > 0)
        if evidence.alike(name, stems) >= needed or (in_short and varied):
            found.add(name)
    return found


def _styled(introductions: Introductions, evidence: Evidence) -> set[str]:
    """甘宁 in 甘宁字兴霸, if he also stands where people do, or both names come again. 只管写字念书 introduces nobody."""
    return {
        name
        for style, name in introductions.other.items()
        if evidence.stems.count[name] >= evidence.least
        and may_be_name(name)
        and (opens_clauses(name, evidence.stems) or _come_again(name, style, evidence))
    }


def _come_again(name: str, style: str, evidence: Evidence) -> bool:
    """Whether a name with a usual surname and its courtesy name, which is no word, are each told often."""
    usual = split(name)[0] in word_set("zh", "common_surnames") and not is_word(style)
    times = sum(text.count(style) for text in evidence.texts)
    return usual and min(evidence.stems.count[name], times) >= _TOLD_AGAIN


def _renamed(evidence: Evidence) -> set[str]:
    """悟能 in 起了法名，叫做猪悟能, if he also does something at the beginning of a paragraph, speaks or is spoken to."""
    return {
        name
        for name in given_anew(evidence.texts)
        if may_be_name(name)
        and evidence.speaks[name] + evidence.opens[name] + evidence.called[name] >= evidence.least
    }


def _with_er(names: Collection[str], evidence: Evidence) -> set[str]:
    """玉钏儿 where most mentions of 玉钏 are so, and the tagger too takes it for a name; 五姐儿 where nobody says 五姐 alone."""
    short = {name for name in names if len(name) == 2}
    whole = {name + "儿" for name in short if evidence.tagged[name + "儿"] >= LEAST}
    return {
        name
        for name in whole - set(names)
        if may_be_name(name) and evidence.tagged[name] > max(evidence.plain[name], evidence.tagged[name[:-1]])
    } | {name + "儿" for name in short if not split(name)[0] and _is_always_er(name, evidence)}


def _is_always_er(name: str, evidence: Evidence) -> bool:
    if evidence.speaks[name] < LEAST:
        return False
    times, whole = (sum(text.count(form) for text in evidence.texts) for form in (name, name + "儿"))
    return whole >= _ALWAYS_ER * times


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
    if (
        evidence.speaks[name] > 1
        and evidence.speaks[name] + evidence.opens[name] >= (_SHOWN_SURNAMED if surname else _SHOWN) * count
    ):
        return False
    alone = beside if surname else beside.without(name, word_set("zh", "common_surnames"))
    return evidence.alike(name, alone) < least - _HEARD * (evidence.heard[name] >= _HEARD_BESIDE)


def _is_out_of_place(name: str, evidence: Evidence, beside: Beside) -> bool:
    """焦洞 and 马飞报 in a short text: it never speaks, and stands where names do not."""
    silent = not evidence.speaks[name] + evidence.opens[name] + evidence.called[name]
    if not silent or is_titled(name) or name[-1] in KIN or lengthened(name, evidence, beside) != name:
        return False
    alike = evidence.alike(name, beside)
    return alike < (_LONGER_OUT_OF_PLACE if len(name) > 2 and beside.count[name] <= _FEW else _OUT_OF_PLACE)


def _surnamed(names: set[str], evidence: Evidence, beside: Beside) -> set[str]:
    """陆青禾 for 青禾: a surname mentioned once or twice, if no other full name is known."""
    common = word_set("zh", "common_surnames")
    given = {other[-2:] for other in names if len(other) > 2}
    beside_many = Counter(letter for name in names for letter, n in beside.before[name].items() if n > 1)
    found: set[str] = set()
    for name in names - given:
        ranked = [(evidence.tagged[s + name], n, s) for s, n in beside.before[name].items() if s in common]
        if len(name) != 2 or split(name)[0]:
            continue
        if ranked:
            sure, count, surname = max(ranked)
            often = count >= max(LEAST, 0.02 * beside.count[name])
            if often or (sure and _is_told_early(surname + name, name, evidence.texts)):
                found.add(surname + name)
                continue
        letter, count = beside.before[name].most_common(1)[0] if beside.before[name] else ("", 0)
        own = letter not in _NO_SURNAME and beside_many[letter] <= _ITS_OWN and not is_word(name)
        if own and letter.isalpha() and count >= max(_OFTEN_SURNAMED, _SURNAMED * beside.count[name]):
            found.add(letter + name)
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
