"""Builds the-tide-house.epub from the-tide-house.txt, to the same bytes on every machine.

    python examples/build.py

The files in the archive are stored, not deflated, since compressors differ, and carry one fixed date.
"""

from __future__ import annotations

import re
import zipfile
from html import escape
from io import BytesIO
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE / "the-tide-house.txt"
BOOK = HERE / "the-tide-house.epub"

IDENTIFIER = "urn:uuid:5b0c9a52-6c4e-4d0e-9a64-6a1f0f7d1947"
MODIFIED = "2026-01-01T00:00:00Z"
ZIP_DATE = (2026, 1, 1, 0, 0, 0)
HEADING = re.compile(r"^Chapter \w+: .+$")
SCENE_BREAK = "***"

CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en-GB" xml:lang="en-GB">
<head><title>{title}</title></head>
<body epub:type="{matter}">
{body}
</body>
</html>
"""
GENRES = ("Historical Fiction", "Mystery", "Literary Fiction")
PREMISE = (
    "In the autumn of 1984 a young hydrologist comes to a tide house on an island in an estuary to copy ninety years of "
    "records before it is closed. In the week of the great flood of 1947 she finds a curve that no water ever drew. "
    "The old observer who kept the gauge that night has been keeping something else as well, and the town is about to "
    "build its new barrier on the lie."
)
RIGHTS = "To the extent possible under law, the fabula developers have dedicated this story to the public domain (CC0 1.0)."


def parts(text: str) -> tuple[str, str, list[tuple[str, list[str]]]]:
    """Title, author, and each chapter's heading with its paragraphs."""
    paragraphs = re.split(r"\n{2,}", text.strip())
    title, author = paragraphs[0], paragraphs[1].removeprefix("by ")
    chapters: list[tuple[str, list[str]]] = []
    for paragraph in paragraphs[2:]:
        if HEADING.match(paragraph):
            chapters.append((paragraph, []))
        else:
            chapters[-1][1].append(paragraph)
    return title, author, chapters


def page(title: str, matter: str, body: str) -> str:
    return PAGE.format(title=escape(title, quote=False), matter=matter, body=body)


def chapter_body(heading: str, paragraphs: list[str]) -> str:
    lines = [f"<h1>{escape(heading, quote=False)}</h1>"]
    lines += ["<hr/>" if p == SCENE_BREAK else f"<p>{escape(p, quote=False)}</p>" for p in paragraphs]
    return '<section epub:type="chapter">\n' + "\n".join(lines) + "\n</section>"


def nav_body(chapters: list[tuple[str, str]]) -> str:
    entries = "\n".join(
        f'<li><a href="{name}">{escape(title, quote=False)}</a></li>' for name, title in chapters
    )
    return (
        f'<nav epub:type="toc" id="toc">\n<h1>Contents</h1>\n<ol>\n{entries}\n</ol>\n</nav>\n'
        '<nav epub:type="landmarks" hidden="hidden">\n<ol>\n'
        '<li><a epub:type="titlepage" href="title.xhtml">Title page</a></li>\n'
        '<li><a epub:type="copyright-page" href="copyright.xhtml">Copyright page</a></li>\n'
        f'<li><a epub:type="bodymatter" href="{chapters[0][0]}">Begin reading</a></li>\n</ol>\n</nav>'
    )


def package(title: str, author: str, pages: list[str]) -> str:
    def identity(name: str) -> str:
        return name.removesuffix(".xhtml")

    items = "\n".join(
        f'    <item id="{identity(name)}" href="{name}" media-type="application/xhtml+xml"/>'
        for name in pages
    )
    subjects = "\n".join(f"    <dc:subject>{genre}</dc:subject>" for genre in GENRES)
    spine = "\n".join(f'    <itemref idref="{identity(name)}"/>' for name in pages)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en-GB">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">{IDENTIFIER}</dc:identifier>
    <dc:title>{escape(title, quote=False)}</dc:title>
    <dc:creator>{escape(author, quote=False)}</dc:creator>
    <dc:language>en-GB</dc:language>
{subjects}
    <dc:description>{escape(PREMISE, quote=False)}</dc:description>
    <dc:rights>{RIGHTS}</dc:rights>
    <meta property="dcterms:modified">{MODIFIED}</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
{items}
  </manifest>
  <spine>
{spine}
  </spine>
</package>
"""


def files(text: str) -> dict[str, str]:
    """Every file of the archive, in the order it is written; `mimetype` first, as the format asks."""
    title, author, chapters = parts(text)
    names = [f"chapter-{number:02}.xhtml" for number in range(1, len(chapters) + 1)]
    front = {
        "title.xhtml": page(
            title,
            "frontmatter",
            f'<section epub:type="titlepage">\n<h1>{escape(title, quote=False)}</h1>\n<p>{escape(author, quote=False)}</p>\n</section>',
        ),
        "copyright.xhtml": page(
            "Copyright",
            "frontmatter",
            f'<section epub:type="copyright-page">\n<p>{RIGHTS}</p>\n<p>Saltry, the Wend and everyone in them are made up.</p>\n</section>',
        ),
    }
    body = {
        name: page(heading, "bodymatter", chapter_body(heading, paragraphs))
        for name, (heading, paragraphs) in zip(names, chapters, strict=True)
    }
    contents = nav_body([(name, heading) for name, (heading, _) in zip(names, chapters, strict=True)])
    pages = {"nav.xhtml": page("Contents", "frontmatter", contents), **front, **body}
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "EPUB/package.opf": package(title, author, [*front, *body]),
        **{f"EPUB/{name}": text for name, text in pages.items()},
    }


def build(text: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files(text).items():
            entry = zipfile.ZipInfo(name, ZIP_DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content.encode())
    return out.getvalue()


if __name__ == "__main__":
    BOOK.write_bytes(build(SOURCE.read_text(encoding="utf-8")))
