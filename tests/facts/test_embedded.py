"""What a checker of words alone sees of planted errors, and where it is blind."""

from __future__ import annotations

import asyncio
import random
import re
import tomllib
from importlib.resources import files

import pytest

from fabula.facts.check import check
from fabula.facts.claims import known, matter, negated, numbers, unseen_names
from fabula.facts.embedded import EmbeddedChecker, Signals
from fabula.facts.evidence import Evidence
from fabula.facts.facts import Fact
from fabula.facts.summaries import of_text, textrank
from fabula.languages import ENGLISH, Language
from fabula.measures.agreement import auc
from fabula.notices import Notice, joined, worded
from fabula.text.files import read
from facts import planting
from facts.keyed import EXAMPLES, novella, synopsis

LANGUAGES = files("fabula.languages")
TIDE_HOUSE = EmbeddedChecker(Evidence(novella(), None))
TRUE = [sentence.text for sentence in synopsis("synopsis").sentences]
SEVEN_KEYS_BOOK = read(EXAMPLES / "seven-keys.zh.txt")
SEVEN_KEYS = EmbeddedChecker(Evidence(SEVEN_KEYS_BOOK, None))
TRUE_ZH = [
    "陆青禾到云岫镇文化站报到，第一件差事是去要钥匙。",
    "孟怀远五十六岁，镇上人背后叫他老孟。",
    *(sentence.text for sentence in textrank(SEVEN_KEYS_BOOK).sentences[:20]),
]


def signals(checker: EmbeddedChecker, sentences: list[str]) -> list[Signals]:
    return checker.signals([Fact(text, 1) for text in sentences])


def area(true: list[float], false: list[float]) -> float:
    found = auc(true + false, [0] * len(true) + [1] * len(false))
    assert isinstance(found, float)
    return found


TOLD = pytest.mark.parametrize(
    ("checker", "true", "language"),
    [(TIDE_HOUSE, TRUE, "en"), (SEVEN_KEYS, TRUE_ZH, "zh")],
    ids=["en", "zh"],
)
NAMED = pytest.mark.parametrize(
    ("checker", "true", "language", "names"),
    [
        (TIDE_HOUSE, TRUE, "en", ["Nell", "Ruth", "Walter", "Kit", "Ida", "Amos"]),
        (SEVEN_KEYS, TRUE_ZH, "zh", ["陆青禾", "青禾", "老孟", "魏三更", "孟怀远"]),
    ],
    ids=["en", "zh"],
)


@TOLD
def test_a_foreign_sentence_shows_in_what_the_passages_hold(
    checker: EmbeddedChecker, true: list[str], language: str
) -> None:
    other = {
        "en": "Victor Frankenstein, a student at Ingolstadt, gives life to a creature and flees from it in horror. The creature learns to speak by watching a poor family, who drive him away when they see him. It kills Victor's brother William, and the servant Justine is hanged for the murder. Victor begins to make a mate for the creature on an island of Scotland, and tears it to pieces before its eyes. Victor hunts it into the Arctic, where the captain Walton takes him aboard his ship. Elizabeth Bennet overhears Mr. Darcy call her tolerable and takes against him. Mr. Collins inherits the estate of Longbourn and marries Charlotte Lucas. Lydia elopes with Wickham, and Darcy pays his debts in secret.",
        "zh": "林黛玉焚烧诗稿，含恨而终。武松在景阳冈上打死猛虎。孙悟空被压在山下五百年。诸葛亮用空城计吓退敌军。祥子丢了洋车，从此堕落。",
    }[language]
    foreign = [sentence.text for sentence in of_text(other, language).sentences]
    doubt = [[-one.coverage for one in signals(checker, texts)] for texts in (true, foreign)]
    assert area(*doubt) >= 0.90


@NAMED
def test_a_name_that_the_story_does_not_hold_is_seen(
    checker: EmbeddedChecker, true: list[str], language: str, names: list[str]
) -> None:
    chance = random.Random(1)
    pairs = planting.pairs((s, planting.other_name(s, names, language, chance)) for s in true)
    assert area(*([float(bool(one.names)) for one in signals(checker, texts)] for texts in pairs)) >= 0.95


@TOLD
def test_a_number_that_is_not_the_storys_is_seen(
    checker: EmbeddedChecker, true: list[str], language: str
) -> None:
    chance = random.Random(2)
    pairs = planting.pairs((s, planting.other_number(s, language, chance)) for _ in range(3) for s in true)
    assert area(*([one.number for one in signals(checker, texts)] for texts in pairs)) >= 0.75


