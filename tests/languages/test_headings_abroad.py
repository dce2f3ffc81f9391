"""Chapters of French, German, Russian and Japanese books, and speech in Japanese corners."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.text.dialogue import spans
from fabula.text.files import read
from fabula.text.headings.lines import read_heading

FRENCH = "Il faisait nuit et la pluie tombait sur les toits de la ville. Personne ne marchait dans les rues. "
GERMAN = (
    "Es war eine dunkle Nacht, und der Regen fiel auf die Dächer der Stadt. Niemand ging durch die Straßen. "
)
RUSSIAN = (
    "Была тёмная ночь, и дождь падал на крыши города. Никто не шёл по улицам, и только он стоял у двери. "
)
JAPANESE = "暗い夜だった。雨が町の屋根に降っていた。通りには誰もいなかった。彼だけが戸口に立っていた。"


@pytest.mark.parametrize(
    ("language", "prose", "headings", "part"),
    [
        ("fr", FRENCH, ["PREMIÈRE PARTIE", "Chapitre 1", "Chapitre 2", "Chapitre 3"], "PREMIÈRE PARTIE"),
        ("fr", FRENCH, ["CHAPITRE PREMIER", "CHAPITRE DEUXIÈME", "CHAPITRE TROISIÈME"], None),
        ("fr", FRENCH, ["Prologue", "Chapitre I : Le départ", "Chapitre II : La mer", "Épilogue"], None),
        ("de", GERMAN, ["Kapitel 1", "Kapitel 2", "Kapitel 3"], None),
        ("de", GERMAN, ["Erster Teil", "1. Kapitel", "2. Kapitel", "3. Kapitel"], "Erster Teil"),
        ("de", GERMAN, ["Prolog", "Erstes Kapitel", "Zweites Kapitel", "Epilog"], None),
        ("ru", RUSSIAN, ["ЧАСТЬ ПЕРВАЯ", "Глава 1", "Глава 2", "Глава 3"], "ЧАСТЬ ПЕРВАЯ"),
        ("ru", RUSSIAN, ["Глава первая", "Глава вторая", "Глава третья", "Эпилог"], None),
        ("ja", JAPANESE, ["第一章 夜", "第二章 雨", "第三章 朝"], None),
        ("ja", JAPANESE, ["上巻", "プロローグ", "第一夜", "第二夜", "エピローグ"], "上巻"),
    ],
)
def test_a_book_is_cut_at_the_headings_of_its_language(
    tmp_path: Path, language: str, prose: str, headings: list[str], part: str | None
) -> None:
    body = f"{prose * 6}\n\n" * 4
    text = "".join(f"{title}\n\n" + ("" if title == part else body) for title in headings)
    (tmp_path / "book.txt").write_text(text, encoding="utf-8")
    book = read(tmp_path / "book.txt")
    assert book.language == language
    assert [chapter.title for chapter in book.chapters] == [title for title in headings if title != part]
    assert {chapter.part for chapter in book.chapters} == {part}


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Chapitre quatre-vingt-dix-neuf", 99),
        ("Chapitre vingt et un", 21),
        ("1er chapitre", 1),
        ("Dix-septième chapitre", 17),
        ("Soixante et onzième chapitre", 71),
        ("Kapitel Einundzwanzig", 21),
        ("Siebzehntes Kapitel", 17),
        ("XII. Kapitel", 12),
        ("Глава двадцать первая", 21),
        ("Глава сороковая", 40),
        ("第十夜", 10),
    ],
)
def test_numbers_in_words_are_read(line: str, number: int) -> None:
    heading = read_heading(line)
    assert heading is not None and heading.number == number


@pytest.mark.parametrize(
    "line",
    [
        "Il était une fois un roi.",
        "La deuxième partie de la nuit fut calme.",
        "Der erste Teil der Nacht war ruhig.",
        "Первая часть пути была трудной, и он устал.",
        "Часть людей ушла домой.",
        "前後を忘れて彼は走った。",
        "その一言が彼を変えた。",
    ],
)
def test_prose_that_begins_like_a_heading_stays_prose(line: str) -> None:
    assert read_heading(line) is None


def test_japanese_speech_is_found_between_corners() -> None:
    text = "「おい、待て」\n\n彼は驚いて「どこへ行くのだ」と言った。\n\n彼女は「もう帰ります」って答えた。"
    assert [text[start:end] for start, end in spans(text, "ja")] == [
        "「おい、待て」",
        "「どこへ行くのだ」",
        "「もう帰ります」",
    ]


def test_a_japanese_word_in_corners_is_no_speech() -> None:
    assert spans("町には「港屋」という店があり、人は彼を「先生」と呼んだ。", "ja") == []
