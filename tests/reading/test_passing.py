"""Who speaks in one scene and has no name: a sheriff, a waiter, a boy. Others answer them."""

from __future__ import annotations

import gc

from fabula.languages.en import unnamed
from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from reading.small_books import book_of

DAY = (
    "The sea was grey and the wind blew from the east all day, and nobody came up the road before dark.\n\n"
    * 12
)
MET = (
    "Anna and Peter sat in the kitchen. Anna was tired. Peter was cold.\n\n“Good evening,” said Anna.\n\n“Good evening,” "
    "said Peter.\n\nAnna looked at Peter. Peter smiled. Anna smiled.\n\n" + DAY
)


def speakers(*chapters: str) -> list[str | None]:
    book = book_of(*chapters)
    return [each.speaker for each in speeches(book, parse(book), find_cast(book))]


def of_scene(passage: str) -> list[str | None]:
    return speakers(MET + passage)[2:]


def test_one_whom_the_narration_brings_in_speaks_and_is_answered() -> None:
    scene = (
        "A sheriff rode up to the gate, and Peter went out to him.\n\n“Whose horse is that?” asked the sheriff.\n\n"
        "“It is mine,” said Peter.\n\n“Since when?”\n\n“Since Monday.”\n\n“Then you are a thief,” said the sheriff.\n\n"
    )
    assert of_scene(scene) == ["the sheriff", "Peter", "the sheriff", "Peter", "the sheriff"]


def test_a_tag_may_bring_somebody_in() -> None:
    assert of_scene("“Look out!” cried a small boy from the wall.\n\nAnna stepped back.\n\n")[0] == "the boy"


def test_a_cry_is_nobody() -> None:
    scene = (
        "“And to drink?”\n\nA hoarse cry broke from the man at the bar: “Water!”\n\nAnna stepped back.\n\n"
    )
    assert "the hoarse" not in of_scene(scene)


def test_one_of_a_trade_is_known_in_the_scene_alone() -> None:
    scene = "Anna chose a table by the window.\n\n“And to drink?” said the waiter.\n\n“Water,” said Anna.\n\n"
    assert of_scene(scene) == ["the waiter", "Anna"]


def test_whoever_is_named_beside_the_noun_is_no_passer_by() -> None:
    scene = "A farmer called Peter drove by.\n\n“A cold day,” said the farmer.\n\n"
    assert "the farmer" not in of_scene(scene)


def test_a_noun_of_the_whole_book_is_nobody_new() -> None:
    often = "The painter walked. The painter slept. The painter ate. The painter sang.\n\n" * 6
    book = [MET + often, MET + "Then a painter came.\n\n“Good day,” said the painter.\n\n"]
    assert "the painter" not in speakers(*book)


def test_a_noun_that_means_somebody_elsewhere_means_a_stranger_here() -> None:
    elsewhere = MET + "“Good night,” said Mr. Hale, the farmer. Hale went home.\n\n"
    scene = MET + "A farmer drove by with a cart.\n\n“A cold day,” said the farmer.\n\n"
    assert speakers(elsewhere, scene)[-1] == "the farmer"


def test_no_things_and_no_crowds_speak() -> None:
    scene = "“We shall see,” said Peter after another silence, and the path continued.\n\n“Hurrah!” cried the soldiers.\n\n"
    assert not {"the silence", "the path", "the soldiers"} & set(of_scene(scene))


def test_a_book_that_was_read_is_not_kept() -> None:
    scene = "A farmer drove by with a cart.\n\n“A cold day,” said the farmer.\n\n"
    assert speakers(MET + scene)[-1] == "the farmer"
    gc.collect()
    assert not [each for each in gc.get_objects() if isinstance(each, unnamed._Book)]


def test_an_adjective_is_nobody() -> None:
    voice = "“Stay there,” said the thin, wavering voice.\n\nThe thin wall shook. A thin rain fell.\n\n“Who is it?” asked Peter.\n\n"
    assert "the thin" not in of_scene("A thin, wavering voice was heard at the gate.\n\n" + voice)
    woman = "“Come in, do,” said a stout motherly woman.\n\n“Thank you,” said Peter.\n\n"
    assert "the stout" not in of_scene("A stout motherly woman met them there.\n\n" + woman)
