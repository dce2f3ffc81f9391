"""A book before readers: who they are by what they said of other books, and what each would say of this one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import FormData, UploadFile

from fabula.errors import FabulaError, UsageError
from fabula.readers.profiles import Profile, parse_scale, read_profiles, row_of
from fabula.studio.books import book_of, on_shelf
from fabula.studio.home import Home, Kept, all_kept, keep_text, kept, let_go, safe_name
from fabula.studio.pages.forms import begin, fields_of, models_offered, on_to
from fabula.studio.tasks.readers import USUAL_REPEATS, Asked
from fabula.studio.view import go, language_of, render, studio_of
from fabula.studio.words import words

router = APIRouter(prefix="/readers")

INVENTED = {"readers.en.jsonl": "Invented readers.jsonl", "readers.zh.jsonl": "虚构读者.jsonl"}
"""The examples that come with the studio, and what they are called on the page."""
ROWS = 3
"""Empty rows of the form for one's own reader; the page's script adds more."""
MOST_CHOSEN = 40
"""A file with more readers is asked as a whole: nobody ticks hundreds of boxes."""
_TABLES = (".jsonl", ".json", ".csv", ".tsv", ".parquet")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One file of readers as the page lists it."""

    file: Kept
    readers: tuple[Profile, ...]
    invented: bool

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def name(self) -> str:
        return self.file.name.removesuffix(".jsonl")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was written into the forms for new readers, to be shown again beside what was wrong with it."""

    trouble: str = ""
    name: str = ""
    scale: str = ""
    rows: tuple[Mapping[str, str], ...] = ()
    pasted: str = ""


@router.get("")
def page(request: Request, book: str = "", profile: str = "") -> Response:
    """Book, readers, judge; below it how to bring one's own readers, and who was asked before."""
    return _page(request, book, profile)


@router.post("")
async def ask(request: Request) -> Response:
    """Without a model the answer comes at once; with one the cost is reckoned first."""
    studio = studio_of(request)
    form = await request.form()
    fields = await fields_of(request)
    book = book_of(studio, fields.get("book", ""))
    sheet = _sheet(kept(studio.home, "profiles", fields.get("profile", "")))
    fields["readers"] = _chosen(sheet, form)
    for name in () if fields.get("model") else ("repeats", "temperature", "max_cost"):
        fields.pop(name, None)
    who = fields["readers"][0] if len(fields["readers"]) == 1 else sheet.name
    return on_to(begin(studio, "readers", Asked, fields, f"{book.title} · {who}"))


@router.post("/profiles")
async def hand_in(request: Request) -> Response:
    """A table of readers, pasted or as a file. What cannot be read is said beside what was pasted."""
    form = await request.form()
    file, pasted = form.get("file"), _text(form, "pasted")
    try:
        if isinstance(file, UploadFile) and file.filename:
            name, raw = file.filename, await file.read()
        else:
            name, raw = _pasted_name(request, form), pasted.encode("utf-8", "replace")
        return await _keep(request, _as_table(name, raw), raw, _text(form, "scale"))
    except FabulaError as error:
        return _page(
            request, typed=Typed(str(error), _text(form, "name"), _text(form, "scale"), pasted=pasted)
        )


@router.post("/profiles/written")
async def write_down(request: Request) -> Response:
    """One reader from the rows of the form."""
    form = await request.form()
    name = _text(form, "reader") or words(language_of(request))("readers.unnamed")
    rows = _rows(form)
    raw = "".join(json.dumps({"reader": name, **row}, ensure_ascii=False) + "\n" for row in rows)
    try:
        return await _keep(request, f"{name}.jsonl", raw.encode(), _text(form, "scale"))
    except FabulaError as error:
        typed = Typed(str(error), _text(form, "reader"), _text(form, "scale"), tuple(rows) or ({},))
        return _page(request, typed=typed)


@router.get("/profiles/{identifier}")
def show(request: Request, identifier: str) -> Response:
    """What the readers of one file said of what they read."""
    home = studio_of(request).home
    return render(request, "readers_profile.html.j2", sheet=_sheet(kept(home, "profiles", identifier)))


@router.post("/profiles/{identifier}/remove")
def remove(request: Request, identifier: str) -> Response:
    """Let these readers go. What they were asked stays among the runs."""
    let_go(studio_of(request).home, "profiles", identifier)
    return go("/readers")


