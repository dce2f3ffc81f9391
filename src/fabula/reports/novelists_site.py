"""A leaderboard as a static site: it opens from disk, needs no server, and every judged chapter is three clicks away."""

from __future__ import annotations

import json
from collections import defaultdict
from importlib.resources import files
from statistics import fmean
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from fabula.digests import digest
from fabula.reports.folder import write_folder
from fabula.reports.labels import Labels, labels
from fabula.reports.page import dress, environment
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fabula.novelists.board import Row
    from fabula.novelists.results_checks import Trend
    from fabula.novelists.side_by_side import SideBySide, Written
    from fabula.novelists.site import SiteAnswer, WholeVerdict
    from fabula.rubrics.rubric import Rubric

INDEX = "index.html"
_LONG = 80
_LINE = (72.0, 22.0)
"""Width and height of the line of scores over chapters, in the table."""
_FEWEST_POINTS = 3


def write_site(
    answer: SiteAnswer, document: Mapping[str, Any], rubric: Rubric, folder: Path, language: str
) -> Path:
    """Writes the board, a page for each writer, story and chapter, and the data. Returns the first page's path."""
    site = _Site(answer, rubric, labels(language, "report", "novelists", "site"))
    contents: dict[str, str | bytes] = {
        "site.json": json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    }
    for row in answer.board.rows:
        contents[site.writer_page(row.writer)] = site.of_writer(row)
    for story, chapters in site.stories.items():
        contents[site.story_page(story)] = site.of_story(story, chapters)
        for index, chapter in enumerate(chapters):
            beside = (
                chapters[index - 1] if index else None,
                chapters[index + 1] if index + 1 < len(chapters) else None,
            )
            contents[site.chapter_page(chapter)] = site.of_chapter(chapter, beside)
    contents[INDEX] = site.index()
    write_folder(folder, contents)
    return folder / INDEX


def site_script() -> str:
    """The one script of its pages, so that a server can allow it and no other."""
    return f"{dress()['script']}{_file('site.js')}"


def _file(name: str) -> Markup:
    return Markup((files("fabula.reports") / "templates" / name).read_text(encoding="utf-8"))


