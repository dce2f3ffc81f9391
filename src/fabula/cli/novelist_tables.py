"""Prints the results of `fabula novelist`: a placement, a board, the course of a long story, the checks of a judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from fabula.cli.terminal import dollars, plain_table, stderr, stdout
from fabula.novelists.results_checks import NoRepeatsResult

if TYPE_CHECKING:
    from fabula.gauge.run import GaugeResult
    from fabula.novelists.board import Board, Row
    from fabula.novelists.paper import PaperRow
    from fabula.novelists.reference import Reference
    from fabula.novelists.result_parts import FigureResult
    from fabula.novelists.results_board import GaugeBoardResult
    from fabula.novelists.results_checks import CheckResult, Trend
    from fabula.novelists.results_placing import FitResult, PlaceResult
    from fabula.novelists.results_whole import WholeResult
    from fabula.rubrics.rubric import Rubric

BEYOND = {"above": "above every novel of the reference", "below": "below every novel of the reference"}

_NAME = 22

WORTH = ("model_kendall", "within_model_kendall", "top_third_kendall")


def show_place(found: PlaceResult) -> None:
    """Prints the placement of one set of scores, or the mean of several."""
    for name, figure in (("normalised", found.normalised), ("percentile", found.percentile)):
        if isinstance(figure, float):
            stdout().print(f"{name} {figure:.4g}")
        elif figure.low is None:
            stdout().print(f"{name} {figure.value:.4g} (one book: no interval)")
        else:
            stdout().print(f"{name} {figure.value:.4g} ({figure.low:.4g} to {figure.high:.4g})")
    if found.n == 1:
        beyond = "above" if found.above_all else "below" if found.below_all else None
        if beyond:
            stdout().print(f"{BEYOND[beyond]}: off the scale")
    else:
        stdout().print(f"{found.n} books; {found.above_all} above and {found.below_all} below every novel")
    for notice in found.cautions:
        stdout().print(str(notice), markup=False)
    for notice in found.left_out:
        stderr().print(f"left out: {notice}", markup=False)


def show_reference(made: Reference, result: FitResult) -> None:
    """Prints the outcome of a fit."""
    table = plain_table(f"{result.novels} novels, {result.out}", "dimension", "mean", "sd", "weight")
    for row in zip(made.dimensions, made.mean, made.std, made.weights, strict=True):
        table.add_row(row[0], *(f"{each:.3f}" for each in row[1:]))
    stdout().print(table)
    shares = " ".join(f"{share:.1%}" for share in made.explained)
    stdout().print(f"variance explained by each component: {shares}")
    if min(made.weights) < 0:
        stdout().print("A weight is below zero: that dimension is opposed to the others in these novels.")
    for notice in result.left_out:
        stderr().print(f"left out: {notice}", markup=False)


def show_board(board: Board, rubric: Rubric) -> None:
    """Prints the leaderboard, and which differences hold."""
    among = "Placement among human novels" if not board.cautions else "On the scale of other judgements"
    table = plain_table(among, "writer", "percentile", "95%", "norm", "books", "no score")
    wrote = plain_table("What they wrote", "writer", "words", "in bounds", "duels", "cost", "judging")
    short = short_names(row.writer for row in board.rows)
    for row in board.rows:
        table.add_row(short[row.writer], *_place_cells(row))
        wrote.add_row(short[row.writer], *_text_cells(row))
    for caution in board.cautions:
        stdout().print(str(caution), markup=False)
    if board.rows:
        stdout().print(table)
    if duels := board.duels:
        stdout().print(
            f"{duels.duels} duels in both orders, {duels.flips} changed with the order; of equals the first is chosen "
            f"with probability {duels.first_chosen:.2f}"
        )
    if held := board.held_out:
        stdout().print(
            f"{held.novels} human novels, placed without themselves: {held.percentile.value:.1f} "
            f"({held.percentile.low:.1f} to {held.percentile.high:.1f}); 50 is right"
        )
    if board.rows:
        stdout().print(wrote)
        _show_dimensions(board, rubric, short)
    _show_faults(board)
    _show_apart(board, short)
    if board.judge_cost is not None:
        stdout().print(f"judging cost {dollars(board.judge_cost)}")
    _show_judges(board)
    if board.gauge:
        _show_gauge(board.gauge)
    for line in board.left_out:
        stderr().print(f"no score: {line}", markup=False)


def _show_dimensions(board: Board, rubric: Rubric, short: Mapping[str, str]) -> None:
    numbers = (str(number) for number in range(1, len(board.dimensions) + 1))
    table = plain_table("Eight dimensions", "writer", *numbers)
    for row in board.rows:
        scores = (f"{row.dimensions[name]:.2f}" if row.dimensions else "-" for name in board.dimensions)
        table.add_row(short[row.writer], *scores)
    stdout().print(table)
    labels = (f"{number} {each.en.label}" for number, each in enumerate(rubric.scored_aspects, start=1))
    stdout().print(", ".join(labels), style="dim")


def _show_faults(board: Board) -> None:
    for row in board.rows:
        if row.faults:
            counts = ", ".join(f"{count} {name}" for name, count in row.faults.items())
            stdout().print(f"{row.writer}: of {row.chapters} chapters {counts}", markup=False)
        if row.above_all:
            stdout().print(
                f"{row.writer}: {row.above_all} of {len(row.books)} books above every human novel: off the scale",
                markup=False,
            )


def _place_cells(row: Row) -> tuple[str, ...]:
    return (
        "-" if row.centre is None else f"{row.centre:.1f}",
        f"{row.percentile.low:.1f} to {row.percentile.high:.1f}" if row.percentile else "-",
        "-" if row.normalised is None else f"{row.normalised:.3f}",
        str(len(row.books)),
        f"{row.unjudged} of {row.chapters}" if row.unjudged else "0",
    )


def _text_cells(row: Row) -> tuple[str, ...]:
    strength = row.strength
    return (
        f"{fmean(row.words):,.0f}" if row.words else "-",
        "-" if row.in_bounds is None else f"{row.in_bounds:.0%}",
        f"{strength.rating:.0f} ({strength.low:.0f} to {strength.high:.0f})" if strength else "-",
        "-" if row.cost is None else dollars(row.cost),
        "-" if row.judge_cost is None else dollars(row.judge_cost),
    )


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Names that fit beside figures in a narrow terminal and still tell the writers apart."""
    whole = list(names)
    bare = {name: name.rpartition("/")[2] for name in whole}
    shown = bare if len(set(bare.values())) == len(bare) else dict(zip(whole, whole, strict=True))
    cut = {name: _middle_cut(each) for name, each in shown.items()}
    return cut if len(set(cut.values())) == len(cut) else shown


