"""A program of the user's own as a checker: a pair as a line of JSON goes in, a line with its score comes out.

{"document": "a passage", "claim": "a sentence"}  ->  {"support": 0.93, "contradict": 0.01}, or 0.93, or true
"""

from __future__ import annotations

import asyncio
import errno
import json
import shlex
from collections.abc import Sequence

from fabula.errors import FabulaError, UsageError
from fabula.facts.by_passages import Pair, Support


class CommandChecker:
    """Starts the program once for all pairs."""

    def __init__(self, command: str) -> None:
        self._words = shlex.split(command)
        if not self._words:
            raise UsageError(
                "--checker command: give the program after the colon, such as command:./checker.py"
            )

    async def score(self, pairs: Sequence[Pair]) -> list[Support | None]:
        """The scores of the program's lines. A line that is not a score is None."""
        if not pairs:
            return []
        lines = [
            json.dumps({"document": one.passage, "claim": one.claim}, ensure_ascii=False) for one in pairs
        ]
        try:
            process = await asyncio.create_subprocess_exec(
                *self._words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            how = _HOW_TO_START if error.errno == errno.ENOEXEC else ""
            raise UsageError(
                f"--checker command: {self._words[0]} cannot be started: {error.strerror}{how}"
            ) from None
        out, trouble = await process.communicate(("\n".join(lines) + "\n").encode("utf-8"))
        answers = [line for line in out.decode("utf-8", "replace").splitlines() if line.strip()]
        if process.returncode or len(answers) != len(pairs):
            last = trouble.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise FabulaError(
                f"--checker command: {len(pairs)} lines went in and {len(answers)} came out"
                f" (exit code {process.returncode}){': ' + last[0] if last else ''}"
            )
        return [_score(line) for line in answers]


_HOW_TO_START = "; name the program that runs it, such as command:python checker.py"


def _score(line: str) -> Support | None:
    try:
        said = json.loads(line)
        if isinstance(said, dict):
            return Support(_share(said["support"]), _share(said.get("contradict", 0.0)))
        return Support(_share(said))
    except (ValueError, TypeError, KeyError):
        return None


def _share(value: object) -> float:
    share = float(value)  # type: ignore[arg-type]
    if not 0 <= share <= 1:
        raise ValueError(value)
    return share
