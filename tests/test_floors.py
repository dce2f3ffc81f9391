"""The plan of the house, held against the real imports."""

import ast
from functools import cache
from pathlib import Path

import pytest

import fabula

HOUSE = Path(fabula.__file__).parent
FLOORS: dict[str, float] = {
    "errors": 0,
    "version": 0,
    "offering": 0,
    "extensions": 0.125,
    "platforms": 0,
    "memory": 0,
    "warm": 0.25,
    "samples": 0,
    "citations": 0.25,
    "shipped": 0.25,
    "extras": 0.25,
    "frames": 0.375,
    "tokens": 0.5,
    "confined": 0.5,
    "workers": 0.5,
    "digests": 0.25,
    "whole_files": 0.25,
    "jsonl": 0.5,
    "spreadsheets": 0.5,
    "languages": 0.25,
    "notices": 0.5,
    "bad_files": 0.75,
    "request": 0.5,
    "result": 0.5,
    "signature": 0.75,
    "text": 1,
    "models": 1,
    "rubrics": 1,
    "measures": 1,
    "reading": 2,
    "reviews": 2,
    "readermodel": 3,
    "facts": 3,
    "quiz": 3,
    "shelf": 3,
    "gauge": 3,
    "judging": 4,
    "ranking": 5,
    "synopsis": 5,
    "editing": 5,
    "personas": 5,
    "novelists": 5,
    "comparison": 5.5,
    "audits": 6,
    "training": 6,
    "benchmarks": 6,
    "reports": 6,
    "questions": 6,
    "cli": 7,
    "studio": 7,
    "notebook": 6.5,
    "api": 7,
    "api_reference": 7.5,
}
OUTSIDE = {"__init__", "__main__"}
"""The package's own door: it may name any room, and loads none before it is asked for."""


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def module_of(path: Path) -> str:
    return ".".join(["fabula", *path.relative_to(HOUSE).with_suffix("").parts])


@cache
def imported(path: Path) -> frozenset[str]:
    """What a file imports from the house, at its top, for its types or inside a function, with all dots."""
    package = module_of(path).split(".")
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return frozenset(target for target in found if target.startswith("fabula."))


def rooms_imported(path: Path) -> set[str]:
    """The rooms of the house that a file imports."""
    return {target.split(".")[1] for target in imported(path)} - {"__version__"}


FILES = sorted(path for path in HOUSE.rglob("*.py") if room_of(path) not in OUTSIDE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_file_imports_only_the_floors_below_it(path: Path) -> None:
    room = room_of(path)
    assert room in FLOORS, f"{room} has no floor: give it one here and in docs/architecture.md"
    for other in rooms_imported(path) - {room}:
        assert other in FLOORS, f"{path} imports fabula.{other}, which is no room of the house"
        assert FLOORS[other] < FLOORS[room], (
            f"{room} (floor {FLOORS[room]:g}) imports {other} (floor {FLOORS[other]:g})"
        )


def files_imported(path: Path) -> set[str]:
    """The files of the house that a file imports. A room's `__init__.py` offers what stands elsewhere and does not count."""
    named = {name for target in imported(path) for name in (target, target.rpartition(".")[0])}
    return named & MODULES - {module_of(path)}


MODULES = {module_of(path) for path in FILES if path.stem != "__init__"}


def test_no_two_files_name_each_other_not_even_for_types_or_through_others() -> None:
    """Between rooms the floors forbid it, so this finds circles inside a room."""
    graph = {module_of(path): files_imported(path) for path in FILES if path.stem != "__init__"}
    while removable := [name for name, others in graph.items() if not others & graph.keys()]:
        for name in removable:
            del graph[name]
    reached = {name: _reached(name, graph) for name in graph}
    circles = {
        frozenset(other for other in found if name in reached.get(other, ()))
        for name, found in reached.items()
        if name in found
    }
    assert not circles, [sorted(circle) for circle in circles]


def _reached(name: str, graph: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [name]
    while ahead:
        new = graph.get(ahead.pop(), set()) - found
        found |= new
        ahead += new
    return found


def test_no_room_is_a_drawer_for_anything() -> None:
    drawers = {"utils", "util", "helpers", "common", "misc", "shared", "tools"}
    assert not [path for path in FILES if path.stem in drawers or set(path.parts) & drawers]


COMMANDS = sorted([*(HOUSE / "cli").glob("*.py"), HOUSE / "studio" / "command.py"])
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_a_command_parses_calls_and_prints_in_at_most_forty_lines(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, FUNCTIONS):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 40, f"{path.name}: {node.name} has {length} lines"
