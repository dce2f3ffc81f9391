"""The requests about writers that need only files: references, places, boards, long stories and checks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.novelists.settings import GENRES, OUT
from fabula.request import Request, option

_REFERENCE = "A file from `novelist fit`; default: the 4,332 web novels of WebNovelBench."
_OR_OWN = f"{_REFERENCE[:-1]}. `own` makes one from the human chapters among the judgements."


@dataclass(frozen=True, slots=True)
class FitRequest(Request):
    """Makes a reference from the scores of human novels."""

    scores: tuple[Path, ...] = option(
        help="Scores of human novels, from `novelist judge`, or the released JSON.",
        changes_result=True,
        argument=True,
    )
    out: Path = option(Path("reference.json"), help=OUT, changes_result=False, short="-o")
    table: bool = option(
        False,
        help="Store 1,001 percentiles instead of every novel's score.",
        changes_result=True,
    )


@dataclass(frozen=True, slots=True)
class ChooseRequest(Request):
    """Chooses a test set spread over the human scale."""

    scores: tuple[Path, ...] = option(
        help="Scores of human novels, or the released JSON.", changes_result=True, argument=True
    )
    out: Path = option(Path("chosen.json"), help=OUT, changes_result=False, short="-o")
    count: int = option(
        100, help="Novels to choose, one for each band of percentiles.", changes_result=True, minimum=1
    )
    reference: Path | None = option(None, help=_REFERENCE, changes_result=True)


@dataclass(frozen=True, slots=True)
class PlaceRequest(Request):
    """Where do scores rank among human novels?"""

    scores: str = option(
        help="Eight numbers separated by commas, a file of such rows, or a file from `novelist judge`.",
        changes_result=True,
    )
    reference: Path | None = option(None, help=_REFERENCE, changes_result=True)


@dataclass(frozen=True, slots=True)
class BoardRequest(Request):
    """The leaderboard of writers among human novels."""

    results: tuple[Path, ...] = option(
        help="Scores and duels, from `novelist judge`.", changes_result=True, argument=True
    )
    reference: Path | None = option(None, help=_OR_OWN, changes_result=True)
    genres: Path | None = option(None, help=GENRES, changes_result=True)


@dataclass(frozen=True, slots=True)
class SiteRequest(Request):
    """A static site of the leaderboard, with every chapter by everyone side by side."""

    out: Path = option(help="The folder of the site.", changes_result=False, argument=True)
    results: tuple[Path, ...] = option(
        (),
        help="A folder of `bench webnovel`, or files of scores, stories, synopses, duels and verdicts of `novelist whole "
        "--json` (repeatable). Default: the folder of the site.",
        changes_result=True,
    )
    reference: Path | None = option(None, help=_OR_OWN, changes_result=True)
    shelf: tuple[Path, ...] = option(
        (), help="A folder of the human books, for their chapters (repeatable).", changes_result=True
    )
    no_human_text: bool = option(
        False, help="Leave out the text of human chapters, for books under copyright.", changes_result=True
    )


@dataclass(frozen=True, slots=True)
class CourseRequest(Request):
    """Does quality hold over a long story?"""

    stories: Path = option(
        help="A file from `novelist write --chapters`.", changes_result=True, signed_as="text", argument=True
    )
    scores: tuple[Path, ...] = option(
        (), help="Scores from `novelist judge` (repeatable).", changes_result=True
    )
    human: tuple[Path, ...] = option(
        (),
        help="What to compare with: human books, or a file of human chapters (repeatable). Their scores belong to --scores.",
        changes_result=True,
    )


@dataclass(frozen=True, slots=True)
class CheckRequest(Request):
    """Can the judge be trusted?"""

    scores: tuple[Path, ...] = option(
        help="A file from `novelist judge`, preferably with --repeats.", changes_result=True, argument=True
    )
    order: tuple[str, ...] = option(
        (),
        help="Labels (shelves or models) from best to worst, such as prize,web,weak.",
        changes_result=True,
        comma=True,
    )