def _middle_cut(name: str) -> str:
    """Versions stand at the end of a name and families at its beginning, so the middle goes."""
    return name if len(name) <= _NAME else f"{name[: _NAME // 2 - 1]}…{name[-_NAME // 2 :]}"


def _show_apart(board: Board, short: Mapping[str, str]) -> None:
    if not board.apart:
        return
    table = plain_table(
        "Differences of percentile on shared books", "", "", "books", "difference", "95%", "p (Holm)", ""
    )
    for one in board.apart:
        table.add_row(
            short[one.first], short[one.second], str(one.books), f"{one.difference:+.1f}", f"{one.low:+.1f} to {one.high:+.1f}",
            f"{one.corrected:.4f}", "too few books" if one.too_few else "holds" if one.holds else "within the noise",
        )  # fmt: skip
    stdout().print(table)


def _show_judges(board: Board) -> None:
    judges = board.judges
    if len(judges.names) < 2:
        return
    alpha = f"{judges.alpha:.2f}" if isinstance(judges.alpha, float) else str(judges.alpha)
    stdout().print(f"{len(judges.names)} judges; Krippendorff's alpha {alpha}")
    for one, two, value in judges.pairs:
        shown = f"{value:.2f}" if isinstance(value, float) else str(value)
        stdout().print(f"  {one} and {two}: Spearman {shown}", markup=False)


def _show_gauge(found: GaugeBoardResult) -> None:
    stdout().print(f"The prose gauge: {found.what}; it abstains on {found.abstained} chapters")
    stdout().print("  " + ", ".join(f"{name} {mean:.1f}" for name, mean in found.means.items()), markup=False)
    table = plain_table(
        "Agreement of each judge with it",
        "judge",
        "chapters",
        "by chapter",
        "within a writer",
        "writers",
        "top writers",
    )
    for one in found.judges:
        figures = (one.chapterwise, one.within_writers, one.writers, one.among_the_top)
        table.add_row(one.judge, str(one.chapters), *(_number(figure.value) for figure in figures))
    stdout().print(table)
    worth = found.worth
    tried = plain_table(
        "Its agreement on makers outside its training data", "", *(name.replace("_", " ") for name in WORTH)
    )
    for name, own in (
        ("gauge", worth.gauge),
        ("mtld alone", worth.mtld_alone),
        ("length alone", worth.length_alone),
    ):
        tried.add_row(name, *(f"{getattr(own, each):.2f}" for each in WORTH))
    stdout().print(tried)
    lowered = ", ".join(f"{name} {share:.0%}" for name, share in worth.lowered.items())
    stdout().print(f"It lowers the score of corrupted texts: {lowered}. It does not score human texts.")


