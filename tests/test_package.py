"""What a user installs holds all that the code reads beside itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Callable
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

import fabula
from fabula.cli.manual import manual
from fabula.shipped import data_page, notice, parts

ROOT = Path(__file__).parents[1]
PACKAGE = Path(fabula.__file__).parent
PROMPTS = sorted(PACKAGE.glob("*/prompts/*.md"))


def front_matter(prompt: Path) -> dict[str, str]:
    head = prompt.read_text(encoding="utf-8").split("---")[1]
    return dict(re.findall(r"^(\w+): *(.+)$", head, flags=re.MULTILINE))


def test_the_wheel_leaves_nothing_out() -> None:
    """The wheel takes what git does not ignore: a model or prompt that a pattern ignores would be missing there."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git checkout to ask what is ignored")
    asked = ["git", "ls-files", "--others", "--ignored", "--exclude-standard", "src/fabula"]
    ignored = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [path for path in ignored if "__pycache__" not in path] == []


AT_THE_TOP = {
    *(".ci", ".dockerignore", ".github", ".gitignore", ".pre-commit-config.yaml"),
    *(
        "CHANGELOG.md",
        "CITATION.cff",
        "CODE_OF_CONDUCT.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "NOTICE",
        "README.md",
        "SECURITY.md",
    ),
    *("Dockerfile", "Makefile", "mkdocs.yml", "pyproject.toml"),
    *("benchmarks_gpu", "benchmarks_perf", "docs", "examples", "src", "tests"),
}


def test_the_top_of_the_repository_holds_no_result_of_a_trial_run() -> None:
    """A shelf of books was once committed with the change that it tried: who clones the house should not carry it."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git checkout to ask what it holds")
    held = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert {path.split("/")[0] for path in held} <= AT_THE_TOP


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_a_prompt_stands_in_english_and_in_chinese_at_one_version(prompt: Path) -> None:
    name, language, _ = prompt.name.split(".")
    other = prompt.with_name(f"{name}.{'zh' if language == 'en' else 'en'}.md")
    assert front_matter(other) == front_matter(prompt)
    assert front_matter(prompt)["name"] == name


def test_every_file_that_is_not_plain_code_is_in_the_table_of_what_is_shipped() -> None:
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git checkout to ask what it holds")
    patterns = [pattern for part in parts() for pattern in part.files]
    named = {found for pattern in patterns for found in tracked() if fnmatch(found, pattern)}
    assert [path for path in sorted(tracked()) if path not in named and not OURS.search(path)] == []
    assert [each for each in patterns if not any(fnmatch(found, each) for found in tracked())] == []


OURS = re.compile(
    r"^(?!src|examples|docs/vendor|tests/studio/vendor)|\.(py|j2|css|svg|typed)$|/prompts/|/(notices|labels/.*)\.toml$"
    r"|static/[\w-]+\.js$|templates/[\w-]+\.js$|src/fabula/(\w+/)*(shipped/)?[\w-]+\.toml$|facts/scales\.json$"
)
"""Files that are plainly ours: code, templates, prompts, labels, settings."""


@cache
def tracked() -> frozenset[str]:
    listed = ["git", "ls-files", "src", "examples", "docs/vendor", "tests/studio/vendor"]
    return frozenset(
        subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    )


@pytest.mark.parametrize(
    ("page", "made", "command"),
    [
        ("NOTICE", lambda: notice(ROOT), "fabula.shipped notice"),
        ("docs/data.md", data_page, "fabula.shipped data"),
        ("docs/fabula.1", manual, "fabula.cli.manual"),
    ],
)
def test_a_generated_page_is_up_to_date(page: str, made: Callable[[], str], command: str) -> None:
    assert (ROOT / page).read_text(encoding="utf-8") == made(), f"python -m {command} > {page}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wheels = pytest.importorskip("hatchling.builders.wheel", reason="hatchling builds the wheel")
    folder = tmp_path_factory.mktemp("dist")
    return Path(
        next(iter(wheels.WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])))
    )


def test_the_wheel_holds_what_the_code_reads_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        inside = {info.filename for info in opened.infolist()}
        stamps = {info.date_time for info in opened.infolist()}
    missing = {
        f"fabula/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*") if path.is_file()
    } - inside
    assert {path for path in missing if "__pycache__" not in path} == set()
    strange = {path for path in inside if not path.startswith("fabula/") and ".dist-info/" not in path}
    assert {path.partition("/")[2] for path in strange} == {"data/share/man/man1/fabula.1"}
    assert {"LICENSE", "NOTICE"} <= {Path(path).name for path in inside if "/licenses/" in path}
    assert len(stamps) == 1, "a time of the build in the wheel: two builds would differ"


@pytest.mark.extras
def test_the_index_will_take_the_wheel(wheel: Path) -> None:
    check = pytest.importorskip("twine.commands.check")
    assert check.check([str(wheel)], strict=True) is False


def test_the_container_is_built_from_every_file_that_the_wheel_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    taken = [project["project"]["readme"], *project["project"]["license-files"], *wheel["shared-data"]]
    copied = re.findall(
        r"^COPY (?!--)(.*) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(taken) <= set(" ".join(copied).split())


def test_the_newest_changes_stand_under_what_a_person_does() -> None:
    """The file is merged by union: a change that began before it was put in order would bring the long lists back."""
    newest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    headings = re.findall(r"^### (.*)", newest, re.MULTILINE)
    lines = re.findall(r"^- .*", newest, re.MULTILINE)
    assert not {"Added", "Changed", "Fixed"} & set(headings), "put each line under what a person does with it"
    assert len(set(headings)) == len(headings) and len(set(lines)) == len(lines), "twice the same"
