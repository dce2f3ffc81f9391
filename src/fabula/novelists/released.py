"""The paper's released novels, read as synopses and scores of ours."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from fabula.errors import UsageError
from fabula.jsonl import read_text
from fabula.languages import Language
from fabula.novelists.lines import Synopsis
from fabula.text.language import detect

_TAGGED = re.compile(
    r"<\s*(主要人物|主要情节|重要场景|main characters|main plot|important scenes)\s*>(.*?)<\s*/\s*\1\s*>",
    re.DOTALL | re.IGNORECASE,
)
_PART = {
    "主要人物": "characters", "主要情节": "plot", "重要场景": "scenes",
    "main characters": "characters", "main plot": "plot", "important scenes": "scenes",
}  # fmt: skip
_WANTED = "the released novels as JSON"
_NUMBERED = re.compile(r"^\s*[(（]?\d+[)）.、]\s*")


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


def read_released(path: Path) -> list[Released]:
    """Reads the paper's released JSON: a list of novels, one novel, or a folder of such files."""
    if path.is_dir():
        files = sorted(path.glob("*.json"))
        return [novel for file in files for novel in read_released(file)]
    try:
        read = json.loads(read_text(path, _WANTED))
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
        read = json.loads(read_text(files[0], _WANTED))
    except json.JSONDecodeError:
        return False
    first = read[0] if isinstance(read, list) and read else read
    return isinstance(first, dict) and "novel" in first


def _listed(text: str) -> tuple[str, ...]:
    bare = text.strip().strip("[]【】")
    return tuple(each.strip() for each in re.split(r"[,，、;；\n]", bare) if each.strip())


def _steps(text: str) -> tuple[str, ...]:
    return tuple(_NUMBERED.sub("", line).strip() for line in text.splitlines() if line.strip())
