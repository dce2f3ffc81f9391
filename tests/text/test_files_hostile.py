"""Files that are broken, locked or meant to harm: each ends in one clear line."""

from __future__ import annotations

import base64
import io
import os
import re
import zipfile
import zlib
from pathlib import Path

import pypdfium2
import pytest
from made_books import CONTAINER, SENTENCE, epub_members, page, pdf, prose, zipped

from fabula.errors import FabulaError, UsageError
from fabula.text.files import read
from fabula.text.formats import pdf_bounds

PAGES = {f"c{n}.xhtml": page(f"<h1>Chapter {n}</h1>{prose()}") for n in (1, 2)}


def complaint(path: Path) -> str:
    with pytest.raises(FabulaError) as caught:
        read(path)
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 240
    assert str(path.parent) not in line
    return line


def written(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_missing_file_is_a_fault_of_the_command() -> None:
    with pytest.raises(UsageError, match=r"there is no file nowhere\.epub"):
        read("nowhere.epub")


def test_a_file_that_was_perhaps_meant_is_named(tmp_path: Path) -> None:
    book = written(tmp_path / "novel-3.docx", "Words.")
    for typed in ("novel-3", "novle-3.docx"):
        with pytest.raises(UsageError, match=re.escape(f"{typed}; did you mean {book}?")):
            read(tmp_path / typed)
    with pytest.raises(UsageError, match="download the book"):
        read("https://example.org/novel.epub")
    with pytest.raises(UsageError, match=r"there is no file \S*other\.txt$"):
        read(tmp_path / "other.txt")


@pytest.mark.parametrize("name", ["book.epub", "book.docx"])
def test_what_is_no_zip_is_no_epub(tmp_path: Path, name: str) -> None:
    assert "not a ZIP archive" in complaint(written(tmp_path / name, "Just some words."))


def test_a_truncated_epub_is_called_so(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "whole.epub", epub_members(PAGES)).read_bytes()
    assert "cut short or damaged" in complaint(written(tmp_path / "book.epub", whole[: len(whole) // 2]))


def test_a_damaged_member_is_named(tmp_path: Path) -> None:
    raw = bytearray(zipped(tmp_path / "whole.epub", epub_members(PAGES)).read_bytes())
    at = raw.index(b"OEBPS/c1.xhtml") + 60
    raw[at : at + 40] = b"\xff" * 40
    assert "OEBPS/c1.xhtml cannot be unpacked" in complaint(written(tmp_path / "book.epub", bytes(raw)))


ENCRYPTION = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
    '<EncryptionMethod Algorithm="{}"/><CipherData><CipherReference URI="{}"/></CipherData></EncryptedData></encryption>'
)


def test_an_epub_locked_by_its_seller_is_called_so(tmp_path: Path) -> None:
    members = epub_members(PAGES)
    members["META-INF/encryption.xml"] = ENCRYPTION.format(
        "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/c1.xhtml"
    )
    assert "DRM" in complaint(zipped(tmp_path / "book.epub", members))


def test_scrambled_fonts_lock_nothing(tmp_path: Path) -> None:
    members = epub_members(PAGES)
    members["META-INF/encryption.xml"] = ENCRYPTION.format(
        "http://www.idpf.org/2008/embedding", "OEBPS/font.otf"
    )
    assert len(read(zipped(tmp_path / "book.epub", members)).chapters) == 2


BOMB = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'


@pytest.mark.parametrize(
    "doctype",
    [BOMB, '<!DOCTYPE html [<!ENTITY c SYSTEM "file:///etc/hostname">]>'],
    ids=["bomb", "outside file"],
)
def test_entities_that_expand_or_fetch_are_refused(tmp_path: Path, doctype: str) -> None:
    pages = {"c.xhtml": page(prose() + "<p>&c;</p>").replace("\n<html", f"\n{doctype}<html")}
    assert "entities" in complaint(zipped(tmp_path / "book.epub", epub_members(pages)))


def test_entities_in_the_package_file_are_refused(tmp_path: Path) -> None:
    members = epub_members(PAGES)
    members["OEBPS/content.opf"] = str(members["OEBPS/content.opf"]).replace(
        "<package", '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]><package', 1
    )
    assert "entities" in complaint(zipped(tmp_path / "book.epub", members))


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    members = epub_members(PAGES)
    members["OEBPS/c1.xhtml"] = b"<html><body>" + b"a" * (64 << 20)
    assert "ZIP bomb" in complaint(zipped(tmp_path / "book.epub", members))


def test_many_members_that_swell_together_are_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fabula.text.formats.archive.LARGEST_TOTAL", 4000)
    assert "ZIP bomb" in complaint(zipped(tmp_path / "book.epub", epub_members(PAGES)))


@pytest.mark.parametrize("member", ["../../etc/cron.d/x", "/etc/passwd", "C:\\x.xhtml", "a/../../b"])
def test_members_that_climb_out_are_refused(tmp_path: Path, member: str) -> None:
    assert "leads out" in complaint(zipped(tmp_path / "book.epub", {**epub_members(PAGES), member: "x"}))


def test_references_that_climb_out_are_refused(tmp_path: Path) -> None:
    members = epub_members(PAGES)
    members["OEBPS/content.opf"] = str(members["OEBPS/content.opf"]).replace(
        '"c1.xhtml"', '"../../../etc/passwd"'
    )
    assert "outside itself" in complaint(zipped(tmp_path / "book.epub", members))


def test_an_archive_of_something_else_is_no_book(tmp_path: Path) -> None:
    assert "no EPUB, DOCX or ODT" in complaint(zipped(tmp_path / "book.zip", {"a.txt": "x"}))


def test_an_epub_without_package_or_spine_is_damaged(tmp_path: Path) -> None:
    assert "package file" in complaint(zipped(tmp_path / "a.epub", {"META-INF/container.xml": CONTAINER}))
    assert "reading order" in complaint(zipped(tmp_path / "b.epub", epub_members(PAGES, spine=[])))


def test_an_epub_of_pictures_alone_has_no_story(tmp_path: Path) -> None:
    members = epub_members({"c.xhtml": page("<img src='a.png' alt='x'/>")})
    assert "contains no story" in complaint(zipped(tmp_path / "book.epub", members))


def test_a_zip_with_a_password_is_called_so(tmp_path: Path) -> None:
    raw = bytearray(zipped(tmp_path / "whole.epub", epub_members(PAGES)).read_bytes())
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = raw.find(signature)
        while at >= 0:
            raw[at + place] |= 1
            at = raw.find(signature, at + 1)
    assert "password" in complaint(written(tmp_path / "book.epub", bytes(raw)))


def test_a_pdf_without_a_text_layer_asks_for_recognition(tmp_path: Path) -> None:
    assert "no text layer" in complaint(written(tmp_path / "book.pdf", pdf([[], [], []])))


def test_a_pdf_with_a_password_is_called_so(tmp_path: Path) -> None:
    raw = pdf([["The ferry came in late."] * 20])
    locked = raw.replace(
        b"trailer << ",
        b"trailer << /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /Length 40 /O <"
        + b"41" * 32
        + b"> /U <"
        + b"42" * 32
        + b"> >> /ID [<00><00>] ",
    )
    assert "password" in complaint(written(tmp_path / "book.pdf", locked))


def test_a_damaged_pdf_is_called_so(tmp_path: Path) -> None:
    assert "damaged" in complaint(written(tmp_path / "book.pdf", b"%PDF-1.7\n" + b"nonsense" * 50))
    assert "damaged" in complaint(written(tmp_path / "other.pdf", "It was a dark night."))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n\t\n ", "is empty"),
        (b"\xef\xbb\xbf\n", "is empty"),
        (bytes(range(256)) * 40, "binary"),
        (b"\x7fELF\x02\x01", "a program"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old Word document"),
        (b"x" * 60 + b"BOOKMOBI" + b"\0" * 20, "Kindle"),
        (b"\x1f\x8b\x08", "gzip"),
    ],
    ids=["empty", "blank", "mark alone", "binary", "program", "picture", "doc", "kindle", "gzip"],
)
def test_what_is_no_text_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    assert said in complaint(written(tmp_path / "book.txt", content))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"chaps": ', "not valid JSON"),
        ("[" * 200_000, "nested too deeply"),
        ('{"title": "x"}', "no list of chapters"),
        ("[]", "no chapters"),
        ("3", "not a book"),
        ('[{"title": "a"}]', "chapter 1 has no text"),
        ('["a", 3]', "chapter 2 is int"),
        ('[{"text": 3}]', "the text of chapter 1"),
        ('[""]', "without any text"),
    ],
)
def test_json_that_is_no_book_says_what_would_be_one(tmp_path: Path, content: str, said: str) -> None:
    assert said in complaint(written(tmp_path / "book.json", content))


