"""Corrections of a book's people in a small TOML file that a person edits.

not_people = ["Baker", "Thunderclap"]

[[person]]
name = "Margaret Schlegel"
aliases = ["Margaret", "Meg", "Miss Schlegel"]
gender = "f"
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from fabula.errors import UsageError
from fabula.reading.reading import Character
from fabula.text.book import Book
from fabula.text.roster import Listed, Roster

_HEAD = """\
# The people of {title}, as fabula finds them. Edit the file and give it back with --people.
#
# To join two people, list the names of the one among the aliases of the other, and delete the one's entry.
# To take a name from somebody, list it under somebody else, or under not_people if it names nobody.
# Names that fabula did not find can be added. Whom you do not list stays as found. gender is "f", "m" or left out.
"""
_KEYS = {"name", "aliases", "gender"}


def with_corrections(book: Book, path: Path | None) -> Book:
    """The book with the corrections of a file, if one is given."""
    return replace(book, roster=load_roster(path)) if path is not None else book


def load_roster(path: Path) -> Roster:
    """Read a file of corrections. A UsageError names the line of what is wrong and says what would be right."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"--people {path}: there is no such file") from None
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"--people {path}: give a TOML file in UTF-8") from None
    return parse_roster(text, path.name)


def parse_roster(text: str, name: str) -> Roster:
    """Corrections from the text of a file called `name`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not TOML: {error}") from None
    if strange := sorted(set(document) - {"person", "not_people"}):
        raise _wrong(
            name, _line(text, strange[0]), f"{strange[0]} is unknown; write [[person]] or not_people"
        )
    nobody = document.get("not_people", [])
    if not _are_names(nobody):
        raise _wrong(name, _line(text, "not_people"), 'not_people takes names: not_people = ["Baker Street"]')
    entries = document.get("person", [])
    if not isinstance(entries, list):
        raise _wrong(name, _line(text, "[person]"), "write [[person]] with two brackets for each person")
    heads = [
        text.count("\n", 0, found.start()) + 1
        for found in re.finditer(r"(?m)^[^\S\n]*\[\[\s*person\s*\]\]", text)
    ]
    heads += [1] * (len(entries) - len(heads))
    people = tuple(_listed(entry, name, line) for entry, line in zip(entries, heads, strict=False))
    _refuse_doubles(people, nobody, name, heads)
    return Roster(people, frozenset(nobody))


def check_new(path: Path) -> None:
    """Refuse to write over a file, because it may hold somebody's corrections."""
    if path.exists():
        raise UsageError(f"--people-out {path}: the file is there and may hold corrections; name a new one")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"--people-out {path}: there is no folder {path.parent}")


def write_roster(path: Path, title: str, people: Iterable[Character]) -> None:
    """Write a file of corrections that lists people as they are found."""
    path.write_text(roster_text(title, people), encoding="utf-8")


def roster_text(title: str, people: Iterable[Character | Listed], nobody: Iterable[str] = ()) -> str:
    """The text of such a file."""
    others = ", ".join(map(_quoted, sorted(nobody)))
    parts = [_HEAD.format(title=" ".join(title.split())), f"not_people = [{others}]\n"]
    for one in people:
        lines = ["[[person]]", f"name = {_quoted(one.name)}"]
        lines.append(f"aliases = [{', '.join(map(_quoted, one.aliases))}]")
        if one.gender:
            lines.append(f"gender = {_quoted(one.gender)}")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _listed(entry: Mapping[str, Any], file: str, line: int) -> Listed:
    if strange := sorted(set(entry) - _KEYS):
        raise _wrong(file, line, f"a person has name, aliases and gender, not {strange[0]}")
    name, aliases, gender = entry.get("name"), entry.get("aliases", []), entry.get("gender", "")
    if not isinstance(name, str) or not name.strip():
        raise _wrong(file, line, 'this person has no name: write name = "..."')
    if not _are_names(aliases):
        raise _wrong(file, line, f'the aliases of {name} are a list of names: aliases = ["...", "..."]')
    if gender not in ("f", "m", ""):
        raise _wrong(file, line, f'the gender of {name} is {gender!r}; write "f" or "m", or leave it out')
    others = dict.fromkeys(alias.strip() for alias in aliases if alias.strip() != name.strip())
    return Listed(name.strip(), tuple(others), gender)


def _refuse_doubles(people: Iterable[Listed], nobody: Iterable[str], file: str, heads: list[int]) -> None:
    """A name can mean one person only."""
    owner = dict.fromkeys(nobody, "not_people")
    for one, line in zip(people, heads, strict=False):
        for form in one.names:
            if form in owner:
                raise _wrong(
                    file, line, f"{form} is listed under {owner[form]} and under {one.name}; keep one"
                )
            owner[form] = one.name


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)


def _line(text: str, words: str) -> int:
    found = text.find(words)
    return text.count("\n", 0, max(found, 0)) + 1


def _wrong(file: str, line: int, why: str) -> UsageError:
    return UsageError(f"{file}, line {line}: {why}")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
