"""README and docs as they run: their commands in their order, and what a command prints as it prints it now.

    <!-- output of: fabula outline the-tide-house.epub; lines 1 to 9 -->
    ```text
    ...
    ```

stands for what that command prints in a terminal of 80 columns. `python tests/documentation.py` fills all such blocks;
test_tutorials.py says which page is stale. Commands that need a data set, or would pay a model, are only parsed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from contextlib import chdir
from itertools import takewhile
from pathlib import Path

import docx

from commands import fabula
from fabula.samples import NOVELLA, sample
from loopback import Loopback

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
RELEASED = ROOT.parent / "shared" / "data" / "longstoryeval"
"""What the authors of LongStoryEval released, where it is at hand."""
DOCS = [
    "README.md",
    *sorted(
        str(page.relative_to(ROOT))
        for folder in ("tutorials", "guides")
        for page in (ROOT / "docs" / folder).glob("*.md")
    ),
]
"""The pages whose commands are run."""
BLOCK = re.compile(
    r"^```\w*\n(?P<fenced>.*?)^```|^(?P<indented>(?: {4}\S[^\n]*\n)+)", re.DOTALL | re.MULTILINE
)
OUTPUT = re.compile(
    r"^<!-- output of: (?P<command>fabula .*?)(?:; lines (?P<first>\d+) to (?P<last>\d+))? -->\n```text\n.*?^```$",
    re.DOTALL | re.MULTILINE,
)
FILE = re.compile(r'^```\w+ title="(?P<name>[\w.-]+)"\n(?P<text>.*?)^```$', re.DOTALL | re.MULTILINE)
ONLY_PARSED = re.compile(
    r"fabula (bench|agree|audit|novelist|persona|quiz run|rank|readers|results|corpus dedup|studio|train)|.*--dry-run.*raw"
)
SHORT = dict.fromkeys((NOVELLA, "novel.epub", "your-novel.epub"), "novel.docx")
"""A short book instead of a novel, so that a page takes a few seconds."""


def shown(page: str) -> list[str]:
    """The commands of a page, with continued lines joined."""
    return commands(OUTPUT.sub("", (ROOT / page).read_text(encoding="utf-8")))


def commands(text: str) -> list[str]:
    blocks = (found["fenced"] or found["indented"] for found in BLOCK.finditer(text.replace("\\\n", " ")))
    lines = (line.strip().removeprefix(".venv/bin/") for block in blocks for line in block.splitlines())
    return [line for line in lines if line.startswith("fabula ")]


def words_of(line: str) -> list[str]:
    """What is typed after `fabula`, without a comment or where the output goes."""
    return list(takewhile(lambda word: word != ">", shlex.split(line, comments=True)[1:]))


def lay_out(desk: Path) -> None:
    """A folder with what the pages speak of."""
    (desk / NOVELLA).write_bytes(sample(NOVELLA))
    synopsis, draft = docx.Document(), docx.Document()
    synopsis.add_paragraph(
        "Ruth Adeyemi comes to the Tide House in October 1984. Nell Marrable has kept the gauge."
    )
    synopsis.save(str(desk / "synopsis.docx"))
    for _ in range(20):
        draft.add_paragraph("The door was open. Ruth came in and shut it. “Who is there?” said Nell.")
    draft.save(str(desk / "novel.docx"))
    (desk / "examples").symlink_to(EXAMPLES)
    (desk / "my-prompts").mkdir()
    (desk / "raw").mkdir()
    shutil.copy(EXAMPLES / "the-tide-house.synopsis.txt", desk / "synopsis.txt")
    for story in ("seven-keys.zh.txt", "the-tide-house.txt"):
        shutil.copy(EXAMPLES / story, desk / "raw")


def as_it_runs(page: str, url: str, released: Path | None = None) -> str:
    """The page after all its commands have run in this folder, with what they print now.

    Output that was made from released data is left as it is without them.
    """
    if released:
        Path("dataset").symlink_to(released)
    text = (ROOT / page).read_text(encoding="utf-8")
    for file in FILE.finditer(text):
        Path(file["name"]).write_text(file["text"], encoding="utf-8")
    printed = {found["command"] for found in OUTPUT.finditer(text)}
    done, parts = 0, []
    for output in [*OUTPUT.finditer(text), None]:
        until = output.start() if output else len(text)
        for line in commands(text[done:until]):
            if shlex.join(["fabula", *words_of(line)]) not in printed and not ONLY_PARSED.match(line):
                worked(_without_a_bill(words_of(line), url), line)
        parts.append(text[done:until])
        if output:
            parts.append(_filled(output) if released or "dataset" not in output["command"] else output[0])
            done = output.end()
    return "".join(parts)


def worked(words: list[str], line: str) -> str:
    """What the command prints. It has to succeed."""
    done = fabula(*words, COLUMNS="80", OPENAI_API_KEY="never sent")
    assert done.returncode == 0, f"{line}\n{done.stderr}\n{done.stdout[-500:]}"
    return done.stdout


def _without_a_bill(words: list[str], url: str) -> list[str]:
    """The same with a short book, and with a scripted model that is not even asked."""
    words = [SHORT.get(word, word) for word in words]
    if "--model" in words:
        at = words.index("--model")
        words[at : at + 2] = ["--model", "custom/scripted", "--base-url", url]
        words += [] if "--dry-run" in words else ["--dry-run"]
    if "--max-cost" in words:  # the price of a scripted model is not known
        at = words.index("--max-cost")
        del words[at : at + 2]
    return words


def _filled(output: re.Match[str]) -> str:
    line = output["command"]
    lines = [each.rstrip() for each in worked(words_of(line), line).strip("\n").splitlines()]
    first, last = int(output["first"] or 1), int(output["last"] or len(lines))
    kept = lines[first - 1 : last]
    kept = ([] if first == 1 else ["…"]) + kept + ([] if last >= len(lines) else ["…"])
    marker = output[0].splitlines()[0]
    return "\n".join([marker, "```text", *kept, "```"])


def main() -> None:
    """Write all pages anew."""
    for page in DOCS:
        with tempfile.TemporaryDirectory() as place, chdir(place), Loopback() as server:
            os.environ.update(FABULA_LEDGER=f"{place}/ledger.sqlite", FABULA_CONFIG=f"{place}/fabula.toml")
            lay_out(Path(place))
            text = as_it_runs(page, server.url, RELEASED if RELEASED.is_dir() else None)
            (ROOT / page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
