"""For mkdocs: a page that is a file of the repository keeps its links, and the search works from disk without any network."""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

OUTSIDE = {"changes.md": "CHANGELOG.md", "security.md": "SECURITY.md"}
"""Pages that show a file from outside docs/. Its links to docs/ are links to pages here."""
SHIM = "https://unpkg.com/iframe-worker/shim"
"""What the search of the theme loads when a page is opened from disk; a copy is in vendor/."""


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Show the file, with links that hold on this site."""
    source = page.file.src_uri
    if source.startswith("notebooks/"):
        return _notebook(Path("examples") / source.replace(".md", ".ipynb"))
    if source not in OUTSIDE:
        return markdown
    text = Path(OUTSIDE[source]).read_text(encoding="utf-8")
    return re.sub(r"\]\(docs/([^)]+?)/?\)", lambda link: f"]({_page(link.group(1))})", text)


def _notebook(path: Path) -> str:
    """A notebook as a page: its text, its code, and what each cell showed."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [_shown(output["data"]) for output in cell.get("outputs", [])]
    return "\n\n".join(parts)


def _shown(data: dict[str, Any]) -> str:
    if "text/html" in data:
        page = re.sub(r"<style.*?</style>", "", "".join(data["text/html"]), flags=re.DOTALL)
        return f'<div class="shown">{" ".join(page.split())}</div>'
    return f"```text\n{''.join(data['text/plain'])}\n```"


def _page(target: str) -> str:
    return "files.md" if target.startswith("schemas") else target


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Point the search at the copy on this site."""
    here = posixpath.dirname(page.file.dest_uri) or "."
    return output.replace(SHIM, posixpath.relpath("vendor/iframe-worker.js", here))


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """The same for the page of what is not found, which has no page of its own."""
    return (
        output_content.replace(SHIM, "vendor/iframe-worker.js")
        if template_name == "404.html"
        else output_content
    )