class _Site:
    """The pages, and where each is."""

    def __init__(self, answer: SiteAnswer, rubric: Rubric, say: Labels) -> None:
        self._answer = answer
        self._say = say
        self._names = [
            (aspect.id, aspect.wording(say.language).label, aspect.wording(say.language).definition)
            for aspect in rubric.scored_aspects
        ]
        self._templates = environment()
        self._shared = {**dress(), "own_style": _file("site.css"), "script": Markup(site_script())}
        self._places = {row.writer: place for place, row in enumerate(answer.board.rows, start=1)}
        self.stories: dict[str, list[SideBySide]] = defaultdict(list)
        for chapter in answer.chapters:
            self.stories[chapter.story].append(chapter)
        self._title = {story: self._titled(story) for story in self.stories}
        self._chapters = {
            (each.story, each.chapter): self.chapter_page(each)
            for own in self.stories.values()
            for each in own
        }

    def writer_page(self, name: str) -> str:
        """Where a writer's page is. Names hold characters that no file name may."""
        return f"writers/{digest(name)[:12]}.html"

    def story_page(self, story: str) -> str:
        """Where a story's page is."""
        return f"stories/{digest(story)[:12]}.html"

    def chapter_page(self, chapter: SideBySide) -> str:
        """Where a chapter's page is."""
        return f"chapters/{digest(chapter.story)[:12]}-{chapter.chapter}.html"

    def index(self) -> str:
        """The board, and every writer and story by name."""
        board = self._answer.board
        return self._page(
            "site_index.html.j2",
            "",
            rows=[self._cells(row) for row in board.rows],
            board=board,
            stories=[
                {"title": self._title[story], "page": self.story_page(story), "chapters": len(chapters)}
                for story, chapters in self.stories.items()
            ],
            judges=board.judges.names,
            dueled=board.duels,
            novels=f"{board.reference.count:,}",
        )

    def of_writer(self, row: Row) -> str:
        """One writer: the figures, and every story with its score."""
        by_story = {book.story: book for book in row.books}
        listed = []
        for story, chapters in self.stories.items():
            own = [(each, one) for each in chapters for one in each.written if one.writer == row.writer]
            if own:
                listed.append(
                    {
                        "title": self._title[story], "page": self.story_page(story), "book": by_story.get(story),
                        "chapters": [(each.chapter, self.chapter_page(each), _mean(one), _slug(row.writer)) for each, one in own],
                    }
                )  # fmt: skip
        apart = [one for one in self._answer.board.apart if row.writer in (one.first, one.second)]
        return self._page(
            "site_writer.html.j2", "../", cells=self._cells(row), row=row, listed=listed,
            whole=[
                self._verdict(one, self._title.get(one.book.story, one.book.story), self._story_link(one.book.story))
                for one in self._answer.whole if one.book.writer == row.writer
            ],
            apart=[self._difference(one, row.writer) for one in apart],
        )  # fmt: skip

    def of_story(self, story: str, chapters: Sequence[SideBySide]) -> str:
        """One story: every chapter by everyone who wrote it."""
        writers = sorted(
            {one.writer for chapter in chapters for one in chapter.written},
            key=lambda name: self._places.get(name, 0),
        )
        table = [
            {
                "chapter": chapter.chapter,
                "page": self.chapter_page(chapter),
                "title": chapter.synopsis.title if chapter.synopsis else "",
                "scores": [_mean_of(chapter, name) for name in writers],
            }
            for chapter in chapters
        ]
        linked = [(name, self.writer_page(name) if name in self._places else None) for name in writers]
        pages = dict(linked)
        return self._page(
            "site_story.html.j2", "../", title=self._title[story], writers=linked, table=table,
            whole=[
                self._verdict(one, one.book.writer, pages.get(one.book.writer))
                for one in self._answer.whole if one.book.story == story
            ],
        )  # fmt: skip

    def of_chapter(self, chapter: SideBySide, beside: tuple[SideBySide | None, SideBySide | None]) -> str:
        """One chapter: what was given, and what everyone made of it, side by side."""
        written = sorted(chapter.written, key=lambda one: (not one.human, self._places.get(one.writer, 0)))
        before, after = (None if each is None else self.chapter_page(each) for each in beside)
        return self._page(
            "site_chapter.html.j2", "../", title=self._title[chapter.story], chapter=chapter, written=written,
            story=self.story_page(chapter.story), before=before, after=after,
            pages={one.writer: self.writer_page(one.writer) for one in written if one.writer in self._places},
            mean=_mean, slug=_slug, bounds=(1, 5),
        )  # fmt: skip

    def _page(self, template: str, up: str, **fields: Any) -> str:
        return self._templates.get_template(template).render(
            say=self._say, up=up, names=self._names, result=self._answer.result, version=__version__,
            home=f"{up}{INDEX}", **self._shared, **fields,
        )  # fmt: skip

    def _cells(self, row: Row) -> dict[str, Any]:
        """A row of the board: what is shown, and the number that it is sorted by."""
        trend: Trend | None = self._answer.trends.get(row.writer)
        gauge = self._answer.board.gauge
        interval = row.percentile
        return {
            "writer": row.writer,
            "page": self.writer_page(row.writer),
            "place": self._places[row.writer] if row.centre is not None else None,
            "percentile": row.centre,
            "low": interval.low if interval else None,
            "high": interval.high if interval else None,
            "norm": row.normalised,
            "paper": row.on_paper_scale,
            "dimensions": [row.dimensions.get(name) for name, _, _ in self._names],
            "reused": trend.reused_last if trend else None,
            "stock": trend.stock if trend else None,
            "slope": trend.slope if trend else None,
            "line": self._line(trend) if trend else None,
            "duels": row.strength,
            "words": fmean(row.words) if row.words else None,
            "cost": row.cost,
            "gauge": gauge.means.get(row.writer) if gauge else None,
            "books": len(row.books),
            "unjudged": row.unjudged,
            "human": row.setting == "human",
            "setting": row.setting,
        }

    def _line(self, trend: Trend) -> str | None:
        """The mean scores from chapter to chapter as points of a line. All lines of the board have one scale."""
        known = [(one.place, one.mean) for one in trend.places if one.mean is not None]
        if len(known) < _FEWEST_POINTS:
            return None
        marks = [
            one.mean for each in self._answer.trends.values() for one in each.places if one.mean is not None
        ]
        (wide, tall), low, high = _LINE, min(marks), max(marks)
        last, reach = max(place for place, _ in known), max(high - low, 0.1)
        return " ".join(
            f"{2 + (wide - 4) * (place - 1) / (last - 1):.1f},{2 + (tall - 4) * (high - mark) / reach:.1f}"
            for place, mark in known
        )

    def _difference(self, one: Any, name: str) -> dict[str, Any]:
        """A difference from this writer's side."""
        sign = 1 if one.first == name else -1
        other = one.second if one.first == name else one.first
        low, high = sorted((sign * one.low, sign * one.high))
        return {
            "other": other, "page": self.writer_page(other), "difference": sign * one.difference, "low": low,
            "high": high, "p": one.corrected, "books": one.books,
            "said": self._say("board.toofew" if one.too_few else "board.holds" if one.holds else "board.within"),
        }  # fmt: skip

    def _verdict(self, one: WholeVerdict, name: str, page: str | None) -> dict[str, Any]:
        """A verdict on a whole book, under a name that is a link if it has a page, with both chapters of a contradiction linked."""
        return {
            "name": name, "page": page, "judge": one.judge, "book": one.book,
            "contradictions": [
                {
                    "told": each,
                    "lines": [
                        (number, self._chapters.get((one.book.story, number)), line)
                        for number, line in ((each.earlier, each.earlier_quotation), (each.chapter, each.quotation))
                    ],
                }
                for each in one.book.contradictions
            ],
        }  # fmt: skip

    def _story_link(self, story: str) -> str | None:
        return self.story_page(story) if story in self.stories else None

    def _titled(self, story: str) -> str:
        return story if len(story) <= _LONG else f"{story[: _LONG - 1]}…"


def _mean(written: Written) -> float | None:
    return fmean(written.scores.values()) if written.scores else None


def _mean_of(chapter: SideBySide, name: str) -> tuple[float | None, str]:
    own = next((one for one in chapter.written if one.writer == name), None)
    return (_mean(own) if own else None), _slug(name)


def _slug(name: str) -> str:
    """What a link within a chapter's page points at."""
    return f"w{digest(name)[:12]}"
