"""Two drafts of a small novel: the second adds a chapter, drops one, and cures a habit."""

from __future__ import annotations

CHAPTERS = 8
HOSTILE = "<img src=x onerror=alert(2)>"


def draft(second: bool = False) -> bytes:
    """A manuscript as text."""
    chapters = [_chapter(number, second) for number in range(1, CHAPTERS + 1) if not (second and number == 3)]
    if second:
        chapters.append(
            "Chapter 9\n\nNobody had thought of the ferry. " + "It left at dawn, and Tom was on it. " * 30
        )
    return f"The Lamp {HOSTILE}\n\n{'{0}'.join(chapters)}".replace("{0}", "\n\n").encode()


def _chapter(number: int, second: bool) -> str:
    lines = [
        f"Anna Bell carried lamp {number * 31 + line} up the stair of the {_PLACES[(number * line) % 7]}."
        f" “{'We shall wait' if second else 'Suddenly we shall go'},” said Anna {'quietly' if second else 'very suddenly and loudly'}."
        f" Tom Reed counted the {_PLACES[(number + line) % 7]}s, {number} and {line}, and the sea went out over the sand."
        for line in range(14)
    ]
    return f"Chapter {number}\n\n" + "\n\n".join(lines)


_PLACES = ("tower", "boathouse", "orchard", "cellar", "quay", "chapel", "signal room")
