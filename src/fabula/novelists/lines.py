"""The JSON Lines files between the steps (synopses, stories, scores), and the paper's released files."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from fabula.errors import FabulaError, UsageError
from fabula.jsonl import numbered_lines
from fabula.languages import Language
from fabula.measures.pairing import Side
from fabula.notices import Notice, NoticeDocument
from fabula.novelists.settings import LEAST_WORDS, MOST_WORDS
from fabula.text.language import detect

Setting = Literal["explicit", "hidden", "human", "long", "long explicit"]
"""Whether the writer knew the criteria, or whether these are human chapters or chapters of one long story."""
RELEASED_JUDGE = "as released"
"""Stands in the place of a judge where the scores are the paper's own. It is no judge of this run."""

HUMAN = "human"
_TAGGED = re.compile(
    r"<\s*(主要人物|主要情节|重要场景|main characters|main plot|important scenes)\s*>(.*?)<\s*/\s*\1\s*>",
    re.DOTALL | re.IGNORECASE,
)
_PART = {
    "主要人物": "characters", "主要情节": "plot", "重要场景": "scenes",
    "main characters": "characters", "main plot": "plot", "important scenes": "scenes",
}  # fmt: skip
_NUMBERED = re.compile(r"^\s*[(（]?\d+[)）.、]\s*")


def _stated(written: object) -> object:
    """Reads a language in any spelling that files use."""
    if not isinstance(written, str):
        return written
    if (found := Language.or_none(written)) is None:
        raise ValueError(f"{written!r} is not a language")
    return found


Stated = Annotated[Language, BeforeValidator(_stated)]
StatedOrNone = Annotated[
    Language | None,
    BeforeValidator(lambda written: Language.or_none(written) if isinstance(written, str) else written),
]
"""None if the file gives no language; it is then detected."""


_REASONS = {
    **{
        kind: f"models.{kind.replace(' ', '-')}"
        for kind in ("refusal", "cut off", "empty", "malformed", "failed")
    },
    **{
        kind: f"novelists.{kind.replace(' ', '-')}" for kind in ("no synopsis", "no plan", "nothing to judge")
    },
}


def reason_of(written: object) -> Notice | None:
    """Reads a reason from a file. Earlier versions, and users, wrote it as text."""
    if isinstance(written, Notice):
        return written
    if isinstance(written, Mapping):
        return Notice.from_document(written)
    if not isinstance(written, str):
        return None
    kind, _, detail = written.partition(":")
    if detail and (code := _REASONS.get(kind)):
        return Notice.of(code, why=detail.strip())
    return Notice.of("novelists.noted", said=written) if written else None


def _reason_document(written: object) -> NoticeDocument | None:
    return None if (found := reason_of(written)) is None else found.document


Trouble = Annotated[Notice | None, BeforeValidator(_reason_document)]


def problem_kind(trouble: Notice) -> str:
    """The kind of a problem in one or two words, by which problems are counted: `refusal`, `cut off`."""
    return trouble.code.rpartition(".")[2].replace("-", " ")


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Synopsis(_Line):
    """One chapter reduced to what a writer is given."""

    story: str
    chapter: int
    language: Stated
    title: str = ""
    characters: tuple[str, ...] = ()
    plot: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    trouble: Trouble = None
    """Why there is no synopsis."""


class Story(_Line):
    """One chapter to be judged, by a model or by a human."""

    model: str
    story: str
    chapter: int
    text: str
    language: StatedOrNone = None
    setting: Setting = "hidden"
    group: str = ""
    """The folder of a human book, such as prize or web."""
    trouble: Trouble = None
    """A refusal, a cut-off or an empty answer. Any text is kept."""
    cost: float | None = None
    """In dollars. A run's cost is shared among its lines."""
    bounds: tuple[int, int] = (LEAST_WORDS, MOST_WORDS)
    """The length that was asked for."""


class Score(_Line):
    """One judge's scores for one chapter, from one request."""

    model: str
    story: str
    chapter: int
    judge: str
    prompt: str = ""
    """The digest of the prompt and criteria that the judge was shown."""
    temperature: float | None = None
    replicate: int = 0
    scores: dict[str, float | None] = {}
    score: float | None = None
    """The mean of the eight scores, or None if the chapter could not be judged."""
    remarks: str = ""
    """What the judge saw, for better and for worse, before it gave its scores."""
    trouble: Trouble = None
    """Why there is no score."""
    written: Trouble = None
    """A problem of the chapter itself: it was refused or cut off."""
    words: int = 0
    bounds: tuple[int, int] = (LEAST_WORDS, MOST_WORDS)
    language: StatedOrNone = None
    setting: Setting = "hidden"
    group: str = ""
    cost: float | None = None
    """The cost of writing."""
    judge_cost: float | None = None


class Duel(_Line):
    """Two writers on one synopsis, shown to a judge in both orders."""

    first: str
    second: str
    story: str
    chapter: int
    judge: str
    outcome: Side | None = None
    """A choice that changes with the order is a tie. None if an answer was unusable."""
    flipped: bool = False
    straight: Side | None = None
    """What was chosen when the first writer's chapter came first."""
    turned: Side | None = None
    """What was chosen when the second one's did."""
    asked: str = ""
    """A digest of the question, by which a later run knows that it need not be asked again."""
    trouble: Trouble = None
    judge_cost: float | None = None

    @property
    def sides(self) -> tuple[Side | None, Side | None]:
        """What was chosen in each order. Files of earlier versions have only the outcome."""
        if self.straight is None and self.turned is None:
            return self.outcome, self.outcome
        return self.straight, self.turned


