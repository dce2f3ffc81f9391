"""The people of a Spanish story, and who speaks after a dash."""

from __future__ import annotations

import pytest

from fabula.reading.cast import find_cast
from fabula.reading.measured import measure
from fabula.reading.parsed import parse
from fabula.reading.speech import voices
from fabula.text.files import read
from reading.small_books import EXAMPLES, book_of

TALK = """—Ven —dijo Juan Pérez—. Es tarde.

—No quiero —contestó doña Isabel, y se sentó en la silla.

—Siempre igual —respondió Juan.

Isabel miraba la calle. En Sevilla llovía, y Sevilla estaba lejos. El lunes, Pérez salió solo."""


def test_people_are_found_by_titles_names_and_speech_and_places_are_not() -> None:
    cast = find_cast(book_of(TALK, language="es"))
    assert [(one.name, one.gender) for one in cast.characters] == [("Juan Pérez", "m"), ("Isabel", "f")]
    assert set(cast.characters[0].aliases) == {"Juan", "Pérez"}


def test_a_speech_after_a_dash_belongs_to_the_name_between_dashes() -> None:
    book = book_of(TALK, language="es")
    said = {voice.name: voice.speeches for voice in voices(book, parse(book), find_cast(book))}
    assert said == {"Juan Pérez": 2, "Isabel": 1}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "El Sr. Robledo murió. Inés Robledo lloró. El Sr. Robledo era bueno. Inés lo sabía.",
            {"Robledo", "Inés Robledo"},
        ),
        ("Pepe cantaba. José Gil reía. Pepe se fue. José Gil también.", {"José Gil"}),
        ("Ana Gil salió. Juan Gil entró. Ana Gil volvió. Juan Gil calló.", {"Ana Gil", "Juan Gil"}),
        ("Llovía. Llovía en Madrid. Nadie iba a Madrid. Navidad pasó, y Navidad volvió.", set()),
    ],
)
def test_who_is_who(text: str, names: set[str]) -> None:
    assert {one.name for one in find_cast(book_of(text, language="es")).characters} == names


def test_the_example_is_measured_in_spanish() -> None:
    measured = measure(read(EXAMPLES / "el-faro.es.txt"))
    assert [one.name for one in measured.cast.characters][:2] == ["Inés Robledo", "Tomás Vidal"]
    assert measured.language == "es" and measured.craft.flesch is not None
    assert measured.craft.senses == {} and measured.mood.smoothed == ()
