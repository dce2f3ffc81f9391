"""Files that the tests of reading make: whole and broken EPUBs, DOCX files and PDFs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

CONTAINER = (
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
    '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
SENTENCE = "The ferry came in late that evening, and nobody on the quay could say who had sent for it. "
HAN = "那一夜渡船迟迟不到，码头上的人都说不清是谁叫它来的。"


def prose(sentences: int = 20, word: str = "") -> str:
    """Paragraphs long enough to be a chapter; `word` makes them unlike the next chapter's."""
    return "".join(f"<p>{word} {SENTENCE}</p>\n" for _ in range(sentences))


def page(body: str, body_type: str = "", title: str = "") -> str:
    marked = f' epub:type="{body_type}"' if body_type else ""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops"><head><title>{title}</title></head><body{marked}>{body}</body></html>'
    )


def zipped(path: Path, members: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def epub_members(
    pages: Mapping[str, str],
    nav: str = "",
    ncx: str = "",
    metadata: str = "<dc:title>The Ferry</dc:title><dc:creator>A. Writer</dc:creator><dc:language>en</dc:language>",
    guide: str = "",
    spine: Sequence[str] | None = None,
) -> dict[str, str | bytes]:
    """The members of an EPUB whose pages are given by name; `nav` is the inside of its <nav>, `ncx` of its <navMap>."""
    items = "".join(
        f'<item id="p{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(pages)
    )
    order = "".join(
        f'<itemref idref="p{n}"/>' for n, name in enumerate(pages) if spine is None or name in spine
    )
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
    }
    if nav:
        items += '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        members["OEBPS/nav.xhtml"] = page(f'<nav epub:type="toc"><h1>Contents</h1>{nav}</nav>')
    toc = ""
    if ncx:
        items += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        toc = ' toc="ncx"'
        members["OEBPS/toc.ncx"] = (
            f'<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{ncx}</navMap></ncx>'
        )
    members["OEBPS/content.opf"] = (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{metadata}</metadata>'
        f"<manifest>{items}</manifest><spine{toc}>{order}</spine>{guide}</package>"
    )
    members |= {f"OEBPS/{name}": content for name, content in pages.items()}
    return members


def epub(path: Path, pages: Mapping[str, str], **said: str) -> Path:
    return zipped(path, epub_members(pages, **said))  # type: ignore[arg-type]


def links(*lines: str) -> str:
    """A nav list: `href|label` a line; a nested list is passed as one string that starts with `<`."""
    shown = []
    for line in lines:
        if line.startswith("<"):
            shown[-1] = shown[-1].removesuffix("</li>") + line + "</li>"
        else:
            href, label = line.split("|")
            shown.append(f'<li><a href="{href}">{label}</a></li>')
    return f"<ol>{''.join(shown)}</ol>"


def nav_point(href: str, label: str, inside: str = "") -> str:
    return f'<navPoint><navLabel><text>{label}</text></navLabel><content src="{href}"/>{inside}</navPoint>'


def pdf(pages: Sequence[Sequence[str]], bookmarks: Sequence[tuple[int, str]] = (), title: str = "") -> bytes:
    """A PDF with these lines a page, set in Helvetica; a line that starts with a tab is indented, `` leaves a gap."""
    objects: list[bytes] = []

    def add(content: bytes) -> int:
        objects.append(content)
        return len(objects)

    font = add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    tree = add(b"")
    kids = []
    for lines in pages:
        shown = ["BT /F1 11 Tf 14 TL 72 740 Td"]
        for line in lines:
            indent, words = (18, line[1:]) if line.startswith("\t") else (0, line)
            escaped = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            shown.append(f"{indent} 0 Td ({escaped}) Tj {-indent} 0 Td T*")
        stream = " ".join([*shown, "ET"]).encode("cp1252")
        content = add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(
            add(
                b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
                b"/Resources << /Font << /F1 %d 0 R >> >> >>" % (tree, content, font)
            )
        )
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[tree - 1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), listed)
    outlines = b""
    if bookmarks:
        root = len(objects) + 1
        objects.append(b"")
        first = root + 1
        for place, (number, label) in enumerate(bookmarks):
            beside = b" /Next %d 0 R" % (first + place + 1) if place + 1 < len(bookmarks) else b""
            beside += b" /Prev %d 0 R" % (first + place - 1) if place else b""
            objects.append(
                b"<< /Title (%s) /Parent %d 0 R /Dest [%d 0 R /Fit]%s >>"
                % (label.encode(), root, kids[number], beside)
            )
        last = first + len(bookmarks) - 1
        objects[root - 1] = b"<< /First %d 0 R /Last %d 0 R /Count %d >>" % (first, last, len(bookmarks))
        outlines = b" /Outlines %d 0 R" % root
    catalog = add(b"<< /Type /Catalog /Pages %d 0 R%s >>" % (tree, outlines))
    info = add(b"<< /Title (%s) >>" % title.encode())
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
    out.write(
        b"trailer << /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, catalog, info, start)
    )
    return out.getvalue()