class Gauged(_Line):
    """A line of `judge --judge embedded`: a prose score, not one of the eight scores."""

    model: str
    story: str
    chapter: int
    score: float | None = None
    abstain: bool = False
    setting: Setting = "hidden"


def writer(line: Story | Score | Gauged) -> str:
    """The writer's name: the model, marked if it knew the criteria or wrote a long story, as these count separately."""
    return line.model if line.setting in ("hidden", "human") else f"{line.model} ({line.setting})"


class Released(BaseModel):
    """One novel of the paper's released data. `novel_info` has one tagged synopsis per chapter."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)
    novel: str
    novel_info: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    percentile: float | None = None
    request_id: str = ""

    def synopses(self) -> list[Synopsis]:
        """Its chapters as synopses. A synopsis without tags becomes the plot."""
        found = []
        for number, synopsis in enumerate(self.novel_info, start=1):
            parts = {_PART[name.lower()]: text for name, text in _TAGGED.findall(synopsis)}
            found.append(
                Synopsis(
                    story=self.novel,
                    chapter=number,
                    language=Language(detect(synopsis)).among(("en", "zh")),
                    title=self.chapters[number - 1] if number <= len(self.chapters) else "",
                    characters=_listed(parts.get("characters", "")),
                    plot=_steps(parts.get("plot", synopsis if not parts else "")),
                    scenes=_listed(parts.get("scenes", "")),
                )
            )
        return found


L = TypeVar("L", bound=_Line)


def read_lines(path: Path, kind: type[L]) -> list[L]:
    """Reads and validates the lines of a file. The first error is reported with its line number."""
    found = []
    for number, line in numbered_lines(_text(path)):
        try:
            found.append(kind.model_validate(json.loads(line)))
        except (json.JSONDecodeError, ValidationError, RecursionError) as error:
            raise UsageError(f"{path.name}, line {number}: {_fault(error, kind)}") from None
    return found


def write_lines(lines: Iterable[BaseModel], path: Path) -> None:
    """Writes all lines, or leaves the file unchanged."""
    _put(path, "".join(f"{line.model_dump_json()}\n" for line in lines))


def read_released(path: Path) -> list[Released]:
    """Reads the paper's released JSON: a list of novels, one novel, or a folder of such files."""
    if path.is_dir():
        files = sorted(path.glob("*.json"))
        return [novel for file in files for novel in read_released(file)]
    try:
        read = json.loads(_text(path))
    except json.JSONDecodeError as error:
        raise UsageError(f"{path.name} is not JSON: {error}") from None
    novels = []
    for number, row in enumerate(read if isinstance(read, list) else [read], start=1):
        try:
            novels.append(Released.model_validate({**row, "scores": row.get("original score") or ()}))
        except (ValidationError, AttributeError, TypeError) as error:
            raise UsageError(
                f"{path.name}, novel {number}: the released data has `novel`, `novel_info`, `original score`, "
                f"`percentile` and `request_id` ({str(error).splitlines()[0]})"
            ) from None
    return novels


def is_released(path: Path) -> bool:
    """Is it a JSON file, or a folder of them, in the released format? Decided by the first novel's field names."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path] if path.suffix.lower() == ".json" else []
    if not files:
        return False
    try:
        read = json.loads(_text(files[0]))
    except json.JSONDecodeError:
        return False
    first = read[0] if isinstance(read, list) and read else read
    return isinstance(first, dict) and "novel" in first


def write_document(document: Any, path: Path) -> None:
    """One JSON file."""
    _put(path, json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def _put(path: Path, text: str) -> None:
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise FabulaError(f"{path} cannot be written: {error.strerror}") from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"no file at {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path.name} cannot be read as UTF-8 text ({error})") from None


def _fault(error: Exception, kind: type[_Line]) -> str:
    wants = ", ".join(name for name, field in kind.model_fields.items() if field.is_required())
    first = error.errors()[0] if isinstance(error, ValidationError) else None
    what = f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}" if first else "not JSON"
    return f"a {kind.__name__.lower()} is an object with {wants} ({what})"


def _listed(text: str) -> tuple[str, ...]:
    bare = text.strip().strip("[]【】")
    return tuple(each.strip() for each in re.split(r"[,，、;；\n]", bare) if each.strip())


def _steps(text: str) -> tuple[str, ...]:
    return tuple(_NUMBERED.sub("", line).strip() for line in text.splitlines() if line.strip())


def stories_of(paths: Sequence[Path]) -> list[Story]:
    """Reads the stories of several files. The same chapter by the same writer and setting twice is an error."""
    found = [story for path in paths for story in read_lines(path, Story)]
    seen: set[tuple[str, str, str, int]] = set()
    for one in found:
        key = (one.model, one.setting, one.story, one.chapter)
        if key in seen:
            raise UsageError(f"{one.model} has chapter {one.chapter} of {one.story!r} twice in these files")
        seen.add(key)
    return found
