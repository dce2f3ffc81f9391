"""An edit as Markdown, as a table, and as comments in the author's own Word document."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import docx
import pypdfium2
import pytest
from lxml import etree

from commands import fabula
from fabula.samples import NOVELLA, sample
from fabula.text.files import read

SCENE = (
    "The harbourmaster unrolled the chart on the counter and put a tin of biscuits on each corner, and with the stem of "
    "his pipe he showed her where the channel had silted and how far the ferry would have to go about, and she wrote "
    "the soundings on the back of a paper bag because he would not lend her a pencil for any longer than that."
)


@pytest.fixture
def manuscript(tmp_path: Path) -> Path:
    """A Word document with eight chapters, a scene told twice in several runs, and another person's comment."""
    document = docx.Document()
    for number in range(1, 9):
        document.add_heading(f"Chapter {number}", 1)
        document.add_paragraph(f"The morning of day {number} was grey, and nobody had come down to the quay.")
        if number in (2, 6):
            paragraph = document.add_paragraph()
            for n, words in enumerate(SCENE.split(", ")):
                run = paragraph.add_run((", " if n else "") + words)
                run.italic = n == 1
            if number == 2:
                document.add_comment(paragraph.runs[0], "Mine, from before.", author="A. Writer")
        document.add_paragraph(
            "It was Friday the eighth of October 1984." if number == 4 else "She went home."
        )
    file = tmp_path / "draft.docx"
    document.save(str(file))
    return file


def test_notes_stand_as_comments_at_their_words(manuscript: Path, tmp_path: Path) -> None:
    before = manuscript.read_bytes()
    done = fabula("edit", manuscript, "--out", tmp_path / "edit")
    assert done.returncode == 0, done.stderr
    assert manuscript.read_bytes() == before, "the author's own file is left alone"
    opened = docx.Document(str(tmp_path / "edit" / "draft.notes.docx"))
    comments = list(opened.comments)
    assert [each.author for each in comments].count("A. Writer") == 1
    told = {each.comment_id: each for each in comments if each.author == "fabula"}
    assert len({each.comment_id for each in comments}) == len(comments) > 2
    (date,) = [id for id, each in told.items() if "Monday" in each.text]
    assert words_of_comment(opened, date) == "It was Friday the eighth of October 1984."
    (again,) = [id for id, each in told.items() if "word for word" in each.text or "wording" in each.text]
    assert SCENE.startswith(words_of_comment(opened, again))
    assert [each.text for each in opened.paragraphs] == [
        each.text for each in docx.Document(str(manuscript)).paragraphs
    ], "no word of the book is changed"
    italic = [run.text for each in opened.paragraphs for run in each.runs if run.italic]
    assert "".join(italic).count("with the stem of his pipe") == 2


def words_of_comment(document: docx.document.Document, number: int) -> str:
    """The text between the marks of a comment."""
    space = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    text, inside = "", False
    for element in document.element.body.iter():
        if element.get(f"{space}id") == str(number) and "commentRange" in str(element.tag):
            inside = str(element.tag).endswith("Start")
        elif inside and element.tag == f"{space}t":
            text += element.text or ""
    return text


def test_the_notes_as_a_table_and_as_markdown(manuscript: Path, tmp_path: Path) -> None:
    done = fabula("edit", manuscript, "--out", tmp_path / "edit")
    assert done.returncode == 0, done.stderr
    table = (tmp_path / "edit" / "notes.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    date = next(row for row in rows if "Monday" in row["what"])
    assert (date["kind"], date["chapter"], date["source"]) == ("continuity", "4", "measured")
    text = (tmp_path / "edit" / "notes.md").read_text(encoding="utf-8")
    assert "> It was Friday the eighth of October 1984." in text
    assert "To do:" in text


def test_the_epub_has_every_note_linked_both_ways_and_the_text_unchanged(
    manuscript: Path, tmp_path: Path
) -> None:
    done = fabula("edit", manuscript, "--out", tmp_path / "edit")
    assert done.returncode == 0, done.stderr
    file = tmp_path / "edit" / "draft.notes.epub"
    with zipfile.ZipFile(file) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        pages = {name: etree.fromstring(archive.read(name)) for name in archive.namelist()[1:]}
    listed = {each.get("href") for each in pages["book/package.opf"].iter("{*}item")}
    assert {f"book/{name}" for name in listed} | {"META-INF/container.xml", "book/package.opf"} == set(pages)
    ids = {(name, each.get("id")) for name, page in pages.items() for each in page.iter() if each.get("id")}
    links = [link.get("href") for page in pages.values() for link in page.iter("{*}a")]
    assert {(f"book/{page}", at) for page, _, at in (link.partition("#") for link in links) if at} <= ids
    notes = list(pages["book/notes.xhtml"].iter("{*}aside"))
    table = (tmp_path / "edit" / "notes.csv").read_text(encoding="utf-8-sig")
    assert len(notes) == len(list(csv.DictReader(io.StringIO(table)))) > 2
    again, before = read(file), read(manuscript)
    assert [chapter.text for chapter in again.chapters] == [chapter.text for chapter in before.chapters]
    assert [chapter.title for chapter in again.chapters] == [chapter.title for chapter in before.chapters]


@pytest.mark.extras
def test_a_letter_is_printed_by_a_browser(tmp_path: Path) -> None:
    if not any(map(shutil.which, ("chromium", "google-chrome", "chrome"))):
        pytest.skip("no Chromium on this machine")
    book = tmp_path / NOVELLA
    book.write_bytes(sample(NOVELLA))
    done = fabula("edit", book, "--out", tmp_path / "edit", "--pdf")
    assert done.returncode == 0, done.stderr
    with pypdfium2.PdfDocument(tmp_path / "edit" / "letter.pdf") as printed:
        text = printed[0].get_textpage().get_text_range()
    assert "The Tide House" in text


def test_a_pdf_without_a_browser_is_refused_before_anything_is_done(manuscript: Path, tmp_path: Path) -> None:
    done = fabula("edit", manuscript, "--out", tmp_path / "edit", "--pdf", FABULA_BROWSER="no-such-browser")
    assert done.returncode == 2 and "no-such-browser" in done.stderr
    assert not (tmp_path / "edit").exists()


@pytest.mark.extras
def test_libreoffice_opens_the_word_document_with_its_comments(manuscript: Path, tmp_path: Path) -> None:
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("no LibreOffice on this machine")
    assert fabula("edit", manuscript, "--out", tmp_path / "edit").returncode == 0
    file = tmp_path / "edit" / "draft.notes.docx"
    home = f"-env:UserInstallation={(tmp_path / 'office').as_uri()}"
    command = [office, home, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    with pypdfium2.PdfDocument(tmp_path / "draft.notes.pdf") as printed:
        text = "".join(page.get_textpage().get_text_range() for page in printed)
    assert "The morning of day 8 was grey" in text