def test_a_folder_with_nothing_in_it_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "no chapter files" in complaint(tmp_path / "empty")


def test_a_folder_of_books_is_not_one_book(tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    zipped(tmp_path / "shelf" / "a.epub", epub_members(PAGES))
    assert "whole books" in complaint(tmp_path / "shelf")


def test_an_unpacked_epub_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "book" / "META-INF").mkdir(parents=True)
    written(tmp_path / "book" / "META-INF" / "container.xml", CONTAINER)
    assert "unpacked EPUB" in complaint(tmp_path / "book")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_called_so(tmp_path: Path) -> None:
    written(tmp_path / "book.txt", "x").chmod(0)
    assert "cannot read book.txt" in complaint(tmp_path / "book.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_neither_file_nor_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "neither a file nor a folder" in complaint(tmp_path / "pipe")


def test_deeply_nested_markup_is_read_without_a_crash(tmp_path: Path) -> None:
    body = "<div>" * 5000 + prose() + "</div>" * 5000
    pages = {"c1.xhtml": page("<h1>Chapter 1</h1>" + body), "c2.xhtml": page("<h1>Chapter 2</h1>" + prose())}
    try:
        assert read(zipped(tmp_path / "book.epub", epub_members(pages))).chapters[-1].title == "Chapter 2"
    except FabulaError as error:
        assert "\n" not in str(error)


def test_a_docx_that_is_a_bomb_or_climbs_out_is_refused(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<w>" + b"a" * (64 << 20))
    assert "ZIP bomb" in complaint(written(tmp_path / "book.docx", packed.getvalue()))
    assert "leads out" in complaint(zipped(tmp_path / "b.docx", {"word/document.xml": "<w/>", "../x": ""}))


def test_many_megabytes_of_text_are_read(tmp_path: Path) -> None:
    """100 MB are run by hand and by the benchmark of outlines; a tenth of them shows that no bound stands in the way."""
    chapter = "Chapter {}\n\n" + "\n\n".join([SENTENCE * 6] * 400) + "\n\n"
    text = "".join(chapter.format(n) for n in range(1, 51))
    book = read(written(tmp_path / "long.txt", text))
    assert len(book.chapters) == 50
    assert sum(len(each.text) for each in book.chapters) > 10_000_000


def test_a_file_larger_than_any_book_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabula.text.encoding.LARGEST_FILE", 1000)
    assert "a book has at most" in complaint(written(tmp_path / "long.txt", SENTENCE * 20))


def test_pdfium_is_what_reads_pdfs() -> None:
    """The made PDFs of these tests are sound: the reader below opens them."""
    assert len(pypdfium2.PdfDocument(pdf([["a"], ["b"]]))) == 2


def pdf_of(content: bytes, filters: bytes) -> bytes:
    """A PDF of one page, with this packed content."""
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
        b"<< /Length %d /Filter %s >>\nstream\n%s\nendstream" % (len(content), filters, content),
    )
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, each) for number, each in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer << /Size 5 /Root 1 0 R >>\n%%EOF"


