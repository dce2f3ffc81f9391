"""What a checker of words alone sees of planted errors, and where it is blind."""

from __future__ import annotations

import asyncio
import random
import re
import tomllib
from importlib.resources import files

import pytest

from fabula.facts.check import check
from fabula.facts.embedded import EmbeddedChecker
from fabula.facts.evidence import Evidence
from fabula.facts.facts import Fact, Ruling
from fabula.facts.signals import Seen
from fabula.facts.summaries import of_text, textrank
from fabula.facts.weighing import PARTICULAR, scale_for
from fabula.languages import ENGLISH, Language
from fabula.measures.agreement import auc
from fabula.notices import Notice, joined, worded
from fabula.text.book import Book, Chapter
from fabula.text.claims import known, matter, numbers, unseen_names
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


def signals(checker: EmbeddedChecker, sentences: list[str]) -> list[Seen]:
    return [checker.seen(text) for text in sentences]


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
    doubt = [[-one.signals.covered for one in signals(checker, texts)] for texts in (true, foreign)]
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
    assert area(*([one.signals.uncounted for one in signals(checker, texts)] for texts in pairs)) >= 0.75


SHORE = """Mara kept the lighthouse on Gull Rock. Every evening Mara climbed the stairs and lit the lamp. Mara polished the brass.

Father Dunne preached in the chapel on Sundays. Father Dunne christened the children of the village and buried the old.

In March the fisherman Tomas Brandt drowned off the point. His widow Ilse Brandt sold the boat. Ilse took in washing.

After the storm Mara rowed to the mainland. Mara came back with oil for the lamp. Tomas had three nets and two boats.

Father Dunne wrote a letter to the bishop. Ilse Brandt baked bread for the chapel. Mara lit the lamp again.

Father Dunne died in June. The dead priest lay in the chapel, and all came to the funeral of Father Dunne."""
WEATHER = (
    "The wind fell. Rain went over the bay. Gulls stood on the wall. The tide came in and went out again. "
    * 3
)
SHORE = SHORE.replace("\n\n", f"\n\n{WEATHER}\n\n")


def test_a_swapped_name_is_seen_by_who_stands_where_the_words_are() -> None:
    shore = EmbeddedChecker(Evidence(Book("Shore", None, "en", (Chapter(1, "", SHORE),)), None))
    true, swapped = (
        one.ruling.strength
        for one in asyncio.run(
            shore.rule(
                [
                    Fact("Ilse Brandt sells the boat.", 1),
                    Fact("Father Dunne sells the boat.", 1),
                ]
            )
        )
    )
    assert true is not None and swapped is not None and true > swapped
    died, lives = signals(shore, ["Father Dunne dies.", "Ilse Brandt dies."])
    assert died.signals.death > lives.signals.death


def shore(text: str, more_lines: int = 0) -> EmbeddedChecker:
    text += "\n\n" + "The gulls rose and the water fell. " * more_lines
    return EmbeddedChecker(Evidence(Book("Shore", None, "en", (Chapter(1, "", text),)), None))


def test_a_title_without_a_full_stop_names_the_same_person() -> None:
    british = shore(SHORE.replace("Father Dunne", "Mr Dunne"))
    for name in ("Mr. Dunne", "Mr Dunne"):
        (found,) = signals(british, [f"{name} christened the children of the village."])
        assert found.signals.present > 0 and found.signals.acts > 0, name


def test_a_name_with_an_article_is_known_at_the_start_of_a_sentence() -> None:
    text = (
        SHORE.replace("Father Dunne", "the Admiral").replace("\n\nthe", "\n\nThe")
        + " “Yes,” said the Admiral. He rose." * 9
    )
    (found,) = signals(shore(text), ["The Admiral christened the children."])
    assert found.length[1] == 1


def test_a_narrator_stands_where_the_telling_says_i() -> None:
    told = SHORE.replace("Mara kept", "I kept").replace("Mara climbed", "I climbed").replace("Mara", "I")
    calls = "\n\n".join(
        f"“Come here, Mara,” {who}. I went. I was cold, and I said so." for who in ["he said"] * 6
    )
    (found,) = signals(shore(f"{told}\n\n{calls}"), ["Mara kept the lighthouse on Gull Rock."])
    assert found.signals.present > 0


def ruled(checker: EmbeddedChecker, text: str) -> Ruling:
    return asyncio.run(checker.rule([Fact(text, 1)]))[0].ruling


