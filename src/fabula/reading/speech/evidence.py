"""What the words in and around a turn say about its candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fabula.languages.topics.names import Gender
from fabula.reading.speech.features import NEXT, Floats, Sheet
from fabula.reading.speech.standing import People, Standing
from fabula.reading.speech.tags import Subject, Tag
from fabula.reading.speech.turns import Turn


def by_tag(
    sheet: Sheet, turn: Turn, before: Sequence[Subject], standing: Standing, ranks: Mapping[int, int]
) -> None:
    """Whom the tag names, or whom its pronoun or noun fits."""
    tag = turn.tag
    if tag is None:
        return
    somebody = len(sheet.who) - 1
    if tag.who is not None:
        weak = "_weak" if tag.weak else ""
        named = [row for row in sheet.people if sheet.who[row] == tag.who]
        sheet.mark_others(named, f"tag_other_name{weak}")
        sheet.mark(named[0], f"tag_name{weak}")
        sheet.mark(somebody, "else_tag_name")
        return
    sheet.mark(somebody, f"else_tag_{tag.kind}")
    sheet.mark(sheet.row(tag.spoken_to), "tag_other_name")
    if tag.kind == "pronoun":
        _by_gender(sheet, tag, standing.people, "tag")
        _by_pronoun(sheet, turn, tag, before, standing, ranks)
        return
    if not tag.gender:
        sheet.mark(somebody, "else_tag_described_plain")
    _by_noun(sheet, tag, standing)
    _by_gender(sheet, tag, standing.people, "tag_described")
    for row in sheet.people:
        sheet.mark(row, "tag_described")


def _by_gender(sheet: Sheet, tag: Tag, people: People, kind: str) -> None:
    """`they told her` means nobody who is he or she elsewhere."""
    several = tag.kind == "pronoun" and not (tag.gender or tag.weak or tag.apart)
    for row in sheet.people:
        one_of_them = several and people.genders[sheet.who[row]]
        fits = False if one_of_them else people.fits(sheet.who[row], tag.gender)
        if fits is None:
            sheet.mark(row, "tag_gender_unknown")
        else:
            sheet.mark(row, f"{kind}_fits" if fits else f"{kind}_unfit")


def _by_noun(sheet: Sheet, tag: Tag, standing: Standing) -> None:
    """`said the professor` of Professor de Worms; `said Miss Alan` of either Miss Alan."""
    people = standing.people
    if tag.kind == "proper":
        bearers = [row for row in sheet.people if tag.noun in people.words[sheet.who[row]]]
        sheet.mark_others(bearers, "tag_other_word")
        for row in bearers:
            sheet.mark(row, "tag_word")
        return
    titled = [row for row in sheet.people if tag.noun in people.titles[sheet.who[row]]]
    if titled:
        sheet.mark_others(titled, "tag_other_title")
    for row in titled:
        sheet.mark(row, "tag_title")


def _by_pronoun(
    sheet: Sheet,
    turn: Turn,
    tag: Tag,
    before: Sequence[Subject],
    standing: Standing,
    ranks: Mapping[int, int],
) -> None:
    fits = [row for row in sheet.people if standing.people.fits(sheet.who[row], tag.gender)]
    fits.sort(key=lambda row: ranks.get(sheet.who[row], len(ranks)))
    for rank, row in enumerate(fits):
        sheet.mark(row, f"tag_fits_rank_{rank}" if rank < 3 else "tag_fits_rank_more")
        sheet.mark(row, "tag_fits_only", len(fits) == 1)
    for each in turn.subjects:
        place = sheet.row(each.who)
        if place in fits and each.at < turn.spans[0][0]:
            sheet.mark(place, "tag_fits_here")
    tagged = [row for row in fits if sheet.who[row] in standing.tagged_at]
    if tagged:
        sheet.mark(max(tagged, key=lambda row: standing.tagged_at[sheet.who[row]]), "tag_fits_tagged_last")
    opening = next((each for each in before if each.opens and each.who is not None), None)
    if opening is not None and (place := sheet.row(opening.who)) in fits:
        sheet.mark(place, "tag_fits_subject")


def by_narration(
    sheet: Sheet,
    turn: Turn,
    before: Sequence[Subject],
    after: Sequence[Subject],
    people: People,
) -> None:
    """Who is named in the narration of the turn's paragraph, and in the paragraphs around it."""
    _here(sheet, turn)
    opening = next((each for each in turn.subjects if each.opens), None)
    if opening is not None:
        _fits(sheet, opening.gender, people, "pronoun")
    openings = [each for each in before if each.opens]
    if openings:
        row = sheet.row(openings[-1].who)
        sheet.mark(row, "last_opening_before")
        if row is None:
            _fits(sheet, openings[-1].gender, people, "last_opening")
    _before(sheet, [each for each in before if sheet.row(each.who) is not None])
    for each in after:
        sheet.mark(sheet.row(each.who), "named_after")
    if after and after[0].opens:
        sheet.mark(sheet.row(after[0].who), "opens_after")