def show_course(found: Sequence[Trend]) -> None:
    """Does quality hold?"""
    table = plain_table(
        "Over the chapters",
        "writer",
        "stories",
        "slope a chapter",
        "95%",
        "reuse first",
        "reuse last",
        "stock / 1,000",
        "words",
        "",
    )
    for each in found:
        table.add_row(
            each.model, str(len(each.stories)), "-" if each.slope is None else f"{each.slope:+.3f}",
            "-" if each.low is None or each.high is None else f"{each.low:+.3f} to {each.high:+.3f}",
            f"{each.reused_first:.1%}", f"{each.reused_last:.1%}", f"{each.stock:.2f}", f"{each.words:,}", each.verdict,
        )  # fmt: skip
    stdout().print(table)
    for each in found:
        for story in each.stories:
            scores = " ".join("-" if score is None else f"{score:.2f}" for score in story.scores)
            stdout().print(f"{each.model}, {story.story}: {scores}", markup=False)


def show_beside_paper(rows: Sequence[PaperRow]) -> None:
    """Prints our writers beside those of WebNovelBench's paper, if the run asked as it does."""
    if not rows:
        return
    table = plain_table("Norm scores on the paper's scale", "writer", "norm", "")
    for row in rows:
        norm = f"below {row.below:g}" if row.norm is None else f"{row.norm:.2f}"
        table.add_row(row.writer, norm, "as published" if row.published else "this run")
    stdout().print(table)


def show_whole(found: WholeResult) -> None:
    """Prints the verdict on each book, and every contradiction with both its lines."""
    table = plain_table("Whole books", "writer", "story", "chapters", "words", "overall", "contradictions")
    short = short_names(book.writer for book in found.books)
    for book in found.books:
        table.add_row(
            short[book.writer], book.story, str(book.chapters), f"{book.words:,}", _number(book.overall),
            f"{len(book.contradictions)} of {book.statements_checked}",
        )  # fmt: skip
    stdout().print(table)
    for book in found.books:
        for one in book.contradictions:
            place = f"{book.writer}, {book.story}, chapter {one.chapter}"
            stdout().print(f"{place}: {one.statement}", markup=False)
            stdout().print(f"  chapter {one.chapter}: {one.quotation}", markup=False)
            stdout().print(f"  chapter {one.earlier}: {one.earlier_quotation}", markup=False)
        for trouble in book.troubles:
            stderr().print(str(trouble), markup=False)
    for note in found.notes:
        stderr().print(f"note: {note}", markup=False)


def show_gauged(found: GaugeResult) -> None:
    """Prints the prose scores of each writer."""
    table = plain_table("Prose scores", "writer", "chapters", "score", "slope a chapter")
    short = short_names(found.models)
    for name, each in found.models.items():
        slope = "-" if each.slope is None else f"{each.slope:+.3f}"
        table.add_row(short[name], str(each.chapters), _number(each.score), slope)
    stdout().print(table)
    stdout().print(f"{found.scored} of {found.chapters} chapters scored")
    if close := found.abstained - (found.chapters - found.scored):
        stdout().print(f"on {close} of them, every other writer of the same story is too close to call")
    stdout().print(found.note)
    stdout().print(f"written: {found.out}", markup=False)


def show_checks(found: CheckResult) -> None:
    """Prints the evidence for and against each judge."""
    for judge in found.judges:
        stdout().print(
            f"{judge.judge}: {judge.chapters} chapters, {judge.missing} answers missing", markup=False
        )
        repeats, length = judge.repeats, judge.length
        if isinstance(repeats, NoRepeatsResult):
            stdout().print(f"  repeats: {repeats.refused}", markup=False)
        else:
            stdout().print(
                f"  repeats: {repeats.replicates} rounds, spread {repeats.spread:.3f} within a chapter, "
                f"interquartile range {repeats.iqr:.3f}, ICC {_figure(repeats.icc)}"
            )
            if repeats.caution:
                stdout().print(f"  {repeats.caution}", markup=False)
        stdout().print(
            f"  length: Spearman with the score {_figure(length.spearman)}, "
            f"within writers {_figure(length.within_writers)} (n {length.n})"
        )
        if order := judge.known_order:
            means = ", ".join(f"{each.label} {_number(each.mean)}" for each in order.labels)
            stdout().print(f"  known order: {'kept' if order.in_order else 'broken'} ({means})", markup=False)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _figure(found: FigureResult) -> str:
    return f"{found.value:.2f}" if found.value is not None else f"none ({found.refused})"
