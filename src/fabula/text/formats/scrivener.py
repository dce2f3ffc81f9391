"""Scrivener projects: the binder's draft, in its order. Folders are parts and chapters, the texts in them chapters or scenes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.bad_files import BadFile
from fabula.notices import Notice
from fabula.text.encoding import decode, read_bytes
from fabula.text.formats import markup, rtf
from fabula.text.formats.archive import Archive
from fabula.text.formats.blocks import BREAK, Block, fill
from fabula.text.formats.draft import Draft
from fabula.text.headings import matter
from fabula.text.words import count_words

BINDER = ".scrivx"
_NAME = re.compile(r"[\w-]{1,64}")
_OWN_MARKS = re.compile(r"\{\\Scrv_(\w+).*?\\end_Scrv_\1\}|<!?\$Scr_\w+::\d+>", re.S)
"""Annotations and footnotes within a line, and the marks of its styles."""
_DEEPEST = 6

Get = Callable[[str], bytes | None]
"""The bytes of a file of the project; None if it has no such file."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A folder or text of the binder."""

    title: str
    blocks: tuple[Block, ...]
    below: tuple[_Item, ...]
    left_out: bool
    """True where the author leaves it out of the compiled book."""


def read_folder(path: Path, binder: Path) -> Draft:
    def get(name: str) -> bytes | None:
        place = path / name
        return read_bytes(place) if place.is_file() else None

    return _draft(binder.stem, read_bytes(binder), get, path.name)


def read_archive(raw: bytes, name: str) -> Draft:
    archive = Archive(raw, name)
    binder = next(each for each in archive.names() if each.lower().endswith(BINDER))
    inside = binder.rpartition("/")[0]

    def get(member: str) -> bytes | None:
        place = f"{inside}/{member}" if inside else member
        return archive.read(place) if place in archive else None

    return _draft(Path(binder).stem, archive.read(binder), get, name)


def _draft(title: str, binder: bytes, get: Get, name: str) -> Draft:
    root = markup.parse_xml(binder, name)
    draft = Draft(format="scrivener", title=title)
    drafts = [each for each in root.iter("BinderItem") if each.get("Type") == "DraftFolder"]
    items = [_item(each, get) for folder in drafts for each in folder.iterfind("Children/BinderItem")]
    if not items:
        raise BadFile(Notice.of("text.scrivener-empty", name=name))
    fill(draft, list(_blocks(items, 1, "", draft)))
    return draft


def _item(element: Any, get: Get) -> _Item:
    return _Item(
        " ".join((element.findtext("Title") or "").split()),
        tuple(_text(element, get)),
        tuple(_item(each, get) for each in element.iterfind("Children/BinderItem")),
        (element.findtext("MetaData/IncludeInCompile") or "Yes").strip() == "No",
    )


def _text(element: Any, get: Get) -> Iterator[Block]:
    """The text of an item: by its UUID since Scrivener 3, before that by its number."""
    own, number = element.get("UUID") or "", element.get("ID") or ""
    places = [f"Files/Data/{own}/content"] if _NAME.fullmatch(own) else []
    places += [f"Files/Docs/{number}"] if _NAME.fullmatch(number) else []
    for place in places:
        if raw := get(f"{place}.rtf"):
            whole = "\n\n".join(block.text for block in rtf.row(raw, place, Draft(format="")))
        elif raw := get(f"{place}.txt"):
            whole = decode(raw, place).text
        else:
            continue
        yield from (Block(each) for each in _OWN_MARKS.sub("", whole).split("\n\n") if each.strip())
        return


def _blocks(items: Sequence[_Item], level: int, above: str, draft: Draft) -> Iterator[Block]:
    scenes = _are_scenes(items, above)
    for place, item in enumerate(items):
        if item.left_out and not item.below:
            words = sum(count_words(block.text, draft.counted_in) for block in item.blocks)
            draft.set_aside(
                Notice.of("text.title", title=item.title), Notice.of("text.not-in-compiled-book"), words
            )
            continue
        if not scenes and item.title and (item.blocks or item.below):
            yield Block(item.title, min(level, _DEEPEST))
        elif scenes and place:
            yield Block(BREAK)
        yield from item.blocks
        yield from _blocks(item.below, level + 1, item.title, draft)


def _are_scenes(items: Sequence[_Item], above: str) -> bool:
    """Whether texts are the scenes of the folder above them: it is no part, and they are not called chapters."""
    if not above or any(item.below for item in items) or matter.role_of(above) == "part":
        return False
    return 2 * sum(matter.role_of(item.title) == "chapter" for item in items) <= len(items)
