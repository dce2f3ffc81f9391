"""A model's words on a page: escaped first, then their simple Markdown is turned into paragraphs."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])")
_ITEM = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+(.*)$")
_OPTION = re.compile(r"--[a-z]+(?:-[a-z]+)*")
_HEADING = re.compile(r"^\s*#{1,6}\s*")


def as_html(text: str) -> Markup:
    """Paragraphs and lists. Bold and italics are kept, headings become bold, everything else stays text."""
    blocks: list[str] = []
    items: list[str] = []

    def close() -> None:
        if items:
            blocks.append("<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>")
            items.clear()

    for line in text.splitlines():
        if not line.strip():
            close()
        elif item := _ITEM.match(line):
            items.append(_inline(item[1]))
        else:
            close()
            heading = _HEADING.match(line)
            inner = _inline(line[heading.end() :] if heading else line.strip())
            blocks.append(f"<p><strong>{inner}</strong></p>" if heading else f"<p>{inner}</p>")
    close()
    return Markup("".join(blocks))


def with_whole_options(text: str) -> Markup:
    """A sentence of ours. The name of an option, such as `--premise`, is not broken at its hyphens."""
    return Markup(_OPTION.sub(r'<span class="option">\g<0></span>', str(escape(text))))


def _inline(text: str) -> str:
    safe = str(escape(text.strip()))
    return _EMPHASIS.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\2</strong>", safe))
