"""What every job says of itself. The same question is the same job, in however many tabs it is asked."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field


class TaskForm(BaseModel):
    """The ground of every kind's own form; what is asked decides the job's id, and nothing else does."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str | None = Field(default=None, max_length=200)
    """PROVIDER/NAME; None asks nobody."""
    max_cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars that this job may spend; not part of what is asked."""


def comma_list(typed: str | None) -> tuple[str, ...]:
    """What was typed with commas between."""
    return tuple(part.strip() for part in (typed or "").split(",") if part.strip())


def from_form(kind: type[TaskForm], fields: Mapping[str, object]) -> TaskForm:
    """A form as the browser sent it: what was left empty counts as not said."""
    return kind.model_validate({name: value for name, value in fields.items() if value not in ("", [], None)})