@TOLD
def test_a_denial_of_what_the_story_says_is_seen(
    checker: EmbeddedChecker, true: list[str], language: str
) -> None:
    pairs = planting.pairs((s, planting.denied(s, language)) for s in true)
    assert area(*([one.negation for one in signals(checker, texts)] for texts in pairs)) >= 0.70


def test_names_of_the_story_that_are_swapped_are_not_seen_and_that_is_said() -> None:
    true = "Kit holds down the pawl while Walter winds."
    swapped = "Walter holds down the pawl while Kit winds."
    one, other = signals(TIDE_HOUSE, [true, swapped])
    assert (one.coverage, one.names, one.number, one.negation) == (other.coverage, other.names, other.number, other.negation)  # fmt: skip
    caveat = Notice.of("facts.by-words")
    assert "swapped" in str(caveat) and "互换" in worded(caveat, Language("zh"))


def test_the_storys_own_sentences_are_borne_out() -> None:
    found = asyncio.run(check(textrank(novella()), TIDE_HOUSE))
    assert found.score.value is not None and found.score.value >= 0.9


def test_doubts_are_explained_with_a_line_of_the_story() -> None:
    text = "Zebulon rang the bell seventy-three times. Ruth did not come to the Tide House in October."
    found = asyncio.run(check(of_text(text, "en"), TIDE_HOUSE))
    first, second = (one.ruling for one in found.facts)
    reason = joined(first.notices, ENGLISH)
    assert first.verdict == "not_found" and "Zebulon" in reason and "73" in reason
    assert second.evidence[0].verified and second.evidence[0].chapter in range(1, 12)


@pytest.mark.parametrize("language", ["zh", "es"])
def test_every_notice_of_this_room_stands_in_every_language(language: str) -> None:
    english, other = (
        tomllib.loads((LANGUAGES / code / "notices.toml").read_text(encoding="utf-8"))
        for code in ("en", language)
    )
    for code, sentence in english["facts"].items():
        assert set(re.findall(r"{(\w+)", other["facts"][code])) == set(re.findall(r"{(\w+)", sentence)), code


def test_notices_are_worded_in_chinese() -> None:
    texts = [
        "Zebulon rang the bell seventy-three times.",
        "Nell rang.",
        "Quicksilver algorithms proliferated.",
    ]
    for one in asyncio.run(TIDE_HOUSE.rule([Fact(text, 1) for text in texts])):
        said = joined(one.ruling.notices, Language("zh"))
        assert not re.search("[a-z]", re.sub("[A-Z][a-z]+", "", said)), said


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("The water took forty-one minutes.", "en", [(41, "minut")]),
        ("In 1947, 1,200 people and the first of them", "en", [(1947, "1"), (1200, "peopl")]),
        ("水位在四十一分钟内涨了两尺", "zh", [(41, "分"), (2, "尺")]),
        ("One day someone came.", "en", []),
        ("El agua tardó cuarenta y un minutos.", "es", [(41, "minut")]),
        ("Vinieron 1.200 personas en la barca y una vieja.", "es", [(1200, "person")]),
    ],
)
def test_numbers_are_read_in_words_and_digits_with_what_they_count(
    text: str, language: str, values: list[tuple[int, str]]
) -> None:
    if text.startswith("In 1947"):
        assert [one.value for one in numbers(text, Language(language))] == [1947, 1200]
    else:
        assert [(one.value, one.of) for one in numbers(text, Language(language))] == values


@pytest.mark.parametrize(
    ("language", "denies", "affirms"),
    [
        ("en", "She couldn’t come.", "She came for the notice."),
        ("zh", "他没有来。", "他来了。"),
        ("es", "Nunca vino nadie.", "Vino la noticia con su tía."),
        ("fr", "", "Elle ne vint pas."),
    ],
)
def test_denials_are_known_in_every_language_with_rules(language: str, denies: str, affirms: str) -> None:
    assert not negated(affirms, Language(language))
    assert not denies or negated(denies, Language(language))


def test_spanish_names_and_words_are_read_by_spanish_rules() -> None:
    spanish = Language("es")
    story = known("Nell tocó la campana. Su hermana llegó en la barca de Amos.", spanish)
    assert unseen_names("Llegó Baltasar en la barca de Amos.", spanish, story) == ["Baltasar"]
    assert matter("las campanas de la barca", spanish) == matter("una campana en las barcas", spanish)


def test_a_verb_that_opens_a_sentence_is_no_name() -> None:
    story = known("Nell rang the bell.", ENGLISH)
    assert unseen_names("Haunted, Nell rang the bell with Balthazar.", ENGLISH, story) == ["Balthazar"]
