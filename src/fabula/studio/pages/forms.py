"""What forms send, the models they offer, and the jobs they started before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from starlette.datastructures import UploadFile

from fabula.models.config import load_config
from fabula.studio.books import jobs_about
from fabula.studio.jobs import Job
from fabula.studio.tasks import task
from fabula.studio.tasks.form import from_form
from fabula.studio.view import Studio, go

_OTHER = "other"
_CHUNK = 1024 * 1024


async def fields_of(request: Request) -> dict[str, Any]:
    """The fields of a form as text, a list where a name came more than once; the model typed in place of one offered."""
    form = await request.form()
    fields: dict[str, Any] = {}
    for name in form:
        values = [value for value in form.getlist(name) if isinstance(value, str)]
        fields[name] = values if len(values) > 1 else "".join(values)
    typed = fields.pop("other_model", "")
    if fields.get("model") == _OTHER:
        fields["model"] = typed
    return fields


async def chunks_of(upload: UploadFile) -> AsyncIterator[bytes]:
    """A file that comes in a form, piece by piece."""
    while chunk := await upload.read(_CHUNK):
        yield chunk


def models_offered(studio: Studio) -> list[str]:
    """The model of the command line, those of fabula.toml, then those that the ledger knows to have answered."""
    from fabula.models.ledger.archive import models_asked
    from fabula.models.ledger.databases import ledger_exists

    config = load_config()
    configured = [studio.jobs.settings.get("model"), config.model, *config.models]
    asked = models_asked(studio.ledger) if ledger_exists(studio.ledger) else []
    return list(dict.fromkeys(name for name in [*configured, *asked] if name and name != "embedded"))


def done_before_of(studio: Studio, kind: str, book: str = "") -> list[Job]:
    """The jobs of one kind, the latest first; those about one book, where one is named."""
    jobs = jobs_about(studio, book) if book else studio.jobs.all()
    return [job for job in jobs if job.kind == kind]


def start(studio: Studio, kind: str, fields: Mapping[str, object], about: str) -> Job:
    """Add the job and start it. With a model its cost is estimated first."""
    job = studio.jobs.add(kind, from_form(task(kind).Form, fields), about)
    if job.status in ("new", "failed", "interrupted", "stopped", "planned"):
        (studio.jobs.plan if job.form.get("model") else studio.jobs.start)(job.id)
    return job


def on_to(job: Job) -> Response:
    """To the page of the job."""
    return go(f"/jobs/{job.id}")
