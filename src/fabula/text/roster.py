"""What a person said about the people of a book: who has which names, and which names are nobody's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Listed:
    """One person, and every name that means them."""

    name: str
    aliases: tuple[str, ...] = ()
    gender: Literal["f", "m", ""] = ""
    """Empty if not said."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name and the aliases."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class Roster:
    """Corrections of the people that fabula finds. People that are not listed stay as they are found."""

    people: tuple[Listed, ...] = ()
    nobody: frozenset[str] = frozenset()
    """Names that mean no person."""
