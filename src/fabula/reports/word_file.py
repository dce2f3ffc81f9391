"""A report as a Word document: the same words as report.md, with headings, lists and tables that Word knows as such."""

from __future__ import annotations

import io
import re
import zipfile
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ESCAPED = re.compile(r"\\([\\`*_\[\]<>|#])")
_RUN = re.compile(r"(?<!\\)(\*\*.+?(?<!\\)\*\*|`[^`]+`)")
_CELL = re.compile(r"(?<!\\)\|")
_DATE = (1980, 1, 1, 0, 0, 0)
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_NO_XML = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF])
"""Characters that XML cannot hold."""
_TYPES = (
    f'{_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>'
    '<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>'
)  # fmt: skip
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = (
    f'{_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="{kind}" Target="{target}"/></Relationships>'
)
_DEFAULT = ' w:default="1"'
_SIZES = {"Normal": 22, "Title": 44, "Heading1": 30, "Heading2": 25}
"""In half points."""


def word_file(markdown: str) -> bytes:
    """The bytes of a .docx. The same report always gives the same bytes."""
    body = "".join(_blocks(markdown.splitlines()))
    document = f'{_HEAD}<w:document {_W}><w:body>{body}<w:sectPr><w:pgMar w:top="1300" w:right="1300" w:bottom="1300" w:left="1300" w:header="700" w:footer="700" w:gutter="0"/></w:sectPr></w:body></w:document>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS.format(kind=f"{_OFFICE}/officeDocument", target="word/document.xml")),
            (
                "word/_rels/document.xml.rels",
                _RELATIONS.format(kind=f"{_OFFICE}/styles", target="styles.xml"),
            ),
            ("word/styles.xml", _styles()),
            ("word/document.xml", document),
        ):
            packed.writestr(
                zipfile.ZipInfo(name, _DATE), text.encode("utf-8", "replace"), zipfile.ZIP_DEFLATED
            )
    return made.getvalue()


def _blocks(lines: Iterable[str]) -> Iterator[str]:
    rows: list[str] = []
    for line in [*lines, ""]:
        if line.startswith("|"):
            rows.append(line)
            continue
        if rows:
            yield _table(rows)
            rows = []
        if not line.strip() or line.startswith("!["):  # the charts are in the page and beside it
            continue
        heading = re.match(r"(#{1,3}) (.*)", line)
        if heading:
            yield _paragraph(heading[2], ("Title", "Heading1", "Heading2")[len(heading[1]) - 1])
        elif line.startswith("- "):
            yield _paragraph("•\t" + line[2:], indent=True)
        else:
            yield _paragraph(line.removeprefix("> "))


def _paragraph(text: str, style: str = "Normal", *, indent: bool = False) -> str:
    own = '<w:ind w:left="360" w:hanging="260"/>' if indent else ""
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{own}</w:pPr>{_runs(text)}</w:p>'


def _runs(text: str) -> str:
    """Words, with what stands between ** in bold."""
    return "".join(
        _run(part[2:-2], bold=True)
        if part.startswith("**")
        else _run(part.strip("`") if part[:1] == "`" else part)
        for part in _RUN.split(text)
        if part
    )


def _run(text: str, *, bold: bool = False) -> str:
    plain = _ESCAPED.sub(r"\1", text).replace("&lt;", "<").translate(_NO_XML)
    first, *others = (
        f'<w:t xml:space="preserve">{escape(each, quote=False)}</w:t>' for each in plain.split("\t")
    )
    kind = "<w:rPr><w:b/></w:rPr>" if bold else ""
    return f"<w:r>{kind}{first}{''.join('<w:tab/>' + each for each in others)}</w:r>"


def _table(rows: list[str]) -> str:
    cells = [[cell.strip() for cell in _CELL.split(row)[1:-1]] for row in rows if not set(row) <= set("|-: ")]
    told = "".join(
        "<w:tr>"
        + "".join(
            f"<w:tc>{_paragraph(f'**{cell}**' if not number and cell else cell)}</w:tc>" for cell in row
        )
        + "</w:tr>"
        for number, row in enumerate(cells)
    )
    edge = '<w:insideH w:val="single" w:sz="4" w:color="BFBFBF"/>'
    return f'<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>{edge}</w:tblBorders></w:tblPr>{told}</w:tbl>'


def _styles() -> str:
    made = "".join(
        f'<w:style w:type="paragraph" w:styleId="{name}"{_DEFAULT if name == "Normal" else ""}><w:name w:val="{_named(name)}"/>'
        f'<w:pPr>{"" if name == "Normal" else "<w:keepNext/>"}<w:spacing w:before="{0 if name == "Normal" else 240}" w:after="120"/>{_outline(name)}</w:pPr>'
        f'<w:rPr>{"" if name == "Normal" else "<w:b/>"}<w:sz w:val="{size}"/></w:rPr></w:style>'
        for name, size in _SIZES.items()
    )  # fmt: skip
    return f"{_HEAD}<w:styles {_W}>{made}</w:styles>"


def _named(style: str) -> str:
    return style.replace("Heading", "heading ")


def _outline(style: str) -> str:
    return f'<w:outlineLvl w:val="{int(style[-1]) - 1}"/>' if style.startswith("Heading") else ""
