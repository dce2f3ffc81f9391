"""A folder of chapter files, in the order of their numbers. Folders inside it are parts."""

from __future__ import annotations

import re
from pathlib import Path

from fabula.bad_files import BadFile
from fabula.languages.numerals import number
from fabula.languages.patterns import fragments
from fabula.notices import Notice
from fabula.text.encoding import decode, read_bytes
from fabula.text.formats import docx, html, markdown, odt, pdf, rtf, scrivener, sniff
from fabula.text.formats.blocks import Block, cut_at_headings, join, join_titles
from fabula.text.formats.draft import Draft
from fabula.text.formats.piece import Piece
from fabula.text.headings import matter
from fabula.text.headings.split import split_chapters
from fabula.text.paragraphs import tidy

READABLE = frozenset(
    (
        ".txt",
        ".text",
        ".md",
        ".markdown",
        ".html",
        ".htm",
        ".xhtml",
        ".docx",
        ".odt",
        ".rtf",
        ".pdf",
        ".fountain",
        "",
    )
)
WHOLE_BOOKS = frozenset({".epub", ".fb2", ".mobi", ".azw3"})
NO_CHAPTER = re.compile(r"readme|licen[cs]e|changelog|notes?|todo|metadata|outline|synopsis", re.I)
_FIRST = re.compile(rf"\W*(?:{fragments('headings', 'comes_first')})", re.I)
_LAST = re.compile(rf"\W*(?:{fragments('headings', 'comes_last')})", re.I)
_NUMBER = re.compile(rf"(\d+|{fragments('headings', 'number_in_name')})", re.I)
_NUMBER_BEFORE_TITLE = re.compile(r"^\d{1,4}[ _.\-–—、]+(?=\S)")
_HIDDEN = (".", "__", "~$")
_OURS = (".fabula", ".drafts", ".notes.json", ".reading.json")
_ANSWERS = ("report.json", "edit.json", "compare.json", "board.json")
"""A folder that --out named holds one of these, which says by which version of fabula it was written."""
_BESIDE_ANSWERS = {
    *_ANSWERS, "report.html", "report.md", "report.pdf", "manuscript.html", "figures", "letter.html", "letter.pdf", "notes.md",
    "notes.csv", "compare.html", "board.html",
}  # fmt: skip
_BOOKS_WITH_NOTES = (".notes.epub", ".notes.docx")
_HEAD = 200
_MOST_FILES = 20_000
_ROWS = {"docx": docx.row, "odt": odt.row, "rtf": rtf.row}


def is_passed_over(name: str) -> bool:
    """Whether an entry of a folder is neither book nor chapter: hidden, the lock file of a word processor, or what fabula
    writes beside a book."""
    return name.startswith(_HIDDEN) or name.lower().endswith(_OURS)


def entries(folder: Path) -> list[Path]:
    """What is in a folder, without what is hidden and without reports and notes that fabula wrote there: the next run must
    not take them for books or chapters."""
    shown = [each for each in folder.iterdir() if not is_passed_over(each.name)]
    if _is_answer(folder):
        shown = [each for each in shown if not _stands_beside_answers(each.name)]
    return [each for each in shown if not (each.is_dir() and _is_answer(each) and not entries(each))]


def _is_answer(folder: Path) -> bool:
    """Whether fabula wrote an answer to this folder."""
    for name in _ANSWERS:
        try:
            with (folder / name).open("rb") as file:
                head = file.read(_HEAD)
        except OSError:
            continue
        if b'"fabula_version"' in head:
            return True
    return False


def _stands_beside_answers(name: str) -> bool:
    return name in _BESIDE_ANSWERS or name.endswith(_BOOKS_WITH_NOTES)


def read(path: Path) -> Draft:
    if binders := sorted(path.glob(f"*{scrivener.BINDER}")):
        return scrivener.read_folder(path, binders[0])
    draft = Draft(format="folder")
    draft.title = titled(path.resolve().name)
    if (path / "META-INF" / "container.xml").exists():
        raise BadFile(Notice.of("text.folder-unpacked", name=path.name))
    skipped: list[str] = []
    for file, part in _files(path):
        if file.suffix.lower() in WHOLE_BOOKS:
            raise BadFile(Notice.of("text.folder-of-books", name=path.resolve().name, book=file.name))
        if file.suffix.lower() not in READABLE:
            skipped.append(file.name)
        else:
            draft.pieces.extend(_pieces(file, part, draft))
    if not draft.pieces:
        raise BadFile(Notice.of("text.folder-without-chapters", name=path.resolve().name))
    if skipped:
        names, more = tuple(skipped[:3]), len(skipped) - 3
        draft.warnings.append(
            Notice.of("text.not-text-more", names=names, n=more)
            if more > 0
            else Notice.of("text.not-text", names=names)
        )
    return draft


