"""Misprints: each kind is found at its place with all others of its kind, and what may be meant is left alone."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.findings import Finding
from fabula.reading.measured import measure

PLAIN = (
    "The ferry left at six. Nobody waved. On the far bank a dog was asleep beside the nets, and the smoke of the "
    "saltworks lay along the water like a second shore. She counted the posts as they went by. "
)


def found(text: str, kind: str = "misprint") -> list[Finding]:
    measured = measure(book_of(PLAIN + "\n\n" + text, PLAIN)).findings
    return [each for each in (*measured.shown, *measured.rest) if each.kind == kind]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("There hung a the large painting of him.", "a the"),
        ("“Perhaps,” he mutttered.", "mutttered"),
        ("There was a edge to her voice.", "a edge"),
        ("It came to an rather abrupt end.", "an rather"),
        ("A mist had lifted, enabling her to took upon the sea.", "enabling her to took"),
        ("As fast as they could went the men.", "they could went"),
        ("The men had know him since June.", "had know"),
        ("“Oh, Anna, its a stray dog!” he said.", "its a"),
        ("He was, on the other had, too late.", "on the other had"),
        ("She splashed though the dripping streets on her way.", "splashed though the dripping streets"),
        ("He stood at the end of the of the road.", "of the of the"),
        ("He left the kingEom in June.", "kingEom"),
        ("In all else the, old king was poor.", "the, old"),
        ("“No,” replied the soldier. “for my gun is not loaded.”", "soldier. “for"),
        ("She never rose again, This was what they had waited for.", "again, This was"),
        ("She had never had such enjoyments He read to her every night.", "enjoyments He read"),
        ("The boat came in at the wall She was not in it.", "wall She was"),
        ("He shut the door There was nobody on the stairs.", "door There was"),
        ("They had lost the key They climbed in.", "key They climbed"),
        ("“It is all over now” said the boy.", "now” said the"),
        ("“I can’t say what it means.” he answered.", "means.” he answered"),
        ("“Keep the cloth wet.” said Anna.", "wet.” said Anna"),
        ("“I understand,” said Anna, cheerfully “That is the horse.”", "cheerfully “That"),
        ("“My second wish,” said Anna “will be for bread.”", "Anna “will"),
        ("“It is late,” she said “but not for us.”", "said “but"),
        ('"Heigh-ho!" he said to himself "How late it is!"', 'himself "How'),
        ("He looked up. ”Come in,” she said.", "”Come"),
        ("“Come in,“ she said.", "in,“"),
        ("“I know that you never gave an order—“", "order—“"),
        (
            "“It is late,” said Anna. “We go by the mill, isn’t it?\n\nThe boy nodded.\n\n“Yes,” he said.",
            "“We go by the",
        ),
        ("“Yes,” said the boy.\n\nYou won’t deny it,” I said.\n\n“No,” said he.", "You won’t deny it,”"),
    ],
)
def test_what_no_sentence_has_on_purpose(text: str, words: str) -> None:
    (finding,) = found(text)
    assert finding.notice.fields["words"] == words
    assert finding.quote.split()[-1] in text and finding.chapter == 1


@pytest.mark.parametrize(
    "text",
    [
        "“Brrrr! Arrrgh! Hmmm,” she said. “Ssssh! No-o-o!”",
        "“Out of sight,” she said (she always called the young man “Morris” now); “out of mind, you know.”",
        "“I read ‘No.’” She went. “We sell rope, nails, etc.” said the boy. “It is Smith and Co.” he said.",
        "They say “Good heavens!” or “Odds bodikins!” there. The smile was conspic. by its a. and so on.",
        "“It is the, er, the letter,” he said. They met at points a, b and c.",
        "He put the n of nepoch back to its widowed a, and looked up at the sign.",
        "When he had leave to run, they had fall and had rise. “Good,” she said. Then Anna said something about “First cousins, most unwise.” The scheme had draw-backs.",
        "“Good night,” said Anna. “Sleep well.” He asked her to call him “Uncle Tom.” “I will,” she said.",
        "He had an iPhone. They called him “Joe” and he answered. “Joe” he called him, and “Oh, Joe!” and “No!”",
        "“Joe,” cried Anna, and “Joe!” cried Peter. “Why?” asked he. “Because.”",
        "“And then, He who made us,” she said, “will judge.” “Hum,” said he, “very pretty.”",
        "When the Lord sees what He has made, and the world He created, they praise Him. The gift He gave was small.",
        "He was sure They were listening. The towers They built were high, and people feared Them.",
        "She had read It twice, and seen She at the theatre. They knew He would come.",
        "It was the end, she thought, This is the end. He asked himself, over and over, He is dead, is he not?",
        "It is Katharine with an a and not an e. He dropped the a in Mama. “Verrrry good,” she said, “darrrling.”",
        "The cat purrrred. They met deVries and laMotte. It was a, shall we say, delicate matter, and the, to him, absurd affair.",
        "“Go,” said the “king” of thieves. “No,” said Tom “red” Fenn. “Yes,” she whispered “amen” twice.",
        "“Go,” he said. “d’you hear?” “No,” she said. “de Winter is here.” “Yes,” he said. “e.g. now.”",
        "They opened a newTab, and closed the newTab, and opened one more newTab.",
        "He bought the A and the B. The a in cat is short.",
        "He kept the paper as exhibit A, and he showed it. He chose plan A, although it rained.",
        "“Your name?” asked the girl, and he added an unfaltering “Ralston McTodd.” She wrote it down.",
        "He said “So long, Matt,” and she answered gaily “So long, Ed”; and that was all.",
        "“I know,” whispered Anna, and the boy cried out “No!” “Then go,” while she said quietly “Go.”",
        "“No.” Then he laughed “No” and went. “Yes.” The old man answered kindly “Yes” and slept.",
        "“Read it,” said Anna. “It says:\n\nDear Anna, the boat is in.\n\nCome home.”\n\n“Well,” said he.",
        "“I went away,” said Anna.\n\n“I went away, and I came back. There was nobody.\n\n“So I slept.”\n\nHe laughed.",
        "“Sing,” said Anna. “This one.\n\n“O the mill, the mill.\n\nO the mill by the river.”\n\n“Good,” said he.",
        "“We was goin’ ’round the corner o’ the ’ouse,” he said. “’Twas ’bout noon, an’ ’most dark.”",
        "The boys’ boat lay ’twixt the two sisters’ boats. “’Tis late,” he said.",
        "„Komm,“ sagte sie. „Ja,“ sagte er. „Gut.“",
    ],
)
def test_what_may_be_meant(text: str) -> None:
    assert not found(text)


def test_misprints_of_one_kind_are_one_finding_with_all_places() -> None:
    (finding,) = found("“I know” said Anna.\n\n“So do I” said he.\n\n“Well” she replied.")
    assert finding.notice.fields["n"] == 3 and len(finding.also) == 2
    assert "at least 3 of this kind" in finding.text


def test_a_word_in_another_spelling_a_single_time() -> None:
    palaces = "The palace was dark. " * 12
    (finding,) = found(palaces + "They came to the pallace at noon.")
    assert (finding.notice.fields["wrong"], finding.notice.fields["right"]) == ("pallace", "palace")
    assert not found("They were dining. " * 12 + "There was a dinning in his ears."), "doubled by rule"
    assert not found("The door was loose. " * 12 + "What had they to lose?")


def test_a_name_without_its_hyphen() -> None:
    text = "Sol-leks came in. Sol-leks sat down. Anna spoke to Sol-leks. " * 4
    (finding,) = found(text + "Both Anna and Solleks ran.", "name-slip")
    assert (finding.notice.fields["wrong"], finding.notice.fields["right"]) == ("Solleks", "Sol-leks")


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("There were six glasses with tourquoise round the rims.", "tourquoise", "turquoise"),
        ("He had to accomodate them all.", "accomodate", "accommodate"),
        ("“That is definately so,” she said.", "definately", "definitely"),
        (
            "The languor went. " * 4 + "There was a langour about her. The langour came back.",
            "langour",
            "languor",
        ),
        ("The reindeer ran. " * 4 + "A riendeer stood still.", "riendeer", "reindeer"),
    ],
)
def test_a_misspelt_word(text: str, wrong: str, right: str) -> None:
    (finding,) = found(text)
    assert (finding.notice.fields["wrong"], finding.notice.fields["right"]) == (wrong, right)


@pytest.mark.parametrize(
    "text",
    [
        "The trail was long, and the trial longer. " * 4 + "A casual word has a causal one beside it.",
        "“I ’ave ter accomodate ’im,” he said, “an’ ’e’s definately in the ’ouse.”",
        "Deer Anna, i am definately verry well.",
        "He lived in Riendeer, and Riendeer was cold. " + "The reindeer ran. " * 6,
        "They spoke of Langour. " * 4 + "The languor went. The languor stayed. The languor came.",
    ],
)
def test_words_that_are_spelled_so(text: str) -> None:
    assert not found(text)


TWO_WAYS = "He came {0} by the {1}, and after {2} he slept in the {3}. "


def test_words_with_and_without_a_hyphen_are_one_finding() -> None:
    one = TWO_WAYS.format("to-day", "door-way", "tea-time", "arm-chair")
    other = TWO_WAYS.format("today", "doorway", "teatime", "armchair")
    plain = "An arm, a door and a cup of tea stood in the way to town. " * 4
    (finding,) = found(plain + one * 3 + other, "two-spellings")
    assert finding.notice.fields["n"] == 4 and len(finding.also) == 3
    assert "“arm-chair” (3) – “armchair” (1)" in finding.text and "today" in finding.also[-1].quote
    assert not found(plain + one * 4, "two-spellings"), "always in one way"
    assert not found(plain + one + other, "two-spellings"), "each form a single time"


@pytest.mark.parametrize(
    ("one", "other"),
    [("grey", "gray"), ("neighbours", "neighbors"), ("realised", "realized"), ("travelling", "traveling"), ("towards", "toward")],
)  # fmt: skip
def test_a_word_with_two_right_spellings_is_written_in_both(one: str, other: str) -> None:
    (finding,) = found(f"They were {one}. " * 5 + f"Then they were {other}. " * 2, "two-spellings")
    assert finding.text == f"A word is written in two ways: “{one}” (5) – “{other}” (2)."
    assert finding.quote == f"Then they were {other}."
    assert not found(f"They were {one}. " * 9, "two-spellings"), "always in one way"
    assert not found(f"They were {one}. " * 9 + f"They were {other}.", "two-spellings"), (
        "once escapes anybody"
    )


def test_two_words_that_also_stand_as_one() -> None:
    apart = "Is any one there? She and every one slept. She asked for ever. "
    one = "Is anyone there? She and everyone slept. She asked forever. "
    (finding,) = found(apart * 3 + one * 2, "two-spellings")
    assert set(finding.notice.fields["words"]) == {
        f"“{two}” (3) – “{two.replace(' ', '')}” (2)" for two in ("any one", "every one", "for ever")
    }
    others = "Any one of them may go. Every one of us slept. It went on for ever and ever. Any body of men will do. "
    assert not found(others * 3 + one * 3, "two-spellings"), "other words"
    assert not found("Any one would do. " * 2 + "Is anyone there? " * 9, "two-spellings"), "any single one"


@pytest.mark.parametrize(
    "text",
    [
        "She had not forgotten God, He was there.",
        "Of the creatures of His hand, He may have pity. They prayed.",
        "And so the verse went on.\n\nCarminative: ‘Windtreibend.’ Wind! Think of that, my friend.” He laughed.",
    ],
)
def test_what_reverence_and_a_quotation_within_speech_look_like(text: str) -> None:
    assert not found(text)


def test_a_name_with_and_without_its_accents() -> None:
    told = "The monks saw {0}. They knew that {0}’s boat was lost, and {0} went home. "
    (finding,) = found(told.format("Maël") * 3 + told.format("Mael"), "two-spellings")
    assert finding.text == "A word is written in two ways: “Maël” (9) – “Mael” (3)."
    assert not found(told.format("Maël") * 3, "two-spellings"), "always in one way"
    assert not found("They saw Rosé there. " * 9 + "The rose was red. " * 3, "two-spellings"), "a word, too"
    assert not found("They saw Éa there. " * 9 + "They saw Ea there. " * 3, "two-spellings"), "too short"


def test_a_name_is_no_second_spelling() -> None:
    assert not found("The day was grey. " * 5 + "Mr. Gray came in. " * 5, "two-spellings")


@pytest.mark.parametrize(
    "text",
    [
        "They re-covered the sofa and recovered. They re-signed and resigned. They re-formed and reformed. ",
        "The Door-Way Inn had a doorway. The Tea-Time Inn opened at teatime. The Arm-Chair Inn had an armchair. ",
        "“W-well, he-he said,” he began. “A mo-ment,” he said. A moment passed. “Bles-sed be,” he said. A blessed day. They sang ding-dong and la-la. ",
    ],
)
def test_hyphens_that_make_other_words(text: str) -> None:
    plain = "An arm, a door and a cup of tea stood in the way to town. " * 4
    assert not found(plain + text * 5, "two-spellings")


def test_a_plural_that_opens_a_sentence_is_another_word() -> None:
    text = "They saw a pot-bank. Pot-banks smoked. A potbank smoked, and potbanks smoked, and the pots of the bank. They saw pot-banks. "
    other = "They came to-day and today. They saw a door-way and a doorway. The door and the way. "
    (finding,) = found((text + other) * 2, "two-spellings")
    assert "“pot-bank” (2) – “potbank” (2)" in finding.notice.fields["words"]


def test_a_form_that_opens_a_sentence_counts() -> None:
    text = "They came to-morrow. To-morrow they left. They left halfway. Half-way they ate. They ate half-way and part-way. It was partway. "
    (finding,) = found(text + "Tomorrow they slept. They slept tomorrow. Partway they woke.", "two-spellings")
    assert finding.notice.fields["words"][0] == "“to-morrow” (2) – “tomorrow” (2)"
    variants = "He came towards her, then toward it. Towards noon he slept. Toward six he rose. " + text
    (finding,) = found(
        variants + "Tomorrow they slept. They slept tomorrow. Partway they woke.", "two-spellings"
    )
    assert "“towards” (2) – “toward” (2)" in finding.notice.fields["words"]
    name = text.replace("half-way", "good-enough").replace("halfway", "tomorrow")
    assert not found(name + "Mr. Goodenough slept. Tomorrow they left.", "two-spellings"), "a name"


def test_a_word_that_is_drawn_out_in_one_speech_is_not_written_in_two_ways() -> None:
    words = ("ball-room", "good-will", "horse-back", "book-case")
    told = "The ball stood for a good horse and a book, with a will in the back of a room or a case. "
    both = [
        f"{told * 3}The {word} was old. He spoke of {word} and of {word.replace('-', '')}." for word in words
    ]
    drawn = f"{told}\n\n“It was their under-neath!” said Anna. It lay underneath, and underneath that. Then neath and under it. "
    (finding,) = found("\n\n".join([*both, drawn]), "two-spellings")
    assert finding.notice.fields["n"] == len(words)
    (finding,) = found("\n\n".join([*both, drawn.replace("“", "").replace("”", "")]), "two-spellings")
    assert finding.notice.fields["n"] == len(words) + 1


DOUBLE = "“Come in,” said Anna. The ferry left at six.\n\n“No,” said Edgar. “It’s late.”\n\n"
SINGLE = "‘Come in,’ said Anna. The ferry left at six.\n\n‘No,’ said Edgar. ‘It’s late.’\n\n"


@pytest.mark.parametrize(
    ("book", "text", "what"),
    [
        (DOUBLE, "‘Good day to you,” said Anna, and shut the door.", "marks-mixed"),
        (DOUBLE, "Then he said, ‘Good day to you all, and to the boys’ mother!” and went.", "marks-mixed"),
        (DOUBLE, "“Go,” he said. ’Good day to you,” said Anna.", "marks-mixed"),
        (SINGLE, "’Good day to you,’ said Anna, and shut the door.", "mark-turned"),
        (SINGLE, "’But you don’t know it,’ said Anna. ‘Go.’", "mark-turned"),
    ],
)
def test_a_single_mark_where_another_belongs(book: str, text: str, what: str) -> None:
    (finding,) = found(f"{book * 6}{text}\n\n{book}")
    assert finding.notice.fields["what"].code == f"findings.misprint-what-{what}"


@pytest.mark.parametrize(
    ("book", "text"),
    [
        (DOUBLE, "“He told me, ‘Go home,’ and I went,” said Anna."),
        (DOUBLE, "“Go,” he said. “They call it ‘Old House,’ I think.” The boys’ house was dark."),
        (DOUBLE, "’Twas dark, and the boys’ lamp was out. “Go,” said Anna. ’Tis so. “Go!”"),
        (DOUBLE, "“She wrote, ‘Come at six.’”"),
        (DOUBLE, "They sang:\n\n“We cannot row the ferry home,\n\n’Cos nobody has come.”"),
        (SINGLE, "’E’s gone,’ said the man. ’Tis late, and ’e knows it.’"),
        (SINGLE, "’And me that lamp,’ said he."),
        (SINGLE, "The boys’ mother came. ‘But you’ll see,’ said Anna."),
    ],
)
def test_apostrophes_and_marks_within_marks_are_no_wrong_marks(book: str, text: str) -> None:
    assert not found(f"{book * 6}{text}\n\n{book}")


def test_old_verse_is_spelled_as_it_was_written() -> None:
    verse = (
        "The state of man dois change and vary,\nNow sound, now seik, now blyth, now sary,\nNow dansand mirry, now like to die.\n"
        "In medecine the most practicianis,\nLeechis, surrigianis and physicianis,\nThemself from deth may not supplie."
    )
    told = "She was sick, and the doctor came. He gave her supper and said that death does not come so soon. "
    assert not found(told * 6 + "\n\n" + verse.replace("\n", "\n\n") + "\n\n" + told * 6)
    assert found(told * 6 + "\n\nHe gave her some medecine for it.\n\n" + told * 6)
    terse = "Where was Anna?\n\nNobody knew.\n\nDown in the shubbery, Peter said.\n\nFrederick ran.\n\nThen silence came.\n\nWith Harold gone, Anna wept."
    assert found(f"{told * 6}\n\n{terse}\n\n{told * 6}"), "short lines are no verse"


@pytest.mark.parametrize(
    "text", ["It was pretty seriious to them.", "She went into the garden, or shubbery, and sat down."]
)
def test_what_is_neither_counted_nor_explained_may_be_a_misprint(text: str) -> None:
    assert found(f"{PLAIN * 4}\n\n{text}\n\n{PLAIN * 4}")
