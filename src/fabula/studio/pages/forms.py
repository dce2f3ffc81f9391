"""What forms send, the models they offer, and what was asked with them before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from starlette.datastructures import UploadFile

from fabula.models.config import load_config
from fabula.studio.tasks.asked import Asked, from_form
from fabula.studio.view import Studio, go
from fabula.studio.works import Work

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


async def at_once(raw: bytes) -> AsyncIterator[bytes]:
    """A file that is here already, as `keep` takes files."""
    yield raw


def models_offered(studio: Studio) -> list[str]:
    """The model of the command line or of fabula.toml, then those that the ledger knows to have answered."""
    from fabula.models.archive import models_asked

    configured = [studio.works.settings.get("model"), load_config().model]
    asked = models_asked(studio.ledger) if studio.ledger.is_file() else []
    return list(dict.fromkeys(name for name in [*configured, *asked] if name and name != "embedded"))


def asked_before(studio: Studio, kind: str) -> list[Work]:
    """The work of one kind, the latest first."""
    return [work for work in studio.works.all() if work.kind == kind]


def begin(studio: Studio, kind: str, form: type[Asked], fields: Mapping[str, object], about: str) -> Work:
    """Put the work and set it going: its cost is reckoned first where a model is asked; without one it begins."""
    work = studio.works.put(kind, from_form(form, fields), about)
    if work.status in ("new", "failed", "interrupted", "stopped", "planned"):
        (studio.works.plan if work.asked.get("model") else studio.works.begin)(work.id)
    return work


def on_to(work: Work) -> Response:
    """To the page of the work."""
    return go(f"/works/{work.id}")
