"""A form named a model whose key is missing: the key can be typed in its place, and nothing that was filled in is lost."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fabula.models.config import load_config
from fabula.models.kept_keys import keep_key
from fabula.models.nearby import models_nearby
from fabula.models.providers import Address
from fabula.studio.pages.forms import fields_of
from fabula.studio.pages.settings import able_to_take_keys, provider_named, readable_on_the_way
from fabula.studio.refusals import Refused
from fabula.studio.view import render

router = APIRouter(prefix="/missing-key")
_ALSO_WITHOUT = ("/evaluate", "/readers", "/compare/drafts", "/facts/")
"""Where a form can be sent without a model."""
_OF_THE_MODEL = ("model", "other_model")
_NEVER_AGAIN = ("key", "provider", "then")


async def ask_for_key(request: Request, where: Address) -> Response:
    """Which model needs a key, a field for it, the servers on this machine, and the way on without a model."""
    path = request.url.path
    form = await request.form() if request.method == "POST" else None
    said = [(name, value) for name, value in (form.multi_items() if form else ()) if isinstance(value, str)]
    return render(
        request,
        "settings/missing.html.j2",
        400,
        model=where.label or where.name,
        provider=where.provider if where.provider in able_to_take_keys() and not where.key else "",
        then=path,
        said=said,
        others=[(name, value) for name, value in said if name not in _OF_THE_MODEL],
        nearby=await models_nearby(load_config()),
        without=path.startswith(_ALSO_WITHOUT),
        readable=readable_on_the_way(request),
        room="settings",
    )


@router.post("")
async def set_key(request: Request) -> Response:
    """Keep the key, and offer to send what was filled in before."""
    fields = await fields_of(request)
    then = str(fields.get("then", ""))
    if not then.startswith("/") or then.startswith(("//", "/\\")):
        raise Refused("nothing-to-continue")
    await asyncio.to_thread(keep_key, provider_named(fields.get("provider", "")), fields.get("key", ""))
    said = [
        (name, value)
        for name, value in (await request.form()).multi_items()
        if isinstance(value, str) and name not in _NEVER_AGAIN
    ]
    return render(request, "settings/kept.html.j2", then=then, said=said, room="settings")
