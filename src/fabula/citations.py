"""How to cite fabula and the papers behind it, for `fabula cite`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from fabula.version import __version__

OWN = "fabula"


@dataclass(frozen=True, slots=True)
class Citation:
    """One work, and what of it is in fabula."""

    name: str
    what: str
    type: str
    key: str
    title: str
    authors: tuple[str, ...]
    """Family name first, as in `Jin, Qin`."""
    fields: Mapping[str, str]
    """The rest of the entry, in the order of BibTeX."""

    def bibtex(self) -> str:
        """The BibTeX entry, with the title's capitals kept."""
        fields = {"title": f"{{{self.title}}}", "author": " and ".join(self.authors), **self.fields}
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
        return "\n".join([f"@{self.type}{{{self.key},", *lines, "}"])

    def text(self) -> str:
        """One line for a list of references."""
        where = self.fields.get("booktitle")
        parts = [_listed(self.authors), self.fields["year"], self.title, where, self.fields.get("url")]
        return ". ".join(part.rstrip(".") for part in parts if part) + "."


def citations() -> Mapping[str, Citation]:
    """fabula, then the papers, by name."""
    known = tomllib.loads((files("fabula") / "citations.toml").read_text(encoding="utf-8"))
    return {each.name: each for each in (_fabula(), *(_read(name, row) for name, row in known.items()))}


def _fabula() -> Citation:
    return Citation(
        OWN,
        "this software",
        "software",
        OWN,
        f"fabula: how good a book-length story is, to whom, why, and how sure (version {__version__})",
        ("The fabula developers",),
        {"year": "2026", "version": __version__},
    )


def _read(name: str, row: Mapping[str, Any]) -> Citation:
    fields = dict(_rest(row))
    return Citation(name, row["what"], row["type"], row["key"], row["title"], tuple(row["authors"]), fields)


def _rest(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("booktitle", "year", "pages", "publisher", "url"):
        if name in row:
            yield name, str(row[name])


def _listed(authors: tuple[str, ...]) -> str:
    first = [" ".join(reversed(name.split(", "))) for name in authors]
    return first[0] if len(first) == 1 else f"{', '.join(first[:-1])} and {first[-1]}"
