"""Prompts are files that people can read and replace. A manuscript enters them as data, never as instructions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from fabula.errors import FabulaError, UsageError
from fabula.languages import Language
from fabula.models.chat import ChatMessage, Role
from fabula.notices import Notice

_TURN = re.compile(r"^## +(system|user|assistant)[ \t]*$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---(?:\n|\Z)", re.DOTALL)
_JINJA = ImmutableSandboxedEnvironment(
    undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt file, read: who speaks, with which fields. Its digest enters every signature that it had a part in."""

    name: str
    version: str
    digest: str
    turns: tuple[tuple[Role, str], ...]
    place: str
    """The file it came from, for messages about it."""
    language: str = "en"
    """The language it is written in, which is English where there is none in the text's own."""

    def messages(self, /, **fields: object) -> tuple[ChatMessage, ...]:
        """The turns with their fields filled in. Markup inside a field stays text."""
        try:
            return tuple(
                ChatMessage(role, _template(text).render(fields).strip()) for role, text in self.turns
            )
        except TemplateError as error:
            raise UsageError(f"prompt {self.place}: {error.message} (fields: {', '.join(fields)})") from None


def load_prompt(room: str, name: str, language: str, overrides: Path | None = None) -> Prompt:
    """The user's own file if there is one (OVERRIDES/ROOM/NAME.LANG.md or OVERRIDES/NAME.LANG.md), else ours.

    A language without a file of its own uses English.
    """
    primary = language.replace("_", "-").split("-")[0].lower()
    shipped = files("fabula") / room / "prompts"
    for spoken in dict.fromkeys((primary, "en")):
        file = f"{name}.{spoken}.md"
        own = [overrides / room / file, overrides / file] if overrides else []
        for candidate in (*own, shipped / file):
            if candidate.is_file():
                return replace(_read(candidate), language=spoken)
    raise FabulaError(
        f"no prompt {room}/{name} in {primary} or English: the installation of fabula is damaged"
    )


def in_english(languages: Iterable[str]) -> tuple[Notice, ...]:
    """What the user should know where there were no prompts in the language of a text."""
    return tuple(Notice.of("models.prompts-in-english", language=Language(each)) for each in languages)


def fence(text: str, what: str = "manuscript") -> str:
    """A manuscript, or another text of a user, between marks that do not occur in it, so that nothing inside can close it.

    The mark is made from the text's hash: the same text gives the same prompt and the same key in the ledger.
    """
    source = text.encode("utf-8", "surrogatepass")
    mark = sha256(source).hexdigest()[:16]
    while mark in text:
        mark = sha256(mark.encode() + source).hexdigest()[:16]
    return f"<{what}-{mark}>\n{text}\n</{what}-{mark}>"


def fence_line(text: str | None) -> str:
    """A title, a name or another short text from a user's file, between the same marks and on one line. Nothing stays nothing."""
    line = " ".join((text or "").split())
    return fence(line).replace("\n", "") if line else ""


def _read(file: Path | Traversable) -> Prompt:
    try:
        source = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"prompt {file}: cannot be read as UTF-8 text ({error})") from None
    place = f"{file.name}" if not isinstance(file, Path) else str(file)
    return _parsed(source, place)


@lru_cache(maxsize=256)
def _parsed(source: str, place: str) -> Prompt:
    front = _FRONT_MATTER.match(source)
    if not front:
        raise UsageError(f"prompt {place}: needs a front matter, --- name: ... version: ... ---, at its top")
    about = dict(_entry(line, place) for line in front[1].splitlines() if line.strip())
    missing = [key for key in ("name", "version") if not about.get(key)]
    if missing:
        raise UsageError(f"prompt {place}: its front matter lacks {' and '.join(missing)}")
    digest = sha256(source.encode()).hexdigest()[:12]
    return Prompt(about["name"], about["version"], digest, _turns(source[front.end() :], place), place)


def _entry(line: str, place: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon:
        raise UsageError(f"prompt {place}: the front matter line {line!r} is not `key: value`")
    return key.strip(), value.strip().strip("\"'")


def _turns(body: str, place: str) -> tuple[tuple[Role, str], ...]:
    parts = _TURN.split(body)
    if parts[0].strip():
        raise UsageError(f"prompt {place}: text before the first `## system` or `## user` belongs to no turn")
    turns = tuple(
        (cast(Role, role), text.strip()) for role, text in zip(parts[1::2], parts[2::2], strict=True)
    )
    if not any(role == "user" for role, _ in turns):
        raise UsageError(f"prompt {place}: needs a `## user` turn")
    for _, text in turns:
        try:
            _template(text)
        except TemplateSyntaxError as error:
            raise UsageError(f"prompt {place}: {error.message}") from None
    return turns


@lru_cache(maxsize=512)
def _template(text: str) -> Template:
    return _JINJA.from_string(text)
