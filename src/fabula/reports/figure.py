"""One figure of a report: what it is called, what it says in words, and the chart that draws it at any width."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

PAGE, PHONE = 704, 340
"""Widths in pixels, including axes."""
SANS = "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans CJK SC', sans-serif"


class Chart(Protocol):
    """What can draw itself: a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def svg(self, width: int) -> str:
        """The drawing, so many pixels wide."""
        ...


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its file name, its title, what it says in words, and its chart."""

    name: str
    title: str
    alt: str
    chart: Chart
