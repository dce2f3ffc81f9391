"""English women under a maiden and a married name, French ranks, and people of one surname in two parts of a book."""

from __future__ import annotations

from small_books import book_of

from fabula.reading.cast import find_cast


def people(*chapters: str) -> list[set[str]]:
    """The names of everybody in the cast."""
    return [{each.name, *each.aliases} for each in find_cast(book_of(*chapters)).characters]


DAY = (
    "Sir Percy Blakeney yawned. Sir Percy was bored.\n\nMarguerite smiled, and she went in.\n\nMarguerite Blakeney was loved by all.\n\n"
    "“Who was she?” asked Anna.\n\nOnce she was Marguerite St. Just. Marguerite sighed, and she sat down.\n\n"
    "Marguerite sang. The guests wept for Marguerite.\n\n"
)


def test_a_woman_who_has_married_is_one_under_both_surnames() -> None:
    found = people(DAY, DAY, DAY)
    assert {"Marguerite", "Marguerite Blakeney", "Marguerite St. Just"} in found


def test_the_lady_of_a_family_is_she_who_married_into_it() -> None:
    ball = DAY + "Lady Blakeney danced. Marguerite laughed, and Lady Blakeney laughed.\n\n" * 3
    assert {"Marguerite", "Marguerite Blakeney", "Marguerite St. Just", "Lady Blakeney"} in people(ball, ball)


def test_two_women_of_one_given_name_whom_the_narrator_names_together_are_two() -> None:
    both = "Marguerite Blakeney came in with Marguerite St. Just.\n\n"
    assert {"Marguerite Blakeney"} in people(DAY + both, DAY + both)


def test_a_grandmother_is_not_she_who_was_born_a_mingott() -> None:
    day = (
        "Ellen Mingott came home.\n\nEllen smiled, and she went in.\n\nEllen Olenska was late.\n\nEllen sang, and she laughed.\n\n"
        "“Granny Mingott is old,” said Paul.\n\nEllen wept. Paul loved Ellen.\n\n"
    )
    found = people(day, day, day)
    assert {"Ellen", "Ellen Mingott", "Ellen Olenska"} in found


def test_a_comtesse_is_not_her_daughter_and_a_vicomte_is_not_his_father() -> None:
    text = (
        "The Comtesse de Tournay rose. “Yes,” said the Comtesse.\n\nMlle. Suzanne de Tournay wept, and Suzanne ran.\n\n"
        "The Comte de Tournay wrote. The Vicomte de Tournay laughed. “No,” said the Vicomte.\n\n“Madame la Comtesse is proud,” said "
        "Suzanne. The Comtesse de Tournay de Basserive was proud.\n\n"
    )
    found = people(text * 4)
    assert {"the Comtesse", "Comtesse de Tournay"} in found
    assert {"the Vicomte", "Vicomte de Tournay"} in found and {"Comte de Tournay"} in found
    assert any("Suzanne" in each and "Comtesse de Tournay" not in each for each in found)


def test_fru_is_a_wife_and_herr_a_husband() -> None:
    text = (
        "Fru Dahl lit a cigarette, and she smiled. Herr Dahl bowed, and he sat down. “Well,” said Fru Dahl.\n\n"
        * 4
    )
    assert {"Fru Dahl"} in people(text) and not {"Fru Dahl", "Herr Dahl"} <= {*people(text)[0]}


def test_a_captain_who_dies_early_is_not_a_namesake_of_later_chapters() -> None:
    early = (
        "Captain Brown came in. “Yes,” said Captain Brown, and he sat down. Anna liked Captain Brown.\n\n" * 8
    )
    quiet, late = "Anna slept. Anna woke.\n\n" * 4, "His name was Samuel Brown. Samuel Brown juggled.\n\n"
    assert {"Captain Brown"} in people(early, quiet, quiet, quiet, late)
    assert {"Captain Brown", "Samuel Brown"} in people(early + late, quiet)


def test_the_first_letters_of_a_name_may_stand_for_it() -> None:
    text = "Sigsbee Manderson was rich. Manderson rode out. “Poor Sig Manderson,” said Cupples. Manderson was dead.\n\n"
    assert any({"Sigsbee Manderson", "Sig Manderson"} <= each for each in people(text * 4))


def test_half_of_a_double_surname_is_no_given_name() -> None:
    text = "Sir James Peel Edgerton spoke. Sir James rose. “It is Peel Edgerton,” said Tommy. Sir James bowed to Tommy.\n\n"
    assert {"Sir James Peel Edgerton", "Sir James", "Peel Edgerton"} in people(text * 4)


