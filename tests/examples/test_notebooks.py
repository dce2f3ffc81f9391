"""The example notebooks run from beginning to end. `python tests/examples/test_notebooks.py` stores their outputs anew."""

import asyncio
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))


def executed(place: Path) -> list[Any]:
    """All notebooks, run at once, each in a folder beside the examples' files."""
    import nbformat
    from nbclient import NotebookClient

    for each in EXAMPLES.glob("the-tide-house*"):
        shutil.copy(each, place)
    folder = place / "notebooks"
    folder.mkdir()
    books = [nbformat.read(each, as_version=4) for each in NOTEBOOKS]

    async def run_all() -> None:
        clients = [NotebookClient(one, resources={"metadata": {"path": str(folder)}}) for one in books]
        await asyncio.gather(*(client.async_execute() for client in clients))

    asyncio.run(run_all())
    return books


@pytest.mark.extras
def test_the_notebooks_run_and_show_what_they_showed(tmp_path: Path) -> None:
    pytest.importorskip("nbclient")
    import nbformat

    for path, book in zip(NOTEBOOKS, executed(tmp_path), strict=True):
        stored = nbformat.read(path, as_version=4)
        for now, before in zip(book.cells, stored.cells, strict=True):
            assert _kinds(now) == _kinds(before), f"{path.name}: {now.source}"


def _kinds(cell: Any) -> list[list[str]]:
    return [sorted(each["data"]) for each in cell.get("outputs", []) if "data" in each]


if __name__ == "__main__":
    import nbformat

    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    with tempfile.TemporaryDirectory() as place:
        for path, book in zip(NOTEBOOKS, executed(Path(place)), strict=True):
            for cell in book.cells:
                cell.metadata.pop("execution", None)
                if cell.cell_type == "code":
                    cell.outputs = [each for each in cell.outputs if "data" in each]
            nbformat.write(book, path)
