"""The leaderboard as a page, with its figures and its data beside it."""

from __future__ import annotations

import json
from importlib.resources import files
from statistics import fmean
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from fabula.novelists.settings import LEAST_WORDS, MOST_WORDS
from fabula.reports.drawing import drawn, shown
from fabula.reports.folder import write_folder
from fabula.reports.labels import Labels, labels
from fabula.reports.novelists_figures import board_figures
from fabula.reports.page import dress, environment
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fabula.novelists.board import Board, Row
    from fabula.reports.drawing import Drawn
    from fabula.rubrics.rubric import Rubric

_SHOWN = 6
"""How many entries without a score are shown before the rest is folded."""
PAGE = "board.html"
DATA = "board.json"


def write_board(
    board: Board, document: Mapping[str, Any], rubric: Rubric, folder: Path, language: str = "en"
) -> Path:
    """Writes board.html, board.json and every figure as SVG and PNG. Returns the page's path."""
    pictures = _pictures(board, rubric, board_labels(language))
    contents: dict[str, str | bytes] = {DATA: board_data(document)}
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        contents[f"figures/{one.figure.name}.png"] = one.png()
    contents[PAGE] = _page(board, document, rubric, pictures, board_labels(language))
    write_folder(folder, contents)
    return folder / PAGE


def board_page(board: Board, document: Mapping[str, Any], rubric: Rubric, language: str) -> str:
    """The page alone, in a language."""
    say = board_labels(language)
    return _page(board, document, rubric, _pictures(board, rubric, say), say)


def board_data(document: Mapping[str, Any]) -> str:
    """The document as its file holds it."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _aspects(rubric: Rubric, say: Labels) -> list[str]:
    return [aspect.wording(say.language).label for aspect in rubric.scored_aspects]


def _pictures(board: Board, rubric: Rubric, say: Labels) -> tuple[Drawn, ...]:
    return drawn(board_figures(board, _aspects(rubric, say), say))


def _page(
    board: Board, document: Mapping[str, Any], rubric: Rubric, pictures: Sequence[Drawn], say: Labels
) -> str:
    return environment().get_template("novelists.html.j2").render(
        say=say,
        board=board,
        rows=[_cells(row, say, place) for place, row in enumerate(board.rows, start=1)],
        held=sum(one.holds for one in board.apart),
        labels=list(zip(board.dimensions, _aspects(rubric, say), strict=True)),
        figures=[{**shown(one), "lead": _lead(one.figure.name, say)} for one in pictures],
        novels=f"{board.reference.count:,}",
        worth=("model_kendall", "within_model_kendall", "top_third_kendall"),
        alpha=f"{board.judges.alpha:.2f}"
        if isinstance(board.judges.alpha, float)
        else str(board.judges.alpha),
        ranks=[
            (one, two, f"{r:.2f}" if isinstance(r, float) else str(r)) for one, two, r in board.judges.pairs
        ],
        signature=document["signature"],
        beside_paper=document.get("beside_paper", ()),
        version=__version__,
        gone=_missing(board, say),
        own_style=Markup(
            (files("fabula.reports") / "templates" / "novelists.css").read_text(encoding="utf-8")
        ),
        **dress(),
    )  # fmt: skip


def board_labels(language: str) -> Labels:
    """The report's labels together with the leaderboard's."""
    return labels(language, "report", "novelists")


def _lead(name: str, say: Labels) -> str:
    return say(f"figure.{name}_say", low=LEAST_WORDS, high=MOST_WORDS)


def _cells(row: Row, say: Labels, place: int) -> dict[str, Any]:
    interval = row.percentile
    strength = row.strength
    return {
        "row": row,
        "place": place if row.centre is not None else "–",
        "percentile": say("board.nothing") if row.centre is None else f"{row.centre:.1f}",
        "interval": f"{interval.low:.1f} – {interval.high:.1f}" if interval else "",
        "bar": None if row.centre is None else _bar(row),
        "normalised": "–" if row.normalised is None else f"{row.normalised:.3f}",
        "length": f"{fmean(row.words):,.0f}" if row.words else "–",
        "bounds": "–" if row.in_bounds is None else f"{row.in_bounds:.0%}",
        "noscore": f"{row.unjudged} / {row.chapters}" if row.unjudged else "0",
        "duels": f"{strength.rating:.0f}" if strength else "–",
        "duels_interval": f"{strength.low:.0f} – {strength.high:.0f}" if strength else "",
        "cost": "–" if row.cost is None else f"${row.cost:,.2f}",
        "judging": "–" if row.judge_cost is None else f"${row.judge_cost:,.2f}",
        "faults": say.listed([f"{count} {say.known('fault', name)}" for name, count in row.faults.items()]),
    }


def _bar(row: Row) -> dict[str, str]:
    """The position of the dot and the extent of its interval, as percentages of the line."""
    assert row.centre is not None
    low, high = (row.percentile.low, row.percentile.high) if row.percentile else (row.centre, row.centre)
    return {"at": f"{row.centre:.2f}", "low": f"{low:.2f}", "wide": f"{max(high - low, 0.6):.2f}"}


def _missing(board: Board, say: Labels) -> dict[str, Any]:
    """Entries without a score: the first few are shown, the rest folded."""
    lines = [say.notice(each) for each in board.left_out]
    return {"shown": lines[:_SHOWN], "folded": lines[_SHOWN:]}