def flate(pieces: int) -> bytes:
    """So many MB of spaces, packed."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(b" " * (1 << 20)) for _ in range(pieces)) + packer.flush()


def runs(raw: bytes) -> bytes:
    """As RunLengthDecode reads it: no run is repeated."""
    return (
        b"".join(
            bytes([len(part) - 1]) + part for part in (raw[at : at + 128] for at in range(0, len(raw), 128))
        )
        + b"\x80"
    )


def lzw_of_spaces(count: int) -> bytes:
    """As LZWDecode reads it: a space, then codes that each stand for one space more, until the table is full."""
    bits, width, size = "100000000" + f"{32:09b}", 9, 258
    for code in (*range(258, 258 + count),):
        size = code
        width = min(12, (size + 1).bit_length())
        bits += f"{code:0{width}b}"
    bits += f"{257:0{min(12, (size + 2).bit_length())}b}"
    return int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")


ONCE = flate(20)
BOMBS = {
    "flate": (ONCE, b"/FlateDecode"),
    "flate twice": (zlib.compress(flate(300), 9), b"[/FlateDecode /FlateDecode]"),
    "its name escaped": (ONCE, b"/Fl#61teDecode"),
    "ascii85": (base64.a85encode(ONCE) + b"~>", b"[/ASCII85Decode /FlateDecode]"),
    "hex": (ONCE.hex().encode() + b">", b"[/ASCIIHexDecode/FlateDecode]"),
    "run length": (runs(ONCE), b"[ /RunLengthDecode /FlateDecode ]"),
    "zeros of ascii85": (zlib.compress(b"z" * (5 << 20), 9), b"[/FlateDecode /ASCII85Decode]"),
    "far from its filter": (ONCE, b"/FlateDecode /Note (" + b"x" * 5_000 + b")"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_pdf_that_unpacks_to_far_more_than_a_book_is_refused(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, filters = BOMBS[name]
    most = 256 if name == "flate twice" else 16
    monkeypatch.setattr("fabula.text.formats.pdf_bounds.MOST", most << 20)
    assert f"unpacks to more than {most} MB" in complaint(
        written(tmp_path / "b.pdf", pdf_of(content, filters))
    )


@pytest.mark.parametrize("count", [1, 252, 253, 254, 255, 764, 766, 1_789, 1_790, 3_000])
def test_lzw_is_unpacked_as_it_was_packed(count: int) -> None:
    sizes = pdf_bounds._unpacked(lzw_of_spaces(count), 0, [b"LZWDecode"])
    assert sum(sizes) == sum(range(1, count + 2))


def test_streams_that_call_themselves_pictures_are_bounded_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have a bound of their own, as a book's pictures are larger than its text."""
    monkeypatch.setattr("fabula.text.formats.pdf_bounds.MOST_PICTURES", 48 << 20)
    packed = flate(1)
    streams = b"".join(
        b"%d 0 obj\n<< /Subtype /Image /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream\nendobj\n"
        % (n, len(packed), packed)
        for n in range(5, 65)
    )
    whole = pdf_of(b"BT ET", b"/Crypt").replace(b"trailer", streams + b"trailer")
    assert "unpacks to more than 48 MB" in complaint(written(tmp_path / "b.pdf", whole))
    few = whole.replace(streams, streams[: len(streams) // 4])
    assert "unpacks" not in complaint(written(tmp_path / "b.pdf", few))


def test_a_pdf_of_too_many_pages_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabula.text.formats.pdf_bounds.MOST_PAGES", 2)
    assert "3 pages, more than a book" in complaint(written(tmp_path / "b.pdf", pdf([["a"], ["b"], ["c"]])))
