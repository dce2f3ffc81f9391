"""Spanish, the third language: headings, numerals, sentences, speech after dashes, reading ease, notices."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from fabula.languages import Language
from fabula.languages.es.numerals import spanish
from fabula.notices import worded
from fabula.text.dialogue import spans
from fabula.text.files import read
from fabula.text.headings.lines import read_heading
from fabula.text.sentences import sentences

SPANISH = Language("es")
EXAMPLE = Path(__file__).parents[2] / "examples" / "el-faro.es.txt"
QUIJOTE = Path(__file__).parents[1] / "text" / "el-quijote.es.txt"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("uno", 1),
        ("veintidós", 22),
        ("treinta y dos", 32),
        ("ciento uno", 101),
        ("Primero", 1),
        ("tercera", 3),
        ("décimo quinto", 15),
        ("decimotercero", 13),
        ("Vigésima primera", 21),
        ("casa", None),
        ("uno dos", None),
    ],
)
def test_numbers_in_words(text: str, value: int | None) -> None:
    assert spanish(text) == value


@pytest.mark.parametrize(
    ("line", "level", "number"),
    [
        ("Capítulo primero", "chapter", 1),
        ("CAPÍTULO XII", "chapter", 12),
        ("Capítulo 3. La casa del faro", "chapter", 3),
        ("Capítulo 4 La casa del faro", "chapter", 4),
        ("Cap. V", "chapter", 5),
        ("CAPITULO VEINTIUNO", "chapter", 21),
        ("Segunda parte", "part", 2),
        ("PARTE III", "part", 3),
        ("Libro primero", "part", 1),
        ("Jornada tercera", "part", 3),
        ("Tomo II", "part", 2),
        ("Prólogo", "chapter", None),
        ("Epílogo", "chapter", None),
    ],
)
def test_headings(line: str, level: str, number: int | None) -> None:
    heading = read_heading(line)
    assert heading is not None and (heading.level, heading.number) == (level, number)


@pytest.mark.parametrize(
    "line",
    [
        "Capítulo aparte merece la historia de su abuelo, que nadie contó.",
        "El libro primero que leyó fue el de su padre.",
        "Parte del camino lo hizo a pie.",
        "Carta a mi madre, que nunca la leyó.",
    ],
)
def test_a_sentence_is_not_a_heading(line: str) -> None:
    assert read_heading(line) is None


def test_a_whole_spanish_story_is_read() -> None:
    book = read(EXAMPLE)
    assert (book.title, book.author, book.language) == (
        "El faro de las tres luces",
        "Los autores de fabula",
        "es",
    )
    assert [chapter.title for chapter in book.chapters] == [
        "Capítulo primero: La llegada",
        "Capítulo II: El cuaderno",
        "Capítulo III: La tercera luz",
        "Capítulo cuarto: Lo que vuelve",
        "Epílogo",
    ]
    assert [chapter.part for chapter in book.chapters][:3] == [
        "PRIMERA PARTE",
        "PRIMERA PARTE",
        "SEGUNDA PARTE",
    ]
    assert [warning.code for warning in book.warnings] == []


def test_the_opening_of_don_quijote_is_read() -> None:
    book = read(QUIJOTE)
    assert book.language == "es" and book.author == "Miguel de Cervantes Saavedra"
    first, second = book.chapters
    assert first.title.startswith("Capítulo primero: Que trata de la condición")
    assert second.title.startswith("Capítulo II: Que trata de la primera salida")
    assert first.part == "PRIMERA PARTE" and first.text.startswith("En un lugar de la Mancha")
    assert len(sentences(first.text, "es")) == 5


def test_sentences_with_abbreviations_and_opening_marks() -> None:
    text = (
        "El Sr. García llegó a las 5 p.m. con D. Luis. ¿Quién era? ¡Nadie lo sabía! Véase la pág. 12."
        " ¡Oh! ¿y Ud. qué dice? Vino la Sra. Ruiz."
    )
    assert [text[start:end] for start, end in sentences(text, "es")] == [
        "El Sr. García llegó a las 5 p.m. con D. Luis.",
        "¿Quién era?",
        "¡Nadie lo sabía!",
        "Véase la pág. 12.",
        "¡Oh! ¿y Ud. qué dice?",
        "Vino la Sra. Ruiz.",
    ]


def spoken(text: str) -> list[str]:
    return [text[start:end] for start, end in spans(text, "es")]


def test_what_the_narrator_says_between_dashes_is_not_speech() -> None:
    text = (
        "—Ven —dijo Juan—. Es tarde.\n\n"
        "Juan salió. El mar —siempre el mar— callaba.\n\n"
        "—¿Adónde vas?\n\n"
        "—A casa —respondió ella, y cerró la puerta.\n\n"
        "—No —dijo—, no lo sé."
    )
    assert spoken(text) == ["—Ven", "Es tarde.", "—¿Adónde vas?", "—A casa", "—No", "no lo sé."]


def test_angular_marks_are_speech_where_there_are_no_dashes() -> None:
    assert spoken("Juan dijo: «Ya voy.» Y no fue.") == ["«Ya voy.»"]


@pytest.mark.parametrize(
    ("word", "syllables"),
    [
        ("casa", 2),
        ("país", 2),
        ("guerra", 2),
        ("pingüino", 3),
        ("aéreo", 4),
        ("ciudad", 2),
        ("averigüéis", 4),
        ("y", 1),
    ],
)
def test_syllables(word: str, syllables: int) -> None:
    assert SPANISH.readability.syllables(word) == syllables


def test_short_plain_sentences_are_easier_to_read_than_long_ones() -> None:
    plain = SPANISH.readability.score(Counter(["el", "sol", "sale", "y", "el", "mar", "brilla"]), 2)
    heavy = SPANISH.readability.score(
        Counter(["consideraciones", "administrativas", "internacionales", "extraordinariamente"]), 1
    )
    assert plain is not None and heavy is not None and plain > 80 > heavy
    assert Language("fr").readability.score(Counter(["le", "chat"]), 1) is None


def test_a_language_without_rules_is_told_of_once(tmp_path: Path) -> None:
    file = tmp_path / "livre.txt"
    prose = "Il était une fois une petite fille qui vivait dans une grande maison au bord de la mer. " * 8
    file.write_text(f"Chapter 1\n\n{prose}\n\nChapter 2\n\n{prose}\n", encoding="utf-8")
    book = read(file)
    (told,) = book.warnings
    assert book.language == "fr" and told.code == "text.no-rules" and "French" in str(told)
    assert "francés" in worded(told, SPANISH) and "法语" in worded(told, Language("zh"))
