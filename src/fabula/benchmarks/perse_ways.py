"""The ways in which `bench perse` asks a model: how much of the past, in which order, in which version of the stories."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from fabula.benchmarks.perse_data import Data
from fabula.benchmarks.perse_request import BenchPerseRequest
from fabula.errors import UsageError
from fabula.personas.profiles import Profile
from fabula.personas.prompt_settings import PersonaSettings

Version = Literal["raw", "anonymised", "summarised"]
HIDDEN: tuple[Version, ...] = ("anonymised", "summarised")
ORDERS = 3


@dataclass(frozen=True, slots=True)
class Way:
    """One way of asking: how many past judgements, in which order, with or without the reader's own words."""

    past: int
    order: int = 0
    with_reviews: bool = True
    nearest: bool = False
    """The past nearest to the question, not the first."""
    version: Version = "raw"

    @property
    def name(self) -> str:
        """The name of the table's row."""
        order = f", order {self.order + 1}" if self.order else ""
        return f"{self.plain_name}{order}"

    @property
    def plain_name(self) -> str:
        """The same for all orders."""
        nearest = " nearest" if self.nearest else ""
        reviews = "" if self.with_reviews else ", scores alone"
        version = "" if self.version == "raw" else f", {self.version}"
        return f"k = {self.past}{nearest}{reviews}{version}"

    def known(self, profile: Profile) -> Profile:
        """The past judgements that this way may show, in its order."""
        known = profile if self.nearest else profile.first(self.past)
        if not self.order:
            return known
        random = Random(f"{self.order} {profile.reader}")
        return replace(
            known,
            reviews=tuple(random.sample(known.reviews, len(known.reviews))),
            choices=tuple(random.sample(known.choices, len(known.choices))),
        )

    def settings(self, settings: PersonaSettings) -> PersonaSettings:
        """How its questions are put."""
        near = self.past if self.nearest else None
        return replace(settings, with_reviews=self.with_reviews, nearest=near)


def ways(request: BenchPerseRequest, data: Data) -> list[Way]:
    """Every way that the request asks for, with the number of past judgements that readers really have."""
    wanted = tuple(dict.fromkeys(request.past)) or (data.past,)
    most = max(wanted)
    if most > data.past:
        raise UsageError(
            f"--past {most}: the data has {data.past} past judgements of each reader; build it with more (persona build --past)"
        )
    nearest = request.pick_past == "nearest"
    found = [Way(past, nearest=nearest) for past in wanted]
    if request.sweep:
        asked = sorted({*range(most + 1), *wanted})
        found = [
            *(Way(past, nearest=nearest) for past in asked),
            *(Way(past, order, nearest=nearest) for past in asked for order in range(1, ORDERS) if past > 1),
            Way(most, with_reviews=False, nearest=nearest),
        ]
    if request.hidden:
        found += [Way(most, nearest=nearest, version=version) for version in HIDDEN]
    return found