def _page(request: Request, book: str = "", profile: str = "", typed: Typed | None = None) -> Response:
    studio = studio_of(request)
    _first_readers(studio.home)
    sheets = [_sheet(file) for file in all_kept(studio.home, "profiles")]
    language = language_of(request)
    sheets.sort(key=lambda sheet: sheet.invented and sheet.file.id != _invented_ids().get(language))
    return render(
        request,
        "readers.html.j2",
        400 if typed else 200,
        books=on_shelf(studio),
        chosen=book,
        sheets=sheets,
        profile=profile if any(sheet.id == profile for sheet in sheets) else sheets[0].id if sheets else "",
        most=MOST_CHOSEN,
        repeats=USUAL_REPEATS,
        models=models_offered(studio),
        typed=typed or Typed(),
        rows=ROWS,
        before=[work for work in studio.works.all() if work.kind == "readers"],
    )


def _chosen(sheet: Sheet, form: FormData) -> list[str]:
    """The readers that were ticked; nobody by name where all of them were."""
    if len(sheet.readers) == 1 or len(sheet.readers) > MOST_CHOSEN:
        return []
    ticked = {str(value) for value in form.getlist("readers")}
    names = [each.reader for each in sheet.readers if f"{sheet.id}:{each.reader}" in ticked]
    if not names:
        raise UsageError("nobody was chosen: tick at least one reader")
    return [] if len(names) == len(sheet.readers) else names


async def _keep(request: Request, name: str, raw: bytes, scale: str) -> Response:
    """Readers as every profile is kept here: one form, each judgement with its scale."""
    profiles = await asyncio.to_thread(_read, name, raw, scale)
    lines = [
        json.dumps(row_of(profile.reader, past, profile.scale), ensure_ascii=False)
        for profile in profiles
        for past in profile.pasts
    ]
    home = studio_of(request).home
    found = keep_text(home, "profiles", f"{_named(name)}.jsonl", "\n".join(lines) + "\n")
    return go(f"/readers?profile={found.id}")


def _read(name: str, raw: bytes, scale: str) -> Sequence[Profile]:
    if not raw.strip():
        raise UsageError("there is no reader yet: write, paste or choose a file first")
    with TemporaryDirectory() as folder:
        place = Path(folder) / safe_name(name)
        place.write_bytes(raw)
        return read_profiles(place, parse_scale(scale) if scale else None)


def _as_table(name: str, raw: bytes) -> str:
    """The name with the ending that says how the text is to be read, where it has none that does."""
    if name.lower().endswith(_TABLES):
        return name
    head = raw.lstrip()[:4096].partition(b"\n")[0]
    kind = (
        ".json" if head[:1] == b"[" else ".jsonl" if head[:1] == b"{" else ".tsv" if b"\t" in head else ".csv"
    )
    return name + kind


def _named(name: str) -> str:
    """A table's name without its ending."""
    stem, _, kind = name.rpartition(".")
    return stem if f".{kind}".lower() in _TABLES else name


def _pasted_name(request: Request, form: FormData) -> str:
    return _text(form, "name") or words(language_of(request))("readers.unnamed_file")


def _rows(form: FormData) -> list[dict[str, str]]:
    """The rows that hold anything; the first line of what was read is its title."""
    columns = [form.getlist(name) for name in ("read", "review", "score")]
    told = [[str(cell).strip() for cell in row] for row in zip(*columns, strict=False)]
    return [
        {"title": read.partition("\n")[0], "text": read, "review": review, "score": score}
        for read, review, score in told
        if read or review or score
    ]


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def _sheet(file: Kept) -> Sheet:
    return Sheet(file, _profiles(file.file), file.id in _invented_ids().values())


@lru_cache(maxsize=64)
def _profiles(path: Path) -> tuple[Profile, ...]:
    """A file that is kept never changes: it lies under the hash of its bytes."""
    return read_profiles(path)


@lru_cache(maxsize=1)
def _invented_ids() -> dict[str, str]:
    """The examples' ids by their language."""
    return {name.split(".")[1]: sha256(_invented(name).encode()).hexdigest()[:16] for name in INVENTED}


def _invented(name: str) -> str:
    return (files("fabula.studio") / "invented" / name).read_text(encoding="utf-8")


def _first_readers(home: Home) -> None:
    """The invented examples, once: who removes them does not find them there again."""
    mark = home.root / "examples-shown"
    if mark.exists():
        return
    for name, called in INVENTED.items():
        keep_text(home, "profiles", called, _invented(name))
    mark.touch()
