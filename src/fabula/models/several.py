"""Several models in one run: one budget for all of them, one tally, and one plan in a rehearsal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fabula.errors import UsageError
from fabula.models.bill import Joint, usage_total
from fabula.models.chat import Tally
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.ledger.runs import Status
from fabula.models.making import make_door
from fabula.models.shared_budget import budget_of
from fabula.notices import Notice
from fabula.result import UsageTotal


class Doors:
    """Opens a door to each model when it is first asked for. All doors stay open until the end of the run."""

    def __init__(self, settings: DoorSettings) -> None:
        self._settings = settings if settings.main is not None else replace(settings, main=())
        self._joint = Joint(budget_of(settings), Tally())
        self._open: dict[str, Door] = {}
        if settings.watch:
            settings.watch(self._joint.tally)

    def to(self, model: str) -> Door:
        """The door to this model; the same door each time."""
        if model not in self._open:
            self._open[model] = make_door(model, self._settings, self._joint)
            reader = self._settings.reading_model
            if reader not in (None, model):
                self._open[model].reading = self.to(str(reader))
        return self._open[model]

    def alone(self, model: str) -> Door:
        """A door to this model that reads books itself, whoever reads them for the others."""
        if self._settings.reading_model in (None, model):
            return self.to(model)
        name = f"{model}, reading alone"
        if name not in self._open:
            self._open[name] = make_door(model, self._settings, self._joint)
        return self._open[name]

    def side_by_side(self, models: Sequence[str]) -> list[Door]:
        """Doors to models that a result compares, by their names: two of one name are refused."""
        found: dict[str, str] = {}
        for model in models:
            name = self.to(model).model
            if found.setdefault(name, model) != model:
                raise UsageError(
                    f"{found[name]} and {model} are both {name}, and results name models so: ask them in two runs"
                )
        return [self.to(model) for model in models]

    def reader(self) -> dict[str, str]:
        """Who read beforehand, for signatures; nothing where each model read for itself."""
        reader = self._settings.reading_model
        return {} if reader is None or reader not in self._open else {"reading": self.to(reader).signed_name}

    def signed(self, models: Iterable[str]) -> str:
        """These models as a signature names them, each with what fabula.toml decided for it."""
        return "+".join(self.to(model).signed_name for model in models)

    @property
    def rehearsing(self) -> bool:
        """Answers are made up: see `Door.rehearsing`."""
        return self._settings.rehearsal

    @property
    def models(self) -> tuple[str, ...]:
        """The models that were asked, in the order in which their doors were opened."""
        return tuple(dict.fromkeys(door.model for door in self._open.values()))

    @property
    def waits(self) -> bool:
        """Whether a run that ends early waits for what is in flight at any model."""
        return any(door.waits for door in self._open.values())

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of the answers, each once."""
        found: list[Notice] = []
        for each in (each for door in self._open.values() for each in door.notices):
            if each not in found:
                found.append(each)
        return tuple(found)

    @property
    def nothing_usable(self) -> tuple[Notice, ...]:
        """Said where not one answer of any model can be used."""
        said = [door.nothing_usable for door in self._open.values() if door.tally.by_step]
        return tuple(notice for each in said for notice in each) if all(said) else ()

    @property
    def tally(self) -> Tally:
        """The total of all models. With more than one model, each step has its model's name."""
        doors = list(self._open.values())
        return doors[0].tally if len(doors) == 1 else self._joint.tally

    @property
    def usage(self) -> UsageTotal:
        """What all models together took, as results hold it."""
        return usage_total(self.tally)

    async def close(self, status: Status) -> None:
        """Close every door; a failure to write one ledger is raised once all are closed."""
        closed = await asyncio.gather(
            *(door.close(status) for door in self._open.values()), return_exceptions=True
        )
        self._joint.budget.close()
        for failure in closed:
            if isinstance(failure, BaseException):
                raise failure