def long_shore(evenings: int) -> EmbeddedChecker:
    chapters = "\n\n".join(
        f"{WEATHER}Mara lit the lamp on evening {n}. Mara came home with bread and sang."
        for n in range(evenings)
    )
    return shore(f"{SHORE}\n\n{chapters}")


def test_a_death_of_somebody_who_lives_on_is_contradicted_with_a_line() -> None:
    checker = long_shore(40)
    false = ruled(checker, "Mara drowns off the point.")
    assert false.verdict == "contradicted" and false.notices[0].code == "facts.lives-on"
    assert "Mara" in false.evidence[0].quote and false.evidence[0].verified
    for text in ("Father Dunne dies in June.", "Mara's neighbour drowns.", "Nobody drowned off the point."):
        assert ruled(checker, text).verdict != "contradicted", text


def test_another_number_of_the_same_things_counts_against_a_sentence_with_the_line_that_counts_them() -> None:
    checker = shore(SHORE.replace("three nets", "seven nets"), 600)
    false, true = signals(checker, [f"Tomas Brandt has {n} nets." for n in ("forty", "seven")])
    assert false.signals.miscounted > 1 and true.signals.miscounted == 0
    assert (false.signals.uncounted, true.signals.uncounted) == (1, 0)
    assert false.counted is not None and "seven nets" in checker._index.lines[false.counted]
    said = [ruled(checker, f"Tomas Brandt has {n} nets.") for n in ("forty", "seven")]
    assert said[0].strength < said[1].strength and said[1].verdict == "supported"


def test_a_number_is_right_where_the_story_gives_it_however_many_others_it_counts() -> None:
    others = "Two nets were torn. Four nets were wet. Nine nets were sold. Ten nets were lost."
    checker = shore(
        SHORE.replace("three nets", f"seven nets, mended by his daughter. {others} He had more"), 600
    )
    true, false = signals(
        checker, [f"Tomas Brandt has {n} nets, mended by his daughter." for n in ("seven", "forty")]
    )
    assert true.signals.miscounted == 0
    assert false.signals.miscounted > 1


def test_somebody_whom_the_story_does_not_name_counts_against_a_sentence() -> None:
    stranger, known, alike = signals(
        shore(SHORE),
        ["Captain Velasquez sold the boat.", "Ilse Brandt sold the boat.", "Mara sold it to Maraldo."],
    )
    assert alike.names == ("Maraldo",)
    assert (stranger.signals.unknown, known.signals.unknown) == (1, 0)
    assert "Velasquez" in stranger.names and known.names == ()


def test_a_denial_is_held_against_what_the_story_denies() -> None:
    denied = SHORE.replace("Mara lit the lamp again", "Ilse would never sell the nets")
    true, false, plain = signals(
        shore(denied),
        [
            "Ilse Brandt does not sell the nets.",
            "Ilse Brandt never sells the boat.",
            "Ilse Brandt sells the boat.",
        ],
    )
    assert true.signals.denied is not None and false.signals.denied is not None
    assert true.signals.denied > 0 > false.signals.denied and plain.signals.denied is None


def test_what_only_some_sentences_state_counts_twice() -> None:
    scale = scale_for(ENGLISH)
    (found,) = signals(TIDE_HOUSE, ["Nell rang the bell before Ruth came."])
    parts = scale.parts(found)
    twice = sum(parts.values()) + sum(parts[name] for name in PARTICULAR)
    assert scale.score(found) == pytest.approx(twice / (len(parts) + len(PARTICULAR)))


def test_chinese_idioms_and_names_run_into_a_verb_are_no_strangers() -> None:
    text = "\n\n".join(["宋江走进酒店。宋江叫了一碗酒。宋江笑道：“好酒！”宋江说完就走了。"] * 9)
    book = Book("酒店", None, "zh", (Chapter(1, "秦可卿夜访", text),))
    checker = EmbeddedChecker(Evidence(book, None))
    said = ["宋江喝了毒酒。", "宋江兴利除弊。", "秦可卿病死。", "林黛玉病死。"]
    assert [one.names for one in signals(checker, said)] == [(), (), (), ("林黛玉",)]


def test_a_short_story_contradicts_nothing() -> None:
    assert ruled(long_shore(20), "Mara drowns off the point.").verdict != "contradicted"


def test_a_long_sentence_is_not_doubted_for_its_length() -> None:
    """Of a long sentence every page holds a smaller share, true or false."""
    scale = scale_for(ENGLISH)
    short, long = signals(TIDE_HOUSE, ["Nell rang the bell.", TRUE[0]])
    assert long.length > short.length
    assert scale.by_length["covered"][0] < 0 < scale.by_length["absent"][0]


