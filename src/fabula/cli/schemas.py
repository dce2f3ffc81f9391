"""Write the JSON Schema of every saved result: `python -m fabula.cli.schemas docs/schemas`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fabula.questions import QUESTIONS


def schemas() -> dict[str, str]:
    """The schema of every result, by file name."""
    return {
        f"{kind}.json": json.dumps(question.result_type.model_json_schema(), ensure_ascii=False, indent=1)
        + "\n"
        for kind, question in sorted(QUESTIONS.items())
    }


def main(folder: Path) -> None:
    """Write every schema into the folder and delete those of questions that no longer exist."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = schemas()
    for path in folder.glob("*.json"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
