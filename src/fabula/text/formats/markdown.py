"""Markdown: headings make chapters, emphasis and links become plain words, code and pictures are dropped."""

from __future__ import annotations

import re

from fabula.notices import Notice
from fabula.text.formats import titles
from fabula.text.formats.blocks import BREAK, Block, fill
from fabula.text.formats.draft import Draft

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_TITLE_BLOCK = re.compile(r"\A%(?P<title>[^\n]*)\n(?:%(?P<author>[^\n]*)\n)?(?:%[^\n]*\n)?(?=\s*\n)")
"""Title, author and date as pandoc reads them."""
_FIELD = re.compile(
    r"^(title|author|language|lang|genres?|tags|description)[ \t]*:[ \t]*(\S.*)$", re.M | re.I
)
_ATX = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-{2,})[ \t]*$")
_RULE = re.compile(r"^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_PICTURE = re.compile(r"!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])")
_LINK = re.compile(r"\[([^\]\[\n]+)\](?:\([^)\n]*\)|\[[^\]\n]*\])")
_NOTE_MARK = re.compile(r"\[\^[^\]\s]+\](?!:)")
_STRONG = re.compile(r"(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1")
_UNDERLINED = re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_\n]+?)(?<=\S)\1(?!\w)")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>~|])")
_WIDE_EDGE = re.compile(
    r"(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])\n(?=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])"
)


def read(text: str, name: str) -> Draft:
    draft = Draft(format="markdown")
    fill(draft, row(text, name, draft))
    return draft


def row(text: str, name: str, draft: Draft) -> list[Block]:  # noqa: ARG001 - every reader of blocks is called alike
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    if front := _FRONT_MATTER.match(text):
        _metadata(front.group(1), draft)
        text = text[front.end() :]
    elif block := _TITLE_BLOCK.match(text):
        draft.title, draft.author = block["title"].strip() or None, (block["author"] or "").strip() or None
        text = text[block.end() :]
    elif not _ATX.match(text.split("\n", 1)[0]):
        stated = titles.from_head(text)
        draft.title, draft.author = stated.get("title"), stated.get("author")
    return _blocks(_COMMENT.sub("", text), draft)


def _metadata(front: str, draft: Draft) -> None:
    stated = {match.group(1).lower(): match.group(2).strip().strip("\"'") for match in _FIELD.finditer(front)}
    draft.title, draft.author = stated.get("title"), stated.get("author")
    draft.language, draft.premise = stated.get("language") or stated.get("lang"), stated.get("description")
    tags = stated.get("genres") or stated.get("genre") or stated.get("tags") or ""
    draft.genres = tuple(tag for each in tags.strip("[]").split(",") if (tag := each.strip().strip("\"'")))


def _blocks(text: str, draft: Draft) -> list[Block]:
    """Headings and paragraphs; fenced code is counted as left out."""
    out: list[Block] = []
    lines: list[str] = []
    fence, fenced = "", 0

    def flush() -> None:
        if lines and (words := _words(lines)):
            out.append(Block(words))
        lines.clear()

    for line in text.split("\n"):
        stripped = line.strip()
        if fence or stripped.startswith(("```", "~~~")):
            if not fence:
                flush()
                fence = stripped[:3]
            elif stripped.startswith(fence):
                fence = ""
            else:
                fenced += len(stripped.split())
        elif not stripped:
            flush()
        elif heading := _ATX.match(line):
            flush()
            out.append(Block(_words([heading.group(2)]), len(heading.group(1))))
        elif (under := _UNDERLINE.match(line)) and len(lines) == 1:
            title = _words(lines)
            lines.clear()
            out.append(Block(title, 1 if under.group(1)[0] == "=" else 2))
        elif _RULE.match(line):
            flush()
            out.append(Block(BREAK))
        else:
            lines.append(re.sub(r"^ {0,3}>[ \t]?", "", line))
    flush()
    if fenced:
        draft.set_aside(Notice.of("text.code-blocks"), Notice.of("text.not-prose"), fenced)
    return out


def _words(lines: list[str]) -> str:
    """A paragraph's words, with soft line ends joined (without a space between Chinese characters) and marks
    removed."""
    text = "\n".join(
        f"{line.strip().removesuffix(chr(92))}\v" if line.endswith(("  ", "\\")) else line.strip()
        for line in lines
    )
    text = _WIDE_EDGE.sub("", text).replace("\v\n", "\v").replace("\n", " ").strip("\v ").replace("\v", "\n")
    for pattern, kept in (
        (_PICTURE, ""),
        (_LINK, r"\1"),
        (_NOTE_MARK, ""),
        (_STRONG, r"\2"),
        (_STRONG, r"\2"),
    ):
        text = pattern.sub(kept, text)
    text = _TAG.sub("", _UNDERLINED.sub(r"\2", text))
    return _ESCAPED.sub(r"\1", text).strip()
