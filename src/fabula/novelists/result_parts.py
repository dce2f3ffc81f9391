"""What several documents about writers are made of."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict

from fabula.measures.refusal import Refused
from fabula.notices import Notice


class Part(BaseModel):
    """One part of a document."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FigureResult(Part):
    """The value, or the reason why it is missing."""

    value: float | None
    refused: Notice | None

    @classmethod
    def of(cls, found: float | Refused) -> Self:
        """A statistic as it came."""
        if isinstance(found, Refused):
            return cls(value=None, refused=found.notice)
        return cls(value=found, refused=None)