def _here(sheet: Sheet, turn: Turn) -> None:
    here = [each for each in turn.subjects if each.who is not None]
    if not here:
        return
    row = sheet.row(here[0].who)
    sheet.mark(row, "first_here")
    if here[0].opens:
        sheet.mark(row, "first_here_opens")
    if row is not None and len({each.who for each in here}) == 1:
        sheet.mark_others([row], "other_only_here")
        sheet.mark(row, "only_here")
    for each in here:
        row = sheet.row(each.who)
        sheet.mark(row, "here")
        if each.object:
            sheet.mark(row, "here_object")
        if each.at > turn.spans[-1][1]:
            sheet.mark(row, "here_after")
        if each.at < turn.spans[0][0]:
            sheet.mark(row, "here_before")


def _before(sheet: Sheet, named: Sequence[Subject]) -> None:
    for each in named:
        sheet.mark(sheet.row(each.who), "named_before")
        if each.opens:
            sheet.mark(sheet.row(each.who), "subject_before")
    if not named:
        return
    row = sheet.row(named[-1].who)
    sheet.mark(row, "last_before")
    if named[-1].opens:
        sheet.mark(row, "last_before_opens")
    if len({each.who for each in named}) == 1:
        sheet.mark(row, "only_before")


def _fits(sheet: Sheet, shown: Gender, people: People, name: str) -> None:
    if not shown:
        return
    for row in sheet.people:
        fits = people.fits(sheet.who[row], shown)
        if fits is not None:
            sheet.mark(row, f"{name}_fits" if fits else f"{name}_unfit")


def by_speech(sheet: Sheet, turn: Turn, near: Mapping[int, Turn]) -> None:
    """Who is named and addressed in the speech, and in the turns around it. `near` is by distance."""
    nobody: set[int] = set()
    last, next_one = near.get(-1), near.get(1)
    for name, people in (
        ("object_of_last", {each.who for each in last.subjects if each.object} if last else nobody),
        ("called_here", turn.called),
        ("called_by_last", last.called if last else nobody),
        ("called_by_last_but_one", near[-2].called if -2 in near else nobody),
        ("called_by_next", next_one.called if next_one else nobody),
        ("named_in_speech", turn.named),
        ("named_by_last", last.named if last else nobody),
        ("named_by_next", next_one.named if next_one else nobody),
    ):
        for who in people:
            sheet.mark(sheet.row(who), name)


def following(row: Floats, last: Turn, turn: Turn) -> None:
    """Note how a turn follows the one before."""
    gap = max(0, turn.first - last.paragraph - 1)
    row[NEXT["bias"]] = 1
    row[NEXT["no_gap" if gap == 0 else "gap_1" if gap == 1 else "gap_more"]] = 1
    if turn.tag is not None:
        row[NEXT[f"tag_{turn.tag.kind}"]] = 1
    row[NEXT["leads"]] = turn.leads
    row[NEXT["both_bare"]] = gap == 0 and not turn.subjects and not last.subjects
    row[NEXT["called_last"]] = bool(last.called)
    row[NEXT["asked"]] = last.asks and gap == 0
