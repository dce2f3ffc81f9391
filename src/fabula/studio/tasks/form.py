"""The form of a job. The same form is the same job, in however many tabs it is sent."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

MODELS = ("model", "second_model", "judge")
"""The fields of forms that name a model."""


class TaskForm(BaseModel):
    """The base of every form. Its fields alone decide the job's id."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str | None = Field(default=None, max_length=200)
    """PROVIDER/NAME; None asks no model."""
    max_cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars that this job may spend; not part of its id."""

    @property
    def models(self) -> list[str]:
        """Every model that the form names: some jobs have a second judge, or a judge beside the writer."""
        named = (getattr(self, name, None) for name in MODELS)
        return list(dict.fromkeys(each for each in named if each))


def from_form(kind: type[TaskForm], fields: Mapping[str, object]) -> TaskForm:
    """A form as the browser sent it. Empty fields count as not given."""
    return kind.model_validate({name: value for name, value in fields.items() if value not in ("", [], None)})
