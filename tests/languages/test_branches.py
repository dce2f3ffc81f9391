"""What differs between languages is in `fabula/languages`: outside it, hardly a line asks which language a text is in."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import fabula

HOUSE = Path(fabula.__file__).parent
CODES = {"en", "zh", "es", "ja", "ko", "fr", "de"}
CEILING = 15
"""Lines of the whole house. What differs between languages belongs in their folders."""


def _is_code(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value in CODES


def _holds_codes(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple | ast.List | ast.Set) and any(map(_is_code, node.elts))


def _branches(tree: ast.AST) -> Iterator[int]:
    """Lines that compare with a language's code, look one up in a table of codes, or ask how a language begins."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            if any(_is_code(each) or _holds_codes(each) for each in (node.left, *node.comparators)):
                yield node.lineno
        elif isinstance(node, ast.Dict):
            if any(map(_is_code, node.keys)):
                yield node.lineno
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "startswith"
            and any(map(_is_code, node.args))
        ):
            yield node.lineno


def lines_that_branch() -> list[str]:
    found: list[str] = []
    for path in sorted(HOUSE.rglob("*.py")):
        name = path.relative_to(HOUSE)
        if name.parts[0] != "languages":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found += [f"{name}:{line}" for line in sorted(set(_branches(tree)))]
    return found


def test_hardly_a_line_outside_the_language_folders_branches_on_a_language() -> None:
    found = lines_that_branch()
    assert len(found) <= CEILING, "\n".join(found)
