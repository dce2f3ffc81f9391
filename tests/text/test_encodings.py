"""Files in encodings from before Unicode, UTF-16 without a mark, and stray NULs: read as written, doubts told."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.errors import FabulaError
from fabula.languages import Language
from fabula.notices import worded
from fabula.text.encoding import decode
from fabula.text.files import read

JAPANESE = (
    "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いて"
    "いた事だけは記憶している。「おい、待て」と彼は言った。「どこへ行くのだ」\n\n"
)
KOREAN = "나는 고양이다. 이름은 아직 없다. 어디서 태어났는지 도무지 짐작이 가지 않는다. 그는 어두운 곳에서 울고 있었다.\n\n"
RUSSIAN = (
    "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. Всё смешалось в доме"
    " Облонских. - Куда ты идёшь? - спросил он.\n\n"
)
FRENCH = (
    "Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite que"
    " je n'avais pas le temps de me dire : « Je m'endors. » L'été était passé.\n\n"
)
SPANISH = "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo. ¿Quién? Añadió él.\n\n"
CHINESE = "那天夜里下着大雨，街上没有一个人，只有他站在门口。他说道：“你到哪里去？”她没有回答，只是看着窗外的雨。\n\n"
ENGLISH = "It was a dark night and the rain fell on the roofs of the town, and nobody was in the streets.\n\n"


@pytest.mark.parametrize("times", [2, 60])
@pytest.mark.parametrize(
    ("text", "encoding", "told", "language"),
    [
        (JAPANESE, "cp932", "shift-jis", "ja"),
        (JAPANESE, "euc_jp", "euc-jp", "ja"),
        (JAPANESE, "iso2022_jp", "iso-2022-jp", "ja"),
        (KOREAN, "euc_kr", "euc-kr", "ko"),
        (KOREAN, "cp949", "euc-kr", "ko"),
        (RUSSIAN, "koi8-r", "koi8-r", "ru"),
        (RUSSIAN, "cp1251", "cp1251", "ru"),
        (RUSSIAN, "cp866", "cp866", "ru"),
        (RUSSIAN, "iso8859-5", "iso-8859-5", "ru"),
        (RUSSIAN, "mac-cyrillic", "macintosh cyrillic", "ru"),
        (FRENCH, "latin-1", "cp1252", "fr"),
        (SPANISH, "latin-1", "cp1252", "es"),
        (CHINESE, "gb18030", "gb18030", "zh"),
    ],
)
def test_a_file_of_its_time_is_read_as_it_was_written_and_without_a_doubt(
    tmp_path: Path, text: str, encoding: str, told: str, language: str, times: int
) -> None:
    (tmp_path / "book.txt").write_bytes((text * times).encode(encoding))
    book = read(tmp_path / "book.txt")
    assert (book.encoding, book.language) == (told, language)
    assert book.chapters[0].text.startswith(text.strip())
    assert "text.encoding-guessed" not in {notice.code for notice in book.warnings}


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [JAPANESE, KOREAN, RUSSIAN, FRENCH, CHINESE, ENGLISH])
def test_utf_16_needs_no_mark_at_its_start(text: str, encoding: str) -> None:
    decoded = decode((text * 20).encode(encoding), "book.txt")
    assert (decoded.text, decoded.encoding, decoded.notices) == (text * 20, "utf-16", ())


@pytest.mark.parametrize(("text", "encoding"), [(ENGLISH, "utf-8"), (CHINESE, "utf-8"), (CHINESE, "gb18030")])
@pytest.mark.parametrize("nuls", [1, 700])
def test_stray_nuls_are_left_out_and_told(text: str, encoding: str, nuls: int) -> None:
    half = (text * 240).encode(encoding)
    decoded = decode(half + b"\0" * nuls + half, "book.txt")
    assert (decoded.text, decoded.nuls) == (text * 480, nuls)
    (notice,) = decoded.notices
    for language, words in {"en": "stray NUL", "zh": "空字符", "es": "NUL sueltos"}.items():
        assert words in worded(notice, Language(language)) and str(nuls) in worded(notice, Language(language))


def test_padding_at_the_end_of_a_file_is_no_sign_of_a_binary() -> None:
    decoded = decode(ENGLISH.encode() + b"\0" * 4096, "book.txt")
    assert (decoded.text, decoded.nuls) == (ENGLISH, 4096)


def test_a_file_full_of_nuls_is_still_binary() -> None:
    with pytest.raises(FabulaError, match="binary"):
        decode(bytes(range(256)) * 400, "book.txt")


def test_a_text_too_short_to_tell_says_that_its_encoding_is_a_guess() -> None:
    decoded = decode("Да, я иду.".encode("koi8-r"), "book.txt")
    (notice,) = decoded.notices
    assert (decoded.text, notice.code) == ("Да, я иду.", "text.encoding-guessed")
    for language, words in {
        "en": "another encoding may be right",
        "zh": "另存为 UTF-8",
        "es": "guárdelo",
    }.items():
        assert words in worded(notice, Language(language)) and "koi8-r" in worded(notice, Language(language))


def test_a_few_accents_are_read_without_a_doubt() -> None:
    text = ENGLISH * 50 + "“Naïve,” she said.\n" + ENGLISH * 50
    decoded = decode(text.encode("cp1252"), "book.txt")
    assert (decoded.text, decoded.encoding, decoded.notices) == (text, "cp1252", ())
