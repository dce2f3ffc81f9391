"""Long lists: a page of them at a time, and what somebody looks for in them."""

from __future__ import annotations

from typing import Annotated, TypeVar

from fastapi import Query

T = TypeVar("T")
Number = Annotated[int, Query(ge=1, le=1_000_000)]
Words = Annotated[str, Query(max_length=200)]


def pages(count: int, most: int) -> int:
    """How many pages a list has."""
    return max(1, -(-count // most))


def part(everything: list[T], page: int, most: int) -> list[T]:
    """What stands on one page."""
    return everything[(page - 1) * most : page * most]


def is_found(words: str, *texts: str | None) -> bool:
    """Whether every word that somebody looks for stands in one of these texts."""
    known = "\n".join(filter(None, texts)).casefold()
    return all(word in known for word in words.casefold().split())
