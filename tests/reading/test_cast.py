"""Who is who: names merged where they are one person's, and kept apart where they are not."""

from __future__ import annotations

from small_books import EXAMPLES, book_of, from_shelf

from fabula.reading.cast import Cast, find_cast, ties
from fabula.reading.reading import Character
from fabula.text.files import read


def known_as(cast: Cast, form: str) -> Character:
    found = [each for each in cast.characters if form in (each.name, *each.aliases)]
    assert len(found) == 1, f"{form} is {[each.name for each in found]}"
    return found[0]


def test_husband_and_wife_are_two() -> None:
    book = book_of(
        "Mr. Bennet smiled. Mrs. Bennet did not. Mr. Bennet said nothing, and Mrs. Bennet said too much."
    )
    cast = find_cast(book)
    assert {each.name for each in cast.characters} == {"Mr. Bennet", "Mrs. Bennet"}
    assert [each.gender for each in cast.characters] == ["m", "f"]


def test_a_pet_form_and_a_full_name_are_one() -> None:
    book = book_of(
        "Elizabeth Bennet ran. “Lizzy!” they called, and Lizzy laughed. Then Elizabeth sat down, and Miss Eliza rose."
    )
    (person,) = find_cast(book).characters
    assert person.name == "Elizabeth Bennet"
    assert {"Elizabeth", "Lizzy", "Miss Eliza"} <= set(person.aliases)
    assert person.mentions == 5


def test_a_form_that_two_sisters_share_is_given_to_neither() -> None:
    book = book_of(
        "Jane Bennet sang. Elizabeth Bennet played. Miss Bennet was praised. Jane Bennet blushed; "
        "Elizabeth Bennet laughed, and Miss Bennet went home."
    )
    cast = find_cast(book)
    assert cast.ambiguous == ("Miss Bennet",)
    assert all("Miss Bennet" not in each.aliases for each in cast.characters)


def test_first_words_and_days_are_no_people() -> None:
    book = book_of(
        "But on Sunday it rained. Then Monday came. Still, Anna had hope. Nobody but Anna had any."
    )
    assert [each.name for each in find_cast(book).characters] == ["Anna"]


def test_mentions_stand_where_the_name_is_written() -> None:
    book = book_of("Old Marley was dead. Marley had died.", "Scrooge knew. “Marley!” said Scrooge.")
    cast = find_cast(book)
    for mention in cast.mentions:
        text = book.chapters[mention.chapter].text[mention.start : mention.end]
        person = cast.characters[mention.who]
        assert text in {word for form in (person.name, *person.aliases) for word in form.split()}
    marley = known_as(cast, "Marley")
    assert marley.mentions_by_chapter == (2, 1)
    assert marley.first is not None and marley.first.chapter == 1
    assert marley.last is not None and marley.last.chapter == 2


def test_chinese_given_name_full_name_and_address_are_one() -> None:
    book = book_of(
        "林黛玉笑道：“你来了。”黛玉说道：“坐罢。”林姑娘又笑道：“茶呢？”王夫人道：“叫林姑娘来。”\n\n"
        "黛玉笑道：“是。”王夫人道：“好。”王夫人道：“去罢。”黛玉道：“我去。”林姑娘便走了。林黛玉道：“走。”",
        language="zh",
    )
    cast = find_cast(book)
    assert {"黛玉", "林姑娘"} <= set(known_as(cast, "林黛玉").aliases)
    assert known_as(cast, "王夫人").name == "王夫人"


def test_no_people_no_cast() -> None:
    assert find_cast(book_of("It rained. It went on raining.")).characters == ()
    assert find_cast(book_of("下雨了。", language="zh")).characters == ()
    assert find_cast(book_of()).mentions == ()


def test_those_named_together_are_tied() -> None:
    book = book_of(
        "Anna met Peter. Peter smiled.\n\nIt rained.\n\nIt snowed.\n\nAnna left. Mary had come; Mary sat."
    )
    found = {(tie.one, tie.other): tie.weight for tie in ties(book, find_cast(book))}
    assert ("Anna", "Peter") in found or ("Peter", "Anna") in found
    assert not any({"Peter", "Mary"} == set(pair) for pair in found)


def test_the_cast_of_pride_and_prejudice() -> None:
    cast = find_cast(from_shelf("pride-and-prejudice.epub"))
    elizabeth = known_as(cast, "Lizzy")
    assert elizabeth.name == "Elizabeth Bennet" and elizabeth is known_as(cast, "Eliza")
    assert cast.characters[0] is elizabeth
    darcy = known_as(cast, "Mr. Darcy")
    assert {"Darcy", "Fitzwilliam Darcy"} <= set(darcy.aliases)
    assert "Miss Bennet" in cast.ambiguous
    names = [
        "Mr. Bennet",
        "Mrs. Bennet",
        "Jane",
        "Mr. Bingley",
        "Miss Bingley",
        "Miss Darcy",
        "Colonel Fitzwilliam",
    ]
    names += ["Mrs. Gardiner", "Mr. Gardiner", "Lady Catherine", "Kitty", "Mary", "Miss King", "Sir William"]
    people = [known_as(cast, name).name for name in names]
    assert len(set(people)) == len(names)


def test_the_cast_of_hong_lou_meng() -> None:
    cast = find_cast(from_shelf("hong-lou-meng.txt"))
    assert known_as(cast, "宝玉").name == "贾宝玉"
    assert known_as(cast, "黛玉") is known_as(cast, "林妹妹")
    assert known_as(cast, "凤姐") is known_as(cast, "王熙凤")
    assert known_as(cast, "甄宝玉") is not known_as(cast, "贾宝玉")
    leading = {each.name for each in cast.characters[:12]}
    assert {"贾宝玉", "王熙凤", "贾母", "林黛玉", "袭人", "薛宝钗"} <= leading


def test_the_cast_of_the_sample_stories() -> None:
    english = find_cast(read(EXAMPLES / "the-tide-house.epub"))
    assert known_as(english, "Miss Marrable") is known_as(english, "Nell")
    assert known_as(english, "Wat") is known_as(english, "Captain Walter Stroud")
    chinese = find_cast(read(EXAMPLES / "seven-keys.zh.txt"))
    assert known_as(chinese, "陆青禾") is known_as(chinese, "青禾")
    assert known_as(chinese, "魏三更")
