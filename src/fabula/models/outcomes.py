"""Whether the answers of a run were of any use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fabula.models.chat import Unusable
from fabula.notices import Notice


@dataclass(slots=True)
class Outcomes:
    """Counts answers that can be used, and those that cannot."""

    usable: int = 0
    useless: int = 0
    last: Notice | None = None
    """Why the last of them cannot be used."""

    def note(self, answer: object, serves: Callable[[Unusable], float] = lambda _: 0.0) -> None:
        """One question's answer, after every try. A malformed one may serve in part."""
        if isinstance(answer, Unusable) and serves(answer) == 0:
            self.useless += 1
            self.last = answer.explained
        else:
            self.usable += 1

    @property
    def notice(self) -> Notice | None:
        """Said where no answer at all can be used: then the run has nothing to say."""
        if self.usable or not self.useless:
            return None
        return Notice.of("models.nothing-usable", n=self.useless, why=self.last)
