"""Whatever the bytes, reading gives a Book or one line; a text that was written is read back."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_books import SENTENCE, epub_members, links, page, pdf, prose

from fabula.errors import FabulaError
from fabula.text.encoding import decode
from fabula.text.files import read
from fabula.text.formats.folder import natural_order

HARD = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _epub() -> bytes:
    packed = io.BytesIO()
    pages = {f"c{n}.xhtml": page(f"<h1>Chapter {n}</h1>{prose(4)}") for n in (1, 2)}
    members = epub_members(pages, nav=links("c1.xhtml|One", "c2.xhtml|Two"))
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _docx() -> bytes:
    packed = io.BytesIO()
    document = docx.Document()
    document.add_heading("Chapter 1", 1)
    document.add_paragraph(SENTENCE)
    document.save(packed)
    return packed.getvalue()


WHOLE = {
    "book.epub": _epub(),
    "book.docx": _docx(),
    "book.odt": Path(__file__).with_name("ferry.odt").read_bytes(),
    "book.rtf": Path(__file__).with_name("ferry.rtf").read_bytes(),
    "book.fb2": Path(__file__).with_name("ferry.fb2").read_bytes(),
    "book.pdf": pdf([["Chapter 1", "", SENTENCE], ["Chapter 2", "", SENTENCE]]),
    "book.json": json.dumps({"chaps": [{"title": "One", "content": [SENTENCE]}]}).encode(),
    "book.html": page(f"<h1>Chapter 1</h1>{prose(3)}").encode(),
    "book.md": f"# One\n\n{SENTENCE}\n\n# Two\n\n{SENTENCE}".encode(),
    "script.fountain": f"INT. QUAY - NIGHT\n\n{SENTENCE}\n\nEXT. SEA - DAY\n\n{SENTENCE}".encode(),
}


def _ends_in_a_book_or_a_line(path: Path) -> None:
    try:
        assert read(path).chapters
    except FabulaError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("name", ["book.epub", "book.docx", "book.odt"])
def test_a_directory_that_points_before_the_file_is_damage(tmp_path: Path, name: str) -> None:
    raw = bytearray(WHOLE[name])
    start = int.from_bytes(raw[-6:-2], "little")
    raw[-6:-2] = (start + 70_000).to_bytes(4, "little")
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(FabulaError, match="damaged"):
        read(tmp_path / name)


@pytest.mark.parametrize("start", [b"\0", b"\0" * 9, b"\xff\xfe", b"\xef\xbb\xbf\0", b"<?xml"])
@pytest.mark.parametrize("name", WHOLE)
def test_a_file_with_an_odd_beginning_is_a_book_or_a_line(tmp_path: Path, name: str, start: bytes) -> None:
    for number, raw in enumerate((start + WHOLE[name], start + WHOLE[name][1:], start)):
        path = tmp_path / f"{number}-{name}"
        path.write_bytes(raw)
        _ends_in_a_book_or_a_line(path)


@pytest.mark.parametrize("name", WHOLE)
@HARD
@given(data=st.data())
def test_damage_ends_in_a_book_or_in_one_line(tmp_path: Path, name: str, data: st.DataObject) -> None:
    raw = bytearray(WHOLE[name])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(1, 8))] = data.draw(st.binary(max_size=8))
    path = tmp_path / name
    path.write_bytes(bytes(raw))
    _ends_in_a_book_or_a_line(path)


@HARD
@given(
    raw=st.binary(max_size=400) | st.binary(max_size=400).map(lambda rest: rb"{\rtf1 " + rest),
    suffix=st.sampled_from(
        [".txt", ".epub", ".docx", ".odt", ".rtf", ".fb2", ".pdf", ".json", ".html", ".md", ""]
    ),
)
def test_any_bytes_under_any_name_end_in_a_book_or_in_one_line(
    tmp_path: Path, raw: bytes, suffix: str
) -> None:
    path = tmp_path / f"book{suffix}"
    path.write_bytes(raw)
    _ends_in_a_book_or_a_line(path)


@HARD
@given(
    text=st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).filter(
        lambda text: "\ufeff" not in text
    )
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_that_names_its_encoding_is_read_back(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "x").text.removeprefix("\ufeff") == text


@given(st.lists(st.integers(0, 9999), unique=True))
def test_numbered_files_are_in_the_order_of_their_numbers(numbers: list[int]) -> None:
    for pattern in ("chapter {}", "{} - The Storm", "第{}章", "Book_{}_draft"):
        names = sorted((pattern.format(number) for number in numbers), key=natural_order)
        assert names == [pattern.format(number) for number in sorted(numbers)]
