"""Who speaks where a tag only names somebody's mother or the other, who Miss Vernon is, and who is nobody: Ruritania, Allah."""

from __future__ import annotations

import pytest

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from reading.small_books import book_of

FAMILY = (
    "Elizabeth Bennet sat by the window. Mr. Bennet read his book. Mrs. Bennet came in with Jane Bennet. Mr. Darcy stood by the door. Elizabeth smiled at Jane, and Jane laughed. "
    "Mrs. Bennet looked at Mr. Darcy. Mr. Bennet shut his book, and Mrs. Bennet sighed. Elizabeth looked out.\n\n"
)
LUCASES = "Charlotte Lucas came in with Mrs. Lucas. Mrs. Lucas sat down by Charlotte. Charlotte smiled. Mrs. Lucas smiled, too.\n\n"


def who(text: str) -> list[str | None]:
    book = book_of(text)
    return [each.speaker for each in speeches(book, parse(book), find_cast(book))]


def test_a_tag_that_names_kin_means_the_head_of_the_family() -> None:
    assert who(
        FAMILY
        + "“I am going out,” said Elizabeth.\n\n“You shall not,” said her mother.\n\n“Let her go,” replied her father.\n\n“My dear Mr. Bennet!” cried his wife."
    ) == ["Elizabeth Bennet", "Mrs. Bennet", "Mr. Bennet", "Mrs. Bennet"]


def test_nobody_is_named_where_two_families_are_by() -> None:
    *_, last = who(FAMILY + LUCASES + "“It is late,” said Charlotte.\n\n“You shall not go,” said her mother.")
    assert last in (None, "Mrs. Lucas")
    found = who(FAMILY + LUCASES + "“You shall not go,” said her mother.")
    assert found == [None]


@pytest.mark.parametrize(
    ("near", "kin", "never"),
    [
        ("Mr. Bennet shut the door.", "his mother", "Mrs. Bennet"),
        ("Mrs. Bennet shut the door.", "her father", "Mr. Bennet"),
        ("Elizabeth shut the door.", "her husband", "Mr. Bennet"),
        ("I sat down with my mother.", "my mother", "Mrs. Bennet"),
        ("I sat down.", "my wife", "Mrs. Bennet"),
    ],
)
def test_whose_kin_the_heads_of_a_family_are_not(near: str, kin: str, never: str) -> None:
    apart = "The house was old. The roof let in the rain.\n\n" * 14
    assert who(f"{FAMILY}{apart}{near}\n\n“It is late,” said {kin}.") != [never]


def test_the_other_is_whose_turn_it_is() -> None:
    two = "Anna came in. Peter was at the window. Anna sat down. Peter turned round.\n\n“Come here,” said Anna.\n\n“Why?” said Peter.\n\n"
    assert who(two + "“Because I ask you,” said the other.\n\n“I see,” said Peter.") == [
        "Anna",
        "Peter",
        "Anna",
        "Peter",
    ]


def test_a_name_that_the_book_uses_most_belongs_to_whoever_is_named_on_the_same_pages() -> None:
    scene = "Miss Vernon came in. Miss Vernon sat down by the fire, and Miss Vernon sighed. “Are you tired, Florence?” said Hugh. Miss Vernon shook her head.\n\n"
    once = "“My mother’s name was Mabel Vernon, and mine is Florence Vernon,” she said. Miss Vernon rose.\n\n"
    other = (
        "Mabel looked at Howard. Mabel wept. Howard left Mabel. Mabel Deane had no friends. Mabel slept.\n\n"
    )
    cast = find_cast(book_of(scene * 3, once + scene * 3, other * 2, scene * 3))
    (found,) = [each for each in cast.characters if "Miss Vernon" in (each.name, *each.aliases)]
    assert "Florence" in (found.name, *found.aliases)


def test_a_kingdom_is_not_its_king() -> None:
    page = (
        "The King of Ruritania rode out, and the King laughed. “I am the King of Ruritania,” said the King. Ruritania laughed with the King of Ruritania. "
        "“Ruritania will never know,” said Sapt. “Ruritania sleeps,” said the King.\n\n"
    )
    cast = find_cast(book_of(page * 4))
    (king,) = [each for each in cast.characters if "the King" in (each.name, *each.aliases)]
    assert "Ruritania" not in (king.name, *king.aliases)


def test_god_is_in_no_cast() -> None:
    page = "Selim prayed to Allah. “Allah be with thee!” said Selim. Allah is great, and Selim knew that Allah saw him.\n\n"
    cast = find_cast(book_of(page * 5))
    assert [each.name for each in cast.characters] == ["Selim"]


def test_who_owns_a_house_in_one_chapter_has_not_the_surname_of_a_hero() -> None:
    page = "Fritz von Tarlenheim came in. Fritz laughed, and he sat down. Sapt frowned at Fritz. Fritz spoke. Tarlenheim said that he would go. Mr. Sapt nodded to Fritz.\n\n"
    owner = "The house belonged to Count Stanislas von Tarlenheim. Stanislas von Tarlenheim was away. Fritz rode up to the house.\n\n"
    cast = find_cast(book_of(page * 4, page * 3, owner + page, page * 4))
    (hero,) = [each for each in cast.characters if "Fritz" in (each.name, *each.aliases)]
    assert "Tarlenheim" in (hero.name, *hero.aliases)


def test_a_pet_name_in_other_chapters_is_somebody_else() -> None:
    farm = (
        "Jock sat in the hay. Peter gave Jock some bread. Jock laughed, and Jock ran. Peter called Jock.\n\n"
    )
    ship = "John Whiteclett stood on deck. Peter saw John Whiteclett. John Whiteclett nodded to Peter. John was a sailor.\n\n"
    cast = find_cast(book_of(farm * 3, farm * 2, ship * 3, ship * 2))
    (boy,) = [each for each in cast.characters if "Jock" in (each.name, *each.aliases)]
    assert "John Whiteclett" not in (boy.name, *boy.aliases)


def test_a_surname_alone_is_no_womans_whom_it_is_not_said_of() -> None:
    page = (
        "Nettie Stuart ran to the gate. Old Stuart dug his garden. “With the comet thrown in,” said old Stuart, and he laughed. Mrs. Stuart came out. "
        "She called. Stuart put down his spade. He sighed. Nettie smiled, and she sat down. Stuart looked at his hands. He was tired.\n\n"
    )
    cast = find_cast(book_of(page * 3, page * 2))
    (father,) = [each for each in cast.characters if "Stuart" in (each.name, *each.aliases)]
    assert not {"Mrs. Stuart", "Nettie Stuart"} & {father.name, *father.aliases}


def test_a_rajah_is_somebody_and_tuan_is_a_form_of_address() -> None:
    page = (
        "The Rajah Patalolo gives him rice. Almayer spoke of Patalolo. “Tuan!” said Lakamba. “I see, Tuan Almayer,” said Lakamba. The quarrel of Patalolo with Lakamba was old. "
        "Patalolo wagged his head, and Almayer went to Patalolo’s house. “Yes, Tuan,” said Lakamba.\n\n"
    )
    cast = find_cast(book_of(page * 4))
    assert "Tuan" not in {each.name for each in cast.characters}
    assert any({"Patalolo", "Rajah Patalolo"} <= {each.name, *each.aliases} for each in cast.characters)
