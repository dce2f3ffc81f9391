"""One question asked several times: each time with what was wrong with the answer before."""

from __future__ import annotations

from fabula.models.chat import ChatRequest, Choice, Unusable
from fabula.models.structured import ask_again

_FURTHER_TRIES = 2


class Tries:
    """One question and how often it was asked: each further time with what was wrong before."""

    def __init__(self, first: ChatRequest) -> None:
        self._first = first
        self.begin()

    def begin(self) -> None:
        """From the question as it was first put."""
        self.request = self._first
        self.asked: list[ChatRequest] = []
        self.all_earlier = True
        """Whether every useless answer is an earlier run's."""

    def note(self, found: Choice, useless: Unusable) -> None:
        """Count a useless answer, and word the next try."""
        self.asked.append(self.request)
        self.all_earlier = self.all_earlier and found.earlier
        self.request = ask_again(self.request, found, useless)

    @property
    def over(self) -> bool:
        """Whether it was asked often enough."""
        return len(self.asked) > _FURTHER_TRIES