def test_what_it_cannot_see_is_said() -> None:
    caveat = Notice.of("facts.by-words")
    assert "swapped" in str(caveat) and "互换" in worded(caveat, Language("zh"))


def test_accents_make_no_other_person() -> None:
    text = SHORE.replace("Ilse", "Natásha")
    shore = EmbeddedChecker(Evidence(Book("Shore", None, "en", (Chapter(1, "", text),)), None))
    (found,) = signals(shore, ["Natasha Brandt sells the boat."])
    assert not found.names and found.signals.present > 0


@pytest.mark.parametrize(
    ("claim", "language", "dies"),
    [
        ("Kit kills Walter.", "en", ["Walter"]),
        ("Kit is killed by Walter.", "en", ["Kit"]),
        ("Kit hangs himself.", "en", ["Kit"]),
        ("Kit leaves before Walter dies.", "en", ["Walter"]),
        ("Walter's death grieves Kit.", "en", ["Walter"]),
        ("Walter remembers a flood in which nineteen people died.", "en", []),
        ("Walter's father dies.", "en", []),
        ("Kit stands by the grave.", "en", []),
        ("武松打死了西门庆。", "zh", ["西门庆"]),
        ("西门庆被武松打死。", "zh", ["西门庆"]),
        ("晁盖中箭而死。", "zh", ["晁盖"]),
    ],
)
def test_who_dies_in_a_sentence(claim: str, language: str, dies: list[str]) -> None:
    names = ["Kit", "Walter", "武松", "西门庆", "晁盖"]
    places = sorted((claim.index(name), claim.index(name) + len(name), who) for who, name in enumerate(names) if name in claim)  # fmt: skip
    assert [names[who] for who in Language(language).claims.dying(claim, places)] == dies


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
        ("一百零八个好汉，三个女儿", "zh", [(108, "个好"), (3, "个女")]),
        ("One day someone came.", "en", []),
        ("El agua tardó cuarenta y un minutos.", "es", [(41, "minut")]),
        ("① She took ² steps, 7 of them back.", "en", [(7, "of")]),
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


def test_spanish_names_and_words_are_read_by_spanish_rules() -> None:
    spanish = Language("es")
    story = known("Nell tocó la campana. Su hermana llegó en la barca de Amos.", spanish)
    assert unseen_names("Llegó Baltasar en la barca de Amos.", spanish, story) == ["Baltasar"]
    assert matter("las campanas de la barca", spanish) == matter("una campana en las barcas", spanish)


def test_a_verb_that_opens_a_sentence_is_no_name() -> None:
    story = known("Nell rang the bell.", ENGLISH)
    assert unseen_names("Haunted, Nell rang the bell with Balthazar.", ENGLISH, story) == ["Balthazar"]


def test_a_contraction_is_no_name_of_somebody() -> None:
    story = known("Ruth walked to the mill and spoke.", ENGLISH)
    said = "I’ve seen it. Couldn't Ruth walk? You’ll see, said O’Brien. Didn’t she? D’Artagnan’s mill."
    assert unseen_names(said, ENGLISH, story) == ["O’Brien", "D’Artagnan"]


@pytest.mark.parametrize(
    ("checker", "copied", "changed"),
    [
        (
            TIDE_HOUSE,
            '"You\'ve come at the wrong end of it," said the woman inside.',
            "“You’ve come at the wrong end of it,” said Balthazar inside.",
        ),
        (
            SEVEN_KEYS,
            "他在文化站坐了二十年,就盼着一件事:听雨楼开门。",
            "他在文化站坐了三十年，就盼着一件事：听雨楼关门。",
        ),
    ],
    ids=["en", "zh"],
)
def test_a_sentence_that_stands_in_the_story_is_supported_whatever_its_marks(
    checker: EmbeddedChecker, copied: str, changed: str
) -> None:
    (first,), (second,) = (
        asyncio.run(checker.rule([Fact(text, 1)]))[0].rulings for text in (copied, changed)
    )
    assert first.verdict == "supported" and first.strength == 1.0 and first.evidence[0].verified
    assert [notice.code for notice in first.notices] == ["facts.word-for-word"]
    assert "facts.word-for-word" not in [notice.code for notice in second.notices]


def test_a_sentence_with_nothing_to_look_up_is_not_called_doubtful() -> None:
    (ruling,) = asyncio.run(TIDE_HOUSE.rule([Fact("So you have.", 1)]))[0].rulings
    assert ruling.verdict == "unjudged"
    assert [notice.code for notice in ruling.notices] == ["facts.nothing-to-look-up"]
