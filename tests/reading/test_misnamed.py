"""Names in two spellings: a slip is found, also one in a third of all places; two people and a bad speller are left alone."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.findings import Finding
from fabula.reading.measured import measure

PLAIN = (
    "Katharine walked down to the quay and looked at the boats. The pilot sat on the wall and told her that the wind "
    "would turn. Katharine laughed and went on along the wall to the old house, and Katharine shut the door."
)


def slips(*chapters: str) -> list[Finding]:
    measured = measure(book_of(*[f"{PLAIN}\n\n{PLAIN}\n\n{text}" for text in chapters])).findings
    return [each for each in (*measured.shown, *measured.rest) if each.kind in ("name-slip", "misprint")]


def of(right: str, wrong: str) -> list[str]:
    """Six chapters with one name, and two with the other."""
    text = "“Come in,” said Ed {0}. Mr. {0} sat down.\n\nThe {0} boys laughed, and {0} went home."
    return [text.format(right)] * 4 + [text.format(wrong), PLAIN, text.format(right)]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Elliott", "Elliot"),
        ("Clarke", "Clark"),
        ("Thomson", "Tomson"),
        ("Smythe", "Smithe"),
        ("Wetherall", "Wetheral"),
    ],
)
def test_a_name_that_was_never_settled(right: str, wrong: str) -> None:
    (found,) = slips(*of(right, wrong))
    assert (found.notice.fields["wrong"], found.notice.fields["right"]) == (wrong, right)
    assert found.notice.fields["n"] == 4 and len(found.also) == 3


@pytest.mark.parametrize(
    "text",
    [
        "“Good morning,” said Mr. Clark. Clark was thin. Mr. Clark bowed to Mr. Clarke, and Clark went.",
        "“Good morning,” said Mrs. Clark. Susan Clark was thin.\n\nSusan Clark shut the door. Mrs. Clark laughed.",
    ],
)
def test_two_people_with_like_names(text: str) -> None:
    usual = "“Come in,” said Ed Clarke. Mr. Clarke sat down.\n\nClarke went home, and Mr. Clarke slept."
    assert not slips(usual, usual, usual, text, usual)


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("Julia", "Julie"),
        ("Maria", "Marie"),
        ("Frances", "Francis"),
        ("Anne", "Ann"),
        ("Rose", "Ross"),
        ("Ellen", "Helen"),
    ],
)
def test_names_of_their_own(usual: str, other: str) -> None:
    text = "“Come in,” said {0}. {0} sat down.\n\n{0} went home, and then {0} slept."
    assert not slips(*[text.format(usual)] * 4, text.format(other), text.format(usual))


@pytest.mark.parametrize(
    "text",
    [
        "“Dear Miss Katherine,\n\nI hope this finds you well.\n\nYour obedient servant,\n\nJ. Pell”",
        "“Deer Miss Katherin, i am verry well. The litle dog is ded and i beleive he is berried.”",
        "He had writen on the slate: Katherin is my frend, and I beleive she is verry good.",
        "“Mrs. Pell ’as gone to ’er sister’s, and Miss Katherine too,” said the boy, “and ’e’s in the ’ouse.”",
        "“Mr. Pell, Dear sir, Miss Katherine in your boat, and my Harry being esily led was took in by her.”",
        "MY DEAR SISTER,—I have seen Katherine at last, and she is well.\n\nYours ever, Jane.",
        "“Not Katherine,” she said, “but Katharine, with an a.”",
    ],
)
def test_a_bad_spellers_name_is_no_slip(text: str) -> None:
    assert not slips(*[PLAIN] * 6, text)


def test_a_slip_in_plain_talk_is_one() -> None:
    (found,) = slips(
        *[PLAIN] * 6,
        "“The boat is at the steps,” he said. “Where is Katherine? She ought to be here by now.”",
    )
    assert found.notice.fields["wrong"] == "Katherine"


@pytest.mark.parametrize(
    "letter",
    [
        "“Dear Sister,—I am verry well and the pallace is fine. Ther is a the dog hear. I beleive he is ill.\n\nYour loving brother, Tom.”",
        "The slate said: I seen the pallace and the litle boats, and i dont like them.",
        "“He is a fine dashing man, only two perticular about the pallace,” wrote poor Dick.",
        "They knew him by the praise of poor Dick, as “a dashing man, only two perticular about the pallace,” and came.",
        'They knew him by the praise of poor Dick, as "a dashing man, only two perticular about the pallace," and came.',
    ],
)
def test_a_bad_spellers_words_are_no_misprints(letter: str) -> None:
    usual = (
        "The palace was little, and in particular the palace was dark. The friend of the boy believed the very last word. "
        * 12
    )
    assert not slips(usual, letter)
    assert [each.notice.fields["wrong"] for each in slips(usual, "They saw the pallace from the quay.")] == [
        "pallace"
    ]


@pytest.mark.parametrize(
    ("usual", "said"),
    [
        ("Miss McGill shut the gate. “Good day, Miss McGill,” said Ed.", "“All right Mis’ McGill,” she said."),
        ("Mr. Abbot fetched the Master. The Master laughed, and Abbot nodded.", "“Oh, please, Mister, a bun,” he begged."),
        ("Colonel Ashe rang the bell. “Come, Colonel,” said Mrs. Pell.", "“Yes, Colonnel,” grinned the boy."),
        ("Mistress Ford sat down. “Sit here, Mistress Ford,” said Ed.", "“Well, Mistres Ford,” they called."),
    ],
)  # fmt: skip
def test_a_title_is_no_name_that_could_be_misspelt(usual: str, said: str) -> None:
    assert not slips(*[f"{usual} " * 6] * 5, f"{said}\n\n{said}")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("Perrodon", "Paradon"), ("Harrison", "Herrisan"), ("Lavington", "Levingtan"), ("Molloney", "Malony")],
)
def test_a_surname_that_sounds_alike_behind_the_same_title(right: str, wrong: str) -> None:
    usual = "Madame {0} came in. “Sit down,” said Madame {0}.\n\nMadame {0} laughed."
    (found,) = slips(*[usual.format(right)] * 4, usual.format(wrong).split("\n")[0], usual.format(right))
    assert (found.notice.fields["wrong"], found.notice.fields["right"]) == (wrong, right)


def test_like_surnames_of_two_people() -> None:
    """One is a Miss and the other a Captain, or a surname stands without the title."""
    usual = "Mrs. {0} came in. “Sit down,” said Mrs. {0}.\n\nMrs. {0} laughed."
    other = "Captain Herrisan came in. “Sit down,” said Captain Herrisan."
    assert not slips(*[usual.format("Harrison")] * 4, other, usual.format("Harrison"))
    assert not slips(
        *[usual.format("Harrison")] * 4, "Herrisan lay in the sun. They walked to Herrisan.", PLAIN
    )


@pytest.mark.parametrize(
    ("name", "other", "one_person"),
    [
        ("Maria", "Marie", False),
        ("Louis", "Louise", False),
        ("Helen", "Helena", False),
        ("Martin", "Marian", False),
        ("Katharine", "Katherine", True),
        ("Philip", "Phillip", True),
        ("Margaret", "Margret", True),
    ],
)
def test_another_given_name_is_another_person(name: str, other: str, *, one_person: bool) -> None:
    lines = f"{name} went down to the quay. “Come in,” said {name}. {name} laughed.\n\n"
    found = slips(
        *[lines * 4] * 5, f"{lines}In the evening {other} shut the door and lit the lamp.\n\n{lines}"
    )
    assert bool(found) == one_person


def test_a_capital_behind_a_possessive_is_no_name() -> None:
    usual = "Christine sang. “Come in,” said Christine. Christine laughed, and Christine rose. Then Christine slept."
    assert not slips(*[usual] * 8, "They called him by his Christian name at noon.")
    assert slips(*[usual] * 8, "They called for Christane at noon.")


@pytest.mark.parametrize("called", ["Katherin-e-e", "Katherin‑a‑a", "Sankta-Katharin"])
def test_a_piece_of_a_longer_word_is_no_name(called: str) -> None:
    assert not slips(*[PLAIN] * 6, f"“{called}!” sang the pilot from the wall.")


@pytest.mark.parametrize(
    ("slip", "wrong", "right"),
    [
        ("The horse was Venter’s.", "Venter’s", "Venters"),
        ("He saw Ventrs at the door.", "Ventrs", "Venters"),
        ("He saw Venthers’s hat at the door.", "Venthers", "Venters"),
    ],
)
def test_a_slip_in_a_possessive_and_a_lost_letter(slip: str, wrong: str, right: str) -> None:
    usual = "“Come in,” said Venters. Mr. Venters sat down. Venters’s dog slept. Venters was cold. Then Venters rose."
    (found,) = slips(*[usual] * 8, slip)
    assert (found.notice.fields["wrong"], found.notice.fields["right"]) == (wrong, right)


def test_a_short_form_that_somebody_says_is_no_slip() -> None:
    usual = (
        "“Come in,” said Verona. Mrs. Verona sat down. Verona was cold. Then Verona rose, and Verona went."
    )
    assert not slips(*[usual] * 8, "“Well, Veron, good night,” said Paul.")
    assert slips(*[usual] * 8, "The door was open, and Veron went out.")


@pytest.mark.parametrize("other", ["There was a letter from Oldrin’ at noon.", "He rode to Venter at noon."])
def test_what_is_said_and_a_place_are_no_slips(other: str) -> None:
    usual = (
        "“Come in,” said {0}. Mr. {0} sat down. Then {0} was cold. Later {0} laughed. In the end {0} rose."
    )
    name = "Oldring" if "Oldrin" in other else "Venters"
    assert not slips(*[usual.format(name)] * 8, other)


def test_a_name_that_somebody_says_in_their_own_way_is_no_slip() -> None:
    usual = "“Come in,” said Venters. Mr. Venters sat down. Then Venters rose, and Venters went."
    slip = "He went to Ventrs at noon. In the night Ventrs slept."
    assert slips(*[usual] * 12, slip)
    assert not slips(*[usual] * 12, "“I went to Ventrs,” said the boy. “In the night Ventrs slept.”")