def natural_order(name: str) -> tuple[int, tuple[tuple[int, int, str], ...], str]:
    """A key by which `chapter 10` follows `chapter 9`, 第十回 follows 第九回, and a prologue comes before both."""
    rank = 0 if _FIRST.match(name) else 2 if _LAST.match(name) else 1
    parts: list[tuple[int, int, str]] = []
    for each in _NUMBER.split(name.casefold()):
        value = number(each.strip(" _.-")) if _NUMBER.fullmatch(each) else None
        value = int(each) if value is None and each.isdecimal() else value
        parts.append((0, value, "") if value is not None else (1, 0, each.strip()))
    return (rank, tuple(part for part in parts if part != (1, 0, "")), name)


def titled(name: str) -> str:
    words = re.sub(r"[_\s]+|(?<=\w)-(?=\w)", " ", name).strip()
    return words.title() if words.islower() else words


def _files(path: Path) -> list[tuple[Path, str | None]]:
    found: list[tuple[Path, str | None]] = []
    for entry in _listed(path):
        if entry.is_dir() and not entry.is_symlink():
            part = titled(_NUMBER_BEFORE_TITLE.sub("", entry.name))
            found.extend((file, part) for file in _listed(entry) if file.is_file())
        elif entry.is_file():
            found.append((entry, None))
    if len(found) > _MOST_FILES:
        raise BadFile(Notice.of("text.folder-too-full", name=path.name, n=len(found)))
    return found


def _listed(path: Path) -> list[Path]:
    try:
        found = entries(path)
    except OSError as error:
        raise BadFile(
            Notice.of("text.folder-unreadable", name=path.name, why=error.strerror or str(error))
        ) from None
    return sorted(found, key=lambda entry: natural_order(entry.stem if entry.is_file() else entry.name))


def _pieces(file: Path, part: str | None, draft: Draft) -> list[Piece]:
    raw = read_bytes(file)
    if not raw.strip():
        draft.warnings.append(Notice.of("text.empty-file", file=file.name))
        return []
    row, encoding = _row(raw, file, draft)
    draft.encoding = draft.encoding or encoding
    if sum(1 for block in row if block.level and matter.is_numbered_chapter(block.text)) >= 2:
        pieces = cut_at_headings(row)
    elif sum(1 for block in row if len(block.text) < 60 and matter.is_numbered_chapter(block.text)) >= 2:
        split = split_chapters("\n\n".join(block.text for block in row), draft.language)
        pieces = [Piece(chapter.title, chapter.text, chapter.parts) for chapter in split.chapters]
        draft.left_out.extend(split.left_out)
    else:
        pieces = [_one_chapter(row, file)]
    for piece in pieces:
        piece.parts = piece.parts or ((part,) if part else ())
        if NO_CHAPTER.fullmatch(file.stem):
            piece.why = Notice.of("text.not-chapter-by-file")
    return pieces


def _row(raw: bytes, file: Path, draft: Draft) -> tuple[list[Block], str | None]:
    inner = Draft(format="")
    kind = sniff.by_bytes(raw, file)
    if kind in _ROWS:
        return _ROWS[kind](raw, file.name, inner), None
    if kind == "pdf":
        return [Block(text) for text in tidy(pdf.plain(raw, file.name, inner)).split("\n\n")], None
    if kind in ("epub", "fb2", "scrivener"):
        raise BadFile(Notice.of("text.file-whole-book", name=file.name))
    decoded = decode(raw, file.name)
    draft.warnings.extend(each for each in decoded.notices if each not in draft.warnings)
    kind = sniff.by_text(decoded.text, file)
    if kind == "html":
        return html.row(decoded.text, file.name, inner), decoded.encoding
    if kind == "markdown":
        return markdown.row(decoded.text, file.name, inner), decoded.encoding
    return [Block(text) for text in tidy(decoded.text).split("\n\n")], decoded.encoding


def _one_chapter(row: list[Block], file: Path) -> Piece:
    """The file as one chapter, named by its heading or else by its file name."""
    headings = 0
    while headings < len(row) and row[headings].level:
        headings += 1
    if headings:
        title = join_titles([block.text for block in row[:headings]])
        return Piece(title, join(row[headings:]), kind=None if matter.is_matter_title(title) else "chapter")
    first = row[0].text if row else ""
    if "\n" not in first and len(first) <= 80 and len(row) > 1 and matter.role_of(first) == "chapter":
        return Piece(first, join(row[1:]), kind="chapter")
    name = titled(_NUMBER_BEFORE_TITLE.sub("", file.stem))
    return Piece(name, join(row), kind=None if matter.is_matter_title(name) else "chapter")