def test_whoever_is_only_spoken_about_does_not_tell_the_book() -> None:
    tale = "I sat by the fire, and I listened to her. “Oh, Peter, where is he?” said Martha. “Peter went to sea. Peter was brave, and I loved Peter. My mother wept for Peter.” I nodded. I asked her if Peter wrote.\n\n"
    cast = find_cast(book_of(tale * 4))
    assert cast.narrator is None
    called = "I sat by the fire, and I read. “Peter, are you cold?” said Martha. I nodded. “Come, Peter,” she said. I went with her.\n\n"
    cast = find_cast(book_of(called * 4))
    assert cast.narrator is not None and cast.characters[cast.narrator].name == "Peter"


def test_a_wife_has_her_husbands_initials() -> None:
    text = (
        "Terry Nicholson laughed, and he sat down. “Yes,” said Terry. “Good day, Mrs. T. O. Nicholson,” said Van. Terry O. Nicholson rose.\n\n"
        * 3
    )
    cast = find_cast(book_of(text))
    terry = next(each for each in cast.characters if "Terry" in (each.name, *each.aliases))
    assert terry.gender == "m" and not any("Mrs." in each for each in terry.aliases)


def test_whoever_has_two_given_names_may_be_called_by_the_second_and_a_doctor_is_the_professor() -> None:
    text = (
        "St. Peter wrote. “Godfrey,” said his wife, “come.” St. Peter rose. Professor St. Peter had read Doctor Crane’s letter. "
        "“Doctor St. Peter is out,” said Crane. “Doctor St. Peter is ill.” The Professor sat down. “No,” said the Professor. "
    )
    once = "Napoleon Godfrey St. Peter was born here. Godfrey St. Peter was his name. Professor Crane came. "
    found = people(once + text * 6)
    assert any(
        {"St. Peter", "Godfrey", "the Professor", "Napoleon Godfrey St. Peter"} <= each for each in found
    ), found


def test_two_strange_words_that_stand_together_are_somebody() -> None:
    text = "They waited for Lorquas Ptomel. Anna saw the chieftain, Lorquas Ptomel. “Go,” said Anna of Lorquas Ptomel. "
    assert {"Lorquas Ptomel"} in people(text * 5 + "“Yes,” replied Lorquas Ptomel.")
    assert {"Lorquas Ptomel"} not in people(text * 5)


def test_a_name_that_says_a_word_twice_and_a_people() -> None:
    text = "Anna bit her lip. Then Lip-lip leaped in, and Anna ran. “No!” said Anna. The dog hated Lip-lip. Lip-lip looked at Anna. Lip-lip turned.\n\n"
    assert {"Lip-lip"} in people(text * 4)
    war = "The Martians came. Anna saw that Martians ran. “Martians!” said Anna. Martians laughed and Martians shouted.\n\n"
    assert people(war * 5) == [{"Anna"}]


def test_a_king_with_a_number_is_no_george_of_the_book() -> None:
    text = "George Osborne rode home. “Come in,” said George. George laughed, and Mr. Osborne slept.\n\n"
    once = "His Majesty George IV forgot him. In the reign of George II there was a war.\n\n"
    cast = find_cast(book_of(text * 4 + once))
    assert "George IV" not in {form for each in cast.characters for form in (each.name, *each.aliases)}
    assert all(mention.form != "George" or mention.start < 4 * len(text) for mention in cast.mentions)
    reign = "Nicholas IV was dead. “Sire,” said Anna to Nicholas IV. Nicholas laughed, and King Nicholas IV slept.\n\n"
    assert {"Nicholas IV", "Nicholas"} <= people(reign * 3)[0]


def test_another_form_of_a_name_in_another_chapter_is_somebody_else() -> None:
    home = "Minnie came in. “Well,” said Minnie, and she sat down. Minnie laughed, and Anna slept.\n\n"
    away = "Anna rose. “I let Mary go,” said Anna. He told each Mary what to do, and Anna went.\n\n"
    assert not any({"Minnie", "Mary"} <= each for each in people(*[home * 2] * 6, away))
    assert any({"Minnie", "Mary"} <= each for each in people(*[home * 2] * 6, away + home))


def test_of_two_men_with_one_surname_no_narrator_says_the_surname_alone() -> None:
    father = "Mr. Moon read.\n\nMichael looked at Mr. Moon, and Mr. Moon slept.\n\nMichael Moon came in. “Well,” said Michael. Michael sat down.\n\n"
    assert not any({"Michael", "Mr. Moon"} <= each for each in people(father * 12))
    alone = father + "Moon laughed. Then Moon rose.\n\nMoon went home, and Moon slept.\n\n"
    assert any({"Michael", "Mr. Moon", "Moon"} <= each for each in people(alone * 12))


def test_silas_wegg_is_the_mr_wegg_whom_the_narrator_also_calls_wegg() -> None:
    text = "Mr. Wegg sat down. “Well,” said Mr. Wegg. Silas laughed at Mr. Wegg. Wegg rose.\n\n"
    assert any(
        {"Silas Wegg", "Mr. Wegg", "Wegg"} <= each for each in people("Silas Wegg came in. " + text * 24)
    )
